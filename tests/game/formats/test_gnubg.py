"""What we write, read by GNU Backgammon itself, as a separate program; skipped where it is not installed."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from bot.game.formats.gnubg_ids import format_gnubg_match_id, format_gnubg_position_id
from bot.game.formats.mat import MatMatch, Wins, write_mat
from bot.game.formats.mat_check import check_match
from bot.game.formats.position_info import PositionInfo
from bot.game.formats.xgid import format_xgid, parse_xgid
from bot.game.side import Side
from tests.support.mat_games import random_mat

GNUBG = shutil.which("gnubg", path=f"{os.environ.get('PATH', '')}:/usr/games")
pytestmark = pytest.mark.skipif(
    GNUBG is None, reason="GNU Backgammon (Debian's package gnubg) is not installed"
)

COMPLAINT = re.compile(r"warning|invalid|illegal|unrecogni|error|cannot|overflow|unknown", re.IGNORECASE)
IDS = re.compile(r"Position ID: (\S{14})\s+Match ID\s*: (\S{12})")

XGIDS = [
    "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:2:1:0:5:10",
    "XGID=-CBBBC-a-----Ba---bbbbbbaA:0:0:1:41:2:0:0:11:10",
    "XGID=-CB--A-------------b-b----:1:-1:1:00:6:6:0:7:10",
    "XGID=-b----E-C---eE---c-e----B-:2:1:1:62:0:3:0:7:10",
    "XGID=-a-a-BD-B---dDa--bb-d---A-:0:0:1:00:4:2:1:5:10",
]


def gnubg(folder: Path, *commands: str) -> str:
    """What the program says to the commands, without its greeting."""
    assert GNUBG is not None
    script = folder / "commands"
    quiet = ["set automatic game off", "set automatic roll off", "set automatic move off"]
    players = ["set player 0 human", "set player 1 human"]
    script.write_text("\n".join([*players, *quiet, *commands, "quit", "y", ""]))
    done = subprocess.run(
        [GNUBG, "-t", "-q", "-r", "-c", str(script)],
        cwd=folder,
        env={"HOME": str(folder), "LANG": "C.UTF-8", "PATH": "/usr/bin"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        stdin=subprocess.DEVNULL,
    )
    said = done.stdout.partition("for details.\n\n")[2] + done.stderr
    assert done.returncode == 0, said
    return said


@pytest.mark.parametrize("xgid", XGIDS)
def test_our_ids_of_a_position_are_those_the_program_shows(xgid: str, tmp_path: Path) -> None:
    info = parse_xgid(xgid)
    said = gnubg(tmp_path, f"new match {info.length}", f"set xgid {xgid.removeprefix('XGID=')}")
    shown = IDS.findall(said)[-1]
    assert shown == (format_gnubg_position_id(info), format_gnubg_match_id(info))


@pytest.mark.parametrize("xgid", XGIDS)
def test_the_program_accepts_our_ids(xgid: str, tmp_path: Path) -> None:
    info = parse_xgid(xgid)
    ours = (format_gnubg_position_id(info), format_gnubg_match_id(info))
    said = gnubg(tmp_path, "new match 3", f"set gnubgid {ours[0]}:{ours[1]}", "show board")
    assert IDS.findall(said)[-1] == ours


def score_at_the_end(match: MatMatch) -> tuple[int, int]:
    return check_match(write_mat(match)).games[-1].score


@pytest.mark.parametrize("seed,length", [(1, 1), (2, 3), (3, 5), (4, 7), (5, 0), (6, 3)])
def test_the_program_reads_our_match_files_without_a_complaint(
    seed: int, length: int, tmp_path: Path
) -> None:
    match = random_mat(seed, length)
    (tmp_path / "match.mat").write_text(write_mat(match))
    said = gnubg(tmp_path, "import mat match.mat", "export match mat again.mat")
    assert not COMPLAINT.findall(said), said
    again = check_match((tmp_path / "again.mat").read_text())
    assert again.errors == ()
    assert again.players == match.players
    assert [(game.winner, game.points) for game in again.games] == [
        (game.cells[-1].column, last.points)
        for game in match.games
        if isinstance(last := game.cells[-1].entry, Wins)
    ]
    assert again.games[-1].score == score_at_the_end(match)


def test_a_position_with_the_other_side_on_roll_is_the_same_to_the_program(tmp_path: Path) -> None:
    info = parse_xgid(XGIDS[1])
    turned = PositionInfo(info.position.mirrored(), Side.O, length=11)
    said = gnubg(tmp_path, "new match 11", f"set xgid {format_xgid(turned, prefix=False)}")
    assert IDS.findall(said)[-1][0] == format_gnubg_position_id(turned)
