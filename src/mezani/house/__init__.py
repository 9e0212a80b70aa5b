"""The house: what its host does, what is kept and for how long, and backups."""

from mezani.language import share_catalogue

share_catalogue(__name__)
