"""How long a person waits: from the command to the page, and from the first press to the first board.

Run ``python -m benchmarks.start [--rounds N]``. The whole process of ``python -m bot run`` on a new database
(the first round) and on one that is there; goal: serving after at most 1.5 s. Other commands beside it.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import tempfile
import time
from pathlib import Path

from tests.support.process import launch, serving
from tests.support.web_client import WebClient

GOAL_S = 1.5
COMMANDS = (("--version",), ("position", "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"), ("doctor",))


async def start(folder: Path) -> tuple[float, float, float]:
    """Seconds until it serves, of these on a processor, and from the first command of a person who is quick
    to the first board.
    """
    async with serving(folder, log_level="warning", computer_pace_s=0) as service:
        used = service.cpu_s()
        async with WebClient(service.address) as client:
            await client.enter("Anna")
            begun = time.perf_counter()
            await client.send({"type": "command", "id": "99", "chat": "direct", "name": "play", "args": "1"})
            board = await client.hear("message", lambda heard: "picture" in heard["message"])
            name = board["message"]["picture"]["name"]
            async with client.http.get(f"{service.address}/picture/{name}.png") as answer:
                assert answer.status == 200
                await answer.read()
            waited = time.perf_counter() - begun
        status, said = await service.stop()
        assert status == 0, said
    return service.took, used, waited


async def command(folder: Path, *arguments: str) -> float:
    """Seconds that a whole command takes."""
    begun = time.perf_counter()
    status, said = await (await launch(folder, *arguments)).end()
    assert status == 0, said
    return time.perf_counter() - begun


async def main(rounds: int) -> None:
    """Everything, interleaved."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        fresh, _, first = await start(folder)
        found = [await start(folder) for _ in range(rounds)]
        others = {one[0]: [await command(folder, *one) for _ in range(rounds)] for one in COMMANDS}
    took, used, waited = (statistics.median(values) for values in zip(*found, strict=True))
    print(f"start → serving, fresh database    {fresh:6.2f} s")
    print(f"start → serving, median of {rounds:<3}     {took:6.2f} s  ({took / GOAL_S:.2f} of the goal)")
    print(f"  of that on a processor           {used:6.2f} s")
    print(f"first press → first board, median  {waited:6.2f} s")
    print(f"first press → first board, fresh   {first:6.2f} s")
    for told, seconds in others.items():
        print(f"chouette {told:12}              {statistics.median(seconds):6.2f} s")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=5)
    asyncio.run(main(parser.parse_args().rounds))
