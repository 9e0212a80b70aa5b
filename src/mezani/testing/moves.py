"""Checks of moves: which are legal, that others are refused, and how they are written."""

from mezani.engine.rng import Rng
from mezani.engine.state import Choices, IllegalAction
from mezani.snapshot import snapshot
from mezani.testing.playing import play_out, some
from mezani.testing.trial import Trial

SPREAD = 13  # look at one position in so many where looking is slow
MOST_POSITIONS = 24  # and at so many of a long game
MOST_ACTIONS = 100  # and at so many actions of a game that has more
NO_MOVES = ("", " ", "?", "Z99", "xx", "1 2", "C9C9", "\0", "é")
NO_ACTIONS = (-1, 2**40, "C9", None)
NOT_IN_A_RECORD = set(" \t\n#")


def legal_moves(trial: Trial) -> None:
    """In each decision there are legal moves, in rising order, within the numbers of the game."""
    choices = Choices()
    for seed in trial.seeds(60, 6):
        for state, _ in trial.steps(seed):
            legal = state.legal_actions()
            trial.expect(legal, "there is no legal action, but the game is not over")
            if legal != sorted(set(legal)):
                trial.fail(f"the legal actions are not in rising order, each once: {legal}")
            if not 0 <= legal[0] <= legal[-1] < trial.game.action_count:
                trial.fail(f"actions are numbered 0 to {trial.game.action_count - 1}, but {legal} are legal")
            choices.clear()
            state.legal(choices)
            trial.expect_same(choices.as_list(), legal, "`legal` and `legal_actions` disagree")


def sound_positions(trial: Trial) -> None:
    """In every position holds what the author says must hold."""
    if trial.sound is None:
        return
    for seed in trial.seeds(60, 6):
        for state, _ in trial.steps(seed):
            trial.expect_sound(state)


def illegal_moves(trial: Trial) -> None:
    """What is not legal is refused with IllegalAction, and nothing changes."""
    game = trial.game
    for seed in trial.seeds(4, 1):
        for number, state in enumerate(trial.positions(seed, SPREAD, MOST_POSITIONS)):
            before = snapshot(state)
            actions = some(range(game.action_count), MOST_ACTIONS, number)
            for action in {*actions, game.action_count, *NO_ACTIONS} - set(state.legal_actions()):
                with trial.expect_error(IllegalAction, f"action {action!r} should be refused"):
                    state.play(action)
            trial.expect_same(snapshot(state), before, "an action was refused, but the state has changed")
    state = game.new(trial.players, trial.first_seed)
    play_out(state, Rng(trial.first_seed))
    with trial.expect_error(IllegalAction, "after the end of the game each action should be refused", "over"):
        state.play(0)


def notation(trial: Trial) -> None:
    """`parse_action` is the inverse of `action_text`, each move has a text of its own, and other texts are refused."""
    game = trial.game
    for seed in trial.seeds(12, 2):
        for state, _ in trial.steps(seed):
            seen: dict[str, int] = {}
            for action in state.legal_actions():
                text = game.action_text(state, action)
                if (parsed := game.parse_action(state, text)) != action:
                    trial.fail(f"action {action} is written {text!r}, which is read as action {parsed}")
                if (other := seen.setdefault(text, action)) != action:
                    trial.fail(f"actions {other} and {action} are both written {text!r}")
                if not text or NOT_IN_A_RECORD & set(text):
                    trial.fail(f"action {action} is written {text!r}: a record needs a text without spaces and #")
            trial.looked_at["texts"] += len(seen)
    start = game.new(trial.players, trial.first_seed)
    for text in NO_MOVES:
        if text not in {game.action_text(start, action) for action in start.legal_actions()}:
            with trial.expect_error(ValueError, f"{text!r} is no move and should be refused"):
                game.parse_action(start, text)


def open_seats(trial: Trial) -> None:
    """The seat to move is among those that may decide, and others that may not have nothing to choose."""
    for seed in trial.seeds(3, 1):
        for state, _ in trial.steps(seed):
            seats = state.open_seats()
            trial.expect(state.seat in seats, f"the seat to move is not among the open seats {seats}")
            trial.expect_same(state.open_actions(state.seat), state.legal_actions(), "open and legal actions differ")
            for seat in set(range(trial.players)) - set(seats):
                trial.expect(not state.open_actions(seat), f"seat {seat} is not open, but has something to choose")
