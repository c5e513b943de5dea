"""Edits by hand survive: in review.md and in a Word file, through resumes, updates, kills and whatever is written."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pytest

import flows.review
from flows.export.hand_edits import take_edits
from flows.human.edits_session import bring_edits
from flows.orchestration.progress import Progress
from storage.core.canonical import canonical_hash
from storage.core.errors import InputError
from storage.core.ledger import Ledger
from storage.writing.sections import written_sections
from tests.flows.dying_run import KILLED
from tests.flows.edited_review import NAME, EditedReview, edit_word

pytestmark = pytest.mark.slow

_UNKNOWN = "smith2099none"
_MINE = f"My own words on why this matters, resting on @vanuum2008elevated and on nothing else [@{_UNKNOWN}]."
_AIM = "Its aim is therefore to set out what they report, theme by theme, in words that can be traced to the sources."
_OTHER_AIM = "My aim is another one: to set out what I like."
_FUTURE = "A person's first word on the future, with an A\u030a in two parts."
_NARROW = "No narrower question than the subject itself was set."
_TRACKED = (
    'No question was set</w:t></w:r><w:ins w:id="90" w:author="A" w:date="2026-01-01T00:00:00Z"><w:r>'
    '<w:t xml:space="preserve"> by anyone [@gray2018determinants]</w:t></w:r></w:ins>'
    '<w:del w:id="91" w:author="A" w:date="2026-01-01T00:00:00Z"><w:r><w:delText> here</w:delText></w:r></w:del>'
    '<w:r><w:t xml:space="preserve">.'
)
_FOUND = "Women, I find, had lower hair cortisol than men"
_BY_WORD = "No question was set by anyone [@gray2018determinants]."


def _set_up(environment: pytest.MonkeyPatch, home: Path) -> None:
    environment.setenv("LITREVIEW_CACHE", str(home / "cache"))
    environment.setenv("LITREVIEW_OPEN_LIBRARY_URL", "")


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Yield the home of a finished review that nobody has edited."""
    home = tmp_path_factory.mktemp("edited")
    with pytest.MonkeyPatch.context() as environment:
        _set_up(environment, home)
        EditedReview(home).write()
        yield home


@pytest.fixture
def review(tmp_path: Path, written: Path, monkeypatch: pytest.MonkeyPatch) -> EditedReview:
    """Return a copy of the finished review."""
    _set_up(monkeypatch, written)
    shutil.copytree(written / "reviews", tmp_path / "reviews")
    shutil.copy(written / "works.jsonl", tmp_path / "works.jsonl")
    return EditedReview(tmp_path)


@dataclass(frozen=True)
class Story:
    """The review after all, what a person wrote in it, and what `verify` said after the resume and after the update."""

    review: EditedReview
    mine: list[str]
    resumed: str
    standing: tuple[list[str], list[str]]
    updated: str


def _edit_three_sections(review: EditedReview) -> list[str]:
    return review.edit(
        ("### Scope\n\n", f"### Scope\n\n{_MINE}\n\n"),
        (_AIM, _OTHER_AIM),
        ("## Body mass index\n\n### Overview\n\n", "## Body mass index\n\n### Overview\n\nMine, and short.\n\n"),
        ("### Future directions\n\n", f"### Future directions\n\n{_FUTURE}\n\n"),
    )


@pytest.fixture(scope="module")
def story(tmp_path_factory: pytest.TempPathFactory, written: Path) -> Iterator[Story]:
    """Edit three sections and a Word file, resume, let the world grow and update."""
    home = tmp_path_factory.mktemp("story")
    shutil.copytree(written / "reviews", home / "reviews")
    shutil.copy(written / "works.jsonl", home / "works.jsonl")
    review = EditedReview(home)
    with pytest.MonkeyPatch.context() as environment:
        _set_up(environment, written)
        mine = _edit_three_sections(review)
        brought = edit_word(
            review.export_word(),
            (_NARROW, _TRACKED),
            (". Women had lower hair cortisol than men</w:t>", f". {_FOUND}</w:t>"),
        )
        bring_edits(review.folder, brought)
        review.resume()
        resumed, _ = review.verify()
        after = review.paragraphs()
        mine += [one for one in after if one.startswith(_BY_WORD) or _FOUND in one]
        review.grow()
        review.update()
        updated, _ = review.verify()
        yield Story(review, mine, resumed, (after, review.paragraphs()), updated)


