"""What a player of Anansi reads of the moves of others: what they mean."""

from mezani.games.anansi import GAME
from mezani.games.anansi.rules import Anansi
from mezani.language import ENGLISH, language
from tests.games.anansi.positions import play, position

NAMES = ["Ada", "Ben", "Cleo", "Dan"]
GERMAN = language("de")


def remark(state: Anansi, moves: str, seat: int = 0, lang: str = "en") -> str:
    """What a seat reads of the last of some moves."""
    *first, last = moves.split()
    play(state, " ".join(first))
    before, action = state.clone(), GAME.parse_action(state, last)
    state.play(action)
    return GAME.remark(before, action, state, seat, GERMAN if lang == "de" else ENGLISH, NAMES[: state.players])


def with_piles(state: Anansi, followers: list[int], stories: list[int]) -> Anansi:
    """The same position after some tricks of the first round."""
    missing = [0] * (15 - state.players)
    state.followers, state.stacks = followers + missing, stories + missing
    state.supply = 36 - sum(followers)
    return state


def three_hands(leader: int = 0) -> Anansi:
    """Snakes are trump."""
    return position("L11 L2 S1", "L12 L9 H5", "H12 H4 H3", leader=leader)


def test_a_card_that_is_beaten_is_named() -> None:
    assert remark(three_hands(), "L11 L12") == "Your [L11] no longer wins the trick."
    assert remark(three_hands(), "L11 L12", lang="de") == "Deine Karte [L11] gewinnt den Stich nicht mehr."
    assert remark(three_hands(), "L11 L9") == ""


def test_too_many_followers_bring_nothing_as_it_stands() -> None:
    state = with_piles(three_hands(), followers=[0, 1, 0], stories=[0, 2, 0])
    said = "Cleo has 2 followers and 0 story stacks now: no points as it stands (6.2)."
    assert remark(state, "L11 L9 H12^").startswith(said)


def test_as_many_followers_as_stories_would_bring_the_bonus() -> None:
    state = with_piles(three_hands(), followers=[0, 1, 0], stories=[0, 2, 0])
    said = remark(state, "L11 H5^")
    assert said == "Ben has 2 followers and 2 story stacks now, as many: that would bring the bonus of 2 (6.4)."
    state = with_piles(three_hands(), followers=[0, 1, 0], stories=[0, 2, 0])
    said = remark(state, "L11 H5^", lang="de")
    assert said == "Ben hat jetzt 2 Zuhörer und 2 Storystapel, also gleich viele: das brächte den Bonus von 2 (6.4)."


def test_a_story_more_than_followers_costs_the_bonus() -> None:
    state = with_piles(three_hands(), followers=[0, 1, 0], stories=[0, 1, 0])
    said = remark(state, "L2 L12 H3")
    assert said.startswith("Ben has 1 follower and 2 story stacks now: 1 point as it stands, no bonus (6.3).")


def test_a_trick_that_falls_to_the_reader_is_told_by_what_it_scores() -> None:
    state = with_piles(three_hands(), followers=[1, 0, 0], stories=[0, 0, 0])
    said = remark(state, "L11 L9 H3")
    assert said.startswith("You have 1 follower and 1 story stack now, as many: that would bring the bonus of 2 (6.4).")


def test_a_new_trump_is_told_by_the_cards_of_the_reader() -> None:
    state = position("L11 L2 H1", "L12 L9 H5", "H12 H4 H3", display="S6 H8", order="SHL")
    assert remark(state.clone(), "L11 L9 H12^").startswith("[H] is trump now: 1 of your cards is.")
    assert remark(state.clone(), "L11 L9 H12^", seat=1).startswith("[H] is trump now: 1 of your cards is.")
    assert remark(state.clone(), "L11 L9 H12^", lang="de").startswith("[H] ist jetzt Trumpf: Du hast 1 davon.")
    state = position("L11 L2 L1", "L12 L9 H5", "H12 H4 H3", display="S6 H8", order="SHL")
    assert remark(state, "L11 L9 H12^").startswith("[H] is trump now: you have none.")


def test_who_has_yet_to_play_reads_that_nobody_else_may_gain() -> None:
    said = "You can't gain followers in this trick any more (5.3)."
    assert remark(three_hands(leader=1), "L9 H4^", seat=0) == said
    assert remark(three_hands(leader=1), "L9 H4^", seat=1) == ""
    assert remark(position("L1", "L2", "L3", "L4", "L5"), "L1 L2^", seat=2) == ""  # of five players two may


def test_an_empty_supply_is_told() -> None:
    state = three_hands()
    state.supply = 1
    said = remark(state, "L11 H5^")
    assert said.endswith("The supply is empty: nobody gains followers in this round any more (5.6).")


def test_suits_that_somebody_has_shown_to_lack_are_told_once() -> None:
    state = three_hands(leader=1)
    assert remark(state, "L9 H4", seat=0) == "Cleo has neither [L] nor [S] left (4.4)."
    assert remark(state, "L2 L12 H3", seat=0) == ""
    state = position("L11 L2", "L12 L9", "S12 H4", leader=1)
    assert remark(state, "L9 S12") == "Cleo has no [L] left (4.3)."


def test_the_end_of_a_round_is_left_to_its_summary() -> None:
    assert remark(position("L1", "L2", "S3"), "L1 L2 S3") == ""
