"""Live connections go to the process of their table, whichever process takes them up."""

import asyncio
import socket

import pytest

from mezani.web.handover import LONGEST, Handover, Hatch

pytestmark = pytest.mark.anyio

TABLES = [f"/table/t{number}/live?after=3".encode() for number in range(20)]
REQUEST = b"GET /table/t1/live HTTP/1.1\r\n\r\n"


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def handovers() -> list[Handover]:
    hatches = [Hatch() for _ in range(3)]
    outside = [hatch.outside for hatch in hatches]
    return [Handover(number, hatch.inside, outside) for number, hatch in enumerate(hatches)]


def test_all_connections_of_a_table_belong_to_one_process(handovers: list[Handover]) -> None:
    owners = [{one.process_of(target) for one in handovers} for target in TABLES]
    assert all(len(owner) == 1 for owner in owners)
    assert set().union(*owners) == {0, 1, 2}


def test_everything_else_stays_where_it_comes_in(handovers: list[Handover]) -> None:
    for target in (b"/", b"/table/t1", b"/table/t1/liveness", b"/api/tables/t1/live", b"/table//live"):
        assert [one.process_of(target) for one in handovers] == [0, 1, 2]


async def test_a_connection_is_handed_over_with_its_request(handovers: list[Handover]) -> None:
    target = next(target for target in TABLES if handovers[0].process_of(target) == 2)
    here, there = socket.socketpair()
    taken: asyncio.Future[tuple[socket.socket, bytes]] = asyncio.get_running_loop().create_future()
    handovers[2].open(lambda connection, request: taken.set_result((connection, request)))
    assert handovers[0].hand_over(target, REQUEST, here.fileno())
    here.close()
    connection, request = await asyncio.wait_for(taken, 10)
    assert request == REQUEST
    connection.send(b"go on")
    assert there.recv(10) == b"go on"
    handovers[2].close()


def test_what_can_not_be_handed_over_stays(handovers: list[Handover]) -> None:
    target = next(target for target in TABLES if handovers[0].process_of(target) == 1)
    here, _ = socket.socketpair()
    assert not handovers[1].hand_over(target, REQUEST, here.fileno())  # it is there already
    assert not handovers[0].hand_over(target, b"x" * (LONGEST + 1), here.fileno())
    handed = 0
    while handovers[0].hand_over(target, REQUEST * 100, here.fileno()):  # nobody takes them
        handed += 1
        assert handed < 10_000
    assert handed > 10
