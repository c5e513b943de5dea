"""Records that are no single work are known by their titles, with a sign of a volume where a study may be called so."""

from __future__ import annotations

from dataclasses import replace

import pytest

from storage.records.search import Author, Work
from tasks.metadata.paratext import MATTER, MEETING, NOTICE, name_paratext

_ONE, _SEVERAL = (Author("Ada Stone"),), (Author("Ada Stone"), Author("Ben Reed"), Author("Cleo Marsh"))


def _work(title: str, pages: str | None = "1-9", authors: tuple[Author, ...] = _SEVERAL, abstract: str = "") -> Work:
    return Work("W1", title, pages=pages, authors=authors, abstract=abstract or None)


@pytest.mark.parametrize(
    ("work", "reason"),
    [
        (_work("Abstracts", "S1-S210"), MEETING),
        (_work("ABSTRACT"), MEETING),
        (_work("Accepted Poster Abstracts"), MEETING),
        (_work("Poster Session III: pp. 101\u2013240"), MEETING),
        (_work("Oral Communications"), MEETING),
        (_work("Book of Abstracts, Lisbon 2014"), MEETING),
        (_work("12th Nordic Congress of Soil Science, Oslo, Norway, June 3-6, 2011: Abstracts"), MEETING),
        (_work("Abstracts from the 4th Annual Meeting of the Tea Society", None, _ONE), MEETING),
        (_work("31st Annual Meeting of the Tea Society", "1-300"), MEETING),
        (_work("Tea Society: Lecture Abstracts", "1-120", ()), MEETING),
        (_work("Annual Meeting of the Tea Society", None, _SEVERAL, "word " * 5_000), MEETING),
        (_work("Index"), MATTER),
        (_work("Author index to volume 12"), MATTER),
        (_work("Editorial Board"), MATTER),
        (_work("References"), MATTER),
        (_work("Preface"), MATTER),
        (_work("Erratum"), NOTICE),
        (_work("Corrigendum to “Tea and sleep” [J. Tea 3 (2010) 1\u20139]"), NOTICE),
        (_work("Correction: Tea and sleep in students"), NOTICE),
        (_work("Author Correction: Tea and sleep in students"), NOTICE),
        (_work("Publisher's correction to Tea and sleep"), NOTICE),
        (_work("Tea and sleep in students (Erratum)"), NOTICE),
        (_work("Retraction: Tea and sleep in students"), NOTICE),
        (_work("Retraction notice to “Tea and sleep”"), NOTICE),
        (_work("Expression of concern: Tea and sleep"), NOTICE),
        (replace(_work("Tea and sleep"), type="erratum"), NOTICE),
        (replace(_work("Tea and sleep"), type="paratext"), MATTER),
    ],
)
def test_what_is_no_single_work(work, reason):
    """Volumes, matter and notices are recognised, each with its reason."""
    assert name_paratext(work) == reason


@pytest.mark.parametrize(
    "work",
    [
        _work("Abstracts of trials presented at the annual meeting of the Tea Society: how many are published?"),
        _work("Reporting quality of conference abstracts"),
        _work("Abstraction in the teaching of mathematics"),
        _work("The 5th annual meeting of the Tea Society: what we learnt about sleep"),
        _work("Correction of refractive errors in schools"),
        _work("Correction for attenuation in the study of sleep"),
        _work("Corrections officers and stress"),
        _work("Retraction of the gills in salamanders"),
        _work("Expressions of concern for others in letters"),
        _work("An index of tea quality"),
        _work("References to tea in the novels of Dickens"),
        _work("Prefaces and forewords in Victorian novels"),
        _work("Notes on the chemistry of tea"),
        _work("Poster campaigns against smoking"),
        _work("Clinical presentation of celiac disease"),
        _work("Meeting water requirements of a growing population"),
        _work("A history of tea", "1-412", _ONE),
        _work(""),
    ],
)
def test_what_is_a_work(work):
    """Studies of such things, and long works, are works."""
    assert name_paratext(work) is None
