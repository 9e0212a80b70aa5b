"""Playing in a terminal."""

from mezani.language import add_catalogues

add_catalogues(__name__)
