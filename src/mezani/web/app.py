"""The application: all pages and live connections over one hall."""

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from litestar import Litestar, Response, get
from litestar.config.compression import CompressionConfig
from litestar.exceptions import HTTPException, NotFoundException
from litestar.params import FromPath

from mezani.bots.workers import Workers
from mezani.games import check_all_languages
from mezani.house.chores import Chores
from mezani.house.daily_backups import EVERY, DailyBackups
from mezani.tables.hall import Hall
from mezani.tables.refusals import Refusal
from mezani.tables.store import Store
from mezani.web import (
    api,
    live,
    new_table,
    openapi,
    preferences_page,
    records,
    replay,
    result,
    rules,
    seat_links,
    start,
    table_actions,
    table_page,
)
from mezani.web.assets import STATIC_FILES, game_file, static_file
from mezani.web.responses import http_problem, our_mistake, refused
from mezani.web.security import add_headers, refuse_other_sites
from mezani.web.settings import Settings
from mezani.web.turns import Turns

LARGEST_FORM = 64 * 1024
MODULES: tuple[Any, ...] = (
    start,
    new_table,
    rules,
    preferences_page,
    table_page,
    table_actions,
    seat_links,
    live,
    result,
    replay,
    records,
    api,
    openapi,
)


def file_response(name: str, content: bytes | None) -> Response[bytes]:
    """A file that browsers may keep: its address changes with it."""
    if content is None:
        raise NotFoundException
    return Response(
        content,
        media_type=STATIC_FILES[name.rpartition(".")[2]],
        headers={"Cache-Control": "public, max-age=31536000, immutable"},
    )


@get("/static/{name:str}", sync_to_thread=False)
def static(name: FromPath[str]) -> Response[bytes]:
    """A file of our own."""
    return file_response(name, static_file(name))


@get("/games/{game:str}/{name:str}", sync_to_thread=False)
def file_of_a_game(game: FromPath[str], name: FromPath[str]) -> Response[bytes]:
    """A file of a game's folder."""
    return file_response(name, game_file(game, name))


def make_hall(settings: Settings) -> Hall:
    """The hall of a server with these settings."""
    workers = Workers(settings.bot_processes or max(1, (os.cpu_count() or 2) - 1), settings.bot_seconds)
    return Hall(Store(settings.database_address), workers, settings.secret, settings.bot_pause, settings.answer_pause)


def make_chores(hall: Hall, settings: Settings) -> Chores:
    """What the servers of a house do again and again, one of them at a time."""
    chores = Chores(hall.store.house)
    if settings.backups_kept:
        backups = DailyBackups(hall.store, settings.backups, settings.backup_hour, settings.backups_kept)
        chores.add("backup", every=EVERY, do=backups.make_if_due)
    return chores


def make_app(settings: Settings) -> Litestar:
    """The application with these settings."""
    check_all_languages()

    @asynccontextmanager
    async def hall_is_open(app: Litestar) -> AsyncIterator[None]:
        app.state.hall = make_hall(settings)
        app.state.listens_on = settings.address
        app.state.turns = Turns()
        app.state.chores = make_chores(app.state.hall, settings)
        await app.state.hall.open()
        await app.state.chores.open()
        try:
            yield
        finally:
            await app.state.chores.close()
            await app.state.hall.close()

    return Litestar(
        [static, file_of_a_game, *(handler for module in MODULES for handler in module.HANDLERS)],
        lifespan=[hall_is_open],
        before_request=refuse_other_sites,
        after_request=add_headers,
        exception_handlers={Refusal: refused, HTTPException: http_problem, Exception: our_mistake},
        compression_config=CompressionConfig(
            backend="gzip", gzip_compress_level=6, minimum_size=1000, exclude_opt_key="uncompressed"
        ),
        request_max_body_size=LARGEST_FORM,
        openapi_config=openapi.openapi_config(),
        include_in_schema=False,
        logging_config=None,
    )
