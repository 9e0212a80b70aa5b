"""Numbers as people read them, in their language: shares in percent, means, and intervals."""

from mezani.insight.intervals import Estimate, Share
from mezani.language import Language

MINUS, NONE = "\N{MINUS SIGN}", "\N{EN DASH}"


def decimal(value: float, digits: int, lang: Language) -> str:
    """A number with so many digits after the point.

    >>> from mezani.language import language
    >>> decimal(1234.56, 1, language("en")), decimal(-0.5, 2, language("de"))
    ('1,234.6', '−0,50')
    """
    from babel.numbers import format_decimal  # takes long to load

    value = round(value, digits) + 0.0  # no -0.0
    text: str = format_decimal(value, "#,##0" + "." * bool(digits) + "0" * digits, locale=lang.code)
    return text.replace("-", MINUS)


def whole(number: float, lang: Language) -> str:
    """A number as it is: without digits after the point if it is a whole one.

    >>> from mezani.language import ENGLISH
    >>> whole(1200, ENGLISH), whole(2.5, ENGLISH)
    ('1,200', '2.5')
    """
    return decimal(number, 0 if float(number).is_integer() else 1, lang)


def percent(share: float, lang: Language) -> str:
    """A share in percent."""
    return lang.gettext("{n}%").format(n=decimal(100 * share, 1, lang))


def share_text(found: Share, lang: Language) -> str:
    """A share with its interval: "27.0% (24.6 to 29.6)"."""
    return f"{percent(found.share, lang)} ({between(100 * found.low, 100 * found.high, lang)})"


def between(low: float, high: float, lang: Language) -> str:
    ends = {"low": decimal(low, 1, lang), "high": decimal(high, 1, lang)}
    return lang.gettext("{low} to {high}").format(**ends)


def beside_text(found: Share, even: float, lang: Language) -> str:
    """By how many hundredths a share is above or below an even one: "+2.0 (−0.4 to +4.6)"."""
    ends = {"low": signed(100 * (found.low - even), lang), "high": signed(100 * (found.high - even), lang)}
    return f"{signed(100 * (found.share - even), lang)} ({lang.gettext('{low} to {high}').format(**ends)})"


def signed(value: float, lang: Language, digits: int = 1) -> str:
    """A number with its sign.

    >>> from mezani.language import ENGLISH
    >>> signed(2, ENGLISH), signed(-1.5, ENGLISH), signed(0.01, ENGLISH)
    ('+2.0', '−1.5', '0.0')
    """
    return ("+" if round(value, digits) > 0 else "") + decimal(value, digits, lang)


def mean_text(found: Estimate, lang: Language, with_sign: bool = False) -> str:
    """A mean with its interval: "39.9 ± 0.7", as exactly as it is known; a number that never changes is just said."""
    digits = digits_of(found)
    mean = signed(found.mean, lang, digits) if with_sign else decimal(found.mean, digits, lang)
    return mean if not found.half else f"{mean} ± {decimal(found.half, digits, lang)}"


def digits_of(found: Estimate) -> int:
    """How many digits after the point a mean deserves."""
    if not found.half:
        return 0 if found.mean.is_integer() else 1
    return 2 if found.half < 0.1 else 1


def range_text(low: float, high: float, lang: Language) -> str:
    """From one value to another.

    >>> from mezani.language import ENGLISH
    >>> range_text(8, 70, ENGLISH), range_text(-3, 2, ENGLISH), range_text(4, 4, ENGLISH)
    ('8–70', '−3 to 2', '4')
    """
    if low == high:
        return whole(low, lang)
    if low < 0:
        return lang.gettext("{low} to {high}").format(low=whole(low, lang), high=whole(high, lang))
    return f"{whole(low, lang)}{NONE}{whole(high, lang)}"
