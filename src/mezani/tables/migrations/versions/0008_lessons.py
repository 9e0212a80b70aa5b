"""How far people are in lessons."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "lessons",
        sa.Column("player", sa.String(64), primary_key=True),
        sa.Column("game", sa.String(40), primary_key=True),
        sa.Column("lesson", sa.String(60), primary_key=True),
        sa.Column("done", sa.JSON, nullable=False),
        sa.Column("tried", sa.Text, nullable=False),
        sa.Column("finished", sa.Boolean, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_index("lessons_at", "lessons", ["at"])


def downgrade() -> None:
    op.drop_table("lessons")
