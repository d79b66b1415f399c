"""Interactions: one use of a command, button, select or modal, its deadlines, and the answers to it.

Must not know: HTTP framing; how people start one (`people.py`).
"""

import secrets
from dataclasses import dataclass, field
from enum import IntEnum

from tests.support.discord.backend import Answer, Backend, Handler, Request, Route
from tests.support.discord.commands import check_choice
from tests.support.discord.errors import (
    Refusal,
    already_acknowledged,
    invalid,
    token_expired,
    unknown_interaction,
    unknown_message,
    unknown_webhook,
)
from tests.support.discord.limits import check_modal
from tests.support.discord.messages import EPHEMERAL, LOADING, V2, Message
from tests.support.discord.world import Channel, Guild, User
from tests.support.standin import Json

FIRST_ANSWER, TOKEN_LIFE = 3.0, 15 * 60.0  # seconds
FOREIGN_FOLLOWUPS = 5


class Kind(IntEnum):
    COMMAND = 2
    COMPONENT = 3
    AUTOCOMPLETE = 4
    MODAL = 5


class Reply(IntEnum):
    MESSAGE = 4
    DEFERRED = 5
    DEFERRED_UPDATE = 6
    UPDATE = 7
    CHOICES = 8
    MODAL = 9


ALLOWED = {
    Kind.COMMAND: {Reply.MESSAGE, Reply.DEFERRED, Reply.MODAL},
    Kind.COMPONENT: {Reply.MESSAGE, Reply.DEFERRED, Reply.DEFERRED_UPDATE, Reply.UPDATE, Reply.MODAL},
    Kind.AUTOCOMPLETE: {Reply.CHOICES},
    Kind.MODAL: {Reply.MESSAGE, Reply.DEFERRED, Reply.DEFERRED_UPDATE, Reply.UPDATE},
}


@dataclass(slots=True, eq=False)
class Interaction:
    """What a person did, and what came of it on his screen."""

    id: int
    kind: Kind
    user: User
    channel: Channel
    data: Json
    at: float
    guild: Guild | None = None
    message: Message | None = None  # with the button that was pressed
    foreign: bool = False  # in a server where the bot is not: only the token reaches it
    forced_private: bool = False
    option_type: int = 3  # of the option that is completed
    token: str = field(default_factory=lambda: "aW50ZXJhY3Rpb24" + secrets.token_urlsafe(24))
    reply: Reply | None = None
    answered_after: float = 0.0
    original: Message | None = None
    followups: list[Message] = field(default_factory=list)
    choices: list[Json] | None = None
    modal: Json | None = None

    @property
    def acknowledged(self) -> bool:
        return self.reply is not None

    @property
    def settled(self) -> bool:
        """Acknowledged, and no longer "thinking"; what said so may have been deleted."""
        original = self.original
        thinks = original is not None and original.loading and not original.deleted
        return self.acknowledged and not thinks

    @property
    def private(self) -> bool:
        """The answer is for the person's eyes only."""
        return self.original is not None and self.original.ephemeral_to is not None

    @property
    def text(self) -> str:
        """Of the first answer that is a message of its own."""
        return self.original.text if self.original else ""


async def callback(backend: Backend, request: Request) -> Answer:
    interaction = backend.interactions.get(request.number("interaction_id"))
    if interaction is None or interaction.token != request.path["interaction_token"]:
        raise unknown_interaction()
    if interaction.acknowledged:
        raise already_acknowledged()
    waited = backend.clock.now() - interaction.at
    if waited > FIRST_ANSWER:
        raise unknown_interaction()
    body = request.body or {}
    kind = body.get("type")
    if kind not in ALLOWED[interaction.kind]:
        raise invalid("type", f"no answer of type {kind} to an interaction of type {interaction.kind}")
    _answers[Reply(kind)](backend, interaction, body.get("data") or {}, request)
    interaction.reply, interaction.answered_after = Reply(kind), waited
    backend.pulse.beat()
    if request.query.get("with_response") in ("1", "true"):
        return 200, _callback_json(interaction)
    return 204, None


def _callback_json(interaction: Interaction) -> Json:
    shown: Json = {"id": str(interaction.id), "type": int(interaction.kind)}
    message = interaction.original
    resource: Json = {"type": int(interaction.reply or 0)}
    if message is not None and interaction.reply in (Reply.MESSAGE, Reply.DEFERRED, Reply.UPDATE):
        shown |= {
            "response_message_id": str(message.id),
            "response_message_loading": message.loading,
            "response_message_ephemeral": message.ephemeral_to is not None,
        }
        resource["message"] = message.json()
    return {"interaction": shown, "resource": resource}


def _answer_message(backend: Backend, interaction: Interaction, data: Json, request: Request) -> None:
    draft = backend.composer.compose(data, request.uploads)
    private = bool(draft.flags & EPHEMERAL) or interaction.forced_private
    interaction.original = backend.post(
        interaction.channel,
        backend.bot,
        draft,
        ephemeral_to=interaction.user if private else None,
        by_interaction=interaction.id,
    )


