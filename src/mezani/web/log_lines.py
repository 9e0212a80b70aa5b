"""The log of a table in words, as a seat or a spectator may read it."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from heapq import merge
from operator import itemgetter
from typing import Any, NamedTuple

from babel.dates import format_timedelta
from markupsafe import Markup, escape

from mezani.game import Game, Place
from mezani.games import game as find_game
from mezani.insight.in_words import chapter_in_words
from mezani.language import Language, language
from mezani.record import Stop
from mezani.tables.clocks import AGREED, ASKED, ASKED_ALONE, PAUSED, RESUMED
from mezani.tables.comments import Comment
from mezani.tables.entries import HOUSE, RETOLD, Entry, Kind
from mezani.tables.round_end import NOBODY_PLAYED
from mezani.tables.situation import Seat
from mezani.tables.table import Step, Table
from mezani.tables.terms import Days, Terms
from mezani.web.assets import icon
from mezani.web.chat import Hearing
from mezani.web.clock_words import MINUTE, day_in_words
from mezani.web.moment import Moment, moment_of
from mezani.web.notation import BRACKETS, with_things
from mezani.web.rendering import environment

LINES_SHOWN = 120
SENTENCES_KEPT = 2000
NOBODY: frozenset[int] = frozenset()


class Line(NamedTuple):
    """A line of the log; the kind says how it looks."""

    kind: str  # move, said, said comment, cut, aside
    html: Markup
    number: int
    at: str = ""  # what the line speaks of: notations, and who acts; the board has them as `data-at`
    id: str = ""  # of a line that may come to say something else

    def __html__(self) -> str:
        attributes = f' id="{self.id}"' if self.id else ""
        if self.at:
            attributes += f' data-at="{escape(self.at)}" tabindex="-1"'
        return f'<li class="{self.kind}"{attributes}>{self.html}</li>\n'


def names_of(table: Table, lang: Language) -> list[str]:
    """What everybody at the table is called."""
    return [called(seat, number, lang) for number, seat in enumerate(table.seats)]


def called(seat: Seat, number: int, lang: Language) -> str:
    """What is said for a seat: who has deleted their name is somebody."""
    return seat.name or (lang.gettext("Somebody") if seat.player else lang.gettext("Seat {n}").format(n=number + 1))


def chapter_title(game: Game[Any], place: Place, lang: Language) -> str:
    """Where the game has got to, in words: "Hand 2"."""
    return chapter_in_words(game, place.chapter, lang)


def terms_sentences(table: Table, lang: Language) -> list[str]:
    """What was agreed at a table, as far as it matters in its game."""
    said = []
    if table.covers_past:
        said.append(lang.gettext("Past tricks are covered: only the last one can be looked at."))
    elif table.game.past:
        said.append(lang.gettext("Past tricks are open: you can look back at all of them."))
    if table.terms.away_after:
        sentence = lang.gettext(
            "If somebody is away and has not moved for {time}, the others can let a bot play for them."
        )
        said.append(sentence.format(time=how_long(table.terms.away_after, lang)))
    if table.tournament:
        said.append(lang.gettext("The table belongs to a tournament: whoever leaves is last, even if they come back."))
    return said + clock_sentences(table.terms, lang) + audience_sentences(table.terms, lang)


def clock_sentences(terms: Terms, lang: Language) -> list[str]:
    """How long a move may take, what comes then, and whether the game is rated; nothing where no clock runs."""
    _, clock = lang.gettext, terms.clock
    if clock is None:
        return []
    if isinstance(clock, Days):
        time = lang.ngettext("A move may take {n} day.", "A move may take {n} days.", clock.days).format(n=clock.days)
    elif clock.increment:
        said = _("Everybody has {n} min for the game, and {more} s more with each move.")
        time = said.format(n=clock.minutes, more=clock.increment)
    else:
        time = _("Everybody has {n} min for the game.").format(n=clock.minutes)
    up = {"bot": _("When time is up, a bot takes over."), "lost": _("When time is up, the game is lost.")}
    rated = [_("The game is rated: everybody who plays has signed in, and who leaves loses.")] if terms.rated else []
    return [f"{time} {up[terms.time_up]}", *rated]


def audience_sentences(terms: Terms, lang: Language) -> list[str]:
    """Who may watch, where it is not just those with the link."""
    if terms.watched == "listed":
        return [lang.gettext("Everybody may watch: the table is listed while it runs.")]
    return [lang.gettext("Nobody may watch until the game is over.")] if terms.watched == "nobody" else []


def how_long(minutes: int, lang: Language) -> str:
    """A time that was agreed, in words."""
    return str(format_timedelta(60 * minutes, locale=lang.code))


def ending_sentence(table: Table, names: Sequence[str], lang: Language) -> str:
    """Who has won where somebody's time was up, which the rules of the game know nothing of; empty elsewhere."""
    if table.is_over and table.round_up and not table.round_up.was_played:
        return lang.gettext("Nobody has played, so all share the place.")
    if not table.is_over or not table.lost:
        return ""
    winners, lost = [names[seat] for seat in table.winners], [names[seat] for seat in sorted(table.lost)]
    won = lang.ngettext("{names} has won.", "{names} have won.", len(winners)).format(names=in_a_row(winners, lang))
    return f"{won} " + lang.gettext("The time of {names} was up.").format(names=in_a_row(lost, lang))