def test_every_edit_is_in_the_ledger(story: Story) -> None:
    """Those of the file in one reading and those of the Word file in another, as versions of a person."""
    edits = story.review.ask("SELECT file, kind, count(*) FROM hand_edit GROUP BY ALL ORDER BY ALL")
    assert edits == [("review-edited.docx", "changed", 2), ("review.md", "added", 3), ("review.md", "changed", 1)]
    versions = story.review.ask("SELECT section_id, count(*) FROM section WHERE produced_by = 'human' GROUP BY ALL")
    assert sorted(count for _, count in versions) == [1, 1, 1, 2]


def test_no_human_text_changed(story: Story) -> None:
    """Byte for byte, after the resume and after an update that wrote all these sections again."""
    assert len(story.mine) == 6
    for standing in story.standing:
        assert [standing.count(one) for one in story.mine] == [1] * 6
    rewritten = story.review.ask("SELECT count(*) FROM living_section WHERE action = 'rewritten'")[0][0]
    assert rewritten >= 5
    assert unicode_parts(story) == "A\u030a"


def unicode_parts(story: Story) -> str:
    """Return the letter of the edit that is in two parts, as it now stands in the file."""
    text = story.review.file.read_text("utf-8")
    return text[text.index("with an ") + 8 :][:2]


def test_a_citation_from_word_is_one_of_the_text_again(story: Story) -> None:
    """The typed one, and those of the sentences around what was changed."""
    (changed,) = (one for one in story.standing[0] if _FOUND in one)
    assert "Skoluda et al. (2012) observe that in each of three" in changed
    assert (
        f"[@skoluda2012elevated]. {_FOUND} [@manenschijn2013high]. In obese patients, Wester et al. (2021)" in changed
    )
    traced = story.review.ask(
        "SELECT c.finding_id IS NOT NULL FROM claim AS c JOIN current_section USING (section_id, version) "
        "WHERE contains(c.sentence, 'observe that in each of three') OR contains(c.sentence, 'I find') ORDER BY 1"
    )
    assert traced == [(False,), (True,)]


def test_invalid_citations_are_told_and_not_taken_out(story: Story) -> None:
    """In the checks, in the problems with a remedy, at the head of the review, and by verify to the letter."""
    checks = story.review.ask(f"SELECT DISTINCT status FROM citation_check WHERE citekey = '{_UNKNOWN}'")
    assert checks == [("invalid",)]
    problems = story.review.ask("SELECT DISTINCT message FROM problem WHERE kind = 'citation by hand'")
    assert any(f"@{_UNKNOWN}" in message and f"litreview update {NAME} --import" in message for (message,) in problems)
    assert any(one.startswith("> **Note.**") and _UNKNOWN in one for one in story.standing[0])
    failed = [line for line in story.resumed.splitlines() if line.startswith("FAILED")]
    assert failed == [
        f"FAILED @{_UNKNOWN}: {_MINE} (no work of the corpus has this citekey; the sentence was written by hand)"
    ]


def test_after_an_update_verify_names_what_a_persons_sentences_say_wrongly(story: Story) -> None:
    """Numbers that the corpus outgrew in a paragraph that a person changed, and nothing of the program's."""
    failed = [line for line in story.updated.splitlines() if line.startswith("FAILED")]
    own = " ".join(story.mine)
    sentences = [line.split(": ", 1)[1].rsplit(" (", 1)[0] for line in failed]
    assert len(sentences) >= 2
    assert all(sentence.split(" (the ")[0].rstrip("…") in own for sentence in sentences), failed


def test_conflicts_are_shown_as_a_diff(story: Story) -> None:
    """In the file and in the view: what the program would state now, and the person's, which stands."""
    told = (story.review.folder / "conflicts.diff").read_text("utf-8")
    assert f"-{_AIM}" in told
    assert f"+{_OTHER_AIM}" in told
    rows = story.review.ask("SELECT section_id, contains(program, 'Its aim') FROM current_hand_conflict")
    assert ("introduction", True) in rows


