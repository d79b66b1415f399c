"""Pages that are no table: welcome, help, the rules in words, one's settings, a line for each of one's games.

Must not know platforms or how settings are stored.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from bot.app.people import Known
from bot.app.ports import PersonId
from bot.app.score_kind import Paper
from bot.app.screen import Button, Rows, Screen, Tone
from bot.app.table import Table
from bot.chouette.rules import ChouetteRules
from bot.game.match import Match
from bot.game.rules import Rules
from bot.ui.chouette_rules import card_in_brief
from bot.ui.invite_screen import LENGTHS, PRESET_BUTTONS
from bot.ui.match_words import Told, standing
from bot.ui.next_steps import BEGINNINGS, beginning
from bot.ui.press import MenuPress
from bot.ui.rules_text import describe
from bot.ui.texts import Texts

HELP = (
    "play",
    "challenge",
    "chouette",
    "move",
    "board",
    "games",
    "resign",
    "leave",
    "pause",
    "away",
    "sheet",
    "score",
    "standings",
    "profile",
    "position",
    "rules",
    "settings",
    "name",
    "link",
    "room",
)
"""Commands that the help tells about."""

RULES = (
    "aim",
    "start",
    "turn",
    "blocked",
    "hit",
    "double",
    "must",
    "bear_off",
    "heights",
    "cube",
    "crawford",
    "dice",
)
"""The rules of backgammon, a paragraph each (texts ``page.rules.<name>``)."""

CHOUETTE_RULES = (
    "chouette.rules.seats",
    "chouette.rules.stakes",
    "chouette.rules.cubes",
    "chouette.rules.team",
    "chouette.rules.box",
    "chouette.rules.captain",
    "chouette.rules.jacoby",
    "chouette.rules.rotation",
    "chouette.rules.away",
    "chouette.rules.leaving",
)
"""The rules of the chouette, a paragraph each."""

SETTINGS: Mapping[str, Mapping[str, str | bool | None]] = {
    "language": {"auto": None, "en": "en", "de": "de"},
    "theme": {"light": "light", "dark": "dark", "cb": "cb"},
    "home": {"right": "right", "left": "left"},
    "confirm": {"yes": True, "no": False},
    "auto_roll": {"no": None, "yes": True},
    "auto_pass": {"no": None, "yes": True},
    "auto_forced": {"no": None, "yes": True},
    "reminders": {"yes": None, "no": False},
    "quiet": {"none": None, "from_22": "22-7", "from_23": "23-8", "from_0": "0-9"},
    "time_zone": {
        "auto": None,
        "berlin": "Europe/Berlin",
        "london": "Europe/London",
        "new_york": "America/New_York",
        "tokyo": "Asia/Tokyo",
    },
}
"""A person's own settings: what a button says of each value, and the value. The first one is the default."""

SETTING_TABS: Mapping[str, tuple[str, ...]] = {
    "looks": ("language", "theme", "home", "confirm"),
    "auto": ("auto_roll", "auto_pass", "auto_forced"),
    "time": ("reminders", "quiet", "time_zone"),
}
"""The settings in pages of so few that every platform shows all their rows."""


def welcome(texts: Texts) -> Screen:
    """The first minute: what can be done here, one press each."""
    play, challenge, chouette = (beginning(op, texts, Tone.PRIMARY) for op in BEGINNINGS)
    lines = tuple(texts(f"welcome.line.{op}") for op in BEGINNINGS)
    more = (_menu(texts, "help"), _menu(texts, "rules"), _menu(texts, "settings"))
    rows = ((play, _menu(texts, "how_long")), (challenge,), (chouette,), more)
    return Screen(texts("welcome.headline"), lines, rows=rows)


def how_long(texts: Texts) -> Screen:
    """A match of another length, or a session, against the computer: each begins at one press."""
    lengths = tuple(
        Button(texts.n("button.points", length), str(MenuPress("play", str(length)))) for length in LENGTHS
    )
    presets = tuple(Button(texts(f"preset.{name}"), str(MenuPress("play", name))) for name in PRESET_BUTTONS)
    rows = (lengths[:3], lengths[3:], presets, (_menu(texts, "welcome"),))
    return Screen(texts("how_long.headline"), rows=rows)


