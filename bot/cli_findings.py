"""What the doctor found: one line each."""

from __future__ import annotations

from dataclasses import dataclass

FINE, NOTE, WRONG, NEXT = "ok   ", "note ", "WRONG", "next "


@dataclass(frozen=True, slots=True)
class Finding:
    """Fine, worth knowing, wrong, or what to do next."""

    mark: str
    text: str
