"""The host's settings: from the environment, else from a TOML file, else sensible ones."""

import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import platformdirs

from mezani.tables.store import WrongDatabase, database_address

FILE = "MEZANI_SETTINGS"


class WrongSetting(ValueError):
    """A setting that can't be used; the message says which, and what would be right."""


@dataclass(frozen=True)
class Settings:
    """What a host may choose. Each is `MEZANI_` and its name in the environment, or its name in the file."""

    address: str = "127.0.0.1"
    port: int = 8484
    database: str = ""
    secret: str = ""
    bot_pause: float = 0.7  # seconds that a bot seems to think
    answer_pause: float = 1.6  # seconds, about, that the table takes to answer for somebody who need not be asked
    bot_seconds: float = 20.0  # after which a bot is stopped
    bot_processes: int = 0  # 0: one less than there are processors
    browser: bool = True  # whether `serve` opens one

    @property
    def database_address(self) -> str:
        """The address of the database: by default a file in the user's data folder."""
        if self.database:
            return self.database
        folder = Path(platformdirs.user_data_dir("mezani", appauthor=False))
        folder.mkdir(parents=True, exist_ok=True)
        return f"sqlite:///{folder / 'mezani.db'}"


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
        if kind is bool:
            return value if isinstance(value, bool) else {"1": True, "true": True, "0": False, "false": False}[value]
        return kind(value)
    except (ValueError, TypeError, KeyError):
        wanted = {int: "a whole number", float: "a number", bool: "1 or 0"}[kind]
        raise WrongSetting(f"{source} must be {wanted}, not {value!r}") from None


def _check(settings: Settings) -> None:
    if not 0 <= settings.port <= 65535:
        raise WrongSetting(f"port must be from 0 to 65535, not {settings.port}")
    if settings.secret and len(settings.secret) < 16:
        raise WrongSetting("secret is too short to be one: take at least 16 characters")
    for name in ("bot_pause", "answer_pause", "bot_seconds", "bot_processes"):
        if getattr(settings, name) < 0:
            raise WrongSetting(f"{name} must not be less than 0")
    if settings.database:
        try:
            database_address(settings.database)
        except WrongDatabase as problem:
            raise WrongSetting(f"database: {problem}") from problem
