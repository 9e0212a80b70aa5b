"""What every registered game keeps to, for each number of players, on both builds."""

import inspect
import pickle
import subprocess
import sys

import msgspec
import pytest

import mezani
from mezani import record
from mezani.engine.state import Choices, IllegalAction
from mezani.game import Board, Terminal, Words
from mezani.language import LANGUAGES, language
from mezani.snapshot import snapshot
from tests.playing import MOST_DECISIONS, NAMES, amount, checks_of, random_positions, random_steps, seeds, some

SPREAD = 13  # look at one position in so many where looking is slow
MOST_POSITIONS = 24  # and at so many of a long game
MOST_ENDINGS = 6  # and at so many games to their end
MOST_ACTIONS = 100  # and at so many actions of a game that has more
MOST_MOVES = 12  # and at so many legal ones of a position


def test_random_games_end(name: str, players: int) -> None:
    game = mezani.game(name)
    for seed in seeds(game, players, amount(2000, 20)):
        state = game.new(players, seed)
        assert 0 < mezani.playout(state, mezani.Rng(seed)) < MOST_DECISIONS
        assert state.is_over
        assert state.legal_actions() == []
        assert len(state.scores()) == players
        assert set(state.winners()) <= set(range(players))
        assert state.winners()
        assert abs(sum(state.returns())) < 1e-9


def test_the_legal_actions_are_sorted_and_unique(name: str, players: int) -> None:
    game = mezani.game(name)
    choices = Choices()
    for seed in seeds(game, players, amount(60, 6)):
        for state, _ in random_steps(game, players, seed):
            legal = state.legal_actions()
            assert legal, "a decision without a legal action"
            assert legal == sorted(set(legal))
            assert legal[0] >= 0
            assert legal[-1] < game.action_count
            choices.clear()
            state.legal(choices)
            assert choices.as_list() == legal


def test_each_position_is_sound(name: str, players: int) -> None:
    game, check = mezani.game(name), checks_of(name)
    for seed in seeds(game, players, amount(60, 6)):
        for state, _ in random_steps(game, players, seed):
            check(state)


def test_an_illegal_action_is_refused_and_nothing_changes(name: str, players: int) -> None:
    game = mezani.game(name)
    for seed in range(amount(4, 1)):
        for number, state in enumerate(random_positions(game, players, seed, every=SPREAD, most=MOST_POSITIONS)):
            before = snapshot(state)
            legal = set(state.legal_actions())
            actions = some(range(game.action_count), MOST_ACTIONS, number)
            for action in {*actions, -1, game.action_count, 2**40, "C9", None} - legal:
                with pytest.raises(IllegalAction):
                    state.play(action)
            assert snapshot(state) == before


def test_nothing_can_be_played_when_the_game_is_over(name: str, players: int) -> None:
    state = mezani.game(name).new(players, 3)
    mezani.playout(state, mezani.Rng(3))
    with pytest.raises(IllegalAction, match="over"):
        state.play(0)


def test_text_and_number_of_an_action_are_inverse(name: str, players: int) -> None:
    game = mezani.game(name)
    for seed in seeds(game, players, amount(12, 2)):
        for state, _ in random_steps(game, players, seed):
            texts = [game.action_text(state, action) for action in state.legal_actions()]
            assert [game.parse_action(state, text) for text in texts] == state.legal_actions()
            assert len(set(texts)) == len(texts)
            assert not any(set(" \t\n#") & set(text) for text in texts), "a record could not be read back"


def test_a_text_that_is_no_move_is_refused(name: str, players: int) -> None:
    game = mezani.game(name)
    for text in ("", " ", "?", "Z99", "xx", "1 2", "C9C9", "\0", "é"):
        with pytest.raises(ValueError, match=r"."):
            game.parse_action(game.new(players, 1), text)


def test_a_clone_is_equal_and_independent(name: str, players: int) -> None:
    game = mezani.game(name)
    for seed in range(amount(8, 1)):
        for state in random_positions(game, players, seed, every=SPREAD, most=amount(MOST_POSITIONS, 4)):
            before = snapshot(state)
            clone = state.clone()
            assert snapshot(clone) == before
            mezani.playout(clone, mezani.Rng(seed))
            assert snapshot(state) == before
            again = state.clone()
            mezani.playout(again, mezani.Rng(seed))
            assert snapshot(again) == snapshot(clone)


def test_a_state_can_be_sent_to_another_process(name: str, players: int) -> None:
    for state in random_positions(mezani.game(name), players, 5, every=SPREAD, most=MOST_POSITIONS):
        assert snapshot(pickle.loads(pickle.dumps(state))) == snapshot(state)


