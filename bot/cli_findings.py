"""What the doctor found: one line each."""

from __future__ import annotations

from dataclasses import dataclass

FINE, NOTE, WRONG = "ok   ", "note ", "WRONG"


@dataclass(frozen=True, slots=True)
class Finding:
    """Fine, worth knowing, or wrong."""

    mark: str
    text: str
