"""The extractive analyst under another name, used with instant vectors: for fault tests and overhead benchmarks."""

from __future__ import annotations

from dataclasses import dataclass

from tasks.analysts.extractive import ExtractiveAnalyst


@dataclass(frozen=True)
class InstantAnalyst(ExtractiveAnalyst):
    """Judges and writes as the extractive analyst does; the flow gives it hashed word vectors, which cost nothing."""

    name: str = "instant"
