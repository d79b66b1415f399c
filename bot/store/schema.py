"""The tables of the database, with named constraints and indexes.

Knows columns only: what a state, a result or a payload means is the business of its readers. Times are
integer milliseconds UTC, ids of platforms are text, and a room without topics has the topic "".
"""

from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
    literal_column,
)

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
    }
)


def _json(name: str, *, nullable: bool = False) -> "Column[Any]":
    return Column(name, JSON(none_as_null=True), nullable=nullable)


def _ms(name: str, *, nullable: bool = False) -> "Column[int]":
    return Column(name, BigInteger, nullable=nullable)


def _person(name: str, *, nullable: bool = False) -> "Column[str]":
    return Column(name, Text, ForeignKey("person.id"), nullable=nullable)


def _table_id(*, primary_key: bool = False, nullable: bool = False) -> "Column[str]":
    return Column("table_id", Text, ForeignKey("tables.id"), primary_key=primary_key, nullable=nullable)


def _chat(*, primary_key: bool = False) -> "tuple[Column[Any], ...]":
    return (
        Column("platform", Text, primary_key=primary_key, nullable=False),
        Column("chat", Text, primary_key=primary_key, nullable=False),
        Column("topic", Text, primary_key=primary_key, nullable=False),
        Column("private", Boolean(create_constraint=False), nullable=False),
    )


def _room() -> "tuple[Column[Any], ...]":
    return (
        Column("room_platform", Text, nullable=True),
        Column("room_chat", Text, nullable=True),
        Column("room_topic", Text, nullable=True),
        Column("room_private", Boolean(create_constraint=False), nullable=True),
    )


def _one_of(column: str, *values: str) -> CheckConstraint:
    listed = ", ".join(f"'{value}'" for value in values)
    return CheckConstraint(f"{column} IN ({listed})", name=column)


person = Table(
    "person",
    metadata,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("language", Text, nullable=True),
    _json("settings"),
    _ms("created_at"),
    _person("merged_into", nullable=True),
    _ms("rules_accepted_at", nullable=True),
)

identity = Table(
    "identity",
    metadata,
    Column("platform", Text, primary_key=True),
    Column("external_id", Text, primary_key=True),
    _person("person_id"),
    Column("direct_chat", Text, nullable=True),
    Column("locale", Text, nullable=True),
    Index("ix_identity_person_id", "person_id"),
)

link_code = Table(
    "link_code",
    metadata,
    Column("code_hash", Text, primary_key=True),
    _person("person_id"),
    _ms("expires_at"),
)

tables = Table(
    "tables",
    metadata,
    Column("id", Text, primary_key=True),
    Column("kind", Text, nullable=False),
    _json("rules"),
    _json("seats"),
    Column("status", Text, nullable=False),
    Column("revision", Integer, nullable=False),
    _json("state", nullable=True),
    _json("time", nullable=True),
    Column("rules_version", Integer, nullable=False),
    _ms("created_at"),
    _ms("updated_at"),
    _ms("finished_at", nullable=True),
    _ms("due_at", nullable=True),
    Column("due_kind", Text, nullable=True),
    *_room(),
    Column("rated", Boolean(create_constraint=False), nullable=False),
    _one_of("status", "open", "over", "aborted"),
    Index("ix_tables_room", "room_platform", "room_chat", "status"),
)
# Conditions of partial indexes. They hold literals, so that a planner sees that a query fits the index: with
# a bound parameter SQLite would prepare again, and PostgreSQL's generic plans would not see it at all.
IS_OPEN = tables.c.status == literal_column("'open'")
Index("ix_tables_due_at", tables.c.due_at, sqlite_where=IS_OPEN, postgresql_where=IS_OPEN)

seat = Table(
    "seat",
    metadata,
    _table_id(primary_key=True),
    Column("seat", Text, primary_key=True),
    _person("person_id"),
    Index("ix_seat_person_id", "person_id"),
)