def in_a_row(names: Sequence[str], lang: Language) -> str:
    """Several names as one says them."""
    *others, last = names
    return lang.gettext("{others} and {last}").format(others=", ".join(others), last=last) if others else last


def stop_sentence(stop: Stop, names: Sequence[str], lang: Language) -> str:
    """Why a game of older rules can be followed no further."""
    said = lang.gettext("Today's rules forbid the next move, {move} by {name}: {reason}")
    return said.format(move=stop.move, name=names[stop.state.seat], reason=stop.reason(lang))


def all_lines(
    table: Table,
    seat: int | None,
    lang: Language,
    last: int = 0,
    unheard: frozenset[int] = NOBODY,
    comments: Sequence[Comment] = (),
) -> list[Line]:
    """The whole log, or its last lines, with comments where they were made, without what unheard seats say."""
    names = names_of(table, lang)
    told = (
        (entry.at, line)
        for entry, step in table.steps()
        if not is_unheard(entry, unheard)
        for line in lines_of(table, entry, step, seat, lang, names)
    )
    said = ((comment.at, comment_line(table.id, comment, lang)) for comment in comments)
    return [line for _, line in merge(told, said, key=itemgetter(0))][-last:]


def is_unheard(entry: Entry, unheard: frozenset[int]) -> bool:
    """Whether an entry is what a seat says that the reader does not hear."""
    return entry.kind == Kind.CHAT and entry.seat in unheard


def comment_line(table: str, comment: Comment, lang: Language) -> Line:
    """What somebody has said who watches; their name leads to where they can be muted."""
    html = Markup(
        '{sign}<span class="unseen">{who} </span><a href="/table/{table}/comments/{number}"><b>{name}</b></a> {said}'
    )
    filled = html.format(
        sign=icon("eye"),
        who=lang.gettext("Spectator"),
        table=table,
        number=comment.number,
        name=comment.name or lang.gettext("Somebody"),
        said=_said(comment.text, lang),
    )
    return Line("said comment", filled, 0)


def _said(text: str | None, lang: Language) -> str:
    return text or Markup('<i class="quiet">{}</i>').format(lang.gettext("removed by the host"))


def whole_log_html(table: Table, reader: int | None, lang: Language, hearing: Hearing) -> str:
    """The end of the log anew, with all that is said."""
    lines = all_lines(table, reader, lang, LINES_SHOWN, hearing.unheard, hearing.comments or ())
    return listed('<ol data-into="log" data-fresh="1">', "".join(line.__html__() for line in lines))


