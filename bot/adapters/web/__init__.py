"""The local web page as a chat platform: rooms, direct chats, names, live over a WebSocket.

Knows screens and ports, nothing of backgammon.
"""

from bot.adapters.web.adapter import WebAdapter
from bot.adapters.web.chats import PLATFORM
from bot.adapters.web.hints import CommandHint
from bot.adapters.web.history import MemoryHistory, Record, WebHistory
from bot.adapters.web.page import PAGE_TEXTS
from bot.adapters.web.settings import AddressInUse, NotLocal, WebError, WebSettings
from bot.adapters.web.speech import Wishes

__all__ = [
    "PAGE_TEXTS",
    "PLATFORM",
    "AddressInUse",
    "CommandHint",
    "MemoryHistory",
    "NotLocal",
    "Record",
    "WebAdapter",
    "WebError",
    "WebHistory",
    "WebSettings",
    "Wishes",
]
