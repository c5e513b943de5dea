"""The protocol of a review: the text that people give, and the versions kept of it."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime

from storage.records.criteria import Criterion


@dataclass(frozen=True, slots=True)
class GivenProtocol:
    """A protocol as given: its text, and what it asks of a review.

    `criteria` are lines (`Criterion.read`) by their ids in it, `extract` lines too (`DataItem.read`).
    """

    text: str
    questions: tuple[str, ...]
    criteria: Mapping[str, str]
    extract: tuple[str, ...]
    recall_target: float

    @property
    def sha256(self) -> str:
        """Return the SHA-256 of the text."""
        return hashlib.sha256(self.text.encode()).hexdigest()

    def list_parts(self) -> dict[str, tuple[str, ...]]:
        """Return what it asks of a review, by part (as in `ProtocolChange`); a part that it does not state is empty."""
        return {"question": self.questions, "criterion": tuple(self.criteria.values()), "field": self.extract}

    @property
    def criterion_ids(self) -> dict[str, str]:
        """Return the content ids of the criteria by their ids in the protocol."""
        return {name: Criterion.read(line).criterion_id for name, line in self.criteria.items()}


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a protocol differs from the one in force, empty where nothing says so, and the date it gives itself."""

    text: str = ""
    dated: date | None = None


@dataclass(frozen=True, slots=True)
class ProtocolVersion:
    """A protocol that was in force from a time on (UTC); versions after the first are amendments and have a reason.

    `dated` is the date that the protocol itself gives the amendment, if any.
    """

    number: int
    sha256: str
    text: str
    reason: str
    at: datetime
    dated: date | None = None


@dataclass(frozen=True, slots=True)
class ProtocolChange:
    """What version `number` changed: a `part` (question, criterion, field, recall target) was added or withdrawn."""

    number: int
    part: str
    action: str
    text: str
