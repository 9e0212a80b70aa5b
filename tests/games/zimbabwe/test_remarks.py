"""What a player of The Great Zimbabwe reads of the moves of others: what they mean."""

from mezani.games.zimbabwe import GAME, Zimbabwe
from mezani.language import ENGLISH, language
from tests.games.zimbabwe.positions import PLAIN, play, position
from tests.games.zimbabwe.test_raising import ALL_FOUR, LAND

NAMES = ["Ada", "Ben", "Cleo"]
GERMAN = language("de")
KING = "cattle = 40; monuments = { e2 = 1 }"
OTHER = "cattle = 40; monuments = { l9 = 1 }"


def remark(state: Zimbabwe, moves: str, seat: int = 1, lang: str = "en") -> str:
    """What a seat reads of the last of some moves; the position stays as it is."""
    *first, last = moves.split()
    before = play(state.clone(), " ".join(first))
    after, action = before.clone(), GAME.parse_action(before, last)
    after.play(action)
    return GAME.remark(before, action, after, seat, GERMAN if lang == "de" else ENGLISH, NAMES[: state.players])


def turn(mine: str = KING, other: str = OTHER, land: str = PLAIN, **settings: str) -> Zimbabwe:
    return position(land, mine, other, **settings)


# Phase I


def test_cattle_of_a_gift_are_counted_for_the_reader() -> None:
    state = turn(phase='"generosity"', order="[]")
    giver, other = state.seat, 1 - state.seat
    assert remark(state, "give2", seat=other) == "1 of these cattle is for you, 1 in this round so far (5.4)."
    assert remark(state, "give5", seat=other) == "2 of these cattle are for you, 2 in this round so far (5.4)."
    said = "2 dieser Rinder sind für dich, in dieser Runde bisher 2 (5.4)."
    assert remark(state, "give5", seat=other, lang="de") == said
    assert remark(state, "give5", seat=giver) == ""


def test_the_order_of_play_is_told_by_the_turns_before_ones_own() -> None:
    state = turn(phase='"generosity"', order="[]")
    first, other = state.seat, 1 - state.seat
    assert remark(state, "pass", seat=other) == "The first turn is yours."
    assert remark(state, "give1 pass", seat=first) == "The first turn is yours."
    three = position(PLAIN, KING, OTHER, "cattle = 40; monuments = { b5 = 1 }", phase='"generosity"', order="[]")
    play(three, "give1 pass")
    reader = three.order[2]
    assert remark(three, "pass", seat=reader) == "2 turns come before yours."


# Gods and specialists


def test_a_god_is_told_by_what_it_means_for_others() -> None:
    gods = {"gods": '["Anansi", "Eshu", "Xango"]'}
    state = turn(**gods)
    assert remark(state, "Anansi") == (
        "Ada pays just 1 for each good, whatever your prices are (13.9). 2 gods are left to choose (6.2)."
    )
    assert remark(state, "Anansi", lang="de") == (
        "Ada zahlt für jedes Gut nur 1, gleich welche Preise du hast (13.9). Zur Wahl stehen noch 2 Götter (6.2)."
    )
    assert remark(turn(other=f"{OTHER}; god = 'Gu'", **gods), "Xango") == "Equally far above the VR, Ada wins (12.3)."
    assert remark(turn(gods='["Eshu"]'), "Eshu").endswith("No god is left for you (6.2).")


def test_a_specialist_has_one_owner() -> None:
    said = "Only Ada can use the shaman from now on: place a resource (7.1)."
    assert remark(turn(), "shaman") == said
    assert remark(turn(f"{KING}; specialists = ['shaman']"), "shaman") == ""


# Craftsmen and prices


def test_a_technology_costs_more_after_the_first_card() -> None:
    said = "The wood carver technology costs you 4 VR now instead of 3 (9.2)."
    assert remark(turn(), "wood-carver g3-") == said
    said = "Die Technologie kostet dich jetzt 4 SZ statt 3: Holzschnitzer (9.2)."
    assert remark(turn(), "wood-carver g3-", lang="de") == said
    assert remark(turn(other=f"{OTHER}; god = 'Gu'"), "wood-carver g3-") == ""


def test_a_price_is_told_to_those_who_pay_it() -> None:
    state = turn()
    assert remark(state, "wood-carver g3- wood-carver=2") == "Masks from Ada cost you 2 (10.4)."
    state = turn(f"{KING}; technologies = {{ wood-carver = 1 }}; craftsmen = {{ wood-carver = ['g3-'] }}")
    assert remark(state, "wood-carver=3") == "Masks from Ada cost you 3 now instead of 1 (10.4)."
    state = turn(other=f"{OTHER}; god = 'Anansi'")
    assert remark(state, "wood-carver g3- wood-carver=2") == ""


