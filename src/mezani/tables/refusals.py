"""Why something can't be done at a table: each refusal says a sentence to the person, in their language."""

import math
from typing import Any

from mezani.engine.state import State
from mezani.game import Game, Reason
from mezani.language import ENGLISH, N_, Language


class Refusal(Exception):
    """Something that can't be done. Nothing was changed."""

    sentence = N_("That can't be done now.")

    def say(self, lang: Language) -> str:
        """The sentence for the person."""
        return lang.gettext(self.sentence)

    def __str__(self) -> str:
        return self.say(ENGLISH)


class UnknownTable(Refusal):
    sentence = N_("There is no such table. Perhaps part of the link is missing, or the table was old and was removed.")


class UnknownRecord(Refusal):
    sentence = N_("There is no such record. Perhaps part of the link is missing.")


class GameMissing(Refusal):
    """A table or a record of a game that is not installed, or that is broken."""

    def __init__(self, game: str) -> None:
        super().__init__(game)
        self.game = game

    def say(self, lang: Language) -> str:
        return lang.gettext(
            "The game “{game}” is not available on this server now. What was played is kept until it is back."
        ).format(game=self.game)


class WrongRecord(Refusal):
    """A text that is no record of a game; the reason names line and move."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason

    def say(self, lang: Language) -> str:
        return lang.gettext("This record can't be loaded: {reason}.").format(reason=self.reason.rstrip("."))


class NoPractice(Refusal):
    sentence = N_("You can't try out moves while people are still playing. Wait until the game is over.")


class StoreSilent(Refusal):
    """The store has failed or did not answer in time; what was asked for may or may not have come to pass."""

    sentence = N_("The store does not answer just now. Nothing is lost; please try again in a moment.")
    wait = 5  # seconds


class NotYourSeat(Refusal):
    sentence = N_("That is not your seat.")


class SeatTaken(Refusal):
    sentence = N_("Somebody is already sitting there.")


class AlreadySeated(Refusal):
    sentence = N_("You already have a seat at this table.")


class NoSeatFree(Refusal):
    sentence = N_("All seats are taken, but you can watch.")


class RatedForGuests(Refusal):
    sentence = N_("Rated games are for people who have signed in. Sign in first, or play a friendly game.")


class OneChairEach(Refusal):
    sentence = N_("In a rated game everybody has one chair.")


class TooFewForRating(Refusal):
    sentence = N_("A rated game needs at least two people.")


class SeatStays(Refusal):
    sentence = N_("In a rated game a seat stays with whoever took it. Sign in on your other device to play on there.")


class OwnRatedTable(Refusal):
    sentence = N_("You play this rated game yourself, so another host has to decide.")


class NotAway(Refusal):
    sentence = N_("A bot can only play for somebody whose turn it is and who has been away for as long as was agreed.")


class NotBegun(Refusal):
    sentence = N_("The game begins when all seats are taken.")


class AlreadyOver(Refusal):
    sentence = N_("The game is over.")


class TableClosed(Refusal):
    sentence = N_("The host has closed this table.")


class TableOpen(Refusal):
    sentence = N_("This table is not closed.")


class NotOver(Refusal):
    sentence = N_("This has to wait until the game is over.")


class NotWatched(Refusal):
    sentence = N_("Nobody may watch at this table until the game is over.")


class ForSpectators(Refusal):
    sentence = N_("Only those who watch can write this until the game is over.")


class NameMissing(Refusal):
    sentence = N_("Please enter a name.")


class NameTaken(Refusal):
    sentence = N_(
        "That name belongs to somebody who is signed in here, or looks like it. If that is you, sign in; otherwise"
        " choose another one."
    )


class NameMixed(Refusal):
    sentence = N_("Please write your name in one alphabet: letters of several ones can be taken for others.")


class NameDeceptive(Refusal):
    sentence = N_("Letters of this alphabet would be taken for others here. Please write your name in another one.")


class NameOfNameless(Refusal):
    sentence = N_("Whoever gives no name is called that here. Please choose another one.")


class NameReserved(Refusal):
    sentence = N_("Nobody can be called that here: it would be taken for the house. Please choose another name.")


TOO_MUCH = {
    "requests": N_("That was a lot at once."),
    "tables": N_("You have opened many tables in a short time."),
    "chat": N_("You have written a lot in a short time."),
    "hints": N_("You have asked for many hints in a short time."),
    "sign_ins": N_("That was tried many times in a short time."),
}


class TooMuch(Refusal):
    """More of something than a person or an address may have in a time; `wait` seconds later it goes on."""

    def __init__(self, what: str, wait: float) -> None:
        super().__init__(what)
        self.what, self.wait = what, math.ceil(wait)

    def say(self, lang: Language) -> str:
        later = lang.ngettext("Please try again in {n} second.", "Please try again in {n} seconds.", self.wait)
        return f"{lang.gettext(TOO_MUCH[self.what])} {later.format(n=self.wait)}"


class NothingSaid(Refusal):
    sentence = N_("Please write something first.")


class StaleMove(Refusal):
    sentence = N_("The game has moved on in the meantime. Take another look, then choose.")


class NotAsked(Refusal):
    sentence = N_("The table answers this for you.")


class Stopped(Refusal):
    sentence = N_(
        "The rules have changed since this was played. Somebody at the table can let the game continue from here."
    )


class NoUndo(Refusal):
    sentence = N_("This can't be taken back: something has been revealed, or somebody else has moved.")


class NoTimeToUndo(Refusal):
    sentence = N_("This can't be taken back: it would take more time than is left.")


class WrongLink(Refusal):
    sentence = N_("This private link is no longer valid: the seat has already moved to another device.")


class ReadOnly(Refusal):
    sentence = N_("The server is being maintained: you can look at everything, but nothing can be changed right now.")


class Blocked(Refusal):
    sentence = N_("The host lets you watch here, but not play, chat or set up tables.")


class HouseFull(Refusal):
    sentence = N_("There are as many tables as the host allows. Try again when a game is over.")


class TooManyTables(Refusal):
    sentence = N_("You have as many tables as the host allows. Finish a game first.")


class NoNewcomers(Refusal):
    sentence = N_("Here you can only set up a table once you have sat at one. Ask somebody for a link to theirs.")


class NobodyThere(Refusal):
    sentence = N_("Nobody sits there.")


class NoSuchPerson(Refusal):
    sentence = N_("There is nobody of that name here.")


class NotSignedIn(Refusal):
    sentence = N_("For this you have to be signed in.")


class SignedOut(Refusal):
    """A browser whose key was removed, or became another's, while it asked."""

    sentence = N_("This browser was signed out meanwhile. Please load the page again.")


