"""``litreview verify`` on references: fields without source, retracted works, a changed bibliography, verdicts."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import duckdb
import pytest

from flows.verify.review import verify_review
from storage.core.places import WORKING_FILE
from tasks.environment.settings import Settings
from tests.fakes.record_indexes import make_item, make_update, serve_indexes
from tests.flows.read_review import FULL_PAGES, make_review, read_extractively

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a review of one work read in full and one read in the abstract."""
    folder = tmp_path_factory.mktemp("reviews") / "written"
    make_review(folder, {"W1": FULL_PAGES, "W2": ()}, read_extractively)
    return folder


@pytest.fixture
def review(written: Path, tmp_path: Path) -> Path:
    """Return a copy of that review, to be changed."""
    return Path(shutil.copytree(written, tmp_path / "review"))


def _verify(folder: Path, **settings: Any) -> tuple[str, int]:
    return verify_review(folder, Settings(_env_file=None, **settings))


def _change(folder: Path, sql: str) -> None:
    with duckdb.connect(folder / WORKING_FILE) as connection:
        connection.execute(sql)


def test_one_character_changed_in_a_reference_is_named(review: Path) -> None:
    """A digit of a year, a letter of a name, an entry gone and a file that is no BibTeX each fail with the reason."""
    path = review / "references.bib"
    text = path.read_text(encoding="utf-8")
    for wrong, told in (
        (text.replace("2015}", "2016}", 1), 'FAILED @author2015w1: year "2016" (the record on file says "2015")'),
        (
            text.replace("Author, Ann", "Author, Anna", 1),
            'author "Author, Anna" (the record on file says "Author, Ann")',
        ),
        (text.replace("  doi = ", "  volume = {7},\n  doi = ", 1), 'volume "7" (no record on file says so)'),
        (text[: text.index("@article{author2015w2")], "@author2015w2: the entry (references.bib lacks it)"),
        (text[:-3], "is malformed BibTeX"),
    ):
        path.write_text(wrong, encoding="utf-8")
        report, exit_code = _verify(review)
        assert (exit_code, told in report) == (1, True), report
    path.unlink()
    assert _verify(review)[1] == 0


def test_a_field_without_provenance_is_named(review: Path) -> None:
    """A venue that no answer states and a title that its answer states otherwise fail with work, field and reason."""
    _change(review, "UPDATE work SET venue = 'Noise Letters', title = 'Silence' WHERE work_id = 'W2'")
    report, exit_code = _verify(review)
    assert exit_code == 1
    assert "FAILED @author2015w2: field venue (no provenance: no answer that is kept states it)" in report
    assert "FAILED @author2015w2: field title (no provenance: the answer it was read from says otherwise)" in report


def test_a_review_whose_records_were_never_read_fails_in_one_line(review: Path) -> None:
    """Of an older version's review it is told what to do, not every field."""
    _change(review, "DELETE FROM field_source")
    report, exit_code = _verify(review)
    assert exit_code == 1
    assert report.count("FAILED") == 1
    assert "FAILED @references: all fields (no record was read for them: resume the review" in report


@pytest.mark.parametrize("by", ["Retraction Watch", "Crossref", "the ledger"])
def test_claims_on_a_retracted_work_are_named(review: Path, tmp_path: Path, by: str) -> None:
    """Whoever tells, each sentence that cites the work fails; without a service or file named nobody is asked."""
    assert _verify(review)[1] == 0
    settings: dict[str, Any] = {}
    items = {
        "10.5555/n": make_item("10.5555/n", "Notice", **{"update-to": [make_update("10.5555/w2", "retraction", 2021)]})
    }
    if by == "Retraction Watch":
        header = "Record ID,Title,OriginalPaperDOI,RetractionDOI,RetractionDate,RetractionNature,Reason"
        (tmp_path / "rw.csv").write_text(f"{header}\n5,T,10.5555/w2,10.5555/n,5/4/2021 0:00,Retraction,+Error;\n")
        settings["retraction_watch"] = tmp_path / "rw.csv"
    if by == "the ledger":
        _change(review, "INSERT INTO retraction (work_id, kind, source) VALUES ('W2', 'retraction', 'openalex')")
    with serve_indexes(items if by == "Crossref" else {}) as served:
        if by == "Crossref":
            settings["crossref_url"] = served.url
        report, exit_code = _verify(review, **settings)
        assert bool(served.asked) == (by == "Crossref")
    assert exit_code == 1
    with duckdb.connect(review / WORKING_FILE) as connection:
        sentences = connection.execute("SELECT sentence FROM claim WHERE citekey = 'author2015w2'").fetchall()
    assert sentences
    source = {"Retraction Watch": "retraction watch", "Crossref": "crossref", "the ledger": "openalex"}[by]
    for (sentence,) in sentences:
        assert f"FAILED @author2015w2: {sentence} (it rests on a retracted work, says {source})" in report


def test_an_index_that_gives_no_answer_is_told(review: Path) -> None:
    """What could not be looked up is said; it does not fail the review."""
    for _ in range(2):
        report, exit_code = _verify(review, crossref_url="http://127.0.0.1:9")
        assert (exit_code, "Retractions could not be looked up: crossref could not be reached" in report) == (0, True)


def test_a_citation_judged_invalid_and_a_marker_left_are_not_hidden(review: Path) -> None:
    """The verdict on record fails the check, and a marker in place of a citation is a warning."""
    _change(
        review,
        "INSERT INTO citation_check SELECT section_id, version, 'author2015w2', 'invalid', 'zotero', 'gone', 1, now() "
        "FROM current_section",
    )
    assert "FAILED @author2015w2: section 'What is known' (gone)" in _verify(review)[0]
    _change(review, "UPDATE section SET markdown = markdown || ' <!-- TODO citation \"x\" removed: gone -->'")
    report, exit_code = _verify(review)
    assert exit_code == 1
    assert "WARNING 'What is known' holds 1 markers of citations that were removed as invalid" in report
