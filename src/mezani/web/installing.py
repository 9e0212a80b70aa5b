"""The installable app: what it is called and looks like, its service worker, and the page without a connection."""

import hashlib
import json
from functools import cache
from typing import Any

from litestar import MediaType, Response, get

from mezani.language import LANGUAGES, Language, language
from mezani.tables.lists import Visit
from mezani.version import __version__
from mezani.web.assets import asset, static_file, static_names
from mezani.web.rendering import render
from mezani.web.requests import AnyRequest
from mezani.web.viewer import Viewer, viewer_of

ICONS = (
    {"src": "favicon.svg", "sizes": "any", "type": "image/svg+xml", "purpose": "any"},
    {"src": "icon-192.png", "sizes": "192x192", "type": "image/png", "purpose": "any"},
    {"src": "icon-512.png", "sizes": "512x512", "type": "image/png", "purpose": "any"},
    {"src": "icon-maskable-512.png", "sizes": "512x512", "type": "image/png", "purpose": "maskable"},
)
WITHOUT_CONNECTION = ("common.css", "house.css", "reading.css", "favicon.svg", "icons.svg", "keys.js", "app.js")
PANEL, CLOTH = "#fcf8ef", "#f4eddf"
FRESH = {"Cache-Control": "no-cache"}


def language_asked(request: AnyRequest) -> Language:
    """The language that an address names; else that of the viewer."""
    code = request.query_params.get("lang")
    return language(code) if code in LANGUAGES else viewer_of(request).lang


@get("/manifest.webmanifest")
async def manifest(request: AnyRequest) -> Response[dict[str, Any]]:
    """What the app is called, what it looks like, and where it begins."""
    lang, name = language_asked(request), request.app.state.settings.house_name
    _ = lang.gettext
    facts = {
        "id": "/",
        "name": name,
        "short_name": name[:12],
        "description": _("Four games, one table: with friends by link, and bots on the empty chairs."),
        "lang": lang.code,
        "dir": "ltr",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "theme_color": PANEL,
        "background_color": CLOTH,
        "categories": ["games"],
        "icons": [{**icon, "src": asset(icon["src"])} for icon in ICONS],
        "shortcuts": [{"name": _("Your tables"), "url": "/tables"}, {"name": _("Rules"), "url": "/rules"}],
    }
    return Response(facts, media_type="application/manifest+json", headers=FRESH)


@get("/service-worker.js")
async def service_worker(request: AnyRequest) -> Response[str]:
    """What stands between the pages and the network; it changes when any file does."""
    facts = {
        "VERSION": f"{version_of_files()}-{language_asked(request).code}",
        "FILES": [asset(name) for name in WITHOUT_CONNECTION],
        "OFFLINE": f"/offline?lang={language_asked(request).code}",
        "ICON": asset("icon-192.png"),
    }
    head = "".join(f"const {name} = {json.dumps(value)};\n" for name, value in facts.items())
    code = (static_file("service_worker.js") or b"").decode()
    return Response(head + code, media_type="text/javascript", headers=FRESH)


@cache
def version_of_files() -> str:
    """Changes with this program and with every file that pages fetch."""
    files = hashlib.sha256(__version__.encode())
    for name in sorted(static_names()):
        files.update(static_file(name) or b"")
    return files.hexdigest()[:12]


@get("/offline")
async def offline(request: AnyRequest) -> Response[str]:
    """What people see without a connection; it is kept in browsers, and so it shows nothing of anybody."""
    viewer = viewer_of(request)
    nobody = Viewer("", viewer.preferences, language_asked(request))
    facts = {"viewer": nobody, "strip": "", "navigation": request.app.state.navigation, "visit": Visit(), "here": "/"}
    return Response(render("offline.html", nobody.lang, **facts), media_type=MediaType.HTML)


HANDLERS = [manifest, service_worker, offline]