def test_the_same_seed_and_actions_give_the_same_game(name: str, players: int) -> None:
    game = mezani.game(name)
    first, second = game.new(players, 11), game.new(players, 11)
    for state, action in random_steps(game, players, 11):
        assert snapshot(first) == snapshot(second) == snapshot(state)
        first.play(action)
        second.play(action)


def test_a_record_gives_the_same_state(name: str, players: int) -> None:
    game = mezani.game(name)
    for seed in seeds(game, players, amount(6, 1)):
        actions = [action for _, action in random_steps(game, players, seed)]
        for length in (0, len(actions) // 2, len(actions)):
            written = record.Record(game, players, seed, names=NAMES[:players], actions=actions[:length])
            read = record.read(str(written))
            assert read.actions == written.actions
            assert snapshot(read.state()) == snapshot(written.state())
            assert str(read) == str(written)


def test_a_resampled_world_looks_the_same_to_its_seat(name: str, players: int) -> None:
    game, check, rng = mezani.game(name), checks_of(name), mezani.Rng(9)
    for seed in seeds(game, players, amount(12, 2)):
        for state in random_positions(game, players, seed, every=5, most=MOST_POSITIONS):
            for seat in (*range(players), None):
                world = state.clone()
                world.resample(seat, rng)
                check(world)
                assert game.view(world, seat) == game.view(state, seat)
                assert world.open_seats() == state.open_seats()
                if seat == state.seat:
                    assert world.legal_actions() == state.legal_actions()


@pytest.mark.slow
def test_a_resampled_world_can_be_played_to_its_end(name: str, players: int) -> None:
    game, check, rng = mezani.game(name), checks_of(name), mezani.Rng(9)
    for seed in range(amount(4, 1)):
        for state in random_positions(game, players, seed, every=SPREAD, most=MOST_ENDINGS):
            state.resample(state.seat, rng)
            while not state.is_over:
                state.play(state.random_action(rng))
                check(state)


def test_resampling_draws_the_future_anew(name: str, players: int) -> None:
    game, rng = mezani.game(name), mezani.Rng(9)
    state = game.new(players, 1)
    worlds = [state.clone() for _ in range(8)]
    for world in worlds:
        world.resample(0, rng)
    assert len({world.rng.word() for world in worlds}) == len(worlds)


def test_nothing_that_a_player_reads_differs_between_worlds_that_look_the_same(name: str, players: int) -> None:
    game, rng = mezani.game(name), mezani.Rng(5)
    for seed in range(amount(3, 1)):
        for number, state in enumerate(random_positions(game, players, seed, every=SPREAD, most=MOST_POSITIONS)):
            for seat in (*range(players), None):
                world = state.clone()
                world.resample(seat, rng)
                assert repr(world) == repr(state)
                assert game.place(world) == game.place(state)
                for code in LANGUAGES:
                    lang = language(code)
                    assert game.prompt(world, seat, lang, NAMES) == game.prompt(state, seat, lang, NAMES)
                    if seat is not None:
                        for action in some(range(game.action_count), MOST_ACTIONS, number):
                            assert game.why_not(world, seat, action, lang) == game.why_not(state, seat, action, lang)


@pytest.mark.slow
def test_a_log_line_tells_no_more_than_the_view(name: str, players: int) -> None:
    """Where a seat sees the same before and after a move, whatever is hidden, it reads the same."""
    game, rng, english = mezani.game(name), mezani.Rng(5), language("en")
    for seed in seeds(game, players, amount(6, 1)):
        for number, state in enumerate(random_positions(game, players, seed, every=3, most=MOST_POSITIONS)):
            for seat in (*range(players), None):
                world = state.clone()
                world.resample(seat, rng)
                told: dict[bytes, list[str]] = {}
                for before in (state, world):
                    for action in some(before.legal_actions(), MOST_MOVES, number):
                        after = before.clone()
                        after.play(action)
                        seen = repr(game.view(after, seat)).encode() + (b"%d" % action if seat == state.seat else b"")
                        lines = game.tell(before, action, after, seat, english, NAMES)
                        assert told.setdefault(seen, lines) == lines


def test_every_action_has_words_in_every_language(name: str, players: int) -> None:
    game = mezani.game(name)
    for code in LANGUAGES:
        lang = language(code)
        for seed in seeds(game, players, amount(3, 1)):
            for state, action in random_steps(game, players, seed):
                labels = [game.label(state, legal, lang) for legal in state.legal_actions()]
                assert all(labels)
                assert len(set(labels)) == len(labels), "two moves that a player cannot tell apart"
                after = state.clone()
                after.play(action)
                assert all(game.tell(state, action, after, seat, lang, NAMES) for seat in (0, None))
                assert game.prompt(state, None, lang, NAMES)


def test_a_reason_cites_a_paragraph_of_the_rules(name: str, players: int) -> None:
    game = mezani.game(name)
    for number, state in enumerate(random_positions(game, players, 2, every=SPREAD, most=MOST_POSITIONS)):
        for seat in range(players):
            for action in some(range(game.action_count), MOST_ACTIONS, number):
                reason = game.why_not(state, seat, action)
                assert (reason is None) == (seat == state.seat and action in state.legal_actions())
                if reason:
                    assert reason.paragraph in game.paragraphs
                    assert reason.sentence.endswith(".")


def test_the_seat_to_move_is_open(name: str, players: int) -> None:
    for state, _ in random_steps(mezani.game(name), players, 4):
        assert state.seat in state.open_seats()
        assert state.open_actions(state.seat) == state.legal_actions()
        for seat in set(range(players)) - set(state.open_seats()):
            assert state.open_actions(seat) == []


def test_what_is_shown_only_grows(name: str, players: int) -> None:
    shown = 0
    for state, _ in random_steps(mezani.game(name), players, 4):
        assert state.reveals >= shown
        shown = state.reveals


def test_what_a_seat_sees_does_not_change_by_undoing(name: str, players: int) -> None:
    """Where `reveals` stayed the same, no other seat has learnt a card: all worlds of before are still possible."""
    game, rng = mezani.game(name), mezani.Rng(6)
    for seed in seeds(game, players, amount(4, 1)):
        for state, action in random_steps(game, players, seed):
            after = state.clone()
            after.play(action)
            if after.reveals == state.reveals:
                world = state.clone()
                world.resample(state.seat, rng)
                world.play(action)
                assert game.view(world, state.seat) == game.view(after, state.seat)


def test_a_wrong_start_is_refused(name: str, players: int) -> None:
    game = mezani.game(name)
    for wrong in (0, 1, 99, -3):
        with pytest.raises(ValueError, match="players"):
            game.new(wrong, 1)
    for seed in (-1, 2**64, 1.5, "7"):
        with pytest.raises(ValueError, match="seed"):
            game.new(players, seed)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="no option 'nonsense'"):
        game.new(players, 1, {"nonsense": 1})
    with pytest.raises(ValueError, match="no seat 9"):
        game.view(game.new(players, 1), 9)
    with pytest.raises(ValueError, match="no seat 9"):
        game.new(players, 1).resample(9, mezani.Rng(1))


