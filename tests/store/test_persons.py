from functools import partial

import pytest
from sqlalchemy import Connection

from bot.app.ports import PersonId
from bot.store import persons
from bot.store.database import Store
from bot.store.errors import UnknownRow
from bot.store.persons import Person


def meet(conn: Connection, external_id: str = "5", name: str = "Ann", platform: str = "telegram") -> Person:
    return persons.person_for_identity(conn, platform, external_id, name=name, locale="de", now=3)


async def test_somebody_new_becomes_a_guest_under_the_name_the_platform_tells(store: Store) -> None:
    ann = await store.write(meet)
    assert (ann.name, ann.language, ann.settings, ann.created_at, ann.rules_accepted_at) == (
        "Ann",
        None,
        {},
        3,
        None,
    )
    known = await store.read(lambda conn: persons.identity_of(conn, "telegram", "5"))
    assert known is not None
    assert (known.person_id, known.locale, known.direct_chat) == (ann.id, "de", None)


async def test_somebody_known_stays_the_same_person_and_keeps_his_name(store: Store) -> None:
    ann = await store.write(meet)
    assert await store.write(partial(meet, name="Annabelle")) == ann
    assert (await store.write(partial(meet, platform="discord"))).id != ann.id


async def test_what_a_person_chooses_is_kept(store: Store) -> None:
    ann = await store.write(meet)

    def choose(conn: Connection) -> None:
        persons.rename(conn, ann.id, "Anna")
        persons.set_language(conn, ann.id, "en")
        persons.change_settings(conn, ann.id, {"theme": "slate", "auto_pass": True})
        persons.change_settings(conn, ann.id, {"theme": None, "confirm": False})
        persons.accept_rules(conn, ann.id, 50)
        persons.accept_rules(conn, ann.id, 60)

    await store.write(choose)
    found = await store.read(lambda conn: persons.load_person(conn, ann.id))
    assert (found.name, found.language, found.rules_accepted_at) == ("Anna", "en", 50)
    assert found.settings == {"auto_pass": True, "confirm": False}


async def test_what_belongs_to_an_identity_is_kept_there(store: Store) -> None:
    ann = await store.write(meet)

    def tell(conn: Connection) -> None:
        persons.set_direct_chat(conn, "telegram", "5", "5")
        persons.set_locale(conn, "telegram", "5", "en-GB")

    await store.write(tell)
    (only,) = await store.read(lambda conn: persons.identities_of(conn, ann.id))
    assert (only.direct_chat, only.locale) == ("5", "en-GB")


async def test_an_unknown_person_is_named(store: Store) -> None:
    with pytest.raises(UnknownRow, match="'p9'"):
        await store.read(lambda conn: persons.load_person(conn, PersonId("p9")))
