"""Discord's rules about messages that its OpenAPI document does not hold, and those it holds, by hand.

Written from the API documentation. They are checked for the whole message as it would be after the call. Must
not know: channels, interactions.
"""

from collections import Counter

from tests.support.discord.errors import Refusal, invalid
from tests.support.discord.messages import (
    BUTTON,
    CONTAINER,
    GALLERY,
    ROW,
    SECTION,
    SELECTS,
    TEXT,
    THUMBNAIL,
    V2,
    walk,
)
from tests.support.standin import Json

CONTENT, NONCE = 2000, 25
COMPONENTS, TEXTS = 40, 4000
EMBED_CHARACTERS = 6000
FILE_BYTES, REQUEST_BYTES, FILES = 10 * 1024 * 1024, 25 * 1024 * 1024, 10
LABEL, CUSTOM_ID, OPTIONS, PLACEHOLDER, DESCRIPTION = 80, 100, 25, 150, 1024


def check_message(content: str, embeds: list[Json], components: list[Json], flags: int, files: int) -> None:
    """Raises 50035 for a message that Discord does not take, 50006 for an empty one."""
    if flags & V2:
        if content or embeds:
            raise invalid("content", "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2")
    else:
        if len(content) > CONTENT:
            raise invalid("content", f"Must be {CONTENT} or fewer in length.")
        if any(component.get("type") != ROW for component in components):
            raise invalid("components", "only action rows without the flag IS_COMPONENTS_V2")
        if len(components) > 5:
            raise invalid("components", "Must be 5 or fewer in length.")
    _check_embeds(embeds)
    _check_components(components)
    if not (content or embeds or components or (files and not flags & V2)):
        raise Refusal(400, 50006, "Cannot send an empty message", blame=True)


def _check_embeds(embeds: list[Json]) -> None:
    if len(embeds) > 10:
        raise invalid("embeds", "Must be 10 or fewer in length.")
    total = 0
    for embed in embeds:
        texts = [embed.get("title"), embed.get("description"), (embed.get("footer") or {}).get("text")]
        texts += [(embed.get("author") or {}).get("name")]
        for entry in embed.get("fields") or []:
            texts += [entry["name"], entry["value"]]
        total += sum(len(text) for text in texts if text)
    if total > EMBED_CHARACTERS:
        raise invalid("embeds", f"Embed size exceeds maximum size of {EMBED_CHARACTERS}")


def _check_components(components: list[Json]) -> None:
    every = list(walk(components))
    if len(every) > COMPONENTS:
        raise invalid("components", f"COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED: {len(every)} of {COMPONENTS}")
    if sum(len(component["content"]) for component in every if component["type"] == TEXT) > TEXTS:
        raise invalid("components", f"COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED: more than {TEXTS}")
    for key, error in (("custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED"), ("id", "COMPONENT_ID_DUPLICATED")):
        used = Counter(component[key] for component in every if component.get(key))
        if twice := [name for name, count in used.items() if count > 1]:
            raise invalid("components", f"{error}: {twice[0]}")
    for component in every:
        _check_component(component)


def _check_component(component: Json) -> None:
    kind = component["type"]
    inner = component.get("components") or []
    kinds = [part["type"] for part in inner]
    custom = component.get("custom_id")
    if custom is not None and not 1 <= len(custom) <= CUSTOM_ID:
        raise invalid("custom_id", f"Must be between 1 and {CUSTOM_ID} in length.")
    if kind == ROW:
        buttons = kinds.count(BUTTON)
        if not inner or buttons > 5 or (buttons < len(kinds) and len(kinds) > 1):
            raise invalid("components", "an action row takes 1 to 5 buttons, or one select")
    elif kind == BUTTON:
        _check_button(component)
    elif kind in SELECTS:
        _check_select(component)
    elif kind == SECTION:
        if not 1 <= len(inner) <= 3 or set(kinds) != {TEXT} or not component.get("accessory"):
            raise invalid("components", "a section takes 1 to 3 text displays and one accessory")
    elif kind == CONTAINER:
        if not inner or CONTAINER in kinds or BUTTON in kinds:
            raise invalid("components", "a container takes components but no container and no bare button")
    elif kind == GALLERY:
        items = component.get("items") or []
        if not 1 <= len(items) <= 10 or any(len(i.get("description") or "") > DESCRIPTION for i in items):
            raise invalid("items", "a media gallery takes 1 to 10 items with at most 1024 characters each")
    elif kind == THUMBNAIL:
        if len(component.get("description") or "") > DESCRIPTION:
            raise invalid("description", f"Must be {DESCRIPTION} or fewer in length.")
    elif kind == TEXT and not component["content"]:
        raise invalid("content", "This field is required")


def _check_button(button: Json) -> None:
    if len(button.get("label") or "") > LABEL:
        raise invalid("label", f"Must be {LABEL} or fewer in length.")
    if not button.get("label") and not button.get("emoji") and button["style"] != 6:
        raise invalid("label", "A button must have a label or emoji")
    if button["style"] == 5:
        if not button.get("url") or button.get("custom_id"):
            raise invalid("url", "A link button must have a url and no custom id")
    elif button["style"] != 6 and (not button.get("custom_id") or button.get("url")):
        raise invalid("custom_id", "A button must have a custom id and no url")


def _check_select(select: Json) -> None:
    options = select.get("options") or []
    if select["type"] == 3:
        values = [option["value"] for option in options]
        if not 1 <= len(values) <= OPTIONS or len(set(values)) != len(values):
            raise invalid("options", f"Must have 1 to {OPTIONS} options with different values")
    if len(select.get("placeholder") or "") > PLACEHOLDER or not select.get("custom_id"):
        raise invalid(
            "placeholder", "a select needs a custom id, and a placeholder of at most 150 characters"
        )
    for option in options:
        for key in ("label", "value", "description"):
            if len(option.get(key) or "") > 100:
                raise invalid(f"options.{key}", "Must be 100 or fewer in length.")


def check_modal(modal: Json) -> None:
    parts = modal.get("components") or []
    if not 1 <= len(parts) <= 5:
        raise invalid("data.components", "a modal takes 1 to 5 components")
    if not 1 <= len(modal.get("title") or "") <= 45 or not 1 <= len(modal.get("custom_id") or "") <= 100:
        raise invalid("data.title", "title 1 to 45, custom id 1 to 100 characters")
    named = [component["custom_id"] for component in walk(parts) if component.get("custom_id")]
    if len(set(named)) != len(named):
        raise invalid("data.components", "COMPONENT_CUSTOM_ID_DUPLICATED")
    for component in walk(parts):
        if component["type"] not in (ROW, 4, 18, TEXT, *SELECTS):
            raise invalid("data.components", f"no component of type {component['type']} in a modal")
        if len(component.get("label") or "") > 45 and component["type"] in (4, 18):
            raise invalid("data.components.label", "Must be 45 or fewer in length.")
        if component["type"] == 18 and len(component.get("description") or "") > 100:
            raise invalid("data.components.description", "Must be 100 or fewer in length.")


def check_files(sizes: list[int], limit: int = FILE_BYTES) -> None:
    if len(sizes) > FILES:
        raise invalid("files", f"Must be {FILES} or fewer in length.")
    if any(size > limit for size in sizes) or sum(sizes) > REQUEST_BYTES:
        raise Refusal(413, 40005, "Request entity too large", blame=True)
