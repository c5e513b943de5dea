"""Statements on how a review was made, in many wordings, held against a record in which a person judged eight works."""

from __future__ import annotations

from dataclasses import replace

import pytest

from storage.reading.procedure import Procedure
from tasks.procedure.checking import Checker
from tasks.procedure.facts import Facts
from tasks.procedure.limits import tell_limits
from tasks.procedure.plain import compare_tables
from tasks.procedure.selection import tell_people, tell_selection
from tasks.procedure.sentences import APPENDIX, METHODOLOGY, read_statement
from tests.tasks.procedure.judged_review import FACTS, NUMBERS

FALSE = (
    "No person judged the works.",
    "The machine alone decided what was included.",
    "Human verdicts are on record for eighty works.",
    "Scopus was searched as well.",
    "Relevance was judged by a large language model.",
    "The corpus holds 511 works.",
    "There were 58 relevant works for which the tier had no room.",
    "All relevant works found are part of the corpus.",
    "Snowballing went on for five rounds.",
    "The search was exhausted, for nothing was left to screen.",
    "The corpus holds an estimated 97.0% of all relevant works.",
    "The full texts of all works were read.",
    "No query asked for a minimum of citations.",
    "The themes were named by the authors of this review.",
    "Only works in English were eligible.",
    "Books were not searched for.",
    "Works were judged by rules, not by a person.",
    "Seven queries passed over works cited ten times or less, except those of 2021 or later.",
    "The search strategies were peer reviewed with the PRESS checklist.",
    "Queries were developed with a medical librarian.",
    "ClinicalTrials.gov was searched as well.",
    "The authors of the included studies were contacted for unpublished works.",
)
TRUE = (
    "Eight works were judged by a person.",
    "Altogether 332 works were screened.",
    "The corpus comprises 115 works.",
    "Snowballing went through three rounds.",
    "No full texts were read.",
    "The works fall into ten themes.",
    "The search strategies were not peer reviewed.",
    "Nobody was contacted for further works.",
)


# As others who had not seen the checks wrote them, with the numbers of this record.
WRITTEN_BY_OTHERS = (
    (
        "Because of that size, 85 of the relevant works were left out: those with the lowest scores and the fewest "
        "citations from the others, except that a quarter of the places went to the last three years first."
    ),
    "Of the relevant works, 85 were left out because they lay beyond that size.",
    "A verbatim quotation ties a finding to words, not to their truth.",
    (
        "Of the works judged relevant, 57.5% are in it, and it thus holds an estimated 55.8% (51.8% to 57.0%) of those "
        "that would be judged relevant."
    ),
    "It contains 57.5% of the works judged relevant, and thus an estimated 55.8% of the works that would be.",
    "The tier's size left out 85 that had been judged relevant, and others stood too low in the order of screening.",
    "The search was not exhausted, 85 works judged relevant were left out, and what would change it may be there.",
    "The search was not exhausted, as the size of the review left out 85 works judged relevant.",
    (
        "One catalogue was searched by keyword, by citation and among books, in 26 queries, followed by backward and "
        "forward snowballing over three stages."
    ),
    "That estimate takes the two ways of finding for independent, which they are only in part.",
    "In all, 26 queries were run, and the appendix lists every one as it was sent.",
    (
        "The quality of single studies was not appraised, so strong and weak designs stand side by side, and no "
        "effect was pooled."
    ),
    "Next comes efficacy, on what overviews and meta-analyses conclude.",
    "Seven queries passed over works cited ten times or less, and the catalogue, as of 2021, is one.",
)
BY_MODEL = (
    "A language model judged the works on title and abstract without a human judge, and no full text was read.",
    "These conclusions rest on 115 works of 1991 to 2020, screened by a language model and by no person.",
)


@pytest.mark.parametrize("sentence", WRITTEN_BY_OTHERS)
def test_what_others_wrote_of_the_record_is_no_fault(sentence: str) -> None:
    """A rule that finds contradictions must let through what agrees, in words nobody foresaw."""
    assert Checker(FACTS).find_fault(read_statement(METHODOLOGY, sentence)) is None


