"""A text, its bibliography and answers held against each other: each fault is named, and a clean review has none."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tasks.provenance.answer_folder import Answers
from tasks.provenance.bibliography import parse_bibliography
from tasks.provenance.review_files import check_citekeys, check_duplicates, check_files
from tasks.provenance.verdicts import Finding

from .builders import CROSSREF, ENTRY, bib, records

TEXT = "# Bees\n\nBees visit orchards [@bees, p. 3], and @bees say so [-@bees].^[Also [see @bees].]\n"
BIB = bib("bees", "article", **ENTRY)
OPENALEX: dict[str, Any] = {"id": "https://openalex.org/W1", "doi": "https://doi.org/10.1000/bees.7",
                            "title": CROSSREF["title"][0]}  # fmt: skip


def find(text: str, bibliography: str, *answers: Any, watch: Path | None = None) -> list[Finding]:
    """Return what is found; without answers the folder is not given."""
    told = records(*answers)
    folder = Answers(tuple(told), (), len(answers)) if answers else None
    return check_files(text, parse_bibliography(bibliography, "test.bib"), folder, watch)


def classes(found: list[Finding]) -> list[tuple[str, str, str, str]]:
    return [(one.severity, one.key, one.field, one.finding_class) for one in found]


def test_a_clean_review_has_no_finding() -> None:
    """With and without answers nothing is found in what is right."""
    assert find(TEXT, BIB, CROSSREF) == find(TEXT, BIB) == []


@pytest.mark.parametrize(
    "form",
    ["[@gost]", "[see @gost, p. 3; @bees]", "@gost [p. 3]", "[-@gost]", "^[a note [@gost]]", "@{gost}", "*[@gost]*"],
)
def test_every_form_of_citation_without_an_entry_is_found(form: str) -> None:
    """Whatever Pandoc reads as a citation; e-mail addresses, code and mathematics are none."""
    text = f"{TEXT}\nOthers {form} differ. Write to ana@bees.org or run `x [@no]`, $a@b$.\n"
    entries = parse_bibliography(BIB, "test.bib")
    assert [(one.severity, one.line, one.key, one.finding_class) for one in check_citekeys(text, entries)] == [
        ("failure", 5, "gost", "missing")
    ]


def test_keys_near_and_cross_references_are_told_as_such() -> None:
    """A key that differs in case has its remedy; a label of pandoc-crossref and an entry never cited are notes."""
    found = check_citekeys("As @Bees [@fig:one] say.", parse_bibliography(BIB, "test.bib"))
    assert classes(found) == [
        ("failure", "Bees", "citation", "missing"),
        ("note", "fig:one", "citation", "missing"),
        ("note", "bees", "entry", "uncited"),
    ]
    assert found[0].remedy == "write @bees, as the entry does"


@pytest.mark.parametrize(
    ("changes", "severity"),
    [
        ({}, "failure"),
        ({"title": "Something else entirely, of the same DOI"}, "failure"),
        ({"doi": ""}, "failure"),
        ({"doi": "", "title": "{WILD BEES} in orchards: a field study"}, "failure"),
        ({"doi": "10.1000/other"}, "note"),
        ({"doi": "", "journal": "Preprints of the Meadow"}, "note"),
        ({"doi": "", "author": "Wasp, Bo"}, None),
        ({"doi": "10.1000/other", "title": "Owls in vineyards: a field study"}, None),
    ],
)
def test_works_that_stand_twice_are_found_by_doi_or_title(changes: dict[str, str], severity: str | None) -> None:
    """The later entry is named; other DOIs or venues may be versions, other authors or titles other works."""
    again = {name: value for name, value in (ENTRY | changes).items() if value}
    found = check_duplicates(parse_bibliography(BIB + bib("again", "article", **again), "test.bib"))
    assert [(one.severity, one.key, one.finding_class) for one in found] == (
        [(severity, "again", "duplicate")] if severity else []
    )


_UPDATE = {"type": "retraction", "updated": {"date-parts": [[2021, 5, 4]]}}
_BACK = {"type": "reinstatement", "DOI": "10.1000/back", "updated": {"date-parts": [[2022, 1, 1]]}}
_OWN = CROSSREF | {"updated-by": [_UPDATE | {"DOI": "10.1000/notice"}]}
_NOTICE = {"DOI": "10.1000/notice", "title": ["Notice"], "update-to": [_UPDATE | {"DOI": "10.1000/BEES.7"}]}


@pytest.mark.parametrize(
    ("answers", "said"),
    [
        ([CROSSREF, OPENALEX | {"is_retracted": True}], "is_retracted: true (openalex, 1.json $.is_retracted)"),
        ([_OWN], "retraction by 10.1000/notice, 2021-05-04 (crossref, 0.json $['updated-by'][0])"),
        ([CROSSREF, _NOTICE], "retraction by 10.1000/notice, 2021-05-04 (crossref, 1.json $['update-to'][0])"),
        ([CROSSREF, OPENALEX | {"title": "RETRACTED: Wild bees in orchards: a field study"}], "RETRACTED: Wild bees"),
    ],
)
def test_whoever_says_that_a_work_is_retracted_is_named(answers: list[Any], said: str) -> None:
    """OpenAlex's mark, Crossref's record of the work, a notice, or a marked title: the entry fails with the words."""
    (found,) = [one for one in find(TEXT, BIB, *answers) if one.finding_class == "retracted"]
    assert (found.severity, found.key, found.field) == ("failure", "bees", "entry")
    assert said in found.message


@pytest.mark.parametrize(
    "answers",
    [
        [OPENALEX | {"is_retracted": False}, CROSSREF],
        [CROSSREF | {"updated-by": [{"type": "erratum", "DOI": "10.1000/e"}]}],
        [CROSSREF, {**_NOTICE, "update-to": [_UPDATE | {"DOI": "10.1000/wasps"}]}],
        [CROSSREF | {"updated-by": [_UPDATE | {"DOI": "10.1000/notice"}, _BACK]}],
        [CROSSREF | {"title": ["Retracted papers: a study of bees"]}],
    ],
)
def test_what_is_no_retraction_of_the_work_is_not_taken_for_one(answers: list[Any]) -> None:
    """Corrections, notices about others, what was reinstated since, and titles about retractions."""
    assert [one for one in find(TEXT, BIB, *answers) if one.finding_class == "retracted"] == []


def test_the_retraction_watch_file_tells_without_any_answers(tmp_path: Path) -> None:
    """A row about an entry's DOI makes it retracted; rows about others are passed over."""
    header = "Record ID,Title,OriginalPaperDOI,RetractionDOI,RetractionDate,RetractionNature,Reason"
    rows = "5,T,10.1000/bees.7,10.1000/n,5/4/2021 0:00,Retraction,+Error;\n6,T,10.1000/x,,1/1/2020 0:00,Retraction,;\n"
    path = tmp_path / "rw.csv"
    path.write_text(f"{header}\n{rows}")
    (found,) = find(TEXT, BIB, watch=path)
    assert found.message == "the work is retracted: retraction by 10.1000/n, 2021-05-04 (Retraction Watch)"


