"""People with keys, clocks, ratings, tournaments, and being told."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None

NEW_TABLES = (
    "keys",
    "pending",
    "holidays",
    "mutes",
    "reports",
    "comments",
    "ratings",
    "rated_games",
    "tournaments",
    "entrants",
    "pairings",
    "channels",
    "notifications",
)

NAME_THOSE_WHO_SIT_THERE = """
UPDATE log SET named = (
    SELECT player FROM seats WHERE seats.table_id = log.table_id AND seats.seat = log.seat AND seats.name = log.text
) WHERE kind IN ('join', 'leave', 'name') AND text <> ''
"""


def upgrade() -> None:
    for name in ("rated", "watched"):
        op.add_column("tables", sa.Column(name, sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("tables", sa.Column("tournament", sa.String(16)))
    op.add_column("tables", sa.Column("waits_for", sa.String(40)))
    op.add_column("tables", sa.Column("clocks", sa.JSON))
    op.add_column("tables", sa.Column("flag_at", sa.Float))
    op.create_index("tables_flag", "tables", ["flag_at"])
    op.create_index("tables_tournament", "tables", ["tournament"])
    op.create_index("tables_watched", "tables", ["watched", "begun", "over", "moved_at"])
    op.create_index("tables_moved_at", "tables", ["moved_at"])
    op.add_column("players", sa.Column("joined_at", sa.Float))
    op.add_column("players", sa.Column("looks_like", sa.String(80)))
    op.add_column("players", sa.Column("choices", sa.JSON))
    op.create_index("players_looks_like", "players", ["looks_like"], unique=True)
    op.create_table(
        "keys",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("player", sa.String(64), nullable=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("made_at", sa.Float, nullable=False),
        sa.Column("used_at", sa.Float),
        sa.Column("removed_at", sa.Float),
        sa.Column("facts", sa.JSON),
    )
    op.create_index("keys_player", "keys", ["player"])
    op.create_table(
        "pending",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("player", sa.String(64)),
        sa.Column("about", sa.JSON, nullable=False),
        sa.Column("until", sa.Float, nullable=False),
    )
    op.create_index("pending_until", "pending", ["until"])
    op.create_table(
        "holidays",
        sa.Column("player", sa.String(64), primary_key=True),
        sa.Column("began_at", sa.Float, primary_key=True),
        sa.Column("until", sa.Float, nullable=False),
    )
    op.create_table(
        "mutes",
        sa.Column("player", sa.String(64), primary_key=True),
        sa.Column("muted", sa.String(64), primary_key=True),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_table(
        "reports",
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("player", sa.String(64), nullable=False),
        sa.Column("about", sa.String(64), nullable=False),
        sa.Column("table_id", sa.String(16)),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("closed_at", sa.Float),
    )
    op.create_index("reports_closed", "reports", ["closed_at"])
    op.create_table(
        "comments",
        sa.Column("table_id", sa.String(16), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("player", sa.String(64), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("key", sa.String(40), nullable=False),
    )
    op.create_index("comments_key", "comments", ["table_id", "key"], unique=True)
    op.create_index("comments_player", "comments", ["player"])
    op.create_table(
        "ratings",
        sa.Column("player", sa.String(64), primary_key=True),
        sa.Column("game", sa.String(40), primary_key=True),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("rated_at", sa.Float, nullable=False),
    )
    op.create_index("ratings_game", "ratings", ["game", "mu"])
    op.create_table(
        "rated_games",
        sa.Column("table_id", sa.String(16), primary_key=True),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("ended_at", sa.Float, nullable=False),
        sa.Column("seats", sa.JSON, nullable=False),
    )
    op.create_index("rated_games_order", "rated_games", ["game", "ended_at", "table_id"])
    op.create_table(
        "tournaments",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("system", sa.String(20), nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("terms", sa.JSON, nullable=False),
        sa.Column("plan", sa.JSON, nullable=False),
        sa.Column("seed", sa.BigInteger, nullable=False),
        sa.Column("host", sa.String(64), nullable=False),
        sa.Column("state", sa.String(10), nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("created_at", sa.Float, nullable=False),
        sa.Column("due_at", sa.Float),
        sa.Column("ended_at", sa.Float),
    )
    op.create_index("tournaments_due", "tournaments", ["due_at"])
    op.create_index("tournaments_state", "tournaments", ["state", "created_at"])
    op.create_table(
        "entrants",
        sa.Column("tournament_id", sa.String(16), sa.ForeignKey("tournaments.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("player", sa.String(64), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("entered_at", sa.Float, nullable=False),
        sa.Column("first_round", sa.Integer, nullable=False),
        sa.Column("last_round", sa.Integer),
    )
    op.create_index("entrants_player", "entrants", ["player"])
    op.create_table(
        "pairings",
        sa.Column("tournament_id", sa.String(16), sa.ForeignKey("tournaments.id"), primary_key=True),
        sa.Column("round", sa.Integer, primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("seats", sa.JSON, nullable=False),
        sa.Column("table_id", sa.String(16)),
        sa.Column("result", sa.JSON),
    )
    op.create_index("pairings_table", "pairings", ["table_id"])
    op.create_table(
        "channels",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("player", sa.String(64), nullable=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("facts", sa.JSON, nullable=False),
        sa.Column("is_on", sa.Boolean, nullable=False),
        sa.Column("made_at", sa.Float, nullable=False),
        sa.Column("confirmed_at", sa.Float),
        sa.Column("failures", sa.Integer, nullable=False),
    )
    op.create_index("channels_player", "channels", ["player"])
    op.create_table(
        "notifications",
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("player", sa.String(64), nullable=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("about", sa.JSON, nullable=False),
        sa.Column("table_id", sa.String(16)),
        sa.Column("entry", sa.Integer),
        sa.Column("made_at", sa.Float, nullable=False),
        sa.Column("due_at", sa.Float),
        sa.Column("sent", sa.JSON, nullable=False),
        sa.Column("named", sa.String(64)),
    )
    op.create_index("notifications_due", "notifications", ["due_at"])
    op.create_index("notifications_player", "notifications", ["player", "made_at"])
    op.add_column("host_log", sa.Column("named", sa.String(64)))
    op.add_column("log", sa.Column("named", sa.String(64)))
    op.execute(NAME_THOSE_WHO_SIT_THERE)
    some = sa.text("named IS NOT NULL")
    op.create_index("log_named", "log", ["named"], sqlite_where=some, postgresql_where=some)


def downgrade() -> None:
    op.drop_index("log_named", "log")
    for table in ("log", "host_log"):
        op.drop_column(table, "named")
    for name in reversed(NEW_TABLES):
        op.drop_table(name)
    op.drop_index("players_looks_like", "players")
    for column in ("choices", "looks_like", "joined_at"):
        op.drop_column("players", column)
    for index in ("tables_moved_at", "tables_watched", "tables_tournament", "tables_flag"):
        op.drop_index(index, "tables")
    for column in ("flag_at", "clocks", "waits_for", "tournament", "watched", "rated"):
        op.drop_column("tables", column)
