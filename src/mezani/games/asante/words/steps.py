"""What is said while a step waits for a player: what it asks, the buttons it words anew, and why it forbids a move."""

from mezani.game import Reason
from mezani.games.asante.actions import (
    BACK,
    BUY_CARD,
    DISCARD_CARD,
    DONE,
    DROP,
    GIVE_CARD,
    KEEP,
    MINUS,
    PLACE,
    PLAY,
    PLUS,
    SPACE,
)
from mezani.games.asante.constants import (
    ANSWERING,
    BORROWING,
    BUYING,
    DISCARDING,
    DRAWING,
    DYED,
    DYEING,
    EXCHANGING,
    FERRYING,
    FOUND,
    GIVING,
    HAGGLING,
    HEALING,
    IMITATING,
    KEEPING,
    LOOKING,
    OPTING,
    PACKING,
    PLACING,
    PLAYING,
    SEIZING,
    SELLING,
    SELLING_SET,
    SIFTING,
    STEALING,
    SWAPPED,
    SWAPPING,
    TAKING,
    TRADING,
    TRAMPLED,
    TRAMPLING,
    TRAVELLING,
    VISITING,
    WARES,
)
from mezani.games.asante.rules import Asante
from mezani.games.asante.trade import may_return_now
from mezani.games.asante.words.card_texts import kind_name, ware_name
from mezani.games.asante.words.reasons import (
    not_held,
    why_not_in_effect,
    why_not_in_turn,
    why_not_return,
    why_not_take,
)
from mezani.language import N_, Language


class Step:
    """A step that has nothing of its own to say but what it asks, with blanks that `sentences.prompt` fills."""

    asks: str

    def __init_subclass__(cls, step: int | None = None) -> None:
        if step is not None:
            STEP_WORDS[step] = cls()

    def prompt(self, state: Asante, lang: Language) -> str:
        return lang.gettext(self.asks)

    def label(self, state: Asante, action: int, lang: Language) -> str | None:
        """The words of a button; None where they are the same in all steps."""
        return None

    def why_not(self, state: Asante, action: int, lang: Language) -> Reason:
        if action in range(PLUS, MINUS):
            return self.why_not_take(state, action - PLUS, lang)
        if action in range(MINUS, SPACE):
            return self.why_not_return(state, action - MINUS, lang)
        return self.why_not_here(state, action, lang) or why_not_in_effect(state, action, lang)

    def why_not_take(self, state: Asante, ware: int, lang: Language) -> Reason:
        return why_not_take(state, ware, lang)

    def why_not_return(self, state: Asante, ware: int, lang: Language) -> Reason:
        return why_not_return(state, ware, lang)

    def why_not_here(self, state: Asante, action: int, lang: Language) -> Reason | None:
        """Why a move that is not about a ware is forbidden; None where the reason is the same in all steps."""
        return None


STEP_WORDS: dict[int, Step] = {}


# The turn


class Turn(Step):
    """A step between effects."""

    def why_not(self, state: Asante, action: int, lang: Language) -> Reason:
        return why_not_in_turn(state, state.step[state.top], action, lang)


class Drawing(Turn, step=DRAWING):
    asks = N_("Your turn. Draw a card, or start playing cards. Actions left: {markers}.")


class Keeping(Turn, step=KEEPING):
    asks = N_("Keep this card or discard it? Actions left: {markers}.")

    def label(self, state: Asante, action: int, lang: Language) -> str | None:
        _ = lang.gettext
        if action not in (KEEP, DROP):
            return None
        said = _("Keep {card}") if action == KEEP else _("Discard {card}")
        return said.format(card=kind_name(state.deck, state.drawn, lang))


class Playing(Turn, step=PLAYING):
    asks = N_("Play cards, use Artifacts, or end your turn. Actions left: {markers}.")


class Answering(Step, step=ANSWERING):
    asks = N_("{name} plays {card}. Do you answer with an Animalist?")

    def label(self, state: Asante, action: int, lang: Language) -> str | None:
        if action not in range(PLAY, BUY_CARD):
            return None
        return lang.gettext("Cancel it with {card}").format(card=kind_name(state.deck, action - PLAY, lang))

    def why_not(self, state: Asante, action: int, lang: Language) -> Reason:
        if action in range(PLAY, BUY_CARD) and state.deck.animalists >> (action - PLAY) & 1:
            return not_held(state, "8.2", action - PLAY, lang)
        return Reason("8.2", lang.gettext("Answer with an Animalist, or let it happen."))