@pytest.mark.parametrize(
    ("sentence", "is_fault"),
    [
        ("Doe et al. (2011) report that meta-analyses of 41 studies pooled a completion rate of 75%.", False),
        ("On harms, Roe and Poe (2012) find 400 cases in works published between 1901 and 1950.", False),
        ("According to Doe (2011), this review screened 9,412 works by a person.", True),
        ("Effects of 41 studies were pooled.", True),
    ],
)
def test_how_a_work_was_made_is_not_how_the_review_was(sentence: str, is_fault: bool) -> None:  # noqa: FBT001 -- of two
    """An abstract has no citations, so that author and year say whose procedure a sentence tells."""
    assert bool(Checker(FACTS).find_fault(read_statement("Abstract", sentence))) is is_fault


@pytest.mark.parametrize("sentence", BY_MODEL)
def test_without_a_human_judge_denies_no_model(sentence: str) -> None:
    """Who did it and who did not may stand in one clause."""
    unjudged = {name: number for name, number in NUMBERS.items() if name not in {"judged_by_people", "overturned"}}
    facts = Facts(unjudged, FACTS.procedure, by_model=True)
    assert Checker(facts).find_fault(read_statement(METHODOLOGY, sentence)) is None


@pytest.mark.parametrize("sentence", FALSE)
def test_what_the_record_denies_is_found(sentence: str) -> None:
    """Also in words that no analyst writes."""
    assert Checker(FACTS).find_fault(read_statement(METHODOLOGY, sentence)) is not None


@pytest.mark.parametrize("sentence", TRUE)
def test_what_the_record_bears_out_may_be_put_in_other_words(sentence: str) -> None:
    """It is no fault, and it needs no support but the record's."""
    statement, checker = read_statement(METHODOLOGY, sentence), Checker(FACTS)
    assert checker.find_fault(statement) is None
    assert checker.confirms(statement)


@pytest.mark.parametrize(
    "sentence",
    [
        "Eight works were judged by a person, who was paid by the tobacco industry.",
        "The judgements change whenever they are repeated.",
        "Of the works screened, a person judged eight as well, on a whim.",
    ],
)
def test_what_the_record_does_not_know_is_not_borne_out(sentence: str) -> None:
    """A clause more than the record holds is not supported by the rest of its sentence."""
    assert not Checker(FACTS).confirms(read_statement(METHODOLOGY, sentence))


def test_all_sentences_told_of_a_record_hold_by_it_and_not_by_another() -> None:
    """What is written for one review is no fault in it, and is one where other numbers are on record."""
    checker = Checker(FACTS)
    other = Checker(replace(FACTS, numbers={**NUMBERS, "screened": 331, "relevant": 199, "judged_by_people": 7}))
    told = [read_statement(METHODOLOGY, sentence) for sentence in FACTS.tell(tell_selection(FACTS))]
    assert len(told) > 10
    assert checker.find_faults(told) == []
    assert len(other.find_faults(told)) >= 3


@pytest.mark.parametrize(
    ("sentence", "holds"),
    [
        ("Eligible works had to study adults (18 years or older); single case reports were excluded.", True),
        ("In total, 12 works were excluded on the basis of these criteria.", True),
        ("Three criteria, proposed by the language model before screening began, were applied to every work.", True),
        ("Of 332 works screened, 132 were excluded, 12 of them by one of the criteria.", True),
        ("The two inclusion criteria and the one exclusion criterion are listed in the appendix.", True),
        ("By these criteria 14 works were left out.", False),
        ("Five criteria were applied.", False),
        ("A person changed four criteria of inclusion and exclusion.", False),
    ],
)
def test_what_is_said_of_criteria_is_held_against_those_on_record(sentence: str, holds: object) -> None:
    """How many there were, and how many works they left out, in whatever words."""
    criteria = ("include population: adults (18 years or older)", "include outcome: self-harm", "exclude design: cases")
    made = replace(FACTS.procedure, criteria=criteria, criteria_by=("anthropic",), asked_for=criteria)
    facts = Facts(NUMBERS | {"excluded_by_criteria": 12}, made, by_model=True)
    assert (Checker(facts).find_fault(read_statement(METHODOLOGY, sentence)) is None) is holds
    told = read_statement(METHODOLOGY, " ".join(facts.tell(tell_selection(facts))))
    assert "“population: adults (18 years or older)” and “outcome: self-harm”" in told.text


FORMERLY = """
Works were searched in the catalogue `works.jsonl` by keyword and among books, in 26 queries, and then by backward and \
forward snowballing over three stages.
The searches brought up 996 works, of which 332 were screened on title and abstract by a language model and \
by no person.
In the order of screening 64 works stood too low to be reached.
That estimate takes the two ways of finding for independent, which they are only in part, and what was not screened \
for irrelevant.
Articles, reviews, books and chapters of books were admitted, but no preprints, reports and dissertations.
""".strip().splitlines()