def _menu(texts: Texts, op: str) -> Button:
    return Button(texts(f"button.menu.{op}"), str(MenuPress(op)))


def help_page(texts: Texts) -> Screen:
    """The commands, and how to play by pressing and by typing."""
    commands = (texts(f"help.command.{command}") for command in HELP)
    lines = (texts("help.how"), *commands, texts("help.typing"), texts("help.rules"), texts("help.usual"))
    return Screen(texts("help.headline"), lines, rows=((_menu(texts, "welcome"), _menu(texts, "rules")),))


def rules_page(texts: Texts, running: Rules | None) -> Screen:
    """The rules of the running game, if there is one, and those of backgammon."""
    lines = [*_agreed(texts, running), *(texts(f"page.rules.{name}") for name in RULES)]
    chouette = Button(texts("button.menu.chouette_rules"), str(MenuPress("rules", "chouette")))
    return Screen(texts("page.rules.headline"), tuple(lines), rows=((_menu(texts, "help"), chouette),))


def chouette_rules_page(texts: Texts, card: ChouetteRules) -> Screen:
    """The card of the running chouette, or the usual one, and the rules of the chouette."""
    first = texts("chouette.rules.card", card=card_in_brief(card, texts))
    lines = (first, *(texts(paragraph) for paragraph in CHOUETTE_RULES))
    backgammon = Button(texts("button.menu.rules"), str(MenuPress("rules", "backgammon")))
    return Screen(texts("chouette.rules.headline"), lines, rows=((_menu(texts, "help"), backgammon),))


def _agreed(texts: Texts, running: Rules | None) -> Iterator[str]:
    if running is not None:
        yield texts("page.rules.agreed", rules=" ".join(describe(running, texts)))


def settings_page(known: Known, texts: Texts, tab: str = "looks") -> Screen:
    """One's own settings, a row of buttons for each; the chosen one is marked."""
    chosen = {**known.person.settings, "language": known.person.language}
    names = SETTING_TABS[tab]
    rows: Rows = tuple(_setting_row(texts, name, chosen.get(name)) for name in names)
    lines = [texts(f"setting.{name}") for name in names]
    if tab == "looks":
        lines.append(texts("settings.room_board"))
    if tab == "time" and chosen.get("time_zone"):
        lines.append(texts("settings.zone", zone=chosen["time_zone"]))
    tabs = tuple(_tab(texts, one, chosen=one == tab) for one in SETTING_TABS)
    headline = texts("settings.headline")
    return Screen(headline, tuple(lines), rows=(*rows, (*tabs, _menu(texts, "welcome"))), quiet=True)


def _tab(texts: Texts, tab: str, *, chosen: bool) -> Button:
    tone = Tone.PRIMARY if chosen else Tone.PLAIN
    return Button(texts(f"settings.tab.{tab}"), str(MenuPress("settings", tab)), tone)


def tab_of(setting: str) -> str:
    """The page of the settings on which a setting stands."""
    return next(tab for tab, names in SETTING_TABS.items() if setting in names)


def _setting_row(texts: Texts, name: str, chosen: object) -> tuple[Button, ...]:
    values = SETTINGS[name]
    held = next((said for said, value in values.items() if value == chosen), next(iter(values)))
    return tuple(
        Button(
            texts("setting.chosen", value=texts(f"setting.{name}.{said}"))
            if said == held
            else texts(f"setting.{name}.{said}"),
            str(MenuPress("set", f"{name}={said}")),
            Tone.GOOD if said == held else Tone.PLAIN,
        )
        for said in values
    )


def setting_change(arg: str) -> dict[str, str | bool | None] | None:
    """The change behind a button of the settings page ("theme=dark"); None for what is on none."""
    name, _, said = arg.partition("=")
    values = SETTINGS.get(name, {})
    return {name: values[said]} if said in values else None


def game_line(number: int, table: Table, person: PersonId, texts: Texts, *, waits: bool) -> str:
    """One of a person's games in a list: against whom, how it stands, whether it waits for this person."""
    state = table.state
    stands = texts("games.score" if isinstance(state, Paper) else "games.chouette")
    if isinstance(state, Match):
        stands = standing(Told(table, texts))
    return texts("games.waiting" if waits else "games.line", number=number, game=stands)
