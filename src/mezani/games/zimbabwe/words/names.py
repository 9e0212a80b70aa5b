"""The names of things as players read them."""

from mezani.games.zimbabwe.components import GODS
from mezani.language import Language


def craftsman_name(kind: int, lang: Language) -> str:
    _ = lang.gettext
    return (
        _("potter"),
        _("ivory carver"),
        _("wood carver"),
        _("diamond cutter"),
        _("vessel maker"),
        _("throne maker"),
        _("sculptor"),
    )[kind]


def a_craftsman(kind: int, lang: Language) -> str:
    """A craftsman with the article of the sentence "You place ..."."""
    _ = lang.gettext
    return (
        _("a potter"),
        _("an ivory carver"),
        _("a wood carver"),
        _("a diamond cutter"),
        _("a vessel maker"),
        _("a throne maker"),
        _("a sculptor"),
    )[kind]


def good_name(kind: int, lang: Language) -> str:
    """What a craftsman makes."""
    _ = lang.gettext
    return (
        _("pots"),
        _("ivory carvings"),
        _("masks"),
        _("cut diamonds"),
        _("vessels"),
        _("thrones"),
        _("sculptures"),
    )[kind]


def good_title(kind: int, lang: Language) -> str:
    _ = lang.gettext
    return (
        _("Pots"),
        _("Ivory carvings"),
        _("Masks"),
        _("Cut diamonds"),
        _("Vessels"),
        _("Thrones"),
        _("Sculptures"),
    )[kind]


def specialist_name(specialist: int, lang: Language) -> str:
    """A specialist with the article of the sentence "You pay ..."."""
    _ = lang.gettext
    return (_("the shaman"), _("the rain ceremony"), _("the herd"), _("the builder"), _("the nomads"))[specialist]


def resource_name(kind: int, lang: Language) -> str:
    _ = lang.gettext
    return (_("clay"), _("wood"), _("ivory"), _("diamond"))[kind]


def god_name(god: int) -> str:
    return GODS[god]


def power_of(god: int, lang: Language) -> str:
    """What a god does, in a few words."""
    _ = lang.gettext
    return (
        _("a second plaque, for you"),
        _("the stock pays up to 3 of your first gift"),
        _("change your prices at the start of your turn"),
        _("range 6 in your turn"),
        _("1 VR for each technology"),
        _("build two monuments"),
        _("use each resource twice"),
        _("goods for a monument may repeat"),
        _("pay 1 for each good"),
        _("hubs are paid to you"),
        _("2 more cattle every round"),
        _("wins ties"),
    )[god]


def service_of(specialist: int, lang: Language) -> str:
    """What a specialist does, in a few words."""
    _ = lang.gettext
    return (
        _("place a resource"),
        _("place water on two squares"),
        _("2, 4 or 6 cattle become 3, 6 or 9"),
        _("2 cattle back for each craftsman"),
        _("build next to monuments"),
    )[specialist]
