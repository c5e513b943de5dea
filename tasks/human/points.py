"""When people are asked in the course of a review, and for how long."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Point = Literal["plan", "screening", "themes"]
POINTS: tuple[Point, ...] = ("plan", "screening", "themes")


@dataclass(frozen=True, slots=True)
class Asking:
    """When people are asked, how many hours a question waits for them, and whether the run stops if nobody answers."""

    points: tuple[Point, ...] = ()
    hours: float = 24.0
    stops: bool = False
