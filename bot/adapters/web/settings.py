"""Where the page is served and who may reach it; the errors when it cannot be.

Reads no environment: the composition root hands the values in.
"""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass
from urllib.parse import urlsplit


class WebError(Exception):
    """The page cannot be served; the message is one sentence for the operator."""


class NotLocal(WebError):
    """An address that others can reach was given without saying that this is meant."""

    def __init__(self, host: str) -> None:
        super().__init__(
            f"BOT_WEB_HOST={host} would open the page to everybody who can reach this machine; "
            "set BOT_WEB_OPEN=true if that is meant, or use 127.0.0.1."
        )


class AddressInUse(WebError):
    """Something else listens at the address."""

    def __init__(self, host: str, port: int) -> None:
        super().__init__(
            f"Port {port} on {host} is taken: another program, perhaps another Chouette, is serving there; "
            "stop it or choose another port with BOT_WEB_PORT."
        )


class NoSuchAddress(WebError):
    """The address cannot be listened at, for another reason."""

    def __init__(self, host: str, port: int, reason: str) -> None:
        super().__init__(f"The page cannot be served on {host} port {port}: {reason}.")


@dataclass(frozen=True, slots=True)
class WebSettings:
    """``port`` 0 takes a free one. ``open_to_network`` allows a host that is not loopback. ``public_origin``
    is the address that browsers use behind a proxy, such as ``https://backgammon.example``. ``rooms``: how
    many there may be. A page that says nothing for ``hello_s`` after it has come is sent away.
    """

    host: str = "127.0.0.1"
    port: int = 8080
    open_to_network: bool = False
    public_origin: str | None = None
    rooms: int = 400
    hello_s: float = 10.0

    @property
    def local(self) -> bool:
        """Whether only this machine can reach the page."""
        return is_loopback(self.host)

    @property
    def own(self) -> bool:
        """Whether whoever sees the page sits at this machine: it listens to no other, and no proxy stands
        before it, behind which everybody seems to come from here.
        """
        return self.local and self.public_origin is None

    def check(self) -> None:
        """Raise ``NotLocal`` unless the address is loopback or meant to be open."""
        if not self.local and not self.open_to_network:
            raise NotLocal(self.host)

    def knows_host(self, host: str) -> bool:
        """Whether a request's Host header may be ours: a page of another name that resolves to this machine
        (DNS rebinding) must not get in.
        """
        if self.public_origin and host == urlsplit(self.public_origin).netloc:
            return True
        return not self.local or is_loopback(_hostname(host))

    def source(self, peer: str | None, forwarded: str | None) -> str | None:
        """The network that a visitor comes from (of IPv6 the /64 that one household has); None where that
        tells nobody from another. Behind a proxy it is the last that ``X-Forwarded-For`` names, which the
        proxy has written; who comes past the proxy is not told from others.
        """
        if self.own:
            return None
        named = peer if self.public_origin is None else (forwarded or "").rpartition(",")[2].strip()
        try:
            address = ipaddress.ip_address(named or "")
        except ValueError:
            return None
        return str(ipaddress.ip_network((address, 32 if address.version == 4 else 64), strict=False))

    def knows_origin(self, origin: str | None, host: str) -> bool:
        """Whether a WebSocket comes from our own page."""
        if not origin:
            return False
        return origin == self.public_origin or urlsplit(origin).netloc == host


def is_loopback(host: str) -> bool:
    """Whether a host name or address means this very machine."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _hostname(host: str) -> str:
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""
