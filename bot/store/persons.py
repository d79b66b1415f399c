"""Persons, and the identities by which platforms know them. One person may have several identities.

Two persons become one by `merge_persons`; the old row stays and points to the new one, so that logs keep
their meaning.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, RowMapping, insert, select, update

from bot.app.ports import PersonId
from bot.store.errors import UnknownRow
from bot.store.ids import new_person_id
from bot.store.schema import identity, person

Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who plays. `language` is None until chosen; he is a guest until the rules are accepted."""

    id: PersonId
    name: str
    language: str | None
    settings: Json
    created_at: int
    rules_accepted_at: int | None


@dataclass(frozen=True, slots=True)
class Identity:
    """How a platform knows a person; `direct_chat` is where he can be written to alone."""

    platform: str
    external_id: str
    person_id: PersonId
    direct_chat: str | None
    locale: str | None


def person_for_identity(
    conn: Connection,
    platform: str,
    external_id: str,
    *,
    name: str,
    locale: str | None,
    now: int,
) -> Person:
    """The person whom the platform means; a new one with this name if nobody is known yet."""
    known = identity_of(conn, platform, external_id)
    if known is not None:
        return load_person(conn, known.person_id)
    person_id = create_person(conn, name, now)
    conn.execute(
        insert(identity).values(
            platform=platform,
            external_id=external_id,
            person_id=person_id,
            locale=locale,
        )
    )
    return load_person(conn, person_id)


def create_person(conn: Connection, name: str, now: int, person_id: PersonId | None = None) -> PersonId:
    """A new person without an identity, under this id or a random one."""
    made = person_id or new_person_id()
    conn.execute(insert(person).values(id=made, name=name, settings={}, created_at=now))
    return made


def load_person(conn: Connection, person_id: PersonId) -> Person:
    """The person, or the one he has become; raise `UnknownRow`."""
    row = conn.execute(select(person).where(person.c.id == person_id)).mappings().one_or_none()
    if row is None:
        raise UnknownRow("person", person_id)
    if row["merged_into"] is not None:
        return load_person(conn, PersonId(row["merged_into"]))
    return Person(
        id=PersonId(row["id"]),
        name=row["name"],
        language=row["language"],
        settings=row["settings"],
        created_at=row["created_at"],
        rules_accepted_at=row["rules_accepted_at"],
    )


def identity_of(conn: Connection, platform: str, external_id: str) -> Identity | None:
    """The identity, if the platform's user was met before."""
    query = select(identity).where(identity.c.platform == platform, identity.c.external_id == external_id)
    row = conn.execute(query).mappings().one_or_none()
    return None if row is None else _identity(row)


def identities_of(conn: Connection, person_id: PersonId) -> list[Identity]:
    """All identities of a person."""
    query = (
        select(identity)
        .where(identity.c.person_id == person_id)
        .order_by(identity.c.platform, identity.c.external_id)
    )
    return [_identity(row) for row in conn.execute(query).mappings()]


def gives_name(conn: Connection, person_id: PersonId, platform: str, external_id: str) -> bool:
    """Whether the person goes by the name that he has there: not by one that he has chosen himself, and of
    several platforms only on the one that made him.
    """
    settings = load_person(conn, person_id).settings
    if settings.get("name_kept"):
        return False
    if "named_by" in settings:
        return bool(settings["named_by"] == f"{platform}:{external_id}")
    return len(identities_of(conn, person_id)) == 1


def keep_naming(conn: Connection, person_id: PersonId) -> None:
    """Others will join this person: the name goes on to come from where it has come so far."""
    if "named_by" not in load_person(conn, person_id).settings:
        known = identities_of(conn, person_id)
        if len(known) == 1:
            named_by = f"{known[0].platform}:{known[0].external_id}"
            change_settings(conn, person_id, {"named_by": named_by})


def rename(conn: Connection, person_id: PersonId, name: str) -> None:
    """Change the name that others see."""
    conn.execute(update(person).where(person.c.id == person_id).values(name=name))


def set_language(conn: Connection, person_id: PersonId, language: str | None) -> None:
    """Choose a language, or None to follow the client's."""
    conn.execute(update(person).where(person.c.id == person_id).values(language=language))


def change_settings(conn: Connection, person_id: PersonId, changes: Json) -> Json:
    """Set these settings, drop those whose value is None, keep the others; return all."""
    merged = {**load_person(conn, person_id).settings, **changes}
    settings = {key: value for key, value in merged.items() if value is not None}
    conn.execute(update(person).where(person.c.id == person_id).values(settings=settings))
    return settings


def accept_rules(conn: Connection, person_id: PersonId, now: int) -> None:
    """Register a guest; the first time counts."""
    conn.execute(
        update(person)
        .where(person.c.id == person_id, person.c.rules_accepted_at.is_(None))
        .values(rules_accepted_at=now)
    )


def set_direct_chat(conn: Connection, platform: str, external_id: str, chat: str | None) -> None:
    """Where the person can be written to alone; None once that is refused."""
    _change_identity(conn, platform, external_id, {"direct_chat": chat})


def set_locale(conn: Connection, platform: str, external_id: str, locale: str | None) -> None:
    """The language of the client as it says now."""
    _change_identity(conn, platform, external_id, {"locale": locale})


def _change_identity(conn: Connection, platform: str, external_id: str, values: Json) -> None:
    conn.execute(
        update(identity)
        .where(identity.c.platform == platform, identity.c.external_id == external_id)
        .values(**values)
    )


def _identity(row: RowMapping) -> Identity:
    return Identity(
        platform=row["platform"],
        external_id=row["external_id"],
        person_id=PersonId(row["person_id"]),
        direct_chat=row["direct_chat"],
        locale=row["locale"],
    )
