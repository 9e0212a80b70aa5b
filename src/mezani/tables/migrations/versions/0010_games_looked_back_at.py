"""Games that are looked back at."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "analyses",
        sa.Column("kind", sa.String(10), primary_key=True),
        sa.Column("source", sa.String(16), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("depth", sa.String(10), primary_key=True),
        sa.Column("rules", sa.Integer, primary_key=True),
        sa.Column("version", sa.Integer, primary_key=True),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("moves", sa.Integer, nullable=False),
        sa.Column("parts", sa.Integer, nullable=False),
        sa.Column("state", sa.String(10), nullable=False),
        sa.Column("player", sa.String(64)),
        sa.Column("address", sa.String(32)),
        sa.Column("asked_at", sa.Float, nullable=False),
        sa.Column("served_by", sa.String(16)),
    )
    op.create_index("analyses_state", "analyses", ["state", "asked_at"])
    op.create_index("analyses_player", "analyses", ["player"])
    op.create_table(
        "analysis_parts",
        sa.Column("kind", sa.String(10), primary_key=True),
        sa.Column("source", sa.String(16), primary_key=True),
        sa.Column("fingerprint", sa.String(32), primary_key=True),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("depth", sa.String(10), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("lost", sa.Float),
        sa.Column("failures", sa.Integer, nullable=False),
        sa.Column("found", sa.LargeBinary),
        sa.Column("seconds", sa.Float, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("analysis_parts")
    op.drop_table("analyses")
