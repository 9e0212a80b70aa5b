"""The coach of practice tables, and taking back what others have answered."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

import mezani
from mezani.bots.workers import BotFailed
from mezani.insight.reasons import Idea
from mezani.insight.verdicts import Verdict
from mezani.record import has_choice
from mezani.snapshot import snapshot
from mezani.tables.coach import Advice
from mezani.tables.entries import Kind
from mezani.tables.hall import Hall
from mezani.tables.players import player_of
from mezani.tables.refusals import NoHintAmongPeople, NoUndo
from mezani.tables.situation import Seat
from mezani.tables.table import Table

pytestmark = pytest.mark.anyio

ANN, BEN = player_of("ann"), player_of("ben")
GAME = mezani.game("anansi")
PATIENCE = 60  # seconds: the machine may be busy


async def practice(hall: Hall, game: Any = GAME) -> Table:
    """Ann alone among bots; it is her turn."""
    chairs = [Seat(ANN, "Ann"), *[Seat(bot="novice")] * (game.seats[-1] - 1)]
    table = await hall.open_table(game, chairs)
    await to_anns_choice(hall, table)
    return table


async def to_anns_choice(hall: Hall, table: Table) -> None:
    """Until Ann has more than one move; where there is only one she makes it."""
    while not table.is_over:
        await until(lambda: table.asked == 0 or table.is_over)
        if table.is_over or has_choice(table.state):
            return
        await hall.decide(table.id, ANN, 0, table.choices(0)[0], table.turn)


async def until(is_so: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not is_so():
            await asyncio.sleep(0.005)


async def play(hall: Hall, table: Table, choice: int = 0) -> int:
    """Ann makes a move, and the bots answer; returns it."""
    action = table.choices(0)[choice]
    await hall.decide(table.id, ANN, 0, action, table.turn)
    await to_anns_choice(hall, table)
    return action


async def play_what_counts(hall: Hall, table: Table) -> int:
    """The same until she has a choice at her next move too: of moves without one nothing is said."""
    while True:
        number, action = len(table.actions), await play(hall, table)
        if table.last_of(0) == number:
            return action


class Oracle:
    """Thinks nothing and says what it was told to say; counts what it is asked."""

    def __init__(self, table: Table, lost: float = 0.3) -> None:
        self.table, self.lost = table, lost
        self.asked: list[str] = []
        self.fails = False

    async def study(self, study: Callable[..., Any], kind: Any, game: Any, state: Any, *facts: Any, **more: Any) -> Any:
        self.asked.append(study.__name__)
        if self.fails:
            raise BotFailed("no idea")
        if study.__name__ == "verdict":
            return Verdict(facts[0], 0.5 - self.lost, state.legal_actions()[-1], 0.5)
        return tuple(Idea(action, 0.4, ()) for action in state.legal_actions()[:2])


async def asked(hall: Hall, table: Table, oracle: Oracle, shows_ideas: bool = True) -> Advice:
    """What the coach says when it has thought."""
    hall.coach.workers = oracle  # type: ignore[assignment]
    found = hall.coach.advice(table, 0, shows_ideas)
    for _ in range(5):
        await asyncio.sleep(0)
        found = hall.coach.advice(table, 0, shows_ideas)
    assert found is not None
    return found


# Ideas


async def test_ideas_are_thought_of_once_for_each_decision(hall: Hall) -> None:
    table = await practice(hall)
    oracle = Oracle(table)
    advice = await asked(hall, table, oracle)
    assert [idea.action for idea in advice.ideas] == table.state.legal_actions()[:2]
    assert oracle.asked == ["ideas"]
    await play(hall, table)
    assert len((await asked(hall, table, oracle)).ideas) == 2
    assert oracle.asked.count("ideas") == 2


async def test_who_wants_to_think_first_gets_ideas_when_they_ask(hall: Hall) -> None:
    table = await practice(hall)
    oracle = Oracle(table)
    assert (await asked(hall, table, oracle, shows_ideas=False)).ideas == ()
    assert "ideas" not in oracle.asked
    assert len(await hall.ideas(table.id, ANN, 0)) == 2
    assert len((await asked(hall, table, oracle, shows_ideas=False)).ideas) == 2


async def test_ideas_that_were_hidden_stay_hidden_until_they_are_asked_for(hall: Hall) -> None:
    table = await practice(hall)
    oracle = Oracle(table)
    hall.coach.show(table, False)
    assert not (await asked(hall, table, oracle)).is_open
    await play(hall, table)
    assert not (await asked(hall, table, oracle)).is_open
    hall.coach.show(table, True)
    assert len((await asked(hall, table, oracle)).ideas) == 2


async def test_a_coach_that_fails_has_no_ideas_and_the_game_goes_on(hall: Hall) -> None:
    table = await practice(hall)
    oracle = Oracle(table)
    oracle.fails = True
    advice = await asked(hall, table, oracle)
    assert (advice.ideas, advice.is_thinking) == ((), False)
    await play(hall, table)


async def test_among_people_there_is_no_coach(hall: Hall) -> None:
    bots = [Seat(bot="novice")] * (GAME.seats[-1] - 2)
    table = await hall.open_table(GAME, [Seat(ANN, "Ann"), Seat(BEN, "Ben"), *bots])
    await until(lambda: table.asked in (0, 1))
    seat = table.asked or 0
    assert hall.coach.advice(table, seat, True) is None
    with pytest.raises(NoHintAmongPeople):
        await hall.ideas(table.id, (ANN, BEN)[seat], seat)


async def test_a_seat_of_a_bot_has_no_coach(hall: Hall) -> None:
    table = await practice(hall)
    assert hall.coach.advice(table, 1, True) is None


# Verdicts


async def test_a_move_that_gave_away_much_is_judged_once_until_the_next_one(hall: Hall) -> None:
    table = await practice(hall)
    oracle = Oracle(table)
    action = await play_what_counts(hall, table)
    advice = await asked(hall, table, oracle, shows_ideas=False)
    assert advice.verdict
    assert (advice.verdict.action, advice.verdict.sign) == (action, "??")
    assert oracle.asked == ["verdict"]
    hall.coach.leave_it(table)
    assert (await asked(hall, table, oracle, shows_ideas=False)).verdict is None
    assert oracle.asked == ["verdict"]


async def test_a_good_move_is_passed_over_in_silence(hall: Hall) -> None:
    table = await practice(hall)
    await play_what_counts(hall, table)
    assert (await asked(hall, table, Oracle(table, lost=0.02), shows_ideas=False)).verdict is None


async def test_what_was_taken_back_is_not_judged_any_more(hall: Hall) -> None:
    table = await practice(hall)
    oracle = Oracle(table)
    await play_what_counts(hall, table)
    assert (await asked(hall, table, oracle)).verdict
    await hall.undo(table.id, ANN, 0, table.turn)
    assert (await asked(hall, table, oracle)).verdict is None


# Taking back


@pytest.mark.parametrize("name", ["anansi", "anne", "asante", "zimbabwe"])
async def test_who_practises_goes_back_to_their_last_choice_over_what_bots_have_done(hall: Hall, name: str) -> None:
    table = await practice(hall, mezani.game(name))
    before, number = snapshot(table.state), len(table.actions)
    await play(hall, table)
    while table.undoes(0) == 1:  # its own next step of the same turn
        before, number = snapshot(table.state), len(table.actions)
        await play(hall, table)
    assert table.undoes(0) == len(table.actions) - number
    await hall.undo(table.id, ANN, 0, table.turn)
    assert table.log[-1].kind is Kind.UNDO
    assert snapshot(table.state) == before
    assert (len(table.actions), table.asked) == (number, 0)


async def test_one_goes_back_further_and_further_to_the_beginning(hall: Hall) -> None:
    table = await practice(hall)
    first, start = snapshot(table.state), len(table.actions)
    for _ in range(4):
        await play(hall, table)
    while table.can_undo(0):
        await hall.undo(table.id, ANN, 0, table.turn)
    assert (snapshot(table.state), len(table.actions)) == (first, start)
    with pytest.raises(NoUndo):
        await hall.undo(table.id, ANN, 0, table.turn)


async def test_a_table_with_decisions_taken_back_is_loaded_as_it_was(hall: Hall) -> None:
    table = await practice(hall)
    for _ in range(3):
        await play(hall, table)
    await hall.undo(table.id, ANN, 0, table.turn)
    await play(hall, table, -1)
    again = await hall.store.load(table.id)
    assert again.actions == table.actions
    assert snapshot(again.state) == snapshot(table.state)
    assert [entry.action for entry in again.moves()] == table.actions
    states = [step.after for _, step in again.steps() if step]
    assert snapshot(states[-1]) == snapshot(table.state)


async def test_among_people_nobody_goes_back_over_moves_of_others(hall: Hall) -> None:
    bots = [Seat(bot="novice")] * (GAME.seats[-1] - 2)
    table = await hall.open_table(GAME, [Seat(ANN, "Ann"), Seat(BEN, "Ben"), *bots])
    for _ in range(3):
        await until(lambda: table.asked in (0, 1))
        seat = table.asked or 0
        await hall.decide(table.id, (ANN, BEN)[seat], seat, table.choices(seat)[0], table.turn)
    await until(lambda: table.asked in (0, 1))
    for seat in (0, 1):
        if table.last_seat != seat:
            with pytest.raises(NoUndo):
                await hall.undo(table.id, (ANN, BEN)[seat], seat, table.turn)