def log_html(
    table: Table, after: int, covered: frozenset[int], reader: int | None, lang: Language, unheard: frozenset[int]
) -> str | None:
    """What is new in the log since an entry, and what says something else by now; None where all of it does."""
    if after == table.last_number:
        return ""
    new = new_html(table, after, reader, lang, unheard)
    if new is None:
        return None
    turned = turned_html(table, after, covered, reader, lang)
    return listed('<ol data-turned="log">', turned) + listed('<ol data-into="log">', new)


def ends_a_line(table: Table, after: int) -> bool:
    """Whether a trick or a turn has ended since an entry."""
    place = table.game.place
    for entry in table.log[len(table.log) - (table.last_number - after) :]:
        step = table.step(entry.number) if entry.kind == Kind.PLAY else None
        if step and place(step.before) != place(step.after):
            return True
    return False


def listed(into: str, lines: str) -> str:
    """Lines for the log; nothing if there are none."""
    return f"{into}{lines}</ol>" if lines else ""


def new_html(
    table: Table, after: int, seat: int | None, lang: Language, unheard: frozenset[int] = NOBODY
) -> str | None:
    """The lines of the entries after a number; None if that is too long ago, or if earlier ones read differently."""
    moment = moment_of(table)
    steps = moment.once(_steps_after, after)
    if steps is None:
        return None
    names = moment.once(names_of, lang)
    heard = [(entry, step) for entry, step in steps if not is_unheard(entry, unheard)]
    return "".join([_entry_html(moment, entry, step, seat, lang, names) for entry, step in heard])


def _steps_after(table: Table, after: int) -> list[tuple[Entry, Step | None]] | None:
    """The entries after a number with their decisions; None if one of these was long ago."""
    steps = [
        (entry, table.step(entry.number) if entry.kind == Kind.PLAY else None)
        for entry in table.log[len(table.log) - (table.last_number - after) :]
    ]
    is_lost = any(entry.kind in RETOLD or (entry.kind == Kind.PLAY and step is None) for entry, step in steps)
    return None if is_lost else steps


def _entry_html(
    moment: Moment, entry: Entry, step: Step | None, seat: int | None, lang: Language, names: Sequence[str]
) -> str:
    """The lines of an entry, made once for all who are told the same."""
    table = moment.table
    if step is None:
        return _html(lines_of(table, entry, step, seat, lang, names))
    told = tuple(table.tell(entry.number, step, seat, lang, names))
    return moment.kept(
        ("new", entry.number, told, _addressed(told, seat, lang), lang.code),
        lambda: _html(_lines_told(table, entry, step, told, seat, lang, names)),
    )


def turned_html(table: Table, after: int, known: frozenset[int], seat: int | None, lang: Language) -> str:
    """The lines up to an entry that say something else by now: their cards lie face down, or open again.

    `known` are the entries whose cards lay face down when the lines were made.
    """
    moment = moment_of(table)
    names = moment.once(names_of, lang)
    return "".join(
        [_turned_entry_html(moment, *turned, seat, lang, names) for turned in moment.once(_turned, after, known)]
    )


def _turned(table: Table, after: int, known: frozenset[int]) -> list[tuple[Entry, Step]]:
    """The decisions of which that is true."""
    turned = {number for number in known ^ table.covered if number <= after}
    if not turned:
        return []
    recent = [(entry, table.step(entry.number)) for entry in table.log if entry.number in turned]
    steps = recent if all(step for _, step in recent) else table.steps()
    return [(entry, step) for entry, step in steps if step and entry.number in turned]


def _turned_entry_html(
    moment: Moment, entry: Entry, step: Step, seat: int | None, lang: Language, names: Sequence[str]
) -> str:
    """The lines of an entry that are different when its cards lie face down; made once for all who are told them."""
    table = moment.table
    faces = tuple(table.game.tell(*step, seat, lang, names))
    backs = tuple(table.game.tell_covered(*step, seat, lang, names))
    told = backs if entry.number in table.covered else faces

    def made() -> str:
        lines = _lines_told(table, entry, step, told, seat, lang, names)
        return _html([line for place, line in enumerate(lines[: len(told)]) if faces[place] != backs[place]])

    return moment.kept(("turned", entry.number, faces, backs, _addressed(told, seat, lang), lang.code), made)


