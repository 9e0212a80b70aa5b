"""Checks of beginnings and ends: what is refused at the start, that games end, and who has which place."""

from mezani.engine.rng import Rng
from mezani.testing.playing import NAMES, play_out
from mezani.testing.trial import Trial

NEARLY = 1e-9
USUAL_GAMES = (2000, 20)  # compiled and interpreted: to their end


def random_games(trial: Trial) -> None:
    """Random games come to an end, with scores, winners and shares of the victory that add up."""
    for seed in trial.seeds(*USUAL_GAMES):
        state = trial.game.new(trial.players, seed)
        trial.looked_at["positions"] += play_out(state, Rng(seed))
        trial.expect(not state.legal_actions(), "the game is over, but there are legal actions")
        trial.expect(len(state.scores()) == trial.players, f"the scores are {state.scores()}: one for each seat")
        trial.expect(state.winners(), "the game is over, but nobody has won")
        if not set(state.winners()) <= set(range(trial.players)):
            trial.fail(f"the winners {state.winners()} are not seats 0 to {trial.players - 1}")
        trial.expect(abs(sum(state.returns())) < NEARLY, f"the returns {state.returns()} don't add up to 0")


def places(trial: Trial) -> None:
    """At the end every seat has a place: 1 for the winners, shared where nothing parts seats; before it nobody has."""
    for seed in trial.seeds(200, 5):
        state = trial.game.new(trial.players, seed)
        trial.expect(state.places() == [], f"the game has just begun, but the places are {state.places()}")
        play_out(state, Rng(seed))
        got = state.places()
        trial.expect(len(got) == trial.players, f"the places are {got}: one for each seat")
        winners = [seat for seat, place in enumerate(got) if place == 1]
        trial.expect_same(sorted(state.winners()), winners, f"the winners have not exactly place 1 of {got}")
        if any(place != 1 + sum(other < place for other in got) for place in got):
            trial.fail(f"the places {got} leave one out: after two seats on place 1 comes place 3")


def reasons_of_victory(trial: Trial) -> None:
    """How the victory was decided is told when the game is over, and not before."""
    game = trial.game
    for seed in trial.seeds(100, 3):
        state = game.new(trial.players, seed)
        trial.expect(not game.why_won(state), "the game has just begun, but it is told why it was won")
        play_out(state, Rng(seed))
        for reason in game.why_won(state, names=NAMES[: trial.players]):
            trial.looked_at["sentences"] += 1
            if reason.paragraph not in game.paragraphs:
                trial.fail(f"why_won cites paragraph {reason.paragraph!r}, which the rules have not")


def wrong_starts(trial: Trial) -> None:
    """A wrong number of players, a wrong seed, an option that is not there and a wrong seat are refused."""
    game = trial.game
    for players in {0, 1, 99, -3} - set(game.seats):
        with trial.expect_error(ValueError, f"a game of {players} players should be refused", "players"):
            game.new(players, 1)
    for seed in (-1, 2**64, 1.5, "7"):
        with trial.expect_error(ValueError, f"seed {seed!r} should be refused", "seed"):
            game.new(trial.players, seed)  # type: ignore[arg-type]
    with trial.expect_error(ValueError, "an unknown option should be refused", "no option 'nonsense'"):
        game.new(trial.players, 1, {"nonsense": 1})
    with trial.expect_error(ValueError, "the view of a seat that is not there should be refused", "no seat 9"):
        game.view(game.new(trial.players, 1), 9)
    with trial.expect_error(ValueError, "resampling for a seat that is not there should be refused", "no seat 9"):
        game.new(trial.players, 1).resample(9, Rng(1))
    trial.looked_at["wrong starts"] += 10


def first_game(trial: Trial) -> None:
    """ "Play now" can set the game up, if it says how."""
    first = trial.game.first_game
    if first is not None:
        trial.expect(first.players in trial.game.seats, f"the first game is for {first.players} players")
        trial.game.new(first.players, 1, first.options)
        trial.looked_at["first games"] += 1
