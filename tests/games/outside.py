"""A small game in a package of its own, written into a folder as it would be installed, with a fault or without."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import mezani.games
from mezani.language import language

RACE = '''
"""Race: add 1 or 2 in turn; whoever reaches 10 wins."""

import sys

import msgspec

from mezani.engine.state import Choices, State
from mezani.game import FirstGame, Game, Place, Reason

ACTIONS = 3
LEGAL = (1, 2)


class Race(State):
    def __init__(self, players, seed):
        State.__init__(self, players, seed)
        self.total = 0

    def legal(self, choices):
        if not self.is_over:
            for action in LEGAL:
                choices.add(action)

    def apply(self, action):
        self.total += action
        self.is_over = self.total >= 10
        if not self.is_over:
            self.seat = (self.seat + 1) % self.players

    def clone(self):
        other = Race.__new__(Race)
        self.copy_common(other)
        other.total = self.total
        return other

    def redeal(self, seat, rng):
        pass

    def scores(self):
        return [int(self.is_over and seat == self.seat) for seat in range(self.players)]


class View(msgspec.Struct):
    seat: int | None
    total: int


def view(state, seat):
    return View(seat, state.total)


def action_text(state, action):
    return f"+{action}"


def parse_action(state, text):
    if text not in ("+0", "+1", "+2"):
        raise ValueError("write +1 or +2")
    return int(text)


def gist(lang):
    return lang.gettext("Add 1 or 2 until somebody reaches {goal}.").format(goal=10)


def place(state):
    return Place("race", state.total)


def prompt(state, seat, lang, names):
    return lang.gettext("Add 1 or 2.")


def label(state, action, lang):
    return lang.gettext("Add {number}").format(number=action)


def tell(before, action, after, seat, lang, names):
    return [lang.gettext("{name} adds {number}.").format(name=names[before.seat], number=action)]


def thing(notation, lang):
    return notation


def why_not(state, seat, action, lang):
    return Reason("1.1", lang.gettext("You may add 1 or 2 when it is your turn."))


def why_won(state, lang, names):
    return [Reason("1.2", lang.gettext("{name} has reached 10.").format(name=names[state.seat]))]


GAME = Game(
    name="NAME",
    title="The race NAME",
    seats=(2, 3),
    designers=("Nobody",),
    publisher="",
    package=__name__,
    start=lambda players, seed, options: Race(players, seed),
    actions=sys.modules[__name__],
    words=sys.modules[__name__],
    make_view=view,
    is_open=True,
    first_game=FirstGame(players=2),
)
'''
GERMAN = {
    "Add 1 or 2 until somebody reaches {goal}.": "Zähl 1 oder 2 dazu, bis jemand {goal} erreicht.",
    "Add 1 or 2.": "Zähl 1 oder 2 dazu.",
    "Add {number}": "{number} dazu",
    "{name} adds {number}.": "{name} zählt {number} dazu.",
    "You may add 1 or 2 when it is your turn.": "Du darfst 1 oder 2 dazuzählen, wenn du dran bist.",
    "{name} has reached 10.": "{name} hat 10 erreicht.",
}
CATALOGUE = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n'
FILES = {
    "__init__.py": RACE.lstrip(),
    "words/rules.en.md": "# Race\n\n1.1 Add 1 or 2 in turn.\n\n1.2 Whoever reaches 10 wins.\n",
    "words/rules.de.md": "# Wettlauf\n\n1.1 Zählt reihum 1 oder 2 dazu.\n\n1.2 Wer 10 erreicht, gewinnt.\n",
    "words/de.po": CATALOGUE + "".join(f'\nmsgid "{one}"\nmsgstr "{other}"\n' for one, other in GERMAN.items()),
}


@dataclass(frozen=True)
class Fault:
    """What is wrong with a package, made of the sound one, and what is said of it; nothing: it can be played."""

    name: str
    says: str = ""
    old: str = ""
    new: str = ""
    missing: str = ""  # the file that it lacks
    file: str = "__init__.py"


SOUND = Fault("race")
FAULTS = [
    Fault("no_module", "ModuleNotFoundError: No module named 'no_such_module'", "import sys", "import no_such_module"),
    Fault("no_python", "SyntaxError", "ACTIONS = 3", "ACTIONS = = 3"),
    Fault("no_patience", "SystemExit: 3", "ACTIONS = 3", "sys.exit(3)"),
    Fault("no_attribute", "has no attribute 'GAME'", "GAME = Game(", "GAMES = Game("),
    Fault("no_type", "it is a dict, not a mezani.Game", "GAME = Game(", "GAME = dict("),
    Fault("no_name", "it is registered as 'no_name', but calls itself 'somebody'", 'name="NAME"', 'name="somebody"'),
    Fault("No_Small_Letters", "is no name for a game"),
    Fault("no_title", "its title must be a text, not None", 'title="The race NAME"', "title=None"),
    Fault("no_names", "its designers must be a tuple of names", '("Nobody",)', '"Nobody"'),
    Fault("no_rules", "lacks words/rules.en.md", missing="words/rules.en.md"),
    Fault("no_paragraphs", "no numbered paragraphs", "1.", "§", file="words/rules.en.md"),
    Fault("no_label", "its words have no function label", "def label(", "def other_label("),
    Fault("no_seat", "tell of its words must take 6 arguments", "def tell(before, ", "def tell("),
    Fault("no_gist", "words.gist must be a sentence, not None", "def gist(lang):", "def gist(lang):\n    return None"),
    Fault("no_room", "seats are rising numbers from 1 to 5, not (2, 6)", "seats=(2, 3)", "seats=(2, 6)"),
    Fault(
        "no_beginning", "the first legal actions of 2 players must be some of 0 to 2", "LEGAL = (1, 2)", "LEGAL = ()"
    ),
    Fault(
        "no_end_of_moves",
        "5002 legal actions at once: a game may have at most 4096",
        "LEGAL = (1, 2)",
        "LEGAL = range(5002)",
    ),
    Fault("no_number", "must be some of 0 to 2", "LEGAL = (1, 2)", "LEGAL = (1, 3)"),
    Fault("no_view", "ZeroDivisionError", "View(seat, state.total)", "View(seat, 1 // 0)"),
    Fault("no_struct", "its view is not a msgspec.Struct", "View(seat, state.total)", "state.total"),
    Fault("no_inverse", "parse_action must be the inverse of action_text", "return int(text)", "return 2"),
    Fault("no_first_game", "for 2 or 3 players, not 5", "FirstGame(players=2)", "FirstGame(players=5)"),
]
ONLY_SERVED = [  # what is not looked at before it is needed
    Fault("no_gap", "KeyError: 'aim'", "bis jemand {goal}", "bis jemand {aim}", file="words/de.po"),
    Fault("no_text", "UnicodeDecodeError", "Zählt", "\udcff", file="words/rules.de.md"),
]
FINE = [
    SOUND,
    Fault("no_german", missing="words/de.po"),
    Fault("no_german_rules", missing="words/rules.de.md"),
]


def write_package(folder: Path, fault: Fault, module: str = "") -> None:
    """Write a package with a fault, and what an installer would leave beside it."""
    module = module or f"{fault.name.lower()}_game"
    for path, text in FILES.items():
        if path != fault.missing:
            assert path != fault.file or fault.old in text
            text = text.replace(fault.old, fault.new) if path == fault.file and fault.old else text
            (folder / module / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / module / path).write_text(text.replace("NAME", fault.name), "utf-8", errors="surrogateescape")
    info = folder / f"{module}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {module}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[mezani.games]\n{fault.name} = {module}:GAME\n")


@contextmanager
def installed(folder: Path, *faults: Fault) -> Iterator[None]:
    """Let there be packages; afterwards they were never there."""
    for fault in faults:
        write_package(folder, fault)
    known = set(sys.modules)
    sys.path.insert(0, str(folder))
    mezani.games.forget()
    try:
        yield
    finally:
        sys.path.remove(str(folder))
        for module in set(sys.modules) - known:
            if module.partition(".")[0].endswith("_game"):
                del sys.modules[module]
        mezani.games.forget()
        language.cache_clear()
