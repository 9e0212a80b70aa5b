"""What happened, as the lines of a log: each for a reader who may not have seen everything."""

from collections import Counter
from collections.abc import Sequence

from mezani.games.asante.actions import (
    AGAIN,
    BACK,
    BUY_CARD,
    DISCARD_CARD,
    DONE,
    DRAW_CARD,
    DROP,
    END,
    FIRST,
    GIVE_CARD,
    HOLY,
    KEEP,
    LET,
    LIKE,
    MINUS,
    NEVER,
    OPTION,
    PLACE,
    PLAY,
    PLUS,
    SELL_CARD,
    SKIP,
    SPACE,
    TAKE_CARD,
    THEIRS,
    USE,
)
from mezani.games.asante.cards import Card
from mezani.games.asante.constants import (
    ANSWERING,
    BUYING,
    DYED,
    DYEING,
    FOUND,
    HAGGLING,
    HEALING,
    KEEPING,
    LETTERS,
    LOOKING,
    MOST_KINDS,
    MOST_PLACE_KINDS,
    NONE,
    PACKING,
    PLACING,
    PUT_AWAY,
    SEIZING,
    SELLING,
    SIFTING,
    SLOTS,
    STEALING,
    TAKING,
    TRADING,
    TRAMPLING,
    WARES,
)
from mezani.games.asante.deck import standard_deck
from mezani.games.asante.rules import Asante
from mezani.games.asante.trade import may_return_now
from mezani.games.asante.view import all_cards
from mezani.games.asante.ware_cards import buying_price, selling_price
from mezani.games.asante.words.card_texts import card_name, option_text
from mezani.language import Language


def tell(
    before: Asante, action: int, after: Asante, seat: int | None, lang: Language, names: Sequence[str]
) -> list[str]:
    return Teller(before, action, after, seat, lang, names).lines()


