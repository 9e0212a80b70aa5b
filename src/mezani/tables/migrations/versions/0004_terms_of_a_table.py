"""The terms of a table. At those that are there, past tricks stay open as they were."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("tables") as tables:
        tables.add_column(sa.Column("terms", sa.JSON, nullable=False, server_default='{"past_tricks": "open"}'))


def downgrade() -> None:
    with op.batch_alter_table("tables") as tables:
        tables.drop_column("terms")
