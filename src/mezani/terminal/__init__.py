"""Playing in a terminal."""

from mezani.language import share_catalogue

share_catalogue(__name__)