def test_goods_that_give_way_to_others_are_told() -> None:
    state = turn(f"{KING}; technologies = {{ wood-carver = 1 }}; craftsmen = {{ wood-carver = ['g3-'] }}")
    said = remark(state, "sculptor i2")
    assert said.startswith("Masks are no longer used in rituals: there are sculptures now.")


def test_what_the_reader_can_no_longer_place_is_told() -> None:
    state = turn()
    state.cards_left = [1] * 7
    assert remark(state, "wood-carver g3-") == "No wood carver technology is left for you (9.2)."
    land = "c.....c.....c....c\n" + "..................\n" * 8
    mine = "cattle = 40; monuments = { a9 = 1 }; technologies = { potter = 1 }; craftsmen = { potter = ['a2-', 'g2-'] }"
    state = turn(mine, "cattle = 40; monuments = { r9 = 1 }", land=land)
    assert remark(state, "potter m2-") == "All three potter tiles are on the map."


# Raising


def test_cattle_for_a_craftsman_of_ones_own_come_with_the_revenues() -> None:
    state = turn("cattle = 40; monuments = { d4 = 1 }", f"monuments = {{ j4 = 1 }}; {ALL_FOUR}", land=LAND)
    assert remark(state, "raise d4 c1") == "2 of these cattle come to you with the revenues (11.1)."
    assert remark(state, "raise d4 a2") == "1 of these cattle comes to you with the revenues (11.1)."
    assert remark(state, "raise d4 a2", lang="de") == "1 dieser Rinder kommt mit den Einnahmen zu dir (11.1)."


def test_a_raise_is_told_by_how_far_it_is_to_the_victory_requirement() -> None:
    state = turn("cattle = 40; monuments = { d4 = 1 }", f"monuments = {{ j4 = 1 }}; {ALL_FOUR}", land=LAND)
    own = state.vr[1] - state.vp[1]
    assert remark(state, "raise d4 c1 e1") == f"Ada has 3 VP of 20: 17 to go, you have {own}."
    assert remark(state, "raise d4 c1 e1", lang="de") == f"Ada hat 3 von 20 SP: Es fehlen noch 17, dir {own}."


def test_whoever_reaches_the_victory_requirement_ends_the_game() -> None:
    state = turn("cattle = 40; monuments = { d4 = 1 }", f"monuments = {{ j4 = 1 }}; {ALL_FOUR}", land=LAND)
    state.vp = [18, *list(state.vp)[1:]]
    assert remark(state, "raise d4 c1 e1") == (
        "*Ada has reached the VR* with 20 VP: if it stays so, this round is the last (12.1)."
    )


def test_other_points_are_told_when_the_victory_requirement_is_near() -> None:
    state = turn()
    assert remark(state, "build e7") == ""
    state.vp = [14, *list(state.vp)[1:]]
    own = state.vr[1] - state.vp[1]
    assert remark(state, "build e7") == f"Ada has 15 VP of 20: 5 to go, you have {own}."


def test_goods_that_nobody_can_make_any_more_are_told_to_whoever_comes_later() -> None:
    mine, other = "cattle = 40; monuments = { d4 = 2 }", f"monuments = {{ j4 = 1 }}; {ALL_FOUR}"
    state = turn(mine, other, land=LAND.replace("cc", "c."))
    assert remark(state, "raise d4 a2") == (
        "1 of these cattle comes to you with the revenues (11.1)."
        " As it stands nobody can make pots in this round: no resource in range is left (10.5)."
    )
    assert remark(turn(mine, other, land=LAND), "raise d4 a2 a1") == ""  # there is another clay
    state = position(LAND.replace("cc", "c."), other, mine)
    play(state, "end")
    assert "nobody can make" not in remark(state, "raise d4 a2", seat=0)  # who has had their turn


def test_a_craftsman_of_the_reader_without_a_resource_sells_no_more() -> None:
    land = "c...w......c\n" + "............\n" * 6
    mine = "cattle = 40; monuments = { d4 = 2 }; technologies = { potter = 1 }; craftsmen = { potter = ['k2-'] }"
    other = (
        "monuments = { a6 = 1 }; technologies = { potter = 2, wood-carver = 1 }; second_cards = ['potter'];"
        "craftsmen = { potter = ['a2-'], wood-carver = ['e2-'] }"
    )
    said = remark(turn(mine, other, land), "raise d4 a2")
    assert said.endswith("As it stands your craftsman at [a2] sells nothing more in this round (10.5).")
