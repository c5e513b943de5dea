"""Works the user names by DOI belong to the review, whatever rules and scores say."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from flows.review import review
from storage.core.errors import InputError
from storage.publication.published import select_published

from .conftest import make_record

pytestmark = pytest.mark.slow


@pytest.fixture
def arguments(write_catalogue: Callable[..., Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Return a quick instant review of wild bees over a catalogue with one outsider in it."""
    monkeypatch.setenv("LITREVIEW_CACHE", str(tmp_path / "cache"))
    outsider = make_record(
        70, title="Municipal waste tariffs in coastal towns", abstract="We studied waste tariffs.", type="report"
    )
    records = [*(make_record(number) for number in range(1, 13)), outsider | {"referenced_works": []}]
    return {
        "topic": "wild bees flower strips",
        "catalogue": str(write_catalogue(records)),
        "reviews": str(tmp_path / "reviews"),
        "quality": "quick",
        "analyst": "instant",
        "supervision": "none",
        "name": "bees",
        "quiet": True,
    }


def test_a_named_work_is_in_the_corpus_by_a_human_verdict(arguments: dict[str, Any], tmp_path: Path) -> None:
    """A report about something else is in when the user names its DOI; one the catalogue lacks is reported by name."""
    named = review.fn(**arguments | {"name": "named", "seeds": ["https://doi.org/10.1234/BEE.70", "10.9999/unknown"]})
    assert "W70" in set(named.corpus()["work_id"])
    verdicts = select_published(
        tmp_path / "reviews" / "named", "SELECT verdict, method, decided_by FROM decision WHERE work_id = 'W70'"
    )
    assert verdicts.rows() == [("include", "human", "user")]
    problems = select_published(tmp_path / "reviews" / "named", "SELECT kind, message FROM problem")
    assert problems["kind"].to_list() == ["named work not found"]
    assert "10.9999/unknown" in problems["message"][0]


def test_what_is_no_doi_is_refused(arguments: dict[str, Any]) -> None:
    """A seed that is no DOI is exit 2 and a sentence with an example."""
    with pytest.raises(InputError, match="'bees' is not a DOI"):
        review.fn(**arguments | {"seeds": ["bees"]})


def test_resume_goes_on_as_planned(arguments: dict[str, Any], litreview: Callable[..., Any], tmp_path: Path) -> None:
    """`litreview resume NAME` needs nothing but the name and ends in the same review, a report unnamed left out."""
    made = review.fn(**arguments)
    assert "W70" not in set(made.corpus()["work_id"])
    text = made.text
    resumed = litreview("resume", "bees", "--no-server")
    assert resumed.returncode == 0, resumed.stderr
    assert (tmp_path / "reviews" / "bees" / "review.md").read_text("utf-8") == text