class Placing(Step, step=PLACING):
    asks = N_("{card}: in front of which Holy Place?")

    def why_not_here(self, state: Asante, action: int, lang: Language) -> Reason | None:
        if action in range(SPACE, PLACE):
            return Reason("7.2", lang.gettext("You have an Artifact there, while another space is free."))
        return None


# Ware cards


def of_ware(
    action: int, lang: Language, *, to_take: str | None = None, to_return: str | None = None, price: int = 0
) -> str | None:
    """The words of a button for a ware, where those for taking or returning one are given."""
    said = to_take if action in range(PLUS, MINUS) else to_return if action in range(MINUS, SPACE) else None
    return said and said.format(ware=ware_name((action - PLUS) % WARES, lang), price=price)


class Packing(Step, step=PACKING):
    def prompt(self, state: Asante, lang: Language) -> str:
        _ = lang.gettext
        if state.b[state.top]:
            return _("Which ware do the packages stand for?")
        return _("Which ware do you sell for the packages?")

    def label(self, state: Asante, action: int, lang: Language) -> str | None:
        _ = lang.gettext
        return of_ware(action, lang, to_take=_("Buy {ware}"), to_return=_("Sell {ware}"))

    def why_not_take(self, state: Asante, ware: int, lang: Language) -> Reason:
        said = lang.gettext("The supply does not have enough {ware} for the packages.")
        return Reason("6.4", said.format(ware=ware_name(ware, lang)))

    def why_not_return(self, state: Asante, ware: int, lang: Language) -> Reason:
        said = lang.gettext("You do not have enough {ware} for the packages.")
        return Reason("6.4", said.format(ware=ware_name(ware, lang)))


class Haggling(Step, step=HAGGLING):
    asks = N_("Which Ware card do you haggle over?")

    def why_not_here(self, state: Asante, action: int, lang: Language) -> Reason | None:
        return Reason(
            "11.7", lang.gettext("Choose a Ware card without packages for which you are exactly one ware short.")
        )


# Wares


class Receiving(Step):
    """A step in which those who stop return what they have not placed."""  # 5.5

    def label(self, state: Asante, action: int, lang: Language) -> str | None:
        if action == DONE and may_return_now(state):
            return lang.gettext("Return the rest to the supply")
        return None


class Paying(Step):
    """A step in which wares cost something, those that go back to the supply too."""  # 5.7

    def why_not_here(self, state: Asante, action: int, lang: Language) -> Reason | None:
        return only_of_persons_and_animals(lang) if action == BACK else None


def only_of_persons_and_animals(lang: Language) -> Reason:
    return Reason("5.7", lang.gettext("Only wares from a Person or an Animal may go straight back to the supply."))


class Taking(Receiving, step=TAKING):
    asks = N_("Take a ware from the supply. Left: {left}.")


class Buying(Paying, step=BUYING):
    asks = N_("Buy a ware of your choice. Left: {left}.")

    def label(self, state: Asante, action: int, lang: Language) -> str | None:
        _ = lang.gettext
        price = state.b[state.top]
        if action == BACK:
            return _("Buy a ware for {price} gold and return it to the supply").format(price=price)
        return of_ware(action, lang, to_take=_("Buy {ware} for {price} gold"), price=price)


class Ferrying(Paying, step=FERRYING):
    asks = N_("Take a ware. Cards it costs: {cards}.")


class Selling(Step, step=SELLING):
    asks = N_("Return a ware for gold. Left: {left}.")

    def label(self, state: Asante, action: int, lang: Language) -> str | None:
        said = lang.gettext("Return {ware} for {price} gold")
        return of_ware(action, lang, to_return=said, price=state.b[state.top])


class SellingSet(Step, step=SELLING_SET):
    asks = N_("Return wares, all different.")

    def why_not_return(self, state: Asante, ware: int, lang: Language) -> Reason:
        if not state.stands[state.active * WARES + ware]:
            return why_not_return(state, ware, lang)
        return Reason("10.1", lang.gettext("The wares must all be different."))


class Dyeing(Receiving, step=DYEING):
    asks = N_("Return wares of one kind, then take others.")

    def why_not_take(self, state: Asante, ware: int, lang: Language) -> Reason:
        if not state.b[state.top]:
            return why_not_take(state, ware, lang)
        return one_kind_for_others(lang)

    def why_not_return(self, state: Asante, ware: int, lang: Language) -> Reason:
        if not state.stands[state.active * WARES + ware]:
            return why_not_return(state, ware, lang)
        return one_kind_for_others(lang)


def one_kind_for_others(lang: Language) -> Reason:
    return Reason("11.4", lang.gettext("Return wares of one kind, and take others, all different."))


