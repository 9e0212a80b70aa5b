"""What cards and followers have brought in games of the search, read from tables.toml."""

import tomllib
from importlib.resources import files

from mezani.games.anansi.actions import BONUSES

FILE = "tables.toml"
TABLES = tomllib.loads(files(__package__).joinpath(FILE).read_text("utf-8"))

# of any other card, then of a trump; by the cards in hand, 1 to 10, and the higher ones in other hands
TRICKS: list[float] = [tricks for kind in ("plain", "trumps") for row in TABLES[kind] for tricks in row]

# of a round, in points beside the followers gained; by the round, the cards left, the stacks ahead, the tricks to come
WORTH: list[float] = [
    bonus * matched + scored
    for bonus in BONUSES
    for of_matched, of_scored in zip(TABLES["matches"], TABLES["scored"], strict=True)
    for matched, scored in zip(of_matched, of_scored, strict=True)
]
