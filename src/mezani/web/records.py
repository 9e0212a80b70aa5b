"""Records: games as text files, to be loaded, looked at and played on from."""

from typing import Any

from litestar import Request, Response, get, post
from litestar.datastructures import UploadFile

from mezani.language import Language
from mezani.record import RecordError, read
from mezani.tables.players import new_table_id
from mezani.tables.refusals import Refusal, WrongRecord
from mezani.web.answers import go, page, seated, status_of, text, with_secret
from mezani.web.at_table import hall_of
from mezani.web.viewer import viewer_of

AnyRequest = Request[Any, Any, Any]
LONGEST_TITLE = 200


@get("/records")
async def records(request: AnyRequest) -> Response[str]:
    """Where records are loaded, and those that the viewer has loaded."""
    return await records_page(request)


async def records_page(request: AnyRequest, refusal: Refusal | None = None, given: str = "") -> Response[str]:
    viewer = viewer_of(request)
    return page(
        "records.html",
        request,
        status_of(refusal) if refusal else 200,
        mine=await hall_of(request).store.records_of(viewer.player) if viewer.player else [],
        problem=refusal.say(viewer.lang) if refusal else "",
        given=given,
    )


@post("/records")
async def load_record(request: AnyRequest) -> Response[Any]:
    """Check a record by playing it, and keep it."""
    given = ""
    try:
        given = await record_text(request)
        title = title_of(given, viewer_of(request).lang)
    except Refusal as refusal:
        return await records_page(request, refusal, given)
    secret, player = seated(request)
    id = new_table_id()
    await hall_of(request).store.keep_record(id, given, title, player)
    return with_secret(go(f"/record/{id}"), request, secret)


async def record_text(request: AnyRequest) -> str:
    """What a form holds of a record: a file, or else a text."""
    form = await request.form()
    file = form.get("file")
    content = await file.read() if isinstance(file, UploadFile) else b""
    lang = viewer_of(request).lang
    try:
        given = content.decode("utf-8-sig") if content else text(form, "text")
    except UnicodeDecodeError as problem:
        raise WrongRecord(lang.gettext("it is not a text file")) from problem
    if not given.strip():
        raise WrongRecord(lang.gettext("it is empty"))
    if "\0" in given:
        raise WrongRecord(lang.gettext("it is not a text file"))
    return given


def title_of(given: str, lang: Language) -> str:
    """The game and the players of a record, if it can be played."""
    try:
        record = read(given)
    except RecordError as problem:
        raise WrongRecord(problem.say(lang)) from problem
    names = ", ".join(record.name(seat) for seat in range(record.players))
    return f"{record.game.title}: {names}"[:LONGEST_TITLE]


HANDLERS = [records, load_record]
