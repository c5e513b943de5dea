"""Repair without a model: on the work whose words they are, without the citation, or not at all."""

from __future__ import annotations

import pytest

from storage.records.search import Author, Plan, Work
from storage.records.writing import Claim, Draft, Finding, Quote, ReadWork, Summary
from tasks.analysts.extractive import ExtractiveAnalyst
from tasks.analysts.protocol import CitationFault, RepairMaterial
from tasks.text.words import find_source, look_up

TEXTS = {
    "smith2015hair": "Nurses on rotating night shifts had higher hair cortisol than day workers in 122 samples",
    "wong2017guards": "Security guards on night duty and on day duty did not differ in salivary amylase",
    "diaz2019silent": "",
}


def _read(citekey: str) -> ReadWork:
    text, name = TEXTS[citekey], citekey[: citekey.index("2")].title()
    work = Work(
        work_id=f"W{name}",
        title=f"On matters of {name}",
        authors=(Author(f"Ada {name}"),),
        year=int(citekey[-8:-4]) if citekey[-8:-4].isdigit() else 2000,
    )
    findings = (Finding(work.work_id, f"{text}.", Quote(work.work_id, 0, 0, len(text), text)),) if text else ()
    return ReadWork(work, citekey, Summary(work.work_id, "", "", "", (), text, findings, "abstract"))


WORKS = tuple(map(_read, TEXTS))
SMITH = TEXTS["smith2015hair"]
AFTER = "What stands here stays [@wong2017guards]."


def repair(sentence: str, *wrong: str, works: tuple[ReadWork, ...] = WORKS) -> Draft:
    faults = [CitationFault(sentence, key, "no work") for key in wrong]
    markdown = f"### Heading\n\n{sentence} {AFTER}\n"
    return ExtractiveAnalyst().repair_section(RepairMaterial(Plan("Work"), works), "Heading", markdown, faults)


# A sentence with a wrong citation of ghost, and what stands in its place.
REPAIRS = {
    f"{SMITH} [@ghost].": f"{SMITH} [@smith2015hair].",
    f"{SMITH} [@ghost; @wong2017guards].": f"{SMITH} [@wong2017guards].",
    "Purple ash fell on distant moons in winter [@ghost].": "",
    f"{SMITH.replace('122', '900')} [@ghost].": "",
    f"Ghost (2019) reports that {SMITH} [@ghost].": "",
    "Nurses had cortisol [@ghost].": "",
}


@pytest.mark.parametrize("sentence", REPAIRS)
def test_a_sentence_gets_its_source_or_goes(sentence: str):
    """Words that are a finding's get its citation and claim; another number or author, or too few words, do not."""
    draft = repair(sentence, "ghost")
    told = REPAIRS[sentence]
    assert draft.markdown == f"### Heading\n\n{told} {AFTER}\n".replace("\n ", "\n")
    sourced = told.endswith("[@smith2015hair].")
    finding_id = WORKS[0].summary.findings[0].finding_id
    assert draft.claims == ((Claim(told, "smith2015hair", finding_id),) if sourced else ())


def test_authors_named_must_be_those_of_the_source():
    """A sentence that names the source's own author keeps the name."""
    sentence = f"{SMITH}, as Smith ({WORKS[0].work.year}) reports [@ghost]."
    assert "[@smith2015hair]." in repair(sentence, "ghost").markdown


def test_where_nothing_may_be_cited_the_sentence_goes():
    """Without works to look up no source can be given."""
    assert repair(f"{SMITH} [@ghost].", "ghost", works=()).markdown == f"### Heading\n\n{AFTER}\n"


def test_a_section_is_never_emptied():
    """Where only headings would be left the section comes back as it was."""
    markdown = "### Heading\n\nPurple ash fell [@ghost].\n"
    fault = CitationFault("Purple ash fell [@ghost].", "ghost", "no work")
    draft = ExtractiveAnalyst().repair_section(RepairMaterial(Plan("Work"), WORKS), "Heading", markdown, [fault])
    assert draft == Draft(markdown)


def test_works_are_looked_up_by_words_and_by_citekey():
    """Best first; works without findings, and those that share nothing, are not found."""
    assert [work.citekey for work in look_up("amylase of guards on duty", WORKS, 5)] == ["wong2017guards"]
    assert [work.citekey for work in look_up("night cortisol", WORKS, 5)] == ["smith2015hair", "wong2017guards"]
    assert [work.citekey for work in look_up("night cortisol", WORKS, 1)] == ["smith2015hair"]
    assert [work.citekey for work in look_up("see smith2015hair", WORKS, 5)] == ["smith2015hair"]
    assert look_up("purple ash", WORKS, 5) == []


def test_a_source_has_nearly_all_words():
    """The finding with most of the words is the source, if it has enough of them."""
    source = find_source("guards on night duty differ in amylase", WORKS, 0.8)
    assert source is not None
    assert source[0].citekey == "wong2017guards"
    assert find_source("guards on night duty differ in purple ash of moons", WORKS, 0.8) is None
