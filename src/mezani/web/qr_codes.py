"""Codes for cameras: addresses that somebody opens on another device."""

from functools import lru_cache

import segno
from markupsafe import Markup

CODES_KEPT = 200


@lru_cache(CODES_KEPT)
def qr_code(address: str) -> Markup:
    """An address as a code that a camera reads, drawn once for all screens of a lobby."""
    return Markup(segno.make(address, micro=False).svg_inline(dark="#241b15", omitsize=True, border=2))
