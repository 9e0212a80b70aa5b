"""Dates in words, as they are written in a language."""

from datetime import date, datetime
from typing import Final

from babel.dates import format_date, format_datetime

from mezani.language import Language

DAY: Final = {"de": "d."}  # in a date; elsewhere without a point
WEEKDAY: Final = {"de": "EEE, "}


def day_and_month(day: date, lang: Language) -> str:
    """A day of this year.

    >>> from mezani.language import language
    >>> [day_and_month(date(2026, 10, 3), language(code)) for code in ("en", "de")]
    ['3 Oct', '3. Okt.']
    """
    return str(format_date(day, _pattern("MMM", lang), locale=lang.code))


def day_of_year(day: date, lang: Language) -> str:
    """A day with its year.

    >>> from mezani.language import language
    >>> [day_of_year(date(2026, 10, 3), language(code)) for code in ("en", "de")]
    ['3 Oct 2026', '3. Okt. 2026']
    """
    return str(format_date(day, _pattern("MMM yyyy", lang), locale=lang.code))


def day_and_time(when: datetime, lang: Language, month: str = "MMM") -> str:
    """A day of the week with date and time.

    >>> from mezani.language import language
    >>> [day_and_time(datetime(2026, 10, 13, 4), language(code)) for code in ("en", "de")]
    ['Tue 13 Oct, 04:00', 'Di., 13. Okt., 04:00']
    """
    pattern = f"{WEEKDAY.get(lang.code, 'EEE ')}{_pattern(month, lang)}, HH:mm"
    return str(format_datetime(when, pattern, locale=lang.code))


def _pattern(month: str, lang: Language) -> str:
    return f"{DAY.get(lang.code, 'd')} {month}"
