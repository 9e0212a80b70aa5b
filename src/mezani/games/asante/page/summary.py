"""What a turn of Asante has brought, told to the other: step by step, with the cards that lay open, and the gold.

It is worked out from what lies open before and after each step, so that nothing hidden can get in.
"""

from collections import Counter
from collections.abc import Sequence

import msgspec

from mezani.game import Summary
from mezani.games.asante.actions import (
    BUY_CARD,
    DISCARD_CARD,
    DRAW_CARD,
    DROP,
    END,
    GIVE_CARD,
    HOLY,
    KEEP,
    LIKE,
    MINE,
    PLAY,
    SELL_CARD,
    TAKE_CARD,
    USE,
)
from mezani.games.asante.constants import (
    ANSWERING,
    DRAWING,
    EXCHANGING,
    FOUND,
    GOAL,
    HAGGLING,
    HEALING,
    KEEPING,
    LETTERS,
    LOOKING,
    MOST_KINDS,
    MOST_PLACE_KINDS,
    NONE,
    PLACING,
    PLAYING,
    SIFTING,
    SLOTS,
    WARES,
)
from mezani.games.asante.page.board import Face, face
from mezani.games.asante.rules import Asante
from mezani.games.asante.words.card_texts import card_name, paragraph_of
from mezani.games.common.sentences import listed
from mezani.language import Language

Step = tuple[Asante, int, Asante]


class Deed(msgspec.Struct, frozen=True):
    """A step of the turn: drawing, a card, an Artifact or a Holy Place, with all that followed from it."""

    kind: str  # drew, bought, sold, played, placed, used, holy
    title: str
    cost: int  # actions
    cards: tuple[Face | None, ...]  # None: a card that was not seen
    said: str


class TurnSummary(Summary, frozen=True, kw_only=True):
    deeds: tuple[Deed, ...]
    gold_before: int
    gold: int
    to_go: int


def summary(steps: Sequence[Step], seat: int | None, lang: Language, names: Sequence[str]) -> TurnSummary | None:
    """The turn of the other; whoever had it needs none."""
    if steps[0][0].active == seat:
        return None
    return Turn(steps, seat, lang, names).summary()


def ending(before: Asante, action: int, after: Asante) -> None:
    """The table stays as it is when a turn ends."""


