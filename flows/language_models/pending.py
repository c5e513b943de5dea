"""A dialogue in progress: whom its result is for, and the request it waits for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tasks.language_models.dialogue import Dialogue
from tasks.language_models.requests import Request


@dataclass
class Turn:
    """A dialogue and the request it waits for; at its end its result.

    `alone` once a batch failed to answer it; `lost` counts the answers that were lost on their way.
    """

    key: Any
    dialogue: Dialogue[Any]
    request: Request | None = None
    result: Any = None
    alone: bool = False
    lost: int = 0

    @property
    def pending(self) -> Request:
        """Return the request waited for."""
        if self.request is None:
            raise RuntimeError("the dialogue has ended")
        return self.request
