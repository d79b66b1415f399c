"""Commands that show or change something about oneself or the program: welcome, help, rules, settings."""

from __future__ import annotations

from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from bot.app.people import Known
from bot.app.ports import Answer
from bot.app.tables import Refused
from bot.chouette.rules import SEED_RULES
from bot.chouette.session import Session
from bot.game.match import Match
from bot.game.violations import BadInput
from bot.ui import pages
from bot.ui.context import Asked, Context
from bot.ui.names import clean_name
from bot.ui.texts import texts_for


async def welcome(context: Context, asked: Asked) -> Answer:
    """``/start``: what can be done here, one press each."""
    return Answer(private=pages.welcome(asked.texts))


async def how_long(context: Context, asked: Asked) -> Answer:
    """Another length against the computer."""
    return Answer(private=pages.how_long(asked.texts))


async def help_page(context: Context, asked: Asked) -> Answer:
    """``/help``."""
    return Answer(private=pages.help_page(asked.texts))


async def rules(context: Context, asked: Asked) -> Answer:
    """``/rules [chouette]``: the rules of the running game here, and those of backgammon or the chouette."""
    states = [table.state for table in await context.tables_here(asked)]
    wanted = asked.args.casefold()
    if wanted == "chouette" or (not wanted and states and isinstance(states[0], Session)):
        card = next((state.rules for state in states if isinstance(state, Session)), SEED_RULES)
        return Answer(private=pages.chouette_rules_page(asked.texts, card))
    running = next((state.rules for state in states if isinstance(state, Match)), None)
    return Answer(private=pages.rules_page(asked.texts, running))


async def settings(context: Context, asked: Asked) -> Answer:
    """``/settings [time zone]``: one's own settings; a button leads to another page of them."""
    if asked.command is None and asked.args in pages.SETTING_TABS:
        return Answer(edit=pages.settings_page(asked.known, asked.texts, asked.args))
    if asked.args:
        return await _zone(context, asked)
    return Answer(private=pages.settings_page(asked.known, asked.texts))


async def _zone(context: Context, asked: Asked) -> Answer:
    name = asked.args.replace(" ", "_")[:40]
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise Refused("settings.zone", input=asked.args[:40]) from None
    person = await context.people.change_settings(asked.person, {"time_zone": name})
    changed = Known(person, asked.known.identity, asked.known.admin)
    return Answer(private=pages.settings_page(changed, asked.texts, "time"))


async def setting(context: Context, asked: Asked) -> Answer:
    """A button of the settings page."""
    change = pages.setting_change(asked.args)
    if change is None:
        raise Refused("press.unknown")
    person = await context.people.change_settings(asked.person, change)
    changed = Known(person, asked.known.identity, asked.known.admin)
    await context.draw_again(await context.archive.tables_of(asked.person), asked.person, None)
    tab = pages.tab_of(next(iter(change)))
    return Answer(edit=pages.settings_page(changed, texts_for(changed.language), tab))


async def name(context: Context, asked: Asked) -> Answer:
    """``/name NEW``: the name that others see; ``/name`` alone tells it."""
    if not asked.args:
        return Answer(notice=asked.texts("name.now", name=asked.known.person.name))
    cleaned = clean_name(asked.args)
    if not cleaned:
        raise BadInput("name.empty", {"input": asked.args[:40]})
    await context.people.change_settings(asked.person, {"name": cleaned, "name_kept": True})
    return Answer(notice=asked.texts("name.changed", name=cleaned))


async def join(context: Context, asked: Asked) -> Answer:
    """``/join``: accept the rules and become a registered player."""
    await context.people.accept_rules(asked.person)
    return Answer(notice=asked.texts("join.done"))
