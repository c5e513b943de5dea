"""Answers OpenAlex really gave, replayed: they parse, and its refusals are understood."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from pytest_httpserver import HTTPServer

from storage.core.errors import CatalogueError
from tasks.catalogues.openalex.catalogue import OpenAlexCatalogue
from tasks.catalogues.openalex.client import OpenAlexClient
from tasks.catalogues.openalex.refusals import read_refusal

FOLDER = "recordings/openalex_openalexPro"


def recorded(shared_data: Path, name: str) -> Iterator[tuple[str, int, str]]:
    """Yield (address, status, body) of a cassette."""
    loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    cassette = yaml.load((shared_data / FOLDER / "vcr" / name).read_text(), Loader=loader)  # noqa: S506 - it is a SafeLoader
    for pair in cassette["http_interactions"]:
        yield pair["request"]["uri"], pair["response"]["status"], pair["response"]["body"]["string"]


@pytest.mark.parametrize(("question", "works"), [("filter=openalex", 2), ("filter=cites", 5), ("filter=cited_by", 37)])
def test_recorded_lists_parse(shared_data: Path, httpserver: HTTPServer, question: str, works: int):
    """Every row of a recorded list becomes a work with year, authors and its record; the one without title is gone."""
    _, _, body = next(
        pair for pair in recorded(shared_data, "oa_snowball.yml") if question in pair[0] and "cursor" in pair[0]
    )
    httpserver.expect_request("/works").respond_with_data(body, content_type="application/json")
    found = OpenAlexCatalogue(OpenAlexClient(httpserver.url_for("")), 10_000).citing_works(["W1", "W2"])
    assert len(found) == works
    assert all(work.year and work.authors and work.response for work in found)
    assert sum(bool(work.references) for work in found) > works / 2
    if question == "filter=cites":
        assert all({"W3046863325", "W3045921891"} & set(work.references) for work in found)


def test_recorded_single_records_parse(shared_data: Path, httpserver: HTTPServer):
    """A work is read; an issue of a journal (paratext) is left out."""
    (_, _, paratext), *_ = recorded(shared_data, "api_call_200.yml")
    (_, _, work), *_ = recorded(shared_data, "pro_request_single_identifier.yml")
    httpserver.expect_request("/works/W4234567890").respond_with_data(paratext)
    httpserver.expect_request("/works/W2162348455").respond_with_data(work)
    catalogue = OpenAlexCatalogue(OpenAlexClient(httpserver.url_for("")), 10_000)
    assert catalogue.works_by_id(["W4234567890"]) == []
    (found,) = catalogue.works_by_id(["W2162348455"])
    assert found.doi == "10.1038/35002501"
    assert found.title.startswith("Biodiversity hotsp")


def test_the_fields_asked_for_can_be_selected(shared_data: Path):
    """Every field we select is in OpenAlex's own list of valid ones."""
    from tasks.catalogues.openalex.queries import FIELDS  # noqa: PLC0415 - what is under test

    (_, _, body), *_ = recorded(shared_data, "opt_select_fields.yml")
    valid = json.loads(body)["message"].partition("select are: ")[2].rstrip(".").split(", ")
    assert set(FIELDS) | {"relevance_score"} <= set(valid)


def test_the_filters_used_are_valid(shared_data: Path):
    """Every filter we use is in OpenAlex's own list of valid ones."""
    (_, _, body), *_ = recorded(shared_data, "opt_filter_names.yml")
    valid = json.loads(body)["message"].partition("versions of: ")[2].rstrip(".").split(", ")
    used = {"type", "language", "publication_year", "cited_by_count", "topics.id", "concepts.id", "cites"}
    assert used | {"openalex", "doi", "authorships.author.id"} <= set(valid)


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("opt_filter_names.yml", "DOESNTEXIST is not a valid field"),
        ("pro_rate_limit_status_401.yml", "API key not found"),
    ],
)
def test_recorded_refusals_are_quoted(shared_data: Path, name: str, says: str):
    """What OpenAlex says is passed on, bounded, in one sentence."""
    (_, status, body), *_ = recorded(shared_data, name)
    refusal = read_refusal(status, {}, body.encode(), has_key=True)
    assert isinstance(refusal, CatalogueError)
    assert says in str(refusal)
    assert len(str(refusal)) < 500