def _answer_deferred(backend: Backend, interaction: Interaction, data: Json, request: Request) -> None:
    flags = data.get("flags") or 0
    if set(data) - {"flags"} or flags & ~EPHEMERAL:
        raise invalid("data", "a deferral takes no flag but EPHEMERAL")
    private = bool(flags & EPHEMERAL) or interaction.forced_private
    interaction.original = backend.post(
        interaction.channel,
        backend.bot,
        None,
        flags=LOADING | (EPHEMERAL if private else 0),
        ephemeral_to=interaction.user if private else None,
        by_interaction=interaction.id,
    )


def _answer_deferred_update(backend: Backend, interaction: Interaction, data: Json, request: Request) -> None:
    interaction.original = _source(interaction)


def _answer_update(backend: Backend, interaction: Interaction, data: Json, request: Request) -> None:
    message = _source(interaction)
    backend.composer.compose(data, request.uploads, message).fill(message, backend.users)
    interaction.original = message
    backend.edited(message)


def _source(interaction: Interaction) -> Message:
    if interaction.message is None:
        raise invalid("type", "there is no message to update")
    if interaction.message.deleted:
        raise unknown_message()
    return interaction.message


def _answer_choices(backend: Backend, interaction: Interaction, data: Json, request: Request) -> None:
    choices = data.get("choices") or []
    if len(choices) > 25:
        raise invalid("data.choices", "Must be 25 or fewer in length.")
    for choice in choices:
        check_choice(choice, interaction.option_type)
    interaction.choices = choices


def _answer_modal(backend: Backend, interaction: Interaction, data: Json, request: Request) -> None:
    check_modal(data)
    interaction.modal = data


_answers = {
    Reply.MESSAGE: _answer_message,
    Reply.DEFERRED: _answer_deferred,
    Reply.DEFERRED_UPDATE: _answer_deferred_update,
    Reply.UPDATE: _answer_update,
    Reply.CHOICES: _answer_choices,
    Reply.MODAL: _answer_modal,
}


# What the token allows afterwards


def _by_token(backend: Backend, request: Request) -> Interaction:
    interaction = backend.by_token.get(request.path["webhook_token"])
    if interaction is None or request.number("webhook_id") != backend.bot.id:
        raise unknown_webhook()
    if backend.clock.now() - interaction.at > TOKEN_LIFE:
        raise token_expired()
    if not interaction.acknowledged or interaction.kind is Kind.AUTOCOMPLETE:
        raise unknown_webhook()
    return interaction


async def followup(backend: Backend, request: Request) -> Answer:
    interaction = _by_token(backend, request)
    body = request.body or {}
    original = interaction.original
    if interaction.reply is Reply.DEFERRED and original is not None and original.loading:
        _fill(backend, original, body, request)
        return 200, original.json()
    if interaction.foreign and len(interaction.followups) >= FOREIGN_FOLLOWUPS:
        raise Refusal(400, 40094, "This interaction has reached the maximum number of follow-up messages")
    draft = backend.composer.compose(body, request.uploads)
    private = bool(draft.flags & EPHEMERAL) or interaction.forced_private
    message = backend.post(
        interaction.channel,
        backend.bot,
        draft,
        ephemeral_to=interaction.user if private else None,
        by_interaction=interaction.id,
    )
    interaction.followups.append(message)
    return 200, message.json()


def _fill(backend: Backend, message: Message, body: Json, request: Request) -> None:
    """The content that a deferral waited for; its ephemerality stays as it was."""
    kept = message.flags & EPHEMERAL
    wanted = (body.get("flags") or 0) & V2
    draft = backend.composer.compose(body | {"flags": wanted}, request.uploads, flags=kept)
    draft.fill(message, backend.users)
    backend.edited(message)


def _named(interaction: Interaction, request: Request) -> Message:
    name = request.path.get("message_id", "@original")
    if name == "@original":
        message = interaction.original
    else:
        reachable = [*interaction.followups, interaction.original]
        message = next((known for known in reachable if known is not None and str(known.id) == name), None)
    if message is None or message.deleted:
        raise unknown_message()
    return message


async def get_message(backend: Backend, request: Request) -> Answer:
    return 200, _named(_by_token(backend, request), request).json()


async def edit_message(backend: Backend, request: Request) -> Answer:
    message = _named(_by_token(backend, request), request)
    body = request.body or {}
    if message.loading:
        _fill(backend, message, body, request)
    else:
        backend.composer.compose(body, request.uploads, message).fill(message, backend.users)
        backend.edited(message)
    return 200, message.json()


async def delete_message(backend: Backend, request: Request) -> Answer:
    backend.delete(_named(_by_token(backend, request), request))
    return 204, None


def _route(name: str, method: str, path: str, handler: Handler) -> Route:
    template = "/webhooks/{webhook_id}/{webhook_token}" + path
    return Route(name, method, template, handler, with_token=False, major="webhook_token")


ROUTES: list[Route] = [
    Route(
        "callback",
        "POST",
        "/interactions/{interaction_id}/{interaction_token}/callback",
        callback,
        with_token=False,
        major="interaction_token",
    ),
    _route("followup", "POST", "", followup),
    _route("get_original", "GET", "/messages/@original", get_message),
    _route("edit_original", "PATCH", "/messages/@original", edit_message),
    _route("delete_original", "DELETE", "/messages/@original", delete_message),
    _route("get_followup", "GET", "/messages/{message_id}", get_message),
    _route("edit_followup", "PATCH", "/messages/{message_id}", edit_message),
    _route("delete_followup", "DELETE", "/messages/{message_id}", delete_message),
]
