"""Answers of every index, raw and flattened, and answers that are none."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from storage.core.errors import InputError
from tasks.provenance.answer_folder import read_answers
from tasks.provenance.field_values import follow

from .builders import CROSSREF, records, write_answers

_AUTHORS = [{"name": "Ana Bee"}, {"name": "Bo Wasp"}]
_SHAPES: dict[str, tuple[str, str, Any]] = {
    "crossref raw": ("crossref", "$.message", {"status": "ok", "message-type": "work", "message": CROSSREF}),
    "crossref page": ("crossref", "$.message.items[0]", {"status": "ok", "message": {"items": [CROSSREF]}}),
    "crossref flat": (
        "crossref",
        "$.results[0]",
        {
            "status": "success",
            "source": "crossref",
            "query": {"title": "Something else", "author": "Bee", "year": 1900},
            "results": [
                {
                    "title": CROSSREF["title"][0],
                    "authors": [{"family": "Bee", "given": "Ana"}],
                    "container_title": "Journal of Wild Bees &amp; Wasps",
                    "year": 2019,
                    "doi": "10.1000/bees.7",
                    "volume": "12",
                    "issue": "",
                }
            ],
        },
    ),
    "semantic scholar page": (
        "semantic_scholar",
        "$.data[0]",
        {"total": 1, "data": [{"paperId": "1", "title": CROSSREF["title"][0], "authors": _AUTHORS, "year": 2019,
                               "externalIds": {"DOI": "10.1000/BEES.7"}, "journal": {"volume": "12 3"}}]},
    ),
    "semantic scholar citations": (
        "semantic_scholar",
        "$.data[0].citingPaper",
        {"data": [{"isInfluential": False, "citingPaper": {"paperId": "1", "title": CROSSREF["title"][0], "year": 2019,
                                                           "externalIds": {"DOI": "10.1000/bees.7"},
                                                           "journal": {"volume": 12}}}]},
    ),
    "openalex raw": (
        "openalex",
        "$",
        {"id": "https://openalex.org/W1", "title": CROSSREF["title"][0], "doi": "https://doi.org/10.1000/bees.7",
         "publication_year": 2019, "biblio": {"volume": "12"}, "authorships": []},
    ),
    "core page": (
        "core",
        "$.results[0]",
        {"totalHits": 1, "results": [{"id": 5, "title": CROSSREF["title"][0], "doi": "10.1000/bees.7", "volume": "12",
                                      "yearPublished": 2019, "authors": _AUTHORS}]},
    ),
    "philpapers": (
        "philpapers",
        "$.results[0]",
        {"source": "philpapers_via_brave", "results": [{"title": CROSSREF["title"][0], "doi": "10.1000/bees.7",
                                                        "year": "2019", "volume": "12"}]},
    ),
    "list of batches": (
        "semantic_scholar",
        "$[1]",
        [None, {"paperId": "1", "title": CROSSREF["title"][0], "doi": "10.1000/bees.7", "year": 2019, "volume": "12"}],
    ),
    "kept as text": (
        "crossref",
        "$.body→$.message",
        {"status_code": 200, "body": json.dumps({"message": CROSSREF})},
    ),
}  # fmt: skip


@pytest.mark.parametrize("shape", _SHAPES)
def test_every_shape_is_read_with_its_paths(shape: str) -> None:
    """Source, title, DOI, volume and year are found, each under the path it stands at."""
    source, path, answer = _SHAPES[shape]
    [record] = records(answer)
    assert (record.source, record.json_path) == (source, path)
    assert record.title[0].value == CROSSREF["title"][0]
    assert record.doi[0].value == "10.1000/bees.7"
    assert record.volume[0].value == "12"
    assert "2019" in {year.value for year in record.year}
    stated = [item for name in ("title", "year", "doi") for item in record.stated(name)]
    if "→" not in path:
        assert all(
            list(follow(answer, item.path.removeprefix("$").replace("['", ".").replace("']", ""))) for item in stated
        )


def test_arxiv_atom_is_read_from_recordings(shared_data: Path, tmp_path: Path) -> None:
    """A recorded Atom answer kept in JSON gives arXiv records with title, people, year and number."""
    recording = next((shared_data / "recordings" / "arxiv").glob("id_1605.08386_*.json"))
    (tmp_path / "arxiv.json").write_bytes(recording.read_bytes())
    [record] = read_answers(tmp_path).records
    assert (record.source, record.json_path) == ("arxiv", "$.body→$.entry[0]")
    assert (record.arxiv[0].value, record.year[0].value) == ("1605.08386", "2016")
    assert record.title[0].value == "Heat-bath random walks with Markov bases"
    assert [person.value for person in record.authors] == ["Caprice Stanley", "Tobias Windisch"]


def test_what_is_no_answer_is_warned_about_and_the_rest_is_read(tmp_path: Path) -> None:
    """Broken JSON, error statuses, partial answers and strange shapes are named; an empty search is fine."""
    folder = write_answers(
        tmp_path / "answers",
        bad="{not json",
        cut=b"\xff\xfe\x00",
        deep="[" * 100_000,
        error={"status": "error", "results": [], "errors": [{"message": "Rate limit \x1b[31mexceeded"}]},
        refused={"status_code": 429, "body": "slow down"},
        partial={"status": "partial", "results": [], "errors": [{"message": "pagination"}]},
        strange={"sep_entries": []},
        bomb={"body": '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "b">]><feed>&a;</feed>'},
        empty={"status": "success", "results": []},
        good=CROSSREF,
    )
    answers = read_answers(folder)
    assert len(answers.records) == 1
    warned = dict(warning.split(" ", 1) for warning in answers.warnings)
    assert set(warned) == {
        f"{name}.json" for name in ("bad", "cut", "deep", "error", "refused", "partial", "strange", "bomb")
    }
    assert warned["error.json"] == "has error status error: Rate limit [31mexceeded"
    assert "429" in warned["refused.json"]


@pytest.mark.parametrize(
    "value",
    [None, True, 1e308, 10**400, "x" * 100_000, [], [[]], {}, {"a": {"b": []}}, ["x", None, {"name": 5}], "\ud800", -1],
)
def test_values_of_wrong_types_state_nothing_and_break_nothing(value: Any) -> None:
    """Whatever stands in a field, a record is read and every value stated is text of bounded length."""
    names = (
        "DOI type container-title author authors editor volume issue page publisher issued published-print year ISBN"
    )
    answer = {
        "title": "A title",
        "paperId": "1",
        **dict.fromkeys(names.split(), value),
        "source": value,
        "biblio": value,
    }
    for record in records(answer, [answer] * 3, {"results": answer}):
        fields = (getattr(record, name) for name in ("type", "authors", "venue", "volume", "year", "doi", "isbn"))
        assert all(isinstance(item.value, str) and len(item.value) <= 2_000 for stated in fields for item in stated)


def test_a_folder_without_answers_is_refused(tmp_path: Path) -> None:
    """A folder that is none or holds no JSON ends in one sentence."""
    with pytest.raises(InputError, match="is not a folder"):
        read_answers(tmp_path / "missing")
    with pytest.raises(InputError, match=r"holds no \.json file"):
        read_answers(tmp_path)
