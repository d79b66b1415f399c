"""Our own stand-in for the Telegram Bot API, stricter than the platform, for tests over loopback."""

from tests.support.standin import FaultKind, StandInClock
from tests.support.telegram.backend import Press
from tests.support.telegram.people import InlineAnswer, Person
from tests.support.telegram.rates import Limits
from tests.support.telegram.rooms import Room
from tests.support.telegram.server import TelegramApi
from tests.support.telegram.world import Message

__all__ = [
    "FaultKind",
    "InlineAnswer",
    "Limits",
    "Message",
    "Person",
    "Press",
    "Room",
    "StandInClock",
    "TelegramApi",
]
