"""Keys of deeds, the servers that play for bots, who opened a table, hosts and what they do, results that stay."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("tables") as tables:
        tables.add_column(sa.Column("opened_by", sa.String(64)))
        tables.add_column(sa.Column("opened_from", sa.String(32)))
        tables.add_column(sa.Column("played_by", sa.String(16)))
        tables.add_column(sa.Column("closed", sa.Boolean, nullable=False, server_default=sa.false()))
        tables.add_column(sa.Column("bot_to_move", sa.Boolean, nullable=False, server_default=sa.false()))
        tables.create_index("tables_of_bots", ["bot_to_move", "answers", "over"])
        tables.create_index("tables_moved", ["over", "moved_at"])
    op.execute(
        "UPDATE tables SET bot_to_move = (begun AND NOT over AND EXISTS (SELECT 1 FROM seats"
        " WHERE seats.table_id = tables.id AND seats.seat = tables.to_move AND seats.bot IS NOT NULL))"
    )
    with op.batch_alter_table("log") as log:
        log.add_column(sa.Column("key", sa.String(40)))
        log.create_index("log_key", ["table_id", "key"], unique=True)
    with op.batch_alter_table("players") as players:
        players.add_column(sa.Column("seen_at", sa.Float))
        players.add_column(sa.Column("is_host", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_table(
        "blocks",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("until", sa.Float),
    )
    op.create_table(
        "host_log",
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("player", sa.String(64)),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("deed", sa.String(20), nullable=False),
        sa.Column("about", sa.JSON, nullable=False),
    )
    op.create_table(
        "servers",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("began_at", sa.Float, nullable=False),
        sa.Column("seen_at", sa.Float, nullable=False),
    )
    op.create_table(
        "results",
        sa.Column("table_id", sa.String(16), primary_key=True),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("rules", sa.Integer, nullable=False),
        sa.Column("seats", sa.JSON, nullable=False),
        sa.Column("ended_at", sa.Float, nullable=False),
    )


def downgrade() -> None:
    for name in ("results", "servers", "host_log", "blocks"):
        op.drop_table(name)
    with op.batch_alter_table("players") as players:
        players.drop_column("is_host")
        players.drop_column("seen_at")
    with op.batch_alter_table("log") as log:
        log.drop_index("log_key")
        log.drop_column("key")
    with op.batch_alter_table("tables") as tables:
        tables.drop_index("tables_moved")
        tables.drop_index("tables_of_bots")
        for name in ("bot_to_move", "closed", "played_by", "opened_from", "opened_by"):
            tables.drop_column(name)
