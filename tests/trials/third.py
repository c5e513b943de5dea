"""A third analyst made up for a trial: it judges and writes by rule, and says so in words of its own."""

from __future__ import annotations

from dataclasses import dataclass, replace

from storage.records.writing import Draft
from tasks.analysts.extractive import ExtractiveAnalyst
from tasks.analysts.protocol import ReviewMaterial


@dataclass(frozen=True)
class ThirdAnalyst(ExtractiveAnalyst):
    """Writes a conclusion of its own, and does not say who wrote it."""

    name: str = "third"

    def write_conclusions(self, material: ReviewMaterial, words: int) -> Draft:
        """Return the conclusions without a signature."""
        return replace(super().write_conclusions(material, words), produced_by="")
