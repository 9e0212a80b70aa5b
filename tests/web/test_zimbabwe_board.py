"""The board of The Great Zimbabwe: the map carries the moves, shows reach and costs, and nothing needs a mouse."""

import gzip
import re
from itertools import islice
from typing import Any

import pytest
from litestar.testing import TestClient
from playwright.sync_api import Page

import mezani
from mezani.games.zimbabwe import GAME, Zimbabwe
from mezani.games.zimbabwe.actions import parse_square
from mezani.games.zimbabwe.components import EMPIRES, GODS
from mezani.games.zimbabwe.look import look
from mezani.games.zimbabwe.page.board import drawing, vr_of_gods, vr_of_technologies
from mezani.games.zimbabwe.page.outlines import dots, field, outline
from mezani.games.zimbabwe.view import view
from mezani.language import LANGUAGES
from mezani.testing.playing import random_positions
from mezani.web.pieces import changed_fragments
from tests.games.zimbabwe.positions import PLAIN, play, position, sensible
from tests.web.people import Person
from tests.web.test_boards import page_of, screen, table_with

pytestmark = pytest.mark.slow
ONE_SERVER = True
LARGEST_PAGE = 250_000  # bytes, compressed
LARGEST_MOVE = 12_000  # bytes, on average over a game of five

# On the plain map: a monument of level 2 that reaches a potter, a wood carver, and the neighbour's ivory carver
MINE = (
    'cattle = 9; monuments = { h6 = 2 }; technologies = { potter = 1, "wood-carver" = 2 }; '
    'craftsmen = { potter = ["j7-"], "wood-carver" = ["g3-"] }'
)
THEIRS = 'monuments = { c5 = 1 }; technologies = { "ivory-carver" = 3 }; craftsmen = { "ivory-carver" = ["k4"] }'


def raising(moves: str = "raise h6") -> Zimbabwe:
    return play(position(PLAIN, MINE, THEIRS), moves)


def board(state: Zimbabwe, seat: int | None, code: str = "en", **shown: Any) -> str:
    return str(screen(table_with("zimbabwe", state.players), state, seat, code, **shown).regions()["board"])


# Shapes


def test_an_outline_goes_round_its_squares_and_round_holes() -> None:
    assert outline({(0, 0), (0, 1), (1, 1)}) == "M0 0L88 0L88 88L44 88L44 44L0 44Z"
    ring = {(row, column) for row in range(3) for column in range(3)} - {(1, 1)}
    assert outline(ring).count("Z") == 2


def test_squares_that_touch_at_a_corner_have_outlines_of_their_own() -> None:
    assert outline({(0, 0), (1, 1)}).count("Z") == 2
    assert outline({(0, 1), (1, 0)}).count("Z") == 2


def test_a_field_joins_neighbours_in_a_row() -> None:
    assert field({(0, 0), (0, 1), (0, 3)}) == "M0 0h88v44h-88zM132 0h44v44h-44z"
    assert dots({(0, 0)}, 2).count("h0") == 2


# What the map tells


def test_the_raise_shows_its_reach_by_hubs() -> None:
    seen = view(raising(), 0)
    drawn = drawing(seen, None)
    assert drawn.reach
    assert drawn.reach.square == "h6"
    assert drawn.reach.fields[0]  # what is reached directly
    assert drawn.reach.fields[3]  # and what is not at all


def test_while_a_primary_is_chosen_the_reach_is_that_of_the_craftsman_whom_it_supplies() -> None:
    decisions = set()
    for seed in range(1, 6):
        for state in random_positions(GAME, 3, seed):
            seen = view(state, None)
            if not seen.raising or seen.decision not in ("good", "primary"):
                continue
            drawn, squares = drawing(seen, None), {tile.square: tile.squares for tile in seen.craftsmen}
            assert drawn.reach
            start = seen.raising.goods[-1].craftsman if seen.decision == "primary" else seen.raising.square
            assert drawn.reach.square == start
            for offer in seen.raising.offers:
                hubs = [seen.raising.hubs_to[parse_square(square)] for square in squares[offer.square]]
                if not offer.primary:
                    assert min(number for number in hubs if number is not None) == offer.hubs
            decisions.add(seen.decision)
    assert decisions == {"good", "primary"}


def test_the_monument_that_is_raised_stays_marked_while_a_primary_is_chosen() -> None:
    state = next(
        state
        for seed in range(1, 9)
        for state in random_positions(GAME, 3, seed)
        if view(state, None).decision == "primary"
    )
    raising_now = view(state, None).raising
    assert raising_now
    html = board(state, state.seat)
    assert re.findall(r'class="mon sel[^>]* id="on-(\w+)"', html) == [raising_now.square]


def test_what_offers_no_move_stands_below_what_does() -> None:
    state = position(PLAIN, f"{MINE}; god = 'Eshu'", THEIRS, gods='["Gu"]')
    play(state, "build a9")
    html = board(state, 0)
    assert 'class="supply technologies shut"' in html
    assert 'class="supply gods shut"' in html
    assert 'class="supply specialists"' in html
    assert "technologies shut" not in board(state, 1)  # whose turn it isn't