def _addressed(told: Sequence[str], seat: int | None, lang: Language) -> int | None:
    """The seat, if it is itself meant by what it is told."""
    you = lang.gettext("You")
    return seat if any(line.startswith(you) for line in told) else None


def _html(lines: Iterable[Line]) -> str:
    return "".join([line.__html__() for line in lines])


def _cut(game: Game[Any], place: Place, number: int, lang: Language) -> Line:
    return Line("cut", escape(chapter_title(game, place, lang)), number)


def lines_of(
    table: Table, entry: Entry, step: Step | None, seat: int | None, lang: Language, names: Sequence[str]
) -> list[Line]:
    """The lines of one entry; where it begins a chapter, the last is its title."""
    if step:
        told = table.tell(entry.number, step, seat, lang, names)
        return _lines_told(table, entry, step, told, seat, lang, names)
    if entry.kind == Kind.CHAT:
        said = Markup("<b>{}</b> {}").format(_name(entry, names), _said(entry.text, lang))
        return [Line("said", said, entry.number)]
    text = _aside(table, entry, seat, lang)
    html = escape(text.format(name=_name(entry, names))) + _link(entry, lang)
    lines = [Line("aside", html, entry.number)] if text else []
    if entry.kind != Kind.BEGIN:
        return lines
    lines += [Line("aside", escape(said), entry.number) for said in terms_sentences(table, lang)]
    if table.is_older:
        lines.append(Line("aside", _played_by_older_rules(table, lang), entry.number))
    return [*lines, _cut(table.game, table.game.place(table.start), entry.number, lang)]


def _lines_told(
    table: Table,
    entry: Entry,
    step: Step,
    told: Sequence[str],
    seat: int | None,
    lang: Language,
    names: Sequence[str],
) -> list[Line]:
    """What is told of a decision, as lines."""
    id = f"line-{table.public_number(entry.number)}-" if table.covers_past else ""
    lines = [
        _sentence(table.game, entry.number, line, seat, lang, names, id and f"{id}{place}")
        for place, line in enumerate(told)
    ]
    before, after = table.game.place(step.before), table.game.place(step.after)
    if before.chapter != after.chapter and not step.after.is_over:
        lines.append(_cut(table.game, after, entry.number, lang))
    return lines


def _played_by_older_rules(table: Table, lang: Language) -> Markup:
    """That the rules have changed since a game was begun, and where that is told."""
    said = lang.gettext("It was started under version {then} of the rules; today's are version {now}.")
    return Markup('{} <a href="/rules/{}#changes">{}</a>').format(
        said.format(then=table.rules, now=table.game.rules_version),
        table.game.name,
        lang.gettext("What has changed"),
    )


def _name(entry: Entry, names: Sequence[str]) -> str:
    return names[entry.seat] if entry.seat is not None else ""


def _sentence(
    game: Game[Any], number: int, line: str, seat: int | None, lang: Language, names: Sequence[str], id: str
) -> Line:
    """A line of the game with the one who acts in bold."""
    html, at, who = _bold(game.name, line, lang.code, tuple(names))
    acts = seat if who == len(names) else who
    return Line("move", html, number, at if who is None else f"{at} seat-{acts}".lstrip(), id)


@lru_cache(SENTENCES_KEPT)  # most at a table read the same
def _bold(game: str, line: str, code: str, names: tuple[str, ...]) -> tuple[Markup, str, int | None]:
    """A line with the one who acts in bold, what it speaks of, and who acts: one more than all others is the reader."""
    html, at = str(with_things(environment(code, game), find_game(game), line)), " ".join(BRACKETS.findall(line))
    for who, name in enumerate(_escaped(*names, language(code).gettext("You"))):
        if html.startswith(name) and html[len(name) : len(name) + 1] in (" ", ":"):
            return Markup(f"<b>{name}</b>{html[len(name) :]}"), at, who
    return Markup(html), at, None


