"""What the appendix says of days, texts and works left out is held against the ledger."""

from __future__ import annotations

from pathlib import Path

import pytest

from flows.export.report import compose_review
from flows.verify.review import verify_review
from storage.core.ledger import Ledger
from storage.publication.handover import read_fates
from storage.records.screening import Decision
from storage.records.search import Formulation, Hit, SearchOutcome
from storage.screening.screening import add_decisions
from storage.searching.works import add_search
from storage.writing.sections import written_sections
from tasks.environment.settings import Settings
from tasks.reporting.files import render_files, write_files
from tests.flows.read_review import FULL_PAGES, _make_work, make_review, read_extractively

_PLANTED = {
    "another day": ("The search was made on ", "The search was made on 1 May 1999, and on "),
    "another source": ("| queries | 1 |", "| queries | 9 |"),
    "peer review": ("were not peer reviewed", "were peer reviewed"),
    "a registry": ("No study registry was searched", "Every study registry was searched"),
    "another fate": ("| excluded |", "| unsure |"),
    "another number left out": ("not in the corpus: 1 ", "not in the corpus: 3 "),
    "another reason": ("Of dogs.", "Of cats."),
    "full texts": ("No full text was looked for", "The full text of 5 works was looked for"),
    "a registration": ("No registration and no protocol of this review is", "A registration and a protocol is"),
}


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a review of one work that searched once and excluded another."""
    folder = tmp_path_factory.mktemp("reviews") / "written"
    make_review(folder, {"W1": FULL_PAGES}, read_extractively)
    with Ledger(folder) as ledger:
        hits = (Hit(_make_work("W9", "Noise and dogs"), 1),)
        with ledger.transaction():
            add_search(ledger, SearchOutcome(Formulation("keyword", "topic", "noise"), "test:1", 1, hits), "one")
            add_decisions(ledger, [Decision("W9", "screening", 0, "exclude", "llm", "Of dogs.", 0.2, 0)])
        title, meta, counts = compose_review(ledger)
        write_files(folder, render_files.fn(title, list(written_sections(ledger).values()), meta, counts))
        assert read_fates(ledger).height == 2
        ledger.publish()
    return folder


def _verify(folder: Path) -> tuple[str, int]:
    return verify_review(folder, Settings(_env_file=None))


def test_the_appendix_as_it_was_written_holds(written: Path) -> None:
    """Nothing in it is at fault."""
    report, exit_code = _verify(written)
    assert exit_code == 0, report


@pytest.mark.parametrize("case", _PLANTED)
def test_what_somebody_changed_in_it_fails(written: Path, case: str) -> None:
    """Days, numbers, fates, reasons and what was not done are the record's, or the review does not verify."""
    path = written / "appendix.md"
    text = path.read_text("utf-8")
    before, after = _PLANTED[case]
    assert before in text
    try:
        path.write_text(text.replace(before, after, 1), "utf-8")
        report, exit_code = _verify(written)
    finally:
        path.write_text(text, "utf-8")
    assert exit_code == 1, report
    assert "FAILED Appendix" in report
