"""What a review is estimated to cost counts all that is sent."""

from __future__ import annotations

from storage.records.search import Tier
from tasks.language_models.estimate import Reviewed, _list_steps, theory
from tasks.prompts import read_prompt

QUALITY = Tier("quick", 2, 50, 5_000, 7_000, 0.1)


def test_what_is_extracted_is_asked_with_every_summary():
    """Its prompt goes on where that of each summary ends, of abstracts, of full texts and of works for a gap."""
    steps = [*_list_steps(QUALITY, 20), *theory(Reviewed(QUALITY, 5, full=True))]
    summaries = [step for step in steps if step.prompt.startswith("summary")]
    assert [step.prompt for step in summaries] == ["summary", "summary_full_text", "summary"]
    for step in summaries:
        asked, bare = read_prompt(step.prompt, step.addition).text, read_prompt(step.prompt).text
        assert "The evidence table" in asked.removeprefix(bare)


def test_a_translation_is_counted_where_one_is_asked_for():
    """All of the text is read, and written anew with more tokens than English takes."""
    assert "translation" not in {step.prompt for step in _list_steps(QUALITY, 20)}
    (step,) = (step for step in _list_steps(QUALITY, 20, translated=True) if step.prompt == "translation")
    assert step.calls * step.writes > QUALITY.words * 1.75
    assert 5 < step.calls < 20
