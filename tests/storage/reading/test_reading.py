"""What a work says is stored only with the words it rests on, and comes back as it was."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from storage.reading.reading import add_reading, read_corpus, unread_works
from storage.records.writing import Finding, Page, Quote, Summary
from storage.runs.reviews import add_citekeys

TEXT = "Stress raises cortisol — in hair, too. The sample was small. Later work should follow children."
PAGE = Page("W1", 0, TEXT)


def _quote(start, end, **fields: Any):
    return Quote(
        **({"work_id": "W1", "page": 0, "char_start": start, "char_end": end, "text": TEXT[start:end]} | fields)
    )


def _summary(*findings: Finding):
    return Summary(
        "W1", "A survey.", "Small.", "Children.", ("hair", "stress"), "Stress and hair.", findings, "abstract"
    )


GOOD = (
    Finding("W1", "Stress raises cortisol.", _quote(0, 38)),
    Finding("W1", "The sample was small.", _quote(39, 60), "limitation"),
    Finding("W1", "Children should be followed.", _quote(61, len(TEXT)), "future_work"),
    Finding("W1", "Small samples are small.", _quote(39, 60), "background"),
)
BAD_QUOTES = {
    "altered word": _quote(0, 38, text=TEXT[:38].replace("raises", "lowers")),
    "shifted": _quote(1, 39, text=TEXT[:38]),
    "beyond the end": _quote(90, 200, text=TEXT[90:] + " indeed"),
    "empty": _quote(5, 5),
    "before the beginning": _quote(-9, -1),
    "other page": _quote(0, 38, page=1),
    "other source": _quote(0, 38, source="project note"),
    "other work": _quote(0, 38, work_id="W2"),
}


@pytest.fixture
def corpus_of_two(ledger, make_work, find_works, screen_works):
    """Return a ledger with W1 (which has an abstract) and W2 (which has none) in the corpus."""
    find_works(ledger, [make_work(1, abstract=TEXT, abstract_source="openalex"), make_work(2, abstract=None)])
    screen_works(ledger, {"W1": "include", "W2": "include"})
    add_citekeys(ledger, {"W1": "smith2015hair", "W2": "wong2015hair"})
    return ledger


@pytest.mark.parametrize("case", BAD_QUOTES)
def test_quote_that_is_not_on_its_page_is_refused(corpus_of_two, case):
    """One bad quote among good ones is a ValueError, and nothing of the whole reading is stored."""
    summary = _summary(*GOOD, Finding("W1", "Stress lowers cortisol.", BAD_QUOTES[case]))
    with pytest.raises(ValueError, match="is not on page"):
        add_reading(corpus_of_two, summary, [PAGE], "extractive")
    for table in ("document", "summary", "quote", "finding"):
        assert corpus_of_two.select(f"SELECT count(*) FROM {table}").item() == 0
    assert len(unread_works(corpus_of_two)) == 2


def test_words_of_another_work_are_no_words_of_this_one(corpus_of_two):
    """A page of another work cannot carry a quote of this one."""
    with pytest.raises(ValueError, match="is not on page"):
        add_reading(corpus_of_two, _summary(*GOOD), [replace(PAGE, work_id="W2")], "extractive")


def test_corpus_comes_back_as_it_was_read(corpus_of_two):
    """Summaries and findings return in their order, with quotes, kinds, citekeys and metadata."""
    add_reading(corpus_of_two, _summary(*GOOD), [PAGE], "extractive")
    bare = Summary("W2", "", "", "", (), "", (), "title")
    add_reading(corpus_of_two, bare, [], "extractive")
    corpus = read_corpus(corpus_of_two)
    assert list(corpus) == ["W1", "W2"]
    assert corpus["W1"].summary == _summary(*GOOD)
    assert corpus["W2"].summary == bare
    assert (corpus["W1"].citekey, corpus["W1"].work.abstract, corpus["W1"].in_degree) == ("smith2015hair", TEXT, 0)
    assert unread_works(corpus_of_two) == []


def test_unread_works_come_with_the_pages_there_are(corpus_of_two):
    """The abstract is page 0; a work without one has no page; a work read is not offered again."""
    pages = {work.work_id: pages for work, pages in unread_works(corpus_of_two)}
    assert pages == {"W1": [replace(PAGE, source="openalex")], "W2": []}
    add_reading(corpus_of_two, _summary(), [PAGE], "extractive")
    assert [work.work_id for work, _ in unread_works(corpus_of_two)] == ["W2"]
    assert list(read_corpus(corpus_of_two)) == ["W1"]


def test_reading_a_work_again_changes_nothing(corpus_of_two):
    """The first reading stays; its rows are not doubled."""
    add_reading(corpus_of_two, _summary(*GOOD), [PAGE], "extractive")
    add_reading(corpus_of_two, replace(_summary(*GOOD), methodology="Otherwise."), [PAGE], "extractive")
    assert read_corpus(corpus_of_two)["W1"].summary == _summary(*GOOD)


def test_project_note_keeps_its_source(corpus_of_two):
    """Pages and quotes that are not the authors' words say so in every row."""
    note = replace(PAGE, source="project note")
    finding = Finding("W1", "Stress raises cortisol.", _quote(0, 38, source="project note"))
    add_reading(corpus_of_two, replace(_summary(finding), source="project note", short=""), [note], "extractive")
    rows = corpus_of_two.select(
        "SELECT source FROM document UNION ALL SELECT source FROM quote UNION ALL SELECT source FROM summary"
    )
    assert rows["source"].to_list() == ["project note"] * 3


def test_an_abstract_whose_source_nobody_stated_is_nobodys(ledger, make_work, find_works, screen_works):
    """An abstract without a source is not said to be the catalogue's."""
    find_works(ledger, [make_work(1, abstract=TEXT, abstract_source=None)])
    screen_works(ledger, {"W1": "include"})
    [(_, [page])] = unread_works(ledger)
    assert page == Page("W1", 0, TEXT, "not stated")
