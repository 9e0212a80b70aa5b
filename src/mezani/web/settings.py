"""The host's settings: from the command line, else from the environment, else from a TOML file, else sensible ones."""

import difflib
import ipaddress
import math
import os
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import Field, dataclass, field, fields
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import platformdirs

from mezani.house.hosts import is_number
from mezani.house.notifications.mail import MailServer, checked_address
from mezani.house.notifications.notifications import NotificationSettings
from mezani.house.retention import Keeping
from mezani.tables.analyses import Room
from mezani.tables.database import WrongDatabase, database_address
from mezani.tables.gate import Allowed
from mezani.tables.refusals import WrongMailAddress
from mezani.web.addresses import is_host

FILE = "MEZANI_SETTINGS"
PREFIX = "MEZANI_"
OF_TESTS = ("MEZANI_TEST", "MEZANI_TRIAL", "MEZANI_LOAD")
NO_SETTINGS = (FILE, "MEZANI_INTERPRETED", "MEZANI_COMPILED", *OF_TESTS)  # and what begins with them
USUAL = "usual"
SHORTEST_SECRET = 16
SMTP_PORTS = {"starttls": 587, "tls": 465, "none": 25}
TRUE_OR_FALSE = {
    "1": True,
    "true": True,
    "yes": True,
    "on": True,
    "0": False,
    "false": False,
    "no": False,
    "off": False,
}


class WrongSetting(ValueError):
    """Settings that can't be used; the message says which, where they come from, and what would be right."""


def public_address_problem(given: str) -> str:
    """What is wrong with the address that others see.

    >>> public_address_problem("https://games.example.org"), public_address_problem("games.example.org")
    ('', 'must be an address such as https://games.example.org')
    """
    try:
        parts = urlsplit(given)
        fine = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0 and "@" not in parts.netloc
    except ValueError:
        fine = False
    if given and not (fine and given.isprintable() and " " not in given):
        return "must be an address such as https://games.example.org"
    if given and (parts.path.strip("/") or parts.query or parts.fragment):
        return "must end after the name or the port: the table needs a name of its own, and can't live under a path"
    return ""


def networks_problem(given: tuple[str, ...]) -> str:
    """What is wrong with a list of addresses and networks."""
    for one in given:
        try:
            ipaddress.ip_network(one, strict=False)
        except ValueError:
            return f"must hold addresses or networks, such as 10.0.0.0/8, not {one!r}"
    return ""


def database_problem(given: str) -> str:
    """What is wrong with the address of a database."""
    try:
        if given:
            database_address(given)
    except WrongDatabase:
        return "is no database address: write sqlite:///file.db or postgresql://user:password@host/name"
    return ""


def secret_problem(given: str) -> str:
    """What is wrong with a secret."""
    return "is too short to be one: take at least 16 characters" if 0 < len(given) < SHORTEST_SECRET else ""


def listening_problem(given: str) -> str:
    """What is wrong with the address to listen on."""
    return "" if given.strip() else "must be an address of this machine, or 0.0.0.0 for all of them"


def hosts_problem(given: tuple[str, ...]) -> str:
    """What is wrong with the numbers of hosts."""
    wrong = [one for one in given if not is_number(one)]
    return f"must hold numbers of players, such as 3f2a-91bc-77de-0b14-52aa, not {wrong[0]!r}" if wrong else ""


def smtp_problem(given: str) -> str:
    """What is wrong with the address of a mail server.

    >>> smtp_problem("mail.example.org:587"), smtp_problem("mail.example.org:x")
    ('', 'must be a name and perhaps a port, such as mail.example.org:587')
    """
    return "" if not given or is_host(given) else "must be a name and perhaps a port, such as mail.example.org:587"


def sender_problem(given: str) -> str:
    """What is wrong with the address from which e-mails come."""
    try:
        if given:
            checked_address(given)
    except WrongMailAddress:
        return "must be an e-mail address, such as games@example.org"
    return ""


def setting(
    usual: Any,
    meaning: str,
    *,
    chapter: str = "",
    least: float = 0,
    most: float = math.inf,
    choices: tuple[str, ...] = (),
    without: str = "",
    is_secret: bool = False,
    problem: Callable[[Any], str] = lambda given: "",
) -> Any:
    """A setting: its usual value, what it means, and what it may be. `chapter`: it begins one of the table.

    `without`: what happens without it, in words; `problem` says what is wrong with a value, or nothing.
    """
    facts = {
        "meaning": meaning,
        "chapter": chapter,
        "least": least,
        "most": most,
        "choices": choices,
        "without": without,
        "is_secret": is_secret,
        "problem": problem,
    }
    return field(default=usual, metadata=facts)


