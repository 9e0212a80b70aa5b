"""Responses to requests: pages, redirections and refusals, each with its status and a sentence for the person."""

import logging
import math
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

import msgspec
from litestar import MediaType, Request, Response
from litestar.exceptions import HTTPException
from litestar.response import Redirect

from mezani.game import Reason
from mezani.language import N_, Language
from mezani.tables import refusals
from mezani.tables.lists import Visit
from mezani.tables.refusals import Refusal
from mezani.web.house_strip import house_strip
from mezani.web.logs import REQUEST
from mezani.web.navigation import visit_of
from mezani.web.rendering import render
from mezani.web.viewer import Viewer, viewer_of

log = logging.getLogger(__name__)

FOR_PROGRAMS = "/api/"
ENDED_BY_SIGNING_IN = (refusals.RatedForGuests, refusals.NameTaken, refusals.NotSignedIn)

STATUS: Mapping[type[Refusal], int] = {
    refusals.UnknownTable: 404,
    refusals.UnknownRecord: 404,
    refusals.GameMissing: 404,
    refusals.StoreSilent: 503,
    refusals.NotYourSeat: 403,
    refusals.NotOver: 403,
    refusals.NotWatched: 403,
    refusals.ForSpectators: 403,
    refusals.Blocked: 403,
    refusals.NoNewcomers: 403,
    refusals.NoPractice: 403,
    refusals.RatedForGuests: 403,
    refusals.SeatStays: 403,
    refusals.OneChairEach: 422,
    refusals.TooFewForRating: 422,
    refusals.TrickCovered: 403,
    refusals.NotJudged: 503,
    refusals.NoHintAmongPeople: 403,
    refusals.NotYetLookedBackAt: 403,
    refusals.NoLookingBack: 403,
    refusals.NotYourAnalysis: 403,
    refusals.WrongLink: 410,
    refusals.IllegalMove: 422,
    refusals.TooMuch: 429,
    refusals.TooManyAnalyses: 429,
    refusals.NoRoomForAnalysis: 503,
    refusals.NameMissing: 422,
    refusals.NothingSaid: 422,
    refusals.WrongStart: 422,
    refusals.NameMixed: 422,
    refusals.NameDeceptive: 422,
    refusals.NameOfNameless: 422,
    refusals.NameReserved: 422,
    refusals.NoPerson: 403,
    refusals.NotSignedIn: 403,
    refusals.SignedOut: 403,
    refusals.NoSuchPerson: 404,
    refusals.OtherName: 422,
    refusals.NoPasskeysHere: 403,
    refusals.WrongPasskey: 403,
    refusals.WrongCode: 403,
    refusals.WrongDeviceLink: 410,
    refusals.NoSuchKey: 404,
    refusals.WrongRecord: 422,
    refusals.ReadOnly: 503,
    refusals.WrongAddress: 422,
    refusals.WrongMailAddress: 422,
    refusals.WrongMailLink: 410,
    refusals.NoMail: 422,
    refusals.TooManyEmails: 429,
    refusals.UnknownTournament: 404,
    refusals.NotNamed: 403,
    refusals.NotYourTournament: 403,
    refusals.WrongTournament: 422,
}
CONFLICT = 409
TRY_AGAIN = (refusals.TooMuch, refusals.StoreSilent, refusals.TooManyAnalyses, refusals.NoRoomForAnalysis)
MAINTENANCE = "60"  # seconds after which one may look whether it is over

HEADINGS = {
    400: N_("We didn't understand that"),
    403: N_("Not allowed"),
    404: N_("Nothing here"),
    405: N_("That doesn't work here"),
    409: N_("Too late"),
    410: N_("No longer valid"),
    413: N_("Too large"),
    414: N_("Too long"),
    422: N_("That isn't possible"),
    429: N_("Not so fast"),
    431: N_("Too large"),
    503: N_("Not right now"),
}
SENTENCES = {
    400: N_("The form was incomplete or broken. Please go back and try again."),
    403: N_("This request came from another site, so nothing was done."),
    404: N_("This page does not exist."),
    405: N_("This page can't be used that way."),
    413: N_("That is more than can be sent at once."),
    414: N_("This address is longer than any page has."),
    431: N_(
        "Your browser sends more with each request than we can take. Delete the cookies of this site, then try again."
    ),
    503: N_("Too many people are here at the moment. Please try again soon."),
}


def page(template: str, request: Request[Any, Any, Any], status: int = 200, **facts: Any) -> Response[str]:
    """A page in the language of whoever asks."""
    viewer = viewer_of(request)
    request.app.state.house.seen.note(viewer.player, viewer.key.id if viewer.key else None)
    query = request.scope["query_string"].decode("ascii", "replace")
    facts.setdefault("here", request.scope["path"] + (f"?{query}" if query else ""))
    html = render(template, viewer.lang, **_of_every_page(request, viewer), **facts)
    headers = {"Retry-After": MAINTENANCE} if status == STATUS[refusals.ReadOnly] else {}
    return Response(html, media_type=MediaType.HTML, status_code=status, headers=headers)


