"""A game in the terminal: one person against bots, kept as a record from the first move on."""

import importlib
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.markdown import Markdown
from rich.text import Text

from mezani import bots
from mezani.engine.rng import Rng
from mezani.language import Language, add_catalogues
from mezani.record import Record

add_catalogues("mezani.terminal")

THING = re.compile(r"\[([^\]]+)\]")
MANY = 14  # from so many moves on, they are listed only when asked for


class Left(Exception):
    """The person has left the game."""


class TerminalGame:
    """A person at a terminal, bots on the other seats, and the record that holds it all."""

    def __init__(self, record: Record, seat: int, levels: Sequence[str], path: Path, lang: Language, console: Console):
        self.record = record
        self.game = record.game
        self.seat = seat
        self.bots = {other: bots.bot(level, self.game) for other, level in enumerate(levels) if other != seat}
        self.path = path
        self.lang = lang
        self.console = console
        self.state = record.state()
        self.names = [record.name(other) for other in range(record.players)]
        if not any(record.names[seat : seat + 1]):
            self.names[seat] = lang.gettext("You")
        self.screen: Any = importlib.import_module(f"{self.game.package}.screen")

    # The course of a game

    def run(self) -> None:
        """Play until the game is over or the person leaves."""
        _ = self.lang.gettext
        self.save()
        self.console.print(Text(f"{self.game.title} · ", "bold") + Text(_("? for help, q to leave")))
        try:
            while not self.state.is_over:
                if self.state.seat in self.bots:
                    self.play(bots.choose(self.bots[self.state.seat], self.state, self.bot_chance()))
                else:
                    self.ask()
        except (Left, EOFError, KeyboardInterrupt):
            self.console.print()
            self.console.print(
                _("The game is kept. Go on with: mezani resume {path}").format(path=self.path), soft_wrap=True
            )
            return
        self.show_sheet()
        self.console.print(Text(self.game.words.prompt(self.state, self.seat, self.lang, self.names), "bold"))
        self.console.print(_("The record is in {path}").format(path=self.path), soft_wrap=True)

    def bot_chance(self) -> Rng:
        """The bots' own random numbers, the same when a game is played again."""
        return Rng((self.record.seed + 7919 * (len(self.record.actions) + 1)) % 2**64)

    def play(self, action: int) -> None:
        before = self.state.clone()
        self.state.play(action)
        self.record.actions.append(action)
        self.save()
        for line in self.game.words.tell(before, action, self.state, self.seat, self.lang, self.names):
            self.console.print(self.sentence(line))

    def save(self) -> None:
        """Write the record, so that an interrupted game loses nothing."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        draft = self.path.with_suffix(".new")
        draft.write_text(str(self.record), "utf-8")
        draft.replace(self.path)

    # What is asked, and what may be answered

    def ask(self) -> None:
        """Show the table and carry out what the person types, until a move is made."""
        self.show()
        position = len(self.record.actions)
        while len(self.record.actions) == position and not self.state.is_over:
            typed = self.console.input("> ").strip()
            if typed:
                self.answer(typed)

    def answer(self, typed: str) -> None:
        word, _, rest = typed.partition(" ")
        commands: dict[str, Callable[[str], None]] = {
            "h": self.hint,
            "q": self.leave,
            "u": self.undo,
            "s": self.show_sheet,
            "l": self.list_moves,
            "r": self.show_rules,
            "t": self.show,
        }
        if self.has_card_texts():
            commands["c"] = self.show_card
        if typed.startswith("?"):
            self.explain(typed[1:].strip())
        elif word.lower() in commands:
            commands[word.lower()](rest.strip())
        else:
            self.try_move(typed)

    def try_move(self, typed: str) -> None:
        action = self.parse(typed)
        if action is None:
            return
        reason = self.game.why_not(self.state, self.seat, action, self.lang)
        if reason:
            self.console.print(Text(str(reason), "red"))
        else:
            self.play(action)

    def parse(self, typed: str) -> int | None:
        """The action of a number of the list or of a notation; what is wrong with it is said."""
        _ = self.lang.gettext
        legal = self.in_order()
        if typed.isascii() and typed.isdigit():
            if 1 <= int(typed) <= len(legal):
                return legal[int(typed) - 1]
            self.console.print(Text(_("There are moves 1 to {count}.").format(count=len(legal)), "red"))
            return None
        try:
            return self.game.parse_action(self.state, typed)
        except ValueError as problem:
            self.console.print(Text(f"{problem}", "red"))
            return None

    def in_order(self) -> list[int]:
        """The legal moves as the screen numbers them: as the hand lies, if the game says so."""
        order = getattr(self.screen, "in_order", None)
        legal = self.state.legal_actions()
        return order(self.state, self.seat, legal) if order else legal

    # Commands

    def leave(self, rest: str = "") -> None:
        raise Left

    def undo(self, rest: str = "") -> None:
        _ = self.lang.gettext
        if self.record.can_undo(self.seat):
            self.record.actions.pop()
            self.state = self.record.state()
            self.save()
        else:
            self.console.print(
                Text(_("Nothing can be taken back: another player has moved since, or something was shown."), "red")
            )

    def hint(self, rest: str = "") -> None:
        """The move that the strongest bot would make, and how likely it thinks that it wins."""
        _ = self.lang.gettext
        hint = bots.hint(self.game, self.state, self.bot_chance())
        text = self.game.action_text(self.state, hint.action)
        label = self.game.words.label(self.state, hint.action, self.lang)
        said = _("{move}: {label}. It wins about {chance} % of the time.")
        self.console.print(Text(said.format(move=text, label=label, chance=round(100 * hint.prospect)), "green"))

    def explain(self, text: str) -> None:
        """Why a move can't be made, with the paragraph of the rules; without a move, help."""
        _ = self.lang.gettext
        if not text:
            self.help()
            return
        action = self.parse(text)
        if action is None:
            return
        reason = self.game.why_not(self.state, self.seat, action, self.lang)
        if reason:
            self.console.print(Text(str(reason), "yellow"))
        else:
            self.console.print(
                Text(_("Allowed: {move}").format(move=self.game.words.label(self.state, action, self.lang)), "green")
            )

    def help(self) -> None:
        _ = self.lang.gettext
        lines = [
            (_("a number"), _("the move with that number")),
            (_("a move"), self.screen.explanation(self.lang)),
            (
                f"?{self.game.action_text(self.state, self.in_order()[0])}",
                _("why a move can't be made (? and any move)"),
            ),
            ("h", _("a hint: what the strongest bot would do")),
            ("l", _("list the moves")),
            ("t", _("show the table again")),
            ("s", _("show the score sheet")),
            *([("c CARD", _("the full text of a card, by its name"))] if self.has_card_texts() else []),
            ("r 5.2", _("a paragraph of the rules; r alone: all of them")),
            ("u", _("undo, as long as nothing was shown and nobody has moved")),
            ("q", _("leave; the game is kept")),
        ]
        for command, meaning in lines:
            self.console.print(Text(f"{command:>10}  ", "bold") + Text(meaning))

    def show(self, rest: str = "") -> None:
        """The table, and what is to be done."""
        legal = [self.game.action_text(self.state, action) for action in self.in_order()]
        self.console.print()
        self.console.print(self.screen.screen(self.game.view(self.state, self.seat), legal, self.lang, self.names))
        self.console.print(self.prompt())
        if not self.numbers_on_screen() and len(legal) <= MANY:
            self.list_moves()

    def numbers_on_screen(self) -> bool:
        """Whether the screen itself shows the number of each move."""
        shown = getattr(self.screen, "numbers_moves", None)
        return bool(shown and shown(self.state))

    def prompt(self) -> Text:
        return self.sentence(self.game.words.prompt(self.state, self.seat, self.lang, self.names), "bold")

    def list_moves(self, rest: str = "") -> None:
        actions = self.in_order()
        texts = [self.game.action_text(self.state, action) for action in actions]
        width = max(map(len, texts), default=0)
        for number, (action, text) in enumerate(zip(actions, texts, strict=True), 1):
            label = self.game.words.label(self.state, action, self.lang)
            self.console.print(Text(f"{number:>4}  {text:<{width}}  {label}"))

    def show_sheet(self, rest: str = "") -> None:
        self.console.print(self.screen.sheet(self.game.view(self.state, self.seat), self.lang, self.names))

    def show_rules(self, paragraph: str = "") -> None:
        _ = self.lang.gettext
        rules = self.game.rules(self.lang.code)
        if not paragraph:
            with self.console.pager():
                self.console.print(Markdown(rules))
        elif paragraph in self.game.paragraphs:
            found = re.search(rf"^{re.escape(paragraph)} .*?(?=\n\n|\Z)", rules, re.MULTILINE | re.DOTALL)
            self.console.print(" ".join(found[0].split()) if found else "")
        else:
            self.console.print(Text(_("There is no paragraph {number}.").format(number=paragraph), "red"))

    def has_card_texts(self) -> bool:
        """Whether the cards of the game have texts that can be asked for."""
        return hasattr(self.screen, "card")

    def show_card(self, name: str = "") -> None:
        """The full text of a card."""
        _ = self.lang.gettext
        card = self.screen.card(self.state, name, self.lang)
        if card is None:
            self.console.print(Text(_("There is no card of that name."), "red"))
        else:
            self.console.print(card)

    def sentence(self, line: str, style: str = "") -> Text:
        """A line of the log with its cards in colour."""
        text, end = Text(style=style), 0
        for match in THING.finditer(line):
            text.append(line[end : match.start()])
            text.append_text(self.screen.thing(match[1], self.lang))
            end = match.end()
        return text.append(line[end:])


def seats_of(record: Record) -> tuple[int, list[str]]:
    """The person's seat and the bots' levels, as the headers of a record name them."""
    levels = [record.other_headers.get(f"bot {seat + 1}", "") for seat in range(record.players)]
    person = levels.index("") if "" in levels else 0
    return person, levels
