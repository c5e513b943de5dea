"""What Crossref's records and the Retraction Watch file say of works, in the shapes both are published in."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pytest

from storage.core.errors import InputError
from storage.records.search import Plan, Response
from storage.references.retractions import Retraction
from tasks.provenance.retractions import is_about_retractions, read_retraction_watch, read_updates
from tests.fakes.record_indexes import make_item, make_update

WORKS = {"10.1000/a": "W1", "10.1000/b": "W2"}
HEADER = (
    "Record ID,Title,Subject,Institution,Journal,Publisher,Country,Author,URLS,ArticleType,RetractionDate,"
    "RetractionDOI,RetractionPubMedID,OriginalPaperDate,OriginalPaperDOI,OriginalPaperPubMedID,RetractionNature,Reason,Paywalled,Notes"
)


def answer(doi: str, **members: object) -> Response:
    return Response("crossref", f"test:{doi}", json.dumps(make_item(doi, "Bees", **members)))


def test_a_work_s_own_record_tells_of_its_updates() -> None:
    """`updated-by` names the notice, its date and kind; corrections and concerns are kept apart from retractions."""
    record = answer(
        "10.1000/A",
        **{
            "updated-by": [
                make_update("10.1000/N1", "retraction", 2020, 2, 3),
                make_update("10.1000/n2", "expression_of_concern", 2019),
                make_update("10.1000/n3", "erratum", 2018),
                make_update("10.1000/n4", "new_version", 2018),
            ]
        },
    )
    found = read_updates([record, answer("10.1000/b"), answer("10.1000/other", **{"updated-by": [{}]})], WORKS)
    assert found.retractions == (
        Retraction("W1", "retraction", "crossref", "10.1000/n1", date(2020, 2, 3), record.response_id),
        Retraction("W1", "concern", "crossref", "10.1000/n2", date(2019, 1, 1), record.response_id),
        Retraction("W1", "correction", "crossref", "10.1000/n3", date(2018, 1, 1), record.response_id),
    )


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("withdrawal", "retraction"),
        ("removal", "retraction"),
        ("partial_retraction", "correction"),
        ("corrigendum", "correction"),
        ("addendum", "correction"),
    ],
)
def test_a_notice_tells_what_it_updates(kind: str, expected: str) -> None:
    """`update-to` of a notice is about the work it names; a notice about works of others says nothing."""
    notice = answer(
        "10.1000/n", **{"update-to": [make_update("10.1000/B", kind, 2021), make_update("10.1/x", kind, 2021)]}
    )
    (only,) = read_updates([notice], WORKS).retractions
    assert (only.work_id, only.kind, only.notice_doi, only.date) == ("W2", expected, "10.1000/n", date(2021, 1, 1))


def test_updates_that_are_none_are_passed_over() -> None:
    """Wrong types, impossible dates and unknown kinds end nothing."""
    odd = answer(
        "10.1000/a",
        **{"updated-by": ["x", {"type": 7}, {"type": "retraction", "DOI": 5, "updated": {"date-parts": [[2020, 13]]}}]},
    )
    (only,) = read_updates([odd], WORKS).retractions
    assert (only.kind, only.notice_doi, only.date) == ("retraction", None, None)


def write_file(path: Path, *rows: str) -> Path:
    path.write_text("\n".join([HEADER, *rows]) + "\n", encoding="utf-8")
    return path


def row(number: int, nature: str, doi: str, notice: str = "10.1000/n", day: str = "3/14/2019 0:00") -> str:
    title = '"Bees, and ""more"""'
    about = f'{number},{title},(BLS);,Uni,J,P,DE,"A; B",,Article;'
    return f"{about},{day},{notice},0,1/1/2010 0:00,{doi},0,{nature},+Error;+Data;,No,"


def test_the_file_of_retraction_watch_is_searched_by_doi(tmp_path: Path) -> None:
    """Natures, dates, reasons and notices of our works are read, each row kept as it stands."""
    path = write_file(
        tmp_path / "rw.csv",
        row(7, "Retraction", "10.1000/B"),
        row(8, "Retraction", "10.1000/other"),
        row(9, "Expression of concern", "10.1000/a", "unavailable", ""),
        row(10, "Reinstatement", " 10.1000/b ", day="12/1/2020 0:00"),
        row(11, "Correction", "10.1000/a"),
    )
    found = read_retraction_watch(path, WORKS)
    told = [(each.work_id, each.kind, each.notice_doi, each.date, each.reason) for each in found.retractions]
    assert sorted(told, key=str) == [
        ("W1", "concern", None, None, "Error;Data"),
        ("W1", "correction", "10.1000/n", date(2019, 3, 14), "Error;Data"),
        ("W2", "reinstatement", "10.1000/n", date(2020, 12, 1), "Error;Data"),
        ("W2", "retraction", "10.1000/n", date(2019, 3, 14), "Error;Data"),
    ]
    assert {each.response_id for each in found.retractions} == {each.response_id for each in found.responses}
    assert all(json.loads(each.body)["OriginalPaperDOI"] for each in found.responses)


@pytest.mark.parametrize("content", [None, "Title,DOI\na,b\n", ""])
def test_a_file_that_is_another_is_named(tmp_path: Path, content: str | None) -> None:
    """A missing, empty or other file is an error that names it, the setting and the remedy."""
    path = tmp_path / "other.csv"
    if content is not None:
        path.write_text(content)
    with pytest.raises(InputError, match=r"other\.csv.*LITREVIEW_RETRACTION_WATCH"):
        read_retraction_watch(path, WORKS)


def test_whether_a_review_is_about_retractions() -> None:
    """Its topic or a question says so; a retractable claw does not."""
    assert is_about_retractions(Plan(topic="Why articles are retracted"))
    assert is_about_retractions(Plan(topic="Fraud", questions=("How long do retractions take?",)))
    assert not is_about_retractions(Plan(topic="Retractable claws of cats"))
