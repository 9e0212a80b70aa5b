"""The parts of the game as the data files give them: gods, specialists, craftsmen, supplies, tiles and layouts."""

from functools import cache
from importlib.resources import files
from typing import Literal, TypeVar

import msgspec

Status = Literal["rulebook", "confirmed", "reported", "reconstructed"]
T = TypeVar("T")

GROUNDS = ".~cwidS"
RESOURCES = ("clay", "wood", "ivory", "diamond")


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What every part of the data tells: how well it is known."""

    status: Status


class Start(Part, frozen=True):
    cattle: int
    vr: int
    most_vr: int
    range: int
    gods: int


class Monuments(Part, frozen=True):
    vp: list[int]


class Supply(Part, frozen=True):
    clay: int
    wood: int
    ivory: int
    diamond: int
    water: int
    craftsmen: int
    cards: int


class Empire(Part, frozen=True):
    name: str
    colour: str


class God(Part, frozen=True):
    name: str
    vr: int


class FirstGame(Part, frozen=True):
    gods: list[str]


class Specialist(Part, frozen=True):
    name: str
    vr: int
    cost: int


class Craftsman(Part, frozen=True):
    name: str
    vr: tuple[int, int]
    cost: int
    vp: int
    tile: Literal["1x2", "2x2"]
    uses: Literal["clay", "wood", "ivory", "diamond"]
    needs: str | None = None


class Components(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    start: Start
    monuments: Monuments
    supply: Supply
    empires: list[Empire]
    gods: list[God]
    first_game: FirstGame
    specialists: list[Specialist]
    craftsmen: list[Craftsman]


class StartTile(Part, frozen=True):
    rows: list[str]


class Tile(Part, frozen=True):
    name: str
    rows: list[str]


class Layouts(Part, frozen=True):
    of_players: dict[str, list[str]]


class Tiles(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    layouts: Layouts
    start: StartTile
    tiles: list[Tile]


def _read(name: str, kind: type[T]) -> T:
    return msgspec.toml.decode(files(__package__).joinpath(name).read_text("utf-8"), type=kind)


@cache
def map_tiles() -> Tiles:
    """The tiles and layouts of the map."""
    return _read("tiles.toml", Tiles)


PARTS = _read("components.toml", Components)

EMPIRES = tuple(empire.name for empire in PARTS.empires)
GODS = tuple(god.name for god in PARTS.gods)
SPECIALISTS = tuple(specialist.name for specialist in PARTS.specialists)
CRAFTSMEN = tuple(craftsman.name for craftsman in PARTS.craftsmen)

GOD_VR = [god.vr for god in PARTS.gods]
SPECIALIST_VR = [specialist.vr for specialist in PARTS.specialists]
SPECIALIST_COST = [specialist.cost for specialist in PARTS.specialists]
CARD_VR = [vr for craftsman in PARTS.craftsmen for vr in craftsman.vr]  # type * 2, and 1 more for the second card
COST = [craftsman.cost for craftsman in PARTS.craftsmen]
CRAFTSMAN_VP = [craftsman.vp for craftsman in PARTS.craftsmen]
IS_SQUARE = [int(craftsman.tile == "2x2") for craftsman in PARTS.craftsmen]
USES = [RESOURCES.index(craftsman.uses) for craftsman in PARTS.craftsmen]
MONUMENT_VP = PARTS.monuments.vp
RESOURCE_TILES = [PARTS.supply.clay, PARTS.supply.wood, PARTS.supply.ivory, PARTS.supply.diamond]
WATER_TILES = PARTS.supply.water
START_CATTLE = PARTS.start.cattle
START_VR = PARTS.start.vr
MOST_VR = PARTS.start.most_vr
RANGE = PARTS.start.range
