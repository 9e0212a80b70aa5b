"""What each version of the rules decides differently from the one before."""

from mezani.game import RulesChange

CHANGES = (
    RulesChange(
        2,
        ("6.5", "7.4", "7.5", "13.6"),
        "Gods and specialists may come between two buildings, two craftsmen or two raises of a turn. "
        "Before, they ended what was begun.",
    ),
)
