"""Abstracts that are only how the work is to be cited."""

from __future__ import annotations

import pytest

from tasks.catalogues.work_record import parse_work

TITLE = "Mending drystone walls: Lessons from the Dales"
CITED = "Hill, A., and B. Dale. 2011. Mending drystone walls: lessons from the Dales. Walls and Weather 16(4): 6."


@pytest.mark.parametrize("text", [CITED, f"{CITED} https://doi.org/10.1234/WW-04342-160406"])
def test_how_a_work_is_to_be_cited_is_no_abstract(text: str) -> None:
    """The work has none then, and no source of one."""
    work = parse_work({"id": "https://openalex.org/W1", "title": TITLE, "abstract": text})
    assert (work.abstract, work.abstract_source) == (None, None)


@pytest.mark.parametrize(
    "text",
    [
        "In 2011 we mended 40 walls (see Hill, doi:10.1234/x); none fell in the winter after.",
        f"{CITED} {'Walls that were mended with lime stood for longer than walls without. ' * 12}",
        "Mending drystone walls: lessons from the Dales.",
    ],
)
def test_what_says_more_or_is_no_citation_stays(text: str) -> None:
    """A text that names a year and a place of print may still be an abstract."""
    assert parse_work({"id": "https://openalex.org/W1", "title": TITLE, "abstract": text}).abstract == text.strip()


@pytest.mark.parametrize(
    "declared",
    [
        "Disclosures Hill: Lime Ltd: Consultancy. Dale: Slate: Honoraria.",
        "Disclosures: No relevant conflicts of interest",
    ],
)
def test_interests_declared_behind_an_abstract_are_left_out(declared: str) -> None:
    """Who pays whom is nothing that a work found; a text on disclosures stays whole."""
    told = "We mended 40 walls. None fell in the winter after."
    record = {"id": "https://openalex.org/W1", "title": TITLE, "abstract": f"{told} {declared}"}
    assert parse_work(record).abstract == told
    on_them = "Disclosures of firms rose. Disclosures In the north were few."
    assert parse_work({**record, "abstract": on_them}).abstract == on_them
