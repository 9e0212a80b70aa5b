"""What several games share, each thing once."""

from mezani.language import add_catalogues

add_catalogues(__name__)
