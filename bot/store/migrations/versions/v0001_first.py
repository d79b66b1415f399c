"""The first schema."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    _heartbeat()
    _inbox()
    _lease()
    _meta()
    _outbox()
    _person()
    _room()
    _tables()
    _chouette_result()
    _event()
    _game_result()
    _identity()
    _invitation()
    _link_code()
    _place()
    _rating()
    _rating_event()
    _room_log()
    _seat()
    _web_message()
    _web_name()


def _heartbeat() -> None:
    op.create_table(
        "heartbeat",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_heartbeat")),
    )


def _inbox() -> None:
    op.create_table(
        "inbox",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("platform", sa.Text(), nullable=False),
        sa.Column("bot_id", sa.Text(), nullable=False),
        sa.Column("update_key", sa.Text(), nullable=False),
        sa.Column("received_at", sa.BigInteger(), nullable=False),
        sa.Column("payload", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("error", sa.Text(), nullable=True),
        sa.CheckConstraint("state IN ('new', 'done', 'failed')", name=op.f("ck_inbox_state")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_inbox")),
        sa.UniqueConstraint(
            "platform", "bot_id", "update_key", name=op.f("uq_inbox_platform_bot_id_update_key")
        ),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_inbox_state", "inbox", ["state", "platform", "bot_id"], unique=False)


def _lease() -> None:
    op.create_table(
        "lease",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("holder", sa.Text(), nullable=False),
        sa.Column("fence", sa.Integer(), nullable=False),
        sa.Column("heartbeat_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_lease")),
    )


def _meta() -> None:
    op.create_table(
        "meta",
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("value", sa.JSON(none_as_null=True), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_meta")),
    )


def _outbox() -> None:
    op.create_table(
        "outbox",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("dedup_key", sa.Text(), nullable=False),
        sa.Column("replaces", sa.Text(), nullable=True),
        sa.Column("platform", sa.Text(), nullable=False),
        sa.Column("chat", sa.Text(), nullable=False),
        sa.Column("topic", sa.Text(), nullable=False),
        sa.Column("private", sa.Boolean(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("payload", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("not_before", sa.BigInteger(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("sent_at", sa.BigInteger(), nullable=True),
        sa.Column("error", sa.Text(), nullable=True),
        sa.CheckConstraint(
            "state IN ('pending', 'sending', 'sent', 'ambiguous', 'dead')", name=op.f("ck_outbox_state")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_outbox")),
        sa.UniqueConstraint("dedup_key", name=op.f("uq_outbox_dedup_key")),
        sqlite_autoincrement=True,
    )
    op.create_index(
        "ix_outbox_on_its_way",
        "outbox",
        ["platform", "chat"],
        unique=False,
        sqlite_where=sa.text("state IN ('pending', 'sending')"),
        postgresql_where=sa.text("state IN ('pending', 'sending')"),
    )
    op.create_index("ix_outbox_state", "outbox", ["state", "created_at"], unique=False)
    op.create_index(
        "uq_outbox_replaces",
        "outbox",
        ["replaces"],
        unique=True,
        sqlite_where=sa.text("state = 'pending'"),
        postgresql_where=sa.text("state = 'pending'"),
    )


def _person() -> None:
    op.create_table(
        "person",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("language", sa.Text(), nullable=True),
        sa.Column("settings", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("merged_into", sa.Text(), nullable=True),
        sa.Column("rules_accepted_at", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["merged_into"], ["person.id"], name=op.f("fk_person_merged_into_person")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_person")),
    )


def _room() -> None:
    op.create_table(
        "room",
        sa.Column("platform", sa.Text(), nullable=False),
        sa.Column("chat", sa.Text(), nullable=False),
        sa.Column("topic", sa.Text(), nullable=False),
        sa.Column("private", sa.Boolean(), nullable=False),
        sa.Column("settings", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("title", sa.Text(), nullable=True),
        sa.Column("migrated_to", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("platform", "chat", "topic", name=op.f("pk_room")),
    )


def _tables() -> None:
    op.create_table(
        "tables",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("rules", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("seats", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("state", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("time", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("rules_version", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("updated_at", sa.BigInteger(), nullable=False),
        sa.Column("finished_at", sa.BigInteger(), nullable=True),
        sa.Column("due_at", sa.BigInteger(), nullable=True),
        sa.Column("due_kind", sa.Text(), nullable=True),
        sa.Column("room_platform", sa.Text(), nullable=True),
        sa.Column("room_chat", sa.Text(), nullable=True),
        sa.Column("room_topic", sa.Text(), nullable=True),
        sa.Column("room_private", sa.Boolean(), nullable=True),
        sa.Column("rated", sa.Boolean(), nullable=False),
        sa.CheckConstraint("status IN ('open', 'over', 'aborted')", name=op.f("ck_tables_status")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tables")),
    )
    op.create_index(
        "ix_tables_due_at",
        "tables",
        ["due_at"],
        unique=False,
        sqlite_where=sa.text("status = 'open'"),
        postgresql_where=sa.text("status = 'open'"),
    )
    op.create_index("ix_tables_room", "tables", ["room_platform", "room_chat", "status"], unique=False)


def _chouette_result() -> None:
    op.create_table(
        "chouette_result",
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("game", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("person_id", sa.Text(), nullable=False),
        sa.Column("room_platform", sa.Text(), nullable=True),
        sa.Column("room_chat", sa.Text(), nullable=True),
        sa.Column("room_topic", sa.Text(), nullable=True),
        sa.Column("room_private", sa.Boolean(), nullable=True),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("was_box", sa.Boolean(), nullable=False),
        sa.Column("box_points", sa.Integer(), nullable=False),
        sa.Column("ended_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["person_id"], ["person.id"], name=op.f("fk_chouette_result_person_id_person")
        ),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_chouette_result_table_id_tables")),
        sa.PrimaryKeyConstraint("table_id", "game", "person_id", name=op.f("pk_chouette_result")),
    )
    op.create_index(
        "ix_chouette_result_person_id", "chouette_result", ["person_id", "ended_at"], unique=False
    )
    op.create_index(
        "ix_chouette_result_room", "chouette_result", ["room_platform", "room_chat", "ended_at"], unique=False
    )


def _event() -> None:
    op.create_table(
        "event",
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("by", sa.Text(), nullable=True),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("data", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("origin", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_event_table_id_tables")),
        sa.PrimaryKeyConstraint("table_id", "seq", name=op.f("pk_event")),
        sa.UniqueConstraint("origin", name=op.f("uq_event_origin")),
    )


def _game_result() -> None:
    op.create_table(
        "game_result",
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("game", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("room_platform", sa.Text(), nullable=True),
        sa.Column("room_chat", sa.Text(), nullable=True),
        sa.Column("room_topic", sa.Text(), nullable=True),
        sa.Column("room_private", sa.Boolean(), nullable=True),
        sa.Column("winner", sa.Text(), nullable=True),
        sa.Column("loser", sa.Text(), nullable=True),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("how", sa.Text(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("cube", sa.Integer(), nullable=False),
        sa.Column("started_at", sa.BigInteger(), nullable=False),
        sa.Column("ended_at", sa.BigInteger(), nullable=False),
        sa.Column("duration_s", sa.Integer(), nullable=False),
        sa.Column("moves", sa.Integer(), nullable=False),
        sa.Column("rated", sa.Boolean(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=True),
        sa.Column("elo_length", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["loser"], ["person.id"], name=op.f("fk_game_result_loser_person")),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_game_result_table_id_tables")),
        sa.ForeignKeyConstraint(["winner"], ["person.id"], name=op.f("fk_game_result_winner_person")),
        sa.PrimaryKeyConstraint("table_id", "game", name=op.f("pk_game_result")),
    )
    op.create_index("ix_game_result_ended_at", "game_result", ["ended_at"], unique=False)
    op.create_index("ix_game_result_loser", "game_result", ["loser", "ended_at"], unique=False)
    op.create_index(
        "ix_game_result_room", "game_result", ["room_platform", "room_chat", "ended_at"], unique=False
    )
    op.create_index("ix_game_result_winner", "game_result", ["winner", "ended_at"], unique=False)


def _identity() -> None:
    op.create_table(
        "identity",
        sa.Column("platform", sa.Text(), nullable=False),
        sa.Column("external_id", sa.Text(), nullable=False),
        sa.Column("person_id", sa.Text(), nullable=False),
        sa.Column("secret_hash", sa.Text(), nullable=True),
        sa.Column("direct_chat", sa.Text(), nullable=True),
        sa.Column("locale", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["person_id"], ["person.id"], name=op.f("fk_identity_person_id_person")),
        sa.PrimaryKeyConstraint("platform", "external_id", name=op.f("pk_identity")),
        sa.UniqueConstraint("platform", "secret_hash", name=op.f("uq_identity_platform_secret_hash")),
    )
    op.create_index("ix_identity_person_id", "identity", ["person_id"], unique=False)


def _invitation() -> None:
    op.create_table(
        "invitation",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("room_platform", sa.Text(), nullable=True),
        sa.Column("room_chat", sa.Text(), nullable=True),
        sa.Column("room_topic", sa.Text(), nullable=True),
        sa.Column("room_private", sa.Boolean(), nullable=True),
        sa.Column("by_person", sa.Text(), nullable=False),
        sa.Column("to_person", sa.Text(), nullable=True),
        sa.Column("rules", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("data", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("expires_at", sa.BigInteger(), nullable=True),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("table_id", sa.Text(), nullable=True),
        sa.CheckConstraint(
            "state IN ('open', 'accepted', 'declined', 'withdrawn', 'expired')",
            name=op.f("ck_invitation_state"),
        ),
        sa.ForeignKeyConstraint(["by_person"], ["person.id"], name=op.f("fk_invitation_by_person_person")),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_invitation_table_id_tables")),
        sa.ForeignKeyConstraint(["to_person"], ["person.id"], name=op.f("fk_invitation_to_person_person")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_invitation")),
    )
    op.create_index("ix_invitation_by_person", "invitation", ["by_person", "state"], unique=False)
    op.create_index("ix_invitation_room", "invitation", ["room_platform", "room_chat", "state"], unique=False)
    op.create_index("ix_invitation_state", "invitation", ["state", "expires_at"], unique=False)
    op.create_index("ix_invitation_to_person", "invitation", ["to_person", "state"], unique=False)


def _link_code() -> None:
    op.create_table(
        "link_code",
        sa.Column("code_hash", sa.Text(), nullable=False),
        sa.Column("person_id", sa.Text(), nullable=False),
        sa.Column("expires_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["person.id"], name=op.f("fk_link_code_person_id_person")),
        sa.PrimaryKeyConstraint("code_hash", name=op.f("pk_link_code")),
    )


def _place() -> None:
    op.create_table(
        "place",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("person_id", sa.Text(), nullable=True),
        sa.Column("platform", sa.Text(), nullable=False),
        sa.Column("chat", sa.Text(), nullable=False),
        sa.Column("topic", sa.Text(), nullable=False),
        sa.Column("private", sa.Boolean(), nullable=False),
        sa.Column("message", sa.Text(), nullable=True),
        sa.Column("shown_rev", sa.Integer(), nullable=True),
        sa.Column("shown_for", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("view", sa.Text(), nullable=False),
        sa.CheckConstraint("state IN ('live', 'closed')", name=op.f("ck_place_state")),
        sa.CheckConstraint("view IN ('room', 'own')", name=op.f("ck_place_view")),
        sa.ForeignKeyConstraint(["person_id"], ["person.id"], name=op.f("fk_place_person_id_person")),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_place_table_id_tables")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_place")),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_place_message", "place", ["platform", "chat", "message"], unique=False)
    op.create_index("ix_place_table_id", "place", ["table_id"], unique=False)


def _rating() -> None:
    op.create_table(
        "rating",
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
        sa.PrimaryKeyConstraint("person_id", "scope", name=op.f("pk_rating")),
    )
    op.create_index("ix_rating_elo", "rating", ["scope", "elo"], unique=False)
    op.create_index("ix_rating_points", "rating", ["scope", "points"], unique=False)


def _rating_event() -> None:
    op.create_table(
        "rating_event",
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
        sa.PrimaryKeyConstraint("table_id", "game", "person_id", name=op.f("pk_rating_event")),
    )
    op.create_index("ix_rating_event_person_id", "rating_event", ["person_id", "at"], unique=False)


def _room_log() -> None:
    op.create_table(
        "room_log",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("platform", sa.Text(), nullable=False),
        sa.Column("chat", sa.Text(), nullable=False),
        sa.Column("topic", sa.Text(), nullable=False),
        sa.Column("private", sa.Boolean(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("by", sa.Text(), nullable=True),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("data", sa.JSON(none_as_null=True), nullable=False),
        sa.ForeignKeyConstraint(["by"], ["person.id"], name=op.f("fk_room_log_by_person")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_room_log")),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_room_log_room", "room_log", ["platform", "chat", "topic"], unique=False)


def _seat() -> None:
    op.create_table(
        "seat",
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("seat", sa.Text(), nullable=False),
        sa.Column("person_id", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["person.id"], name=op.f("fk_seat_person_id_person")),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_seat_table_id_tables")),
        sa.PrimaryKeyConstraint("table_id", "seat", name=op.f("pk_seat")),
    )
    op.create_index("ix_seat_person_id", "seat", ["person_id"], unique=False)


def _web_message() -> None:
    op.create_table(
        "web_message",
        sa.Column("chat", sa.Text(), nullable=False),
        sa.Column("number", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("dedup", sa.Text(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("chat", "number", name=op.f("pk_web_message")),
    )


def _web_name() -> None:
    op.create_table(
        "web_name",
        sa.Column("external_id", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("external_id", name=op.f("pk_web_name")),
    )
