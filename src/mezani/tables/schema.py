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
    LargeBinary,
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
    Column("opened_by", String(64)),  # the player who set it up
    Column("opened_from", String(32)),  # a fingerprint of the address from which that was asked
    Column("played_by", String(16)),  # the server whose bots play here
    Column("closed", Boolean, nullable=False, default=False),  # by the host
    # what the lists of tables show, kept up to date by each append
    Column("begun", Boolean, nullable=False),
    Column("over", Boolean, nullable=False),
    Column("to_move", Integer),
    Column("bot_to_move", Boolean, nullable=False),  # whether the seat to move is played by a bot
    Column("answers", Boolean, nullable=False),  # whether the table answers for the seat to move
    Column("moved_at", Float, nullable=False),
    Column("chapter", Text),  # where a running game has got to; None: not known until its next move
    Column("result", JSON),
    Index("tables_open", "public", "begun", "created_at"),
    Index("tables_of_bots", "bot_to_move", "answers", "over"),
    Index("tables_moved", "over", "moved_at"),
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
    Column("key", String(40)),  # of the deed that it began with: the same deed twice is once
    Index("log_key", "table_id", "key", unique=True),
)

players = Table(
    "players",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("seen_at", Float),  # when they were last here, to the day
    Column("is_host", Boolean, nullable=False, default=False),
)

blocks = Table(
    "blocks",  # people and addresses that may only watch
    metadata,
    Column("id", String(64), primary_key=True),  # of a player, or the fingerprint of an address
    Column("name", String(40), nullable=False),  # what they were called when they were blocked
    Column("at", Float, nullable=False),
    Column("until", Float),  # None: for good
)

host_log = Table(
    "host_log",  # what hosts have done
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=True),
    Column("at", Float, nullable=False),
    Column("player", String(64)),
    Column("name", String(40), nullable=False),
    Column("deed", String(20), nullable=False),
    Column("about", JSON, nullable=False),
)

servers = Table(
    "servers",  # those that serve now; each tells that it still does
    metadata,
    Column("id", String(16), primary_key=True),
    Column("name", String(80), nullable=False),
    Column("began_at", Float, nullable=False),
    Column("seen_at", Float, nullable=False),
)

results = Table(
    "results",  # how games ended, whatever becomes of their tables
    metadata,
    Column("table_id", String(16), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("rules", Integer, nullable=False),
    Column("seats", JSON, nullable=False),  # for each seat player, name, bot, place and points
    Column("ended_at", Float, nullable=False),
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

analyses = Table(
    "analyses",  # games that are looked back at: each is a job for the bots' processes, by today's rules
    metadata,
    Column("kind", String(10), primary_key=True),  # of what is analysed: a table or a record
    Column("source", String(16), primary_key=True),  # and its id
    Column("seat", Integer, primary_key=True),  # of who practises at a running table; -1: all is open
    Column("depth", String(10), primary_key=True),
    Column("rules", Integer, primary_key=True),  # the version of the game's rules
    Column("version", Integer, primary_key=True),  # of the judgement
    Column("game", String(40), nullable=False),
    Column("moves", Integer, nullable=False),  # that the game had when it was asked for
    Column("parts", Integer, nullable=False),  # that there were to be found then
    Column("state", String(10), nullable=False),
    Column("player", String(64)),  # who asked for it last
    Column("address", String(32)),  # a fingerprint of where they asked from
    Column("asked_at", Float, nullable=False),
    Column("served_by", String(16)),  # the server that works on it
    Index("analyses_state", "state", "asked_at"),
    Index("analyses_player", "player"),
)

analysis_parts = Table(
    "analysis_parts",  # what was found
    metadata,
    Column("kind", String(10), primary_key=True),
    Column("source", String(16), primary_key=True),
    Column("fingerprint", String(32), primary_key=True),  # what it comes to follows from this
    Column("number", Integer, nullable=False),  # of the decision; -1: the course
    Column("depth", String(10), nullable=False),
    Column("version", Integer, nullable=False),
    Column("seat", Integer),  # that has decided
    Column("lost", Float),  # the chance of winning that it gave away
    Column("failures", Integer, nullable=False),  # how often it could not be found
    Column("found", LargeBinary),  # a `Course` or `Judged`
    Column("seconds", Float, nullable=False),  # that were thought
    Column("at", Float, nullable=False),
)

lessons = Table(
    "lessons",  # how far people are in them
    metadata,
    Column("player", String(64), primary_key=True),
    Column("game", String(40), primary_key=True),
    Column("lesson", String(60), primary_key=True),
    Column("done", JSON, nullable=False),  # what was done in each step
    Column("tried", Text, nullable=False),  # in the step at hand
    Column("finished", Boolean, nullable=False),  # whether they have once come to its end
    Column("at", Float, nullable=False),
    Index("lessons_at", "at"),
)

solved = Table(
    "solved",  # exercises that people have solved
    metadata,
    Column("player", String(64), primary_key=True),
    Column("kind", String(10), primary_key=True),  # of what: a table or a record
    Column("source", String(16), primary_key=True),  # and its id
    Column("number", Integer, primary_key=True),  # of the decision
    Column("at", Float, nullable=False),
    Index("solved_at", "at"),
)

house = Table(
    "house",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)
