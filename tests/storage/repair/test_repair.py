"""A review with a damaged file goes on from what is whole, destroys nothing and says what was lost."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from storage.core.errors import DamagedReview, InputError
from storage.core.ledger import Ledger
from storage.core.migrations import BLOCK_SIZE
from storage.core.places import SET_ASIDE, SUSPECT_FILE
from storage.publication.published import describe_review, explain_work, select_published
from storage.repair.repair import mend_review
from storage.writing.evidence import open_review
from storage.writing.versions import open_snapshot
from tests.storage.damaged_review import COMMITS, FILES, KEY, ROOT, damage, find_rows, write_review

WORKING, LOG, PUBLISHED = FILES
_HEADERS = 3 * 4096  # bytes before the first block


@pytest.fixture(scope="module")
def killed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a review that was killed."""
    folder = tmp_path_factory.mktemp("reviews") / "hair"
    write_review(folder)
    assert all((folder / name).stat().st_size for name in FILES)
    return folder


@pytest.fixture
def review(killed: Path, tmp_path: Path) -> Path:
    """Return a copy of it that may be damaged."""
    return Path(shutil.copytree(killed, tmp_path / "hair"))


def _read(folder: Path) -> None:
    """Ask all that is asked of a review that nobody is going to write to, down to the last row."""
    tables = select_published(folder, "SELECT table_name FROM duckdb_tables()")["table_name"]
    every_row = "SELECT " + ", ".join(f"(SELECT bit_xor(hash(t)) FROM {table} AS t) AS {table}" for table in tables)
    select_published(folder, every_row)
    explain_work(folder, KEY)
    with open_snapshot(folder) as snapshot:
        snapshot.select(every_row)
    with open_review(folder) as (ledger, _):
        ledger.select(every_row)


def _read_or_refuse(folder: Path) -> str:
    try:
        _read(folder)
    except InputError as error:
        return str(error)
    return ""


@pytest.mark.parametrize(
    "tenth", [0, 4, *(pytest.param(tenth, marks=pytest.mark.slow) for tenth in (1, 2, 3, 5, 6, 7, 8, 9))]
)
@pytest.mark.parametrize("how", ["flip", "cut"])
@pytest.mark.parametrize("name", FILES)
def test_damage_at_any_tenth_is_told_and_mended(review: Path, name: str, how: str, tenth: int) -> None:
    """Reading gives an answer or one sentence; mending destroys nothing and leaves a review that is whole."""
    spoilt = damage(review / name, how, tenth)
    said = _read_or_refuse(Path(shutil.copytree(review, review.parent / "read" / "hair")))
    assert said == "" or ("'litreview resume hair'" in said and len(said.splitlines()) == 1)
    told = mend_review(review)
    aside = [path for path in review.iterdir() if SET_ASIDE in path.name and path.read_bytes() == spoilt]
    assert told or not said
    assert len(aside) >= bool(told)
    rows = dict(find_rows(review))
    assert (rows["section"], rows["claim"], rows["run"]) == (1, 1, 0)
    assert 60 <= rows["work"] <= 70
    assert rows["problem"] == len(told)
    if name != WORKING:
        assert rows["document"] == 1  # no page is lost with a log or a copy


def test_a_damaged_log_is_used_as_far_as_it_is_whole(review: Path) -> None:
    """What was committed before the damage stands, and it is said how much that is."""
    damage(review / LOG, "flip", 9)
    (told,) = mend_review(review)
    assert f" of the {COMMITS} commits in it" in told
    assert "Corrupt WAL file: entry at byte position" in told
    with Ledger(review) as ledger:
        assert 61 < ledger.select("SELECT count(*) FROM work").item() <= 70
        assert ledger.select("SELECT phase, kind, message FROM problem").rows() == [("recovery", "damaged file", told)]


@pytest.mark.parametrize("place", [0, 12, *(pytest.param(place, marks=pytest.mark.slow) for place in (5, 33, 39))])
def test_a_log_that_would_be_passed_over_without_a_word_is_noticed(review: Path, place: int) -> None:
    """A spoilt beginning, or length of an entry, makes the database pass over commits: nobody gets to write first."""
    data = bytearray((review / LOG).read_bytes())
    data[place] ^= 0xFF
    (review / LOG).write_bytes(data)
    with pytest.raises(DamagedReview, match="'litreview resume hair'"):
        Ledger(review)
    assert (review / LOG).read_bytes() == data
    (told,) = mend_review(review)
    assert "goes on from the last checkpoint" in told
    (aside,) = review.glob(f"{LOG}{SET_ASIDE}*")
    assert aside.read_bytes() == data


def test_a_log_cut_off_while_it_was_written_is_no_damage(review: Path) -> None:
    """What a killed process leaves is used up to its last commit, and nothing is said of it."""
    data = (review / LOG).read_bytes()
    (review / LOG).write_bytes(data[:-30])
    assert mend_review(review) == ()
    with Ledger(review) as ledger:
        assert ledger.select("SELECT count(*) FROM work").item() == 70


