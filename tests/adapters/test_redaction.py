import logging

import pytest

from bot.adapters.redaction import HIDDEN, Redaction

TOKEN = "123456789:" + "AAhushhushhushhushhushhushhushhush"


def written(redaction: Redaction, record: logging.LogRecord) -> str:
    assert redaction.filter(record)
    return logging.Formatter().format(record)


def record(message: str, *args: object, error: BaseException | None = None) -> logging.LogRecord:
    told = (type(error), error, error.__traceback__) if error else None
    return logging.LogRecord("test", logging.INFO, __file__, 1, message, args, told)


@pytest.mark.parametrize(
    "message, args",
    [
        ("POST https://api.telegram.org/bot%s/getMe", (TOKEN,)),
        (f"{TOKEN} was rejected", ()),
        ("half of it: %s", (TOKEN.partition(":")[2],)),
        ("%r", ({"token": TOKEN},)),
    ],
)
def test_a_secret_is_hidden_wherever_it_stands_in_a_line(message: str, args: tuple[object, ...]) -> None:
    text = written(Redaction([TOKEN, None, ""]), record(message, *args))
    assert "hush" not in text
    assert HIDDEN in text


def test_a_line_whose_arguments_do_not_fit_is_told_without_its_secrets() -> None:
    text = written(Redaction([TOKEN]), record("%d calls of %s", TOKEN))
    assert "calls of" in text
    assert "hush" not in text


def test_a_token_that_nobody_named_is_known_by_its_form() -> None:
    assert "hush" not in written(Redaction(), record("see %s", TOKEN))


def test_a_secret_in_a_traceback_is_hidden() -> None:
    try:
        raise ValueError(TOKEN)
    except ValueError as error:
        text = written(Redaction([TOKEN]), record("failed", error=error))
    assert "ValueError" in text
    assert "hush" not in text


def test_other_lines_stay_as_they_are() -> None:
    line = record("%d updates at %s", 5, "12:30")
    assert written(Redaction([TOKEN, "short"]), line) == "5 updates at 12:30"
    assert line.args == (5, "12:30")


def test_neither_the_filter_nor_its_repr_tells_what_it_hides() -> None:
    assert "hush" not in repr(Redaction([TOKEN]))


def test_an_installed_filter_guards_all_handlers_and_quietens_who_logs_addresses() -> None:
    logger, handler = logging.Logger("own"), logging.Handler()
    logger.addHandler(handler)
    redaction = Redaction([TOKEN])
    redaction.install(logger)
    assert handler.filters == [redaction]
    assert logging.getLogger("httpx").level == logging.WARNING
