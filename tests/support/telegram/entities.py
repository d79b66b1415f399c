"""HTML formatting of the Bot API turned into plain text and entities, refusing what Telegram refuses.

Follows the parser in tdlib (`parse_html` in MessageEntity.cpp): the same tags, the same error texts, byte
offsets in errors, UTF-16 offsets in entities. Must not know: messages, chats, limits.
"""

import re
from collections.abc import Iterator
from html import unescape

from tests.support.standin import Json
from tests.support.telegram.errors import Refusal, bad_request

_KINDS = {
    "b": "bold", "strong": "bold", "i": "italic", "em": "italic", "u": "underline", "ins": "underline",
    "s": "strikethrough", "strike": "strikethrough", "del": "strikethrough", "tg-spoiler": "spoiler",
    "span": "spoiler", "a": "text_link", "code": "code", "pre": "pre", "blockquote": "blockquote",
    "tg-emoji": "custom_emoji",
}  # fmt: skip
_NAME = re.compile(r"[^\s>]*")
_ATTRIBUTE = re.compile(r"""\s*([^\s=>]*)\s*(?:=\s*("[^"]*"|'[^']*'|[^\s>"']+))?""")
_KNOWN_REFERENCE = re.compile(r"&(?:lt|gt|amp|quot|#[0-9]+|#x[0-9a-fA-F]+);")
_COMMANDS = re.compile(r"(?<![\w/])/([A-Za-z0-9_]{1,64})(@[A-Za-z0-9_]{3,32})?(?![\w/])")
_MENTIONS = re.compile(r"(?<!\w)@[A-Za-z][A-Za-z0-9_]{3,31}(?!\w)")


def utf16(text: str) -> int:
    """Length in UTF-16 code units, the unit of entity offsets and of the strictest reading of the limits."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def entities_of_typed_text(text: str) -> list[Json]:
    """What Telegram finds by itself in a text that a person typed: commands and mentions."""
    found = [("bot_command", hit) for hit in _COMMANDS.finditer(text)]
    found += [("mention", hit) for hit in _MENTIONS.finditer(text) if not _inside(hit, found)]
    return [
        {"type": kind, "offset": utf16(text[: hit.start()]), "length": utf16(hit.group())}
        for kind, hit in sorted(found, key=lambda pair: pair[1].start())
    ]


def _inside(hit: re.Match[str], others: list[tuple[str, re.Match[str]]]) -> bool:
    return any(other.start() <= hit.start() < other.end() for _, other in others)


def parse_html(source: str) -> tuple[str, list[Json]]:
    """Plain text (stripped as Telegram strips it) and entities; raises `Refusal`."""
    return _Parser(source).parse()


class _Parser:
    def __init__(self, source: str) -> None:
        self.source = source
        self.at = 0
        self.text: list[str] = []
        self.length = 0
        self.open: list[tuple[str, Json, int, int]] = []  # tag, entity, UTF-16 offset, index into text
        self.entities: list[Json] = []

    def parse(self) -> tuple[str, list[Json]]:
        while self.at < len(self.source):
            character = self.source[self.at]
            if character == "<":
                self._end_tag() if self.source.startswith("</", self.at) else self._start_tag()
            elif character == "&" and (known := _KNOWN_REFERENCE.match(self.source, self.at)):
                self._append(unescape(known.group()))
                self.at = known.end()
            else:
                self._append(character)
                self.at += 1
        if self.open:
            raise self._error(f'Can\'t find end tag corresponding to start tag "{self.open[-1][0]}"')
        return self._stripped()

    def _append(self, text: str) -> None:
        self.text.append(text)
        self.length += utf16(text)

    def _error(self, text: str) -> Refusal:
        return bad_request(f"can't parse entities: {text}", blame=True)

    def _offset(self, index: int) -> int:
        return len(self.source[:index].encode())

    def _start_tag(self) -> None:
        begin = self.at
        name = self._name(begin + 1)
        closed = self.source.find(">", begin)
        if closed < 0:
            raise self._error(f"Unclosed start tag at byte offset {self._offset(begin)}")
        if name not in _KINDS:
            raise self._error(f'Unsupported start tag "{name}" at byte offset {self._offset(begin)}')
        attributes = dict(self._attributes(name, begin))
        self.open.append((name, _entity(name, attributes), self.length, len(self.text)))
        if name == "span" and attributes.get("class") != "tg-spoiler":
            raise self._error(f'Tag "span" must have class "tg-spoiler" at byte offset {self._offset(begin)}')

    def _attributes(self, name: str, begin: int) -> Iterator[tuple[str, str]]:
        self.at = begin + 1 + len(name)
        while self.at < len(self.source):
            while self.at < len(self.source) and self.source[self.at].isspace():
                self.at += 1
            if self.source[self.at : self.at + 1] == ">":
                self.at += 1
                return
            found = _ATTRIBUTE.match(self.source, self.at)
            if found is None or not found.group(1) or found.end() == self.at:
                where = self._offset(begin)
                raise self._error(f'Empty attribute name in the tag "{name}" at byte offset {where}')
            self.at = found.end()
            yield found.group(1).lower(), unescape((found.group(2) or "").strip("\"'"))
        raise self._error(f"Unclosed start tag at byte offset {self._offset(begin)}")

    def _end_tag(self) -> None:
        begin = self.at
        name = self._name(begin + 2)
        self.at = begin + 2 + len(name)
        while self.source[self.at : self.at + 1].isspace():
            self.at += 1
        if self.source[self.at : self.at + 1] != ">":
            raise self._error(f"Unclosed end tag at byte offset {self._offset(begin)}")
        self.at += 1
        if not self.open:
            raise self._error(f"Unexpected end tag at byte offset {self._offset(begin)}")
        tag, entity, offset, _ = self.open.pop()
        if name not in ("", tag):
            where = self._offset(begin)
            raise self._error(
                f'Unmatched end tag at byte offset {where}, expected "</{tag}>", found "</{name}>"'
            )
        if entity and self.length > offset:
            self.entities.append({**entity, "offset": offset, "length": self.length - offset})

    def _name(self, start: int) -> str:
        found = _NAME.match(self.source, start)
        return found.group().lower() if found else ""

    def _stripped(self) -> tuple[str, list[Json]]:
        whole = "".join(self.text)
        left = utf16(whole) - utf16(whole.lstrip())
        text = whole.strip()
        size = utf16(text)
        kept = []
        for entity in self.entities:
            start = max(0, entity["offset"] - left)
            end = min(size, entity["offset"] + entity["length"] - left)
            if end > start:
                kept.append({**entity, "offset": start, "length": end - start})
        return text, sorted(kept, key=lambda entity: (entity["offset"], -entity["length"]))


def _entity(name: str, attributes: dict[str, str]) -> Json:
    if name == "a":
        return {"type": "text_link", "url": attributes["href"]} if attributes.get("href") else {}
    if name == "blockquote" and "expandable" in attributes:
        return {"type": "expandable_blockquote"}
    if name == "tg-emoji":
        return {"type": "custom_emoji", "custom_emoji_id": attributes.get("emoji-id", "")}
    return {"type": _KINDS[name]}
