"""Records: games as text files, which a finished table offers, and which can be loaded and looked at."""

from typing import Any

from litestar import MediaType, Response, get, post
from litestar.datastructures import UploadFile
from litestar.params import FromPath

from mezani.language import Language, is_readable
from mezani.record import RecordError, read
from mezani.tables.kept_records import file_name
from mezani.tables.players import new_table_id
from mezani.tables.refusals import NotOver, Refusal, WrongRecord
from mezani.web.cookies import with_secret
from mezani.web.forms import key, text
from mezani.web.requests import COUNTED_AS_TABLE, AnyRequest, hall_of
from mezani.web.responses import page, redirect, status_of
from mezani.web.viewer import known_or_new_player, viewer_of

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
        mine=await hall_of(request).store.records.of(viewer.player) if viewer.player else [],
        problem=refusal.say(viewer.lang) if refusal else "",
        given=given,
    )


@post("/records", opt=COUNTED_AS_TABLE)
async def load_record(request: AnyRequest) -> Response[Any]:
    """Check a record by playing it, and keep it."""
    given = ""
    try:
        given = await record_text(request)
        title = title_of(given, viewer_of(request).lang)
    except Refusal as refusal:
        return await records_page(request, refusal, given)
    its_key = key(await request.form())
    secret, player = known_or_new_player(request, its_key)
    hall_of(request).gate.check(player)
    id = new_table_id(its_key, player)
    await hall_of(request).store.records.keep(id, given, title, player)
    return with_secret(redirect(f"/record/{id}"), request, secret)


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
    if not is_readable(given):
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


@get("/table/{id:str}/record", media_type=MediaType.TEXT)
async def record_of_table(request: AnyRequest, id: FromPath[str]) -> Response[str]:
    """The game as a text file, with its seed, once it is over."""
    table = await hall_of(request).table(id)
    if not table.is_over:
        raise NotOver
    headers = {"Content-Disposition": f'attachment; filename="{file_name(table)}"'}
    return Response(str(table.record()), media_type="text/plain; charset=utf-8", headers=headers)


HANDLERS = [records, load_record, record_of_table]
