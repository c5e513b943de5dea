"""Bad input ends in one clear sentence and the right exit code, and what was there stays."""

from __future__ import annotations

import gzip
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from flows.review import review
from storage.core.errors import InputError, LitreviewError, NothingFound, StoppedShort

from .conftest import make_record

pytestmark = pytest.mark.slow

_EACH = pytest.mark.skipif("LITREVIEW_WHOLE_WORLDS" not in os.environ, reason="a minute long: make parity")
GOOD = [make_record(number) for number in range(1, 13)]

WRONG_ORDERS: list[tuple[str, dict[str, Any], str]] = [
    ("empty topic", {"topic": "   "}, "the topic is empty"),
    ("long topic", {"topic": "bee " * 400}, "the topic has 1599 characters"),
    ("unknown quality", {"quality": "superb"}, "'superb' is not a quality tier; choose one of quick"),
    ("years reversed", {"from_year": 2020, "to_year": 2010}, "the first year (2020) is after the last (2010)"),
    ("year of two digits", {"from_year": 95}, "95 is not a publication year"),
    ("unknown analyst", {"analyst": "oracle"}, "'oracle' is not an analyst"),
    ("unknown language of the text", {"write_in": "tlh"}, "give --write-in one of en, de, es, fr, pt, zh"),
    ("language without a model", {"write_in": "de"}, "give --analyst anthropic or local, or leave --write-in out"),
    ("path as name", {"name": "../elsewhere"}, "cannot name a review's folder"),
    ("empty name", {"name": ""}, "cannot name a review's folder"),
    ("unknown full texts", {"fulltext": "some"}, "use --fulltext never, oa or all"),
    ("missing PDFs", {"pdfs": "nowhere"}, "correct the option --pdfs"),
    ("no catalogue", {"catalogue": ""}, "no catalogue is named"),
    ("missing catalogue", {"catalogue": "nowhere.jsonl"}, "nowhere.jsonl"),
]


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LITREVIEW_CACHE", str(tmp_path / "cache"))


def order(catalogue: Path, tmp_path: Path, /, **changes: Any) -> dict[str, Any]:
    """Return the arguments of a quick instant review of wild bees."""
    return {
        "topic": "wild bees flower strips",
        "catalogue": str(catalogue),
        "reviews": str(tmp_path / "reviews"),
        "quality": "quick",
        "analyst": "instant",
        "name": "bees",
        "quiet": True,
    } | changes


@pytest.mark.parametrize(
    ("changes", "sentence"), [row[1:] for row in WRONG_ORDERS], ids=[row[0] for row in WRONG_ORDERS]
)
def test_a_wrong_order_is_refused_before_anything_is_written(
    write_catalogue: Callable[..., Path], tmp_path: Path, changes: dict[str, Any], sentence: str
) -> None:
    """Each wrong input gets a sentence that names it, exit code 2, and leaves no folder behind."""
    with pytest.raises(InputError) as caught:
        review.fn(**order(write_catalogue(GOOD), tmp_path, **changes))
    assert sentence in str(caught.value)
    assert "\n" not in str(caught.value)
    assert caught.value.exit_code == 2
    assert not (tmp_path / "reviews").exists()


def _truncated(path: Path) -> None:
    path.write_bytes(gzip.compress(b"\n".join(json.dumps(record).encode() for record in GOOD))[:-20])


def _text(text: str) -> Callable[[Path], None]:
    return lambda path: path.write_text(text, encoding="utf-8") and None


WRONG_CATALOGUES: list[tuple[str, str, Callable[[Path], Any], str]] = [
    ("not JSON", "a.jsonl", _text(json.dumps(GOOD[0]) + "\nnot json\n"), "line 2"),
    ("other JSON", "a.jsonl", _text('{"id": 3, "name": "x"}\n'), "line 1"),
    ("empty file", "a.jsonl", _text(""), "a.jsonl"),
    ("truncated gzip", "a.jsonl.gz", _truncated, "a.jsonl.gz"),
    ("no Parquet", "a.parquet", _text("nothing"), "a.parquet"),
]


@pytest.mark.parametrize(
    ("name", "write", "sentence"), [row[1:] for row in WRONG_CATALOGUES], ids=[row[0] for row in WRONG_CATALOGUES]
)
def test_a_file_that_is_no_catalogue_is_named(
    tmp_path: Path, name: str, write: Callable[[Path], Any], sentence: str
) -> None:
    """A catalogue that cannot be read is exit 2 and a sentence with file and, where there is one, line."""
    path = tmp_path / name
    write(path)
    with pytest.raises(InputError) as caught:
        review.fn(**order(path, tmp_path))
    assert sentence in str(caught.value)
    assert "\n" not in str(caught.value)


