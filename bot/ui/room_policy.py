"""What a room's admins have decided about starting games: where, who, and under which usual rules.

Must not know how settings are kept or shown.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.app.refused import Refused
from bot.ui.context import Asked, Context
from bot.ui.room_places import community_of, in_words, is_place, places_of
from bot.ui.rules_text import is_rule

STARTS: Mapping[str, str] = {
    "play": "start",
    "challenge": "start",
    "rematch": "start",
    "again": "start",
    "chouette": "start_chouette",
}
"""What begins a game, and the setting that says who may."""
WITH_RULES = ("play", "challenge")
"""What takes the room's usual rules."""


async def admitted(context: Context, asked: Asked, name: str) -> Asked:
    """The question as the room lets it through: with its usual rules. Raises ``Refused``."""
    who = STARTS.get(name)
    if who is None or asked.chat.private:
        return asked
    await require_place(context, asked)
    settings = await context.archive.room_settings(asked.chat)
    _require_may_start(settings, asked, who)
    return asked.with_args(with_usual_rules(asked.args, settings)) if name in WITH_RULES else asked


async def require_place(context: Context, asked: Asked) -> None:
    """Games are played here, as far as the admins of the server or forum are asked. Raises ``Refused``."""
    community = community_of(asked.chat)
    if community is None:
        return
    places = places_of(await context.archive.room_settings(community))
    if not is_place(places, asked.chat):
        raise Refused("room.elsewhere", places=in_words(places, asked.texts))


def _require_may_start(settings: Mapping[str, Any], asked: Asked, who: str) -> None:
    if settings.get("games") is False:
        raise Refused("room.no_games")
    if asked.known.admin:
        return
    may = settings.get(who)
    if may == "admins":
        raise Refused("room.admins_start")
    if may == "players" and asked.known.person.guest:
        raise Refused("room.players_start")


def with_usual_rules(args: str, settings: Mapping[str, Any]) -> str:
    """The words of a command with the room's rules before its own, which count more; whether games are rated
    is for the room alone to say.
    """
    words = args.split()
    named = next((at for at, word in enumerate(words) if is_rule(word)), len(words))
    usual = [str(settings[name]) for name in ("rules", "move_time") if settings.get(name)]
    unrated = ["unrated"] if settings.get("rated") is False else []
    rules = ", ".join(said for said in (*usual, " ".join(words[named:]), *unrated) if said)
    return " ".join((*words[:named], rules)).strip()
