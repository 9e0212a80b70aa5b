"""Made-up deals and positions of Anansi as text."""

import pytest

from mezani import record
from mezani.engine.bits import members
from mezani.engine.rng import Rng
from mezani.game import BadOption
from mezani.games.anansi import GAME, positions
from mezani.games.anansi.actions import card_text
from mezani.games.anansi.rules import Anansi
from mezani.games.anansi.view import view
from mezani.snapshot import snapshot
from tests.games.anansi.check import check
from tests.games.anansi.positions import legal, play

LATE = """
round = 2
order = "SLH"
display = "S6 S8 H12 L3"
leader = 1
stories = [3, 2, 2, 1]
followers = [2, 0, 1, 0]
hands = ["L14 H2", "S9", "", "S1 S2"]
trick = "H5 L9^"

[[earlier]]
stories = [3, 3, 2, 2]
followers = [3, 4, 0, 2]
"""
EARLIER = "[[earlier]]\nstories = [3, 3, 2, 2]\nfollowers = [3, 4, 0, 2]\n"
THREE = (
    'display = "S1 S2 L13 H9"\nleader = 2\nstories = [1, 0, 2]\nfollowers = [2, 1, 0]\nhands = ["L14 ...", "H1 ..."]\n'
)
FIVE = """
round = 3
display = "L1 L2 S10 S11 H5"
leader = 3
stories = [0, 1, 0, 1, 0]
followers = [2, 0, 2, 1, 2]
trick = "H8 H11^"

[[earlier]]
stories = [8, 0, 0, 0, 0]
followers = [8, 0, 0, 0, 2]

[[earlier]]
stories = [2, 2, 2, 1, 1]
followers = [2, 2, 1, 0, 0]
"""


def put(text: str, players: int = 4, seed: int = 1) -> Anansi:
    return GAME.new(players, seed, {"position": text})


def hand(state: Anansi, seat: int) -> str:
    return " ".join(card_text(card) for card in members(state.hands[seat]))


def example() -> str:
    """The position that the module shows."""
    lines = str(positions.__doc__).splitlines()
    return "\n".join(line.strip() for line in lines if line.startswith("    "))


def test_all_lies_as_it_is_written() -> None:
    state = put(LATE)
    seen = view(state, 0)
    assert (seen.round_number, seen.trick_number, seen.order, seen.trump) == (2, 9, ["S", "L", "H"], "S")
    assert seen.display == [["S6", "S8"], ["L3"], ["H12"]]
    assert seen.trick == [None, "H5", None, None]
    assert seen.laid == [None, None, "L9", None]
    assert (seen.to_move, seen.leader, seen.winning, seen.gains_left) == (3, 1, 1, 0)
    assert (seen.stacks, seen.followers, seen.gained) == ([3, 2, 2, 1], [2, 0, 1, 0], [0, 0, 1, 0])
    assert [hand(state, seat) for seat in (0, 1, 3)] == ["L14 H2", "S9", "S1 S2"]
    assert seen.hand_sizes == [2, 1, 1, 2]
    assert seen.scores == [5, 0, 0, 4]
    assert seen.supply == 36 - 3 - 2 - 3
    assert legal(state) == "S1 S2"


def test_what_the_trick_has_shown_is_known() -> None:
    state = put(LATE.replace('"H5 L9^"', '"H5 L9"').replace("[2, 0, 1, 0]", "[2, 0, 0, 0]").replace('""', '"L1"'))
    assert state.voids[2] == 0b110  # hornets and snakes, the trump
    for seed in range(20):
        world = state.clone()
        world.resample(0, Rng(seed))
        check(world)


def test_a_position_of_nothing_is_the_start_of_a_game() -> None:
    state = put("")
    check(state)
    assert (state.round_number, state.supply, state.gains_left) == (0, 36, 1)
    assert len({put("", seed=seed).leader for seed in range(40)}) == 4
    assert len({tuple(put("", seed=seed).order) for seed in range(60)}) == 6


def test_a_hand_that_goes_on_is_filled_by_chance() -> None:
    worlds = [put('hands = ["L14 L13 H2 ..."]', seed=seed) for seed in range(10)]
    assert all({"L14", "L13", "H2"} <= set(hand(world, 0).split()) for world in worlds)
    assert len({hand(world, 0) for world in worlds}) == 10
    assert snapshot(put(LATE, seed=7)) == snapshot(put(LATE, seed=7))


def test_the_cards_left_over_with_three_players_can_be_given() -> None:
    out = "L2 L3 L4 L5 L6 L7 L8 L9 L10 L11"
    assert view(put(f'out = "{out}"', 3), None).out == [*reversed(out.split())]


def test_whoever_took_the_last_trick_leads() -> None:
    assert {put(f"round = 2\n{EARLIER}", seed=seed).leader for seed in range(40)} == {0, 1, 2, 3}
    assert {put("stories = [0, 2, 0, 1]", seed=seed).leader for seed in range(40)} == {1, 3}


def test_play_goes_on_to_the_score_of_the_round() -> None:
    state = put(LATE.replace('"", "S1 S2"', '"L1", "S1 S2"'))
    play(state, "S1 H2")
    assert (state.last_winner, state.trump) == (3, 2)
    play(state, "S2 L14 S9 L1")
    assert state.round_number == 2
    assert state.scores() == [5 + 2, 0, 0 + 1, 4]


POSITIONS = [
    (LATE, 4),
    (THREE, 3),
    (FIVE, 5),
    ("", 3),
    ("", 4),
    ("", 5),
    (example(), 4),
    ('trick = "L1"\nleader = 0', 4),
]


