"""The command line as a person or a script uses it."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from bot.cli import main
from tests.support.service import service_over

START = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10"
MATCH = """ 3 point match

 Game 1
 Anna : 0                         Bea : 0
  1) 31: 8/5 6/5                   64: 24/14
  2)  Doubles => 2                  Takes
  3) 65: 24/18 18/13                Doubles => 4
  4)  Drops
                                    Wins 2 points
"""


class Ran:
    """What a command printed and how it ended."""

    def __init__(self, capture: pytest.CaptureFixture[str], *arguments: str) -> None:
        with pytest.raises(SystemExit) as left:
            main(arguments)
        self.status = left.value.code
        self.out, self.err = capture.readouterr()


@pytest.fixture(autouse=True)
def _own_database(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("BOT_DATABASE_URL", f"sqlite:///{tmp_path / 'c.sqlite'}")
    monkeypatch.chdir(tmp_path)


def test_a_position_is_told_as_one_json_object(capsys: pytest.CaptureFixture[str]) -> None:
    ran = Ran(capsys, "position", START, "--json")
    told = json.loads(ran.out)
    assert ran.status == 0
    assert set(told) == {"xgid", "gnubg_position_id", "gnubg_match_id", "pips", "on_roll", "plays"}
    assert told["xgid"] == START
    assert told["gnubg_position_id"] == "4HPwATDgc/ABMA"
    assert told["pips"] == {"x": 167, "o": 167}
    assert told["on_roll"] == "x"
    assert len(told["plays"]) == len(set(told["plays"])) == 16
    assert "8/5 6/5" in told["plays"]


def test_a_position_is_told_in_words_with_board_and_plays(capsys: pytest.CaptureFixture[str]) -> None:
    ran = Ran(capsys, "position", START)
    assert ran.status == 0
    for said in ("167", START, "4HPwATDgc/ABMA", "8/5 6/5", "16 legal plays"):
        assert said in ran.out


@pytest.mark.parametrize(
    "fields, told",
    [
        ("0:0:1:D:0:0:0:0:10", ("X doubles to 2: O takes or drops.", "Cube offered at 2 to O.")),
        ("1:1:1:B:0:0:3:0:10", ("O beavers to 8: X is to answer.", "Cube offered at 8 to X.")),
        ("1:1:1:R:0:0:3:0:10", ("X raccoons to 16: O is to answer.", "Cube offered at 16 to O.")),
        ("1:-1:-1:00:0:0:0:0:10", ("O on roll.", "Cube at 2, owned by O.")),
        ("0:0:1:00:0:0:0:1:10", ("X on roll.", "There is no doubling cube.")),
        ("0:0:1:00:4:0:1:5:10", ("X on roll.", "Crawford game, no cube.")),
    ],
)
def test_who_acts_and_the_cube_are_told_without_marks_for_chats(
    capsys: pytest.CaptureFixture[str], fields: str, told: tuple[str, ...]
) -> None:
    lines = Ran(capsys, "position", f"-b----E-C---eE---c-e----B-:{fields}").out.splitlines()
    assert set(told) <= set(lines)


def test_a_single_legal_play_is_told_in_the_singular(capsys: pytest.CaptureFixture[str]) -> None:
    ran = Ran(capsys, "position", "--DC-Cc-----ccb----D-d---A:0:0:1:65:0:0:0:0:10")
    assert "\n1 legal play of 6-5:\n  bar/19\n" in ran.out


def test_the_picture_of_a_position_is_written(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    target = tmp_path / "board.png"
    assert Ran(capsys, "position", START, "--png", str(target)).status == 0
    assert target.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    "arguments",
    [
        ("position", "junk"),
        ("position", START.replace(":31:", ":70:")),
        ("position", START, "--png", "/no/such/folder/board.png"),
        ("check-match", "no-such.mat"),
        ("export", "nothing"),
        ("backup",),
        ("no-such-command",),
        ("position",),
    ],
    ids=" ".join,
)
def test_an_error_is_one_sentence_on_stderr_and_status_2(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...]
) -> None:
    ran = Ran(capsys, *arguments)
    assert ran.status == 2
    assert ran.out == ""
    assert "Traceback" not in ran.err
    assert len(ran.err.strip().splitlines()) == 1


@pytest.mark.parametrize(
    "board",
    ["-b----E-C---eE---c-e----B-", "--A-B---------------b-----", "---be-D----BCBb-C--b--bb-A"],
)
def test_an_xgid_without_prefix_that_begins_with_hyphens_is_no_option(
    capsys: pytest.CaptureFixture[str], board: str
) -> None:
    for order in (lambda ident: (ident, "--json"), lambda ident: ("--json", ident)):
        ran = Ran(capsys, "position", *order(f"{board}:0:0:1:63:0:0:0:0:10"))
        assert json.loads(ran.out)["xgid"] == f"XGID={board}:0:0:1:63:0:0:0:0:10"


@pytest.mark.parametrize(
    "wrong,reason",
    [
        (START.replace(":31:", ":70:"), "'70'"),
        (START.replace("B-:", "B:"), "25"),
        (START.replace("B-:", "B--:"), "27"),
        (START.replace("-b", "-p"), "'p'"),
        (START.replace("E", "F"), "17"),
        (START.replace(":1:31", ":0:31"), "turn"),
        (START.replace("0:1:31", "2:1:31"), "owner"),
        (START.replace(":0:7", ":7"), "8 fields"),
        (START.replace("31:0:", "31:-1:"), "'-1'"),
        ("//////////////", "checkers"),
        ("4HPwATDgc/ABMA:cAkAAAAAAAA", "11"),
        ("hello", "neither"),
    ],
)
def test_a_wrong_id_is_refused_with_the_reason_and_the_input(
    capsys: pytest.CaptureFixture[str], wrong: str, reason: str
) -> None:
    ran = Ran(capsys, "position", wrong)
    assert ran.status == 2
    assert reason in ran.err
    assert any(part in ran.err for part in wrong.split(":"))
    assert "violation" not in ran.err


def test_a_match_file_is_replayed(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "m.mat"
    file.write_text(MATCH)
    ran = Ran(capsys, "check-match", str(file), "--json")
    told = json.loads(ran.out)
    assert ran.status == 0, told
    assert told["players"] == ["Anna", "Bea"]
    assert told["length"] == 3
    assert told["games"] == [{"winner": "Bea", "points": 2, "score": [0, 2]}]
    assert told["errors"] == []


def test_an_illegal_line_of_a_match_file_is_named(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "m.mat"
    file.write_text(MATCH.replace("64: 24/14", "64: 24/15"))
    ran = Ran(capsys, "check-match", str(file), "--json")
    told = json.loads(ran.out)
    assert ran.status == 1
    assert told["errors"][0]["line"] == 5
    assert "24/15" in told["errors"][0]["message"]


def test_a_file_that_is_no_text_is_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "m.mat"
    file.write_bytes(bytes(range(256)) * 10)
    ran = Ran(capsys, "check-match", str(file))
    assert ran.status in (1, 2)
    assert "Traceback" not in ran.err


def test_a_file_without_a_game_has_no_players_to_tell(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "m.mat"
    file.write_text("")
    ran = Ran(capsys, "check-match", str(file))
    assert (ran.status, ran.out) == (1, "Line 1: there is no game in this file\n")


HEADINGS = " 3 point match\n\n Game 1\n"
NAMES = " Anna : 0                         Bea : 0\n"


@pytest.mark.parametrize("text", [HEADINGS, HEADINGS + NAMES])
def test_a_file_of_headings_alone_is_one_error(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, text: str
) -> None:
    file = tmp_path / "m.mat"
    file.write_text(text)
    ran = Ran(capsys, "check-match", str(file), "--json")
    assert ran.status == 1
    assert ["nothing is played" in error["message"] for error in json.loads(ran.out)["errors"]] == [True]


@pytest.mark.parametrize("kept", [5, 6, 7])
def test_a_match_that_is_cut_off_between_two_turns_is_checked_as_far_as_it_goes(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, kept: int
) -> None:
    file = tmp_path / "m.mat"
    file.write_text("".join(MATCH.splitlines(keepends=True)[:kept]))
    ran = Ran(capsys, "check-match", str(file))
    assert (ran.status, ran.out.splitlines()[1:]) == (0, ["Game 1: has no winner, score 0–0"])


def test_a_match_that_is_cut_off_within_a_play_is_told_with_the_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "m.mat"
    file.write_text(MATCH[: MATCH.index("24/14")])
    ran = Ran(capsys, "check-match", str(file))
    assert ran.status == 1
    assert "Line 5: 64 can be played" in ran.out


def test_a_file_cannot_command_the_terminal(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "m.mat"
    file.write_text(MATCH.replace("Anna", "An\x1b[2Jna").replace("8/5 6/5", "8/5 \x07"))
    ran = Ran(capsys, "check-match", str(file))
    assert all(one.isprintable() for line in ran.out.splitlines() for one in line)


def test_the_doctor_says_what_he_found(capsys: pytest.CaptureFixture[str]) -> None:
    ran = Ran(capsys, "doctor")
    assert ran.status == 0
    assert "127.0.0.1:8080" in ran.out


def test_the_doctor_finds_a_wrong_setting(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BOT_WEB_HOST", "0.0.0.0")  # noqa: S104 - the mistake that the doctor is to find
    ran = Ran(capsys, "doctor")
    assert ran.status == 1
    assert "BOT_WEB_OPEN" in ran.out


def test_a_setting_that_cannot_be_read_is_named(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BOT_WEB_PORT", "eighty")
    ran = Ran(capsys, "doctor")
    assert ran.status == 2
    assert "BOT_WEB_PORT" in ran.err


async def two_matches_begun(path: Path) -> None:
    async with service_over(path) as (_, chat):
        room, anna, bea = chat.room("club"), chat.person("Anna", "en"), chat.person("Bea", "en")
        await anna.runs("/challenge 3", room)
        await bea.runs("/accept", room)
        await anna.runs("/play 3")


def test_without_a_table_export_lists_the_matches_with_the_ids_that_it_takes(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    asyncio.run(two_matches_begun(tmp_path / "c.sqlite"))
    listed = Ran(capsys, "export").out.splitlines()
    assert len(listed) == 2
    assert sum("Anna against Bea" in line for line in listed) == 1
    assert sum("Anna against Computer" in line for line in listed) == 1
    for line in listed:
        assert Ran(capsys, "export", line.split()[0]).out.startswith(" 3 point match")