def test_whoever_looks_at_the_monument_sees_the_reach_of_its_raise() -> None:
    state = raising()
    seen, looked = view(state, 0), look(state, 0, "h6")
    assert seen.raising
    assert looked
    assert looked.hubs_to == seen.raising.hubs_to


def test_with_eshu_one_sees_farther() -> None:
    state = raising("")
    near, far = look(state, None, "h6"), look(state, None, "h6*")
    assert near
    assert far
    direct = [{n for n, hubs in enumerate(seen.hubs_to) if hubs == 0} for seen in (near, far)]
    assert direct[0] < direct[1]


def test_a_craftsman_shows_the_resources_in_its_range() -> None:
    state = raising("")
    assert [seen.supply for at in ("j7", "k7", "k7*") if (seen := look(state, None, at))] == [["k8"], ["k8"], ["k8"]]
    assert look(state, None, "a2") is None
    assert look(state, None, "nonsense") is None


def test_craftsmen_say_why_they_are_out_of_the_question() -> None:
    def marks(state: Zimbabwe) -> dict[str, str]:
        return {piece.square: piece.mark for piece in drawing(view(state, 0), None).pieces}

    assert marks(raising()) == {"j7": "", "g3": "", "k4": ""}
    assert marks(raising("raise h6 j7")) == {"j7": "", "g3": "", "k4": ""}
    used = play(position(PLAIN, MINE, THEIRS, used='["k8"]'), "raise h6")
    assert marks(used)["j7"] == "used up"
    poor = play(position(PLAIN, MINE.replace("= 9", "= 3"), THEIRS), "raise h6")
    assert marks(poor) == {"j7": "", "g3": "", "k4": "not enough left"}
    far = play(
        position(PLAIN, MINE.replace("h6 = 2", "h6 = 1"), THEIRS.replace("k4", "a4") + "; cattle = 1"), "raise h6"
    )
    assert marks(far)["a4"] == "out of reach"


def test_marks_and_offers_never_contradict_each_other() -> None:
    checked = 0
    for seed in range(3):
        for state in random_positions(GAME, 4, seed):
            seen = view(state, None)
            if seen.decision == "good" and seen.raising:
                offered = {offer.square for offer in seen.raising.offers}
                for piece in drawing(seen, None).pieces:
                    if not piece.role:
                        assert (piece.mark == "") == (piece.square in offered)
                        checked += 1
    assert checked


def test_while_a_craftsman_is_placed_covered_resources_are_marked() -> None:
    drawn = drawing(view(play(position(PLAIN, MINE, THEIRS), "potter"), 0), None)
    assert drawn.ringed == ["a1"]
    assert drawn.covered == ["k8"]


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_bill_tells_whom_the_raise_pays(code: str) -> None:
    html = board(raising("raise h6 k4"), 0, code)
    bill = re.sub(r"<[^>]+>", " ", html.partition('class="bill"')[2].partition("</table>")[0]).split()
    paid = bill.index("Brittany")
    assert bill[paid + 1] == "3"
    assert bill[-6:-1] == ["3", "of", "9,", "leaves", "6"] if code == "en" else "9," in bill


def test_a_raise_that_reaches_the_vr_warns() -> None:
    warning = "the game ends after this round"
    assert warning not in board(raising("raise h6 j7"), 0)
    near = play(position(PLAIN, MINE.replace("h6 = 2", "h6 = 2, b2 = 4"), THEIRS), "raise h6 j7")
    assert near.vp[0] < near.vr[0] <= near.vp[0] + 4
    assert warning in board(near, 0)


def test_a_monument_or_a_craftsman_that_reaches_the_vr_warns() -> None:
    warning = "the game ends after this round"
    level = MINE.replace("h6 = 2", "h6 = 2, b2 = 4")  # 18 VP
    assert warning in board(play(position(PLAIN, f"vr = 19; {level}", THEIRS), "build"), 0)
    assert warning not in board(play(position(PLAIN, f"vr = 20; {level}", THEIRS), "build"), 0)
    assert warning in board(play(position(PLAIN, f"vr = 19; {level}", THEIRS), "potter"), 0)
    new_card = play(position(PLAIN, f"vr = 19; {level}", THEIRS), "vessel-maker")
    assert warning not in board(new_card, 0)  # its VR are added


def test_the_board_names_the_vr_that_a_card_costs_this_empire() -> None:
    seen_with_gu = 0
    for seed in range(4):
        for state in random_positions(GAME, 3, seed, most=60):
            seen = view(state, None)
            me = seen.empires[state.seat]
            costs = [state.card_cost(me.seat, kind) if left else None for kind, left in enumerate(state.cards_left)]
            assert vr_of_technologies(seen.technologies, me) == costs
            assert vr_of_gods(seen.gods, me) == [state.god_cost(GODS.index(god.name)) for god in seen.gods]
            seen_with_gu += me.god == "Gu"
    assert seen_with_gu


def test_a_turn_is_not_wasted_by_a_slip() -> None:
    state = position(PLAIN, MINE, THEIRS)
    assert "You haven't built" in board(state, 0)
    assert "You haven't built" not in board(play(state, "build a9"), 0)


