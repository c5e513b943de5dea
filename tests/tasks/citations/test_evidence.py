"""Sentences are held against what works say; only what another work plainly says is called misplaced."""

from __future__ import annotations

import pytest

from tasks.citations.evidence import (
    CitedWork,
    EvidenceIndex,
    describe_work,
    explain_misplaced,
    find_misplaced_citations,
    list_numbers,
    split_evidence,
)

BEES = "Flower strips raised visits of wild bees to apple trees by 38 percent within two years."
OWLS = "Barn owls nesting in vineyards took 3,466 rodents during one breeding season."
FROGS = "Road tunnels lowered the deaths of migrating frogs, although few tunnels were kept dry."
WORKS = (
    CitedWork("bee2010flower", (BEES, "Apple growers were asked about pollination."), "Bee", 2010),
    CitedWork("owl2011barn", (OWLS,), "Owl", 2011),
    CitedWork("frog2012road", (FROGS,), "van der Frog", 2012),
    CitedWork("mute2013silent", (), "Mute", 2013),
)
INDEX = EvidenceIndex(WORKS)


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("3,466 rodents in 12.50 hectares (p = 0.05)", ["3466", "12.5", "0.05"]),
        ("version 2.0 of COVID-19 in 1999", ["2", "19", "1999"]),
        ("no figures here", []),
    ],
)
def test_figures_compare_as_what_they_are(text: str, numbers: list[str]) -> None:
    """Thousands separators and zeros at the end make no difference."""
    assert list_numbers(text) == numbers
    assert set(numbers) <= set(split_evidence(text))


def test_a_sentence_measures_most_against_the_work_that_says_it() -> None:
    """Its own words measure 1; a paraphrase less; of another work's sentence hardly anything is said."""
    paraphrase = "Wild bees visited apple trees more often beside flower strips, by 38 percent."
    own, told, other = (
        INDEX.measure(text, "bee2010flower") for text in (BEES, paraphrase, "Owls eat rodents in vineyards.")
    )
    assert own == pytest.approx(1.0)
    assert own > told > 0.6
    assert other < 0.1
    assert INDEX.measure("", "bee2010flower") == INDEX.measure(BEES, "nobody1999") == 0


def test_a_citation_is_misplaced_only_where_another_work_says_the_sentence() -> None:
    """The work that says it is named with its passage; the right citation, and what nobody says, raise no warning."""
    (found,) = INDEX.find_misplaced(OWLS, ["bee2010flower"])
    assert (found.citekey, found.other, found.passage, found.shared) == ("bee2010flower", "owl2011barn", OWLS, ())
    assert found.share == pytest.approx(1.0)
    assert INDEX.find_misplaced(OWLS, ["owl2011barn"]) == []
    assert INDEX.find_misplaced("Volcanic ash turned purple on nine distant moons.", ["bee2010flower"]) == []
    assert INDEX.find_misplaced("Two works concern bees.", ["owl2011barn"]) == []


def test_a_cited_work_that_says_much_of_the_sentence_is_not_accused() -> None:
    """Sharing a few words does not save a citation; saying most of it does, though another work says all."""
    few = CitedWork("few2014owls", ("Vineyards are old.", "Owls were not studied here, nor was any season."))
    most = CitedWork("most2015owls", ("Barn owls nesting in vineyards took many rodents during one breeding season.",))
    index = EvidenceIndex((*WORKS, few, most))
    (found,) = index.find_misplaced(OWLS, ["few2014owls"])
    assert (found.other, set(found.shared)) == ("owl2011barn", {"owl", "season", "vineyard"})
    assert index.find_misplaced(OWLS, ["most2015owls"]) == []


def test_of_several_works_cited_each_answers_for_what_the_others_do_not_say() -> None:
    """A sentence that joins two works' words holds with both, and warns of the one that says neither half."""
    joined = f"{BEES[:-1]}, and {OWLS[0].lower()}{OWLS[1:]}"
    assert INDEX.find_misplaced(joined, ["bee2010flower", "owl2011barn"]) == []
    (found,) = INDEX.find_misplaced(joined, ["bee2010flower", "frog2012road"])
    assert (found.citekey, found.other) == ("frog2012road", "owl2011barn")


def test_the_author_named_counts_for_the_work_cited() -> None:
    """Naming one author and citing another's work is found in few words; a name alone is no word of a text."""
    named = "Van der Frog et al. (2012) count deaths on roads with tunnels.".replace("Van", "van")
    (found,) = INDEX.find_misplaced(named, ["owl2011barn"])
    assert (found.other, found.shared) == ("frog2012road", ())
    assert INDEX.find_misplaced(named, ["frog2012road"]) == []
    assert INDEX.shared_terms("Bee (2010) asked.", "bee2010flower") == ("bee", "bee 2010", "ask")


def test_a_work_that_says_nothing_is_not_judged() -> None:
    """Nothing can be said of a work without quotes, findings or abstract, nor of one that is not in the corpus."""
    assert INDEX.find_misplaced(OWLS, ["mute2013silent"]) == []
    assert INDEX.find_misplaced(OWLS, ["ghost2019nothing"]) == []
    assert describe_work("a", ["", " "], "A title that says much").passages == ()


def test_citations_of_a_text_are_found_with_their_lines() -> None:
    """Every misplaced citation of a Markdown text is named with the line of its sentence, and explained in one."""
    text = f"# Owls\n\n{BEES[:-1]} [@bee2010flower].\n\n{OWLS[:-1]} [see @frog2012road, p. 3].\n\n{FROGS}\n"
    ((line, found),) = find_misplaced_citations(text, WORKS)
    assert (line, found.citekey, found.other) == (5, "frog2012road", "owl2011barn")
    assert explain_misplaced(found) == (
        "the sentence shares nothing with what @frog2012road says; @owl2011barn says it"
    )
