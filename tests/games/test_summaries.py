"""What summaries say is what the rules have reckoned."""

from collections import Counter
from typing import Any

import pytest

import mezani
from mezani.games.anansi.page.summary import RoundSummary as AnansiRound
from mezani.games.anne.page.summary import HandSummary
from mezani.games.asante.page.summary import TurnSummary
from mezani.games.zimbabwe.page.summary import RoundSummary as ZimbabweRound
from mezani.language import ENGLISH
from mezani.testing.playing import NAMES, Step, chapters


def summary_of(name: str, steps: list[Step], seat: int | None) -> Any:
    return mezani.game(name).summary(steps, seat, ENGLISH, NAMES[: steps[0][0].players])


@pytest.mark.parametrize("players", [3, 4])
def test_the_parts_of_a_hand_of_anne_add_up(players: int) -> None:
    seen: Counter[str] = Counter()
    for seed in range(30):
        for number, steps in enumerate(chapters(mezani.game("anne"), players, seed)):
            after = steps[-1][2]
            hand: HandSummary = summary_of("anne", steps, 1)
            assert [row.seat for row in hand.players] == [(1 + n) % players for n in range(players)]
            for row in hand.players:
                assert row.most.points + row.fewest.points + (row.both or 0) == row.points
                assert row.points == after.points[number * 4 + row.seat]
                assert row.total == after.scores()[row.seat]
                assert row.leads == (row.total == max(after.scores()) > min(after.scores()))
                seen.update((row.most.verdict, row.fewest.verdict, "both" if row.both is not None else "-"))
            assert sum(sum(row.taken) for row in hand.players) == 48
            assert len(hand.trick.cards) == players
    assert set(seen) == {"perfect", "imperfect", "wrong", "both", "-"}


@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_parts_of_a_round_of_anansi_add_up(players: int) -> None:
    for seed in range(20):
        before = [0] * players
        for steps in chapters(mezani.game("anansi"), players, seed):
            after = steps[-1][2]
            game_round: AnansiRound = summary_of("anansi", steps, 0)
            for row in game_round.players:
                assert row.scored + row.bonus == row.points == row.total - before[row.seat]
                assert bool(row.bonus) == (row.followers == row.stories)
                assert row.scored == (row.followers if row.followers <= row.stories else 0)
            assert sum(row.stories for row in game_round.players) == (8 if players == 5 else 10)
            before = after.scores()


@pytest.mark.parametrize("players", [2, 5])
def test_the_deeds_and_the_cattle_of_a_round_of_zimbabwe_add_up(players: int) -> None:
    deeds = 0
    for seed in range(2):
        for steps in chapters(mezani.game("zimbabwe"), players, seed):
            start, after = steps[0][0], steps[-1][2]
            if not start.round:
                continue
            game_round: ZimbabweRound = summary_of("zimbabwe", steps, None)
            assert [row.seat for row in game_round.empires] == list(steps[-1][0].order[:players])
            for row in game_round.empires:
                assert row.left + row.from_cards + row.from_level + row.from_god == row.cattle == after.cattle[row.seat]
                assert (
                    sum(deed.vp for deed in row.deeds)
                    == row.vp - row.vp_before
                    == after.vp[row.seat] - start.vp[row.seat]
                )
                assert row.to_go == after.vr[row.seat] - after.vp[row.seat]
                assert row.vr_change == after.vr[row.seat] - start.vr[row.seat]
                deeds += len(row.deeds)
    assert deeds > 20


def test_the_steps_of_a_turn_of_asante_account_for_its_actions_and_its_gold() -> None:
    kinds: Counter[str] = Counter()
    for seed in range(25):
        for steps in chapters(mezani.game("asante"), 2, seed):
            start, last, after = steps[0][0], steps[-1][0], steps[-1][2]
            active = start.active
            assert summary_of("asante", steps, active) is None
            turn: TurnSummary = summary_of("asante", steps, 1 - active)
            assert (turn.gold_before, turn.gold) == (start.gold[active], after.gold[active])
            if all(then.markers >= now.markers for then, _, now in steps[:-1]):  # no Okavango Delta brought one back
                assert sum(deed.cost for deed in turn.deeds) == 5 - last.markers
            only_drew = {deed.kind for deed in turn.deeds} <= {"drew"}
            assert turn.rises != only_drew
            assert bool(turn.aside) == only_drew
            kinds.update(deed.kind for deed in turn.deeds)
    assert set(kinds) == {"drew", "bought", "sold", "played", "placed", "used", "holy"}


@pytest.mark.parametrize("players", [3, 4])
def test_at_the_end_of_a_hand_the_last_trick_lies_complete(players: int) -> None:
    game = mezani.game("anne")
    for before, action, after in (steps[-1] for steps in chapters(game, players, 5)):
        assert game.summaries
        ended = game.summaries.ending(before, action, after)
        view: Any = game.view(ended, 0)
        assert None not in view.last_trick
        assert view.trick == [None] * players
        assert sum(view.tricks) == view.trick_number == (12 if players == 3 else 10)
        assert view.hand == []