def _of_every_page(request: Request[Any, Any, Any], viewer: Viewer) -> dict[str, Any]:
    """What the layout shows round each page."""
    strip = house_strip(request.app.state.hall.gate, viewer.lang)
    return {"viewer": viewer, "strip": strip, "navigation": request.app.state.navigation, "visit": visit_of(request)}


def redirect(path: str) -> Redirect:
    """Lead a browser to the page that shows what has come of its request."""
    return Redirect(path, status_code=303)


def local_path(path: str | None, otherwise: str = "/") -> str:
    """A path of this site, whatever was asked for."""
    if not path or not path.isprintable() or not path.startswith("/") or path.startswith(("//", "/\\")):
        return otherwise
    return otherwise if urlsplit(path).netloc else path


class Problem(msgspec.Struct):
    """What was wrong, as programs get it; the paragraph is that of the rules which forbid a move."""

    status: int
    sentence: str
    paragraph: str | None = None


def status_of(refusal: Refusal) -> int:
    return STATUS.get(type(refusal), CONFLICT)


def notice(refusal: Refusal, lang: Language, back: str = "") -> str:
    """A refusal as a line on the table page, with a link to the rule and from there back, or to where one signs in."""
    reason = reason_of(refusal, lang)
    game = refusal.game if isinstance(refusal, refusals.IllegalMove) else None
    facts = {"reason": reason, "game": game, "back": back, "can_sign_in": isinstance(refusal, ENDED_BY_SIGNING_IN)}
    return render("includes/notice.html", lang, sentence=refusal.say(lang), **facts)


def reason_of(refusal: Refusal, lang: Language) -> Reason | None:
    """The rule that forbids a move."""
    return refusal.reason(lang) if isinstance(refusal, refusals.IllegalMove) else None


def refused(request: Request[Any, Any, Any], refusal: Refusal) -> Response[str]:
    """A refusal as a page."""
    heading = N_("One moment") if isinstance(refusal, refusals.StoreSilent) else None
    response = _error_page(request, status_of(refusal), refusal.say(viewer_of(request).lang), heading)
    return with_retry(response, refusal)


def with_retry(response: Response[Any], refusal: Refusal | None) -> Response[Any]:
    """Tell programs, too, when somebody may try again."""
    if isinstance(refusal, TRY_AGAIN):
        response.headers["Retry-After"] = str(refusal.wait)
    elif isinstance(refusal, refusals.ReadOnly):
        response.headers["Retry-After"] = MAINTENANCE
    return response


def no_room(request: Request[Any, Any, Any], status: int, wait: float) -> Response[Any]:
    """Too much, before anything is done: too many requests, or a request that is too large."""
    if status == 429:
        return refused(request, refusals.TooMuch("requests", wait))
    response = _error_page(request, status)
    if wait:
        response.headers["Retry-After"] = str(math.ceil(wait))
    return response


def http_problem(request: Request[Any, Any, Any], problem: HTTPException) -> Response[str]:
    """What is wrong with a request."""
    status = problem.status_code if problem.status_code in SENTENCES else 400 if problem.status_code < 500 else 500
    return _error_page(request, status)


def our_mistake(request: Request[Any, Any, Any], problem: Exception) -> Response[str]:
    """Something that should not happen: it is logged, and the person is told."""
    log.exception("%s %s failed", request.method, request.scope.get("path_template", ""), exc_info=problem)
    _ = viewer_of(request).lang.gettext
    number = _("If it happens again, tell the host this number: {number}.").format(number=REQUEST.get())
    return _error_page(request, 500, f"{_('This is our fault. Please try again.')} {number}")


def _error_page(
    request: Request[Any, Any, Any], status: int, sentence: str | None = None, heading: str | None = None
) -> Response[Any]:
    viewer: Viewer = viewer_of(request)
    _ = viewer.lang.gettext
    heading = heading or HEADINGS.get(status)
    headed = _(heading) if heading else _("Something went wrong")
    said = sentence or (_(SENTENCES[status]) if status in SENTENCES else _("This is our fault. Please try again."))
    if request.scope["path"].startswith(FOR_PROGRAMS):
        return Response(Problem(status, said), media_type=MediaType.JSON, status_code=status)  # on a page of /api too
    around = _of_every_page(request, viewer)
    if status == 404:  # a page that is hidden looks as one that is not there, of which nobody has asked who comes
        around["visit"] = Visit()
    html = render("error.html", viewer.lang, here="", heading=headed, sentence=said, back="/", **around)
    return Response(html, media_type=MediaType.HTML, status_code=status)
