"""Asking Zotero through pyzotero: pages, schema, refusals, and the shape of recorded answers."""

from __future__ import annotations

import json
import pickle
from collections.abc import Iterator

import pytest
from pydantic import SecretStr

from tasks.services.tries import NoAnswerError
from tasks.zotero.client import Zotero
from tests.fakes.zotero_server import KEY, Fault, ZoteroLibrary, serve_zotero


@pytest.fixture
def served() -> Iterator[ZoteroLibrary]:
    """Yield a library of 230 items."""
    with serve_zotero(ZoteroLibrary()) as library:
        for number in range(230):
            library.put(itemType="journalArticle", title=f"Bees {number}")
        yield library


def _open(served: ZoteroLibrary) -> Zotero:
    return Zotero(served.url, "1", "user", SecretStr(KEY))


def test_all_pages_are_read_once(served):
    """A library of 230 items takes three pages, and each item comes once, in the order it was added."""
    with _open(served).open() as session:
        items = session.read_top_items()
    assert [item["title"] for item in items] == [f"Bees {number}" for number in range(230)]
    assert len(served.requests) == 3


def test_a_refused_read_is_asked_again(served):
    """429 with a float, 5xx and a dropped connection are tried again; what was asked before does not leak into it."""
    served.faults["GET"].extend([Fault(429, {"Retry-After": "0.05"}), Fault(503, {"Retry-After": "0"})])
    key = next(iter(served.items))
    with _open(served).open() as session:
        assert list(session.read_items([key, "ZZZZ2222"])) == [key]
        assert len(session.read_top_items()) == 230
        assert [call.status for call in session.calls] == [429, 503, 200, 200, 200, 200]
    assert "itemKey" not in served.requests[-1][1]


def test_what_is_no_answer_is_told(served):
    """A refused key, a wrong place, a long wait and text instead of JSON are reasons, without key or address."""
    reasons = {}
    for fault in (Fault(403), Fault(404), Fault(429, {"Retry-After": "86400"}), Fault(301, {"Location": "http://x/"})):
        served.faults["GET"].append(fault)
        with _open(served).open() as session, pytest.raises(NoAnswerError) as error:
            session.read_top_items()
        reasons[fault.status] = str(error.value)
        assert len(session.calls) == 1
    assert reasons == {
        403: "refused the request or its key (status 403)",
        404: "did not take the request (status 404)",
        429: "asked for a pause of 86400 s (status 429)",
        301: "did not take the request (status 301)",
    }


def test_fields_of_types(served):
    """The fields of a type are those the library lists; a type it does not know has none."""
    with _open(served).open() as session:
        assert {"DOI", "citationKey", "abstractNote"} <= session.read_fields("journalArticle")
        assert session.read_fields("hologram") == frozenset()


def test_where_it_is_local(served):
    """Only a loopback address ending in /api is a running Zotero; a proxy's path is not."""
    assert Zotero("http://127.0.0.1:23119/api/", "0").is_local
    assert Zotero("http://localhost:23119/api", "0").is_local
    assert not Zotero("https://zotero.example.org/api", "1").is_local
    assert not _open(served).is_local
    assert Zotero("https://api.zotero.org/", "7", "group").library == "https://api.zotero.org/groups/7"


def test_it_travels(served):
    """A library can be pickled to where tasks run, and still be asked there."""
    with pickle.loads(pickle.dumps(_open(served))).open() as session:  # noqa: S301 - our own
        assert session.read_version() == served.version


def test_the_fake_answers_as_recorded(served, shared_data):
    """The loopback library's items and results have the shape of those pyzotero recorded."""
    folder = shared_data / "recordings" / "zotero_pyzotero"
    recorded = json.loads((folder / "items_doc.json").read_text())
    item = served._describe(next(iter(served.items.values())))
    assert set(item) == set(recorded[0])
    own = {"dateAdded", "dateModified", "collections", "relations", "tags", "creators", "key", "version", "itemType"}
    article = next(one["data"] for one in recorded if one["data"]["itemType"] == "journalArticle")
    assert set(article) - own - {"seriesText"} <= set(item["data"])
    results = json.loads((folder / "creation_doc.json").read_text())
    with _open(served).open() as session:
        key = next(iter(served.items))
        draft = {"key": "BBBB2222", "version": 0, "itemType": "book", "title": "Bees"}
        answer = session.write([draft, {"key": key, "version": 1, "title": "x"}, {"key": "bad", "version": 0}])
    assert set(results) <= set(answer.body)
    assert answer.body["success"] == {"0": "BBBB2222"}
    assert {place: fault["code"] for place, fault in answer.body["failed"].items()} == {"1": 412, "2": 400}
    assert answer.version == served.version