@dataclass(frozen=True)
class Settings:
    """What a host may choose. Each is `MEZANI_` and its name in the environment, or its name in the file."""

    address: str = setting(
        "127.0.0.1",
        "where the server listens; `0.0.0.0`: for the whole network",
        chapter="Where",
        problem=listening_problem,
    )
    port: int = setting(8484, "on which port; `0`: any that is free", most=65535)
    public_address: str = setting(
        "",
        "what links begin with, such as `https://games.example.org`; for a proxy that changes Host or Origin",
        without="as a browser asks",
        problem=public_address_problem,
    )
    trusted_proxies: tuple[str, ...] = setting(
        ("127.0.0.1", "::1"),
        "who may say, by `X-Forwarded-For` and `X-Forwarded-Proto`, for whom they ask and over https",
        problem=networks_problem,
    )
    processes: int = setting(1, "servers on this machine; more than one needs PostgreSQL", least=1, most=256)
    browser: bool = setting(True, "whether `mezani serve` opens a browser")

    database: str = setting(
        "",
        "`sqlite:///file.db` or `postgresql://user@host/name`",
        chapter="The store",
        without="a file in the data folder",
        is_secret=True,
        problem=database_problem,
    )
    store_seconds: float = setting(5.0, "after which the store counts as silent", least=0.1)
    secret: str = setting(
        "",
        "what private links are made with; at least 16 characters",
        without="drawn once, and kept in the database",
        is_secret=True,
        problem=secret_problem,
    )
    backup_folder: str = setting(
        "", "where backups are kept", without="`backups` beside an SQLite file, for PostgreSQL in the data folder"
    )
    backup_hour: int = setting(4, "of the day, at which a backup is made", most=23)
    backups_kept: int = setting(7, "daily backups that are kept; `0`: none are made")

    house_name: str = setting("Mezani", "what the house is called", chapter="The house")
    hosts: tuple[str, ...] = setting(
        (),
        "the numbers of players who are hosts, as their page of settings shows them",
        without="nobody",
        problem=hosts_problem,
    )

    smtp_address: str = setting(
        "",
        "the server by which mail is sent, such as `mail.example.org:587`; e-mail needs `public_address`",
        chapter="Telling people",
        without="no e-mail",
        problem=smtp_problem,
    )
    smtp_user: str = setting("", "the name by which the mail server knows this house", without="none")
    smtp_password: str = setting("", "and the password", without="none", is_secret=True)
    smtp_security: str = setting(
        "starttls", "how the line to the mail server is kept private", choices=("starttls", "tls", "none")
    )
    mail_from: str = setting(
        "",
        "the e-mail address from which e-mails come",
        without="`mezani@` and the mail server",
        problem=sender_problem,
    )
    private_webhooks: bool = setting(
        False, "whether webhooks may lead to this machine and to its network, where anybody could ask anything by them"
    )

    bot_pause: float = setting(
        0.7, "seconds that a bot seems to think; the steps of its turn come in a third of it", chapter="Bots"
    )
    answer_pause: float = setting(
        1.6, "seconds, about, that the table takes to answer for somebody who need not be asked"
    )
    bot_seconds: float = setting(20.0, "after so many a bot is stopped, and a simple move made for it", least=0.1)
    bot_processes: int = setting(0, "how many bots think at once", without="one less than there are processors")
    bot_tables: int = setting(20, "tables of bots alone that each server plays at once; the others wait", least=1)

    analyses: bool = setting(True, "whether people may look back at games with bots that judge them")
    analyses_at_once: int = setting(2, "games that each server judges at once; the others wait", least=1)

    requests_per_minute: int = setting(
        600,
        "of one person: pages, forms, and messages of open tables; four times as many of an address",
        chapter="Limits",
    )
    tables_per_hour: int = setting(60, "that one person may open; four times as many from an address")
    chat_per_minute: int = setting(20, "lines of one person; four times as many from an address")
    hints_per_minute: int = setting(
        20, "hints, and questions to the coach, that one person may ask for; four times as many from an address"
    )
    sign_ins_per_hour: int = setting(30, "tries of one person to sign in; four times as many from an address")
    analyses_per_person: int = setting(
        3, "games that wait to be judged, or are, for one person; four times as many for an address"
    )
    analyses_in_all: int = setting(200, "of those in the house")
    tables_at_once: int = setting(0, "that are open or running in the house; the host can change it on the host's page")
    tables_per_person: int = setting(0, "of those, at which one person sits; the host can change it too")
    newcomers: bool = setting(True, "whether somebody who has sat at no table may set one up; the host can change it")
    connections: int = setting(10_000, "to this server in all")
    connections_per_address: int = setting(500, "to this server from one address")
    request_seconds: float = setting(20.0, "in which a request has to be sent, head and body")
    screen_seconds: float = setting(20.0, "in which somebody has to take what they are sent")
    form_kilobytes: int = setting(64, "of the largest form, record or body of the API", least=1, most=65536)
    message_kilobytes: int = setting(64, "of the largest message of an open table", least=1, most=65536)
    header_kilobytes: int = setting(16, "of all headers of a request together", least=1, most=256)
    url_characters: int = setting(4000, "of the longest address of a page", least=200, most=60_000)

    keep_finished: int = setting(
        0, "days that finished tables are kept; `0`: for ever", chapter="How long tables are kept"
    )
    keep_abandoned: int = setting(0, "days that tables are kept at which nobody plays any more; `0`: for ever")
    keep_bot_tables: int = setting(30, "days that tables of bots alone are kept; `0`: for ever")
    keep_lobbies: int = setting(30, "days that tables are kept that never began; `0`: for ever; the host can change it")

    log_format: str = setting("text", "of the server's log", chapter="What to watch", choices=("text", "json"))
    log_level: str = setting(
        "warning", "what is logged; `info`: every request", choices=("debug", "info", "warning", "error")
    )
    log_addresses: str = setting(
        "none", "of those who ask; `short`: their network only", choices=("none", "short", "full")
    )
    metrics_from: tuple[str, ...] = setting(
        ("127.0.0.1", "::1"), "addresses and networks that may read `/metrics`", problem=networks_problem
    )

    @property
    def database_address(self) -> str:
        """The address of the database: by default a file in the user's data folder, which is made."""
        if not self.database:
            data_folder().mkdir(parents=True, exist_ok=True)
        return self.database_place

    @property
    def database_place(self) -> str:
        """The same, and nothing is made."""
        return self.database or f"sqlite:///{data_folder() / 'mezani.db'}"

    @property
    def keeping(self) -> Keeping:
        """For how long tables are kept."""
        return Keeping(self.keep_finished, self.keep_abandoned, self.keep_bot_tables, self.keep_lobbies)

    @property
    def allowed(self) -> Allowed:
        """What is allowed as long as the host says nothing else."""
        return Allowed(self.tables_at_once, self.tables_per_person, self.keep_lobbies, self.newcomers)

    @property
    def room_for_analyses(self) -> Room:
        """How many games are judged for those who look back at them."""
        return Room(self.analyses, self.analyses_at_once, self.analyses_per_person, self.analyses_in_all)

    @property
    def notifications(self) -> NotificationSettings:
        """How people are told."""
        parts = urlsplit(f"//{self.smtp_address}")
        server = parts.hostname or ""
        mail_server = MailServer(
            server,
            parts.port or SMTP_PORTS[self.smtp_security],
            self.mail_from or f"mezani@{server}",
            self.smtp_user,
            self.smtp_password,
            self.smtp_security,
        )
        return NotificationSettings(
            mail_server if server else None, self.public_address.rstrip("/"), self.house_name, self.private_webhooks
        )

    @property
    def backups(self) -> Path:
        """The folder of the backups."""
        if self.backup_folder:
            return Path(self.backup_folder)
        url = database_address(self.database_place)
        is_file = url.drivername.startswith("sqlite") and url.database
        return (Path(str(url.database)).parent if is_file else data_folder()) / "backups"


