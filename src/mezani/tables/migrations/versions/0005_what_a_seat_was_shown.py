"""The last entry that a seat's screens have shown. Nobody was away from the tables that are there."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("seats") as seats:
        seats.add_column(sa.Column("shown", sa.Integer))


def downgrade() -> None:
    with op.batch_alter_table("seats") as seats:
        seats.drop_column("shown")
