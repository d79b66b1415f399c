"""What the Discord stand-in refuses and notes: limits, rates, faults on order."""

import asyncio
import io
import re
from typing import Any

import aiohttp
import discord
import pytest
from discord import ui

from tests.support.discord import DiscordApi, FaultKind, RateWindow
from tests.support.discord.permissions import has
from tests.support.discord.toy_bot import Place, board, png, refusal_code

pytestmark = pytest.mark.platforms


async def _refused(place: Place, **body: Any) -> str:
    """The complaint about a message sent past discord.py's own checks."""
    route = discord.http.Route("POST", "/channels/{channel_id}/messages", channel_id=place.games.id)
    with pytest.raises(discord.HTTPException) as refused:
        await place.bot.http.request(route, json=body)
    assert len(place.api.violations) == 1
    return f"{refused.value.code} {refused.value.text}"


def button(label: str = "A", custom_id: str = "a", **more: Any) -> dict[str, Any]:
    return {"type": 2, "style": 1, "label": label, "custom_id": custom_id, **more}


def row(*parts: dict[str, Any]) -> dict[str, Any]:
    return {"type": 1, "components": list(parts)}


def text(content: str = "x") -> dict[str, Any]:
    return {"type": 10, "content": content}


NUMBERED = [button(custom_id=str(number)) for number in range(6)]


GALLERY = {"type": 12, "items": [{"media": {"url": "attachment://nothing.png"}}]}


BROKEN = {
    "2001 characters": ({"content": "x" * 2001}, "2000|too long"),
    "nothing": ({"content": ""}, "empty message"),
    "a label of 81": ({"content": "x", "components": [row(button("x" * 81))]}, "80|too long"),
    "a custom id of 101": (
        {"content": "x", "components": [row(button(custom_id="x" * 101))]},
        "100|too long",
    ),
    "one custom id twice": ({"content": "x", "components": [row(button(), button())]}, "DUPLICATED"),
    "six buttons in a row": ({"content": "x", "components": [row(*NUMBERED)]}, "5 buttons|too long"),
    "a link without an address": ({"content": "x", "components": [row(button(style=5))]}, "link button"),
    "v2 with content": ({"flags": 1 << 15, "content": "x", "components": [text()]}, "LEGACY_FIELDS"),
    "v2 parts without the flag": ({"components": [text()]}, "IS_COMPONENTS_V2"),
    "41 components": (
        {"flags": 1 << 15, "components": [{"type": 17, "components": [text()] * 40}]},
        "41 of 40",
    ),
    "4001 characters": ({"flags": 1 << 15, "components": [text("x" * 2001), text("x" * 2000)]}, "TEXT_SIZE"),
    "an attachment that is not there": ({"flags": 1 << 15, "components": [GALLERY]}, "ATTACHMENT_NOT_FOUND"),
    "6001 characters of embeds": (
        {"embeds": [{"description": "x" * 3001}, {"description": "x" * 3000}]},
        "6000",
    ),
    "an ephemeral channel message": ({"content": "x", "flags": 64}, "ephemeral"),
    "a nonce of 26": ({"content": "x", "nonce": "x" * 26}, "nonce"),
}


@pytest.mark.parametrize("body, complaint", BROKEN.values(), ids=BROKEN)
async def test_what_breaks_a_limit_is_refused_and_noted(
    place: Place, body: dict[str, Any], complaint: str
) -> None:
    assert re.search(complaint, await _refused(place, **body))
    assert place.window.from_bot == []


def v2(*parts: dict[str, Any]) -> dict[str, Any]:
    return {"flags": 1 << 15, "components": [{"type": 17, "components": list(parts)}]}


@pytest.mark.parametrize(
    "body, complaint",
    [
        ({"content": "x", "contend": "y"}, "contend"),
        (v2(row(button(lable="y"))), "lable"),
        (v2({"type": 99}), "no object with a type of"),
        (v2(row(button(style=9))), "is not one of"),
    ],
    ids=["in the message", "in a button", "an unknown component", "an unknown style"],
)
async def test_what_the_description_does_not_know_is_refused(
    place: Place, body: dict[str, Any], complaint: str
) -> None:
    if place.api.description is None:
        pytest.skip("the platform's description is not here")
    assert complaint in await _refused(place, **body)


async def test_an_attachment_that_nothing_shows_and_one_too_big_are_noted(place: Place) -> None:
    view = ui.LayoutView()
    view.add_item(ui.TextDisplay("no picture"))
    await place.channel.send(view=view, file=png())
    assert [v for v in place.api.violations if "no component shows" in v]
    big = discord.File(io.BytesIO(b"x" * (10 * 1024 * 1024 + 1)), "big.bin")
    assert await refusal_code(place.channel.send(file=big)) == 40005


