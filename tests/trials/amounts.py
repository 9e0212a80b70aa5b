"""How much a trial does: as the page on reliability says, or as the environment asks for."""

import os


def amount(name: str, usual: int) -> int:
    """A number of a trial: `MEZANI_TRIAL_KILLS=10` for a short one."""
    return int(os.environ.get(f"MEZANI_TRIAL_{name}", usual))
