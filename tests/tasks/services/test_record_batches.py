"""Records of many works in one question: what arXiv says of preprints, and answers that are none."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from tasks.services.answers import Absence
from tasks.services.arxiv import Arxiv
from tasks.services.record_batches import fetch_arxiv
from tests.fakes.record_indexes import RecordIndexes, serve_indexes


@pytest.fixture
def served() -> Iterator[RecordIndexes]:
    """Yield an arXiv that knows two preprints."""
    with serve_indexes({}) as indexes:
        indexes.preprints = {"1101.00001": "Trees", "math/0102003": "Leaves"}
        yield indexes


def test_preprints_are_found_by_number_without_version(served: RecordIndexes) -> None:
    """One question for all; each record is kept as JSON under an address of its own; unknown numbers are left out."""
    found = fetch_arxiv(Arxiv.at(served.url, 0).client, ["1101.00001", "math/0102003", "9999.99999"])
    assert not isinstance(found, Absence)
    assert served.asked == ["/api/query?id_list=1101.00001%2Cmath%2F0102003%2C9999.99999&max_results=3"]
    assert {number: json.loads(answer.body)["title"] for number, answer in found.items()} == {
        "1101.00001": "Trees",
        "math/0102003": "Leaves",
    }
    assert found["1101.00001"].url == f"{served.url}/api/query?id_list=1101.00001&max_results=1"


@pytest.mark.parametrize("fault", ["JSON", "malformed", "entities"])
def test_what_is_no_feed_is_no_answer(served: RecordIndexes, fault: str) -> None:
    """It is asked again another time, as a service that could not be reached."""
    served.faults = [200] * 5 if fault == "JSON" else []
    served.preprints["1101.00001"] = {"malformed": "Trees < leaves", "entities": "<!ENTITY a 'b'>"}.get(fault, "Trees")
    found = fetch_arxiv(Arxiv.at(served.url, 0).client, ["1101.00001"])
    assert isinstance(found, Absence)
    assert found.status == "unavailable"
