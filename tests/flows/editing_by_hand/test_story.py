"""Edits by hand in review.md and in a Word file survive a resume and an update."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from flows.human.edits_session import bring_edits
from tests.flows.editing_by_hand.edited_review import (
    AIM,
    MINE,
    NAME,
    OTHER_AIM,
    UNKNOWN,
    EditedReview,
    edit_word,
    set_up,
)

pytestmark = pytest.mark.slow

_NARROW = "No narrower question than the subject itself was set."
_TRACKED = (
    'No question was set</w:t></w:r><w:ins w:id="90" w:author="A" w:date="2026-01-01T00:00:00Z"><w:r>'
    '<w:t xml:space="preserve"> by anyone [@gray2018determinants]</w:t></w:r></w:ins>'
    '<w:del w:id="91" w:author="A" w:date="2026-01-01T00:00:00Z"><w:r><w:delText> here</w:delText></w:r></w:del>'
    '<w:r><w:t xml:space="preserve">.'
)
# Of a theme that has other findings too: what a person alone wrote stays a person's when its section is written again.
_TOLD = "Hair cortisol was only weakly associated with the self-reported stress measures"
_FOUND = "Hair cortisol, I find, was only weakly associated with the stress that people report"
_BY_WORD = "No question was set by anyone [@gray2018determinants]."


@dataclass(frozen=True)
class Story:
    """The review after all, what a person wrote in it, and what `verify` said after the resume and after the update."""

    review: EditedReview
    mine: list[str]
    resumed: str
    standing: tuple[list[str], list[str]]
    updated: str


@pytest.fixture(scope="module")
def story(tmp_path_factory: pytest.TempPathFactory, written: Path) -> Iterator[Story]:
    """Edit three sections and a Word file, resume, let the world grow and update."""
    home = tmp_path_factory.mktemp("story")
    review = EditedReview(written).copy(home)
    with pytest.MonkeyPatch.context() as environment:
        set_up(environment, written)
        mine = review.edit_three_sections()
        brought = edit_word(
            review.export_word(),
            (_NARROW, _TRACKED),
            (f". {_TOLD}</w:t>", f". {_FOUND}</w:t>"),
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
    said = "first word on the future, with an "
    return text[text.index(said) + len(said) :][:2]


def test_a_citation_from_word_is_one_of_the_text_again(story: Story) -> None:
    """The typed one, and those of the sentences around what was changed."""
    (changed,) = (one for one in story.standing[0] if _FOUND in one)
    before, typed, after = changed.partition(f" {_FOUND} [@gidlow2016hair].")
    assert typed
    assert before.endswith("].")
    assert after.rstrip().endswith("].")
    neighbour = " ".join(before[: before.rindex(" [@")].split()[-6:]).replace("'", "''")
    traced = story.review.ask(
        "SELECT c.finding_id IS NOT NULL FROM claim AS c JOIN current_section USING (section_id, version) "
        f"WHERE contains(c.sentence, '{neighbour}') OR contains(c.sentence, 'I find') ORDER BY 1"
    )
    assert traced == [(False,), (True,)]


def test_invalid_citations_are_told_and_not_taken_out(story: Story) -> None:
    """In the checks, in the problems with a remedy, at the head of the review, and by verify to the letter."""
    checks = story.review.ask(f"SELECT DISTINCT status FROM citation_check WHERE citekey = '{UNKNOWN}'")
    assert checks == [("invalid",)]
    problems = story.review.ask("SELECT DISTINCT message FROM problem WHERE kind = 'citation by hand'")
    assert any(f"@{UNKNOWN}" in message and f"litreview update {NAME} --import" in message for (message,) in problems)
    assert any(one.startswith("> **Note.**") and UNKNOWN in one for one in story.standing[0])
    failed = [line for line in story.resumed.splitlines() if line.startswith("FAILED")]
    assert failed == [
        f"FAILED @{UNKNOWN}: {MINE} (no work of the corpus has this citekey; the sentence was written by hand)"
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
    assert f"-{AIM}" in told
    assert f"+{OTHER_AIM}" in told
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