def test_the_review_says_which_sections_a_person_edited(story: Story) -> None:
    """In a note with numbers of the ledger, and in a table of the appendix."""
    (note,) = (one for one in story.standing[1] if one.startswith("> **Note.** Edited by hand"))
    counts = story.review.ask(
        "SELECT heading, count(*) FROM current_hand_paragraph JOIN current_section USING (section_id) GROUP BY ALL"
    )
    for heading, count in counts:
        assert f"{heading} ({count} paragraph" in note
    assert "### Edits by hand" in story.standing[1]


def test_an_edit_taken_back_leaves_nothing(review: EditedReview) -> None:
    """Edited, read, undone by hand: the text is the program's again and later passes may write it."""
    before = review.file.read_bytes()
    _edit_three_sections(review)
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
    review.edit((_AIM, _OTHER_AIM))
    bring_edits(review.folder, None)
    assert bring_edits(review.folder, None)[0].startswith("Nothing was edited by hand")
    review.edit((_OTHER_AIM, "I have no aim."), ("### Scope\n\n", "### Scope\n\nAnd a word more.\n\n"))
    bring_edits(review.folder, None)
    assert review.ask("SELECT reading, kind FROM hand_edit ORDER BY ALL") == [
        (1, "changed"),
        (2, "added"),
        (2, "changed"),
    ]
    (held,) = review.ask("SELECT replaced FROM current_hand_paragraph WHERE kind = 'changed'")
    assert _AIM in held[0]


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
    review.edit(
        ("## References\n", "## Sources\n"), ("| sauve2007measurement | 2007 |", "| sauve2007measurement | 1007 |")
    )
    review.resume()
    assert review.file.read_bytes().split(b"## Appendix")[0] == before.split(b"## Appendix")[0]
    rows = review.ask("SELECT kind, version, contains(after, '1007') OR after = '## Sources' FROM hand_edit")
    assert rows == [("left aside", None, True)] * 2
    assert review.ask("SELECT count(*) FROM problem WHERE kind = 'edit left aside'") == [(1,)]


def test_with_touch_mine_a_run_may_write_them_again(review: EditedReview) -> None:
    """The sections that the update writes again are the program's; without it they would have stayed."""
    mine = _edit_three_sections(review)
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
        made.extend(_edit_three_sections(review))
        return done

    monkeypatch.setattr(flows.review.verification, "fn", edit_then_verify)
    review.resume()
    assert len(made) == 4
    assert set(made) <= set(review.paragraphs())


def test_a_review_from_before_edits_were_kept_track_of(review: EditedReview) -> None:
    """Its file is compared with what its sections make."""
    with Ledger(review.folder) as ledger:
        ledger.change("DELETE FROM manuscript")
    mine = _edit_three_sections(review)
    review.resume()
    assert set(mine) <= set(review.paragraphs())
    assert {kind for (kind,) in review.ask("SELECT kind FROM hand_edit")} == {"added", "changed"}


def test_a_copy_of_the_file_can_be_brought_back(review: EditedReview) -> None:
    """As FILE.md, while review.md has other edits."""
    copy = review.home / "mine.md"
    copy.write_text(review.file.read_text("utf-8").replace(_AIM, _OTHER_AIM), "utf-8")
    review.edit(("### Scope\n\n", "### Scope\n\nIn the file.\n\n"))
    bring_edits(review.folder, copy)
    review.resume()
    text = review.file.read_text("utf-8")
    assert _OTHER_AIM in text
    assert "### Scope\n\nIn the file.\n\n" in text


def test_a_section_that_left_with_its_theme_is_told(review: EditedReview) -> None:
    """What a person wrote in it stays in the ledger."""
    _edit_three_sections(review)
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
    mine = _edit_three_sections(review)
    shutil.copytree(review.home, whole.home, ignore=shutil.ignore_patterns("whole"))
    whole.resume()
    dying = [sys.executable, "-m", "tests.flows.dying_run", str(review.home), where]
    ended = subprocess.run(dying, cwd=Path(__file__).parents[2], check=False, capture_output=True, text=True)
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


def test_a_review_that_nobody_edits_knows_what_it_knew(review: EditedReview) -> None:
    """Reading an untouched file adds nothing."""
    with Ledger(review.folder) as ledger:
        before = canonical_hash(ledger), written_sections(ledger)
        assert take_edits(ledger, Progress(quiet=True)) == []
        assert (canonical_hash(ledger), written_sections(ledger)) == before