event = Table(
    "event",
    metadata,
    _table_id(primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    _ms("at"),
    Column("by", Text, nullable=True),  # a person, no foreign key: the log outlives an erasure
    Column("kind", Text, nullable=False),
    Column("version", Integer, nullable=False),
    _json("data"),
    Column("origin", Text, nullable=True),
    UniqueConstraint("origin"),
)

place = Table(
    "place",
    metadata,
    Column("id", Integer, primary_key=True),
    _table_id(nullable=True),
    Column("invitation_id", Text, ForeignKey("invitation.id"), nullable=True),
    _person("person_id", nullable=True),
    *_chat(),
    Column("message", Text, nullable=True),
    Column("shown_rev", Integer, nullable=True),
    _json("shown_for"),
    Column("state", Text, nullable=False),
    Column("view", Text, nullable=False),
    _one_of("state", "live", "closed"),
    _one_of("view", "room", "own"),
    CheckConstraint("(table_id IS NULL) <> (invitation_id IS NULL)", name="subject"),
    Index("ix_place_table_id", "table_id"),
    Index("ix_place_message", "platform", "chat", "message"),
    sqlite_autoincrement=True,
)
IS_LIVE = place.c.state == literal_column("'live'")
Index("ix_place_live", place.c.platform, place.c.chat, sqlite_where=IS_LIVE, postgresql_where=IS_LIVE)
_OFFERS = place.c.invitation_id.is_not(None)
Index("ix_place_invitation_id", place.c.invitation_id, sqlite_where=_OFFERS, postgresql_where=_OFFERS)

outbox = Table(
    "outbox",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("dedup_key", Text, nullable=False),
    Column("replaces", Text, nullable=True),
    *_chat(),
    Column("kind", Text, nullable=False),
    _json("payload"),
    Column("state", Text, nullable=False),
    Column("attempts", Integer, nullable=False),
    _ms("not_before"),
    _ms("created_at"),
    _ms("sent_at", nullable=True),
    Column("error", Text, nullable=True),
    UniqueConstraint("dedup_key"),
    _one_of("state", "pending", "sending", "sent", "ambiguous", "dead"),
    Index("ix_outbox_state", "state", "created_at"),
    sqlite_autoincrement=True,
)
IS_PENDING = outbox.c.state == literal_column("'pending'")
IS_ON_ITS_WAY = outbox.c.state.in_([literal_column("'pending'"), literal_column("'sending'")])
Index(
    "ix_outbox_on_its_way",
    outbox.c.platform,
    outbox.c.chat,
    sqlite_where=IS_ON_ITS_WAY,
    postgresql_where=IS_ON_ITS_WAY,
)
Index(
    "uq_outbox_replaces", outbox.c.replaces, unique=True, sqlite_where=IS_PENDING, postgresql_where=IS_PENDING
)

inbox = Table(
    "inbox",
    metadata,
    Column("id", Integer, primary_key=True),  # the order of arrival: update keys must not be compared by size
    Column("platform", Text, nullable=False),
    Column("bot_id", Text, nullable=False),
    Column("update_key", Text, nullable=False),
    _ms("received_at"),
    _json("payload"),
    Column("state", Text, nullable=False),
    Column("error", Text, nullable=True),
    UniqueConstraint("platform", "bot_id", "update_key"),
    _one_of("state", "new", "done", "failed"),
    Index("ix_inbox_state", "state", "platform", "bot_id"),
    sqlite_autoincrement=True,
)

room = Table(
    "room",
    metadata,
    *_chat(primary_key=True),
    _json("settings"),
    Column("migrated_to", Text, nullable=True),
    Index("ix_room_migrated_to", "platform", "migrated_to"),
)

room_log = Table(
    "room_log",
    metadata,
    Column("id", Integer, primary_key=True),
    *_chat(),
    _ms("at"),
    _person("by", nullable=True),
    Column("kind", Text, nullable=False),
    _json("data"),
    Index("ix_room_log_room", "platform", "chat", "topic"),
    sqlite_autoincrement=True,
)

invitation = Table(
    "invitation",
    metadata,
    Column("id", Text, primary_key=True),
    Column("kind", Text, nullable=False),
    *_room(),
    _person("by_person"),
    _person("to_person", nullable=True),
    _json("rules"),
    _json("data"),
    Column("state", Text, nullable=False),
    _ms("created_at"),
    _ms("expires_at", nullable=True),
    Column("revision", Integer, nullable=False),
    Column("table_id", Text, ForeignKey("tables.id"), nullable=True),
    _one_of("state", "open", "accepted", "declined", "withdrawn", "expired"),
    Index("ix_invitation_room", "room_platform", "room_chat", "state"),
    Index("ix_invitation_state", "state", "expires_at"),
    Index("ix_invitation_by_person", "by_person", "state"),
    Index("ix_invitation_to_person", "to_person", "state"),
)

game_result = Table(
    "game_result",
    metadata,
    _table_id(primary_key=True),
    Column("game", Integer, primary_key=True, autoincrement=False),
    *_room(),
    _person("winner", nullable=True),
    _person("loser", nullable=True),
    Column("kind", Text, nullable=False),
    Column("how", Text, nullable=False),
    Column("points", Integer, nullable=False),
    Column("cube", Integer, nullable=False),
    _ms("started_at"),
    _ms("ended_at"),
    Column("duration_s", Integer, nullable=False),
    Column("moves", Integer, nullable=False),
    Column("rated", Boolean(create_constraint=False), nullable=False),
    Column("reason", Text, nullable=True),
    Column("elo_length", Integer, nullable=False),
    # Holds all that the table of a room's period adds up, so that no row has to be fetched for it.
    Index(
        "ix_game_result_room",
        "room_platform",
        "room_chat",
        "ended_at",
        "rated",
        "winner",
        "loser",
        "kind",
    ),
    Index("ix_game_result_ended_at", "ended_at"),
    Index("ix_game_result_winner", "winner", "ended_at"),
    Index("ix_game_result_loser", "loser", "ended_at"),
)

rating_event = Table(
    "rating_event",
    metadata,
    Column("generation", Integer, primary_key=True, autoincrement=False),
    _table_id(primary_key=True),
    Column("game", Integer, primary_key=True, autoincrement=False),
    Column("person_id", Text, ForeignKey("person.id"), primary_key=True),
    _ms("at"),
    Column("points", Integer, nullable=False),
    Column("elo_change", Float, nullable=False),
    Column("elo_after", Float, nullable=False),
    Column("experience_after", Integer, nullable=False),
    Index("ix_rating_event_person_id", "person_id", "generation", "at"),
)

rating = Table(
    "rating",
    metadata,
    Column("generation", Integer, primary_key=True, autoincrement=False),
    Column("person_id", Text, ForeignKey("person.id"), primary_key=True),
    Column("scope", Text, primary_key=True),
    Column("elo", Float, nullable=False),
    Column("experience", Integer, nullable=False),
    Column("points", Integer, nullable=False),
    Column("games", Integer, nullable=False),
    Column("wins", Integer, nullable=False),
    Column("gammons", Integer, nullable=False),
    Column("streak", Integer, nullable=False),
    _ms("updated_at"),
    Column("opponents", Integer, nullable=False),
    Index("ix_rating_points", "generation", "scope", "points"),
    Index("ix_rating_elo", "generation", "scope", "elo"),
)

# Which generation of a projection is read; how often something has made it wrong, and up to which of these
# times it has been folded anew.
fold = Table(
    "fold",
    metadata,
    Column("name", Text, primary_key=True),
    Column("generation", Integer, nullable=False),
    Column("asked", Integer, nullable=False),
    Column("done", Integer, nullable=False),
)

chouette_result = Table(
    "chouette_result",
    metadata,
    _table_id(primary_key=True),
    Column("game", Integer, primary_key=True, autoincrement=False),
    Column("person_id", Text, ForeignKey("person.id"), primary_key=True),
    *_room(),
    Column("points", Integer, nullable=False),
    Column("was_box", Boolean(create_constraint=False), nullable=False),
    Column("box_points", Integer, nullable=False),
    _ms("ended_at"),
    Index("ix_chouette_result_room", "room_platform", "room_chat", "ended_at"),
    Index("ix_chouette_result_person_id", "person_id", "ended_at"),
)

web_message = Table(
    "web_message",
    metadata,
    Column("chat", Text, primary_key=True),
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    Column("dedup", Text, nullable=False),
    Column("body", Text, nullable=False),
)

web_name = Table(
    "web_name",
    metadata,
    Column("external_id", Text, primary_key=True),
    Column("name", Text, nullable=False),
)

lease = Table(
    "lease",
    metadata,
    Column("name", Text, primary_key=True),
    Column("holder", Text, nullable=False),
    Column("fence", Integer, nullable=False),
    _ms("heartbeat_at"),
)

heartbeat = Table("heartbeat", metadata, Column("name", Text, primary_key=True), _ms("at"))

meta = Table("meta", metadata, Column("key", Text, primary_key=True), _json("value"))
