"""What the moves of the other mean in Asante: for your wares, cards, Artifacts and Holy Places, and for the goal."""

from collections.abc import Iterator, Sequence

from mezani.engine.bits import lowest
from mezani.games.asante.constants import (
    ANSWERING,
    EXCHANGING,
    GOAL,
    MOST_PLACE_KINDS,
    NONE,
    PLACING,
    SLOTS,
    WARES,
)
from mezani.games.asante.rules import Asante
from mezani.games.asante.view import supply
from mezani.games.asante.ware_cards import can_sell_card
from mezani.games.asante.words.card_texts import paragraph_of
from mezani.games.asante.words.log_lines import Teller
from mezani.games.common.remarks import in_brief
from mezani.language import Language

MUCH_GOLD = 5  # at once
AGAINST_YOU = {
    "opponent_pays", "opponent_returns", "steal", "exchange", "opponent_discards", "opponent_discards_to", "curse",
}  # fmt: skip


def remark(before: Asante, action: int, after: Asante, seat: int, lang: Language, names: Sequence[str]) -> str:
    """What a move of the other means for a seat."""
    return "" if after.is_over else in_brief(Remarks(before, action, after, seat, lang, names).sentences())


class Remarks(Teller):
    """One move of the other, and the player for whom it means something."""

    def __init__(
        self, before: Asante, action: int, after: Asante, seat: int, lang: Language, names: Sequence[str]
    ) -> None:
        super().__init__(before, action, after, seat, lang, names)
        self.you = seat
        self.other = 1 - seat
        self.name = names[1 - seat]
        self.next_step = after.step[after.top]

    def sentences(self) -> Iterator[str]:
        """What there is to say, the most important first."""
        yield from self.answer()
        yield from self.goal()
        yield from self.wares_gone()
        yield from self.supply_gone()
        yield from self.artifacts()
        yield from self.holy_places()
        yield from self.seen_hand()
        yield from self.much_gold()

    # Answers

    def answer(self) -> Iterator[str]:
        """What may be cancelled, and what was."""
        _ = self.lang.gettext
        if self.step == ANSWERING and self.after.cancelled != NONE:
            said = _("The action for {card} is spent all the same (8.2).")
            yield said.format(card=self.kind(self.after.cancelled))
        animalists = self.after.held[self.you] & self.deck.animalists
        if self.next_step == ANSWERING != self.step and animalists and not self.after.silent:
            said = _("You hold {answer} and may cancel {card} (8.2).")
            yield said.format(answer=self.kind(lowest(animalists)), card=self.kind(self.after.a[self.after.top]))

    # Gold

    def goal(self) -> Iterator[str]:
        """That the end of the game comes near."""
        _ = self.lang.gettext
        before, gold, own = self.before.gold[self.other], self.after.gold[self.other], self.after.gold[self.you]
        if self.after.last_turn and self.after.active == self.you:
            if not self.before.last_turn:
                yield _("With {gold} gold or more you win as it stands: ties are yours (14.3).").format(gold=gold)
        elif self.after.last_turn and before < own <= gold:
            said = _("{name} has {gold} gold, you {own}: as it stands {name} wins ({paragraph}).")
            yield said.format(name=self.name, gold=gold, own=own, paragraph="14.2" if gold > own else "14.3")
        elif not self.after.last_turn and before < GOAL <= gold:
            said = _("{name} has {gold} gold: if the turn ends so, you have one more (14.1).")
            yield said.format(name=self.name, gold=gold)

    def much_gold(self) -> Iterator[str]:
        before, gold = self.before.gold[self.other], self.after.gold[self.other]
        if gold - before >= MUCH_GOLD and gold < GOAL and not self.after.last_turn:
            said = self.lang.gettext("{name} has {gold} gold now, you {own}: {to_go} to go to {goal} (14.1).")
            yield said.format(name=self.name, gold=gold, own=self.after.gold[self.you], to_go=GOAL - gold, goal=GOAL)

    # Wares

    def wares_gone(self) -> Iterator[str]:
        """Ware cards in hand that can no longer be sold with."""
        sold, sells = self.sellable(self.before), self.sellable(self.after)
        unsold = [kind for kind in sold if kind not in sells]
        if unsold:
            yield self.lang.gettext("You can't sell with {cards} any more (6.3).").format(cards=self.kinds(unsold))

    def supply_gone(self) -> Iterator[str]:
        """Ware cards in hand that can't be bought with, since a ware has run out."""
        for ware, there in enumerate(supply(self.before)):
            if there and not supply(self.after)[ware]:
                cards = [kind for kind in self.hand_kinds() if self.deck.depicted[kind * WARES + ware]]
                if cards:
                    said = self.lang.gettext("The supply has no {ware} left: you can't buy with {cards} (6.2).")
                    yield said.format(ware=self.wares([ware]), cards=self.kinds(cards))

    def hand_kinds(self) -> list[int]:
        """The Ware cards that the reader holds."""
        held = self.hand(self.after, self.you)
        return [kind for kind in held if self.deck.cards[kind].type == "ware"]

    def sellable(self, state: Asante) -> list[int]:
        """Those for which the reader's stand has the wares."""
        stand = state.clone()
        stand.active = self.you
        return [kind for kind in self.hand_kinds() if can_sell_card(stand, kind)]

    # Artifacts and Holy Places

    def artifacts(self) -> Iterator[str]:
        _, own = self.lang.gettext, slice(self.you * SLOTS, (self.you + 1) * SLOTS)
        if self.before.artifacts[own].count(NONE) < self.after.artifacts[own].count(NONE):
            yield _("A space of yours is free again: an Artifact there counts as a new one (12.1).")
        for slot in range(self.you * SLOTS, (self.you + 1) * SLOTS):
            if self.after.turned[slot] and not self.before.turned[slot]:
                said = _("{card} stays turned: you can't use it on your next turn (12.2).")
                yield said.format(card=self.kind(self.after.artifacts[slot]))
        if self.step == PLACING:
            card = self.deck.cards[self.before.a[self.before.top]]
            if any(effect.do in AGAINST_YOU for effect in card.effects):
                said = _("{card} can be used against you once in every turn ({paragraph}).")
                yield said.format(card=self.mark(card), paragraph=paragraph_of(card))

    def holy_places(self) -> Iterator[str]:
        for seat in (self.you, self.other):
            for place in range(self.deck.place_kinds):
                where = seat * MOST_PLACE_KINDS + place
                if self.after.owned[where] > self.before.owned[where]:
                    yield from self.owned(seat, place, self.after.owned[where])

    def owned(self, seat: int, place: int, copies: int) -> Iterator[str]:
        """What can be done with the Holy Places of a kind that somebody has now."""
        _ = self.lang.gettext
        if copies > 1:
            said = (
                _("You have {n} {place} now: play one, and it takes effect {n} times (9.3)."),
                _("{name} has {n} {place} now: one of them takes effect {n} times (9.3)."),
            )
            yield self.say(seat, *said, n=copies, place=self.holy(place))
        elif seat == self.you:
            yield _("You may play {place} on your turn, for no action (9.2).").format(place=self.holy(place))

    # Cards

    def seen_hand(self) -> Iterator[str]:
        if self.step == EXCHANGING:
            yield self.lang.gettext("{name} knows all cards of your hand now (1.4).").format(name=self.name)
