"""Plain text, made so that Discord shows it as it is.

A backslash before any punctuation mark makes Discord show that mark; letters and digits are left alone.
Nobody is called by a text in any case: messages allow no mentions but those of their own list.
"""

from __future__ import annotations

import re

_MARKS = re.compile(r"[\\*_~`|<>\[\]#]|:(?=//)")
_BULLET = re.compile(r"^(\s*)([-+])", re.MULTILINE)
_NUMBER = re.compile(r"^(\s*\d+)\.", re.MULTILINE)


def escaped(text: str) -> str:
    """The text without any meaning as markup: no styles, quotes, headings, lists, links, mentions, emoji."""
    quiet = _MARKS.sub(lambda mark: "\\" + mark.group(), text)
    return _BULLET.sub(r"\1\\\2", _NUMBER.sub(r"\1\\.", quiet))


def fixed(lines: tuple[str, ...], length: int) -> str:
    """Lines in a block in which every character has the same width; a fence inside cannot end it."""
    body = "\n".join(lines).replace("```", "`\u200b`\u200b`")
    return f"```\n{cut(body, length - 8)}\n```"


def cut(text: str, length: int) -> str:
    """At most so many characters, with an ellipsis where something is missing."""
    return text if len(text) <= length else text[: length - 1] + "…"
