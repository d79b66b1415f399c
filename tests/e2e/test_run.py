"""The service as its operator meets it: a process that serves, refuses, ends."""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
import sqlite3
from collections.abc import Callable
from contextlib import AsyncExitStack, closing
from pathlib import Path

import aiohttp
import pytest

from bot.app.ports import TableId
from bot.store.archive import read_log
from bot.store.reading import Reading
from bot.ui.press import TablePress, parse_press
from tests.support.page_players import Player, buttons, press_at, sit_down
from tests.support.process import launch, serving
from tests.support.raw_http import MALFORMED, send

GLANCE_S = 0.05


async def test_the_page_answers_and_a_signal_ends_the_service_cleanly(tmp_path: Path) -> None:
    async with serving(tmp_path) as service:
        async with aiohttp.ClientSession() as http, http.get(service.address) as answer:
            assert answer.status == 200
            assert "Chouette" in await answer.text()
        status, said = await service.stop()
        assert status == 0
        assert "Traceback" not in said


async def test_what_strangers_send_wrong_is_one_line_of_the_log_each_and_the_page_answers_on(
    tmp_path: Path,
) -> None:
    async with serving(tmp_path) as service:
        for sent in MALFORMED.values():
            for rudely in (True, False):
                await send(service.address, sent, rudely=rudely)
        async with aiohttp.ClientSession() as http, http.get(service.address) as answer:
            assert answer.status == 200
        status, said = await service.stop()
        assert (status, "Traceback" in said) == (0, False)
        told = [line for line in said.splitlines() if "a client sent no proper request" in line]
        assert 0 < len(told) <= 2 * len(MALFORMED)


async def test_a_second_service_on_the_same_database_is_refused_in_one_sentence(tmp_path: Path) -> None:
    async with serving(tmp_path) as service:
        status, said = await (await launch(tmp_path)).end()
        assert status == 2
        used = f"The database {tmp_path / 'chouette.sqlite'} is in use by process {service.process.pid}"
        assert said.splitlines() == [f"chouette: {used}; only one may serve it at a time."]


async def test_a_service_whose_database_another_has_taken_over_ends_in_one_sentence(tmp_path: Path) -> None:
    async with serving(tmp_path) as service:
        with closing(sqlite3.connect(tmp_path / "chouette.sqlite")) as another:
            another.execute("UPDATE lease SET fence = fence + 1")
            another.commit()
        status, said = await service.end()
    assert status == 2
    assert "Traceback" not in said.splitlines()[-1]
    assert said.splitlines()[-1].startswith("chouette: This process held the database")


async def test_a_taken_port_is_told_in_one_sentence(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        status, said = await (await launch(tmp_path, port=port)).end()
    assert status == 2
    (line,) = said.splitlines()
    assert line.startswith("chouette: ")
    assert str(port) in line


@pytest.mark.parametrize(
    "setting, value",
    [("log_level", "loud"), ("web_port", "many"), ("computer_pace_s", "-1"), ("web_host", "0.0.0.0")],  # noqa: S104
    ids=["no such level", "no number", "out of range", "open without being told to"],
)
async def test_a_wrong_setting_is_named_in_one_sentence(tmp_path: Path, setting: str, value: str) -> None:
    status, said = await (await launch(tmp_path, **{setting: value})).end()  # type: ignore[arg-type]
    assert status == 2
    (line,) = said.splitlines()
    assert line.startswith("chouette: ")
    assert f"BOT_{setting.upper()}" in line or value in line


async def test_a_signal_under_load_ends_within_ten_seconds_and_what_was_shown_is_stored(
    tmp_path: Path,
) -> None:
    shown: dict[str, int] = {}

    async def play(seats: tuple[Player, Player]) -> None:
        """Press without a pause until the line is closed; note each revision that a board showed."""
        with contextlib.suppress(ConnectionError, aiohttp.ClientError):
            while True:
                await press_at(seats)
                assert seats[0].board is not None
                for press in map(parse_press, buttons(seats[0].board).values()):
                    if isinstance(press, TablePress):
                        shown[press.table] = max(shown.get(press.table, 0), press.revision)

    async with serving(tmp_path) as service, AsyncExitStack() as stack:
        seats = [await sit_down(stack, service.address, number) for number in range(5)]
        playing = [asyncio.create_task(play(pair)) for pair in seats]
        await until(lambda: len(shown) == 5 and sum(shown.values()) > 50)
        begun = asyncio.get_running_loop().time()
        status, said = await service.stop()
        assert asyncio.get_running_loop().time() - begun < 10
        assert (status, "Traceback" in said) == (0, False)
        for task in playing:
            task.cancel()
        await asyncio.wait(playing)
    assert {table: await revision(tmp_path, table) >= seen for table, seen in shown.items()} == dict.fromkeys(
        shown, True
    )


async def revision(folder: Path, table: str) -> int:
    """The revision that is stored, once it is known to be the end of the log."""
    reading = await Reading.open(f"sqlite:///{folder / 'chouette.sqlite'}")
    stored, log = await reading.read(lambda conn: read_log(conn, TableId(table)))
    await reading.close()
    assert stored.revision == len(log)
    return stored.revision


async def test_a_killed_service_leaves_no_worker_behind(tmp_path: Path) -> None:
    async with serving(tmp_path) as service:
        await until(lambda: bool(workers_of(service.process.pid)))
        workers = workers_of(service.process.pid)
        await service.kill()
        await until(lambda: not any(map(runs, workers)))


async def until(fact: Callable[[], bool], within_s: float = 20) -> None:
    """Wait until something is so."""
    async with asyncio.timeout(within_s):
        while not fact():  # noqa: ASYNC110 - other processes set no event
            await asyncio.sleep(GLANCE_S)


def workers_of(pid: int) -> list[int]:
    """The engine workers that a process has started."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            parent = path.read_text().rpartition(")")[2].split()[1]
            if int(parent) == pid and b"spawn_main" in (path.parent / "cmdline").read_bytes():
                found.append(int(path.parent.name))
    return found


def runs(pid: int) -> bool:
    """Whether a process is there and has not ended."""
    try:
        os.kill(pid, 0)
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (ProcessLookupError, FileNotFoundError):
        return False
