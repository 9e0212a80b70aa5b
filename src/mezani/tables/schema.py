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
    text,
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
    Column("rated", Boolean, nullable=False, default=False),  # as the terms say, so that it can be looked for
    Column("watched", Boolean, nullable=False, default=False),  # the same: whether it is listed for spectators
    Column("tournament", String(16)),  # whose table it is
    # what the lists of tables show, kept up to date by each append
    Column("begun", Boolean, nullable=False),
    Column("over", Boolean, nullable=False),
    Column("to_move", Integer),
    Column("bot_to_move", Boolean, nullable=False),  # whether the seat to move is played by a bot
    Column("answers", Boolean, nullable=False),  # whether the table answers for the seat to move
    Column("moved_at", Float, nullable=False),
    Column("chapter", Text),  # where a running game has got to; None: not known until its next move
    Column("result", JSON),
    Column("waits_for", String(40)),  # the seats that are asked and have not decided, as ",0,2,": for nobody's eyes
    Column("clocks", JSON),  # what everybody sees of the clocks: `ClocksShown`
    Column("flag_at", Float),  # when the time of a seat is up, if nothing happens before
    Index("tables_open", "public", "begun", "created_at"),
    Index("tables_of_bots", "bot_to_move", "answers", "over"),
    Index("tables_moved", "over", "moved_at"),
    Index("tables_moved_at", "moved_at"),
    Index("tables_flag", "flag_at"),
    Index("tables_tournament", "tournament"),
    Index("tables_watched", "watched", "begun", "over", "moved_at"),
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
    Column("named", String(64)),  # the player whose name the text is
    Index("log_key", "table_id", "key", unique=True),
    Index("log_named", "named", sqlite_where=text("named IS NOT NULL"), postgresql_where=text("named IS NOT NULL")),
)

players = Table(
    "players",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("seen_at", Float),  # when they were last here, to the day
    Column("is_host", Boolean, nullable=False, default=False),
    Column("joined_at", Float),  # when they took their first key; None: a guest, whom one browser knows
    Column("looks_like", String(80)),  # how the name of somebody who has joined looks: there is only one
    Column("choices", JSON),  # what they have chosen for all their devices: `Choices`
    Index("players_looks_like", "looks_like", unique=True),
)

keys = Table(
    "keys",  # by which people are known again: devices, passkeys, recovery codes, tokens of programs
    metadata,
    Column("id", String(64), primary_key=True),  # the hash of a secret, or of the id of a passkey
    Column("player", String(64), nullable=False),  # whose it is
    Column("kind", String(10), nullable=False),  # device, passkey, recovery, program
    Column("name", String(60), nullable=False),  # what its owner calls it
    Column("made_at", Float, nullable=False),
    Column("used_at", Float),  # to the day
    Column("removed_at", Float),  # it opens nothing any more
    Column("facts", JSON),  # of a passkey: its id, public key and counter
    Index("keys_player", "player"),
)

pending = Table(
    "pending",  # what can be used once and for a while: challenges, links for a device, confirmations of addresses
    metadata,
    Column("id", String(64), primary_key=True),  # the hash of what is given out
    Column("kind", String(20), nullable=False),
    Column("player", String(64)),
    Column("about", JSON, nullable=False),
    Column("until", Float, nullable=False),
    Index("pending_until", "until"),
)

holidays = Table(
    "holidays",  # in which the clocks of games over days stand still
    metadata,
    Column("player", String(64), primary_key=True),
    Column("began_at", Float, primary_key=True),
    Column("until", Float, nullable=False),
)

mutes = Table(
    "mutes",  # people whom somebody does not want to hear
    metadata,
    Column("player", String(64), primary_key=True),
    Column("muted", String(64), primary_key=True),
    Column("at", Float, nullable=False),
)

reports = Table(
    "reports",  # what people have reported to the host
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=True),
    Column("at", Float, nullable=False),
    Column("player", String(64), nullable=False),  # who reports
    Column("about", String(64), nullable=False),  # whom
    Column("table_id", String(16)),
    Column("text", Text, nullable=False),
    Column("closed_at", Float),
    Index("reports_closed", "closed_at"),
)

