"""What moves are good for: reasons in the words of the game, over games, bots and the search."""

from mezani.language import share_catalogue

share_catalogue(__name__)
