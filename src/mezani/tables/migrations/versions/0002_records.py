"""Records of games that were played elsewhere."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "records",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("title", sa.String(200), nullable=False),
        sa.Column("player", sa.String(64)),
        sa.Column("loaded_at", sa.Float, nullable=False),
    )
    op.create_index("records_player", "records", ["player"])


def downgrade() -> None:
    op.drop_table("records")
