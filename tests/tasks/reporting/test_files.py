"""What a reader is told before the first line of a review."""

from __future__ import annotations

from tasks.reporting.files import state_notices


def test_an_analyst_that_is_not_described_is_named() -> None:
    """How the text was made is said of every analyst; of one that nothing is known of, that nothing is."""
    told = {name: state_notices({}, name, {})[0] for name in ("anthropic", "extractive", "third")}
    assert "by language models" in told["anthropic"]
    assert "without a language model" in told["extractive"]
    assert told["third"] == (
        "Works were screened and read, and the text was written, by the analyst 'third'; how it works is not described "
        "here."
    )
    assert state_notices({}, "third", {"unanswered": 2})[1].startswith("2 questions for a language model")
