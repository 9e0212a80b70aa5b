"""Checks of hidden information: worlds dealt anew look the same, and nothing that a seat reads tells more."""

import msgspec

from mezani.engine.rng import Rng
from mezani.engine.state import State
from mezani.language import ENGLISH, LANGUAGES, language
from mezani.snapshot import snapshot
from mezani.testing.moves import MOST_ACTIONS, MOST_POSITIONS, SPREAD
from mezani.testing.playing import NAMES, another_world, chapters, random_steps, some
from mezani.testing.trial import Trial

MOST_ENDINGS = 6  # so many games are played to their end from positions on the way
MOST_MOVES = 12  # and so many legal moves of a position are looked at


def called(seat: int | None) -> str:
    return "a spectator" if seat is None else f"seat {seat}"


def resampling(trial: Trial) -> None:
    """A resampled world looks the same to its seat, is sound, and its future is drawn anew."""
    game, rng = trial.game, Rng(9)
    for seed in trial.seeds(12, 2):
        for state in trial.positions(seed, 5, MOST_POSITIONS):
            for seat in trial.seats:
                world = state.clone()
                world.resample(seat, rng)
                trial.looked_at["worlds"] += 1
                trial.expect_sound(world)
                seen = game.view(world, seat)
                trial.expect_same(seen, game.view(state, seat), f"after resampling {called(seat)} sees something else")
                trial.expect_same(world.open_seats(), state.open_seats(), "after resampling other seats are open")
                if seat == state.seat:
                    legal = world.legal_actions()
                    trial.expect_same(legal, state.legal_actions(), "after resampling other actions are legal")
    start = game.new(trial.players, trial.first_seed)
    worlds = [start.clone() for _ in range(8)]
    for world in worlds:
        world.resample(0, rng)
    trial.expect(len({world.rng.word() for world in worlds}) == 8, "after resampling the future is not drawn anew")


def resampled_games(trial: Trial) -> None:
    """A resampled world can be played to its end, sound all the way."""
    rng = Rng(9)
    for seed in trial.seeds(4, 1):
        for state in trial.positions(seed, SPREAD, MOST_ENDINGS):
            state.resample(state.seat, rng)
            while not state.is_over:
                state.play(state.random_action(rng))
                trial.expect_sound(state)


def views(trial: Trial) -> None:
    """A view is a struct that can be sent and does not change the state; `is_open` says truly if nothing is hidden."""
    game, alike = trial.game, True
    for seed in trial.seeds(3, 1):
        for state in trial.positions(seed, SPREAD, MOST_POSITIONS):
            before = snapshot(state)
            seen = [game.view(state, seat) for seat in trial.seats]
            for view in seen:
                trial.expect(isinstance(view, msgspec.Struct), f"the view is a {type(view).__name__}, not a Struct")
                msgspec.json.encode(view)
            public = game.view(state, None)
            own = [game.own_view(public, state, seat) for seat in range(state.players)]
            expected = [game.view(state, seat) for seat in range(state.players)]
            trial.expect(own == expected, "`make_own_view` shows a seat something else than `make_view`")
            trial.expect_same(snapshot(state), before, "making a view has changed the state")
            facts = [msgspec.structs.asdict(view) | {"seat": None} for view in seen]
            alike = alike and all(view == facts[0] for view in facts)
    if game.is_open and not alike:
        trial.fail("`is_open` says that nothing is hidden, but seats see different things")
    if alike and not game.is_open:
        trial.fail(
            "all seats saw the same: where nothing is hidden, `is_open` must say so, or people who share a screen "
            "are asked to look away"
        )


def words_in_other_worlds(trial: Trial) -> None:
    """Prompts, places and reasons are the same in all worlds that a seat can't tell apart."""
    game, rng = trial.game, Rng(5)
    for seed in trial.seeds(3, 1):
        for number, state in enumerate(trial.positions(seed, SPREAD, MOST_POSITIONS)):
            for seat in trial.seats:
                world = state.clone()
                world.resample(seat, rng)
                tells = f"tells {called(seat)} what it can't know"
                trial.expect_same(repr(world), repr(state), f"repr {tells}")
                trial.expect_same(game.place(world), game.place(state), f"place {tells}")
                for lang in map(language, LANGUAGES):
                    asked = game.prompt(world, seat, lang, NAMES)
                    trial.expect_same(asked, game.prompt(state, seat, lang, NAMES), f"prompt {tells}")
                    if seat is not None:
                        for action in some(range(game.action_count), MOST_ACTIONS, number):
                            reason = game.why_not(world, seat, action, lang)
                            true = game.why_not(state, seat, action, lang)
                            trial.expect_same(reason, true, f"why_not of action {action} {tells}")
                            trial.looked_at["sentences"] += 1


