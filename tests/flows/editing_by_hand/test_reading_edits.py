"""What is read of a file that a person edited, when, and what of it stays: whatever happens to the file and the run."""

from __future__ import annotations

import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

import flows.review
from flows.export.hand_edits import take_edits
from flows.human.edits_session import bring_edits, check_file
from flows.orchestration.progress import Progress
from storage.core.canonical import canonical_hash
from storage.core.errors import InputError
from storage.core.ledger import Ledger
from storage.writing.sections import written_sections
from tests.flows.editing_by_hand.dying_run import KILLED
from tests.flows.editing_by_hand.edited_review import AIM, OTHER_AIM, EditedReview

pytestmark = pytest.mark.slow


def test_an_edit_taken_back_leaves_nothing(review: EditedReview) -> None:
    """Edited, read, undone by hand: the text is the program's again and later passes may write it."""
    before = review.file.read_bytes()
    review.edit_three_sections()
    assert len(bring_edits(review.folder, None)) > 4
    review.file.write_bytes(before)
    told = bring_edits(review.folder, None)
    assert sum(": undone: " in line or ": removed: " in line for line in told) == 4
    assert review.ask("SELECT count(*) FROM current_hand_paragraph") == [(0,)]
    review.resume()
    assert review.file.read_bytes() == before
    assert review.verify()[1] == 0


def test_two_edits_in_a_row_are_two_readings(review: EditedReview) -> None:
    """Each reading finds what is new, and one that finds nothing says so."""
    review.edit((AIM, OTHER_AIM))
    bring_edits(review.folder, None)
    assert bring_edits(review.folder, None)[0].startswith("Nothing was edited by hand")
    review.edit((OTHER_AIM, "I have no aim."), ("### Scope\n\n", "### Scope\n\nAnd a word more.\n\n"))
    bring_edits(review.folder, None)
    assert review.ask("SELECT reading, kind FROM hand_edit ORDER BY ALL") == [
        (1, "changed"),
        (2, "added"),
        (2, "changed"),
    ]
    (held,) = review.ask("SELECT replaced FROM current_hand_paragraph WHERE kind = 'changed'")
    assert AIM in held[0]


def test_what_an_editor_does_to_a_file_is_no_edit(review: EditedReview) -> None:
    """Line ends and a byte order mark; and the next run writes the file as it was."""
    before = review.file.read_bytes()
    review.file.write_bytes(b"\xef\xbb\xbf" + before.replace(b"\n", b"\r\n"))
    review.resume()
    assert review.ask("SELECT count(*) FROM hand_edit") == [(0,)]
    assert review.file.read_bytes() == before


def test_a_file_that_is_gone_is_written_anew(review: EditedReview) -> None:
    """Without a word of edits."""
    before = review.file.read_bytes()
    review.file.unlink()
    review.resume()
    assert review.file.read_bytes() == before


@pytest.mark.parametrize("broken", [b"", b"\xff\xfe\x00", b"Not the review at all.\n"])
def test_a_file_that_cannot_be_read_stops_the_run_before_it_writes(review: EditedReview, broken: bytes) -> None:
    """In one sentence; the file stays as it is, and the review too."""
    review.file.write_bytes(broken)
    for take in (review.resume, partial(bring_edits, review.folder, None)):
        with pytest.raises(InputError, match=r"review\.md"):
            take()
    assert review.file.read_bytes() == broken
    assert review.ask("SELECT count(*) FROM hand_edit") == [(0,)]


def test_what_the_program_writes_itself_is_left_aside(review: EditedReview) -> None:
    """Told, kept in the ledger, and as it was in the next file."""
    before = review.file.read_bytes()
    review.edit(("## References\n", "## Sources\n"), ("| russell2012hair | 2012 |", "| russell2012hair | 1012 |"))
    review.resume()
    assert review.file.read_bytes().split(b"## Appendix")[0] == before.split(b"## Appendix")[0]
    rows = review.ask("SELECT kind, version, contains(after, '1012') OR after = '## Sources' FROM hand_edit")
    assert rows == [("left aside", None, True)] * 2
    assert review.ask("SELECT count(*) FROM problem WHERE kind = 'edit left aside'") == [(1,)]


