"""What the rules of Asante decide differently since their first version."""

from mezani.game import RulesChange

CHANGES = (
    RulesChange(
        2,
        ("5.5", "5.7"),
        "Wares from a Person or an Animal may go straight back to the supply, even if your stand is full.",
    ),
    RulesChange(
        2,
        ("9.2",),
        "Holy Places are played with the other cards, no longer while you draw.",
    ),
    RulesChange(
        2,
        ("4.5", "9.4"),
        "The discards are shuffled as soon as the last card leaves the pile.",
    ),
    RulesChange(
        2,
        ("8.2", "8.4"),
        "Every Person and every Animal can be answered, even after “not this turn”: the table then says no for you.",
    ),
)