class Turn:
    """A turn that is over, and the person who reads of it."""

    def __init__(self, steps: Sequence[Step], seat: int | None, lang: Language, names: Sequence[str]) -> None:
        self.steps = list(steps)
        self.start, self.end = steps[0][0], steps[-1][2]
        self.active = self.start.active
        self.other = 1 - self.active
        self.deck = self.start.deck
        self.reader, self.lang, self.names = seat, lang, names

    def summary(self) -> TurnSummary:
        _, name = self.lang.gettext, self.names[self.active]
        deeds = [self.deed(part) for part in self.parts()]
        before, after = self.start.gold[self.active], self.end.gold[self.active]
        only_drew = all(deed.kind == "drew" for deed in deeds)
        return TurnSummary(
            title=(_("Turn of {name}") if name.endswith(("s", "x", "z", "ß")) else _("{name}’s turn")).format(
                name=name
            ),
            subtitle=_("turn {n}").format(n=self.start.turn),
            gist=f"{self.what_counts(deeds)} {self.what_was_lost()}",
            in_words=self.at_the_end(),
            rises=self.reader is not None and not only_drew,
            aside=self.in_brief(deeds) if only_drew else "",
            deeds=tuple(deeds),
            gold_before=before,
            gold=after,
            to_go=max(0, GOAL - after),
        )

    # Steps of the turn

    def parts(self) -> list[list[Step]]:
        """The decisions by what they belong to: the cards drawn, then each card, Artifact and Holy Place."""
        drawing: list[Step] = []
        parts: list[list[Step]] = []
        for step in self.steps:
            before, action, _ = step
            phase = before.step[before.top]
            if phase in (DRAWING, KEEPING) and action in (DRAW_CARD, KEEP, DROP):
                drawing.append(step)
            elif phase in (DRAWING, KEEPING, PLAYING) and (HOLY <= action < TAKE_CARD or USE <= action < MINE):
                parts.append([step])
            elif parts and phase != PLAYING:
                parts[-1].append(step)
        return [drawing, *parts] if drawing else parts

    def deed(self, part: Sequence[Step]) -> Deed:
        before, action, _ = part[0]
        if action in (DRAW_CARD, KEEP, DROP):
            return self.drew(part)
        if action < LIKE and action >= HOLY:
            card = self.deck.places[action - HOLY]
            return self.done(part, "holy", self.lang.gettext("Holy Place"), paragraph_of(card), [face(card, self.lang)])
        if action < PLAY:
            kind = before.artifacts[self.active * SLOTS + action - USE]
            return self.done(part, "used", self.lang.gettext("Used"), self.paragraph(kind), [self.face(kind)])
        return self.played(part) if action < BUY_CARD else self.traded(part, (action - BUY_CARD) % MOST_KINDS, [])

    def drew(self, part: Sequence[Step]) -> Deed:
        _, ngettext = self.lang.gettext, self.lang.ngettext
        dropped = [after.discards[after.discard_size - 1] for _b, action, after in part if action == DROP]
        drawn = sum(action == DRAW_CARD for _b, action, _a in part)
        kept = part[-1][1] == KEEP
        if not dropped:
            said = _("Kept it, unseen. (4.1)")
        elif kept:
            said = _("Kept only the last one, unseen. (4.3)")
        else:
            said = _("Kept nothing. (4.1)")
        return Deed(
            kind="drew",
            title=ngettext("Drew {n} card", "Drew {n} cards", drawn).format(n=drawn),
            cost=drawn,
            cards=(*map(self.face, dropped), *[None] * kept),
            said=said,
        )

    def played(self, part: Sequence[Step]) -> Deed:
        """An Artifact, a Person or an Animal from the hand."""
        _ = self.lang.gettext
        kind = part[0][1] - PLAY
        haggled = next((action - SELL_CARD for before, action, _a in part if self.asked(before) == HAGGLING), NONE)
        if haggled != NONE and not self.answers(part):
            return self.traded(part, haggled, [self.face(kind)])
        if any(self.asked(before) == PLACING for before, _action, _a in part):
            replaces = self.artifacts_gone(part[0][0], part[-1][2], self.active)
            return self.done(part, "placed", _("Placed"), "7.2" if replaces else "7.1", [self.face(kind)])
        found = [self.face(before.a[before.top]) for before, _action, _a in part if self.asked(before) == FOUND]
        return self.done(part, "played", _("Played"), self.paragraph(kind), [self.face(kind), *found])

    def traded(self, part: Sequence[Step], kind: int, with_card: list[Face]) -> Deed:
        """Wares bought or sold with a Ware card, perhaps by a Haggler."""
        _ = self.lang.gettext
        start, end = part[0][0], part[-1][2]
        gained, lost = self.wares(start, end, self.active)
        gold = end.gold[self.active] - start.gold[self.active]
        if gained:
            kind_of, title, said = "bought", _("Bought"), _("{wares} for *{gold} gold*. (6.2)")
        elif with_card:
            kind_of, title, said = (
                "sold",
                _("Sold"),
                _("{wares} for *{gold} gold*, though {missing} was missing. (11.7)"),
            )
        else:
            kind_of, title, said = "sold", _("Sold"), _("{wares} for *{gold} gold*. (6.3)")
        missing = Counter(self.deck.cards[kind].wares) - Counter(LETTERS[ware] for ware in lost.elements())
        said = said.format(
            wares=self.tiles(gained or lost), gold=abs(gold), missing=" ".join(f"[{letter}]" for letter in missing)
        )
        return Deed(kind_of, title, self.cost(part), (*with_card, self.face(kind)), said)

    def done(self, part: Sequence[Step], kind: str, title: str, paragraph: str, cards: list[Face]) -> Deed:
        """A card that was carried out, or cancelled."""
        answers = [action - PLAY for before, action, _a in part if self.asked(before) == ANSWERING and action >= PLAY]
        if answers:
            said = self.lang.gettext("Cancelled. (8.2)")
            return Deed(kind, title, self.cost(part), (*cards, self.face(answers[0])), said)
        effects = [*self.effects_on_table(part), *self.effects_on_hands(part), *self.effects_on_other(part)]
        said = " ".join(effects) or cards[0].gist
        return Deed(kind, title, self.cost(part), tuple(cards), f"{said} ({paragraph})")

    # What came of a step

    def effects_on_table(self, part: Sequence[Step]) -> list[str]:
        """Wares, gold and Holy Places of the player whose turn it was."""
        _ = self.lang.gettext
        start, end = part[0][0], part[-1][2]
        gained, lost = self.wares(start, end, self.active)
        said = []
        if gained and lost:
            said.append(_("Returned {lost}, took {gained}."))
        elif gained or lost:
            said.append(_("Took {gained}.") if gained else _("Returned {lost}."))
        gold = end.gold[self.active] - start.gold[self.active]
        if gold:
            said.append(_("Took *{gold} gold*.") if gold > 0 else _("Paid *{gold} gold*."))
        if places := self.places(start, end, self.active):
            said.append(_("Got {places}."))
        if gone := self.artifacts_gone(start, end, self.active):
            said.append(_("Discarded {artifacts}."))
        words = {"gained": self.tiles(gained), "lost": self.tiles(lost), "gold": abs(gold)}
        return [
            line.format(places=listed(places, self.lang), artifacts=listed(gone, self.lang), **words) for line in said
        ]

    def effects_on_hands(self, part: Sequence[Step]) -> list[str]:
        """Cards that were taken, seen or unseen, and discarded."""
        _, ngettext = self.lang.gettext, self.lang.ngettext
        said = []
        for before, action, after in part:
            asked, card = self.asked(before), (action - TAKE_CARD) % MOST_KINDS
            if asked == HEALING:
                said.append(_("Took {card} from the discards.").format(card=self.named(card)))
            elif asked == EXCHANGING and self.reader is not None:
                said.append(_("Took {card} from your hand.").format(card=self.named(card)))
            elif asked == EXCHANGING:
                said.append(_("Took {card} from their opponent’s hand.").format(card=self.named(card)))
            elif action >= GIVE_CARD:
                said.append(_("Gave {card} for it.").format(card=self.named(card)))
            elif asked in (LOOKING, SIFTING) and after.hand_size[self.active] > before.hand_size[self.active]:
                said.append(_("Took one of {n} cards, unseen.").format(n=before.looked_size))
        drawn = self.drawn(part)
        if drawn > 0 and not said:
            said.append(ngettext("Drew {n} card, unseen.", "Drew {n} cards, unseen.", drawn).format(n=drawn))
        gone = sum(map(self.discards, part)) + max(0, -drawn)
        if gone:
            said.append(ngettext("Discarded {n} card.", "Discarded {n} cards.", gone).format(n=gone))
        return said

    def effects_on_other(self, part: Sequence[Step]) -> list[str]:
        """What the other got or lost by it."""
        _ = self.lang.gettext
        start, end = part[0][0], part[-1][2]
        lines = []
        places = self.places(start, end, self.other)
        if places:
            said = _("You got {places}.") if self.reader == self.other else _("{name} got {places}.")
            lines.append(said.format(name=self.names[self.other], places=listed(places, self.lang)))
        lost = self.losses(part)
        if lost:
            said = _("You lost {things}.") if self.reader == self.other else _("{name} lost {things}.")
            lines.append(said.format(name=self.names[self.other], things=listed(lost, self.lang)))
        return lines

    def losses(self, part: Sequence[Step]) -> list[str]:
        """Wares, gold, Artifacts and cards that the other has lost in these steps."""
        start, end = part[0][0], part[-1][2]
        things = []
        _gained, lost = self.wares(start, end, self.other)
        if lost:
            things.append(self.tiles(lost))
        gold = start.gold[self.other] - end.gold[self.other]
        if gold > 0:
            things.append(self.lang.gettext("{gold} gold").format(gold=gold))
        things += self.artifacts_gone(start, end, self.other)
        cards = start.hand_size[self.other] - end.hand_size[self.other] - self.answers(part)
        if cards > 0:
            things.append(self.lang.ngettext("{n} card", "{n} cards", cards).format(n=cards))
        return things

    def discards(self, step: Step) -> int:
        """Whether the player whose turn it was has chosen a card to discard in a step."""
        before, action, _after = step
        return int(DISCARD_CARD <= action < GIVE_CARD and before.seat == self.active)

    def drawn(self, part: Sequence[Step]) -> int:
        """How many cards the player whose turn it was has drawn; negative: so many had to go by themselves."""
        cards = part[-1][2].hand_size[self.active] - part[0][0].hand_size[self.active]
        for step in part:
            before, action, _after = step
            laid = PLAY <= action < BUY_CARD and before.seat == self.active and self.asked(before) == PLAYING
            cards += laid + self.discards(step)
        return cards

    def answers(self, part: Sequence[Step]) -> int:
        """How often the other has cancelled a card."""
        return sum(self.asked(before) == ANSWERING and action >= PLAY for before, action, _after in part)

    def asked(self, state: Asante) -> int:
        return state.step[state.top]

    def cost(self, part: Sequence[Step]) -> int:
        return max(0, part[0][0].markers - part[-1][2].markers)

    def wares(self, start: Asante, end: Asante, seat: int) -> tuple[Counter[int], Counter[int]]:
        """The wares that have come onto a stand, and those that have gone."""
        before, after = start.stands, end.stands
        change = {ware: after[seat * WARES + ware] - before[seat * WARES + ware] for ware in range(WARES)}
        return Counter({w: n for w, n in change.items() if n > 0}), Counter({w: -n for w, n in change.items() if n < 0})

    def places(self, start: Asante, end: Asante, seat: int) -> list[str]:
        """The Holy Places that a player has got."""
        first = seat * MOST_PLACE_KINDS
        return [
            card_name(self.deck.places[place], self.lang)
            for place in range(self.deck.place_kinds)
            if end.owned[first + place] > start.owned[first + place]
        ]

    def artifacts_gone(self, start: Asante, end: Asante, seat: int) -> list[str]:
        """The Artifacts of a player that have left play."""
        own = slice(seat * SLOTS, (seat + 1) * SLOTS)
        gone = Counter(start.artifacts[own]) - Counter(end.artifacts[own])
        return [self.named(kind) for kind in gone.elements() if kind != NONE]

    # Words

    def face(self, kind: int) -> Face:
        return face(self.deck.cards[kind], self.lang)

    def named(self, kind: int) -> str:
        return card_name(self.deck.cards[kind], self.lang)

    def paragraph(self, kind: int) -> str:
        return paragraph_of(self.deck.cards[kind])

    def tiles(self, wares: Counter[int]) -> str:
        return " ".join(f"[{LETTERS[ware]}]" for ware in sorted(wares.elements()))

    def what_counts(self, deeds: Sequence[Deed]) -> str:
        """The most important thing of the turn, and how both stand."""
        _ = self.lang.gettext
        earned, spent = self.traded_gold("sold", deeds), self.traded_gold("bought", deeds)
        cards = sum(deed.kind != "drew" for deed in deeds)
        if earned:
            said = _("*{name} sold for {gold} gold*").format(name=self.names[self.active], gold=earned)
        elif spent:
            said = _("*{name} bought for {gold} gold*").format(name=self.names[self.active], gold=spent)
        elif cards:
            said = self.lang.ngettext("*{name} played {n} card*", "*{name} played {n} cards*", cards)
            said = said.format(name=self.names[self.active], n=cards)
        else:
            said = _("*{name} only drew*").format(name=self.names[self.active])
        return f"{said} {self.standing()}"

    def traded_gold(self, kind: str, deeds: Sequence[Deed]) -> int:
        parts = [part for part, deed in zip(self.parts(), deeds, strict=True) if deed.kind == kind]
        return sum(abs(part[-1][2].gold[self.active] - part[0][0].gold[self.active]) for part in parts)

    def standing(self) -> str:
        _ = self.lang.gettext
        ahead = self.end.gold[self.active] - self.end.gold[self.other]
        if self.reader is None:
            forms = _("and is {n} ahead of {name}."), _("and is {n} behind {name}."), _("and has as much as {name}.")
        else:
            forms = _("and is {n} ahead of you."), _("and is {n} behind you."), _("and has as much as you.")
        return forms[0 if ahead > 0 else 1 if ahead < 0 else 2].format(n=abs(ahead), name=self.names[self.other])

    def what_was_lost(self) -> str:
        _ = self.lang.gettext
        lost = self.losses(self.steps)
        if self.reader is None:
            said = _("{name} lost {things}.") if lost else ""
        else:
            said = _("You lost {things}.") if lost else _("Nothing of yours was touched.")
        return said.format(name=self.names[self.other], things=listed(lost, self.lang))

    def at_the_end(self) -> str:
        """The gold for actions that were left, and the cards in hand."""
        _, ngettext = self.lang.gettext, self.lang.ngettext
        last, action, _after = self.steps[-1]
        left, held = last.markers if action == END else 0, self.end.hand_size[self.active]
        if left >= 2:
            said = _("{n} actions left, so 1 gold at the end of the turn (3.2).")
        elif left:
            said = _("Only 1 action left, so no gold at the end of the turn (3.2).")
        else:
            said = _("All actions spent, so no gold at the end of the turn (3.2).")
        holds = ngettext("{name} holds {n} card.", "{name} holds {n} cards.", held)
        return f"{said.format(n=left)} {holds.format(name=self.names[self.active], n=held)}"

    def in_brief(self, deeds: Sequence[Deed]) -> str:
        """A turn in which no card was played, as it is told with the prompt."""
        drawn = sum(deed.cost for deed in deeds)
        if not drawn:
            return self.lang.gettext("{name} has done nothing.").format(name=self.names[self.active])
        said = self.lang.ngettext("{name} has only drawn {n} card.", "{name} has only drawn {n} cards.", drawn)
        return said.format(name=self.names[self.active], n=drawn)
