"""The next table that waits for somebody: in the bar of every table, with the least time, fresh after a move."""

import re
from typing import Any

from litestar.testing import TestClient

from mezani.tables.terms import Days, Live
from tests.web.people import Person, table_of
from tests.web.start_scene import DAY, MINUTE, ann_of, running
from tests.web.test_live import heard, say_move, screen

NEXT = re.compile(r'class="btn bare next-table" href="/table/(\w+)" aria-label="Next table, (\d+) waits? for you"')


def test_the_one_with_the_least_time_is_next_and_this_table_is_not(client: TestClient[Any]) -> None:
    long_ago = running(client, "anansi", ["Ama", "Yusuf"], DAY, is_anns=True)
    days = running(client, "zimbabwe", ["Lars"], MINUTE, is_anns=True, clock=Days(3))
    live = running(client, "anne", ["Mira", "Jonas"], MINUTE, is_anns=True, clock=Live())
    running(client, "asante", ["Greta"], MINUTE, is_anns=False)
    ann = ann_of(client)
    assert NEXT.findall(ann.get(f"/table/{long_ago}").text) == [(live, "2")]
    assert NEXT.findall(ann.get(f"/table/{live}").text) == [(days, "2")]


def test_where_nothing_else_waits_there_is_no_next_table(client: TestClient[Any], ben: Person) -> None:
    only = running(client, "anne", ["Mira", "Jonas"], MINUTE, is_anns=True)
    assert not NEXT.findall(ann_of(client).get(f"/table/{only}").text)
    assert not NEXT.findall(ben.get(f"/table/{only}").text)


def test_after_a_move_of_ones_own_the_bar_is_fresh_and_the_page_stays(client: TestClient[Any]) -> None:
    here = running(client, "anne", ["Mira", "Jonas"], MINUTE, is_anns=True)
    table, ann = table_of(client, here), ann_of(client)
    seat = table.to_move or 0
    with screen(ann, here, seat, table.entries_known(seat)) as line:
        heard(line)
        there = running(client, "anansi", ["Ama", "Yusuf"], MINUTE, is_anns=True)
        say_move(line, table)
        fresh = next(html for html in iter(lambda: heard(line), "") if "next-table" in html)
    assert NEXT.findall(fresh) == [(there, "1")]