comments = Table(
    "comments",  # what those who watch a table say to each other: apart from its log, of which seats learn
    metadata,
    Column("table_id", String(16), primary_key=True),
    Column("number", Integer, primary_key=True),  # at its table: others tell nothing of what is said elsewhere
    Column("player", String(64), nullable=False),
    Column("name", String(40), nullable=False),
    Column("text", Text, nullable=False),  # empty: the host has removed it
    Column("at", Float, nullable=False),
    Column("key", String(40), nullable=False),  # of the deed: the same deed twice is once
    Index("comments_key", "table_id", "key", unique=True),
    Index("comments_player", "player"),
)

ratings = Table(
    "ratings",  # what `rated_games` come to
    metadata,
    Column("player", String(64), primary_key=True),
    Column("game", String(40), primary_key=True),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),  # at `rated_at`; it grows with the time since
    Column("games", Integer, nullable=False),
    Column("rated_at", Float, nullable=False),
    Index("ratings_game", "game", "mu"),
)

rated_games = Table(
    "rated_games",  # who has played a rated game and in which place; what it changed follows from all before it
    metadata,
    Column("table_id", String(16), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("ended_at", Float, nullable=False),
    Column("seats", JSON, nullable=False),  # for each seat player, bot, place, and the rating before and after
    Index("rated_games_order", "game", "ended_at", "table_id"),
)

tournaments = Table(
    "tournaments",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("name", String(60), nullable=False),
    Column("game", String(40), nullable=False),
    Column("system", String(20), nullable=False),  # swiss, round-robin, knock-out
    Column("players", Integer, nullable=False),  # at a table, where numbers fit
    Column("options", JSON, nullable=False),
    Column("terms", JSON, nullable=False),
    Column("plan", JSON, nullable=False),  # rounds, dates, who may enter
    Column("seed", BigInteger, nullable=False),  # of its draws
    Column("host", String(64), nullable=False),  # the player who runs it
    Column("state", String(10), nullable=False),  # open, running, between, over
    Column("round", Integer, nullable=False),
    Column("created_at", Float, nullable=False),
    Column("due_at", Float),  # when a round begins or ends by itself
    Column("ended_at", Float),
    Index("tournaments_state", "state", "created_at"),
    Index("tournaments_due", "due_at"),
)

entrants = Table(
    "entrants",
    metadata,
    Column("tournament_id", String(16), ForeignKey("tournaments.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("player", String(64), nullable=False),
    Column("name", String(40), nullable=False),
    Column("entered_at", Float, nullable=False),
    Column("first_round", Integer, nullable=False),
    Column("last_round", Integer),  # after which they have withdrawn
    Index("entrants_player", "player"),
)

pairings = Table(
    "pairings",  # the tables of a round, and who has a bye
    metadata,
    Column("tournament_id", String(16), ForeignKey("tournaments.id"), primary_key=True),
    Column("round", Integer, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("seats", JSON, nullable=False),  # entrants in the order of the seats
    Column("table_id", String(16)),  # None: a bye, or not set up yet
    Column("result", JSON),  # places and points by seats, when it is over
    Index("pairings_table", "table_id"),
)

channels = Table(
    "channels",  # by which people are told: push to a device, e-mail, webhooks
    metadata,
    Column("id", String(32), primary_key=True),
    Column("player", String(64), nullable=False),
    Column("kind", String(10), nullable=False),  # push, mail, webhook
    Column("address", Text, nullable=False),
    Column("name", String(60), nullable=False),  # of the device
    Column("facts", JSON, nullable=False),  # what is needed to send there
    Column("is_on", Boolean, nullable=False),
    Column("made_at", Float, nullable=False),
    Column("confirmed_at", Float),
    Column("failures", Integer, nullable=False),  # in a row
    Index("channels_player", "player"),
)

notifications = Table(
    "notifications",  # what people are to be told, and what became of it
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=True),
    Column("player", String(64), nullable=False),
    Column("kind", String(10), nullable=False),  # turn, time, invite, round, chat, over
    Column("about", JSON, nullable=False),
    Column("table_id", String(16)),
    Column("entry", Integer),  # of the table's log: who has seen it need not be told
    Column("made_at", Float, nullable=False),
    Column("due_at", Float),  # None: it was sent, or need not be
    Column("sent", JSON, nullable=False),  # by which channels, when, and with which result
    Column("named", String(64)),  # the player whose name it tells
    Index("notifications_due", "due_at"),
    Index("notifications_player", "player", "made_at"),
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
    Column("named", String(64)),  # the player whose name it tells, besides that of the host
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