class NoPerson(Refusal):
    sentence = N_("Programs can't join. Sign in with another browser.")


class WrongPasskey(Refusal):
    sentence = N_("This passkey was not accepted: it is not known here, or it took too long. Please try again.")


class NoPasskeysHere(Refusal):
    sentence = N_("Browsers offer passkeys only at addresses with HTTPS. Here you can take a recovery code.")


class WrongCode(Refusal):
    sentence = N_("There is no such recovery code, or it was used already. Look for the newest one.")


class WrongDeviceLink(Refusal):
    sentence = N_("This link is no longer valid: it works once, and for ten minutes.")


class OtherName(Refusal):
    sentence = N_("That is not your name. Write it exactly as it stands above, then your profile is deleted.")


class NoSuchKey(Refusal):
    sentence = N_("You have no such device, passkey or token. Perhaps it was removed already.")


class LastKey(Refusal):
    sentence = N_("This is the only way back to your name. Make a recovery code first, then you can remove it.")


class TooManyPrograms(Refusal):
    sentence = N_("You have 20 programs already. Remove one of them first.")


class NoSuchReport(Refusal):
    sentence = N_("There is no such report any more.")


class NothingToRemove(Refusal):
    sentence = N_("There is nothing there that could be removed.")


class NoHint(Refusal):
    sentence = N_("Only the player whose turn it is can ask for a hint.")


class NoHintAmongPeople(Refusal):
    sentence = N_("Hints are for practice: at a table with other people there are none.")


class NotYetLookedBackAt(Refusal):
    sentence = N_("You can look back at a game when it is over. Only alone among bots you can do it earlier.")


class NoLookingBack(Refusal):
    sentence = N_("Looking back at games is switched off here.")


class TooManyAnalyses(Refusal):
    """Somebody, or an address, has asked for more analyses than may be under way for them."""

    sentence = N_("Other games are still being judged for you. Wait until one of them is done, or stop one.")
    wait = 30  # seconds


