"""What people who screen by name are told, and what is taken of what they type."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tasks.human.screeners import read_name, read_note, tell_counts, tell_end, tell_opinions, tell_pair, tell_search
from tasks.human.screening_page.rendering import describe_work, mark_words, write_page

PAIR = {"screener": "person: Anna", "other": "person: Ben", "phase": None, "works": 1, "percent": 100.0, "kappa": None,
        "low": None}  # fmt: skip
SEARCH = {"stage": 2, "relevant_so_far": 1_100, "stop_reason": None, "missed_estimate": None, "recall_estimate": None}


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        (" Anna  Müller ", "person: Anna Müller"),
        ("樹木", "person: 樹木"),
        ("", "person"),
        ("a@b.org", "person"),
        ("12-3", "person"),
        ("\u202e\x1b", "person"),
        ("<b>Ben</b>", "person: Ben"),
        ("x" * 99, "person: " + "x" * 60),
    ],
)
def test_a_name_has_letters(typed: str, name: str) -> None:
    """It is one line without markup, control characters and addresses, of sixty characters at most."""
    assert read_name(typed) == name


def test_a_note_is_one_short_line() -> None:
    """Without addresses, line breaks and markup."""
    assert read_note("Not\nadults, says a@b.org\x07 <i>twice</i>") == "Not adults, says twice"
    assert len(read_note("word " * 200)) <= 300


def test_a_pair_is_told_with_what_can_be_told() -> None:
    """No kappa with one verdict throughout, no interval for few works, one work in the singular."""
    assert tell_pair(PAIR) == (
        "Anna and Ben agree on 100.0% of 1 work that each judged independently; with one verdict throughout there is "
        "no kappa."
    )
    assert "judged independently by full text" in tell_pair(PAIR | {"phase": "full text"})
    told = tell_pair(PAIR | {"works": 1_200, "percent": 66.66, "kappa": -0.1, "low": -0.2, "high": 0.05})
    assert told.endswith("66.7% of 1,200 works that each judged independently: Cohen's kappa -0.10 (95% interval -0.20 "
                         "to 0.05).")  # fmt: skip


def test_where_everybody_is() -> None:
    """What is decided, waits and is in conflict, and what to do next; nothing to take in before anything is decided."""
    counts = {"works": 24, "decided": 0, "pending": 24, "conflicts": 0, "reasons_differ": 0}
    assert tell_end(counts, 1, [], None, "litreview resume x") == [
        "0 of 24 works decided, each by one person; 24 wait for verdicts."
    ]
    told = tell_end(counts | {"decided": 3, "conflicts": 1}, 2, [PAIR], None, "litreview resume x")
    assert told[1] == "1 conflict waits for a third person or a consensus."
    assert told[-1] == "Run 'litreview resume x' to take what is decided into the review."
    assert tell_counts(counts | {"conflicts": 2}, 3)[1].startswith("2 conflicts wait ")
    assert tell_counts(counts | {"reasons_differ": 2}, 3)[1] == "2 works are excluded alike for different reasons."


def test_how_the_search_stands() -> None:
    """Nothing yet, going on, or stopped and why, with what is estimated where anything is."""
    assert tell_search(None) == ["No stage of the search has ended yet."]
    assert tell_search(SEARCH) == ["After stage 2, 1,100 works were found relevant.", "The search goes on."]
    estimates = {"stop_reason": "delta", "missed_estimate": 4.4, "missed_upper": None, "recall_estimate": 0.9}
    told = tell_search(SEARCH | estimates | {"recall_low": 0.8})
    assert told[1].startswith("The search stopped: in two stages running")
    assert told[2:] == [
        "Relevant works still expected elsewhere: about 4.",
        "Estimated share of the relevant works found: 90% (at least 80%).",
    ]


def test_nothing_is_told_of_a_work_not_judged() -> None:
    """Whatever is known of it."""
    assert tell_opinions({"mine": None, "others": [{}], "analyst": {}, "state": "conflict"}) == []


@given(text=st.text(), word=st.sampled_from(["tree", "ü", "."]))
def test_marked_parts_are_the_text(text: str, word: str) -> None:
    """Put together again they are what was given, and each that is marked matches."""
    pattern = re.compile(re.escape(word))
    parts = mark_words(text, pattern)
    assert "".join(part for part, _ in parts) == text
    assert all(bool(pattern.fullmatch(part)) == marked for part, marked in parts if part == word or marked)
    assert mark_words(text, None) == ([(text, False)] if text else [])


def test_a_work_without_anything_is_shown() -> None:
    """No authors, year, venue, DOI or abstract."""
    bare = dict.fromkeys(("abstract", "year", "venue", "doi", "authors"))
    shown = describe_work(bare | {"work_id": "W1", "title": "A <b>title</b>"}, None)
    assert shown == {"id": "W1", "title": [("A title", False)], "source": "", "doi": "", "abstract": [], "pages": []}


def test_a_topic_is_text_of_the_page() -> None:
    """It ends neither title nor script, and the policy admits what stands in the page."""
    page, policy = write_page('</title><script>alert(1)</script> "trees"', "a-review")
    assert page.count("<script") == page.count("</script>") == 1
    assert "alert(1)" not in page or "&lt;" in page
    assert 'data-review="a-review"' in page
    assert policy.count("sha256-") == 2
