"""Wherever the database names a player, merging, deleting and the download of one's data think of it."""

import sqlalchemy as sa

from mezani.house.leaving import DELETED, NAMED
from mezani.house.merging import ONE_EACH, THEIRS
from mezani.house.profiles import KEPT_OF_ONE
from mezani.tables import schema

NAMES = ("player", "muted", "about", "host", "opened_by")
STAYS = {schema.host_log.c.player}  # what hosts have done
BRIEF = {schema.pending.c.player}  # minutes
OF_PEOPLE_ONLY = {schema.keys.c.player, schema.ratings.c.player}  # no guest has any
DELETED_ELSEWHERE = {
    schema.keys.c.player,  # stays as removed
    schema.ratings.c.player,
    *(schema.records.c.player, schema.lessons.c.player, schema.solved.c.player, schema.analyses.c.player),  # `forget`
}
GAMES_STAY = {schema.seats.c.player, schema.tables.c.opened_by, schema.tournaments.c.host, schema.reports.c.about}
NOT_THEIRS_TO_READ = {schema.mutes.c.muted, schema.reports.c.about, schema.tables.c.opened_by, schema.analyses.c.player}


def columns_of_people() -> set[sa.Column[str]]:
    """The columns that hold a player."""
    columns = {column for table in schema.metadata.sorted_tables for column in table.columns if column.name in NAMES}
    return {column for column in columns if isinstance(column.type, sa.String)} - STAYS


def test_all_that_a_guest_has_comes_along() -> None:
    assert columns_of_people() - {*THEIRS, *ONE_EACH} == OF_PEOPLE_ONLY | BRIEF


def test_nothing_of_somebody_is_left_but_their_games() -> None:
    named = {whose for whose, _ in NAMED}
    assert columns_of_people() - {*DELETED} - named == DELETED_ELSEWHERE | GAMES_STAY


def test_the_download_has_all_that_is_kept_of_somebody() -> None:
    told = {*KEPT_OF_ONE.values(), schema.keys.c.player, schema.tournaments.c.host}
    assert columns_of_people() - told == NOT_THEIRS_TO_READ | BRIEF
