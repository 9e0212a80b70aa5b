"""What a form says of how somebody wants to be told."""

from typing import NamedTuple

from litestar.datastructures import FormMultiDict

from mezani.house.notifications.channels import Channel
from mezani.house.notifications.choices import DAY, KINDS, UTC, NotificationChoices, is_zone
from mezani.web.forms import text, whole_number

HALF_HOURS = tuple(range(0, DAY, 30))
LONGEST = 2000  # characters of an address


class GivenAddresses(NamedTuple):
    """The addresses that somebody has given, and whether they are to be used."""

    mail: str = ""
    mail_on: bool = True
    webhook: str = ""
    webhook_on: bool = False

    @classmethod
    def of(cls, mail: Channel | None, webhook: Channel | None) -> "GivenAddresses":
        """What is kept."""
        return cls(
            mail.address if mail else "",
            mail.is_on if mail else False,
            webhook.address if webhook else "",
            webhook.is_on if webhook else False,
        )


def read_form(form: FormMultiDict) -> GivenAddresses:
    """The addresses of a form; one that is new is used whatever its switch says, since it was just given."""
    return GivenAddresses(
        text(form, "mail").strip()[:LONGEST],
        text(form, "mail-on") == "1",
        text(form, "webhook").strip()[:LONGEST],
        text(form, "webhook-on") == "1",
    )


def read_choices(form: FormMultiDict) -> NotificationChoices:
    """What somebody wants to hear of, and when nothing; what makes no sense is left out."""
    kinds = tuple(kind for kind in KINDS if kind in form.getall("kind", []))
    begins, ends = whole_number(form.get("quiet-from")), whole_number(form.get("quiet-until"))
    zone = text(form, "zone")
    if begins not in HALF_HOURS or ends not in HALF_HOURS:
        begins = ends = 0
    return NotificationChoices(kinds, begins or 0, ends or 0, zone if is_zone(zone) else UTC)


def clock(minute: int) -> str:
    """A minute of the day as clocks show it.

    >>> clock(450)
    '07:30'
    """
    return f"{minute // 60:02d}:{minute % 60:02d}"
