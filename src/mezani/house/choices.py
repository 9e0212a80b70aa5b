"""What people have chosen for all their devices: what others see of them."""

from typing import Any, Literal

import msgspec

Reach = Literal["everybody", "server", "nobody"]
REACHES: tuple[Reach, ...] = ("everybody", "server", "nobody")
Presence = Literal["everybody", "tables"]
PRESENCES: tuple[Presence, ...] = ("everybody", "tables")


class Choices(msgspec.Struct, frozen=True):
    """What others see: of results and ratings, and of when somebody is here."""

    results: Reach = "server"  # "server": people who are signed in here
    presence: Presence = "tables"  # "tables": those who look at a table where they sit

    def show_results(self, is_signed_in: bool) -> bool:
        """Whether somebody else, signed in or not, sees results and ratings."""
        return self.results == "everybody" or (self.results == "server" and is_signed_in)


def read_choices(given: Any) -> Choices:
    """Choices as they are kept; what can't be read is as if it was not chosen.

    >>> read_choices({"results": "nobody", "presence": "?"}) == Choices()
    True
    """
    try:
        return msgspec.convert(given or {}, Choices)
    except msgspec.ValidationError:
        return Choices()
