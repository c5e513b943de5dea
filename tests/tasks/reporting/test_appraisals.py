"""Study quality as stated, and what people said of it: tables, figure and files for robvis."""

from __future__ import annotations

import csv
import io
import re
import zipfile
from dataclasses import replace
from datetime import datetime
from xml.etree import ElementTree as ET

import polars as pl
import pytest

from storage.core.errors import InputError
from storage.records.search import Author, Work
from tasks.human.appraisal_file import read_judgements
from tasks.reporting.appraisals import describe_appraisals
from tasks.reporting.exhibits import Numbering
from tasks.reporting.handover import Handover
from tasks.reporting.handover.robvis import make_robvis
from tasks.reporting.study_quality import describe_quality
from tasks.reporting.traffic_lights import draw_appraisals

_ANN, _BO = "person: Ann", "person: Bo"
_WORKS = {
    "lee2001a": Work("W1", "One", year=2001, authors=(Author("Ann Lee"),)),
    "lee2001b": Work("W2", "Two", year=2001, authors=(Author("Bo Lee"),)),
    "ode2010x": Work("W3", "<script>alert(1)</script>", year=2010, authors=(Author("=1+1"),)),
}


def _judge(tool: str, citekey: str, reviewer: str, words: str, reason: str = "") -> list[dict[str, str]]:
    domains = [*(f"D{n}" for n in range(1, words.count(",") + 1)), "Overall"]
    return [
        {
            "tool": tool,
            "citekey": citekey,
            "work_id": citekey,
            "reviewer": reviewer,
            "domain": domain,
            "judgement": word,
        }
        | {"reason": reason if domain == "Overall" else ""}
        for domain, word in zip(domains, words.split(","), strict=True)
    ]


_QUALITATIVE = "Yes,No,Unclear,Not applicable,Yes,Yes,Yes,Yes,Yes,Yes,Include"
_JUDGED = pl.DataFrame(
    [
        *_judge("rob2", "lee2001a", _ANN, "Low,Some concerns,High,Low,Low,High", "no *concealment* | at all"),
        *_judge("rob2", "lee2001b", _ANN, "Low,Low,Low,Low,Low,Low"),
        *_judge("jbi-qualitative", "ode2010x", _ANN, _QUALITATIVE),
    ]
)
_SCHEMA = ("citekey", "tool", "domain", "judgement", "reviewer", "other_judgement", "other_reviewer")
_ALIKE = pl.DataFrame(schema=dict.fromkeys(_SCHEMA, pl.String))


def _write(judged: pl.DataFrame = _JUDGED, differing: pl.DataFrame = _ALIKE) -> str:
    return Numbering("A").write(describe_appraisals(judged, differing))


def _rows(markdown: str) -> list[list[str]]:
    return [
        [cell.strip() for cell in line.strip("| ").split(" | ")] for line in markdown.splitlines() if line[:2] == "| "
    ]


def test_nobodys_appraisal_is_not_mentioned() -> None:
    """A review without appraisals has neither heading nor table."""
    assert _write(_JUDGED.clear()) == ""


def test_every_judgement_stands_in_words_with_tool_and_reasons() -> None:
    """A table for each tool in its order, numbered; domains named once; reasons escaped; nobody named twice."""
    text = _write()
    assert ["lee2001a", "Low", "Some concerns", "High", "Low", "Low", "High"] in _rows(text)
    assert ["Work", "D1", "D2", "D3", "D4", "D5", "Overall"] in _rows(text)
    assert "2 works, judged by Ann. The tool: Sterne et al. 2019 (doi:10.1136/bmj.l4898). D1: bias arising" in text
    assert text.index("#### RoB 2") < text.index("#### JBI, qualitative research")
    assert r"no \*concealment\* \| at all" in text
    assert "Table A2" in text
    assert "differ" not in text


def test_reviewers_who_differ_are_shown() -> None:
    """With two of them each row says whose it is, and what they differ on is a table of its own."""
    second = pl.DataFrame(_judge("rob2", "lee2001a", _BO, "Low,Low,High,Low,Low,High"))
    differing = pl.DataFrame([("lee2001a", "rob2", "D2", "Some concerns", _ANN, "Low", _BO)], _SCHEMA, orient="row")
    text = _write(pl.concat([_JUDGED, second]), differing)
    assert ["lee2001a", "Low", "Low", "High", "Low", "Low", "High", "Bo"] in _rows(text)
    assert ["lee2001a", "RoB 2", "D2", "Some concerns (Ann)", "Low (Bo)"] in _rows(text)
    assert "Judgements on which two reviewers differ: 1." in text


def test_the_figure_tells_each_judgement_by_a_sign() -> None:
    """A light for each, with the sign of its word, named where the pointer rests; hostile names are text."""
    svg = draw_appraisals(_JUDGED, _WORKS)
    root = ET.fromstring(svg)  # noqa: S314 - our own picture
    space = "{http://www.w3.org/2000/svg}"
    lights = [group for group in root.iter(f"{space}g") if group.find(f"{space}circle") is not None]
    signs = {group.find(f"{space}title").text: group.find(f"{space}text").text for group in lights}
    assert signs["Lee (2001) lee2001a, bias due to deviations from intended interventions: Some concerns"] == "-"
    assert signs["Lee (2001) lee2001a, bias due to missing outcome data: High"] == "x"
    assert signs["Low"] == "+"
    words = set(_JUDGED["judgement"])
    assert len(lights) == _JUDGED.height + len(words)
    assert "alert(1)" not in svg


