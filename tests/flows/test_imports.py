"""Records brought from files are matched, screened, counted and kept; labels are people's verdicts."""

from __future__ import annotations

import csv
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from flows.review import review
from flows.update import update
from storage.core.errors import InputError
from storage.publication.published import select_published

from .conftest import make_record

pytestmark = pytest.mark.slow

RIS = """\
TY  - JOUR
TI  - {title}
AU  - Lehmann, Ada
PY  - 2019
DO  - {doi}
AB  - Wild bees visit flower strips on arable land.
DB  - Scopus
N1  - {note}
ER  -

"""


@pytest.fixture
def arguments(write_catalogue: Callable[..., Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Return a quick instant review of wild bees."""
    monkeypatch.setenv("LITREVIEW_CACHE", str(tmp_path / "cache"))
    return {
        "topic": "wild bees flower strips",
        "catalogue": str(write_catalogue([make_record(number) for number in range(1, 13)])),
        "reviews": str(tmp_path / "reviews"),
        "quality": "quick",
        "analyst": "instant",
        "supervision": "none",
        "name": "bees",
        "quiet": True,
    }


def write_ris(path: Path, *records: tuple[str, str, str]) -> str:
    """Write (title, DOI, note) as RIS and return the file's path."""
    path.write_text("".join(RIS.format(title=title, doi=doi, note=note) for title, doi, note in records))
    return str(path)


def rows(folder: Path, sql: str) -> list[tuple[Any, ...]]:
    return select_published(folder, sql).rows()


def reconcile(folder: Path) -> dict[str, int]:
    """Return the PRISMA counts, checked to add up as the view's comment says."""
    counts = dict(rows(folder, "SELECT item, n FROM prisma"))
    total = sum(n for item, n in counts.items() if item.startswith("identified_"))
    assert counts["identified"] == total
    by_source = sum(n for item, n in counts.items() if item.startswith("imported_from "))
    assert counts["identified_import"] == by_source
    assert counts["imported_records"] == by_source + counts["imported_repeats"] + counts.get("imported_unusable", 0)
    parts = ("duplicates", "rule_excluded", "not_reached", "pending", "screened")
    assert counts["identified"] == sum(counts[part] for part in parts)
    return counts


def test_an_import_joins_the_review(arguments: dict[str, Any], tmp_path: Path, litreview: Callable[..., Any]) -> None:
    """Matched by DOI or kept as its own; labels are verdicts; counts add up; what is stated is verified; once only."""
    first = write_ris(
        tmp_path / "scopus.ris",
        ("Wild bees and flower strips 1", "10.1234/BEE.1", "ASReview_relevant"),
        ("Wild bees and flower strips 2", "10.1234/bee.2", "ASReview_irrelevant"),
        ("Flower strips that no catalogue knows of", "10.9999/unknown", "ASReview_relevant"),
        ("Flower strips that no catalogue knows of", "10.9999/unknown", ""),
    )
    made = review.fn(**arguments | {"imports": [first]})
    folder = tmp_path / "reviews" / "bees"
    counts = reconcile(folder)
    assert counts["imported_from Scopus"] == 3
    assert counts["imported_records"] == 4
    decided = dict(
        rows(folder, "SELECT work_id, verdict FROM decision WHERE decided_by = 'import' AND method = 'human'")
    )
    own = next(work_id for work_id in decided if work_id.startswith("import-"))
    assert decided == {"W1": "include", "W2": "exclude", own: "include"}
    assert own in set(made.corpus()["work_id"])
    assert "W2" not in set(made.corpus()["work_id"])
    assert rows(folder, f"SELECT matched_by FROM first_import WHERE work_id = '{own}'") == [("",)]
    assert rows(folder, f"SELECT DISTINCT value FROM field_source WHERE work_id = '{own}' AND field = 'doi'")
    assert "Records imported" in (folder / "appendix.md").read_text()
    assert "Imported from Scopus" in (folder / "prisma.svg").read_text()
    assert litreview("verify", "bees", "--reviews", arguments["reviews"]).returncode == 0

    before = select_published(folder, "SELECT * FROM import_match ORDER BY record_id")
    review.fn(**arguments | {"imports": [first]})
    assert select_published(folder, "SELECT * FROM import_match ORDER BY record_id").equals(before)

    more = write_ris(
        tmp_path / "more.ris",
        ("Hedges and the wild bees of flower strips on farms", "10.9999/hedges", ""),
        ("Wild bees and flower strips 3", "10.1234/bee.3", "ASReview_irrelevant"),
    )
    review.fn(**arguments | {"imports": [first, more]})
    counts = reconcile(folder)
    assert counts["imported_records"] == 6
    assert counts["pending"] == 0
    assert rows(folder, "SELECT kind, number FROM search_stage WHERE stage = 501") == [("import", 1)]
    assert rows(folder, "SELECT verdict FROM current_decision WHERE work_id = 'W3'") == [("exclude",)]
    assert "W3" not in set(rows(folder, "SELECT work_id FROM corpus"))
    assert rows(folder, "SELECT count(*) FROM imported_file") == [(2,)]
    assert litreview("verify", "bees", "--reviews", arguments["reviews"]).returncode == 0


def test_a_run_killed_between_matching_and_labels_applies_them_when_resumed(
    arguments: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Labels that no decision stands for yet are pending work of their own."""
    given = write_ris(
        tmp_path / "scopus.ris",
        ("Wild bees and flower strips 1", "10.1234/bee.1", "ASReview_relevant"),
        ("Wild bees and flower strips 2", "10.1234/bee.2", "ASReview_irrelevant"),
    )

    def die(_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as killed:
        killed.setattr("flows.importing.labels_to_apply", die)
        with pytest.raises(KeyboardInterrupt):
            review.fn(**arguments | {"imports": [given]})
    review.fn(**arguments | {"imports": [given]})
    folder = tmp_path / "reviews" / "bees"
    labelled = "SELECT work_id, verdict FROM current_decision WHERE decided_by = 'import' ORDER BY work_id"
    assert rows(folder, labelled) == [("W1", "include"), ("W2", "exclude")]
    reconcile(folder)


def test_verdicts_come_back_from_an_export(
    arguments: dict[str, Any], tmp_path: Path, litreview: Callable[..., Any]
) -> None:
    """RIS and CSV hold every verdict; a second review takes back those of people, and none of the analyst's."""
    given = write_ris(
        tmp_path / "labels.ris",
        ("Wild bees and flower strips 1", "10.1234/bee.1", "ASReview_relevant"),
        ("Wild bees and flower strips 2", "10.1234/bee.2", "ASReview_irrelevant"),
    )
    review.fn(**arguments | {"imports": [given]})
    folder = tmp_path / "reviews" / "bees"
    for form, name in (("screened-ris", "screened.ris"), ("screened-csv", "screened.csv")):
        done = litreview("export", "bees", "--to", form, "--reviews", arguments["reviews"])
        assert done.returncode == 0, done.stderr
        again = arguments | {"name": f"again-{form}", "imports": [str(folder / "exports" / name)]}
        review.fn(**again)
        labels = rows(
            tmp_path / "reviews" / again["name"],
            "SELECT work_id, verdict FROM decision WHERE decided_by = 'import' ORDER BY work_id",
        )
        assert labels == [("W1", "include"), ("W2", "exclude")]
    table = pl.DataFrame(list(csv.DictReader(StringIO((folder / "exports" / "screened.csv").read_text()))))
    assert set(table["litreview_verdict_by"]) <= {"person", "analyst", ""}
    assert table.filter(pl.col("key") == "W1")["included"].to_list() == ["1"]


def test_an_update_takes_imports(arguments: dict[str, Any], tmp_path: Path, litreview: Callable[..., Any]) -> None:
    """Over a catalogue that did not change, records are matched, screened and counted; a verdict takes a work out."""
    review.fn(**arguments)
    folder = tmp_path / "reviews" / "bees"
    before = {row[0] for row in rows(folder, "SELECT work_id FROM corpus")}
    number = min(int(work_id[1:]) for work_id in before)
    given = write_ris(
        tmp_path / "new.ris",
        ("Wild bees of flower strips beside hedges on farms", "10.9999/hedges", ""),
        ("Flower strips that no catalogue knows of", "10.9999/unknown", "ASReview_relevant"),
        ("Wild bees and flower strips", f"10.1234/bee.{number}", "ASReview_irrelevant"),
    )
    known = {"name": "bees", "reviews": arguments["reviews"], "quiet": True}
    bad = tmp_path / "bad.ris"
    bad.write_text("TY  - JOUR\nTI  - One\n")
    with pytest.raises(InputError, match=r"bad\.ris, line 1"):
        update.fn(**known, imports=[str(bad)])
    assert rows(folder, "SELECT count(*) FROM living_update") == [(0,)]
    update.fn(**known, imports=[given])
    counts = reconcile(folder)
    assert counts["imported_records"] == 3
    assert counts["imported_from Scopus"] == 2
    assert counts["imported_repeats"] == 1
    assert rows(folder, "SELECT DISTINCT stage FROM import_match") == [(101,)]
    assert rows(
        folder,
        "SELECT count(*) FROM discovery WHERE stage = 101 AND work_id NOT IN (FROM (SELECT work_id FROM decision))",
    ) == [(0,)]
    decided = dict(
        rows(
            folder, "SELECT title, method FROM work JOIN current_decision USING (work_id) WHERE work_id LIKE 'import-%'"
        )
    )
    assert decided["Flower strips that no catalogue knows of"] == "human"
    assert len(decided) == 2
    corpus = dict(rows(folder, "SELECT work_id, title FROM corpus"))
    assert "Flower strips that no catalogue knows of" in corpus.values()
    assert f"W{number}" not in corpus
    changes = (folder / "changes.md").read_text()
    assert "3 records were imported." in changes
    assert "Found by the import of new.ris" in changes
    placed = "SELECT title FROM current_theme JOIN theme_work USING (edition, theme_id) JOIN work USING (work_id)"
    assert ("Flower strips that no catalogue knows of",) in rows(folder, placed)
    assert litreview("verify", "bees", "--reviews", arguments["reviews"]).returncode == 0
    before_again = rows(folder, "SELECT * FROM import_match ORDER BY record_id")
    update.fn(**known, imports=[given])
    assert rows(folder, "SELECT * FROM import_match ORDER BY record_id") == before_again
    assert rows(folder, "SELECT news FROM living_result ORDER BY number") == [(True,), (False,)]


def test_a_malformed_import_is_refused_before_anything_is_made(arguments: dict[str, Any], tmp_path: Path) -> None:
    """The sentence names file and line; no folder is left behind."""
    bad = tmp_path / "bad.ris"
    bad.write_text("TY  - JOUR\nTI  - One\n")
    with pytest.raises(InputError, match=r"bad\.ris, line 1: the record that begins here has no end"):
        review.fn(**arguments | {"imports": [str(bad)]})
    assert not (tmp_path / "reviews" / "bees").exists()