async def test_the_v2_flag_cannot_be_taken_off(place: Place) -> None:
    sent = await place.channel.send(view=board(1), file=png())
    with pytest.raises(discord.HTTPException, match="IS_COMPONENTS_V2"):
        await place.bot.http.request(
            discord.http.Route("PATCH", f"/channels/{place.games.id}/messages/{sent.id}"), json={"flags": 0}
        )


async def test_a_nonce_sends_once(place: Place) -> None:
    route = discord.http.Route("POST", "/channels/{channel_id}/messages", channel_id=place.games.id)
    body = {"content": "once", "nonce": "outbox-17", "enforce_nonce": True}
    first = await place.bot.http.request(route, json=body)
    again = await place.bot.http.request(route, json=body)
    assert first["id"] == again["id"]
    assert len(place.window.from_bot) == 1


async def test_commands_that_break_the_rules_are_refused(place: Place) -> None:
    route = discord.http.Route("PUT", f"/applications/{place.api.bot_id}/commands")
    broken: list[list[dict[str, Any]]] = [
        [{"name": "Play", "description": "capital letter"}],
        [{"name": "play", "description": ""}],
        [{"name": "a", "description": "x"}, {"name": "a", "description": "y"}],
        [{"name": "a", "description": "x", "description_localizations": {"xx": "y"}}],
    ]
    for commands in broken:
        place.api.clock.advance(6)
        with pytest.raises(discord.HTTPException) as refused:
            await place.bot.http.request(route, json=commands)
        assert refused.value.code == 50035


async def test_the_sixth_message_in_five_seconds_waits_or_is_refused(place: Place) -> None:
    for number in range(4):  # the fifth would return only when the window is over
        await place.channel.send(str(number))
    async with aiohttp.ClientSession(headers={"Authorization": f"Bot {place.api.token}"}) as hasty:
        url = f"{place.api.rest}/channels/{place.games.id}/messages"
        async with hasty.post(url, json={"content": "5"}) as answer:
            assert answer.headers["X-RateLimit-Remaining"] == "0"
        async with hasty.post(url, json={"content": "6"}) as answer:
            assert answer.status == 429
            assert answer.headers["Via"]
            assert 0 < (await answer.json())["retry_after"] <= 5
    assert (place.api.throttled, place.api.invalid_requests) == (1, 1)


async def test_all_routes_but_interactions_share_fifty_a_second(place: Place) -> None:
    headers = {"Authorization": f"Bot {place.api.token}"}
    async with aiohttp.ClientSession(headers=headers) as hasty:

        async def status(number: int) -> int:
            async with hasty.get(f"{place.api.rest}/guilds/{place.club.id}/members/{number}") as answer:
                return answer.status

        place.api.rates.windows["get_member"] = RateWindow(1000, 1.0)
        statuses = await asyncio.gather(*(status(number) for number in range(70)))
        assert statuses.count(429) >= 20
        await place.window.runs("/play")


async def test_a_429_on_order_is_waited_for(place: Place) -> None:
    place.api.faults.next("create_message", FaultKind.RATE_LIMIT, seconds=0.3)
    before = asyncio.get_running_loop().time()
    await place.channel.send("patient")
    assert asyncio.get_running_loop().time() - before >= 0.3
    assert place.window.newest.text == "patient"


@pytest.mark.parametrize("kind, landed", [("lost", 1), ("reset", 0)])
async def test_a_broken_line_is_not_repaired_by_the_library(place: Place, kind: str, landed: int) -> None:
    place.api.faults.next("create_message", kind)
    with pytest.raises(aiohttp.ClientError):
        await place.channel.send("one")
    assert len(place.window.from_bot) == landed


async def test_a_500_is_tried_again_by_the_library(place: Place) -> None:
    place.api.faults.next("callback", FaultKind.INTERNAL)
    answer = await place.window.runs("/play")
    assert 0.9 < answer.answered_after < 2.5


async def test_permissions_add_up_as_the_documentation_says(api: DiscordApi) -> None:
    ada, bob = api.person("Ada"), api.person("Bob")
    club = api.server("Club", ada, bob)
    games = club.channel("games")
    assert has(games.permissions(ada.user), "administrator")
    club.forbid_everyone("send_messages")
    assert not has(games.permissions(bob.user), "send_messages")
    club.give(bob, club.role("players", "send_messages"))
    assert has(games.permissions(bob.user), "send_messages")
