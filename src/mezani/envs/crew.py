"""The other processes of a batch: each steps its share of the games over the memory that all of them share."""

import multiprocessing
import traceback
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from mezani.bots.seeds import one_way_seeds
from mezani.engine.state import State
from mezani.envs.arrays import Shape, SharedMemory, shared_memory, some_rows
from mezani.envs.lanes import Lanes, Rows
from mezani.games import game

PATIENCE = 1.0  # seconds until one looks whether the others are still there
GLANCES = 1000  # some 100 µs: a process that sleeps takes as long to wake up as a short step takes in all
ORDERS = ("close", "step", "choose_at_random")
FAILED = -1


class BatchBroken(RuntimeError):
    """A process of a batch has failed or ended; the batch can't go on."""


class Share(NamedTuple):
    """The games of a batch that one process steps."""

    name: str
    players: int
    options: Mapping[str, Any]
    seed: int
    shape: Shape
    first: int
    last: int


def lanes_of(share: Share, rows: Rows) -> Lanes:
    """The games of a share at their start."""
    chosen = game(share.name)
    options = chosen.read_options(share.options)

    def start(seed: int) -> State:
        state: State = chosen.start(share.players, seed, options)
        return state

    seeds = [one_way_seeds(2, "batch", share.seed, number) for number in range(share.first, share.last)]
    return Lanes(start, some_rows(rows, share.first, share.last), seeds)


class Crew:
    """The processes of all shares but the first, which is stepped by whoever has the batch."""

    def __init__(self, shares: Sequence[Share], shared: SharedMemory | None) -> None:
        self.mates = [Mate(share, str(shared.path)) for share in shares if shared]
        self.is_closed = False
        try:
            self.wait()  # until all have begun their games
        except BatchBroken:
            self.close()
            raise
        finally:
            if shared:
                shared.hide()

    def begin(self, order: str) -> None:
        """Let all of them carry out an order."""
        if self.is_closed:
            raise BatchBroken("this batch is closed")
        for mate in self.mates:
            mate.begin(ORDERS.index(order))

    def wait(self) -> None:
        """Wait until all of them have done so."""
        for mate in self.mates:
            mate.wait()

    def close(self) -> None:
        """End the processes."""
        if not self.is_closed:
            self.is_closed = True
            for mate in self.mates:
                mate.close()

    def __del__(self) -> None:
        if hasattr(self, "mates"):
            self.close()


class Mate:
    """One other process, as the first one sees it."""

    def __init__(self, share: Share, path: str) -> None:
        context = multiprocessing.get_context("spawn")  # a fork would take along the threads of other libraries
        self.games = f"games {share.first} to {share.last - 1}"
        self.order = context.RawValue("i", 0)
        self.go, self.done = context.Semaphore(0), context.Semaphore(0)
        self.faults, faults = context.Pipe(duplex=False)
        arguments = (share, path, self.order, self.go, self.done, faults)
        self.process = context.Process(target=work, args=arguments, daemon=True)
        self.process.start()
        faults.close()

    def begin(self, order: int) -> None:
        self.order.value = order
        self.go.release()

    def wait(self) -> None:
        while not acquired(self.done):
            if not self.process.is_alive():
                raise BatchBroken(f"the process of {self.games} has ended (exit status {self.process.exitcode})")
        if self.order.value == FAILED:
            raise BatchBroken(f"the process of {self.games} has failed:\n{self.faults.recv()}")

    def close(self) -> None:
        self.begin(ORDERS.index("close"))
        self.process.join(PATIENCE)
        if self.process.is_alive():
            self.process.terminate()
            self.process.join()


def work(share: Share, path: str, order: Any, go: Any, done: Any, faults: Any) -> None:
    """Carry out orders until the last one, or until whoever gives them has ended."""
    parent = multiprocessing.parent_process()
    try:
        lanes = lanes_of(share, share.shape.rows(shared_memory(path)))
        done.release()
        while True:
            while not acquired(go):
                if parent is not None and not parent.is_alive():
                    return
            if ORDERS[order.value] == "close":
                return
            getattr(lanes, ORDERS[order.value])()
            done.release()
    except KeyboardInterrupt:
        return
    except Exception:
        faults.send(traceback.format_exc())
        order.value = FAILED
        done.release()


def acquired(semaphore: Any) -> bool:
    """Whether a semaphore could be acquired within the time of patience; for a moment without falling asleep."""
    for _ in range(GLANCES):
        if semaphore.acquire(False):
            return True
    return bool(semaphore.acquire(timeout=PATIENCE))


def shares_of(whole: Share, processes: int) -> list[Share]:
    """A batch in as many parts of nearly the same size."""
    edges = [whole.last * n // processes for n in range(processes + 1)]
    return [whole._replace(first=first, last=last) for first, last in pairwise(edges)]