def test_fields_are_held_against_the_answers() -> None:
    """What check-bib finds stands among the findings with class, what sources say and the remedy."""
    (found,) = find(TEXT, BIB.replace("{12}", "{13}"), CROSSREF)
    assert classes([found]) == [("failure", "bees", "volume", "contradicted")]
    assert found.line == 1
    assert found.remedy.startswith('write "12" as crossref states')
    assert found.message == 'volume "13" is contradicted: crossref says "12"'


def test_citations_are_held_against_the_abstracts_of_answers() -> None:
    """Of two sentences that exchanged their keys both are warned of; in their places both are right."""
    owls = OPENALEX | {"id": "https://openalex.org/W2", "doi": "https://doi.org/10.1000/owls", "title": "Barn owls",
                       "abstract": "Barn owls nesting in vineyards took many rodents in one season."}  # fmt: skip
    bees = CROSSREF | {"abstract": "<jats:p>Flower strips raised visits of wild bees to apple trees.</jats:p>"}
    text = (
        "Flower strips raised visits of wild bees to trees [@{}].\n\nBarn owls in vineyards took many rodents [@{}].\n"
    )
    both = BIB + bib("owls", "misc", title="Barn owls", doi="10.1000/owls")

    def warned(*keys: str) -> list[tuple[int, str]]:
        found = find(text.format(*keys), both, bees, owls)
        return [(one.line, one.key) for one in found if one.finding_class == "misplaced"]

    assert warned("bees", "owls") == []
    assert warned("owls", "bees") == [(1, "owls"), (3, "bees")]
