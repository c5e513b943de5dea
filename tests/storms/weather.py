"""Weather over a loopback service: which fault meets a request, by lot, the same for the same seed."""

from __future__ import annotations

import random
import threading
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field


@dataclass
class Weather:
    """Faults by lot. What is asked for by one name meets at most `most` of them, so that asking again helps."""

    seed: int
    faults: Sequence[str]
    chance: float = 0.3
    most: int = 2
    met: Counter[str] = field(default_factory=Counter)
    _times: Counter[str] = field(default_factory=Counter)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def __call__(self, name: str) -> str:
        """Return the fault that meets a request, "" for none; it does not depend on what else is asked meanwhile."""
        with self._lock:
            self._times[name] += 1
            lot = random.Random(f"{self.seed} {name} {self._times[name]}")  # noqa: S311 - weather, no secret
            if self._times[name] > self.most or lot.random() >= self.chance:
                return ""
            fault = lot.choice(self.faults)
            self.met[fault] += 1
            return fault