class NoRoomForAnalysis(Refusal):
    """More analyses are under way than the host allows."""

    sentence = N_("Many games are being judged just now. Please try again in a few minutes.")
    wait = 120  # seconds


class NotYourAnalysis(Refusal):
    sentence = N_("Only whoever asked for it, the players of this game and the host can stop it.")


class TrickCovered(Refusal):
    sentence = N_("The cards of this trick lie face down by now. You can try it again when the game is over.")


class NotJudged(Refusal):
    sentence = N_("This could not be judged just now. Please try again in a moment.")


class WrongStart(Refusal):
    """A table that can't be set up as asked; the reason comes from the game."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason

    def say(self, lang: Language) -> str:
        return lang.gettext("This table can't be set up: {reason}.").format(reason=self.reason.rstrip("."))


class IllegalMove(Refusal):
    """A move that the rules forbid; it cites the paragraph."""

    sentence = N_("There is no such move in this game.")

    def __init__(self, game: Game[Any], state: State, seat: int, action: int) -> None:
        super().__init__(action)
        self.game, self.state, self.seat, self.action = game, state, seat, action

    def reason(self, lang: Language) -> Reason | None:
        """The paragraph of the rules, unless there is no such action at all."""
        if not 0 <= self.action < self.game.action_count:
            return None
        return self.game.why_not(self.state, self.seat, self.action, lang)

    def say(self, lang: Language) -> str:
        reason = self.reason(lang)
        return reason.sentence if reason else super().say(lang)


class TimeUp(Refusal):
    sentence = N_("Your time is up.")


class GamePaused(Refusal):
    sentence = N_("The game is paused. Go on first.")


class BotPlays(Refusal):
    sentence = N_("A bot is playing for you. Take your chair back first.")


class BotMoves(Refusal):
    sentence = N_("A bot is making the move for which you had no time left. After it you can take your chair back.")


class GameLost(Refusal):
    sentence = N_("This game is lost for you: your time was up. A bot plays it to the end.")


class NoClock(Refusal):
    sentence = N_("There is no clock at this table that could be stopped.")


class NoPauseOverDays(Refusal):
    sentence = N_("Only live games can be paused. In games over days there are holidays.")


class WrongAddress(Refusal):
    """An address to which nothing is sent: it is none, nobody is there, or it points into the house."""

    sentence = N_(
        "Nothing can be sent to this address. It has to be a public one that begins with http:// or https://."
    )


class WrongMailAddress(Refusal):
    sentence = N_("This is no e-mail address.")


class WrongMailLink(Refusal):
    sentence = N_("This link is no longer valid: it was used before, or is older than a day.")


class NoMail(Refusal):
    sentence = N_("This house sends no e-mail.")


class TooManyEmails(Refusal):
    sentence = N_("Enough e-mails were sent to confirm this address. Please wait a day.")


class TooManyDevices(Refusal):
    sentence = N_("You are told on 10 devices already. Remove one of them first.")


# Tournaments


class UnknownTournament(Refusal):
    sentence = N_("There is no such tournament. Perhaps part of the link is missing.")


class EntriesClosed(Refusal):
    sentence = N_("Nobody can enter this tournament any more.")


class TournamentFull(Refusal):
    sentence = N_("This tournament is full.")


class NotNamed(Refusal):
    sentence = N_("Only those whom the host of this tournament has named can enter.")


class AlreadyEntered(Refusal):
    sentence = N_("They are in this tournament already, or have withdrawn from it.")


class NotEntered(Refusal):
    sentence = N_("They are not in this tournament, or have withdrawn.")


class NotYourTournament(Refusal):
    sentence = N_("Only the host of this tournament can do that.")


class TooFewPeople(Refusal):
    sentence = N_("There are not enough people for a table yet.")


class RoundRuns(Refusal):
    sentence = N_("This round is not over yet.")


class RoundTimeUp(Refusal):
    sentence = N_("The time of this round is up: bots play the game to its end.")


class TournamentOver(Refusal):
    sentence = N_("This tournament is over.")


class WrongTournament(Refusal):
    """A tournament that can't be opened as asked; the reason comes from the game."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason

    def say(self, lang: Language) -> str:
        return lang.gettext("This tournament can't be opened: {reason}.").format(reason=self.reason.rstrip("."))