def log_lines(trial: Trial) -> None:
    """Where a seat sees the same before and after a move, whatever is hidden, it reads the same."""
    game, rng = trial.game, Rng(5)
    for seed in trial.seeds(6, 1):
        for number, state in enumerate(trial.positions(seed, 3, MOST_POSITIONS)):
            for seat in trial.seats:
                world = state.clone()
                world.resample(seat, rng)
                told: dict[tuple[str, int], list[str]] = {}
                for before in (state, world):
                    for action in some(before.legal_actions(), MOST_MOVES, number):
                        after = before.clone()
                        after.play(action)
                        seen = repr(game.view(after, seat)), action if seat == state.seat else -1
                        lines = game.tell(before, action, after, seat, ENGLISH, NAMES)
                        trial.looked_at["lines"] += len(lines)
                        told.setdefault(seen, lines)
                        trial.expect_same(lines, told[seen], f"tell says to {called(seat)} what it can't see")


def summaries(trial: Trial) -> None:
    """A summary of a chapter is the same in all worlds that its reader can't tell apart."""
    game, rng = trial.game, Rng(trial.players)
    if game.summaries is None:
        return
    for seed in trial.seeds(12, 1):
        for steps in chapters(game, trial.players, seed):
            for seat in (0, None):
                true = game.summary(steps, seat, ENGLISH, NAMES[: trial.players])
                if true is not None:
                    other = game.summary(another_world(steps, seat, rng), seat, ENGLISH, NAMES[: trial.players])
                    trial.expect_same(
                        other,
                        true,
                        f"the summary of {game.place(steps[0][0]).chapter} tells {called(seat)} what it can't know",
                    )
                    trial.looked_at["summaries"] += 1
    trial.expect(trial.looked_at["summaries"], "the game has summaries, but says nothing of any chapter")


def remarks(trial: Trial) -> None:
    """What is remarked on a move of another is the same in all worlds that the reader can't tell apart."""
    game, rng = trial.game, Rng(7)
    if game.remarks is None:
        return
    for seed in trial.seeds(8, 1):
        for number, state in enumerate(trial.positions(seed, 3, MOST_POSITIONS)):
            for seat in range(trial.players):
                if seat != state.seat:
                    _expect_no_hint(trial, state, seat, number, rng)


def _expect_no_hint(trial: Trial, state: State, seat: int, number: int, rng: Rng) -> None:
    """Where a seat sees the same before and after a move of another, whatever is hidden, the remark is the same."""
    game, tells = trial.game, f"a remark tells {called(seat)} what it can't know"
    world = state.clone()
    world.resample(seat, rng)
    said: dict[str, str] = {}
    for before in (state, world):
        for action in some(before.legal_actions(), MOST_MOVES, number):
            after = before.clone()
            after.play(action)
            remark = game.remark(before, action, after, seat, ENGLISH, NAMES)
            trial.expect_same(remark, said.setdefault(repr(game.view(after, seat)), remark), tells)
            after.resample(seat, rng)
            trial.expect_same(game.remark(before, action, after, seat, ENGLISH, NAMES), remark, tells)
            trial.looked_at["moves"] += 1


def covered_past(trial: Trial) -> None:
    """Of what lies face down later as many lines are told; the present, and all after the end, is open."""
    game = trial.game
    past = game.past
    if past is None:
        return
    for seed in trial.seeds(2, 1):
        kept = []
        state = game.new(trial.players, seed)
        for state, action in random_steps(game, trial.players, seed):
            before, after = state.clone(), state.clone()
            after.play(action)
            kept.append(before)
            for seat in (0, None):
                told, covered = (
                    tell(before, action, after, seat, ENGLISH, NAMES) for tell in (game.tell, game.tell_covered)
                )
                trial.expect(len(told) == len(covered), f"tell has {len(told)} lines, but {len(covered)} when covered")
                trial.looked_at["lines"] += len(covered)
                seen = past.view(before, before, seat)
                trial.expect_same(seen, game.view(before, seat), "the present is covered")
        for then in kept:
            trial.expect(not past.is_covered(game.place(then), state), "after the end something is still covered")
            trial.expect_same(past.view(then, state, 0), game.view(then, 0), "after the end something is still covered")


def undo(trial: Trial) -> None:
    """`reveals` only grows; where it stays the same after a move, the seat has learnt nothing by it.

    Otherwise it could take the move back and know more than before.
    """
    game, rng = trial.game, Rng(6)
    for seed in trial.seeds(4, 1):
        for state, action in trial.steps(seed):
            after = state.clone()
            after.play(action)
            trial.expect(after.reveals >= state.reveals, f"reveals falls from {state.reveals} to {after.reveals}")
            if after.reveals == state.reveals:
                world = state.clone()
                world.resample(state.seat, rng)
                world.play(action)
                seen = game.view(after, state.seat)
                trial.expect_same(
                    seen,
                    game.view(world, state.seat),
                    f"reveals is the same, but something was shown by {game.action_text(state, action)!r}",
                )
