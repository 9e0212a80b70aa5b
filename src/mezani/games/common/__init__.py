"""What several games share, each thing once."""

from mezani.language import share_catalogue

share_catalogue(__name__)
