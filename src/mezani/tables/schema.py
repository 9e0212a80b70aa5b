"""The tables of the database. `migrations/` brings a database of an earlier version here."""

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
)

metadata = MetaData()

tables = Table(
    "tables",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("players", Integer, nullable=False),
    Column("options", JSON, nullable=False),
    Column("seed", BigInteger, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("rules", Integer, nullable=False),  # the version of the game's rules
    Column("terms", JSON, nullable=False),  # what was agreed: `Terms`
    Column("created_at", Float, nullable=False),
    # what the lists of tables show, kept up to date by each append
    Column("begun", Boolean, nullable=False),
    Column("over", Boolean, nullable=False),
    Column("to_move", Integer),
    Column("answers", Boolean, nullable=False),  # whether the table answers for the seat to move
    Column("moved_at", Float, nullable=False),
    Column("result", JSON),
    Index("tables_open", "public", "begun", "created_at"),
)

seats = Table(
    "seats",
    metadata,
    Column("table_id", String(16), ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("player", String(64)),
    Column("name", String(40), nullable=False),
    Column("bot", String(40)),
    Column("shown", Integer),  # the last entry of the log that its screens have shown
    Index("seats_player", "player"),
)

log = Table(
    "log",
    metadata,
    Column("table_id", String(16), ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True),  # with the table: two servers can't both append number 17
    Column("kind", String(10), nullable=False),
    Column("seat", Integer),
    Column("action", Integer),
    Column("text", Text),
    Column("at", Float, nullable=False),
)

players = Table(
    "players",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("name", String(40), nullable=False),
)

records = Table(
    "records",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("text", Text, nullable=False),
    Column("title", String(200), nullable=False),
    Column("player", String(64)),
    Column("loaded_at", Float, nullable=False),
    Index("records_player", "player"),
)

house = Table(
    "house",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)
