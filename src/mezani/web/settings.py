"""The host's settings: from the environment, else from a TOML file, else sensible ones."""

import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import platformdirs

from mezani.tables.database import WrongDatabase, database_address

FILE = "MEZANI_SETTINGS"


class WrongSetting(ValueError):
    """A setting that can't be used; the message says which, and what would be right."""


@dataclass(frozen=True)
class Settings:
    """What a host may choose. Each is `MEZANI_` and its name in the environment, or its name in the file."""

    # Where
    address: str = "127.0.0.1"
    port: int = 8484
    public_address: str = ""  # with which links begin, such as https://games.example.org; empty: as a browser asks
    trusted_proxies: tuple[str, ...] = ("127.0.0.1", "::1")  # who may say for whom they ask, and over https
    processes: int = 1  # servers on this machine; more than one needs PostgreSQL
    browser: bool = True  # whether `serve` opens one

    # The store
    database: str = ""
    store_seconds: float = 5.0  # after which the store counts as silent
    secret: str = ""
    backup_folder: str = ""  # empty: `backups` beside an SQLite file, for PostgreSQL in the data folder
    backup_hour: int = 4  # of the day, at which a backup is made
    backups_kept: int = 7  # 0: none are made

    # The house
    house_name: str = "Mezani"
    hosts: tuple[str, ...] = ()  # the numbers of players who are hosts, as their page of settings shows them

    # Bots
    bot_pause: float = 0.7  # seconds that a bot seems to think
    answer_pause: float = 1.6  # seconds, about, that the table takes to answer for somebody who need not be asked
    bot_seconds: float = 20.0  # after which a bot is stopped
    bot_processes: int = 0  # 0: one less than there are processors
    bot_tables: int = 20  # tables of bots alone that are played at once; the others wait

    # Limits, for each person and, four times as high, for each address; 0: none
    requests_per_minute: int = 600
    tables_per_hour: int = 60
    chat_per_minute: int = 20
    hints_per_minute: int = 20
    connections: int = 10_000  # in all
    connections_per_address: int = 200
    request_seconds: float = 20.0  # in which a request has to be sent
    screen_seconds: float = 20.0  # in which a live connection has to take what it is sent

    # How long tables are kept, in days; 0: for ever
    keep_finished: int = 0
    keep_abandoned: int = 0
    keep_bot_tables: int = 30
    keep_lobbies: int = 30

    # The log of the server
    log_format: str = "text"  # or json
    log_level: str = "warning"
    log_addresses: str = "none"  # none, short (the network) or full

    @property
    def database_address(self) -> str:
        """The address of the database: by default a file in the user's data folder."""
        if self.database:
            return self.database
        folder = data_folder()
        folder.mkdir(parents=True, exist_ok=True)
        return f"sqlite:///{folder / 'mezani.db'}"

    @property
    def backups(self) -> Path:
        """The folder of the backups."""
        if self.backup_folder:
            return Path(self.backup_folder)
        url = database_address(self.database_address)
        is_file = url.drivername.startswith("sqlite") and url.database
        return (Path(str(url.database)).parent if is_file else data_folder()) / "backups"


def data_folder() -> Path:
    """Where what is kept lies if nothing else is chosen."""
    return Path(platformdirs.user_data_dir("mezani", appauthor=False))


def default_file() -> Path:
    """Where the settings file is looked for."""
    return Path(platformdirs.user_config_dir("mezani", appauthor=False)) / "mezani.toml"


def read_settings(environment: Mapping[str, str] = os.environ, **given: Any) -> Settings:
    """The settings of this host. What is given goes first, then the environment, then the file.

    >>> read_settings({"MEZANI_PORT": "9000"}, address="0.0.0.0").port
    9000
    """
    chosen = _from_file(environment.get(FILE))
    known = {field.name: field.type for field in fields(Settings)}
    for name in known:
        if f"MEZANI_{name.upper()}" in environment:
            chosen[name] = (f"MEZANI_{name.upper()}", environment[f"MEZANI_{name.upper()}"])
    chosen |= {name: (name, value) for name, value in given.items() if value is not None}
    settings = Settings(**{name: _read(source, known[name], value) for name, (source, value) in chosen.items()})
    _check(settings)
    return settings


def _from_file(named: str | None) -> dict[str, tuple[str, Any]]:
    path = Path(named) if named else default_file()
    if not path.exists():
        if named:
            raise WrongSetting(f"{FILE} names the file {named}, which is not there")
        return {}
    try:
        values = tomllib.loads(path.read_text("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as problem:
        raise WrongSetting(f"{path}: {problem}") from problem
    known = [field.name for field in fields(Settings)]
    for name in values:
        if name not in known:
            raise WrongSetting(f"{path}: there is no setting {name!r}: there are {', '.join(known)}")
    return {name: (f"{name} in {path}", value) for name, value in values.items()}


def _read(source: str, kind: Any, value: Any) -> Any:
    """A value as the type of its setting."""
    try:
        if kind == tuple[str, ...]:
            words = value.split(",") if isinstance(value, str) else value
            return tuple(str(word).strip() for word in words if str(word).strip())
        if kind is bool:
            return value if isinstance(value, bool) else {"1": True, "true": True, "0": False, "false": False}[value]
        return kind(value)
    except (ValueError, TypeError, KeyError):
        wanted = {int: "a whole number", float: "a number", bool: "1 or 0"}.get(kind, "a list of words")
        raise WrongSetting(f"{source} must be {wanted}, not {value!r}") from None


def _check(settings: Settings) -> None:
    if not 0 <= settings.port <= 65535:
        raise WrongSetting(f"port must be from 0 to 65535, not {settings.port}")
    if settings.secret and len(settings.secret) < 16:
        raise WrongSetting("secret is too short to be one: take at least 16 characters")
    for field in fields(Settings):
        value = getattr(settings, field.name)
        if isinstance(value, (int, float)) and value < 0:
            raise WrongSetting(f"{field.name} must not be less than 0")
    if settings.database:
        try:
            database_address(settings.database)
        except WrongDatabase as problem:
            raise WrongSetting(f"database: {problem}") from problem
