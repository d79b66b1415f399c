"""The service's own refusals, beside those of the rules."""

from __future__ import annotations


class Refused(Exception):
    """A code and facts, as ``RuleViolation`` for those of the rules."""

    def __init__(self, code: str, **facts: str | int) -> None:
        self.code, self.facts = code, facts
        super().__init__(code, facts)
