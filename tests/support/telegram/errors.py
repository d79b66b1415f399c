"""Refusals of the Bot API: status, text and parameters, in the words of the public Bot API server.

Must not know: HTTP. `blame` marks a refusal that a correct bot never gets: it becomes a violation.
"""

from tests.support.standin import Json


class Refusal(Exception):
    def __init__(self, code: int, text: str, *, blame: bool = False, parameters: Json | None = None) -> None:
        super().__init__(text)
        self.code = code
        self.text = text
        self.blame = blame
        self.parameters = parameters


def bad_request(text: str, *, blame: bool = False, parameters: Json | None = None) -> Refusal:
    return Refusal(400, f"Bad Request: {text}", blame=blame, parameters=parameters)


def forbidden(text: str) -> Refusal:
    return Refusal(403, f"Forbidden: {text}")


def conflict(text: str) -> Refusal:
    return Refusal(409, f"Conflict: {text}")


def too_many(wait: int) -> Refusal:
    return Refusal(429, f"Too Many Requests: retry after {wait}", parameters={"retry_after": wait})
