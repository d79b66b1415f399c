"""What the C library is told about freed memory, and what it then does."""

from __future__ import annotations

import ctypes
import platform
import subprocess
import sys
from collections.abc import Callable

import pytest

from bot.memory import MALLOC, give_memory_back

PICTURE_BYTES, PICTURES = 100_000, 100
"""Each smaller than what glibc would map by itself; together more than lies free anywhere."""


class Mallinfo(ctypes.Structure):
    """``struct mallinfo``; the fourth number counts the blocks that have a mapping of their own."""

    _fields_ = (("before", ctypes.c_int * 3), ("mapped", ctypes.c_int), ("after", ctypes.c_int * 6))


class Recording:
    """A C library that notes what it is told."""

    def __init__(self) -> None:
        self.told: dict[int, int] = {}

    def mallopt(self, parameter: int, value: int) -> int:
        self.told[parameter] = value
        return 1


def mapped(libc: ctypes.CDLL) -> int:
    """How many more mappings there are when memory for the pictures has been taken."""
    before: int = libc.mallinfo().mapped
    for _ in range(PICTURES):
        libc.malloc(PICTURE_BYTES)
    after: int = libc.mallinfo().mapped
    return after - before


def probe() -> None:
    """In a process of its own: before and after."""
    libc = ctypes.CDLL(None)
    libc.mallinfo.restype, libc.malloc.restype = Mallinfo, ctypes.c_void_p
    before = mapped(libc)
    give_memory_back()
    sys.stdout.write(f"{before} {mapped(libc)}")


def no_library() -> object:
    raise OSError("there is none")


def no_name() -> object:
    raise TypeError("a library needs a name here")


def test_all_that_is_measured_is_set() -> None:
    library = Recording()
    give_memory_back(lambda: library)
    assert library.told == MALLOC


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="the C library is not glibc")
def test_under_glibc_a_picture_has_a_mapping_of_its_own() -> None:
    command = "from tests.test_memory import probe; probe()"
    done = subprocess.run([sys.executable, "-c", command], capture_output=True, check=True, text=True)
    before, after = map(int, done.stdout.split())
    assert before == 0
    assert after > PICTURES / 2


@pytest.mark.parametrize("library", [object, no_library, no_name], ids=["musl", "none", "Windows"])
def test_another_c_library_is_left_alone(library: Callable[[], object]) -> None:
    give_memory_back(library)