def data_folder() -> Path:
    """Where what is kept lies if nothing else is chosen."""
    return Path(platformdirs.user_data_dir("mezani", appauthor=False))


def default_file() -> Path:
    """Where the settings file is looked for."""
    return Path(platformdirs.user_config_dir("mezani", appauthor=False)) / "mezani.toml"


class Given(NamedTuple):
    """A value that was given for a setting, and where."""

    source: str
    value: Any


class Chosen(NamedTuple):
    """The settings of a host, where those come from that are not the usual ones, and variables that mean nothing."""

    settings: Settings
    sources: dict[str, str]
    warnings: list[str]


def read_settings(environment: Mapping[str, str] = os.environ, **given: Any) -> Settings:
    """The settings of this host. What is given goes first, then the environment, then the file.

    >>> read_settings({"MEZANI_PORT": "9000"}, address="0.0.0.0").port
    9000
    """
    return choose_settings(environment, **given).settings


def choose_settings(environment: Mapping[str, str] = os.environ, **given: Any) -> Chosen:
    """The same, with where they come from."""
    found = _from_file(environment.get(FILE))
    known = {one.name: one for one in fields(Settings)}
    for name in known:
        if (variable := variable_of(name)) in environment:
            found[name] = Given(variable, environment[variable])
    found |= {name: Given(option_of(name), value) for name, value in given.items() if value is not None}
    values, problems = {}, []
    for name, (source, value) in found.items():
        try:
            values[name] = _read(known[name], value)
        except ValueError as problem:
            problems.append(f"{source} {problem}")
    sources = {name: source for name, (source, _) in found.items()}
    settings = Settings(**values)
    problems += combination_problems(settings, sources)
    if problems:
        raise WrongSetting("\n".join(problems))
    return Chosen(settings, sources, _unknown_variables(environment))


