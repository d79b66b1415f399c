"""A place shows a table or a challenge: the messages of a challenge are known as those of a board are."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

_KEPT = "id table_id person_id platform chat topic private message shown_rev shown_for state view"


def upgrade() -> None:
    for name in ("ix_place_table_id", "ix_place_message", "ix_place_live"):
        op.drop_index(name, "place")
    op.rename_table("place", "place_before")
    _place()
    kept = _KEPT.split()
    old, new = (sa.table(name, *map(sa.column, kept)) for name in ("place_before", "place"))
    op.execute(new.insert().from_select(kept, sa.select(*(old.c[one] for one in kept))))
    op.drop_table("place_before")
    _indexes()


def _place() -> None:
    op.create_table(
        "place",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("table_id", sa.Text(), nullable=True),
        sa.Column("invitation_id", sa.Text(), nullable=True),
        sa.Column("person_id", sa.Text(), nullable=True),
        sa.Column("platform", sa.Text(), nullable=False),
        sa.Column("chat", sa.Text(), nullable=False),
        sa.Column("topic", sa.Text(), nullable=False),
        sa.Column("private", sa.Boolean(create_constraint=False), nullable=False),
        sa.Column("message", sa.Text(), nullable=True),
        sa.Column("shown_rev", sa.Integer(), nullable=True),
        sa.Column("shown_for", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("view", sa.Text(), nullable=False),
        sa.CheckConstraint("state IN ('live', 'closed')", name=op.f("ck_place_state")),
        sa.CheckConstraint("view IN ('room', 'own')", name=op.f("ck_place_view")),
        sa.CheckConstraint("(table_id IS NULL) <> (invitation_id IS NULL)", name=op.f("ck_place_subject")),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_place_table_id_tables")),
        sa.ForeignKeyConstraint(
            ["invitation_id"], ["invitation.id"], name=op.f("fk_place_invitation_id_invitation")
        ),
        sa.ForeignKeyConstraint(["person_id"], ["person.id"], name=op.f("fk_place_person_id_person")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_place")),
        sqlite_autoincrement=True,
    )


def _indexes() -> None:
    op.create_index("ix_place_table_id", "place", ["table_id"], unique=False)
    op.create_index("ix_place_message", "place", ["platform", "chat", "message"], unique=False)
    for name, columns, which in (
        ("ix_place_live", ["platform", "chat"], "state = 'live'"),
        ("ix_place_invitation_id", ["invitation_id"], "invitation_id IS NOT NULL"),
    ):
        where = sa.text(which)
        op.create_index(name, "place", columns, sqlite_where=where, postgresql_where=where)
