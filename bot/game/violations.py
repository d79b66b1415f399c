"""Refusals of the rules: a code and facts, never a sentence for people."""

from __future__ import annotations

from collections.abc import Mapping

Fact = str | int


class RuleViolation(Exception):
    """An action that the rules do not allow; the state is as it was.

    ``code`` names the rule broken (a key of the text catalogue), ``facts`` what the sentence needs.
    """

    def __init__(self, code: str, facts: Mapping[str, Fact] | None = None) -> None:
        self.code = code
        self.facts: Mapping[str, Fact] = dict(facts or {})
        super().__init__(code, self.facts)

    def __str__(self) -> str:
        told = ", ".join(f"{name}={value!r}" for name, value in self.facts.items())
        return f"{self.code} ({told})" if told else self.code


class BadInput(RuleViolation, ValueError):
    """A value that no constructor or parser accepts: quotes the input, names the rule broken."""