def test_after_a_craftsman_the_board_still_offers_gods_specialists_more_craftsmen_and_the_end() -> None:
    state = position(PLAIN, f"{MINE}; specialists = ['rain']", THEIRS, gods='["Eshu", "Gu"]')
    play(state, "potter b1-")
    html = board(state, 0)
    assert "You can still place craftsmen, raise prices, choose a god or specialist, use a specialist, or end" in html
    pressable = re.findall(r'<button class="[^"]*" form="moves" name="action" value="(\d+)"(?! aria-disabled)', html)
    texts = [GAME.action_text(state, int(action)) for action in pressable]
    assert {"Eshu", "Gu", "rain", "builder", "vessel-maker", "potter=2", "end"} <= set(texts)
    assert not {"build", "raise"} & set(texts)


def test_a_look_shows_reach_and_hides_no_way_back() -> None:
    for seat in (None, 0, 1):
        html = board(raising(), seat, looks_at="c5*")
        assert "Reach of c5" in html
        assert 'data-look=""' in html
        assert 'data-look="c5"' in html


def test_what_stands_on_no_square_is_no_look() -> None:
    assert board(raising(), 0, looks_at="a2") == board(raising(), 0)


# Over the server


def begin_with(person: Person | Page, state_text: str, chairs: list[str]) -> str:
    """A table that begins with a position; returns its path."""
    form: dict[str, Any] = {"players": str(len(chairs)), "option-first_game": "0", "option-position": state_text}
    for number, chair in enumerate(chairs):
        form |= {f"chair-{number}": chair, f"name-{number}": ("Ann", "Ben", "Cat", "Dan", "Eve")[number]}
    if isinstance(person, Person):
        return str(person.ask("POST", "/new/zimbabwe", data=form).url.path)
    return str(person.request.post("/new/zimbabwe", form=form).url).partition("127.0.0.1")[2].partition("/")[2]


def text_of(land: str, *empires: str, **settings: str) -> str:
    names = EMPIRES[: len(empires)]
    order = ", ".join(f'"{name}"' for name in names)
    lines = [
        f"map = '''{land}'''",
        *(f"{n} = {v}" for n, v in ({"phase": '"culture"', "order": f"[{order}]"} | settings).items()),
    ]
    for name, empire in zip(names, empires, strict=True):
        lines += [f"[{name}]", *(line.strip() for line in empire.split(";"))]
    return "\n".join(lines)


def test_a_look_by_a_link_and_over_the_line_is_the_same(client: TestClient[Any], ann: Person) -> None:
    path = begin_with(ann, text_of(PLAIN, MINE, THEIRS), ["me", "me"])
    watcher = Person(client)
    page = watcher.get(f"{path}?look=h6").text
    assert "Reach of h6" in page
    assert "Reach of" not in watcher.get(path).text
    after = re.search(r"after=(\d+)", page)
    assert after
    headers = {"cookie": watcher.cookie_header()}
    with client.websocket_connect(f"{path}/live?seat=&after={after[1]}", headers=headers) as line:
        line.receive_text(timeout=5)
        line.send_json({"do": "look", "look": "h6"})
        assert "Reach of h6" in line.receive_text(timeout=5)
        line.send_json({"do": "look", "look": ""})
        assert "Reach of" not in line.receive_text(timeout=5)


def test_a_look_tells_no_more_than_the_view(client: TestClient[Any]) -> None:
    rng = mezani.Rng(1)
    for state in islice(random_positions(GAME, 3, 2, most=6), 6):
        world = state.clone()
        world.resample(1, rng)
        square = view(state, 1).monuments[0].square if view(state, 1).monuments else "a1"
        assert board(state, 1, looks_at=square) == board(world, 1, looks_at=square)


def test_the_page_at_the_end_of_a_long_game_is_small(ann: Person) -> None:
    last = list(islice(random_positions(GAME, 5, 1, most=10), 10))[-1]
    html = page_of(screen(table_with("zimbabwe", 5), last, last.seat, looks_at=view(last, None).monuments[0].square))
    loaded = set(re.findall(r'(?:href|src)="(/(?:static|games)/[^"#]+)', html))
    sizes = [len(gzip.compress(ann.get(address).content)) for address in loaded]
    assert len(gzip.compress(html.encode())) + sum(sizes) < LARGEST_PAGE


def test_a_move_sends_little_and_the_land_never_again() -> None:
    table, state, rng = table_with("zimbabwe", 5), GAME.new(5, 3), mezani.Rng(3)
    known, sizes = screen(table, state, 0).fragments(), []
    while not state.is_over:
        rains = view(state, 0).decision == "rain"
        state.play(sensible(state, rng))
        shown = screen(table, state.clone(), 0)
        fragments = shown.fragments()
        sent = "".join(changed_fragments(fragments, known))
        assert rains or 'id="ground"' not in sent
        assert 'id="board"' not in sent
        sizes.append(len(sent))
        known = fragments
    assert sum(sizes) / len(sizes) < LARGEST_MOVE
