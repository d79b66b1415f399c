"""Promises about the repository as a whole: what it may name, how its code is cut, that its numbers agree."""

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.metadata import packages_distributions
from pathlib import Path
from typing import Any

import pytest

import bot
from bot.settings import Settings

ROOT = Path(bot.__file__).parent.parent
MODULES = sorted((ROOT / "bot").rglob("*.py"))
READ = [path for path in MODULES if path.parent.name != "versions"]  # a migration is a record, table by table
LOCKS = ("requirements.txt", "requirements-dev.txt")
MOST_LINES_OF_A_MODULE = 400
MOST_LINES_OF_A_FUNCTION = 45

# Written in halves, so that this file does not name what it looks for.
INDEX_HOSTS = (
    "pypi." + "org",
    "python" + "hosted.",
    "registry." + "npmjs",
    "deb." + "debian.org",
    "crates." + "io",
)
PRIVATE_PATHS = re.compile(r"(?<![\w./~-])/(?:work|farm|home/\w+|root|Users/\w+|opt/pypi)/")


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@cache
def texts() -> dict[str, str]:
    """Each text file under version control, by its path; pictures and fonts are left out."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True, text=True)
    found = {}
    for name in filter(None, listed.stdout.split("\0")):
        path = ROOT / name
        if path.is_file() and b"\0" not in (data := path.read_bytes()):
            found[name] = data.decode("utf-8", errors="replace")
    return found


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), filename=str(path))


@cache
def pyproject() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def declared(*groups: str) -> set[str]:
    """The distributions that pyproject.toml asks for, those of the named development groups too."""
    entries = pyproject()["project"]["dependencies"] + [
        entry
        for group in groups
        for entry in pyproject()["dependency-groups"][group]
        if isinstance(entry, str)
    ]
    return {distribution(re.split(r"[\[<>=]", entry)[0]) for entry in entries}


def distribution(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def imported(path: Path) -> set[str]:
    """The top-level packages that a module imports from outside the standard library and the repository."""
    found = set()
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Import):
            found |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found.add(node.module.split(".")[0])
    return found - sys.stdlib_module_names - {"bot", "tests", "benchmarks"}


def requirements(lock: str) -> Iterator[str]:
    """Each requirement of a lock with all its continuation lines, comments taken out."""
    text = (ROOT / lock).read_text(encoding="utf-8")
    bare = "\n".join(line for line in text.splitlines() if not line.lstrip().startswith("#"))
    yield from filter(None, bare.replace("\\\n", " ").splitlines())


def test_the_list_of_files_under_version_control_is_not_empty() -> None:
    assert {"pyproject.toml", "bot/__init__.py", "requirements.txt"} <= texts().keys()


def test_no_file_names_the_host_of_a_package_index() -> None:
    named = [(name, host) for name, text in texts().items() for host in INDEX_HOSTS if host in text.lower()]
    assert named == []


def test_no_file_names_a_path_of_somebodys_machine() -> None:
    named = [(name, hit.group()) for name, text in texts().items() for hit in PRIVATE_PATHS.finditer(text)]
    assert named == []


@pytest.mark.parametrize("lock", LOCKS)
def test_each_locked_requirement_is_pinned_and_has_a_hash(lock: str) -> None:
    found = list(requirements(lock))
    assert len(found) > 10
    loose = [
        line for line in found if not re.match(r"[A-Za-z0-9._-]+(\[[\w,-]+\])?==\S+ .*--hash=sha256:", line)
    ]
    assert loose == []


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_names_no_address(lock: str) -> None:
    text = (ROOT / lock).read_text(encoding="utf-8")
    assert (
        re.findall(r"\w+://\S*|^\s*(?:-i|-f|--index|--extra-index|--find-links)\S*", text, re.MULTILINE) == []
    )


def test_the_development_lock_pins_what_the_service_runs_with() -> None:
    """Tests that ran with other versions than the service would prove nothing about it."""
    pins = {lock: {line.split(" ")[0] for line in requirements(lock)} for lock in LOCKS}
    assert pins["requirements.txt"] <= pins["requirements-dev.txt"]


def test_each_declared_dependency_is_locked() -> None:
    locked = {distribution(line.split("==")[0].split("[")[0]) for line in requirements("requirements.txt")}
    assert declared() <= locked


@pytest.mark.parametrize(
    "folder, groups",
    [("bot", ()), ("tests", ("dev",)), ("benchmarks", ("dev",))],
    ids=["bot", "tests", "benchmarks"],
)
def test_what_is_imported_is_declared_and_does_not_come_by_chance(
    folder: str, groups: tuple[str, ...]
) -> None:
    names = set().union(*map(imported, (ROOT / folder).rglob("*.py")))
    sources = packages_distributions()
    wanted = {name: {distribution(source) for source in sources.get(name, [])} for name in names}
    assert {name for name, owners in wanted.items() if not owners & declared(*groups)} == set()


def test_the_version_is_the_same_everywhere() -> None:
    newest = re.search(r"^## \[(\d+\.\d+\.\d+)\]", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.M)
    assert newest is not None
    assert pyproject()["project"]["version"] == newest.group(1) == bot.__version__


def test_the_readme_explains_each_setting_and_no_other() -> None:
    rows = re.findall(r"^\| (`BOT_.+?) \|", (ROOT / "README.md").read_text(encoding="utf-8"), re.MULTILINE)
    explained = {name for row in rows for name in re.findall(r"BOT_\w+", row)}
    assert explained == {f"BOT_{name.upper()}" for name in Settings.model_fields}


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_each_module_says_what_it_is_responsible_for(path: Path) -> None:
    assert ast.get_docstring(tree_of(path))


@pytest.mark.parametrize("path", READ, ids=name_of)
def test_a_module_can_be_read_in_one_sitting(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= MOST_LINES_OF_A_MODULE


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_a_function_can_be_seen_at_once(path: Path) -> None:
    functions = [
        node for node in ast.walk(tree_of(path)) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    long = {node.name: lines for node in functions if (lines := lines_of(node)) > MOST_LINES_OF_A_FUNCTION}
    assert long == {}


def lines_of(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    return (node.end_lineno or node.lineno) - node.lineno + 1
