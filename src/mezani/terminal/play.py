"""A game in the terminal: one person against bots, kept as a record from the first move on."""

import os
import re
import shlex
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.markdown import Markdown
from rich.table import Table
from rich.text import Text

from mezani import bots
from mezani.bots.outside import Outsiders
from mezani.bots.seeds import one_way_seed
from mezani.engine.rng import Rng
from mezani.engine.state import State
from mezani.game import Game, NoMove, Terminal
from mezani.insight.reasons import ideas
from mezani.language import Language
from mezani.record import Record
from mezani.terminal.plain_terminal import PlainTerminal
from mezani.terminal.typed_moves import meant, typed_action

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
        self.outsiders = Outsiders()
        others = [(other, level) for other, level in enumerate(levels) if other != seat]
        self.bots = {other: self.outsiders.sit_down(level, self.game) for other, level in others}
        self.path = path
        self.lang = lang
        self.spoken = record.game.language(lang)
        self.console = console
        self.state = record.state()
        self.last: State | None = None  # before the last move; None: not known
        self.names = [record.name(other) for other in range(record.players)]
        if not any(record.names[seat : seat + 1]):
            self.names[seat] = lang.gettext("You")
        self.pictures = pictures_of(self.game)

    # The course of a game

    def run(self) -> None:
        """Play until the game is over or the person leaves."""
        _ = self.lang.gettext
        self.save()
        self.console.print(Text(f"{self.game.title} · ", "bold") + Text(_("? for help, q to leave")))
        try:
            while not self.state.is_over:
                if self.state.seat in self.bots:
                    for action in bots.plan(self.bots[self.state.seat], self.state, self.bot_chance()):
                        self.play(action)
                elif (answer := self.state.standing_answer(False)) >= 0:
                    self.play(answer)
                else:
                    self.ask()
        except (Left, EOFError, KeyboardInterrupt) as left:
            self.save()
            self.console.print()
            saved = _("The game is saved. Continue with: mezani resume {path}")
            self.console.print(Text(saved.format(path=shlex.quote(str(self.path)))), soft_wrap=True)
            if isinstance(left, KeyboardInterrupt):
                raise
            return
        finally:
            self.outsiders.end()
        self.save()
        self.show_result()

    def show_result(self) -> None:
        _ = self.lang.gettext
        self.show_sheet()
        self.console.print(Text(self.game.prompt(self.state, self.seat, self.lang, self.names), "bold"))
        reasons = self.game.why_won(self.state, self.lang, self.third_person())
        for reason in reasons if len(reasons) > 1 else ():  # one alone says nothing new
            self.console.print(Text(str(reason)))
        self.console.print(Text(_("The record is in {path}").format(path=self.path)), soft_wrap=True)

    def third_person(self) -> list[str]:
        """The names for sentences that speak of everybody alike: "You" would not fit there."""
        own = self.record.names[self.seat : self.seat + 1]
        seat = self.lang.gettext("Seat {number}").format(number=self.seat + 1)
        return [seat if number == self.seat and not any(own) else name for number, name in enumerate(self.names)]

    def bot_chance(self) -> Rng:
        """The bots' own random numbers, the same when a game is played again."""
        return Rng(one_way_seed("worlds", self.record.seed, len(self.record.actions)))

    def play(self, action: int) -> None:
        before = self.state.clone()
        self.state.play(action)
        self.record.actions.append(action)
        self.add_to_file(before, action)
        for line in self.game.tell(before, action, self.state, self.seat, self.lang, self.names):
            self.console.print(self.sentence(line))

    def save(self) -> None:
        """Write the record."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        draft = self.path.with_suffix(".new")
        draft.write_bytes(str(self.record).encode())
        draft.replace(self.path)

    def add_to_file(self, before: State, action: int) -> None:
        """Add the last move to the record on disk, so that an interrupted game loses nothing."""
        if self.last is None:
            self.save()
        else:
            with self.path.open("r+b") as file:
                file.seek(-1, os.SEEK_END)  # the end of the last line
                file.write(f"{self.record.written(self.last, before, action)}\n".encode())
        self.last = before

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
            "c": self.show_card,
        }
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
            self.complain(str(reason))
        else:
            self.play(action)

    def parse(self, typed: str) -> int | None:
        """The action that was typed; if it is none, that is said, and what may have been meant is shown."""
        moves = self.in_order()
        try:
            return typed_action(self.game, self.state, moves, typed, self.lang)
        except NoMove as problem:
            near = meant(self.game, self.state, moves, typed, self.lang)
            if near:
                self.console.print(Text(self.lang.gettext("Which of these do you mean? Type its number."), "yellow"))
                self.list_these(near)
            else:
                self.complain(problem.say(self.lang))
            return None

    def complain(self, sentence: str) -> None:
        self.console.print(Text(sentence, "red"))

    def in_order(self) -> list[int]:
        """The legal moves as the screen numbers them."""
        return self.pictures.in_order(self.state, self.seat, self.state.legal_actions())

    # Commands

    def leave(self, rest: str = "") -> None:
        raise Left

    def undo(self, rest: str = "") -> None:
        """Go back to the person's last choice, with all that bots have done since: who plays here practises."""
        choice = self.record.last_choice_of(self.seat)
        if choice is None:
            self.complain(self.lang.gettext("There is nothing to take back yet."))
            return
        del self.record.actions[choice:]
        self.state, self.last = self.record.state(), None
        self.save()

    def hint(self, rest: str = "") -> None:
        """The move that the strongest bot would make, how likely it thinks that it wins, and why."""
        _ = self.lang.gettext
        best = ideas(self.game, self.state, self.bot_chance(), self.lang)[0]
        text = self.game.action_text(self.state, best.action)
        label = self.game.label(self.state, best.action, self.lang)
        said = _("{move}: {label}. It wins about {chance}% of the time.")
        self.console.print(Text(said.format(move=text, label=label, chance=round(100 * best.chance)), "green"))
        if best.reasons:
            self.console.print(Text(" ".join(reason.sentence for reason in best.reasons), "green"))

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
                Text(_("Allowed: {move}").format(move=self.game.label(self.state, action, self.lang)), "green")
            )

    def help(self) -> None:
        _ = self.lang.gettext
        lines = [
            (_("a number"), _("the move with that number")),
            (_("a move"), self.pictures.explanation(self.spoken)),
            (
                f"?{self.game.action_text(self.state, self.in_order()[0])}",
                _("whether a move is allowed, and if not, why (? and any move)"),
            ),
            ("h", _("a hint: what the strongest bot would do")),
            ("l", _("list the moves")),
            ("t", _("show the table again")),
            ("s", _("show the score sheet")),
            (_("c NAME"), _("what a card is and does")),
            ("r 5.2", _("a paragraph of the rules; r alone shows all of them")),
            ("u", _("back to your last decision")),
            ("q", _("leave; the game is saved")),
        ]
        table = Table.grid(padding=(0, 2, 0, 0))
        table.add_column(justify="right", style="bold", no_wrap=True)
        for command, meaning in lines:
            table.add_row(Text(command), Text(meaning))
        self.console.print(table)

    def show(self, rest: str = "") -> None:
        """The table, and what is to be done."""
        legal = [self.game.action_text(self.state, action) for action in self.in_order()]
        self.console.print()
        self.console.print(self.pictures.picture(self.game.view(self.state, self.seat), legal, self.spoken, self.names))
        self.console.print(self.prompt())
        if self.pictures.numbers_moves(self.state):
            return
        if len(legal) <= MANY:
            self.list_moves()
        else:
            said = self.lang.gettext("There are {count} moves: l lists them.").format(count=len(legal))
            self.console.print(Text(said, "dim"))

    def prompt(self) -> Text:
        return self.sentence(self.game.prompt(self.state, self.seat, self.lang, self.names), "bold")

    def list_moves(self, rest: str = "") -> None:
        self.list_these(self.in_order())

    def list_these(self, actions: Sequence[int]) -> None:
        """Some of the legal moves: number, notation, and what they do."""
        table = Table.grid(padding=(0, 2, 0, 0))
        table.add_column(justify="right", min_width=4)
        table.add_column(no_wrap=True)
        for number, action in enumerate(self.in_order(), 1):
            if action in actions:
                label = self.game.label(self.state, action, self.lang)
                table.add_row(str(number), Text(self.game.action_text(self.state, action)), Text(label))
        self.console.print(table)

    def show_sheet(self, rest: str = "") -> None:
        self.console.print(self.pictures.sheet(self.game.view(self.state, self.seat), self.spoken, self.names))

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
            self.complain(_("There is no paragraph {number}.").format(number=paragraph))

    def show_card(self, name: str = "") -> None:
        """What a card is and does."""
        card = self.pictures.about(self.state, name, self.spoken)
        if card is None:
            self.complain(self.lang.gettext("There is nothing by that name."))
        else:
            self.console.print(card)

    def sentence(self, line: str, style: str = "") -> Text:
        """A line of the log with its cards in colour."""
        text, end = Text(style=style), 0
        for match in THING.finditer(line):
            text.append(line[end : match.start()])
            text.append_text(self.pictures.thing(match[1], self.spoken))
            end = match.end()
        return text.append(line[end:])


def pictures_of(game: Game[Any]) -> Terminal[Any, Any]:
    """The pictures that a game brings along, or plain lists."""
    return game.load_terminal() if game.load_terminal else PlainTerminal(game)


def seats_of(record: Record) -> tuple[int, list[str]]:
    """The person's seat and the bots' levels, as the headers of a record name them; usual bots for other people."""
    levels = [record.other_headers.get(f"bot {seat + 1}", "") for seat in range(record.players)]
    person = levels.index("") if "" in levels else 0
    return person, [level or bots.USUAL for level in levels]
