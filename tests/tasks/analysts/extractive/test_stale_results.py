"""What was going on years ago: passed over for another result of the work, or told with its year."""

from __future__ import annotations

import pytest

from storage.records.search import Author, Work
from storage.records.writing import ReadWork
from tasks.analysts.extractive import ExtractiveAnalyst
from tasks.analysts.extractive.phrasing import Writer
from tasks.analysts.extractive.stale_results import is_stale
from tests.tasks.analysts.conftest import gather, read_abstract

ANALYST = ExtractiveAnalyst()
_GOING_ON = "Gloves are currently replacing mittens in the kitchens of large towns."


def _read(number: int, text: str, year: int) -> ReadWork:
    authors = (Author(f"A Cook{chr(96 + number)}"), Author("B Baker"))
    return read_abstract(Work(f"W{number}", f"Gloves in kitchens, part {number}", year=year, authors=authors), text)


@pytest.mark.parametrize(
    ("text", "stale"),
    [
        (_GOING_ON, True),
        ("Attempts to bring gloves into kitchens are now under way.", True),
        ("Gloves were currently replacing mittens.", False),
        ("Cooks with ongoing burns had fewer scalds with gloves.", False),
        ("Gloves are safer than mittens.", False),
    ],
)
def test_only_what_is_told_in_the_present_tense_is_stale(text: str, *, stale: bool) -> None:
    """What was measured among people with something ongoing holds as it did; what is so now does not."""
    assert is_stale(text, 2006, 2023) is stale
    assert not is_stale(text, 2022, 2023)


def _write(text: str, year: int = 2006) -> str:
    works = [_read(1, text, year), *(_read(n, f"Gloves reduced burns by {n}2% in bakeries.", 2023) for n in (2, 3))]
    theme = gather(works, "Gloves")
    return ANALYST.write_theme(theme, ANALYST.analyse_theme(theme), 600).markdown


def test_a_work_with_another_result_is_known_by_that() -> None:
    """What was going on in 2006 is not told of a work that also measured something; of a new work it is."""
    text = f"The results show that {_GOING_ON[0].lower()}{_GOING_ON[1:]} Gloves reduced scalds by 40% in canteens."
    assert "currently" not in _write(text)
    assert "scalds by 40%" in _write(text)
    assert "currently" in _write(text, 2022)


def test_a_work_without_another_result_is_told_with_its_year() -> None:
    """However the sentence is worded, the reader learns when it was so."""
    told = _write("Gloves are currently associated with fewer burns than mittens in kitchens.")
    [sentence] = [part for part in told.replace("\n", " ").split("]. ") if "currently" in part]
    assert "Baker (2006)" in sentence


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Serious attempts to bring gloves into kitchens are currently under way.", "Cooka and Baker (2006) report: S"),
        ("The Cooka glove is now worn in most of the kitchens.", "As of 2006, "),
    ],
)
def test_what_is_over_is_never_told_without_its_year(text: str, told: str) -> None:
    """Where the newest work is of later years, authors and year are named, or the year where a name is in the text."""
    old, new = _read(1, text, 2006), _read(9, "", 2023)
    finding = old.summary.findings[0]
    assert Writer.of([old, new], "seed").word(old, finding).startswith(told)
    assert Writer.of([old], "seed").word(old, finding) == text.removesuffix(".")
