"""Pgx's games in JAX on a graphics processor, beside our batches on the cores of the same machine.

    python -m benchmarks.accelerator

Both choose random legal actions, and begin a new game where one has ended. Pgx's steps are those of its own loop:
vmapped and compiled, auto-reset, a scan of steps on the device. It needs `pgx` and `jax`; without an accelerator JAX
takes the cores.
"""

import argparse
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks.batches import GOALS, on_the_wall, stepping
from benchmarks.timing import Figure, report
from mezani.envs.batch import Batch

RESULTS = Path("build/bench/accelerator.json")
PGX_GAMES = ("hex", "backgammon", "connect_four", "sparrow_mahjong", "leduc_holdem", "kuhn_poker")
SIZES = (4096, 65_536, 524_288)
STEPS = 100  # of a scan
TURNS = 5


def pgx_stepping(name: str, games: int) -> Callable[[], int]:
    """Counts the steps of a scan of random play of one of Pgx's games."""
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make(name)
    step = jax.vmap(auto_reset(env.step, env.init))

    def random_step(carry: Any, _: Any) -> tuple[Any, None]:
        state, key = carry
        key, chance, luck = jax.random.split(key, 3)
        logits = jnp.where(state.legal_action_mask, 0.0, -jnp.inf)
        actions = jax.random.categorical(chance, logits, axis=-1)
        return (step(state, actions, jax.random.split(luck, games)), key), None

    run = jax.jit(lambda carry: jax.lax.scan(random_step, carry, None, length=STEPS)[0])
    keys = jax.random.split(jax.random.PRNGKey(1), games)
    carry = [jax.block_until_ready(run((jax.jit(jax.vmap(env.init))(keys), jax.random.PRNGKey(2))))]

    def count() -> int:
        carry[0] = jax.block_until_ready(run(carry[0]))
        return STEPS * games

    return count


def of_pgx(sizes: tuple[int, ...]) -> list[Figure]:
    import jax

    where = f"Pgx on {jax.devices()[0].device_kind}"
    figures = []
    for name in PGX_GAMES:
        for games in sizes:
            try:
                value = max(map(on_the_wall, [pgx_stepping(name, games)] * TURNS))
            except Exception as problem:  # a game that needs data from elsewhere, or more memory than there is
                print(f"{name}, {games} games: {type(problem).__name__}: {str(problem)[:200]}", flush=True)
                continue
            print(f"pgx {name} {games}: {value / 1e6:.1f} M", flush=True)
            figures.append(Figure(f"{name}, {games} games", where, value, "steps/s"))
    return figures


def of_ours(processes: int) -> list[Figure]:
    figures = []
    for name, players in GOALS:
        games = (1024 if name == "zimbabwe" else 4096) * processes
        with Batch(name, players, games, seed=1, processes=processes) as batch:
            count = stepping(batch, 20)
            start = time.perf_counter()
            value = max(on_the_wall(count) for _ in range(TURNS))
        print(f"ours {name}: {value / 1e6:.1f} M ({time.perf_counter() - start:.0f} s)", flush=True)
        figures.append(Figure(f"{name}, {players} players, {games} games", f"{processes} processes", value, "steps/s"))
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES)
    asked = parser.parse_args()
    figures = of_ours(asked.processes) + of_pgx(tuple(asked.sizes))
    report("Batches beside an accelerator", figures, [], RESULTS)


if __name__ == "__main__":
    main()
