"""How the search was conducted and what was left out, told from the record and never more than it says."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import date

import polars as pl
import pytest

from tasks.metadata.paratext import MEETING, NOTICE
from tasks.procedure.facts import Facts
from tasks.reporting.conduct import (
    LISTED,
    declare,
    describe_fulltexts,
    describe_left_out,
    describe_sources,
    describe_uncited,
)
from tasks.reporting.exhibits import Block, Numbering

_SOURCE = {"source": "openalex", "way": "queries", "searches": 3, "records": 40, "works": 12}
_FOUND = Facts({"discovered": 12, "duplicates": 2, "updates": 0})


def _write(blocks: Sequence[Block]) -> str:
    return Numbering("A").write(blocks)


@pytest.mark.parametrize(
    ("first", "last", "said"),
    [
        (date(2026, 1, 2), date(2026, 1, 2), "The search was made on 2 January 2026 (UTC; PRISMA-S item 13)."),
        (date(2025, 12, 31), date(2026, 1, 2), "The search was made from 31 December 2025 to 2 January 2026 (UTC;"),
        (None, None, "The days of the search are not on record"),
    ],
)
def test_the_days_of_the_search_are_told(first, last, said):
    """One day, a span, or that no day is on record."""
    frame = pl.DataFrame(
        [_SOURCE | {"from": first, "until": last}], schema_overrides={"from": pl.Date, "until": pl.Date}
    )
    assert said in _write(describe_sources(frame, _FOUND))


def test_a_file_and_its_digest_are_two_words():
    """Joined they would be wider than any column of a page."""
    frame = pl.DataFrame([_SOURCE | {"source": "works.jsonl.gz@8e002440862d", "from": None, "until": None}])
    assert "| works.jsonl.gz (digest 8e002440862d) |" in _write(describe_sources(frame, _FOUND))


def test_what_was_not_done_is_said():
    """Registries, contacts, filters, peer review and updates are told plainly, and so are duplicates."""
    frame = pl.DataFrame([_SOURCE | {"from": date(2026, 1, 2), "until": date(2026, 1, 2)}])
    told = _write(describe_sources(frame, _FOUND))
    for said in (
        "12 works were identified", "two records were left out as duplicates", "No study registry was searched",
        "Nobody was contacted", "No published search filter", "has not been brought up to date",
        "were not peer reviewed",
    ):  # fmt: skip
        assert said in told.replace("twelve", "12")
    assert "No duplicate was found" in _write(describe_sources(frame, Facts({"discovered": 12})))
    updated = _write(describe_sources(frame, Facts({"discovered": 12, "updates": 2, "named": 1})))
    assert "brought up to date two times" in updated
    assert "the user had named one work" in updated
    assert describe_sources(pl.DataFrame(), _FOUND)[1] == "No source was searched."


def test_full_texts_are_counted_with_reasons():
    """None looked for, all retrieved, or each reason with its number."""
    assert "No full text was looked for" in describe_fulltexts({"sought": 0})[1]
    counts = {"sought": 5, "retrieved": 2, "unretrieved": 3, "unretrieved_as absent": 2, "unretrieved_as scanned": 1}
    told = _write(describe_fulltexts(counts))
    assert "the full text of 5 works was looked for; 2 were retrieved and 3 were not" in told
    assert "| no source knew an open copy | 2 |" in told
    assert "| the file could not be read: scanned | 1 |" in told
    assert describe_fulltexts({"sought": 2, "retrieved": 2, "unretrieved": 0})[2] == "All were retrieved."


def _fate(number: int, fate: str, score: float | None = 0.5, reason: str = "Why.") -> dict[str, object]:
    work = {"work_id": f"W{number}", "doi": None, "title": f"Title {number}", "year": 2000 + number % 20}
    return work | {"fate": fate, "score": score, "reason": reason}


def _read_left_out(fates: Sequence[Mapping[str, object]]) -> tuple[str, list[str]]:
    told = _write(describe_left_out(pl.DataFrame(fates), _FOUND))
    return told, [line for line in told.splitlines() if line.startswith("| ")][2:]


def test_works_left_out_are_listed_by_how_near_they_were():
    """Relevant ones come first, then unsure ones, then excluded ones by score; nothing else is."""
    fates = [
        *(_fate(1, "included"), _fate(2, "excluded", 0.3), _fate(3, "excluded", 0.4), _fate(4, "left out", 0.1)),
        *(_fate(5, "unsure", None), _fate(6, "not screened"), _fate(7, "duplicate"), _fate(8, "excluded", None)),
    ]
    told, rows = _read_left_out(fates)
    listed = [row.split(" | ")[0] for row in rows]
    assert [row.split()[2] for row in listed] == ["4", "5", "3", "2", "8"]
    assert "are not in the corpus: 5 (PRISMA" in told
    assert "nearest" not in told


def test_works_let_in_when_the_search_had_ended_are_told():
    """With the least score, since the table of stages does not count them and older reasons name the earlier bound."""
    late = Facts({**_FOUND.numbers, "by_bound": 3, "by_bound_from": "0.41"})
    told = _write(describe_left_out(pl.DataFrame([_fate(1, "excluded")]), late))
    assert "works with scores down to 0.41 were included too: three works," in told
    assert "were included too" not in _read_left_out([_fate(1, "excluded")])[0]


def test_a_long_list_is_cut_and_says_so():
    """The nearest are listed; the number is that of all."""
    told, rows = _read_left_out([_fate(n, "excluded", n / 1000) for n in range(LISTED + 50)])
    assert f"corpus: {LISTED + 50} (PRISMA 2020 item 16b). The {LISTED} nearest to it are listed." in told
    assert len(rows) == LISTED


def test_records_that_are_no_single_work_are_listed_apart():
    """They were not judged, and stand with the reason under a sentence that counts them."""
    fates = [
        _fate(1, "ineligible", None, MEETING),
        _fate(2, "ineligible", None, "Not in a language admitted."),
        _fate(3, "ineligible", None, NOTICE),
    ]
    told, rows = _read_left_out(fates)
    assert told.startswith("### Works left out, with reasons\n\nEvery work that was judged is in the corpus.")
    assert "because they are no single work: 2." in told
    assert [row.split(" | ")[0].split(" (")[0] for row in rows] == ["| Title 1", "| Title 3"]
    assert MEETING in rows[0]


def test_included_works_that_nothing_cites_can_be_found():
    """Each stands in the appendix with its key, oldest first; a corpus that is cited whole has no such part."""
    fates = [_fate(n, fate) | {"citekey": f"key{n}"} for n, fate in ((9, "included"), (2, "included"), (3, "excluded"))]
    told = _write(describe_uncited(pl.DataFrame([*fates, _fate(4, "included") | {"citekey": "key4"}]), {"key4"}))
    assert told.startswith("### Works included but not cited")
    assert "since nothing of them is told there: 2 of 3." in told
    assert re.findall(r"\| (key\d) +\| Title", told) == ["key2", "key9"]
    assert describe_uncited(pl.DataFrame(fates), {"key9", "key2"}) == []
    assert describe_uncited(pl.DataFrame(), set()) == []


def test_hostile_titles_stay_cells():
    """Pipes, line breaks and formulas of a title or a reason make no other cell, row or formula."""
    _, (row,) = _read_left_out([_fate(1, "excluded", reason="=1+1 | x\n| y |")])
    assert row.count(" | ") == 3
    assert "'=1+1 \\| x \\| y \\|" in row
    assert describe_left_out(pl.DataFrame(), _FOUND)[1] == "Every work that was judged is in the corpus."


def test_what_only_authors_can_state_is_left_to_them():
    """Nothing is registered, no funding is invented; the program and its licence are named."""
    told = " ".join(declare({"program_version": "9.8.7", "embedding_model": "mini-lm"}))
    assert "No registration and no protocol" in told
    assert "no sensitivity analysis was made" in told
    assert told.count("to be stated by the authors") == 2
    assert "litreview 9.8.7" in told
    assert "by embeddings of the model mini-lm." in told
    assert "embeddings" not in " ".join(declare({}))
