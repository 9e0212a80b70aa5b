"""Ware cards: each of the deck bought and sold, packages, limits, and the cards that change their prices."""

import pytest

from mezani.games.asante.cards import Card
from mezani.games.asante.deck import standard_deck
from tests.games.asante.check import check
from tests.games.asante.positions import after, discards, legal, play, position, refuse, stand

WARE_CARDS = [card for card in standard_deck().cards if card.type == "ware"]
PLAIN = [card for card in WARE_CARDS if "*" not in card.wares]


def in_order(wares: str) -> str:
    return "".join(sorted(wares, key="JPTKFS".index))


def ids(card: Card) -> str:
    return card.id


@pytest.mark.rule("asante 6.1", "asante 6.2")
@pytest.mark.parametrize("card", PLAIN, ids=ids)
def test_a_ware_card_is_bought_whole(card: Card) -> None:
    state = play(position(card.id), f"buy-{card.id}")
    assert stand(state) == in_order(card.wares)
    assert state.gold[0] == 20 - card.buy
    assert state.markers == 4
    assert discards(state) == [card.id]
    check(state)
    refuse(position(card.id, gold=card.buy - 1), f"buy-{card.id}", "3.4")
    full = "J" * (7 - len(card.wares))
    refuse(position(card.id, stand=full), f"buy-{card.id}", "6.2")


@pytest.mark.rule("asante 6.1", "asante 6.3")
@pytest.mark.parametrize("card", PLAIN, ids=ids)
def test_a_ware_card_is_sold_whole(card: Card) -> None:
    state = play(position(card.id, stand=card.wares), f"sell-{card.id}")
    assert stand(state) == ""
    assert state.gold[0] == 20 + card.sell
    assert state.markers == 4
    assert discards(state) == [card.id]
    check(state)
    refuse(position(card.id, stand=card.wares[1:]), f"sell-{card.id}", "6.3")
    other = next(letter for letter in "JPTKFS" if letter not in card.wares)
    refuse(position(card.id, stand=card.wares[1:] + other), f"sell-{card.id}", "6.3")


@pytest.mark.rule("asante 6.1")
def test_a_ware_card_is_for_one_thing_or_the_other() -> None:
    state = position("JJ", stand="JJ")
    assert {"buy-JJ", "sell-JJ"} <= set(legal(state).split())
    refuse(state, "play-JJ", "6.1")
    refuse(position("camel"), "buy-camel", "6.1")
    assert stand(after(state, "buy-JJ")) == "JJJJ"
    assert stand(after(state, "sell-JJ")) == ""


@pytest.mark.rule("asante 6.2")
def test_the_supply_must_have_all_wares() -> None:
    refuse(position("SSS", stand="SSS", their_stand="SSS"), "buy-SSS", "6.2")
    assert "buy-SSS" in legal(position("SSS", stand="SS", their_stand="SSS"))


@pytest.mark.rule("asante 6.3")
def test_selling_leaves_other_wares_where_they_are() -> None:
    assert stand(play(position("JJT", stand="JJJTKK"), "sell-JJT")) == "JKK"


@pytest.mark.rule("asante 6.4")
def test_a_package_is_a_ware_of_ones_choice() -> None:
    state = play(position("*"), "buy-*")
    assert legal(state) == "+J +P +T +K +F +S"
    play(state, "+K")
    assert stand(state) == "K"
    assert state.gold[0] == 18
    assert discards(state) == ["*"]
    state = play(position("*", stand="JF"), "sell-*")
    assert legal(state) == "-J -F"
    assert stand(play(state, "-F")) == "J"
    assert state.gold[0] == 25


@pytest.mark.rule("asante 6.4")
def test_two_packages_are_the_same_ware() -> None:
    state = play(position("**"), "buy-** +S")
    assert stand(state) == "SS"
    assert state.gold[0] == 17
    state = play(position("**", stand="JJPT"), "sell-**")
    assert legal(state) == "-J"
    refuse(state, "-P", "6.4")
    assert play(state, "-J").gold[0] == 28
    refuse(position("**", stand="JPTKFS"), "sell-**", "6.4")


@pytest.mark.rule("asante 6.4")
def test_packages_need_space_and_supply() -> None:
    refuse(position("**", stand="JJPPT"), "buy-**", "6.2")
    state = play(position("**", stand="PPPP", their_stand="PPP"), "buy-**")
    assert legal(state) == "+J +T +K +F +S", "one pelt is not enough for two packages"
    refuse(state, "+P", "6.4")


@pytest.mark.rule("asante 11.15")
@pytest.mark.parametrize(("card", "bought", "sold"), [("JPT", 3, 14), ("JJ", 0, 9), ("*", 0, 7), ("**", 1, 10)])
def test_the_caravan_guide_changes_every_price(card: str, bought: int, sold: int) -> None:
    wares = "JPT" if card == "JPT" else "JJ"
    state = play(position(f"{card} caravan-guide", stand=wares), "play-caravan-guide let")
    buying, selling = after(state, f"buy-{card}"), after(state, f"sell-{card}")
    if "*" in card:
        play(buying, "+J")
        play(selling, "-J")
    assert buying.gold[0] == 20 - bought
    assert selling.gold[0] == 20 + sold