ODD_WORKS: list[tuple[str, list[Any]]] = [
    ("duplicated ids", [GOOD[0], GOOD[1], GOOD[2]]),
    ("no title", [make_record(90, title=None, display_name=None)]),
    ("no year", [make_record(91, publication_year=None)]),
    ("no abstract", [make_record(92, abstract=None)]),
    ("no references", [make_record(93, referenced_works=None)]),
    ("no authors", [make_record(94, authorships=[])]),
    ("cites itself", [make_record(95, referenced_works=["https://openalex.org/W95", "https://openalex.org/W1"])]),
    (
        "tombstone",
        [
            make_record(
                4285719527,
                title="Deleted Work",
                referenced_works=[f"https://openalex.org/W{number}" for number in range(44_585)],
            )
        ],
    ),
    (
        "10,000 authors",
        [make_record(96, authorships=[{"author": {"display_name": f"Zoë Müller-{n}"}} for n in range(10_000)])],
    ),
    ("Unicode", [make_record(97, title="Wildbienen \u2013 Blühstreifen \U0001f41d <i>Apis</i> {braces} \u674e")]),
    ("markup", [make_record(98, abstract="We found [@nobody2020] wild bees <script>x</script> `code` rose. " * 3)]),
]


@pytest.mark.parametrize(
    "odd",
    [
        pytest.param([work for _, works in ODD_WORKS for work in works], id="all at once"),
        *(pytest.param(works, id=name, marks=_EACH) for name, works in ODD_WORKS),
    ],
)
def test_odd_works_do_not_stop_a_review(
    write_catalogue: Callable[..., Path], tmp_path: Path, odd: list[dict[str, Any]]
) -> None:
    """A review over a catalogue with odd works in it finishes, and what it cites is in its corpus."""
    finished = review.fn(**order(write_catalogue([*GOOD, *odd]), tmp_path))
    cited = set(finished.references()["citekey"])
    assert cited
    assert cited <= set(finished.citekeys)
    assert "Deleted Work" not in finished.text
    assert "[@nobody2020]" not in finished.text


def test_no_hit_stops_short_with_what_to_try(write_catalogue: Callable[..., Path], tmp_path: Path) -> None:
    """A topic that matches nothing ends with exit 1 and advice; the ledger says the run stopped."""
    with pytest.raises(NothingFound) as caught:
        review.fn(**order(write_catalogue(GOOD), tmp_path, topic="quantum chromodynamics lattice", include_books=False))
    assert caught.value.exit_code == 1
    assert "try other words" in str(caught.value)


def test_everything_ineligible_stops_short(write_catalogue: Callable[..., Path], tmp_path: Path) -> None:
    """When rules exclude all that was found, the run stops short and says so."""
    with pytest.raises(StoppedShort):
        review.fn(**order(write_catalogue(GOOD), tmp_path, exclude_terms=["orchard"]))


def test_another_topic_under_a_name_is_refused_and_the_review_stays(
    write_catalogue: Callable[..., Path], tmp_path: Path
) -> None:
    """The same name with another topic or year range is exit 2, and the finished review is untouched."""
    catalogue = write_catalogue(GOOD)
    text = review.fn(**order(catalogue, tmp_path)).text
    for changes in ({"topic": "honey"}, {"from_year": 2001}):
        with pytest.raises(InputError, match="give another --name"):
            review.fn(**order(catalogue, tmp_path, **changes))
    assert (tmp_path / "reviews" / "bees" / "review.md").read_text(encoding="utf-8") == text


def test_the_command_line_says_one_sentence_and_no_traceback(
    litreview: Callable[..., Any], write_catalogue: Callable[..., Path]
) -> None:
    """A user of the terminal sees one line on standard error and exit code 2, or 1 when the search was empty."""
    write_catalogue(GOOD)
    wrong = litreview("run", "bees", "--catalogue", "works.jsonl", "--quality", "superb", "--no-server")
    assert (wrong.returncode, wrong.stdout) == (2, "")
    assert wrong.stderr.startswith("litreview: 'superb' is not a quality tier")
    assert wrong.stderr.count("\n") == 1
    empty = litreview("run", "quantum chromodynamics", "--catalogue", "works.jsonl", "--no-server", "--no-books")
    assert empty.returncode == 1
    assert "Traceback" not in empty.stderr
    assert issubclass(NothingFound, LitreviewError)
