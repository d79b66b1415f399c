"""A chat in memory: a real adapter of the same port, driven by the conversations of the tests.

Knows only the neutral screen and the ports; there is no game, clock or network in it.
"""

from bot.adapters.testchat.chat import TestChat
from bot.adapters.testchat.faults import Operation
from bot.adapters.testchat.messages import NoSuchButton, Place, Posted
from bot.adapters.testchat.person import Person

__all__ = ["NoSuchButton", "Operation", "Person", "Place", "Posted", "TestChat"]
