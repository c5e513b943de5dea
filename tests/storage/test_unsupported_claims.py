"""A claim is supported by words on a page of the work it cites, or the view says what is missing."""

from __future__ import annotations

import pytest

from storage.reading.reading import add_reading
from storage.records.writing import Claim, Draft, Finding, Page, Quote, Summary
from storage.runs.reviews import add_citekeys
from storage.writing.citation_checks import add_verdicts
from storage.writing.sections import add_section

TEXTS = {"W1": "Stress raises cortisol  in hair. It falls again.", "W2": "Obese children had more cortisol."}
FINDINGS = {
    work_id: Finding(work_id, text[:13], Quote(work_id, 0, 0, len(text), text)) for work_id, text in TEXTS.items()
}
GOOD = Claim("Stress raises it [@smith2015hair].", "smith2015hair", FINDINGS["W1"].finding_id)


@pytest.fixture
def read_review(ledger, make_work, find_works, screen_works):
    """Return a ledger whose corpus of two works was read."""
    find_works(ledger, [make_work(number, abstract=TEXTS[f"W{number}"]) for number in (1, 2)])
    screen_works(ledger, {"W1": "include", "W2": "include"})
    add_citekeys(ledger, {"W1": "smith2015hair", "W2": "wong2015hair"})
    for work_id, finding in FINDINGS.items():
        summary = Summary(work_id, "", "", "", (), "Short.", (finding,), "abstract")
        add_reading(ledger, summary, [Page(work_id, 0, TEXTS[work_id])], "extractive")
    return ledger


def _write(ledger, *claims: Claim):
    add_section(ledger, "introduction", 1, "Introduction", Draft("Text.", claims))


# A claim, what is changed in the ledger afterwards, and the reason the view gives.
BAD = {
    "unknown citekey": (("bogus2000", FINDINGS["W1"].finding_id), None, "no work of the corpus has this citekey"),
    "no finding": (("smith2015hair", None), None, "no finding is given"),
    "finding never made": (("smith2015hair", "f00"), None, "no finding is given"),
    "finding of another work": (("smith2015hair", FINDINGS["W2"].finding_id), None, "the finding is of another work"),
    "finding of another work on words of this one": (
        ("smith2015hair", FINDINGS["W2"].finding_id),
        "UPDATE finding SET quote_id = (SELECT quote_id FROM quote WHERE work_id = 'W1') WHERE work_id = 'W2'",
        "the finding is of another work",
    ),
    "quote gone": (("smith2015hair", FINDINGS["W1"].finding_id), "DELETE FROM quote", "the finding has no quote"),
    "quote of another work": (
        ("smith2015hair", FINDINGS["W1"].finding_id),
        "UPDATE finding SET quote_id = (SELECT quote_id FROM quote WHERE work_id = 'W2') WHERE work_id = 'W1'",
        "the quote is of another work",
    ),
    "page gone": (("smith2015hair", FINDINGS["W1"].finding_id), "DELETE FROM document", "the quote is not on its page"),
    "altered page": (
        ("smith2015hair", FINDINGS["W1"].finding_id),
        "UPDATE document SET text = replace(text, 'raises', 'lowers')",
        "the quote is not on its page",
    ),
    "altered quote": (
        ("smith2015hair", FINDINGS["W1"].finding_id),
        "UPDATE quote SET text = replace(text, 'raises', 'lowers')",
        "the quote is not on its page",
    ),
}


def test_good_claims_are_not_listed(read_review):
    """Claims on findings of the works they cite are supported, also where white space or case differ on the page."""
    _write(read_review, GOOD, Claim("Obesity too [@wong2015hair].", "wong2015hair", FINDINGS["W2"].finding_id))
    read_review.change("UPDATE document SET text = upper(replace(text, '  ', chr(10)))")
    assert read_review.select("SELECT * FROM unsupported_claim").is_empty()
    add_verdicts(read_review, [])
    assert read_review.select("SELECT DISTINCT verdict_rule FROM claim")["verdict_rule"].to_list() == ["supported"]


@pytest.mark.parametrize("case", BAD)
def test_bad_claim_is_listed_with_what_is_missing(read_review, case):
    """Each kind of bad claim stands in the view with its reason, and its verdict says so."""
    (citekey, finding_id), change, reason = BAD[case]
    _write(read_review, Claim("Stress raises it.", citekey, finding_id))
    if change:
        read_review.change(change)
    assert read_review.select("SELECT citekey, reason FROM unsupported_claim").rows() == [(citekey, reason)]
    add_verdicts(read_review, [])
    assert read_review.select("SELECT verdict_rule FROM claim").item() == "unsupported"


def test_good_claim_beside_a_bad_one_keeps_its_verdict(read_review):
    """Verdicts are given claim by claim, once, and an old version's claims are not listed."""
    bad = Claim("Nobody says this [@bogus2000].", "bogus2000", None)
    _write(read_review, GOOD, bad)
    add_verdicts(read_review, [])
    verdicts = read_review.select("SELECT citekey, verdict_rule FROM claim ORDER BY ALL").rows()
    assert verdicts == [("bogus2000", "unsupported"), ("smith2015hair", "supported")]
    _write(read_review, GOOD)
    assert read_review.select("SELECT * FROM unsupported_claim").is_empty()


def test_work_taken_out_of_the_corpus_supports_nothing(read_review, screen_works):
    """A claim on a work that a person excluded afterwards is unsupported in the edition it is written for."""
    screen_works(read_review, {"W1": "exclude"}, method="human", batch=None)
    _write(read_review, GOOD)
    assert read_review.select("SELECT reason FROM unsupported_claim").item() == "no work of the corpus has this citekey"
