"""The turning points of a game: who took the lead, the dearest mistake, and what luck did, in three sentences."""

from collections.abc import Iterator, Sequence
from math import fsum
from typing import Final

from mezani.games.common.sentences import listed
from mezani.insight.analysis import Analysis
from mezani.insight.in_words import percent, signed, two_choices, within
from mezani.insight.judging import Course, Judged
from mezani.language import Language

LEAD: Final = 0.1  # of the chance of winning: who is ahead by less may not be so at all
CLEAR: Final = 0.05  # what luck gave or took, and is not worth a word if it is less
LATE: Final = 0.9  # of the decisions of a game: a lead that is taken later was open to the last


def turning_points(analysis: Analysis, lang: Language, names: Sequence[str]) -> list[str]:
    """A game in three sentences; fewer while it is not wholly judged: only what is certain then."""
    if analysis.course is None or not analysis.record.actions:
        return []
    story = _Story(analysis, analysis.course, lang, names)
    said = [story.lead(), story.dearest_mistake()]
    if analysis.is_complete:
        said.append(story.of_luck())
    return [sentence for sentence in said if sentence]


class _Story:
    """What is told of a game, in a language."""

    def __init__(self, analysis: Analysis, course: Course, lang: Language, names: Sequence[str]) -> None:
        self.analysis, self.course, self.names = analysis, course, names
        self.lang, self.record, self.game = lang, analysis.record, analysis.record.game
        states = [(before, after) for before, _, after in self.record.steps()]
        self.places = [self.game.place(before) for before, _ in states]
        self.end = states[-1][1]
        self.players = range(self.record.players)
        mistakes = analysis.mistakes(analysis.seat)
        self.mistakes = sorted(mistakes, key=lambda it: (-it.lost, it.number))

    def within(self, step: int) -> str:
        """Where the game was when it came to the position after so many actions."""
        place = self.places[max(step - 1, 0)]
        if len({place.chapter for place in self.places}) == 1:
            return self.lang.gettext("with move {n}").format(n=max(step, 1))
        return within(self.game, place, self.lang)

    def listed(self, seats: Sequence[int]) -> str:
        return listed([self.names[seat] for seat in seats], self.lang)

    # Who was ahead

    def lead(self) -> str:
        """Since when the winner was ahead, or who is ahead now."""
        if not self.end.is_over:
            return self.standing()
        winners = self.record.winners()
        if self.record.lost:
            said = self.lang.gettext("The time of {names} was up; the victory goes to {winners}.")
            return said.format(names=self.listed(self.record.lost), winners=self.listed(winners))
        return self.lead_of_one(winners[0]) if len(winners) == 1 else self.lead_of_several(winners)

    def standing(self) -> str:
        """Who is ahead in a game that is not over."""
        _, chances = self.lang.gettext, self.course.chances[-1]
        first, second, *_others = sorted(self.players, key=lambda seat: -chances[seat])
        facts = {
            "n": len(self.record.actions),
            "name": self.names[first],
            "chance": percent(chances[first]),
            "other": self.names[second],
            "other_chance": percent(chances[second]),
        }
        if chances[first] - chances[second] < LEAD:
            said = _("After {n} moves all is open: {name} has a chance of {chance} %, {other} of {other_chance} %.")
        else:
            said = _("After {n} moves {name} is ahead with a chance of {chance} %, {other} has {other_chance} %.")
        return said.format(**facts)

    def lead_of_one(self, winner: int) -> str:
        """Since when the only winner was ahead for good."""
        _, since = self.lang.gettext, self.ahead_since([winner])
        if since == 0:
            step, other = self.nearest(winner, 0)
            said = _("{name} won and was never behind; {other} came nearest, with a chance of {chance} % {place}.")
        else:
            step, other = self.highest([winner], since)
            said = _("{name} took the lead for good {since}; before that, {other} had been at {chance} %.")
            if since >= LATE * len(self.record.actions):
                said = _("All was open to the end: {name} took the lead only {since}; {other} had been at {chance} %.")
        return said.format(
            name=self.names[winner],
            other=self.names[other],
            chance=percent(self.course.chances[step][other]),
            place=self.within(step),
            since=self.within(since),
        )

    def lead_of_several(self, winners: Sequence[int]) -> str:
        """Since when nobody was ahead of those who shared the victory."""
        _, since = self.lang.gettext, self.ahead_since(winners)
        if since == 0:
            return _("{names} share the victory; nobody else was ever ahead.").format(names=self.listed(winners))
        step, other = self.highest(winners, since)
        return _("{names} share the victory; {other} had been at {chance} %, and fell behind {since}.").format(
            names=self.listed(winners),
            other=self.names[other],
            chance=percent(self.course.chances[step][other]),
            since=self.within(since),
        )

    def ahead_since(self, winners: Sequence[int]) -> int:
        """After how many actions nobody else was clearly ahead any more; 0: nobody ever was."""
        others = [seat for seat in self.players if seat not in winners]
        since = 0
        for step, chances in enumerate(self.course.chances):
            best = max(chances[seat] for seat in winners)
            if any(chances[seat] - best >= LEAD for seat in others):
                since = step + 1
        return since

    def highest(self, winners: Sequence[int], until: int) -> tuple[int, int]:
        """When one of the others had the best chance, before so many actions, and who."""
        return self.best_moment([seat for seat in self.players if seat not in winners], range(until))

    def nearest(self, winner: int, since: int) -> tuple[int, int]:
        """When one of the others had the best chance from a lead on, and who."""
        steps = range(since, len(self.course.chances))
        return self.best_moment([seat for seat in self.players if seat != winner], steps)

    def best_moment(self, seats: Sequence[int], steps: range) -> tuple[int, int]:
        chances = self.course.chances
        return max(((step, seat) for step in steps for seat in seats), key=lambda it: (chances[it[0]][it[1]], -it[0]))

    # Mistakes

    def dearest_mistake(self) -> str:
        """Who made it, where, and what would have been better."""
        _, is_complete = self.lang.gettext, self.analysis.is_complete
        if self.mistakes:
            said = _(
                "The dearest mistake was {name}'s {place}: “{played}” instead of “{better}”, at a cost of {lost} %."
            )
            if not is_complete:
                said = _("So far the dearest mistake was {name}'s {place}: “{played}”, not “{better}”, for {lost} %.")
            return self.told_of(self.mistakes[0], said)
        if not is_complete:
            return ""
        if self.analysis.seat is not None:
            return _("{name} made no mistake worth a word.").format(name=self.names[self.analysis.seat])
        return _("Nobody made a mistake worth a word.")

    def told_of(self, mistake: Judged, said: str) -> str:
        decision = self.analysis.at(mistake.number)
        assert decision
        chosen = mistake.played.actions, mistake.best.actions
        played, better = two_choices(self.game, decision.state, *chosen, self.lang)
        return said.format(
            name=self.names[mistake.seat],
            place=self.within(mistake.number + 1),
            played=played,
            better=better,
            lost=percent(mistake.lost),
        )

    # Luck

    def of_luck(self) -> str:
        """What luck did; where nothing is drawn, what else made the difference."""
        if self.game.is_open:
            return self.next_mistake() or self.who_gave_least()
        if self.analysis.seat is not None:
            return self.luck_of_seat(self.analysis.seat)
        return self.luck_of_all()

    def next_mistake(self) -> str:
        if len(self.mistakes) < 2:
            return ""
        said = self.lang.gettext("Next came {name}'s {place}: “{played}” instead of “{better}” cost {lost} %.")
        return self.told_of(self.mistakes[1], said)

    def who_gave_least(self) -> str:
        """Who lost least by own decisions, small ones together."""
        least = min(self.analysis.summaries(), key=lambda it: it.given_away)
        said = self.lang.gettext("{name} gave away least: {lost} % in {n} decisions.")
        return said.format(name=self.names[least.seat], lost=percent(least.given_away), n=least.decisions)

    def luck_of_seat(self, seat: int) -> str:
        """What a seat had no part in: others are not judged while the game runs."""
        found = self.analysis.sum(seat)
        said = self.lang.gettext("What {name} could not decide, luck and the others, changed the chance by {luck} %.")
        return said.format(name=self.names[seat], luck=signed(found.luck))

    def luck_of_all(self) -> str:
        """Who had most luck, or least, and when."""
        _ = self.lang.gettext
        luck = {seat: self.analysis.sum(seat).luck for seat in self.players}
        seat = max(luck, key=lambda it: abs(luck[it]))
        if abs(luck[seat]) < CLEAR:
            return _("Luck was even: nobody gained or lost more than {n} % by it.").format(n=percent(CLEAR))
        chapters = self.luck_by_chapters(seat)
        chapter = max(chapters, key=lambda it: chapters[it] if luck[seat] > 0 else -chapters[it])
        is_kind = luck[seat] > 0
        if len(chapters) == 1:
            said = _("Luck was kindest to {name}: {luck} %.") if is_kind else _("Luck was hardest on {name}: {luck} %.")
        elif is_kind:
            said = _("Luck was kindest to {name}: {luck} % in all, above all {chapter} ({part} %).")
        else:
            said = _("Luck was hardest on {name}: {luck} % in all, above all {chapter} ({part} %).")
        return said.format(
            name=self.names[seat],
            luck=signed(luck[seat]),
            chapter=within(self.game, chapter, self.lang),
            part=signed(chapters[chapter]),
        )

    def luck_by_chapters(self, seat: int) -> dict[str, float]:
        """What luck did to a seat in each chapter; the first deal belongs to the first."""
        found: dict[str, list[float]] = {}
        for number, luck in self.luck(seat):
            found.setdefault(self.places[number].chapter, []).append(luck)
        return {chapter: fsum(parts) for chapter, parts in found.items()}

    def luck(self, seat: int) -> Iterator[tuple[int, float]]:
        yield 0, self.course.chances[0][seat] - self.course.start[seat]
        for number in range(len(self.record.actions)):
            yield number, self.analysis.luck_at(number)[seat]
