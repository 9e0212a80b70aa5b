"""How clocks are said: the pace of a table, and the time that is left."""

from mezani.language import Language
from mezani.tables.terms import Days, Live


def pace_in_words(clock: Live | Days | None, lang: Language) -> str:
    """How fast is played."""
    if clock is None:
        return lang.gettext("no clock")
    if isinstance(clock, Days):
        return lang.ngettext("{n} day a move", "{n} days a move", clock.days).format(n=clock.days)
    minutes = lang.gettext("{n} min").format(n=clock.minutes)
    return f"{minutes} + {lang.gettext('{n} s').format(n=clock.increment)}" if clock.increment else minutes
