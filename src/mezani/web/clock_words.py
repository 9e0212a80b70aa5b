"""How clocks are said: the pace of a table, and the time that is left."""

from datetime import datetime
from math import ceil

from babel.dates import format_date

from mezani.language import Language
from mezani.tables.terms import Days, Live
from mezani.web.dates import day_and_month

MINUTE, HOUR, DAY = 60, 3600, 86400
NEAR = 6 * DAY  # so far ahead a day is told by its name alone


def pace_in_words(clock: Live | Days | None, lang: Language) -> str:
    """How fast is played."""
    if clock is None:
        return lang.gettext("no clock")
    if isinstance(clock, Days):
        return lang.ngettext("{n} day a move", "{n} days a move", clock.days).format(n=clock.days)
    minutes, seconds = lang.gettext("{n} min"), lang.gettext("{n} s")
    more = f" + {seconds.format(n=clock.increment)}" if clock.increment else ""
    return minutes.format(n=clock.minutes) + more


def units(clock: Live | Days, lang: Language) -> str:
    """The words for days, hours and minutes where a clock counts days; empty where it counts seconds."""
    _ = lang.gettext
    return " ".join((_("d"), _("h"), _("min"))) if isinstance(clock, Days) else ""


def time_in_words(seconds: float, clock: Live | Days, lang: Language) -> str:
    """The time that is left, as a script says it too.

    >>> from mezani.language import language
    >>> [time_in_words(left, Live(), language("en")) for left in (461.2, 3723, 0)]
    ['7:42', '1:02:03', '0:00']
    >>> [time_in_words(left, Days(), language("en")) for left in (187200, 259200, 19200, 2250, 0)]
    ['2 d 4 h', '3 d', '5 h 20 min', '38 min', '0 min']
    """
    if isinstance(clock, Live):
        whole = ceil(seconds)
        minutes = f"{whole // MINUTE % 60:02d}" if whole >= HOUR else str(whole // MINUTE)
        return ":".join(filter(None, (str(whole // HOUR) if whole >= HOUR else "", minutes, f"{whole % MINUTE:02d}")))
    days, hours, minutes_short = units(clock, lang).split()
    whole = ceil(seconds / MINUTE) * MINUTE
    parts = [(whole // DAY, days), (whole % DAY // HOUR, hours), (whole % HOUR // MINUTE, minutes_short)]
    first = next((n for n, (number, _) in enumerate(parts) if number), 2)
    said = [f"{number} {unit}" for number, unit in parts[first : first + 2] if number]
    return " ".join(said) or f"0 {minutes_short}"


def day_in_words(at: float, now: float, lang: Language) -> str:
    """A day that is still to come, by the clock of the server: "Monday" within a week, else with the date."""
    when = datetime.fromtimestamp(at)
    return str(format_date(when, "EEEE", locale=lang.code)) if at - now < NEAR else day_and_month(when, lang)
