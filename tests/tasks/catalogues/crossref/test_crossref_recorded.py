"""Crossref's own answers, as recorded."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from tasks.catalogues.crossref.records import SOURCE, read_works
from tasks.provenance.reference_fields import read_fields
from tests.fakes.recordings import unpack_response


def list_recorded(shared_data: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    for cassette in sorted((shared_data / "recordings" / "crossref_habanero").glob("test-[cwr]*/*.yaml")):
        if "negotation" in str(cassette):
            continue
        for interaction in yaml.safe_load(cassette.read_text(encoding="utf-8"))["interactions"]:
            status, body = unpack_response(interaction["response"])
            message = json.loads(body)["message"] if status == 200 else {}
            if "items" in message:
                yield interaction["request"]["uri"], message


def test_recorded_records_are_read_and_state_what_their_works_have(shared_data: Path):
    """Every record with a title becomes a work whose fields stand in what is kept of it."""
    seen = 0
    for _, message in list_recorded(shared_data):
        works = read_works(message["items"], "https://api.crossref.org")
        titled = [item for item in message["items"] if any(title.strip() for title in item.get("title") or ())]
        assert len(works) == len({item["DOI"].lower() for item in titled})
        for work in works.values():
            assert work.response is not None
            assert "<" not in (work.abstract or "")
            stated = {one.field: one.value for one in read_fields(SOURCE, work.response.body) if not one.part}
            named = {name: getattr(work, name) for name in ("title", "doi", "venue", "volume", "pages", "language")}
            assert {name: value for name, value in named.items() if value} == {
                name: stated[name] for name, value in named.items() if value
            }
            seen += 1
    assert seen > 100


def test_a_recorded_cursor_names_no_page(shared_data: Path):
    """Two calls with one cursor were answered with different records: pages are asked for by offset instead."""
    by_address: dict[str, list[str]] = {}
    for address, message in list_recorded(shared_data):
        if "cursor=D" in address:
            by_address.setdefault(address, []).append(message["items"][0]["DOI"])
    assert any(len(set(first)) > 1 for first in by_address.values())