class Teller:
    """One move, and the person who reads of it."""

    def __init__(
        self, before: Asante, action: int, after: Asante, seat: int | None, lang: Language, names: Sequence[str]
    ) -> None:
        self.before = before
        self.action = action
        self.after = after
        self.reader = seat
        self.lang = lang
        self.names = names
        self.deck = before.deck
        self.mover = before.seat
        self.active = before.active
        self.step = before.step[before.top]

    def lines(self) -> list[str]:
        return [self.move(), *self.turned_up(), *self.gains(0), *self.gains(1), *self.turn_over()]

    # Words

    def say(self, who: int, you: str, other: str, **parts: object) -> str:
        """A sentence about a player: in the second person to that player, in the third to all others."""
        said = you if who == self.reader else other
        return said.format(name=self.names[who], **parts)

    def mark(self, card: Card) -> str:
        """A card of the usual deck as its notation in brackets, another one by its name."""
        usual = all_cards(standard_deck()).get(card.id)
        return f"[{card.id}]" if usual and usual.name == card.name else card_name(card, self.lang)

    def kind(self, kind: int) -> str:
        return self.mark(self.deck.cards[kind])

    def kinds(self, kinds: Sequence[int]) -> str:
        return " ".join(self.kind(kind) for kind in kinds)

    def holy(self, place: int) -> str:
        return self.mark(self.deck.places[place])

    def wares(self, wares: Sequence[int]) -> str:
        return " ".join(f"[{LETTERS[ware]}]" for ware in wares)

    # The move itself

    def move(self) -> str:
        action = self.action
        if action < OPTION:
            return self.plain_move()
        if action < PLUS:
            return self.option()
        if action < SPACE:
            return self.ware()
        if action < HOLY:
            return self.slot()
        if action < PLAY:
            return self.place()
        if action < BUY_CARD:
            return self.play()
        if action < TAKE_CARD:
            return self.ware_card()
        return self.card()

    def plain_move(self) -> str:
        _, who, action = self.lang.gettext, self.mover, self.action
        if action == DRAW_CARD:
            return self.say(who, _("You draw {card}."), _("{name} draws a card."), card=self.kind(self.after.drawn))
        if action == SKIP:
            return self.say(who, _("You start playing cards."), _("{name} starts playing cards."))
        if action == KEEP and self.step == FOUND:
            card = self.kind(self.before.a[self.before.top])
            return self.say(who, _("You take {card} into your hand."), _("{name} takes {card}."), card=card)
        if action == KEEP:
            return self.say(who, _("You keep it."), _("{name} keeps the card."))
        if action == DROP and self.step == KEEPING:
            card = self.kind(self.before.drawn)
            return self.say(who, _("You discard {card}."), _("{name} discards {card}."), card=card)
        if action == DROP:
            return self.say(who, _("You keep none of the cards."), _("{name} keeps none of the cards."))
        if action == AGAIN:
            return self.say(who, _("You look at more cards."), _("{name} looks at more cards."))
        if action == END:
            return self.say(who, _("You end your turn."), _("{name} ends their turn."))
        if action == DONE and self.returns_the_rest():
            said = _("You return the rest to the supply."), _("{name} returns the rest to the supply.")
            return self.say(who, *said)
        if action == DONE:
            return self.say(who, _("You stop."), _("{name} stops."))
        if action == BACK and self.step == BUYING:
            price = self.before.b[self.before.top]
            said = (
                _("You buy a ware for {price} gold and return it to the supply."),
                _("{name} buys a ware for {price} gold and returns it to the supply."),
            )
            return self.say(who, *said, price=price)
        if action == BACK:
            said = (
                _("You take a ware and return it to the supply."),
                _("{name} takes a ware and returns it to the supply."),
            )
            return self.say(who, *said)
        if action in (LET, NEVER):
            return self.lets_it_happen(action == NEVER)
        target = self.kind(self.before.artifacts[self.before.a[self.before.top]])
        if action == FIRST:
            said = _("You use {card} before it is discarded."), _("{name} uses {card} before it is discarded.")
        else:
            said = _("You discard {card}."), _("{name} discards {card}.")
        return self.say(who, *said, card=target)

    def returns_the_rest(self) -> bool:
        """Whether stopping has sent received wares back to the supply."""
        return self.step in (TAKING, DYEING, DYED, TRADING) and may_return_now(self.before)

    def lets_it_happen(self, never: bool) -> str:
        """The active player must not learn whether it was said for the whole turn."""
        _ = self.lang.gettext
        you = _("You let it happen, and will not answer again this turn.") if never else _("You let it happen.")
        return self.say(1 - self.active, you, _("{name} lets it happen."))

    def option(self) -> str:
        _ = self.lang.gettext
        text = option_text(self.deck.cards[self.before.a[self.before.top]], self.action - OPTION, self.lang)
        return self.say(self.mover, _("You choose: {effect}"), _("{name} chooses: {effect}"), effect=text)

    def ware(self) -> str:
        _, who, step = self.lang.gettext, self.mover, self.step
        ware = self.wares([(self.action - PLUS) % WARES])
        price = self.before.b[self.before.top]
        if step == PACKING:
            return self.packages(ware)
        if step == BUYING:
            said = _("You buy {ware} for {price} gold."), _("{name} buys {ware} for {price} gold.")
        elif step == STEALING and self.action < MINUS:
            said = _("You take {ware} from your opponent."), _("{name} takes {ware} from their opponent.")
        elif step == STEALING:
            said = (
                _("You take {ware} from your opponent and return it to the supply."),
                _("{name} takes {ware} from their opponent and returns it to the supply."),
            )
        elif step == SELLING:
            said = _("You return {ware} for {price} gold."), _("{name} returns {ware} for {price} gold.")
        elif step == SEIZING:
            who = 1 - self.active
            said = _("You have to return {ware}."), _("{name} has to return {ware}.")
        elif self.action < MINUS:
            said = _("You take {ware}."), _("{name} takes {ware}.")
        else:
            said = _("You return {ware}."), _("{name} returns {ware}.")
        return self.say(who, *said, ware=ware, price=price)

    def packages(self, ware: str) -> str:
        kind = self.before.a[self.before.top]
        depicted = self.depicted(kind)
        return self.trade(kind, " ".join([*depicted.split(), *[ware] * self.deck.packages[kind]]), self.action < MINUS)

    def slot(self) -> str:
        _, who = self.lang.gettext, self.mover
        slot = (self.action - SPACE) % SLOTS
        holy = self.before.middle[slot]
        if self.action < PLACE:
            return self.placed(slot)
        if self.action < USE:
            said = _("You choose {place}."), _("{name} chooses {place}.")
            return self.say(who, *said, place=self.holy(holy))
        owner = 1 - self.active if self.action >= THEIRS else self.active
        card = self.kind(self.before.artifacts[owner * SLOTS + slot])
        if self.step != TRAMPLING:
            said = _("You use {card}."), _("{name} uses {card}.")
        elif self.action < THEIRS:
            said = _("You choose your {card}."), _("{name} chooses their own {card}.")
        else:
            said = _("You choose your opponent's {card}."), _("{name} chooses their opponent's {card}.")
        return self.say(who, *said, card=card)

    def placed(self, slot: int) -> str:
        _ = self.lang.gettext
        card = self.kind(self.before.a[self.before.top])
        old = self.before.artifacts[self.active * SLOTS + slot]
        if old != NONE:
            said = _("You replace {old} with {card}."), _("{name} replaces {old} with {card}.")
            return self.say(self.mover, *said, card=card, old=self.kind(old))
        if self.before.middle[slot] == NONE:
            return self.say(
                self.mover, _("You place {card} in front of the gap."), _("{name} places {card} in front of the gap."),
                card=card,
            )  # fmt: skip
        said = _("You place {card} in front of {place}."), _("{name} places {card} in front of {place}.")
        return self.say(self.mover, *said, card=card, place=self.holy(self.before.middle[slot]))

    def place(self) -> str:
        _ = self.lang.gettext
        place = self.holy((self.action - HOLY) % MOST_PLACE_KINDS)
        if self.action >= LIKE:
            return self.say(self.mover, _("You copy {place}."), _("{name} copies {place}."), place=place)
        return self.say(self.mover, _("You play {place}."), _("{name} plays {place}."), place=place)

    def play(self) -> str:
        _ = self.lang.gettext
        card = self.kind(self.action - PLAY)
        if self.step == ANSWERING:
            cancelled = self.kind(self.before.a[self.before.top])
            said = _("You cancel {card} with {answer}."), _("{name} cancels {card} with {answer}.")
            return self.say(self.mover, *said, card=cancelled, answer=card)
        return self.say(self.mover, _("You play {card}."), _("{name} plays {card}."), card=card)

    def ware_card(self) -> str:
        _ = self.lang.gettext
        kind = (self.action - BUY_CARD) % MOST_KINDS
        if self.step == HAGGLING or self.deck.packages[kind]:
            said = _("You put down {card}."), _("{name} puts down {card}.")
            return self.say(self.mover, *said, card=self.kind(kind))
        return self.trade(kind, self.depicted(kind), self.action < SELL_CARD)

    def depicted(self, kind: int) -> str:
        return self.wares([LETTERS.index(letter) for letter in self.deck.cards[kind].wares if letter in LETTERS])

    def trade(self, kind: int, wares: str, buying: bool) -> str:
        _ = self.lang.gettext
        if buying:
            price = buying_price(self.before, kind)
            said = _("You buy {wares} for {price} gold."), _("{name} buys {wares} for {price} gold.")
        else:
            price = selling_price(self.before, kind)
            said = _("You sell {wares} for {price} gold."), _("{name} sells {wares} for {price} gold.")
        return self.say(self.mover, *said, wares=wares, price=price)

    def card(self) -> str:
        _ = self.lang.gettext
        card = self.kind((self.action - TAKE_CARD) % MOST_KINDS)
        if self.action >= GIVE_CARD:
            return self.say(self.mover, _("You give {card}."), _("{name} gives {card}."), card=card)
        if self.action >= DISCARD_CARD:
            return self.say(self.mover, _("You discard {card}."), _("{name} discards {card}."), card=card)
        if self.step in (LOOKING, SIFTING):
            return self.say(self.mover, _("You take {card}."), _("{name} takes one of the cards."), card=card)
        if self.step == HEALING:
            said = _("You take {card} from the discards."), _("{name} takes {card} from the discards.")
        else:
            said = _("You take {card} from your opponent's hand."), _("{name} takes {card} from their opponent's hand.")
        return self.say(self.mover, *said, card=card)

    # What followed from it

    def turned_up(self) -> list[str]:
        """The cards that have come onto the discards, but for those that lay open already."""
        _ = self.lang.gettext
        lines = []
        start = self.before.discard_size
        is_found = self.after.step[self.after.top] == FOUND and self.step != FOUND
        if self.after.shuffles > self.before.shuffles:
            lines.append(_("The discards are shuffled and become the draw pile."))
            start = 0
        turned = self.turned_over() if is_found else []
        new = Counter([*turned, *self.after.discards[start : self.after.discard_size]]) - self.lay_open()
        cards = self.kinds(sorted(new.elements()))
        if is_found:
            found = self.kind(self.after.a[self.after.top])
            said = _("You turn over {cards} and find {card}."), _("{name} turns over {cards} and finds {card}.")
            if not cards:
                said = _("You find {card} straight away."), _("{name} finds {card} straight away.")
            lines.append(self.say(self.active, *said, cards=cards, card=found))
        elif cards:
            lines.append(_("Discarded: {cards}").format(cards=cards))
        return lines

    def turned_over(self) -> list[int]:
        """What a card that finds an Animal has turned over and does not lie on the discards any more."""
        before, shuffles = self.before, self.after.shuffles - self.before.shuffles
        pile = before.pile[: before.pile_size]
        if shuffles < 2:  # the last card of the pile is the one found, or lies on the new discards
            return pile[1:] if shuffles else []
        every = [*pile, *before.discards[: before.discard_size]]  # the new pile has run out as well
        every.remove(self.after.a[self.after.top])
        return every

    def lay_open(self) -> Counter[int]:
        """The cards that were on the table before the move, or that the move itself names."""
        state = self.before
        cards = Counter(
            state.a[place] for place in range(state.top + 1) if state.step[place] in (PUT_AWAY, FOUND, PLACING, PACKING)
        )
        if state.haggled != NONE:
            cards[state.haggled] += 1
        if self.step == KEEPING and self.action == DROP:
            cards[state.drawn] += 1
        if PLAY <= self.action < TAKE_CARD or DISCARD_CARD <= self.action < GIVE_CARD:
            cards[(self.action - PLAY) % MOST_KINDS] += 1
        cards.update(kind for kind in state.artifacts if kind != NONE)
        return cards

    def gains(self, seat: int) -> list[str]:
        """The gold, the cards and the Holy Places that a player has got besides what the move itself says."""
        return [*self.haggled(seat), *self.gold(seat), *self.drawn_cards(seat), *self.places(seat)]

    def haggled_card(self) -> int:
        """The Ware card beside a Haggler that this move has sold, or sent back; or NONE."""
        if self.after.haggled != NONE:
            return NONE
        return (self.action - SELL_CARD) if self.step == HAGGLING else self.before.haggled

    def haggled(self, seat: int) -> list[str]:
        _ = self.lang.gettext
        kind = self.haggled_card()
        if kind == NONE or seat != self.active:
            return []
        if self.step == ANSWERING and self.action >= PLAY:
            said = _("{card} returns to your hand."), _("{card} returns to {name}'s hand.")
        else:
            said = _("You sell with {card} for {price} gold."), _("{name} sells with {card} for {price} gold.")
        return [self.say(seat, *said, card=self.kind(kind), price=selling_price(self.before, kind))]

    def gold(self, seat: int) -> list[str]:
        _ = self.lang.gettext
        gold = self.after.gold[seat] - self.before.gold[seat] - self.told_gold(seat)
        if gold > 0:
            return [self.say(seat, _("You take {gold} gold."), _("{name} takes {gold} gold."), gold=gold)]
        if gold < 0:
            return [self.say(seat, _("You pay {gold} gold."), _("{name} pays {gold} gold."), gold=-gold)]
        return []

    def told_gold(self, seat: int) -> int:
        """What the line of the move has said already."""
        if seat != self.active:
            return 0
        top = self.before.top
        if self.step == PACKING:
            kind = self.before.a[top]
            buying = self.action < MINUS
            return -buying_price(self.before, kind) if buying else selling_price(self.before, kind)
        if self.step == BUYING and self.action != DONE:  # 5.5: what goes back is paid for, too
            return -self.before.b[top]
        if self.step == SELLING and self.action != DONE:
            return self.before.b[top]
        if self.haggled_card() != NONE:
            cancelled = self.step == ANSWERING and self.action >= PLAY
            return 0 if cancelled else selling_price(self.before, self.haggled_card())
        if BUY_CARD <= self.action < TAKE_CARD and self.after.step[self.after.top] not in (PACKING, ANSWERING):
            kind = (self.action - BUY_CARD) % MOST_KINDS
            buying = self.action < SELL_CARD
            return -buying_price(self.before, kind) if buying else selling_price(self.before, kind)
        return 0

    def drawn_cards(self, seat: int) -> list[str]:
        """Cards that have gone to a hand unseen."""
        _, ngettext = self.lang.gettext, self.lang.ngettext
        if seat != self.active or self.step in (LOOKING, SIFTING, KEEPING, HEALING, FOUND) or self.is_exchange():
            return []
        new = self.hand(self.after, seat) - (self.hand(self.before, seat) - self.given_up())
        if self.before.haggled != NONE and self.after.haggled == NONE and self.action >= PLAY:
            new[self.before.haggled] -= 1
        cards = list(new.elements())
        if not cards:
            return []
        if seat == self.reader:
            return [_("You draw {cards}.").format(cards=self.kinds(cards))]
        said = ngettext("{name} draws {n} card.", "{name} draws {n} cards.", len(cards))
        return [said.format(name=self.names[seat], n=len(cards))]

    def given_up(self) -> Counter[int]:
        """The card that the move itself has taken out of the active player's hand."""
        named = PLAY <= self.action < BUY_CARD or DISCARD_CARD <= self.action < GIVE_CARD
        return Counter([(self.action - PLAY) % MOST_KINDS] if named and self.mover == self.active else [])

    def is_exchange(self) -> bool:
        return self.action >= GIVE_CARD or TAKE_CARD <= self.action < DISCARD_CARD

    def hand(self, state: Asante, seat: int) -> Counter[int]:
        counts = state.hands[seat * MOST_KINDS : (seat + 1) * MOST_KINDS]
        return Counter({kind: n for kind, n in enumerate(counts) if n})

    def places(self, seat: int) -> list[str]:
        _ = self.lang.gettext
        lines = []
        for place in range(self.deck.place_kinds):
            where = seat * MOST_PLACE_KINDS + place
            if self.after.owned[where] > self.before.owned[where]:
                said = _("You get {place}."), _("{name} gets {place}.")
                lines.append(self.say(seat, *said, place=self.holy(place)))
        return lines

    def turn_over(self) -> list[str]:
        _ = self.lang.gettext
        if self.after.is_over or self.after.turn == self.before.turn:
            return []
        if self.after.last_turn:
            return [self.say(self.after.active, _("You have the last turn."), _("{name} has the last turn."))]
        return []