def test_a_long_figure_says_what_it_leaves_to_the_tables() -> None:
    """Sixty rows of a tool are drawn."""
    many = pl.DataFrame([row for n in range(75) for row in _judge("rob2", f"k{n:03}", _ANN, "Low,Low,Low,Low,Low,Low")])
    svg = draw_appraisals(many, {})
    assert "and 15 more, in the tables" in svg
    assert re.search(r"RoB 2: 75 rows", svg)


def _hand_over(judged: pl.DataFrame) -> Handover:
    empty = pl.DataFrame()
    return Handover(
        name="trees", title="Trees", files={}, sections=[], works=_WORKS, written_at=datetime(2026, 1, 1), fates=empty,  # noqa: DTZ001 - UTC
        sources=empty, findings=empty, appraisals=judged, counts={},
    )  # fmt: skip


def _unzip(packed: bytes) -> dict[str, str]:
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        return {name.split("/", 1)[1]: archive.read(name).decode() for name in archive.namelist()}


def test_robvis_gets_its_columns() -> None:
    """Study, domains, Overall and Weight; two works of a name are told apart; a cell is never a formula."""
    files = _unzip(make_robvis(_hand_over(_JUDGED)))
    assert set(files) == {"README.txt", "rob2.csv", "jbi-qualitative.csv"}
    rows = list(csv.reader(io.StringIO(files["rob2.csv"])))
    assert rows == [
        ["Study", "D1", "D2", "D3", "D4", "D5", "Overall", "Weight"],
        ["Lee (2001) lee2001a", "Low", "Some concerns", "High", "Low", "Low", "High", "1"],
        ["Lee (2001) lee2001b", "Low", "Low", "Low", "Low", "Low", "Low", "1"],
    ]
    qualitative = list(csv.reader(io.StringIO(files["jbi-qualitative.csv"])))
    assert qualitative[1][0].startswith("'=")
    assert qualitative[1][1:5] == ["Low", "High", "Unclear", "Not applicable"]


@pytest.mark.parametrize("tool", ["rob2", "jbi-qualitative"])
def test_what_was_exported_is_read_again(tool: str) -> None:
    """The same judgements come back, whatever their names in the file."""
    files = _unzip(make_robvis(_hand_over(_JUDGED)))
    works = [(key, replace(work, work_id=key)) for key, work in _WORKS.items()]
    judged = read_judgements(f"{tool}.csv", files[f"{tool}.csv"].encode(), works, _ANN)
    stored = _JUDGED.filter(pl.col("tool") == tool).select("citekey", "domain", "judgement").rows()
    assert sorted((one.work_id, one.domain, one.judgement) for one in judged) == sorted(stored)


def test_each_reviewer_has_a_file_and_nobody_none() -> None:
    """One judgement is drawn for a study; without any there is one sentence."""
    second = pl.DataFrame(_judge("rob2", "lee2001a", _BO, "Low,Low,High,Low,Low,High"))
    files = _unzip(make_robvis(_hand_over(pl.concat([_JUDGED, second]))))
    assert {"rob2-ann.csv", "rob2-bo.csv", "jbi-qualitative.csv"} < set(files)
    with pytest.raises(InputError, match="run 'litreview appraise trees'"):
        make_robvis(_hand_over(_JUDGED.clear()))


def _work(citekey: str, design: str | None, by: list[str], n: int | None = None, **notes: str) -> dict[str, object]:
    study = [{"field": field, "value": value} for field, value in {"design": design, **notes}.items() if value]
    return {"citekey": citekey, "year": 2001, "design": design, "n": n, "study": study, "extracted_by": by}


def test_quality_is_told_as_stated() -> None:
    """By work, with what was not stated and what nobody looked for told apart; reviews and unknown designs left out."""
    table = describe_quality(
        pl.DataFrame(
            [
                _work("trial", "randomised trial", ["anthropic"], 1200, blinding="double-blind"),
                _work("cohort", "cohort study", ["extractive"], adjustment="adjusted for age"),
                _work("unnamed", None, ["extractive"], blinding="open-label"),
                _work("review", "systematic review", ["anthropic"], 12, blinding="double-blind"),
                _work("unread", None, []),
            ],
            infer_schema_length=None,
        )
    )
    assert table is not None
    assert table.rows.select(list(table.columns)).rows() == [
        ("trial", "randomised trial", "1,200", "not stated", "double-blind", "not stated", "not stated"),
        ("cohort", "cohort study", "not extracted", *["not extracted"] * 3, "adjusted for age"),
        ("unnamed", "not extracted", "not extracted", "not extracted", "open-label", *["not extracted"] * 2),
    ]
    assert "Left out: 2" in table.note


def test_columns_that_nobody_filled_are_named_once() -> None:
    """By rule alone most notes are missing; no design at all gives no table."""
    table = describe_quality(pl.DataFrame([_work("cohort", "cohort study", ["extractive"], 30)]))
    assert table is not None
    assert list(table.columns) == ["citekey", "design", "n"]
    assert "Of no work extracted: randomisation, blinding, attrition and adjustment." in table.note
    assert describe_quality(pl.DataFrame([_work("unread", None, [])])) is None
