"""A lesson of ANNE! for the tests: seat 3 leads after four predictions."""

import mezani
from mezani.lessons.attempt import Attempt
from mezani.lessons.lesson import Lesson, read_lesson

GAME = mezani.game("anne")
TEXT = """
title.en = "Leading"
title.de = "Ausspielen"
gist.en = "The first card."
gist.de = "Die erste Karte."
able.en = "lead"
able.de = "ausspielen"
minutes = 1
teaches = ["5.1"]

[start]
players = 4
seat = 3
seed = 7
moves = "+C-G +M-D +D-G +G-M"

[[steps]]
say.en = "These are *your* cards: {A}."
say.de = "Das sind *deine* Karten: {A}."
light = ["M10"]

[[steps]]
say.en = "You lead."
say.de = "Du spielst aus."
task.en = "Lead a mushroom."
task.de = "Spiel einen Pilz aus."
do = ["M2,M5", "M9"]
show = "M5"
done.en = "Good."
done.de = "Gut."
[[steps.wrong]]
moves = "M10"
say.en = "A mushroom, but your best."
say.de = "Ein Pilz, aber dein bester."
keep = true
[[steps.wrong]]
moves = "*"
say.en = "That is no mushroom."
say.de = "Das ist kein Pilz."

[[steps]]
say.en = "Look at the trumps."
say.de = "Sieh dir die Trümpfe an."
task.en = "Press your own card."
task.de = "Drück auf deine Karte."
find = ["seat-3"]
among = ["seat-1", "seat-3"]
[[steps.wrong]]
moves = "*"
say.en = "That is {1}."
say.de = "Das ist {1}."

[[steps]]
say.en = "Four predictions were made."
say.de = "Vier Vorhersagen stehen."
ask.en = "How many suits are there?"
ask.de = "Wie viele Farben gibt es?"
answers = ["3", "4"]
right = 2
[[steps.wrong]]
moves = "1"
say.en = "One more."
say.de = "Eine mehr."

[[steps]]
say.en = "Now you can lead."
say.de = "Jetzt kannst du ausspielen."
"""


def lesson(change: str = "", into: str = "") -> Lesson:
    """The lesson, with a part of its text written otherwise."""
    assert change in TEXT
    return read_lesson(TEXT.replace(change, into, 1), 1, "leading")


def begun(*done: str, tried: str = "", of: Lesson | None = None) -> Attempt:
    """An attempt at the lesson."""
    return Attempt(GAME, of or lesson(), done, tried)
