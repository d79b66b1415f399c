"""Refusals of Discord's API: HTTP status, code and message as the documentation lists them.

Must not know: HTTP. `blame` marks a refusal that a correct bot never gets: it becomes a violation.
"""

from tests.support.standin import Json


class Refusal(Exception):
    def __init__(
        self, status: int, code: int, text: str, *, blame: bool = False, body: Json | None = None
    ) -> None:
        super().__init__(text)
        self.status = status
        self.code = code
        self.text = text
        self.blame = blame
        self.body: Json = {"message": text, "code": code} | (body or {})


def invalid(where: str, text: str) -> Refusal:
    """50035 with the tree of errors that discord.py prints."""
    tree: Json = {"_errors": [{"code": "INVALID", "message": text}]}
    for part in reversed([part for part in where.split(".") if part]):
        tree = {part: tree}
    return Refusal(400, 50035, f"Invalid Form Body: {where}: {text}", blame=True, body={"errors": tree})


def unauthorised() -> Refusal:
    return Refusal(401, 0, "401: Unauthorized")


def unknown_interaction() -> Refusal:
    return Refusal(404, 10062, "Unknown interaction")


def already_acknowledged() -> Refusal:
    return Refusal(400, 40060, "Interaction has already been acknowledged.")


def unknown_webhook() -> Refusal:
    return Refusal(404, 10015, "Unknown Webhook")


def token_expired() -> Refusal:
    return Refusal(401, 50027, "Invalid Webhook Token")


def unknown_message() -> Refusal:
    return Refusal(404, 10008, "Unknown Message")


def unknown_channel() -> Refusal:
    return Refusal(404, 10003, "Unknown Channel")


def missing_access() -> Refusal:
    return Refusal(403, 50001, "Missing Access")


def missing_permissions() -> Refusal:
    return Refusal(403, 50013, "Missing Permissions")


def closed_to_you() -> Refusal:
    return Refusal(403, 50007, "Cannot send messages to this user")


def not_the_author() -> Refusal:
    return Refusal(403, 50005, "Cannot edit a message authored by another user")


def too_many(seconds: float, *, everywhere: bool) -> Refusal:
    wait = max(0.001, round(seconds, 3))
    body = {"retry_after": wait, "global": everywhere}
    return Refusal(429, 0, "You are being rate limited.", body=body)
