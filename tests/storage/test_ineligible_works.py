"""Works that a stated rule excludes before anybody judges them, and those it must not touch."""

from __future__ import annotations

from dataclasses import replace

import pytest

from storage.core.ledger import Ledger
from storage.records.search import Plan
from storage.screening.criteria import add_criteria
from storage.screening.screening import exclude_ineligible, undecided_records
from tasks.provenance.retractions import is_about_retractions

PLAN = Plan(
    topic="Hair cortisol",
    quality="quick",
    as_of=2020,
    from_year=2010,
    to_year=2019,
    languages=("en", "de"),
    exclude_terms=("rats", "C++", "50% [sic]", "naïve.*", "o'brien"),
)

# Fields of a work, and the reason it is excluded for (None: it is not).
RULES = {
    "nothing wrong": ({}, None),
    "retracted": ({"is_retracted": True}, "The work is retracted."),
    "too early": ({"year": 2009}, "Published before the years admitted."),
    "first year": ({"year": 2010}, None),
    "last year": ({"year": 2019}, None),
    "too late": ({"year": 2020}, "Published after the years admitted."),
    "no year": ({"year": None}, None),
    "other language": ({"language": "fr"}, "Not in a language admitted."),
    "second language": ({"language": "de"}, None),
    "no language": ({"language": None}, None),
    "preprint": ({"type": "preprint"}, "Not of a publication type admitted."),
    "dataset": ({"type": "dataset"}, "Not of a publication type admitted."),
    "chapter": ({"type": "book-chapter"}, None),
    "no type": ({"type": None}, None),
    "term in title": ({"title": "Cortisol in RATS"}, "Title or abstract contains a term excluded."),
    "term in abstract": ({"abstract": "We studied rats."}, "Title or abstract contains a term excluded."),
    "no abstract": ({"abstract": None}, None),
    "plus signs": ({"title": "Models in c++"}, "Title or abstract contains a term excluded."),
    "plus signs are no pattern": ({"title": "Models in cc"}, None),
    "brackets and per cent": ({"abstract": "About 50% [sic]."}, "Title or abstract contains a term excluded."),
    "per cent is no wildcard": ({"abstract": "About 50 of them [sic]."}, None),
    "dot and star are no pattern": ({"abstract": "naïve participants"}, None),
    "accents and punctuation": ({"abstract": "NAÏVE.* approach"}, "Title or abstract contains a term excluded."),
    "quote": ({"abstract": "After O'Brien."}, "Title or abstract contains a term excluded."),
}


@pytest.mark.parametrize("case", RULES)
def test_rule(new_ledger, make_work, find_works, case):
    """A work is excluded by the first rule it breaks, with the reason and its criterion, and is pending no more."""
    fields, reason = RULES[case]
    ledger: Ledger = new_ledger(PLAN)
    add_criteria(ledger, ["About hair cortisol"], ["Not about people"])
    find_works(ledger, [make_work(1, **fields)])
    assert exclude_ineligible(ledger, 0, grey=False) == (reason is not None)
    rows = ledger.select(
        "SELECT phase, verdict, method, reason, text, kind FROM decision JOIN criterion USING (criterion_id)"
    )
    assert rows.rows() == ([("eligibility", "exclude", "rule", reason, reason, "exclude")] if reason else [])
    assert exclude_ineligible(ledger, 0, grey=False) == 0


@pytest.mark.parametrize("kind", ["preprint", "report", "dissertation"])
def test_grey_literature_is_admitted_on_request(ledger, make_work, find_works, kind):
    """With grey literature its types pass; a dataset never does."""
    find_works(ledger, [make_work(1, type=kind), make_work(2, type="dataset")])
    assert exclude_ineligible(ledger, 0, grey=True) == 1
    assert ledger.select("SELECT work_id FROM decision").item() == "W2"


def test_retraction_stated_by_another_record_of_the_same_doi_counts(ledger, make_work, find_works):
    """A record that does not say so itself is excluded where another record of its DOI is retracted."""
    find_works(ledger, [make_work(1, doi="10.1/a"), make_work(2, doi="10.1/b")])
    find_works(ledger, [make_work(3, doi="10.1/a", is_retracted=True)])
    assert exclude_ineligible(ledger, 0, grey=False) == 2
    assert ledger.select("SELECT work_id FROM decision ORDER BY ALL")["work_id"].to_list() == ["W1", "W3"]


