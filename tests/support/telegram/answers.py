"""Methods that answer presses and inline queries.

Must not know: HTTP; where the answers are shown.
"""

from tests.support.telegram import limits
from tests.support.telegram.backend import CALLBACK_WINDOW, INLINE_WINDOW, Backend, Method, Result
from tests.support.telegram.errors import bad_request
from tests.support.telegram.messages import resolve_file, text_of
from tests.support.telegram.params import Params

TOO_OLD = "query is too old and response timeout expired or query ID is invalid"


async def answer_callback_query(backend: Backend, params: Params) -> Result:
    text = params.text("text")
    if text is not None and len(text) > limits.CALLBACK_ANSWER:
        raise bad_request("MESSAGE_TOO_LONG", blame=True)
    press = backend.presses.get(params.text("callback_query_id") or "")
    if press is None or (not press.answered and backend.clock.now() - press.at > CALLBACK_WINDOW):
        raise bad_request(TOO_OLD)
    press.answers += 1
    if not press.answered:
        press.answered_after = backend.clock.now() - press.at
        press.text, press.alert, press.url = text or None, params.flag("show_alert"), params.text("url")
        press.answered = True
    return True


async def answer_inline_query(backend: Backend, params: Params) -> Result:
    query = backend.inline.get(params.text("inline_query_id") or "")
    results = params.get("results")
    if not isinstance(results, list) or len(results) > 50:
        raise bad_request("RESULTS_TOO_MUCH", blame=True)
    ids = [str(result.get("id", "")) for result in results]
    if len(set(ids)) != len(ids):
        raise bad_request("RESULT_ID_DUPLICATE", blame=True)
    if any(not 1 <= len(number.encode()) <= 64 for number in ids):
        raise bad_request("RESULT_ID_INVALID", blame=True)
    for result in results:
        limits.keyboard(result.get("reply_markup"))
        if "input_message_content" in result:
            content = result["input_message_content"]
            text_of({"text": content.get("message_text"), **content})
        if "photo_file_id" in result:
            resolve_file(backend, "photo", result["photo_file_id"], params, "")
    button = params.get("button") or {}
    if "start_parameter" in button and not limits.START.fullmatch(button["start_parameter"]):
        raise bad_request("START_PARAM_INVALID", blame=True)
    if len((params.text("next_offset") or "").encode()) > 64:
        raise bad_request("NEXT_OFFSET_INVALID", blame=True)
    if query is None or backend.clock.now() - query.at > INLINE_WINDOW:
        raise bad_request(TOO_OLD)
    query.options = {name: value for name, value in params.values.items() if name != "results"}
    query.results = results
    return True


METHODS: dict[str, Method] = {
    "answerCallbackQuery": answer_callback_query,
    "answerInlineQuery": answer_inline_query,
}
