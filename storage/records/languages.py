"""The language of a work as a program detects it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Detection:
    """The language of a work's title and abstract (ISO 639-1), None if the detector is not sure, and its probability.

    The probability is in [0, 1], 0 for a text that is too short; `detector` is the program with its version.
    """

    work_id: str
    language: str | None
    probability: float
    detector: str
