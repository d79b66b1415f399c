"""The page itself: its files, its words in the reader's language, and the headers that keep it closed."""

from __future__ import annotations

import hashlib
import html
import json
import re
from collections.abc import Callable, Mapping, Sequence
from importlib.resources import files

from aiohttp import web

PageTexts = Callable[[str], Mapping[str, str]]

PAGE_TEXTS = (
    "title",
    "lounge",
    "rooms",
    "new_room",
    "new_room_name",
    "open",
    "direct",
    "invite",
    "invite_copied",
    "leave_room",
    "here",
    "here_nobody",
    "menu",
    "name_title",
    "name_why",
    "name_label",
    "name_save",
    "name_change",
    "you",
    "messages",
    "board",
    "private",
    "dismiss",
    "actions",
    "input_label",
    "input_hint",
    "send",
    "suggestions",
    "online",
    "connecting",
    "offline",
    "to_newest",
    "to_messages",
    "older_picture",
    "picture_missing",
    "your_turn",
    "sound",
    "sound_on",
    "sound_off",
    "too_fast",
    "rooms_full",
    "rooms_yours",
    "failed",
    "no_answer",
    "empty",
    "keys_hint",
    "no_script",
)
"""The keys of the texts that the page needs."""

STATIC = {
    "style.css": "text/css",
    "app.js": "text/javascript",
    "socket.js": "text/javascript",
    "cards.js": "text/javascript",
    "speech.js": "text/javascript",
    "timeline.js": "text/javascript",
    "composer.js": "text/javascript",
    "rooms.js": "text/javascript",
    "dom.js": "text/javascript",
    "icon.svg": "image/svg+xml",
}

_SLOT = re.compile(r"\{\{(\w+)\}\}")


def closed_headers(host: str) -> dict[str, str]:
    """Headers of every answer: nothing from elsewhere, no frame, no guessing of types."""
    policy = (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
        f"connect-src 'self' ws://{host} wss://{host}; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
    return {
        "Content-Security-Policy": policy,
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "no-referrer",
        "Cross-Origin-Opener-Policy": "same-origin",
        "Cross-Origin-Resource-Policy": "same-origin",
    }


class PageFiles:
    """The page's files in memory, each with a tag, so that a browser asks again but loads once."""

    def __init__(self, page_texts: PageTexts, languages: Sequence[str]) -> None:
        folder = files("bot.adapters.web") / "static"
        self._languages = tuple(languages)
        self._static = {name: (folder / name).read_bytes() for name in STATIC}
        frame = (folder / "index.html").read_text("utf-8")
        self._texts = {language: _complete(language, page_texts(language)) for language in languages}
        self._index = {language: _filled(frame, language, self._texts[language]) for language in languages}

    def language(self, accepted: str | None) -> str:
        """The best of our languages for an Accept-Language header."""
        wanted = accepted_languages(accepted)
        ours = (tag.split("-")[0] for tag in wanted if tag.split("-")[0] in self._languages)
        return next(ours, self._languages[0])

    def locale(self, accepted: str | None) -> str | None:
        """The tag of an Accept-Language header that the service is told: the best of a language of ours, so
        that page and boards speak the same; else the best one.
        """
        wanted = accepted_languages(accepted)
        ours = (tag for tag in wanted if tag.split("-")[0] in self._languages)
        return next(ours, next(iter(wanted), None))

    def texts(self, language: str) -> Mapping[str, str]:
        """The page's words in one of our languages."""
        return self._texts[language]

    def index(self, language: str) -> web.Response:
        """The page in one of our languages."""
        headers = {"Cache-Control": "no-store", "Vary": "Accept-Language", "Content-Language": language}
        return web.Response(text=self._index[language], content_type="text/html", headers=headers)

    def file(self, request: web.Request) -> web.Response:
        """One of the page's other files."""
        name = request.match_info["name"]
        if name not in self._static:
            raise web.HTTPNotFound
        content = self._static[name]
        headers = {"Cache-Control": "no-cache", "ETag": f'"{hashlib.sha256(content).hexdigest()[:32]}"'}
        if request.headers.get("If-None-Match") == headers["ETag"]:
            return web.Response(status=304, headers=headers)
        return web.Response(body=content, content_type=STATIC[name], charset="utf-8", headers=headers)


def accepted_languages(header: str | None) -> list[str]:
    """The tags of an Accept-Language header in lower case, best first."""
    weighted = []
    for index, part in enumerate((header or "")[:500].split(",")):
        tag, _, weight = part.strip().partition(";q=")
        if re.fullmatch(r"[A-Za-z]{1,8}(-[A-Za-z0-9]{1,8})*", tag):
            weighted.append((-_weight(weight), index, tag.lower()))
    return [tag for _, _, tag in sorted(weighted)]


def _weight(text: str) -> float:
    try:
        return float(text or 1)
    except ValueError:
        return 0.0


def _complete(language: str, texts: Mapping[str, str]) -> Mapping[str, str]:
    if missing := [key for key in PAGE_TEXTS if not texts.get(key)]:
        raise ValueError(f"the page has no {language} text for {', '.join(missing)}")
    return {key: texts[key] for key in PAGE_TEXTS}


def _filled(frame: str, language: str, texts: Mapping[str, str]) -> str:
    words = {**texts, "language": language, "texts": json.dumps(dict(texts), ensure_ascii=False)}
    return _SLOT.sub(lambda slot: html.escape(words[slot[1]]), frame)
