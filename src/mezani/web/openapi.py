"""The description of the API: OpenAPI as JSON, and a page of our own that shows it."""

from typing import Any

from litestar import MediaType, Request, get
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin, OpenAPIRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme
from litestar.response import Redirect

from mezani.house.tournaments import tournament
from mezani.tables import clocks, terms
from mezani.version import __version__
from mezani.web import api_bodies, api_tournament_bodies
from mezani.web.responses import page, redirect

BODIES = (
    api_bodies,
    api_tournament_bodies,
    tournament,
    terms,
    clocks,
)  # the modules whose structures programs send and get
PATH = "/api/docs"
DESCRIPTION = """
The tables of this server for programs. A token stands for a player: taking a seat answers with one, and it is sent as
`Authorization: Bearer TOKEN`. Without a token one sees what everybody sees. Errors are JSON with a status and a
sentence; sentences and labels are in the language of `Accept-Language`.
"""


def described(schema: dict[str, Any]) -> dict[str, Any]:
    """The schema with what the structures say about themselves."""
    for name, structure in schema["components"]["schemas"].items():
        found = next(getattr(module, name) for module in BODIES if hasattr(module, name))
        structure["description"] = str(found.__doc__)
    return schema


class Json(JsonRenderPlugin):
    """OpenAPI as JSON."""

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        """The whole schema."""
        return super().render(request, described(openapi_schema))


class OwnPage(OpenAPIRenderPlugin):
    """A plain page; it loads nothing from elsewhere."""

    def __init__(self) -> None:
        super().__init__(path="/", media_type=MediaType.HTML)

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        """The page of the schema."""
        shown = page("api.html", request, schema=described(openapi_schema), shape=shape)
        return str(shown.content).encode()


def shape(schema: dict[str, Any]) -> str:
    """What a schema allows, in a few words.

    >>> shape({"oneOf": [{"type": "array", "items": {"$ref": "#/components/schemas/Chair"}}, {"type": "null"}]})
    'list of Chair or null'
    """
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "oneOf" in schema:
        return " or ".join(map(shape, schema["oneOf"]))
    if "enum" in schema:
        return " or ".join(f'"{value}"' for value in schema["enum"])
    kind = schema.get("type", "anything")
    if kind == "array":
        return f"list of {shape(schema.get('items', {}))}"
    return " or ".join(kind) if isinstance(kind, list) else str(kind)


def openapi_config() -> OpenAPIConfig:
    """How the API describes itself."""
    return OpenAPIConfig(
        title="Mezani",
        version=__version__,
        description=" ".join(DESCRIPTION.split()),
        path=PATH,
        use_handler_docstrings=True,
        render_plugins=[OwnPage(), Json()],
        components=Components(security_schemes={"token": SecurityScheme(type="http", scheme="bearer")}),
    )


@get("/api", sync_to_thread=False)
def about() -> Redirect:
    """To the page."""
    return redirect(PATH)


HANDLERS = [about]