@pytest.mark.parametrize(("text", "players"), POSITIONS)
def test_games_from_a_position_are_sound(text: str, players: int) -> None:
    for seed in range(8):
        state, rng = put(text, players, seed), Rng(seed)
        while not state.is_over:
            check(state)
            for seat in (*range(players), None):
                world = state.clone()
                assert snapshot(world) == snapshot(state)
                world.resample(seat, rng)
                check(world)
                assert GAME.view(world, seat) == GAME.view(state, seat)
            state.play(state.random_action(rng))
        check(state)


@pytest.mark.parametrize(("text", "players"), POSITIONS)
def test_a_record_keeps_the_position(text: str, players: int) -> None:
    state, rng, actions = put(text, players, 5), Rng(5), []
    while not state.is_over:
        actions.append(state.random_action(rng))
        state.play(actions[-1])
    kept = record.Record(GAME, players, 5, options={"position": text}, actions=actions)
    read = record.read(str(kept))
    assert str(read) == str(kept)
    assert snapshot(read.state()) == snapshot(state)


def test_a_position_is_for_lessons_and_not_for_tables() -> None:
    assert [option.name for option in GAME.options] == ["position"]
    assert GAME.table_options == ()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("hand = 3", "Object contains unknown field `hand`"),
        ("round = ", "Invalid value"),
        ("round = 4", "round: 4 is not from 1 to 3"),
        ("round = 2", "earlier: give stories and followers of each round before round 2: 1, not 0"),
        (EARLIER, "earlier: give stories and followers of each round before round 1: 0, not 1"),
        (f"round = 2\n{EARLIER}".replace("3, 3", "3, 4"), "round 1 of earlier: stories: a round has 10 tricks, not 11"),
        (f"round = 2\n{EARLIER}".replace("3, 4", "19, 4"), "followers: at most 20 can be gained in a round, not 25"),
        ('order = "SLX"', "order: 'SLX' is not the order of the suits: name each of L, H and S once"),
        ("leader = 4", "leader: there is no seat 4, the seats are 0 to 3"),
        ("leader = -1", "leader: there is no seat -1"),
        ("leader = 0\nstories = [0, 1, 0, 0]", "leader: whoever leads took the last trick, but seat 0 has no story"),
        ("stories = [1, 2]", "stories: give a number for each of the 4 players, not 2"),
        ("stories = [1, 2, -1, 0]", "stories: -1 is less than 0"),
        ("stories = [4, 2, 3, 1]", "stories: the round has 10 tricks, so at most 9 can be taken already"),
        ("followers = [2, 0, 0, 0]", "display: followers were gained, so say which cards lie there"),
        ("followers = [40, 0, 0, 0]", "followers: only 36 are not scored yet, so 40 can't be gained"),
        ('display = "S1 S2 S3"', "display: after 0 tricks it has 2 cards, not 3"),
        ('display = "S1"', "display: after 0 tricks it has 2 cards, not 1"),
        ('display = "S1 S2 S3 S4"\nstories = [1, 0, 0, 0]', "display: after 1 tricks it has 2 to 3 cards, not 4"),
        (
            'display = "S1 S2 S13"\nstories = [1, 0, 0, 0]\nfollowers = [1, 0, 0, 0]',
            "followers: with the cards of the display 0 or 2 were gained, not 1",
        ),
        (
            'display = "S1 S2 S13"\nstories = [1, 0, 0, 0]\nfollowers = [1, 1, 0, 0]',
            "followers: the cards of the display can't have gained 1, 1, 0, 0",
        ),
        ('display = "S1 X2"', "display: “X2” is not a card: write a suit (L, H, S) and a number from 1 to 14"),
        ('hands = ["L1 ...", "L1 ..."]', "L1 is named twice: in hand of seat 0 and in hand of seat 1"),
        ('display = "S1 S2"\nhands = ["S1 ..."]', "S1 is named twice: in display and in hand of seat 0"),
        ('hands = ["L1 L2"]', 'hand of seat 0: it has 10 cards now, not 2: name them all, or end it with "..."'),
        ('hands = ["L1 L2 L3"]\nstories = [2, 2, 2, 2]', "hand of seat 0: it has 2 cards now, not 3"),
        ('hands = ["", "", "", "", ""]', "hands: there are 5, but 4 players"),
        ('out = "L1 ..."', "out: cards are left over only with three players"),
        ('trick = "L1"', "trick: say who has led it, such as leader = 0"),
        ('trick = "L"\nleader = 0', "trick: “L” is not a move: write a card to play (L7) or to gain followers with"),
        ('trick = "L1 L2 L3 L4"\nleader = 0', "trick: with 4 cards it is over: give at most 3"),
        ('trick = "L1^"\nleader = 0', "trick: seat 0 can't play L1 so. You are leading this trick"),
        (
            'trick = "L1 S9"\nleader = 0\nhands = ["", "L4 L5 S1 S2 S3 S4 S5 S6 S7"]',
            "trick: seat 1 can't play S9 so. You must follow suit: you hold Leopard. (4.3)",
        ),
        ('trick = "L1 S9"\nleader = 0', "hands: seat 1 has not followed suit, so name all cards that it still has"),
        ('trick = "L1 S12^"\nleader = 0', "followers: seat 1 has gained 2 with S12, so it has at least as many"),
    ],
)
def test_a_position_that_cannot_be_is_refused_with_the_reason(text: str, says: str) -> None:
    with pytest.raises(BadOption) as refused:
        put(text)
    assert str(refused.value).startswith("option position: ")
    assert says in str(refused.value)


def test_a_position_is_a_text() -> None:
    with pytest.raises(BadOption, match="option position: a position is a text, not 3"):
        GAME.new(4, 1, {"position": 3})
