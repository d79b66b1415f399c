"""Our own stand-in for Discord's REST API and gateway, stricter than the platform, on loopback."""

from tests.support.discord.interactions import Interaction
from tests.support.discord.messages import Message
from tests.support.discord.people import Person, Window
from tests.support.discord.places import Server
from tests.support.discord.rates import Rates
from tests.support.discord.rates import Window as RateWindow
from tests.support.discord.server import DiscordApi
from tests.support.discord.world import Channel
from tests.support.standin import FaultKind, StandInClock

__all__ = [
    "Channel",
    "DiscordApi",
    "FaultKind",
    "Interaction",
    "Message",
    "Person",
    "RateWindow",
    "Rates",
    "Server",
    "StandInClock",
    "Window",
]