def variable_of(name: str) -> str:
    """The variable of the environment for a setting."""
    return PREFIX + name.upper()


def option_of(name: str) -> str:
    """The option of the command line for a setting."""
    return f"--{name.replace('_', '-')}"


def combination_problems(settings: Settings, sources: Mapping[str, str]) -> Iterator[str]:
    """What does not go together."""
    if settings.processes > 1 and settings.database_place.startswith("sqlite"):
        yield (
            f"{sources.get('processes', 'processes')} is {settings.processes}, but several servers can't share a file:"
            " give a PostgreSQL address as database, or leave processes at 1"
        )
    if settings.smtp_address and not settings.public_address:
        yield (
            f"{sources.get('smtp_address', 'smtp_address')} is given, but not public_address: links in e-mails have to"
            " lead here, whoever asked for the letter and from where"
        )


def _from_file(named: str | None) -> dict[str, Given]:
    path = Path(named) if named else default_file()
    if not path.exists():
        if named:
            raise WrongSetting(f"{FILE} names the file {named}, which is not there")
        return {}
    try:
        values = tomllib.loads(path.read_text("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as problem:
        raise WrongSetting(f"{path}: {problem}") from problem
    except OSError as problem:
        raise WrongSetting(f"{path} can't be read: {problem.strerror}") from problem
    known = [one.name for one in fields(Settings)]
    if unknown := [name for name in values if name not in known]:
        raise WrongSetting("\n".join(f"{path}: there is no setting {name!r}: {near(name, known)}" for name in unknown))
    return {name: Given(f"{name} in {path}", value) for name, value in values.items()}


def near(name: str, known: list[str]) -> str:
    """Which one was perhaps meant; else all that there are.

    >>> near("prot", ["port", "address"])
    'did you mean port?'
    """
    found = difflib.get_close_matches(name, known, 1)
    return f"did you mean {found[0]}?" if found else f"there are {', '.join(known)}"


def _unknown_variables(environment: Mapping[str, str]) -> list[str]:
    known = [variable_of(one.name) for one in fields(Settings)]
    unknown = [name for name in sorted(environment) if name.startswith(PREFIX) and not name.startswith(NO_SETTINGS)]
    return [f"{name} is no setting: {near(name, known)}" for name in unknown if name not in known]


def _read(one: "Field[Any]", value: Any) -> Any:
    """A value as the type of its setting; a ValueError says what it must be."""
    try:
        read = _as_type(one.type, value)
    except (ValueError, TypeError, KeyError):
        raise ValueError(f"must be {wanted(one)}, not {value!r}") from None
    facts = one.metadata
    if isinstance(read, (int, float)) and not facts["least"] <= read <= facts["most"]:
        raise ValueError(f"must be {wanted(one)}, not {value!r}")
    if facts["choices"] and read not in facts["choices"]:
        raise ValueError(f"must be {wanted(one)}, not {value!r}")
    if problem := facts["problem"](read):
        raise ValueError(problem)
    return read


def _as_type(kind: Any, value: Any) -> Any:
    if kind == tuple[str, ...]:
        words = value.split(",") if isinstance(value, str) else list(value)
        if not all(isinstance(word, str) for word in words):
            raise ValueError
        return tuple(word.strip() for word in words if word.strip())
    if kind is bool:
        return value if isinstance(value, bool) else TRUE_OR_FALSE[value.strip().lower()]
    if kind is str:
        return value if isinstance(value, str) else {}[value]
    if isinstance(value, bool) or (kind is int and isinstance(value, float)):
        raise ValueError
    number = kind(value)
    if not math.isfinite(number):
        raise ValueError
    return number


def wanted(one: "Field[Any]") -> str:
    """What a setting may be, in words."""
    facts = one.metadata
    if facts["choices"]:
        return f"one of {', '.join(facts['choices'])}"
    if one.type in (int, float):
        kind = "a whole number" if one.type is int else "a number"
        return (
            f"{kind} of at least {facts['least']:g}"
            if facts["most"] == math.inf
            else (f"{kind} from {facts['least']:g} to {facts['most']:g}")
        )
    return {bool: "1 or 0", str: "a text"}.get(one.type, "a list of texts")  # type: ignore[arg-type]
