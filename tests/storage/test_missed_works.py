"""Works that the corpus cites often and lacks, each with the reason."""

from __future__ import annotations

import json

import pytest

from storage.reading.procedure import read_procedure
from storage.records.screening import Decision
from storage.records.search import Author
from storage.screening.screening import add_decisions, exclude_ineligible, exclude_repeats


def test_each_missed_work_has_its_reason(ledger, make_work, find_works, screen_works):
    """Judged, ruled out, never met, met only as a record; a version of a corpus work is not missed."""
    cited = ("W10", "W11", "W12", "W13", "W14", "W15")
    find_works(ledger, [make_work(number, references=cited) for number in (1, 2, 3)])
    screen_works(ledger, dict.fromkeys(("W1", "W2", "W3"), "include"))
    find_works(ledger, [make_work(10), make_work(11, type="dataset"), make_work(12, family_id="family 1")])
    find_works(ledger, [make_work(15)])
    exclude_repeats(ledger, 0)
    exclude_ineligible(ledger, 0, grey=False)
    screen_works(ledger, {"W10": "exclude"}, score=0.2)
    ledger.change("INSERT INTO work BY NAME SELECT * REPLACE ('W13' AS work_id) FROM work WHERE work_id = 'W10'")
    rows = ledger.select("SELECT work_id, cited_by_corpus, phase, reason FROM missed_seminal ORDER BY work_id").rows()
    assert rows == [
        ("W10", 3, "screening", "As judged."),
        ("W11", 3, "eligibility", "Not of a publication type admitted."),
        ("W13", 3, None, "Its record was met among the works cited, and no search or followed citation led to it."),
        ("W14", 3, None, "No search or followed citation led to a record of it."),
        ("W15", 3, None, "Found, and not decided yet."),
    ]
    screen_works(ledger, {"W1": "exclude"}, batch=1)
    screen_works(ledger, {"W4": "include"}, batch=2)
    assert json.dumps(ledger.select("SELECT * FROM missed_seminal").rows()) == "[]"


def test_a_version_of_a_work_left_out_says_why_that_one_is(ledger, make_work, find_works, screen_works):
    """Where the record kept is out as well, the reason names both."""
    find_works(ledger, [make_work(number, references=("W12",)) for number in (1, 2, 3)])
    find_works(ledger, [make_work(10)])
    screen_works(ledger, dict.fromkeys(("W1", "W2", "W3"), "include"))
    screen_works(ledger, {"W10": "exclude"})
    find_works(ledger, [make_work(12, family_id="family 10")])
    exclude_repeats(ledger, 0)
    reason = ledger.select("SELECT reason FROM missed_seminal WHERE work_id = 'W12'").item()
    assert reason == "Same title as W10, which is kept. That record: As judged."


_BOOK = "Herding on Common Pastures"


@pytest.mark.parametrize(
    ("held", "outside", "is_missed"),
    [
        ({"title": f"{_BOOK}: Old Ways in New Valleys"}, {"title": "HERDING ON COMMON PASTURES"}, False),
        ({"title": _BOOK}, {"title": f"{_BOOK} \u2013 Old ways in new valleys", "year": 2016}, False),
        ({"title": f"{_BOOK}. Old Ways"}, {"title": _BOOK, "authors": ()}, False),
        ({"title": f"{_BOOK}: Old Ways"}, {"title": f"{_BOOK}: New Ways"}, True),
        ({"title": f"{_BOOK}: Old Ways"}, {"title": _BOOK, "year": 2018}, True),
        ({"title": f"{_BOOK}: Old Ways"}, {"title": _BOOK, "authors": (Author("Bo Elm"),)}, True),
        ({"title": _BOOK}, {"title": f"{_BOOK}: Part 2"}, True),
        ({"title": _BOOK}, {"title": f"{_BOOK}: a reply"}, True),
        ({"title": "Global Pastures: Old Ways"}, {"title": "Global Pastures"}, True),
    ],
)
def test_a_work_that_is_held_with_its_subtitle_or_without_is_not_missed(  # noqa: PLR0917 -- fixtures and cases
    ledger, make_work, find_works, screen_works, held, outside, is_missed
):
    """A record under the title less its subtitle is that work; another year, author, part or subtitle is not."""
    authors = {"authors": (Author("Ada Núñez"), Author("Cy Ash"))}
    find_works(ledger, [make_work(1, **authors | held), make_work(2, abstract=None, **authors | outside)])
    find_works(ledger, [make_work(number, references=("W2",)) for number in (3, 4, 5)])
    screen_works(ledger, dict.fromkeys(("W1", "W3", "W4", "W5"), "include"))
    screen_works(ledger, {"W2": "include"}, score=0.99)
    with ledger.transaction():
        add_decisions(ledger, [Decision("W2", "cutoff", 0, "exclude", "rule", "Left out for size.", 0.99)])
    missed = ledger.select("SELECT work_id FROM missed_seminal")["work_id"].to_list()
    assert missed == (["W2"] if is_missed else [])
    assert [work.title for work in read_procedure(ledger).unread] == ([outside["title"]] if is_missed else [])