def test_plan_without_limits_excludes_nothing(ledger, make_work, find_works):
    """No years, languages and terms given admits them all."""
    find_works(ledger, [make_work(1, year=1900, language="la", abstract="rats"), make_work(2, year=2099)])
    assert exclude_ineligible(ledger, 0, grey=False) == 0


def test_works_the_user_named_are_exempt(new_ledger, make_work, find_works):
    """A seed passes every rule, also when a search found it as well."""
    ledger = new_ledger(PLAN)
    broken = {"is_retracted": True, "year": 1900, "language": "fr", "type": "dataset", "title": "Rats"}
    find_works(ledger, [make_work(1, **broken), make_work(2, **broken)])
    find_works(ledger, [make_work(1, **broken)], strategy="seed")
    assert exclude_ineligible(ledger, 0, grey=False) == 1
    assert ledger.select("SELECT work_id FROM decision").item() == "W2"


def test_screened_work_is_left_alone(new_ledger, make_work, find_works, screen_works):
    """A rule never overturns a decision already made."""
    ledger = new_ledger(replace(PLAN, exclude_terms=("hair",)))
    find_works(ledger, [make_work(1)])
    screen_works(ledger, {"W1": "include"}, method="human", batch=None)
    assert exclude_ineligible(ledger, 0, grey=False) == 0


@pytest.mark.parametrize(
    ("plan", "excluded"),
    [
        (replace(PLAN, topic="Citations of retracted papers"), 0),
        (replace(PLAN, questions=("What follows from a Retraction?",)), 0),
        (replace(PLAN, topic="Retractor design in surgery"), 1),
    ],
)
def test_retracted_works_are_evidence_of_a_review_about_retractions(new_ledger, make_work, find_works, plan, excluded):
    """Where topic or a question is about them they stay, as `is_about_retractions` says; elsewhere they go."""
    ledger: Ledger = new_ledger(plan)
    find_works(ledger, [make_work(1, is_retracted=True)])
    add_criteria(ledger, ["About it"], [])
    assert exclude_ineligible(ledger, 0, grey=False) == excluded
    assert is_about_retractions(plan) == (not excluded)


def test_works_left_out_for_their_language_are_counted(new_ledger, make_work, find_works):
    """PRISMA counts them by rule; the works by language add up; one without a language stays."""
    ledger = new_ledger(PLAN)
    languages = ["en", "fr", "fr", None, "de"]
    find_works(ledger, [make_work(number, language=code) for number, code in enumerate(languages, 1)])
    find_works(ledger, [make_work(9, language="en", year=2020)])
    assert exclude_ineligible(ledger, 0, grey=False) == 3
    counts = dict(ledger.select("SELECT item, n FROM prisma WHERE starts_with(item, 'rule_excluded')").rows())
    assert counts == {
        "rule_excluded": 3,
        "rule_excluded_as Not in a language admitted.": 2,
        "rule_excluded_as Published after the years admitted.": 1,
    }
    assert ledger.select("SELECT * EXCLUDE (detected) FROM language_works ORDER BY ALL").rows() == [
        ("", 1, 0, 0),
        ("de", 1, 0, 0),
        ("en", 2, 0, 0),
        ("fr", 2, 2, 0),
    ]


def test_records_that_are_no_single_work(new_ledger, make_work, find_works):
    """They are excluded with the reason given for each, by one criterion; works the user named are never among them."""
    ledger = new_ledger(PLAN)
    add_criteria(ledger, ["About hair cortisol"], [])
    find_works(ledger, [make_work(1), make_work(2)])
    assert [work.work_id for work in undecided_records(ledger)] == ["W1", "W2"]
    assert exclude_ineligible(ledger, 0, grey=False, paratext={"W2": "It is an index."}) == 1
    told = ledger.select("SELECT work_id, reason, text FROM decision JOIN criterion USING (criterion_id)").rows()
    assert [row[:2] for row in told] == [("W2", "It is an index.")]
    assert told[0][2].startswith("No single work")
    assert [work.work_id for work in undecided_records(ledger)] == ["W1"]
