"""A fair arena: a bot from outside learns nothing that its seat does not know, whatever it tries."""

import os
import pickle
import sys
from pathlib import Path

import msgspec
import pytest

import mezani
from mezani.arena.match import ArenaFailed, Job, Match, play
from mezani.arena.run import on_processes
from mezani.arena.store import Store
from mezani.bots.outside import Outsiders
from mezani.bots.workers import Answer, Question, Worker
from tests.arena.cheating import Cheat, Hands, Note, hands

ROOT = Path(__file__).parent.parent.parent
CHEAT = "tests.arena.cheating:Cheat"
ANNE = mezani.game("anne")


@pytest.fixture(autouse=True)
def marked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT))
    monkeypatch.setenv("MEZANI_TEST_MARK", str(tmp_path))


def notes(folder: Path) -> list[Note]:
    return [msgspec.json.decode(line, type=Note) for line in (folder / "found.jsonl").read_bytes().splitlines()]


def deal_of(match: Match, job: Job) -> Hands:
    return hands(ANNE.new(match.players, match.seed_for("deal", job.deal)))


def has_found(note: Note, deal: Hands) -> set[str]:
    return {way for way, found in note.ways.items() if deal in found}


def test_the_cheat_succeeds_where_seeds_lead_back_and_the_true_state_is_near(tmp_path: Path) -> None:
    """The arena of before: chance from the deal's seed, and the bot in the process that plays."""
    match, number = Match("anne", 4, (CHEAT,), 1), 3
    seed = match.seed_for("deal", 0)
    state = ANNE.new(4, seed)
    rng = mezani.Rng((seed + number) % 2**64)
    world = state.clone()
    world.resample(state.seat, rng)
    assert hands(world) != hands(state)
    Cheat(ANNE).choose(world, rng)
    assert has_found(notes(tmp_path)[0], hands(state)) == {"backwards", "memory", "guesses"}


def test_the_cheat_finds_no_deal(tmp_path: Path) -> None:
    match = Match("anne", 4, ("trader", CHEAT), 2).sealed()
    jobs = list(match.jobs())
    assert len(list(on_processes(match, jobs, workers=1))) == 2
    firsts = [note for note in notes(tmp_path) if note.moves == 0]
    assert len(firsts) == 4
    deal = deal_of(match, jobs[0])
    for note in firsts:
        assert note.own == deal[note.seat]
        assert not has_found(note, deal)
    assert not any(found for note in notes(tmp_path) for found in note.ways.values())


def test_nothing_of_the_match_is_sent_to_a_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    ask, sent = Worker.ask, list[Question]()

    def note(worker: Worker, question: Question, seconds: float) -> Answer:
        sent.append(question)
        return ask(worker, question, seconds)

    monkeypatch.setattr(Worker, "ask", note)
    match = Match("anne", 4, ("trader", "trader", "trader", "tests.bots.odd:Odd"), 1, seed=2**60 + 12345).sealed()
    job = next(match.jobs())
    play(match, job)
    seeds = [match.seed, match.seed_for("deal", job.deal), match.seed_for("worlds", job.number)]
    for text in map(pickle.dumps, sent):
        assert match.secret.encode() not in text
        assert not [seed for seed in seeds if seed.to_bytes(8, "little") in text or str(seed).encode() in text]
    worlds = [question.world for question in sent if question.world]
    deal = deal_of(match, job)
    assert hands(worlds[0])[3] == deal[3]
    assert hands(worlds[0]) != deal


def test_without_a_secret_a_likely_seed_could_be_guessed(tmp_path: Path) -> None:
    match = Match("anne", 4, ("trader", "trader", "trader", CHEAT), 1)
    job = next(match.jobs())
    play(match, job)
    assert has_found(notes(tmp_path)[0], deal_of(match, job)) == {"guesses"}


def test_every_seat_thinks_in_a_process_of_its_own_that_sees_no_deal_twice(tmp_path: Path) -> None:
    match = Match("anne", 4, ("trader", CHEAT), 6).sealed()
    list(on_processes(match, list(match.jobs()), workers=1))
    firsts = [note for note in notes(tmp_path) if note.moves == 0]
    assert len(firsts) == 12
    processes = {note.process for note in firsts}
    assert len(processes) == 4, "two seats in two lineups; they are kept for the next deals"
    assert os.getpid() not in processes
    deals = [deal_of(match, job) for job in list(match.jobs())[::2]]
    for process in processes:
        hands_seen = [note.own for note in firsts if note.process == process]
        assert sorted(number for own in hands_seen for number, deal in enumerate(deals) if own in deal) == [0, 1, 2]


def test_the_processes_end_with_the_match() -> None:
    with Outsiders() as outsiders:
        outsiders.sit_down("tests.bots.odd:Odd", ANNE)
        (process,) = [one.worker.process for one in outsiders.playing]
        assert process.is_alive()
    assert not process.is_alive()


def test_a_bot_that_takes_too_long_ends_the_match() -> None:
    match = Match("anne", 4, ("trader", "trader", "trader", "tests.bots.odd:Dreaming"), 1)
    with Outsiders() as outsiders:
        outsiders.sit_down("tests.bots.odd:Dreaming", ANNE, deal=9)  # its process has started
        outsiders.get_up()
        outsiders.seconds = 0.5
        with pytest.raises(ArenaFailed, match=r"Dreaming failed \(no answer within 0.5 seconds"):
            play(match, next(match.jobs()), outsiders)


def test_code_from_outside_is_not_loaded_where_the_game_is_played() -> None:
    sys.modules.pop("tests.bots.odd", None)
    match = Match("anne", 4, ("trader", "trader", "trader", "tests.bots.odd:Odd"), 1)
    match.check()
    play(match, next(match.jobs()))
    assert "tests.bots.odd" not in sys.modules


def test_a_bot_plays_the_same_from_outside_as_here() -> None:
    ours = Match("anne", 4, ("trader", "random"), 2)
    theirs = Match("anne", 4, ("mezani.bots.levels:Quick", "mezani.bots.levels:RandomBot"), 2)
    for job, other in zip(ours.jobs(), theirs.jobs(), strict=True):
        assert play(ours, job).scores == play(theirs, other).scores


def test_a_secret_is_drawn_for_bots_from_outside_and_kept_with_the_games(tmp_path: Path) -> None:
    open_match = Match("anne", 4, ("trader", "random"), 2)
    assert Store(tmp_path / "ours", open_match).match == open_match
    match = Match("anne", 4, ("trader", CHEAT), 2)
    first = Store(tmp_path / "theirs", match).match
    assert len(first.secret) == 32
    assert Store(tmp_path / "theirs", match).match == first
    assert Store(tmp_path / "other", match).match.secret != first.secret
