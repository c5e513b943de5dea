"""What is exported for screening tools keeps its labels in our own reader and, where it is installed, in ASReview's."""

from __future__ import annotations

import json
import subprocess
from datetime import UTC, datetime
from pathlib import Path

import polars as pl
import pytest

from tasks.imports.reading import read_import
from tasks.imports.works import read_work
from tasks.reporting.handover import Handover
from tasks.reporting.handover.screening import make_ris, make_table

# `make asreview` installs it in an environment of its own.
ASREVIEW = Path(__file__).resolve().parents[3] / ".asreview" / "bin" / "python"
READ = (
    "import json, sys; from asreview.data import ris, tabular; path = sys.argv[1]; "
    "reader = ris.RISReader if path.endswith('ris') else tabular.CSVReader; "
    "rows = reader.clean_data(reader.read_data(path)); "
    "print(json.dumps([[row.title, None if row.included != row.included or str(row.included) in ('<NA>', 'None') "
    "else int(row.included)] for row in rows.itertuples()]))"
)
VERDICTS = {"Bees of hedges and woods": "include", "=Bees of towns": "exclude", "Bees, undecided upon": "unsure"}
VERDICTS |= {"Bees nobody judged so far": None}


@pytest.fixture
def review() -> Handover:
    """Return a review of four works, judged by people in every way."""
    rows = [
        {
            "work_id": f"W{number}",
            "title": title,
            "authors": ["Lehmann, Ada", "Ben Okoye"],
            "year": 2019,
            "type": "article",
            "venue": "Journal of Bees",
            "volume": "12",
            "issue": "3",
            "pages": "101-110",
            "publisher": None,
            "isbn": None,
            "language": "en",
            "doi": f"10.1234/bee.{number}",
            "abstract": "Bees were counted.\nTY  - JOUR\nER  - ",
            "verdict": verdict,
            "by_person": verdict is not None,
            "reason": "Judged by a person.",
        }
        for number, (title, verdict) in enumerate(VERDICTS.items())
    ]
    empty = pl.DataFrame()
    written = datetime(2026, 1, 1, tzinfo=UTC)
    screened = pl.DataFrame(rows)
    return Handover("bees", "Bees", {}, [], {}, written, empty, empty, empty, empty, {}, screened=screened)


@pytest.mark.parametrize(("name", "make"), [("s.ris", make_ris), ("s.csv", make_table)])
def test_labels_come_back(tmp_path, review, name, make):
    """Verdicts and what identifies works are read as they were; neither text breaks out of its field."""
    path = tmp_path / name
    path.write_bytes(make(review))
    records = read_import(path).records
    assert [record.label for record in records] == ["include", "exclude", "", ""]
    works = [read_work(record) for record in records]
    assert [work.doi for work in works if work] == [f"10.1234/bee.{number}" for number in range(4)]
    assert [work.title.lstrip("'") for work in works if work] == list(VERDICTS)
    assert {work.pages for work in works if work} == {"101-110"}
    assert {tuple(author.name for author in work.authors) for work in works if work} == {("Lehmann, Ada", "Ben Okoye")}


@pytest.mark.skipif(not ASREVIEW.is_file(), reason="ASReview is not installed here: make asreview")
@pytest.mark.parametrize(("name", "make"), [("s.ris", make_ris), ("s.csv", make_table)])
def test_asreview_reads_the_labels(tmp_path, review, name, make):
    """ASReview's own reader gives 1 for included, 0 for excluded, and nothing for the rest."""
    path = tmp_path / name
    path.write_bytes(make(review))
    done = subprocess.run([ASREVIEW, "-c", READ, path], capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr
    read = [(title.lstrip("'"), label) for title, label in json.loads(done.stdout)]
    assert read == list(zip(VERDICTS, (1, 0, None, None), strict=True))