@lru_cache(SENTENCES_KEPT)
def _escaped(*names: str) -> list[str]:
    return [str(escape(name)) for name in names]


def _aside(table: Table, entry: Entry, seat: int | None, lang: Language) -> str:
    """What happens round the game."""
    _ = lang.gettext
    if entry.kind == Kind.UNDO:
        if entry.action:
            return _("You go back to your last decision.") if entry.seat == seat else _("{name} goes back some moves.")
        return _("You take your move back.") if entry.seat == seat else _("{name} takes a move back.")
    if entry.kind == Kind.LEAVE:
        text = _("Somebody") if entry.text == "" else entry.text or ""  # whose name was deleted
        name = text.replace("{", "{{").replace("}", "}}") or "{name}"
        if entry.action == HOUSE:
            return _("A bot plays for {name} until they are back.").replace("{name}", name)
        if entry.action is not None:
            return _("{name} is away, and the others let a bot play.").replace("{name}", name)
        return _("{name} has left.").replace("{name}", name)
    if entry.kind == Kind.TIME:
        return (
            _("The time of {name} is up, and the game is lost.")
            if table.terms.time_up == "lost"
            else _("The time of {name} is up.")
        )
    if entry.kind == Kind.PAUSE:
        return _pause(entry, lang)
    if entry.kind == Kind.HOLIDAY:
        until = float(entry.text or 0.0)
        if until - entry.at < MINUTE:  # it ends now: that was read a moment before
            return _("{name} is back from holiday.")
        return _("{name} is on holiday until {day}.").replace("{day}", day_in_words(until, entry.at, lang))
    if entry.kind == Kind.ROUND:
        return _round_up(table, entry, lang)
    if entry.kind == Kind.CLOSE:
        return _("The host has closed this table.") if entry.action else _("The host has opened this table again.")
    return {
        Kind.JOIN: _("{name} sits down."),
        Kind.BOT: _("{name}, a bot, sits down."),
        Kind.BEGIN: _("The game begins."),
        Kind.RETURN: _("{name} is back."),
        Kind.FAIL: _("The bot {name} did not answer, so a simple move was made for it."),
        Kind.BRANCH: _("The moves up to here come from another game."),
        Kind.NAME: _("The host has changed a name: {name}."),
        Kind.REMATCH: _("{name} has set up a rematch."),
        Kind.RULES: _("The game continues from here under today's rules. What was played after this no longer counts.")
        if entry.seat is None
        else _(
            "{name} lets the game continue from here under today's rules. What was played after this no longer counts."
        ),
    }.get(entry.kind, "")


def _round_up(table: Table, entry: Entry, lang: Language) -> str:
    """What becomes of a game that was not over when the time of the round was."""
    _ = lang.gettext
    said = _("The time of the round is up. Bots play the game to its end.")
    if entry.action == NOBODY_PLAYED:
        return f"{said} {_('Nobody has played, so all share the place.')}"
    if entry.seat is None:
        return said
    has_clock = table.clocks is not None
    last = _("{name} has used most time and is last.") if has_clock else _("{name} was awaited and is last.")
    return f"{said} {last}"


def _pause(entry: Entry, lang: Language) -> str:
    """What somebody says about a pause."""
    _ = lang.gettext
    if entry.seat is None:
        return _("The pause ends: nobody is here.")
    return {
        ASKED: _("{name} asks for a pause."),
        ASKED_ALONE: _("{name} asks for a pause."),
        AGREED: _("{name} agrees."),
        PAUSED: _("The game is paused."),
        RESUMED: _("{name} goes on with the game."),
    }.get(entry.action or 0, _("There is no pause."))


def _link(entry: Entry, lang: Language) -> Markup:
    """To the other table of which an entry tells."""
    if entry.kind == Kind.BRANCH:
        return Markup(' <a href="{}">{}</a>').format(entry.text, lang.gettext("View it"))
    if entry.kind == Kind.REMATCH:
        return Markup(' <a href="/table/{}">{}</a>').format(entry.text, lang.gettext("Go to the new table"))
    return Markup("")
