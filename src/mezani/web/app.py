"""The application: all pages and live connections over one hall."""

import asyncio
import ipaddress
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from litestar import Litestar, Response, get
from litestar.config.compression import CompressionConfig
from litestar.exceptions import HTTPException, NotFoundException
from litestar.params import FromPath
from litestar.types import ASGIApp
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from mezani.bots.workers import Workers
from mezani.games import check_all_languages
from mezani.house.daily_backups import DailyBackups
from mezani.house.house import House
from mezani.tables.hall import Hall
from mezani.tables.refusals import Refusal
from mezani.tables.servers import hold_database
from mezani.tables.store import Store
from mezani.web import (
    analysis,
    api,
    exercises,
    health,
    holidays,
    host_page,
    installing,
    learning,
    live,
    new_table,
    notifications,
    openapi,
    others,
    preferences_page,
    ranking,
    records,
    replay,
    result,
    rules,
    seat_links,
    sign_in,
    start,
    table_actions,
    table_page,
    tournaments,
    you,
)
from mezani.web.assets import STATIC_FILES, game_file, static_file
from mezani.web.exercise_judging import Tries
from mezani.web.limits import Limits, Networks
from mezani.web.middleware import Middleware
from mezani.web.navigation import navigation_of
from mezani.web.responses import http_problem, our_mistake, refused
from mezani.web.security import add_headers, before_request
from mezani.web.settings import Settings
from mezani.web.turns import Turns

MODULES: tuple[Any, ...] = (
    start,
    new_table,
    rules,
    learning,
    preferences_page,
    holidays,
    sign_in,
    you,
    others,
    ranking,
    notifications,
    installing,
    table_page,
    table_actions,
    seat_links,
    live,
    result,
    replay,
    analysis,
    exercises,
    records,
    tournaments,
    host_page,
    api,
    openapi,
    health,
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
    return Hall(
        Store(settings.database_address, settings.store_seconds),
        workers,
        settings.secret,
        settings.bot_pause,
        settings.answer_pause,
        bot_tables=settings.bot_tables,
        allowed=settings.allowed,
        analyses=settings.room_for_analyses,
    )


def make_house(hall: Hall, settings: Settings) -> House:
    """What stands round the tables of a server with these settings."""
    backups = DailyBackups(hall.store, settings.backups, settings.backup_hour, settings.backups_kept)
    return House(hall, backups, settings.keeping, settings.hosts, settings.notifications)


def make_app(settings: Settings) -> Litestar:
    """The application with these settings."""
    check_all_languages()

    @asynccontextmanager
    async def hall_is_open(app: Litestar) -> AsyncIterator[None]:
        app.state.hall = make_hall(settings)
        app.state.turns = Turns()
        app.state.tries = Tries(app.state.hall.analyses)
        app.state.settings = settings
        app.state.house = make_house(app.state.hall, settings)
        with hold_database(app.state.hall.store.url):
            await app.state.hall.open()
            await app.state.house.open()
            if host_link := app.state.get("host_link"):
                await host_link.offer(app.state.house.hosts)
            measuring = asyncio.create_task(health.measure_again_and_again(app.state.hall))
            try:
                yield
            finally:
                measuring.cancel()
                app.state.tries.close()
                await app.state.house.close()
                await app.state.hall.close()

    app = Litestar(
        [static, file_of_a_game, *(handler for module in MODULES for handler in module.HANDLERS)],
        lifespan=[hall_is_open],
        before_request=before_request,
        after_request=add_headers,
        exception_handlers={Refusal: refused, HTTPException: http_problem, Exception: our_mistake},
        compression_config=CompressionConfig(
            backend="gzip", gzip_compress_level=6, minimum_size=1000, exclude_opt_key="uncompressed"
        ),
        request_max_body_size=settings.form_kilobytes * 1024,
        openapi_config=openapi.openapi_config(),
        include_in_schema=False,
        logging_config=None,
    )
    app.state.listens_on = settings.address
    app.state.public_address = settings.public_address.rstrip("/")
    app.state.limits = Limits(settings)
    app.state.metrics_from = Networks(settings.metrics_from)
    app.state.stopping = False
    app.state.navigation = navigation_of(app)
    app.asgi_handler = passed_first(app.asgi_handler, settings, app.state.limits)
    return app


def passed_first(pages: ASGIApp, settings: Settings, limits: Limits) -> ASGIApp:
    """All pages behind what every request passes first; trusted proxies tell for whom they ask."""
    trusted = [str(ipaddress.ip_network(one, strict=False)) for one in settings.trusted_proxies]
    return ProxyHeadersMiddleware(Middleware(pages, settings, limits), trusted)  # type: ignore[arg-type, return-value]