def test_with_touch_mine_a_run_may_write_them_again(review: EditedReview) -> None:
    """The sections that the update writes again are the program's; without it they would have stayed."""
    mine = review.edit_three_sections()
    review.resume()
    review.grow()
    review.update(touch_mine=True)
    standing = review.paragraphs()
    assert not any(one in standing for one in mine)
    assert {kind for (kind,) in review.ask("SELECT kind FROM hand_edit WHERE reading > 1")} == {"given up"}
    assert review.ask("SELECT count(*) FROM current_hand_paragraph") == [(0,)]


def test_edits_made_while_a_run_is_at_work_are_read_before_it_writes(
    review: EditedReview, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Here after its last phase but one."""
    made: list[str] = []
    composed = flows.review.verification.fn

    def edit_then_verify(*given: object) -> object:
        done = composed(*given)
        made.extend(review.edit_three_sections())
        return done

    monkeypatch.setattr(flows.review.verification, "fn", edit_then_verify)
    review.resume()
    assert len(made) == 4
    assert set(made) <= set(review.paragraphs())


def test_a_review_from_before_edits_were_kept_track_of(review: EditedReview) -> None:
    """Its file is compared with what its sections make."""
    with Ledger(review.folder) as ledger:
        ledger.change("DELETE FROM manuscript")
    mine = review.edit_three_sections()
    review.resume()
    assert set(mine) <= set(review.paragraphs())
    assert {kind for (kind,) in review.ask("SELECT kind FROM hand_edit")} == {"added", "changed"}


def test_a_copy_of_the_file_can_be_brought_back(review: EditedReview) -> None:
    """As FILE.md, while review.md has other edits."""
    copy = review.home / "mine.md"
    copy.write_text(review.file.read_text("utf-8").replace(AIM, OTHER_AIM), "utf-8")
    review.edit(("### Scope\n\n", "### Scope\n\nIn the file.\n\n"))
    bring_edits(review.folder, copy)
    review.resume()
    text = review.file.read_text("utf-8")
    assert OTHER_AIM in text
    assert "### Scope\n\nIn the file.\n\n" in text


def test_a_section_that_left_with_its_theme_is_told(review: EditedReview) -> None:
    """What a person wrote in it stays in the ledger."""
    review.edit_three_sections()
    bring_edits(review.folder, None)
    with Ledger(review.folder) as ledger:
        ledger.change("UPDATE section SET edition = 'before' WHERE section_id LIKE 'theme:%'")
    assert any("gone: Mine, and short." in line for line in bring_edits(review.folder, None))


@pytest.mark.parametrize("where", ["after reading", "before writing"])
def test_a_kill_between_reading_and_publishing_changes_nothing(
    review: EditedReview, where: str, tmp_path: Path
) -> None:
    """The edits are read once, nothing of the program's is taken for the person's, and the end is the same."""
    whole = EditedReview(tmp_path / "whole")
    mine = review.edit_three_sections()
    whole.home.mkdir()
    review.copy(whole.home)
    whole.resume()
    dying = [sys.executable, "-m", "tests.flows.editing_by_hand.dying_run", str(review.home), where]
    ended = subprocess.run(dying, cwd=Path(__file__).parents[3], check=False, capture_output=True, text=True)
    assert ended.returncode == KILLED, ended.stderr
    late = review.edit(("## Conclusions\n\n", "## Conclusions\n\nAdded after the kill.\n\n"))
    review.resume()
    assert set(mine + late) <= set(review.paragraphs())
    assert review.ask("SELECT kind, count(*) FROM hand_edit GROUP BY ALL ORDER BY ALL") == [
        ("added", 4),
        ("changed", 1),
    ]
    review.edit(("Added after the kill.\n\n", ""))
    review.resume()
    assert review.paragraphs()[:60] == whole.paragraphs()[:60]


@pytest.mark.parametrize("name", ["mine.odt", "missing.docx", "missing.md"])
def test_a_file_that_is_none_of_a_reviews_is_refused(tmp_path: Path, name: str) -> None:
    """By its kind, or because it is not there; before anything is opened."""
    with pytest.raises(InputError, match=name):
        check_file(tmp_path / name)


def test_a_review_that_nobody_edits_knows_what_it_knew(review: EditedReview) -> None:
    """Reading an untouched file adds nothing."""
    with Ledger(review.folder) as ledger:
        before = canonical_hash(ledger), written_sections(ledger)
        assert take_edits(ledger, Progress(quiet=True)) == []
        assert (canonical_hash(ledger), written_sections(ledger)) == before
