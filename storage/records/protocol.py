"""The protocol of a review: the text that people give, and the versions kept of it."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class GivenProtocol:
    """A protocol as given: text, criteria (`Criterion.criterion_id`) by their ids in it, and recall target."""

    text: str
    criteria: Mapping[str, str]
    recall_target: float

    @property
    def sha256(self) -> str:
        """Return the SHA-256 of the text."""
        return hashlib.sha256(self.text.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class ProtocolVersion:
    """A protocol that was in force from a time on (UTC); versions after the first are amendments and have a reason."""

    number: int
    sha256: str
    text: str
    reason: str
    at: datetime
