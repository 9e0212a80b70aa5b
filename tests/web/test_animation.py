"""Recorded games as animations: every position from the viewpoints asked for, on a page that stands alone."""

import base64
import gzip
import re

import msgspec
import pytest

import mezani
from mezani.language import language
from mezani.record import Record, read
from mezani.testing.playing import NAMES
from mezani.web.animation import Film, Films, page_of, table_after
from mezani.web.pieces import HOLE
from mezani.web.still import REGIONS, screen_of, still, table_of
from tests.playing import OUR_GAMES, random_game

ENGLISH = language("en")
DATA = re.compile(r'<script type="application/gzip" id="films">([\w+/=]*)</script>')
OUTSIDE = re.compile(r'(?:href|src|action)="(?!#)|url\((?!#)|@import|https?://(?!www\.w3\.org)')


def films_in(page: str) -> Films:
    """What the script of a page gets."""
    return msgspec.json.decode(gzip.decompress(base64.b64decode(DATA.findall(page)[0])), type=Films)


def drawn(films: Films, film: Film, at: int) -> dict[str, str]:
    """The regions of a position, put together as the script does it."""
    frame: dict[str, int] = {}
    for changed in film.frames[: at + 1]:
        frame |= changed

    def html(name: str) -> str:
        texts = films.texts[frame[name]].split(HOLE)
        texts[1::2] = map(html, texts[1::2])
        return "".join(texts)

    return {name: html(name) for name in REGIONS}


def some(name: str, players: int) -> Record:
    """The first moves of a random game, fewer where drawing takes long."""
    return random_game(name, players, moves=60)


def test_there_is_a_frame_for_each_position_and_each_shows_what_the_replay_shows(name: str, players: int) -> None:
    record, seats = some(name, players), [None, *range(players)]
    films = films_in(page_of(record, seats, ENGLISH))
    assert [len(film.frames) for film in films.films] == [len(record.actions) + 1] * len(seats)
    for at in (0, 1, 17, len(record.actions)):
        for film, seat in zip(films.films, seats, strict=True):
            regions = screen_of(table_after(record, at), seat, ENGLISH).regions()
            assert drawn(films, film, at) == {name: still(regions[name]) for name in REGIONS}


@pytest.mark.parametrize("name", OUR_GAMES)
def test_a_whole_game_ends_with_its_result(name: str) -> None:
    record = random_game(name, mezani.game(name).seats[0])
    films = films_in(page_of(record, [None], ENGLISH))
    won = [NAMES[seat] for seat in record.winners()]
    board = drawn(films, films.films[0], len(record.actions))["board"]
    assert all(player in board for player in won)


def test_the_parts_of_a_game_begin_where_the_record_has_their_titles() -> None:
    record = random_game("anne", 3)
    films = films_in(page_of(record, [None], ENGLISH))
    place = record.game.place
    begun = [n for n, (a, _, b) in enumerate(record.steps(), 1) if place(a).chapter != place(b).chapter]
    assert films.chapters == [0, *begun, len(record.actions)]
    assert len(begun) == 2


def test_the_log_tells_each_move_where_it_was_made(name: str, players: int) -> None:
    record = some(name, players)
    film = films_in(page_of(record, [0], ENGLISH)).films[0]
    numbers = [number for number, _ in film.lines]
    assert numbers == sorted(numbers)
    assert set(range(1, len(record.actions) + 1)) - set(numbers) == set(untold(record, 0))
    assert not any(re.search(r"<(button|a)\b", line) for _, line in film.lines)


def untold(record: Record, seat: int) -> list[int]:
    """The moves of which the game tells a seat nothing."""
    return [
        number
        for number, step in enumerate(record.steps(), 1)
        if not record.game.tell(*step, seat, ENGLISH, record.names)
    ]


def test_the_film_of_a_seat_holds_what_that_seat_sees_and_no_more(name: str, players: int) -> None:
    """Every text of it is a part of some position as the seat sees it: those of others are in no frame."""
    record = some(name, players)
    films = films_in(page_of(record, [1], ENGLISH))
    assert [film.value for film in films.films] == ["1"]
    used = {number for frame in films.films[0].frames for number in frame.values()}
    assert used == set(range(len(films.texts)))


def test_each_frame_is_that_of_any_world_that_the_seat_can_not_tell_from_the_true_one(name: str, players: int) -> None:
    record, rng = some(name, players), mezani.Rng(5)
    seats = [None, *range(players)]
    films = films_in(page_of(record, seats, ENGLISH))
    for at in range(0, len(record.actions), 7):
        film, seat = films.films[at % len(seats)], seats[at % len(seats)]
        world = table_after(record, at).state.clone()
        world.resample(seat, rng)
        regions = screen_of(table_of(record.game, world, record.names), seat, ENGLISH).regions()
        assert drawn(films, film, at) == {name: still(regions[name]) for name in REGIONS}


def test_a_page_stands_alone_and_tells_no_seed(name: str, players: int) -> None:
    record = Record(mezani.game(name), players, 8_765_432_109_876, names=NAMES[:players])
    state = record.start()
    for _ in range(5):
        record.actions.append(state.legal_actions()[0])
        state.play(record.actions[-1])
    page = page_of(record, [None], ENGLISH)
    assert not OUTSIDE.search(page.replace(DATA.findall(page)[0], ""))
    films = films_in(page)
    everything = page + "".join(films.texts) + "".join(line for film in films.films for _, line in film.lines)
    assert str(record.seed) not in everything
    assert not OUTSIDE.search("".join(films.texts))


def test_names_are_written_so_that_they_can_do_nothing() -> None:
    record = random_game("anne", 3, moves=30)
    record.names = ["<script>alert(1)</script>", '"><img src=x>', "Clay"]
    page = page_of(record, [None, 0], ENGLISH)
    films = films_in(page)
    for text in [page, *films.texts, *(line for film in films.films for _, line in film.lines)]:
        assert "<script>alert" not in text
        assert "<img" not in text


def test_a_game_of_older_rules_is_drawn_as_far_as_it_can_be_followed() -> None:
    text = str(random_game("asante", 2, moves=12)).replace("rules: ", "rules: 1\nwas: ") + " nonsense\n"
    record = read(text)
    assert record.stop
    films = films_in(page_of(record, [None], ENGLISH))
    assert len(films.films[0].frames) == 13
    assert "forbid" in drawn(films, films.films[0], 12)["board"]


def test_the_page_speaks_the_language_it_is_asked_for() -> None:
    record = random_game("anne", 3, moves=20)
    page = page_of(record, [None, 0], language("de"))
    assert '<html lang="de">' in page
    films = films_in(page)
    assert films.films[0].title == language("de").gettext("Seen by {name}").format(name="allen")
