"""Ratings and curves have a generation, so that others can be folded beside those that are read; the index of
a room's results holds all that is added up; what nobody read of identities and rooms goes.
"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

_RATING = "person_id scope elo experience points games wins gammons streak updated_at opponents"
_EVENT = "table_id game person_id at points elo_change elo_after experience_after"


def upgrade() -> None:
    for name in ("ix_rating_elo", "ix_rating_points"):
        op.drop_index(name, "rating")
    op.drop_index("ix_rating_event_person_id", "rating_event")
    for name in ("rating", "rating_event"):
        op.rename_table(name, f"{name}_before")
    _rating()
    _rating_event()
    _copy("rating", _RATING)
    _copy("rating_event", _EVENT)
    for name in ("rating", "rating_event"):
        op.drop_table(f"{name}_before")
    _fold()
    _indexes()
    with op.batch_alter_table("identity") as identity:
        identity.drop_constraint(op.f("uq_identity_platform_secret_hash"), type_="unique")
        identity.drop_column("secret_hash")
    op.drop_column("room", "title")


def _fold() -> None:
    op.create_table(
        "fold",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("generation", sa.Integer(), nullable=False),
        sa.Column("asked", sa.Integer(), nullable=False),
        sa.Column("done", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_fold")),
    )


def _indexes() -> None:
    live = sa.text("state = 'live'")
    op.create_index("ix_place_live", "place", ["platform", "chat"], sqlite_where=live, postgresql_where=live)
    op.create_index("ix_room_migrated_to", "room", ["platform", "migrated_to"], unique=False)
    op.drop_index("ix_game_result_room", "game_result")
    columns = ["room_platform", "room_chat", "ended_at", "rated", "winner", "loser", "kind"]
    op.create_index("ix_game_result_room", "game_result", columns, unique=False)


def _copy(name: str, columns: str) -> None:
    names = columns.split()
    new = sa.table(name, *map(sa.column, ["generation", *names]))
    old = sa.table(f"{name}_before", *map(sa.column, names))
    rows = sa.select(sa.literal(1), *(old.c[one] for one in names))
    op.execute(new.insert().from_select(["generation", *names], rows))


def _rating() -> None:
    op.create_table(
        "rating",
        sa.Column("generation", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("person_id", sa.Text(), nullable=False),
        sa.Column("scope", sa.Text(), nullable=False),
        sa.Column("elo", sa.Float(), nullable=False),
        sa.Column("experience", sa.Integer(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("wins", sa.Integer(), nullable=False),
        sa.Column("gammons", sa.Integer(), nullable=False),
        sa.Column("streak", sa.Integer(), nullable=False),
        sa.Column("updated_at", sa.BigInteger(), nullable=False),
        sa.Column("opponents", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["person.id"], name=op.f("fk_rating_person_id_person")),
        sa.PrimaryKeyConstraint("generation", "person_id", "scope", name=op.f("pk_rating")),
    )
    op.create_index("ix_rating_elo", "rating", ["generation", "scope", "elo"], unique=False)
    op.create_index("ix_rating_points", "rating", ["generation", "scope", "points"], unique=False)


def _rating_event() -> None:
    op.create_table(
        "rating_event",
        sa.Column("generation", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("game", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("person_id", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("elo_change", sa.Float(), nullable=False),
        sa.Column("elo_after", sa.Float(), nullable=False),
        sa.Column("experience_after", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["person.id"], name=op.f("fk_rating_event_person_id_person")),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_rating_event_table_id_tables")),
        sa.PrimaryKeyConstraint("generation", "table_id", "game", "person_id", name=op.f("pk_rating_event")),
    )
    columns = ["person_id", "generation", "at"]
    op.create_index("ix_rating_event_person_id", "rating_event", columns, unique=False)
