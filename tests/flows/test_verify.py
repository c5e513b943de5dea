"""``litreview verify``: all holds as it was written; one changed character of a page, a claim or the file is named."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import duckdb
import pytest

from flows.verify.review import verify_review
from storage.core.errors import InputError
from storage.core.ledger import Ledger
from storage.core.places import WORKING_FILE
from storage.publication.published import explain_work
from tasks.environment.settings import Settings
from tasks.parsing.dispatch import parse_file
from tests.flows.read_review import (
    FULL_PAGES,
    Reader,
    make_review,
    plan_review,
    read_by_dialogue,
    read_extractively,
)
from tests.new_ledger import open_new_ledger

READERS = {"extractive": read_extractively, "dialogue": read_by_dialogue}
FILES = ("fulltext-example1.pdf", "acl-N18-3011.pdf", "acl-N18-3011.tei.xml")


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


@pytest.fixture(scope="session")
def real_texts(shared_data: Path) -> dict[str, Sequence[str]]:
    """Return the pages of real papers by a work id each, parsed once."""
    documents = [parse_file(shared_data / "pdfs" / name) for name in FILES]
    return {f"W{number}": [page.text for page in each.pages] for number, each in enumerate(documents, 1)}


def _verify(folder: Path, **settings: Any) -> tuple[str, int]:
    return verify_review(folder, Settings(_env_file=None, **settings))


def _change(folder: Path, sql: str) -> None:
    with duckdb.connect(folder / WORKING_FILE) as connection:
        connection.execute(sql)


def test_a_review_as_it_was_written_holds(review: Path):
    """Every quote, claim, citation and paragraph is counted, none fails, and the exit code is 0."""
    report, exit_code = _verify(review)
    assert exit_code == 0, report
    assert "Everything that was checked holds." in report
    assert "FAILED" not in report
    rows = {line.rsplit(maxsplit=2)[0]: line.split()[-2:] for line in report.splitlines()[1:5]}
    assert all(int(checked) > 1 and failed == "0" for checked, failed in rows.values()), report


@pytest.mark.parametrize("page", [0, 3, *(pytest.param(page, marks=pytest.mark.slow) for page in (1, 2))])
def test_one_character_changed_on_a_page_names_the_claims_that_rest_on_it(review: Path, page: int):
    """The first letter quoted of each page is made another: the claim on it is named with work, sentence and reason."""
    with duckdb.connect(review / WORKING_FILE) as connection:
        work_id, start, quote_id = connection.execute(
            "SELECT work_id, char_start, quote_id FROM quote WHERE page = $page ORDER BY ALL LIMIT 1", {"page": page}
        ).fetchone()
        connection.execute(
            "UPDATE document SET text = substring(text, 1, $start) || 'Q' || substring(text, $start + 2) "
            "WHERE work_id = $work_id AND page = $page AND level = 0",
            {"start": start, "work_id": work_id, "page": page},
        )
        sentences = connection.execute(
            "SELECT sentence FROM claim JOIN finding USING (finding_id) WHERE quote_id = $quote_id",
            {"quote_id": quote_id},
        ).fetchall()
    report, exit_code = _verify(review)
    assert exit_code == 1
    assert sentences
    for (sentence,) in sentences:
        named = f"FAILED @author2015{work_id.lower()}: {sentence} (the words quoted are not on page {page})"
        assert named in report
    assert report.count("FAILED") == len(sentences)


FAULTS = {
    "page gone": ("DELETE FROM document WHERE page = 2 AND level = 0", "its page is gone"),
    "quote changed": ("UPDATE quote SET text = upper(text) WHERE page = 2", "the words quoted are not on page 2"),
    "quote gone": ("DELETE FROM quote WHERE page = 2", "the finding has no quote"),
    "finding gone": ("DELETE FROM finding WHERE work_id = 'W2'", "no finding is given"),
    "unknown citekey": ("UPDATE claim SET citekey = 'nobody1999'", "no work of the corpus has this citekey"),
    "other work": ("UPDATE claim SET citekey = 'author2015w2'", "the finding is of another work"),
    "sentence changed": ("UPDATE claim SET sentence = 'Otherwise.'", "the sentence does not stand in its section"),
    "claim gone": ("DELETE FROM claim WHERE citekey = 'author2015w1'", "it is cited there without a claim on record"),
    "work taken out": ("UPDATE work SET citekey = NULL WHERE work_id = 'W2'", "no work of the corpus has this citekey"),
}


# What the view of unsupported claims says is asked of it in `tests/storage` too.
_OF_THE_VIEW = {"quote gone", "finding gone", "unknown citekey", "other work", "work taken out"}


@pytest.mark.parametrize(
    "case", [pytest.param(case, marks=[pytest.mark.slow] if case in _OF_THE_VIEW else []) for case in FAULTS]
)
def test_what_does_not_hold_is_told_with_its_reason(review: Path, case: str):
    """Each kind of fault in the ledger ends in exit code 1 and its reason."""
    sql, reason = FAULTS[case]
    _change(review, sql)
    report, exit_code = _verify(review)
    assert exit_code == 1
    assert f"({reason})" in report


def test_a_copy_without_its_ledger_is_verified_as_far_as_it_goes(review: Path) -> None:
    """Of a published copy alone references, retractions and quotes of abstracts are checked; it stays as it is."""
    (review / WORKING_FILE).unlink()
    before = (review / "corpus.duckdb").read_bytes()
    report, exit_code = _verify(review)
    assert (exit_code, "Read from the published copy" in report, "could not be checked" in report) == (0, True, True)
    assert (review / "corpus.duckdb").read_bytes() == before
    with duckdb.connect(review / "corpus.duckdb") as connection:
        connection.execute("INSERT INTO retraction (work_id, kind, source) VALUES ('W2', 'retraction', 'openalex')")
    report, exit_code = _verify(review)
    assert (exit_code, "it rests on a retracted work, says openalex" in report) == (1, True)
    assert not (review / WORKING_FILE).exists()


def test_the_report_as_json_holds_the_same(review: Path) -> None:
    """One object with counts, failures, warnings and notes; control characters in it are escaped."""
    _change(review, "UPDATE work SET venue = 'Noise' || chr(27) || 'Letters' WHERE work_id = 'W2'")
    text, exit_code = verify_review(review, Settings(_env_file=None), as_json=True)
    told = json.loads(text)
    assert (exit_code, "\x1b" in text) == (1, False)
    assert sum(check["failed"] for check in told["checks"]) == len(told["failures"]) == 1
    assert told["failures"][0]["citekey"] == "author2015w2"
    assert {"checks", "failures", "warnings", "notes"} == set(told)


def test_a_changed_review_is_told_and_fails_where_it_cites(review: Path):
    """A word changed beside a citation is a claim nobody checked; a remark of the user's own is only told."""
    path = review / "review.md"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("## What is known\n\n", "## What is known\n\nI like it.\n\n"), encoding="utf-8")
    report, exit_code = _verify(review)
    assert (exit_code, "review.md was changed in 1 paragraphs" in report) == (0, True)
    path.write_text(text.replace("was 67 dB", "was 97 dB"), encoding="utf-8")
    report, exit_code = _verify(review)
    assert exit_code == 1
    assert report.count("FAILED") == 1
    assert "was 97 dB" in report
    path.write_text(text.replace("## What is known\n\n", ""), encoding="utf-8")
    assert "review.md was changed in 1 paragraphs" in _verify(review)[0]
    path.unlink()
    report, exit_code = _verify(review)
    assert (exit_code, "There is no review.md yet." in report) == (0, True)


