"""What a player of Asante reads of the moves of the other: what they mean."""

from mezani.games.asante import GAME
from mezani.games.asante.constants import DRAWING
from mezani.games.asante.rules import Asante
from mezani.language import ENGLISH, language
from tests.games.asante.positions import after as played
from tests.games.asante.positions import position

NAMES = ["Ada", "Ben"]
GERMAN = language("de")


def remark(state: Asante, moves: str, seat: int = 1, lang: str = "en") -> str:
    """What a seat reads of the last of some moves of seat 0."""
    *first, last = moves.split()
    before = played(state, " ".join(first))
    action = GAME.parse_action(before, last)
    after = before.clone()
    after.play(action)
    return GAME.remark(before, action, after, seat, GERMAN if lang == "de" else ENGLISH, NAMES)


# Answers


def test_a_holder_of_an_animalist_reads_that_it_may_answer() -> None:
    said = "You hold [animalist] and may cancel [camel] (8.2)."
    assert remark(position("camel", "animalist"), "play-camel") == said
    said = "Du hast [animalist] auf der Hand und kannst [camel] damit aufheben (8.2)."
    assert remark(position("camel", "animalist"), "play-camel", lang="de") == said
    assert remark(position("camel", "lion"), "play-camel") == ""


def test_who_has_said_not_this_turn_is_not_reminded() -> None:
    assert remark(position("camel matron", "animalist"), "play-matron never play-camel") == ""


def test_an_action_is_spent_on_a_card_that_was_cancelled() -> None:
    state = position("camel", "animalist")
    said = remark(state, "play-camel play-animalist", seat=0)
    assert said == "The action for [camel] is spent all the same (8.2)."
    assert remark(state, "play-camel let", seat=0) == remark(state, "play-camel never", seat=0) == ""


# Gold


def test_much_gold_at_once_is_told_by_how_far_it_is_to_the_goal() -> None:
    state = position("PP", stand="PP", gold=30)
    gold = played(state, "sell-PP").gold[0]
    assert remark(state, "sell-PP") == f"Ada has {gold} gold now, you 20: {60 - gold} to go to 60 (14.1)."
    assert remark(state, "sell-PP", lang="de").startswith(f"Ada hat jetzt {gold} Gold, du 20: Bis 60 fehlen noch")


def test_whoever_reaches_the_goal_may_end_the_game() -> None:
    state = position("PP", stand="PP", gold=59)
    gold = played(state, "sell-PP").gold[0]
    assert remark(state, "sell-PP") == f"Ada has {gold} gold: if the turn ends so, you have one more (14.1)."


def test_the_last_turn_is_told_by_what_is_enough_to_win() -> None:
    said = "With 62 gold or more you win as it stands: ties are yours (14.3)."
    assert remark(position(gold=62, markers=1), "end") == said
    assert remark(position(gold=59, markers=1), "end") == ""


def test_in_the_last_turn_of_the_other_it_counts_who_has_more() -> None:
    state = position("PP", stand="PP", gold=58, their_gold=62)
    state.last_turn = True
    gold = played(state, "sell-PP").gold[0]
    assert remark(state, "sell-PP") == f"Ada has {gold} gold, you 62: as it stands Ada wins (14.2)."
    state.gold = [62 - (gold - 58), 62]
    assert remark(state, "sell-PP") == "Ada has 62 gold, you 62: as it stands Ada wins (14.3)."


# Wares


def test_a_card_that_no_longer_sells_is_named() -> None:
    state = position("gorilla", "PP", their_stand="PPJ")
    assert remark(state, "play-gorilla let -P") == "You can't sell with [PP] any more (6.3)."
    assert remark(state, "play-gorilla let -P", lang="de") == "Mit [PP] kannst du nicht mehr verkaufen (6.3)."
    assert remark(state, "play-gorilla let -J") == ""


def test_a_ware_that_has_run_out_is_told_to_whoever_would_buy_it() -> None:
    state = position("camel", "PP", stand="PPP", their_stand="PPPP")
    assert remark(state, "play-camel let +P") == "The supply has no [P] left: you can't buy with [PP] (6.2)."
    assert remark(position("camel", "lion", stand="PPP", their_stand="PPPP"), "play-camel let +P") == ""


# Artifacts, Holy Places and cards


def test_a_holy_place_that_comes_is_told_by_what_it_is_good_for() -> None:
    assert remark(position("pottery"), "play-pottery space-1") == (
        "You may play [rwenzori-mountains] on your turn, for no action (9.2)."
    )
    assert remark(position("pottery", their_places="R"), "play-pottery space-1") == (
        "You have 2 [rwenzori-mountains] now: play one, and it takes effect 2 times (9.3)."
    )
    assert remark(position("pottery", their_places="R"), "play-pottery space-1", lang="de") == (
        "Du hast jetzt 2 [rwenzori-mountains]: Einmal gespielt, wirkt es 2-mal (9.3)."
    )


def test_several_holy_places_of_the_other_are_told() -> None:
    assert remark(position("pilgrim", places="V"), "play-pilgrim let place-2") == (
        "Ada has 2 [victoria-waterfalls] now: one of them takes effect 2 times (9.3)."
    )
    assert remark(position("pilgrim"), "play-pilgrim let place-2") == ""


def test_an_artifact_that_works_against_the_reader_is_told() -> None:
    said = remark(position("voodoo-doll"), "play-voodoo-doll space-1")
    assert said.startswith("[voodoo-doll] can be used against you once in every turn (10.3).")


def test_a_discarded_artifact_leaves_a_free_space() -> None:
    state = position("cape-buffalo", their_artifacts="shango-figurine")
    said = "A space of yours is free again: an Artifact there counts as a new one (12.1)."
    assert remark(state, "play-cape-buffalo let theirs-1") == said


def test_an_artifact_that_was_borrowed_stays_turned() -> None:
    state = position("tortoise", their_artifacts="mancala")
    said = remark(state, "play-tortoise let theirs-1")
    assert said.startswith("[mancala] stays turned: you can't use it on your next turn (12.2).")


def test_whoever_takes_a_card_from_a_hand_knows_it() -> None:
    state = position("weaver-bird camel", "lion matron")
    assert remark(state, "play-weaver-bird let take-lion") == "Ada knows all cards of your hand now (1.4)."


def test_nothing_is_said_of_what_is_drawn_and_kept() -> None:
    state = position(step=DRAWING)
    assert remark(state, "draw") == remark(state, "draw keep") == ""