@pytest.mark.parametrize(
    ("table", "column", "said"),
    [
        ("work", "abstract", "What came after it could not be read in: work."),
        (
            "response",
            "body",
            "Lost, and done again: 10 rows of work. What came after it could not be read in: response.",
        ),
    ],
)
def test_the_published_copy_takes_a_damaged_ledgers_place(review: Path, table: str, column: str, said: str) -> None:
    """Answers that were paid for and verdicts of people are taken over, pages put back, and the rest is counted."""
    with Ledger(review) as ledger:  # which takes the log into the file
        ledger.change("UPDATE decision SET batch = -1 WHERE method = 'human'")  # as an older version kept it
    _spoil_block(review, table, column)
    (told,) = mend_review(review)
    assert "The review goes on from the copy published at 20" in told
    assert "2 rows of decision, 3 rows of llm_answer" in told
    assert said in told
    assert "1 pages of full texts that a copy must not hold were put back." in told
    with Ledger(review) as ledger:
        assert ledger.select("SELECT count(*) FROM llm_answer").item() == 3
        sql = "SELECT batch, earlier FROM decision WHERE method = 'human' AND work_id = 'W2'"
        assert ledger.select(sql).rows() == [(None, 1)]
        assert ledger.select("SELECT work_id, judgement FROM appraisal").rows() == [("W2", "Low")]
        assert ledger.select("SELECT outcome, wanted FROM pooling").rows() == [("errors", True)]
        assert ledger.select("SELECT screener, verdict FROM screener_verdict").rows() == [("person: Ann", "exclude")]
        assert ledger.select("SELECT max(seq) < nextval('event_seq') FROM screener_verdict").item()
        assert ledger.select("SELECT count(*) FROM withheld_page").item() == 0
        assert ledger.select("SELECT max(seq) < nextval('event_seq') FROM decision").item()


def test_damage_met_while_a_ledger_is_used_is_one_sentence(review: Path) -> None:
    """The block is read only when it is asked for; then and ever after the sentence says what to do, and it is done."""
    with Ledger(review) as ledger:
        ledger.publish()
    _spoil_block(review, "work", "abstract")
    with Ledger(review) as ledger:
        assert ledger.select("SELECT count(*) FROM work").item() == 70
        for _ in range(2):
            with pytest.raises(DamagedReview, match=r"a file of the review 'hair' is damaged \(Corrupt database file"):
                ledger.select("SELECT bit_xor(hash(abstract)) FROM work")
    assert (review / SUSPECT_FILE).exists()
    (told,) = mend_review(review)
    assert "was set aside" in told
    assert dict(find_rows(review))["work"] == 70


def _spoil_block(folder: Path, table: str, column: str) -> None:
    """Flip a byte in a block of the ledger's file that holds a column of a table."""
    with Ledger(folder) as ledger:
        blocks = ledger.select(f"FROM pragma_storage_info('{table}') WHERE column_name = '{column}' AND block_id >= 0")
    data = bytearray((folder / WORKING).read_bytes())
    data[_HEADERS + blocks["block_id"][0] * BLOCK_SIZE + BLOCK_SIZE // 2] ^= 0xFF
    (folder / WORKING).write_bytes(data)


def test_a_missing_ledger_is_made_from_the_copy(review: Path) -> None:
    """What the copy must not hold is lost, and that is said."""
    (review / WORKING).unlink()
    (told,) = mend_review(review)
    assert told.startswith("The working ledger was missing. The review goes on from the copy published at 20")
    assert "1 pages of full texts that a copy must not hold are lost" in told
    assert dict(find_rows(review))["work"] == 60
    assert [path.name for path in review.iterdir() if SET_ASIDE in path.name] == [next(review.glob("*.wal")).name]


def test_an_index_that_is_damaged_is_made_anew(review: Path) -> None:
    """A ledger in which damage was met is written anew where all its rows can be read; nothing is lost."""
    (review / SUSPECT_FILE).touch()
    (told,) = mend_review(review)
    assert told.endswith("All its rows could be read and stand in a new one; nothing is lost.")
    _read(review)
    describe_review(review)
    assert mend_review(review) == ()
    assert dict(find_rows(review))["work"] == 70
    assert not (review / SUSPECT_FILE).exists()


def test_two_damaged_files_are_left_as_they_are(review: Path) -> None:
    """Where neither is whole, one sentence says so, and the files stay for whoever can do more."""
    spoilt = [damage(review / name, "cut", 2) for name in (WORKING, PUBLISHED)]
    with pytest.raises(DamagedReview, match="neither file of the review 'hair' can be read"):
        mend_review(review)
    assert [(review / name).read_bytes() for name in (WORKING, PUBLISHED)] == spoilt


def test_a_review_in_use_is_left_alone(review: Path) -> None:
    """What another process is writing is not taken for damaged."""
    code = "import sys, pathlib, storage.repair.repair as m; print(m.mend_review(pathlib.Path(sys.argv[1])))"
    with Ledger(review):
        done = subprocess.run(
            [sys.executable, "-c", code, review], capture_output=True, text=True, check=True, cwd=ROOT
        )
    assert done.stdout == "()\n"
    assert [path.name for path in review.iterdir() if SET_ASIDE in path.name] == []