def test_while_a_run_holds_the_ledger_the_published_copy_is_verified(review: Path):
    """What the copy may not hand on is not checked and said so; what it has is checked."""
    with Ledger(review) as ledger:
        held, exit_code = _verify(review)
        assert exit_code == 0, held
        ledger.change("UPDATE claim SET citekey = 'nobody1999' WHERE citekey = 'author2015w2'")
        ledger.publish()
        report, exit_code = _verify(review)
    assert "Read from the published copy" in held
    assert "could not be checked" in held
    assert (exit_code, "@nobody1999" in report) == (1, True)


def test_where_there_is_nothing_to_verify_one_sentence_says_so(tmp_path: Path):
    """No review, or one of which nothing was written, is InputError."""
    with pytest.raises(InputError, match="there is no review in"):
        _verify(tmp_path / "none")
    with open_new_ledger(tmp_path / "planned") as ledger:
        plan_review(ledger, {"W1": "Noise"})
    with pytest.raises(InputError, match="has no text yet"):
        _verify(tmp_path / "planned")


def test_the_command_prints_the_table_and_exits_by_it(review: Path, type_here: Callable[..., object]):
    """``litreview verify NAME`` exits 0 or 1, and control characters of a text do not reach the terminal."""
    done = type_here("verify", review.name, "--reviews", str(review.parent))
    assert (done.returncode, done.stderr) == (0, "")
    assert "citations that resolve" in done.stdout
    _change(review, "UPDATE claim SET sentence = 'Red ' || chr(27) || '[31m alert.'")
    done = type_here("verify", review.name, "--reviews", str(review.parent))
    assert (done.returncode, "\x1b" in done.stdout, "Red" in done.stdout) == (1, False, True)


@pytest.mark.parametrize("reader", READERS)
def test_every_quote_of_real_papers_is_its_pages_words(
    real_texts: dict[str, Sequence[str]], tmp_path: Path, reader: str
):
    """Reviews of parsed PDFs and XML by both analysts: quotes come from real pages, and all of them verify."""
    read: Reader = READERS[reader]
    make_review(tmp_path / reader, real_texts, read)
    with duckdb.connect(tmp_path / reader / WORKING_FILE, read_only=True) as connection:
        rows = connection.execute(
            "SELECT q.text, q.char_start, q.char_end, p.text, q.page FROM quote AS q JOIN document AS p "
            "ON p.work_id = q.work_id AND p.level = 0 AND p.page = q.page AND p.source = q.source"
        ).fetchall()
        (quotes,) = connection.execute("SELECT count(*) FROM quote").fetchall()[0]
        sources = {row[0] for row in connection.execute("SELECT source FROM summary").fetchall()}
    assert len(rows) == quotes > 4 * len(real_texts)
    assert all(page[start:end] == text and number > 0 for text, start, end, page, number in rows)
    assert all(source.startswith("full text") for source in sources)
    report, exit_code = _verify(tmp_path / reader)
    assert exit_code == 0, report


def test_why_tells_what_was_read_and_quoted(written: Path):
    """The explanation of a work holds its readings, the words quoted with their pages, and where it is cited."""
    told = explain_work(written, "W1")
    assert told["Readings"].select("source", "pages").rows() == [("full text", 3)]
    assert set(told["Quotes"]["page"]) == {1, 2, 3}
    assert told["Cited in"].height == told["Quotes"].height
    assert explain_work(written, "W2")["Readings"].select("source", "pages").rows() == [("abstract", 0)]