@pytest.mark.parametrize("sentence", FORMERLY)
def test_what_earlier_versions_wrote_still_holds(sentence: str) -> None:
    """The sentences of a review are checked by versions that word them differently, and are no fault in it."""
    numbers = {
        **NUMBERS, "catalogue": "works.jsonl", "discovered": 996, "queries": 26, "not_reached": 64,
        "judged_by_people": 0, "overturned": 0, "recall": 0.9, "recall_low": 0.8, "recall_high": 0.95,
    }  # fmt: skip
    made = Procedure(strategies=("keyword", "book"), catalogues=("works.jsonl",))
    checker = Checker(Facts(numbers, made, by_model="language model" in sentence))
    assert checker.find_fault(read_statement(METHODOLOGY, sentence)) is None
    assert checker.confirms(read_statement(METHODOLOGY, sentence))


def test_an_appendix_of_before_may_say_where_works_of_two_themes_stand():
    """It counts no themes."""
    told = "Findings of which a number was extracted; a work that belongs to two themes stands in both."
    assert Checker(FACTS).find_fault(read_statement(APPENDIX, told)) is None


def test_tables_with_the_same_columns_are_one():
    """A table for each theme has the same columns; a row of any is known, others and missing ones are told."""
    head = "| Work | n |\n| --- | --- |\n"
    fresh = f"{head}| a | 1 |\n\n{head}| b | 2 |\n"
    assert list(compare_tables(fresh, fresh)) == []
    assert [row for row, _ in compare_tables(fresh.replace("| a | 1 |", "| z | 9 |"), fresh)] == ["z | 9", "a | 1"]


@pytest.mark.parametrize(
    ("sentence", "holds_of"),
    [
        ("A language model gave each work a relevance score against the topic of the review.", "kept"),
        ("The works were judged on title and abstract by a language model without a human judge.", "kept"),
        ("Relevance was judged by rules alone, from titles and abstracts.", "set aside"),
        (
            (
                "A language model had judged 50 works before, and these judgements were set aside, since it included "
                "none of the 40 that it was asked about first, the most promising."
            ),
            "set aside",
        ),
    ],
)
def test_a_model_whose_judgements_were_set_aside_judged_nothing_that_holds(sentence: str, holds_of: str) -> None:
    """Who judged is told by what holds; that the same model wrote the text stays true."""
    unjudged = {name: number for name, number in NUMBERS.items() if name not in {"judged_by_people", "overturned"}}
    kept = Facts(unjudged, FACTS.procedure, by_model=True)
    aside = replace(kept, numbers=unjudged | {"judgements_set_aside": 50, "trial_works": 40, "trial_included": 0})
    for name, facts in (("kept", kept), ("set aside", aside)):
        fault = Checker(facts).find_fault(read_statement(METHODOLOGY, sentence))
        assert (fault is None) == (name == holds_of), fault
    wrote = read_statement(METHODOLOGY, "The sections were written by a language model.")
    assert Checker(aside).find_fault(wrote) is None
    assert all(
        Checker(aside).find_fault(read_statement(METHODOLOGY, one)) is None for one in aside.tell(tell_limits(aside))
    )


def test_what_is_told_of_several_people_who_screened_holds() -> None:
    """Every sentence, with and without conflicts; other numbers of works, or that nobody judged, do not hold."""
    numbers = NUMBERS | {"judged_by_people": 40, "judged_jointly": 38, "pair_percent": "60.0% to 85.0%"}
    numbers |= {
        "pair_kappa": "-0.10 to 0.62",
        "judged_differently": 9,
        "decided_by_third": 5,
        "decided_by_consensus": 1,
    }
    facts = replace(FACTS, numbers=numbers | {"open_conflicts": 3})
    sentences = facts.tell(tell_people(facts))
    assert len(sentences) == 9
    assert "Each two of them gave the same verdict on 60.0% to 85.0% of the works that both judged." in sentences
    assert "A third person decided on five of these works." in sentences
    told = [read_statement(METHODOLOGY, sentence) for sentence in sentences]
    assert Checker(facts).find_faults(told) == []
    assert all(Checker(facts).confirms(statement) for statement in told)
    for sentence in ("Of the works screened, people judged 41 as well.", "No person judged the works."):
        assert Checker(facts).find_fault(read_statement(METHODOLOGY, sentence)) is not None
    assert Checker(FACTS).find_faults(told)
