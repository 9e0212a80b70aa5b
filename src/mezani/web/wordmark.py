"""Names as word marks (Mezani, and those of games): letters are strokes on a grid of 10 by 14 with cut corners."""

from markupsafe import Markup, escape

GAP = 2.4
SPACE = 6.4

STROKES: dict[str, tuple[float, str]] = {  # the width of each letter, and its threads
    "A": (11.0, "M.7 14L5.4 1.6H5.6L10.3 14M2.7 9.7H8.3"),
    "B": (10.0, "M6.3 6.8L8.1 5.1V3L6.4 1.3H1.3V12.7H6.8L8.7 10.7V8.8L6.7 6.8H1.3"),
    "C": (10.0, "M8.7 3.4L6.8 1.3H3.2L1.3 3.3V10.7L3.2 12.7H6.8L8.7 10.6"),
    "D": (10.0, "M1.3 1.3H6.2L8.7 3.9V10.1L6.2 12.7H1.3Z"),
    "E": (8.6, "M8.6 1.3H1.3V12.7H8.6M1.3 6.9H7.4"),
    "F": (8.6, "M8.6 1.3H1.3V14M1.3 6.9H7.4"),
    "G": (10.0, "M8.7 3.4L6.8 1.3H3.2L1.3 3.3V10.7L3.2 12.7H6.8L8.7 10.7V7.4H5.2"),
    "H": (10.0, "M1.3 0V14M8.7 0V14M1.3 6.9H8.7"),
    "I": (2.6, "M1.3 0V14"),
    "J": (8.0, "M6.7 0V10.7L4.8 12.7H3L.9 10.5"),
    "K": (10.0, "M1.3 0V14M9.1 .4L2.6 7.2L9.1 13.6"),
    "L": (8.6, "M1.3 0V12.7H8.6"),
    "M": (12.6, "M1.3 14V2.2L6.3 9.6L11.3 2.2V14"),
    "N": (10.2, "M1.3 14V1.9L8.9 12.1V0"),
    "O": (10.0, "M3.2 1.3H6.8L8.7 3.4V10.6L6.8 12.7H3.2L1.3 10.6V3.4Z"),
    "P": (10.0, "M1.3 14V1.3H6.8L8.7 3.3V6.2L6.8 8.2H1.3"),
    "Q": (10.0, "M3.2 1.3H6.8L8.7 3.4V10.6L6.8 12.7H3.2L1.3 10.6V3.4ZM5.6 9.2L9.4 13.6"),
    "R": (10.0, "M1.3 14V1.3H6.8L8.7 3.3V5.8L6.8 7.8H1.3M5.2 7.8L8.8 14"),
    "S": (10.0, "M8.8 3.6L6.8 1.3H3.3L1.3 3.2V4.9L8.7 9.1V10.8L6.7 12.7H3L.9 10.3"),
    "T": (9.6, "M0 1.3H9.6M4.8 1.3V14"),
    "U": (10.0, "M1.3 0V10.7L3.2 12.7H6.8L8.7 10.7V0"),
    "V": (11.0, "M.7 0L5.5 12.4L10.3 0"),
    "W": (14.6, "M1 0L3.9 11.8L7.3 3.4L10.7 11.8L13.6 0"),
    "X": (10.4, "M.9 0L9.5 14M9.5 0L.9 14"),
    "Y": (10.4, "M.7 0L5.2 7L9.7 0M5.2 7V14"),
    "Z": (9.4, "M.6 1.3H8L1.2 12.7H9"),
    "!": (2.8, "M1.4 0V9.2M1.4 11.2V14"),
    "-": (6.0, "M0 6.9H6"),
    "’": (2.6, "M1.3 0V4"),
}


def wordmark(text: str) -> Markup:
    """A name in drawn letters, with its text for screen readers; plain text where a letter is not drawn.

    >>> "<svg" in wordmark("Oware"), wordmark("Ω")
    (True, Markup('Ω'))
    """
    paths, x = [], 0.0
    for letter in text.upper().replace("'", "’"):
        if letter == " ":
            x += SPACE
        elif letter in STROKES:
            width, strokes = STROKES[letter]
            paths.append(f'<path d="{strokes}" transform="translate({x:.1f})"/>')
            x += width + GAP
        else:
            return escape(text)
    return Markup('<svg class="word" viewBox="0 0 {:.1f} 14" role="img" aria-label="{}">{}</svg>').format(
        max(0.0, x - GAP), text, Markup("".join(paths))
    )
