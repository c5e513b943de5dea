"""What every index keeps of its answers: enough to go on with after a crash, and to replay a review."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from storage.core.errors import RecordMissing
from storage.records.search import Formulation


def check_replay(
    first: Any, replay: Callable[[Mapping[Any, bytes | None]], Any], sent: list[Any], asked: Formulation, name: str
) -> None:
    """Check that an index asks for nothing that is on record, after `recall` and in a replay.

    `replay` opens the index on answers alone; of what was never asked it says that the record lacks it. `sent` is what
    the site was asked.
    """
    outcome = first.search(asked)
    answers = {(one.base_url, one.path): one.body for one in first.drain().answers}
    sent.clear()
    again = pickle.loads(pickle.dumps(first))  # noqa: S301 - our own object
    again.recall(answers)
    assert again.search(asked) == outcome
    replayed = replay(answers)
    assert [hit.work.work_id for hit in replayed.search(asked).hits] == [hit.work.work_id for hit in outcome.hits]
    assert sent == []
    with pytest.raises(RecordMissing, match=name):
        replayed.search(Formulation(strategy="keyword", framing="x", text="zebrafish larvae"))
