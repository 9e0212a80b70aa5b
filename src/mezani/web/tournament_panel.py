"""The tournament of the viewer, for the start page."""

from typing import NamedTuple

from mezani.house.tournaments.tournament import Tournament
from mezani.language import Language
from mezani.web.requests import AnyRequest, hall_of, house_of
from mezani.web.tournament_page import round_shown, rows_of, your_table
from mezani.web.tournament_words import moment
from mezani.web.viewer import viewer_of

FURTHEST = ("running", "between", "open")  # what is shown first of several


class TournamentPanel(NamedTuple):
    """What the panel of a tournament says."""

    name: str
    game: str
    about: str
    table: str
    path: str
    at_table: bool


async def tournament_panel(request: AnyRequest) -> TournamentPanel | None:
    """The tournament in which the viewer plays, the one that runs first; None: they are in none."""
    viewer, tournaments = viewer_of(request), house_of(request).tournaments
    found = await tournaments.rows.of_player(viewer.player) if viewer.player else []
    if not found:
        return None
    now = await tournaments.find(min(found, key=lambda one: FURTHEST.index(one.state)).id)
    if now.state != "running":
        return TournamentPanel(now.name, now.game_name, _about(now, viewer.player, viewer.lang), "", now.address, False)
    own = your_table(await round_shown(now, now.round, hall_of(request), viewer.player, viewer.lang), viewer.lang)
    if own is None or own.table.is_over or not own.table.id:
        return TournamentPanel(now.name, now.game_name, _about(now, viewer.player, viewer.lang), "", now.address, False)
    said = viewer.lang.gettext("Your table: {names}.").format(names=own.others)
    if now.due_at:
        said += " " + viewer.lang.gettext("Until {when}.").format(when=moment(now.due_at, viewer.lang))
    about = _about(now, viewer.player, viewer.lang)
    return TournamentPanel(now.name, now.game_name, about, said, f"/table/{own.table.id}", True)


def _about(now: Tournament, player: str | None, lang: Language) -> str:
    """The game, how far it has come, and the place of the reader."""
    _, said = lang.gettext, [now.game.title]
    if now.state == "open":
        return " · ".join([*said, _("open for entries")])
    if now.state == "between":
        said.append(_("round {n} is over").format(n=now.round))
    else:
        said.append(_("round {n} of {all}").format(n=now.round, all=now.rounds))
    own = next((row for row in rows_of(now, player, set(), lang) if row.is_you), None)
    if own and now.counted:
        said.append(_("place {n}").format(n=own.place))
    return " · ".join(said)
