"""Edits by hand in a review that is shown in another language than the one in which it is kept and checked."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest

from flows.human.edits_session import bring_edits
from tests.benchmarks.servers.messages_server import LoopbackAnthropic, serve_anthropic
from tests.benchmarks.servers.scripted import SCRIPTS
from tests.flows.editing_by_hand.edited_review import set_up
from tests.flows.editing_by_hand.translated_review import ADDED, CHANGED, HEADING, WORD, TranslatedReview, leave_out

pytestmark = pytest.mark.slow
_OTHER = {"de": "zh", "zh": "de"}


@dataclass
class Story:
    """A review in one language, and what became of it, step by step: its text, and what `verify` said."""

    review: TranslatedReview
    server: LoopbackAnthropic
    texts: dict[str, str]
    told: dict[str, tuple[str, int]]
    mine: list[str]
    lines: list[str] = field(default_factory=list)

    def note(self, step: str, code: str | None) -> None:
        """Keep the state of the review."""
        self.texts[step] = self.review.text(code)
        self.told[step] = self.review.verify()

    def undo_and_redo(self) -> None:
        """Change the second paragraph back to what was shown, resume, and change it once more."""
        (theirs,) = (one for one in self.mine if one.startswith(CHANGED[self.review.code]))
        shown = theirs.removeprefix(f"{CHANGED[self.review.code]}: ")
        self.review.edit((theirs, shown))
        self.lines = bring_edits(self.review.folder, None)
        self.review.resume()
        self.note("undone", self.review.code)
        self.review.edit((shown, theirs))
        bring_edits(self.review.folder, None)


@pytest.fixture(scope="module", params=_OTHER)
def story(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Story]:
    """Resume unedited, edit review.md and a Word file, resume, update, and have it in two other languages and back."""
    code = request.param
    home = tmp_path_factory.mktemp(f"edited-{code}")
    with pytest.MonkeyPatch.context() as environment, serve_anthropic(SCRIPTS | {"Translation": leave_out}) as server:
        set_up(environment, home)
        environment.setenv("ANTHROPIC_BASE_URL", server.url)
        environment.setenv("ANTHROPIC_API_KEY", "key")
        review = TranslatedReview(home, code)
        review.write()
        story = Story(review, server, {}, {}, [])
        story.note("written", code)
        review.resume()
        story.note("unedited", code)
        word = review.export_word()
        assert bring_edits(review.folder, word)[0].startswith("Nothing was edited")
        assert review.ask("SELECT count(*) FROM hand_edit") == [(0,)]
        story.mine += review.edit_sections()
        bring_edits(review.folder, None)
        bring_edits(review.folder, review.edit_word(word))
        review.resume()
        story.mine += [one for one in review.paragraphs() if WORD[code] in one and not one.startswith("#")]
        story.note("edited", code)
        story.undo_and_redo()
        review.grow()
        review.update(batch=False)
        story.note("updated", code)
        for other in (_OTHER[code], None, code):
            review.resume(write_in=other)
            story.note(f"in {other}", other)
        yield story


def test_nobody_edited_anything(story: Story) -> None:
    """Resumed, the file is as it was, and neither headings nor notices nor references are taken for a change."""
    assert story.texts["unedited"] == story.texts["written"]
    assert story.told["unedited"][1] == 0, story.told["unedited"][0]


def test_what_a_person_wrote_stays_byte_for_byte(story: Story) -> None:
    """Through a resume, an update, another language, English, and back."""
    assert len(story.mine) == 3
    for step in ("edited", "updated", *(f"in {code}" for code in (*story.review.code.split(), None, "de", "zh"))):
        standing = story.texts[step].split("\n\n")
        assert [standing.count(one) for one in story.mine] == [1] * 3, step
    heading = f"\n{HEADING[story.review.code]}\n"
    assert story.texts["edited"].count(heading) == story.texts["written"].count(heading) + 1


def test_the_rest_is_in_the_language_asked_for(story: Story) -> None:
    """English inside but for what is theirs, as it was outside, and nothing is left aside."""
    code = story.review.code
    before, after = (story.texts[step].split("\n\n") for step in ("written", "edited"))
    lost = [one for one in before if one not in after and not one.startswith((">", "---"))]
    assert len(lost) == 2
    kinds = story.review.ask("SELECT file, kind, count(*) FROM hand_edit WHERE reading <= 2 GROUP BY ALL ORDER BY ALL")
    assert kinds == [("review-edited.docx", "changed", 1), ("review.md", "added", 2), ("review.md", "changed", 1)]
    replaced = story.review.ask("SELECT replaced FROM current_hand_paragraph WHERE kind = 'changed'")
    assert all(text.isascii() or "zeigen" not in text for (text,) in replaced)
    inside = "\n\n".join(text for (text,) in story.review.ask("SELECT markdown FROM current_section"))
    assert CHANGED[code] in inside
    translated = story.review.ask(f"SELECT translated FROM translation WHERE language = '{code}'")
    theirs = "\n\n".join(story.mine)
    stray = [said for (said,) in translated if len(said) > 30 and said in inside and said not in theirs]
    assert stray == []


def test_it_is_never_translated(story: Story) -> None:
    """Nor asked for, nor counted as not translated."""
    asked = [json.dumps(one.body, ensure_ascii=False) for one in story.server.requests]
    into = [text for text in asked if "passages of a finished review into" in text]
    assert into
    code = story.review.code
    assert not any(own in text for text in into for own in (ADDED[code], CHANGED[code], WORD[code]))
    for text in story.mine:
        assert story.review.ask(f"SELECT count(*) FROM translation WHERE text = '{text}'") == [(0,)]


def test_verify_holds(story: Story) -> None:
    """In every language; after an update it names the sentence that a person's paragraph kept and numbers outgrew."""
    theirs = "\n\n".join(story.mine)
    for step, (report, failed) in story.told.items():
        wrong = [line for line in report.splitlines() if line.startswith("FAILED")]
        assert failed == 0 or step in {"updated", f"in {story.review.code}"}, (step, wrong)
        for line in wrong:
            sentence = line.split(": ", 1)[1].split(" (the ledger says", 1)[0]
            quoted = sentence.replace("'", "''")
            said = story.review.ask(f"SELECT translated FROM translation WHERE text = '{quoted}'")
            assert any(text in theirs for (text,) in said), line
        assert "review.md was changed" not in report
        assert ("citations by hand" in report) == (step not in {"written", "unedited"})
    said = story.review.ask(
        "SELECT count(*) FROM claim JOIN current_section USING (section_id, version) WHERE said_by = 'human'"
    )
    assert said[0][0] >= 1


def test_taken_back_it_is_the_programs_again(story: Story) -> None:
    """A paragraph changed back to what was shown: told as undone, English inside, and nothing is left aside."""
    theirs = next(one for one in story.mine if one.startswith(CHANGED[story.review.code]))
    assert [": undone: " in line for line in story.lines[:2]] == [True, False]
    undone, edited = (story.texts[step].split("\n\n") for step in ("undone", "edited"))
    shown = theirs.removeprefix(f"{CHANGED[story.review.code]}: ")
    assert [one for one in edited if one not in undone and not one.startswith(">")] == [theirs]
    assert [one for one in undone if one not in edited and not one.startswith(">")] == [shown]
    assert story.review.ask("SELECT count(*) FROM problem WHERE kind = 'edit left aside'") == [(0,)]
