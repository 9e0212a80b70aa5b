"""After the game: who has won and why, the scores by round, and a rematch."""

from collections.abc import Sequence

from litestar import Response, get, post
from litestar.params import FromPath
from litestar.response import Redirect

from mezani.language import Language
from mezani.tables.refusals import NotOver, NotYourSeat
from mezani.tables.table import Table
from mezani.web.log_lines import ending_sentence, names_of
from mezani.web.rated import changes_at
from mezani.web.requests import COUNTED_AS_TABLE, AnyRequest, hall_of
from mezani.web.responses import page, redirect
from mezani.web.score_chart import chart_of, rounds_of
from mezani.web.viewer import viewer_of


@get("/table/{id:str}/result")
async def result(request: AnyRequest, id: FromPath[str]) -> Response[str]:
    """How a game has ended."""
    table, viewer = await hall_of(request).table(id), viewer_of(request)
    if not table.is_over:
        raise NotOver
    own = table.seats_of(viewer.player)
    names, rounds = names_of(table, viewer.lang), rounds_of(table.record(), viewer.lang)
    seat = own[0] if len(own) == 1 else None
    scores, winners = table.scores, table.winners
    return page(
        "result.html",
        request,
        table=table,
        own=own,
        names=names,
        scores=scores,
        winners=winners,
        order=sorted(range(table.players), key=lambda n: (n not in winners, n in table.lost, -scores[n])),
        sentence=sentence_of(table, seat, viewer.lang, names),
        reasons=[] if table.lost else table.game.why_won(table.state, viewer.lang, names),
        rounds=[] if table.leads_elsewhere else rounds[1:],
        chart=chart_of(rounds, names),
        changes=await changes_at(request, table),
    )


def sentence_of(table: Table, seat: int | None, lang: Language, names: Sequence[str]) -> str:
    """How it has ended, in a sentence."""
    if table.leads_elsewhere:
        return lang.gettext("Played under version {version} of the rules").format(version=table.rules)
    return ending_sentence(table, names, lang) or table.game.prompt(table.state, seat, lang, names)


@post("/table/{id:str}/rematch", opt=COUNTED_AS_TABLE)
async def rematch(request: AnyRequest, id: FromPath[str]) -> Redirect:
    """The same people and bots at a new table, to which the old one leads everybody."""
    player = viewer_of(request).player
    if player is None:
        raise NotYourSeat
    return redirect(f"/table/{(await hall_of(request).rematch(id, player)).id}")


HANDLERS = [result, rematch]
