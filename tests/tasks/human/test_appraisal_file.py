"""Judgements made elsewhere: what robvis has is read, and every fault is named with its line while nothing is taken."""

from __future__ import annotations

import pytest

from storage.core.errors import InputError
from storage.records.search import Author, Work
from tasks.human.appraisal_file import read_judgements

_WORKS = [
    ("lee2001sleep", Work("W1", "Sleep and stress", year=2001, doi="10.5555/sleep", authors=(Author("Ann Lee"),))),
    ("lee2001rest", Work("W2", "Rest", year=2001, authors=(Author("Bo Lee"),))),
    ("ode2010work", Work("W3", "Work", year=2010, authors=(Author("X Öde"), Author("Y B"), Author("Z C")))),
]
_HEAD = "Study,D1,D2,D3,D4,D5,Overall,Weight\n"


def _read(text: str, name: str = "judged.csv") -> list[tuple[str, str, str, str]]:
    judged = read_judgements(name, text.encode(), _WORKS, "person: Ann")
    assert {(one.reviewer, one.reason) for one in judged} <= {("person: Ann", "")}
    return [(one.work_id, one.tool, one.domain, one.judgement) for one in judged]


@pytest.mark.parametrize(
    "study",
    ["lee2001sleep", "@lee2001sleep", "10.5555/SLEEP", "https://doi.org/10.5555/sleep", "Sleep and  stress", "W1"],
)
def test_a_study_is_known_by_what_identifies_it(study: str) -> None:
    """Citekey, DOI, address, title and id, whatever their case."""
    assert {row[0] for row in _read(f'{_HEAD}"{study}",Low,Low,Low,Low,Low,Low,1\n')} == {"W1"}


@pytest.mark.parametrize("study", ["Öde et al. (2010)", "öde et al., 2010", "Öde 2010"])
def test_a_study_is_known_by_authors_and_year(study: str) -> None:
    """As tables of risk of bias name studies."""
    assert {row[0] for row in _read(f'{_HEAD}"{study}",Low,Low,Low,Low,Low,Low,1\n')} == {"W3"}


def test_files_as_robvis_and_r_write_them() -> None:
    """Words in any case, numbers of rows without a heading, a byte order mark, semicolons, no weight."""
    rows = [("W3", "rob2", f"D{n}", word) for n, word in enumerate(("Low", "Some concerns", "High", "Low", "Low"), 1)]
    expected = [*rows, ("W3", "rob2", "Overall", "High")]
    body = "ode2010work,low,SOME CONCERNS,High,Low,Low,high"
    assert _read(f"{_HEAD}{body},1\n") == expected
    assert _read(f'"",{_HEAD}"1",{body},2.5\r\n') == expected
    assert _read(f"\ufeff{_HEAD}{body},1".replace(",", ";")) == expected
    assert _read(f"Study,D1,D2,D3,D4,D5,Overall\n{body}\n\n") == expected


def test_the_name_of_a_file_tells_tools_of_as_many_domains_apart() -> None:
    """Two checklists have eight items; robvis' words for their answers are read as theirs."""
    head = "Study," + ",".join(f"D{n}" for n in range(1, 9)) + ",Overall\n"
    rows = f"{head}W1,Yes,No,Unclear,Not applicable,Low,High,yes,yes,Seek further info\n"
    with pytest.raises(InputError, match=r"line 1: several tools have 8 domains.*'jbi-case-report.csv'"):
        _read(rows)
    judged = {domain: word for _, _, domain, word in _read(rows, "jbi-case-report-ann.csv")}
    assert (judged["D5"], judged["D6"], judged["Overall"]) == ("Yes", "No", "Seek further info")


def test_every_fault_is_named_with_its_line() -> None:
    """One sentence holds them all, and nothing was taken."""
    text = (
        f"{_HEAD}lee2001sleep,Low,Medium,Low,Low,Low,Low,1\n"
        "Lee (2001),Low,Low,Low,Low,Low,Low,1\n"
        "nobody,Low,Low,,Low,Low,Low,1\n"
        "W1,Low,Low,Low,Low,Low,No information,1,more\n"
    )
    with pytest.raises(InputError) as refused:
        _read(text)
    told = str(refused.value)
    for fault in (
        "nothing was taken from 'judged.csv'",
        "line 2: D2 is 'Medium' and must be one of Low, Some concerns, High",
        "line 3: 'Lee (2001)' is more than one work of the review; give its citekey",
        "line 4: 'nobody' is no work of the review; give its citekey or DOI",
        "line 4: D3 is empty",
        "line 5: the study is that of line 2",
        "line 5: Overall is 'No information'",
        "line 5: there are more cells than columns",
    ):
        assert fault in told, told
    assert "\n" not in told


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"", "no study under its headings"),
        (_HEAD.encode(), "no study under its headings"),
        (b"\xff\xfe\x00", "no CSV file in UTF-8"),
        (b'Study,"D1\nx', "no CSV file in UTF-8"),
        (b"Study,D1,Notes,Overall\nW1,Low,x,Low\n", "line 1: no column may be called 'Notes'"),
        (b"Study,D1,D1,Overall\nW1,Low,x,Low\n", "line 1: only one column may be called 'D1'"),
        (b"Study,D1,D2,Overall\nW1,Low,Low,Low\n", "line 1: no tool has 2 domains"),
        (b"D1,D2,D3,D4,D5,Overall\nLow,Low,Low,Low,Low,Low\n", "the columns for RoB 2 are Study, D1 to D5 and Overall"),
    ],
)
def test_what_is_no_table_of_judgements_is_refused(content: bytes, told: str) -> None:
    """In one sentence that says what is wrong."""
    with pytest.raises(InputError, match=told):
        read_judgements("judged.csv", content, _WORKS, "person")