class Dyed(Dyeing, step=DYED):
    asks = N_("Take a ware of another kind. Left: {left}.")


class Trading(Receiving, step=TRADING):
    asks = N_("Return wares, then take as many and one more.")


class Swapping(Step, step=SWAPPING):
    asks = N_("Return a ware. Left: {left}.")


class Swapped(Step, step=SWAPPED):
    asks = N_("Take a ware for it.")


class Seizing(Step, step=SEIZING):
    asks = N_("Which ware does your opponent return? Left: {left}.")

    def label(self, state: Asante, action: int, lang: Language) -> str | None:
        return of_ware(action, lang, to_return=lang.gettext("Your opponent returns {ware}"))

    def why_not_return(self, state: Asante, ware: int, lang: Language) -> Reason:
        return opponent_has_none("12.4", ware, lang)


def opponent_has_none(paragraph: str, ware: int, lang: Language) -> Reason:
    return Reason(paragraph, lang.gettext("Your opponent has no {ware}.").format(ware=ware_name(ware, lang)))


class Stealing(Step, step=STEALING):
    asks = N_("Take a ware from your opponent for your stand, or for the supply. Left: {left}.")

    def label(self, state: Asante, action: int, lang: Language) -> str | None:
        _ = lang.gettext
        to_take, to_return = _("Take {ware} for your stand"), _("Take {ware} and return it to the supply")
        return of_ware(action, lang, to_take=to_take, to_return=to_return)

    def why_not_take(self, state: Asante, ware: int, lang: Language) -> Reason:
        if not state.stands[(1 - state.active) * WARES + ware]:
            return opponent_has_none("12.5", ware, lang)
        return Reason("5.5", lang.gettext("Your stand is full: the ware can only go to the supply."))

    def why_not_return(self, state: Asante, ware: int, lang: Language) -> Reason:
        if not state.stands[(1 - state.active) * WARES + ware]:
            return opponent_has_none("12.5", ware, lang)
        return only_of_persons_and_animals(lang)


# Cards


class Discarding(Step, step=DISCARDING):
    asks = N_("Discard cards. Left: {left}.")

    def why_not_here(self, state: Asante, action: int, lang: Language) -> Reason | None:
        if action in range(DISCARD_CARD, GIVE_CARD):
            return not_held(state, "5.6", action - DISCARD_CARD, lang)
        return None


class Looking(Step, step=LOOKING):
    asks = N_("Take one of these cards; the others are discarded.")


class Sifting(Step, step=SIFTING):
    asks = N_("Keep one of these cards, or discard them all. Actions left: {markers}.")


class Healing(Step, step=HEALING):
    asks = N_("Take a card from the discards.")


class Exchanging(Step, step=EXCHANGING):
    asks = N_("Take a card from your opponent's hand.")


class Giving(Step, step=GIVING):
    asks = N_("Give one of your cards for it.")

    def why_not_here(self, state: Asante, action: int, lang: Language) -> Reason | None:
        kind = action - GIVE_CARD
        if kind == state.a[state.top]:
            said = lang.gettext("You have just taken {card}: give another card.")
            return Reason("12.6", said.format(card=kind_name(state.deck, kind, lang)))
        return not_held(state, "5.6", kind, lang) if kind >= 0 else None


# Holy Places


class Imitating(Step, step=IMITATING):
    asks = N_("Which Holy Place do you copy? Left: {left}.")


class Visiting(Step, step=VISITING):
    asks = N_("Which Holy Place in the middle do you use? Left: {left}.")


class Travelling(Step, step=TRAVELLING):
    asks = N_("Take a Holy Place.")


# The effects of other cards


class Opting(Step, step=OPTING):
    asks = N_("{card}: choose one.")


class Trampling(Step, step=TRAMPLING):
    asks = N_("{card}: which Artifact is discarded?")


class Trampled(Step, step=TRAMPLED):
    asks = N_("{card}: use the Artifact before it is discarded?")


class Borrowing(Step, step=BORROWING):
    asks = N_("{card}: which of your opponent's Artifacts do you use?")


class Found(Step, step=FOUND):
    asks = N_("You found {card}. Play it now, or take it into your hand?")

    def label(self, state: Asante, action: int, lang: Language) -> str | None:
        if action != KEEP:
            return None
        return lang.gettext("Take {card} into your hand").format(card=kind_name(state.deck, state.a[state.top], lang))

    def why_not_here(self, state: Asante, action: int, lang: Language) -> Reason | None:
        if action in range(PLAY, BUY_CARD):
            return Reason(
                "11.2", lang.gettext("Only the Animal you found can be played, and only if it would have an effect.")
            )
        return None
