"""Where a running game has got to, for the lists of tables; what is there already tells it with its next move."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("tables") as tables:
        tables.add_column(sa.Column("chapter", sa.Text))


def downgrade() -> None:
    with op.batch_alter_table("tables") as tables:
        tables.drop_column("chapter")