def test_a_game_says_truly_whether_anything_is_hidden(name: str, players: int) -> None:
    """Where people share a screen, a curtain falls unless `is_open` says that all seats may see the same."""
    game = mezani.game(name)
    same = []
    for state in random_positions(game, players, seed=7, every=SPREAD, most=MOST_POSITIONS):
        views = [msgspec.structs.asdict(game.view(state, seat)) | {"seat": None} for seat in (*range(players), None)]
        same.append(all(view == views[0] for view in views))
    assert all(same) if game.is_open else not all(same)


@pytest.mark.parametrize("name", mezani.game_names())
def test_a_first_game_can_be_set_up(name: str) -> None:
    game = mezani.game(name)
    assert game.first_game
    assert game.new(game.first_game.players, 1, game.first_game.options).players == game.first_game.players


GIVEN = [(Words, "words"), (Terminal, "load_terminal"), (Board, "load_board")]


@pytest.mark.parametrize(("protocol", "where"), GIVEN, ids=lambda thing: getattr(thing, "__name__", ""))
@pytest.mark.parametrize("name", mezani.game_names())
def test_what_a_game_gives_takes_what_it_is_asked_with(name: str, protocol: type, where: str) -> None:
    """mypy checks the types; this sees functions that are missing or take another number of things."""
    given = getattr(mezani.game(name), where)
    if given is None:
        return
    module = given() if where.startswith("load") else given
    for asked, function in vars(protocol).items():
        if not asked.startswith("_"):
            takes = len(inspect.signature(function).parameters) - 1
            inspect.signature(getattr(module, asked)).bind(*[None] * takes)


def test_playing_from_python_loads_neither_pictures_nor_pages() -> None:
    script = """
import sys, mezani
for name in mezani.game_names():
    mezani.game(name).new(seed=1)
print(*sorted({"rich", "jinja2", "litestar", "sqlalchemy"} & set(sys.modules)))
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.strip() == ""
