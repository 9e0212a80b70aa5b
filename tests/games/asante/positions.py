"""Positions of Asante in a line: it is the turn of seat 0, who plays cards."""

from collections import Counter

import pytest

from mezani.engine.state import IllegalAction
from mezani.games.asante import GAME
from mezani.games.asante.constants import LETTERS, NONE, PLAYING, STEPS
from mezani.games.asante.deck import Deck, standard_deck
from mezani.games.asante.rules import Asante
from mezani.games.asante.view import hand as hand_of
from mezani.games.asante.view import known_hand

PLACES = {
    "R": "rwenzori-mountains",
    "V": "victoria-waterfalls",
    "O": "okavango-delta",
    "N": "ngorongoro-crater",
    "K": "kilimanjaro",
}


def position(
    hand: str = "",
    theirs: str = "",
    *,
    stand: str = "",
    their_stand: str = "",
    gold: int = 20,
    their_gold: int = 20,
    artifacts: str = "",  # up to three, a dot for a free space
    their_artifacts: str = "",
    middle: str = "RVO",  # first letters, a dot for a gap
    places: str = "",
    their_places: str = "",
    place_rest: str = "pile",
    pile: str = "",  # the top card first, above the rest of the deck
    discards: str = "",  # the last one lies on top
    rest: str = "pile",  # where all other cards lie: pile, discards or theirs
    markers: int = 5,
    step: int = PLAYING,
    deck: Deck | None = None,
) -> Asante:
    """A position with these cards and wares; all other cards lie in the pile."""
    state = Asante(1, deck or standard_deck())
    state.active = state.seat = 0
    state.gold = [gold, their_gold]
    state.stands = [wares.count(letter) for wares in (stand, their_stand) for letter in LETTERS]
    state.markers = markers
    state.step = [step] + [0] * 23
    state.artifacts = [*kinds(state, artifacts, 3), *kinds(state, their_artifacts, 3)]
    lay_cards(state, hand, theirs, pile, discards, rest)
    lay_places(state, middle, places, their_places, place_rest)
    state.go_on()
    return state


def kinds(state: Asante, ids: str, length: int = 0) -> list[int]:
    names = state.deck.card_ids()
    found = [NONE if name == "." else names.index(name) for name in ids.split()]
    return found + [NONE] * (length - len(found))


def lay_cards(state: Asante, hand: str, theirs: str, pile: str, discards: str, rest: str) -> None:
    left = Counter({kind: card.copies for kind, card in enumerate(state.deck.cards)})
    left.subtract(kind for kind in state.artifacts if kind != NONE)
    parts = {"hand": kinds(state, hand), "theirs": kinds(state, theirs), "discards": kinds(state, discards)}
    parts["pile"] = kinds(state, pile)[::-1]
    for part in parts.values():
        left.subtract(part)
    assert min(left.values()) >= 0, "the deck has not so many of these cards"
    parts[rest] = [*left.elements(), *parts[rest]]
    state.hands = [part.count(kind) for part in (parts["hand"], parts["theirs"]) for kind in range(64)]
    state.hand_size = [len(parts["hand"]), len(parts["theirs"])]
    state.held = [sum(1 << kind for kind in set(part)) for part in (parts["hand"], parts["theirs"])]
    state.pile = parts["pile"] + [NONE] * (128 - len(parts["pile"]))
    state.pile_size = len(parts["pile"])
    state.discards = parts["discards"] + [NONE] * (128 - len(parts["discards"]))
    state.discard_size = len(parts["discards"])


def lay_places(state: Asante, middle: str, places: str, their_places: str, rest: str) -> None:
    ids = state.deck.place_ids()
    middle_places, mine, theirs = (
        [NONE if letter == "." else ids.index(PLACES[letter]) for letter in part]
        for part in (middle, places, their_places)
    )
    left = Counter({place: card.copies for place, card in enumerate(state.deck.places)})
    left.subtract(place for place in (*middle_places, *mine, *theirs) if place != NONE)
    others = list(left.elements())
    parts: dict[str, list[int]] = {"pile": [], "discards": [], "theirs": []} | {rest: others}
    theirs += parts["theirs"]
    state.middle = middle_places
    state.owned = [part.count(place) for part in (mine, theirs) for place in range(8)]
    state.place_pile = parts["pile"] + [NONE] * (32 - len(parts["pile"]))
    state.place_pile_size = len(parts["pile"])
    state.place_discards = parts["discards"] + [NONE] * (32 - len(parts["discards"]))
    state.place_discard_size = len(parts["discards"])


# Playing and looking


def play(state: Asante, moves: str) -> Asante:
    """Play moves in their notation."""
    for move in moves.split():
        GAME.play_text(state, move)
    return state


def after(state: Asante, moves: str) -> Asante:
    """The position after some moves; the given one stays as it is."""
    return play(state.clone(), moves)


def legal(state: Asante) -> str:
    """The legal moves in their notation."""
    return " ".join(GAME.action_text(state, action) for action in state.legal_actions())


def refuse(state: Asante, move: str, paragraph: str) -> None:
    """A move is not legal, and the paragraph says why."""
    action = GAME.parse_action(state, move)
    reason = GAME.why_not(state, state.seat, action)
    assert reason is not None, f"{move} is allowed"
    assert reason.paragraph == paragraph, f"{move}: {reason}"
    with pytest.raises(IllegalAction):
        state.clone().play(action)


def stand(state: Asante, seat: int = 0) -> str:
    """The wares on a stand, in the order JPTKFS."""
    return "".join(letter * state.stands[seat * 6 + ware] for ware, letter in enumerate(LETTERS))


def hand(state: Asante, seat: int = 0) -> str:
    return " ".join(hand_of(state, seat))


def known(state: Asante, of: int, seat: int | None) -> str:
    """What a seat knows of a hand."""
    return " ".join(known_hand(state, of, seat))


def discards(state: Asante) -> list[str]:
    return [state.deck.card_ids()[kind] for kind in state.discards[: state.discard_size]]


def places(state: Asante, seat: int = 0) -> str:
    """The Holy Places of a player by their first letters."""
    letters = {name: letter for letter, name in PLACES.items()}
    owned = state.owned[seat * 8 : seat * 8 + 8]
    return "".join(letters[name] * n for name, n in zip(state.deck.place_ids(), owned, strict=False))


def middle(state: Asante) -> str:
    ids, letters = state.deck.place_ids(), {name: letter for letter, name in PLACES.items()}
    return "".join("." if place == NONE else letters[ids[place]] for place in state.middle)


def artifacts(state: Asante, seat: int = 0) -> str:
    names = state.deck.card_ids()
    return " ".join("." if kind == NONE else names[kind] for kind in state.artifacts[seat * 3 : seat * 3 + 3])


def step(state: Asante) -> str:
    return STEPS[state.step[state.top]]
