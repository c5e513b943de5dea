"""A collection of a Zotero library names known works of a review, or brings records like a file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from flows.context.order import read_order
from flows.importing import read_imports
from flows.review import review
from flows.zotero import choose_zotero
from storage.core.errors import InputError
from storage.publication.published import select_published
from tasks.environment.settings import read_settings
from tests.fakes.zotero_server import KEY, Fault, ZoteroLibrary
from tests.flows.conftest import make_record

BEES, OTHER = "BBBBBBBB", "CCCCCCCC"
UNKNOWN = "Ünbekannte Wildbienen an Blühstreifen"


@pytest.fixture
def library(zotero: ZoteroLibrary, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ZoteroLibrary:
    """Return a library with a collection of works that the catalogue has by DOI, PMID and title, and one it lacks."""
    monkeypatch.setenv("LITREVIEW_ZOTERO_URL", zotero.url)
    monkeypatch.setenv("LITREVIEW_ZOTERO_LIBRARY_ID", "1")
    monkeypatch.setenv("LITREVIEW_ZOTERO_API_KEY", KEY)
    monkeypatch.setenv("LITREVIEW_CACHE", str(tmp_path / "cache"))
    zotero.collections |= {BEES: "Wild bees", OTHER: "Reading list", "DDDDDDDD": "reading  List"}
    for place in range(105):  # more than a page of what are no works
        zotero.put(key=f"N{place:07d}".translate(str.maketrans("01", "XY")), itemType="note", collections=[BEES])
    people = [{"creatorType": "author", "firstName": "Ada", "lastName": "Bee3"}]
    zotero.put(itemType="journalArticle", title="Any", DOI="https://doi.org/10.1234/BEE.1", collections=[BEES])
    zotero.put(itemType="journalArticle", title="Any other", extra="PMID: 700002", collections=[BEES])
    title = "Wild bees and flower strips in orchard landscape number 3"
    zotero.put(itemType="preprint", title=title, creators=people, date="May 2013", collections=[BEES])
    zotero.put(
        itemType="journalArticle", title=UNKNOWN, date="2001-02-03", abstractNote="Wild bees.", collections=[BEES]
    )
    zotero.put(itemType="journalArticle", title="Elsewhere", DOI="10.1234/bee.5", collections=[OTHER])
    return zotero


@pytest.fixture
def arguments(library: ZoteroLibrary, write_catalogue: Callable[..., Path], tmp_path: Path) -> dict[str, Any]:
    """Return a quick instant review of wild bees, without the library's own phase."""
    del library
    records = [
        make_record(number, ids={"pmid": f"https://pubmed.ncbi.nlm.nih.gov/70000{number}"}) for number in range(1, 10)
    ]
    return {
        "topic": "wild bees flower strips",
        "catalogue": str(write_catalogue(records)),
        "reviews": str(tmp_path / "reviews"),
        "quality": "quick",
        "analyst": "instant",
        "supervision": "none",
        "name": "bees",
        "quiet": True,
    }


@pytest.mark.slow
@pytest.mark.parametrize("named", [BEES, "wild  BEES"])
def test_known_works_come_from_a_collection(arguments: dict[str, Any], library: ZoteroLibrary, named: str) -> None:
    """Matched by DOI, PMID and title over more than a page; included as a person's; what is unknown is told."""
    review.fn(**arguments, seed_collections=[named])
    folder = Path(arguments["reviews"]) / "bees"

    def rows(sql: str) -> list[tuple[Any, ...]]:
        return select_published(folder, sql).rows()

    assert rows("SELECT matched_by, count(*) FROM import_match GROUP BY ALL ORDER BY ALL") == [
        ("", 1), ("DOI", 1), ("PMID", 1), ("title", 1),
    ]  # fmt: skip
    joined = rows("SELECT work_id FROM import_match WHERE matched_by <> '' ORDER BY work_id")
    assert joined == [("W1",), ("W2",), ("W3",)]
    assert rows("SELECT DISTINCT verdict, method, reason FROM decision WHERE decided_by = 'import'") == [
        ("include", "human", "Labelled as included in zotero:Wild bees.")
    ]
    assert rows("SELECT count(*) FROM corpus JOIN import_match USING (work_id)") == [(4,)]
    ((message,),) = rows("SELECT message FROM problem WHERE kind = 'named work not found'")
    assert UNKNOWN in message
    assert rows("SELECT count(*) > 0 FROM api_call WHERE service = 'zotero' AND url LIKE '%/collections%'") == [(True,)]
    review.fn(**arguments, seed_collections=[named])
    assert rows("SELECT count(*) FROM imported_file") == [(1,)]
    assert len([one for one in library.requests if f"/collections/{BEES}/items/top" in one[1]]) == 4


@pytest.mark.slow
def test_a_collection_is_imported_like_a_file(arguments: dict[str, Any]) -> None:
    """Its works are screened like others: no verdict comes with them."""
    review.fn(**arguments, imports=[f"zotero:{BEES}"])
    folder = Path(arguments["reviews"]) / "bees"
    sql = "SELECT format, records, (SELECT count(*) FROM decision WHERE decided_by = 'import') FROM imported_file"
    assert select_published(folder, sql).rows() == [("Zotero", 4, 0)]


@pytest.mark.parametrize(
    ("named", "told"),
    [("Nothing", "has no collection 'Nothing'; it has"), ("reading list", "2 collections 'reading list'; give a key")],
)
def test_what_no_collection_is_named_by_is_told(arguments: dict[str, Any], named: str, told: str) -> None:
    """One sentence names the collection and what there is."""
    order = read_order({**arguments, "seed_collections": [named]})
    with pytest.raises(InputError, match=told):
        read_imports(order, None, choose_zotero(read_settings()))


def test_a_collection_without_works_and_a_refusal_are_told(arguments: dict[str, Any], library: ZoteroLibrary) -> None:
    """An empty collection is named; so is one that Zotero does not hand out."""
    library.collections["EEEEEEEE"] = "Empty"
    zotero = choose_zotero(read_settings())
    with pytest.raises(InputError, match="'Empty' holds no works"):
        read_imports(read_order({**arguments, "imports": ["zotero:Empty"]}), None, zotero)
    library.faults["GET"].append(Fault(403))
    with pytest.raises(InputError, match="collection 'Wild bees' cannot be read"):
        read_imports(read_order({**arguments, "seed_collections": ["Wild bees"]}), None, zotero)


def test_without_a_library_the_setting_is_named(
    arguments: dict[str, Any], monkeypatch: pytest.MonkeyPatch, type_here: Callable[..., Any]
) -> None:
    """Exit 2 and one sentence, before anything is opened."""
    for name in ("URL", "LIBRARY_ID", "API_KEY"):
        monkeypatch.delenv(f"LITREVIEW_ZOTERO_{name}")
    told = type_here(
        "run", "bees", "--catalogue", "demo", "--seed-collection", "Bees", "--reviews", arguments["reviews"]
    )
    assert told.returncode == 2
    assert "LITREVIEW_ZOTERO_LIBRARY_ID" in told.stderr
    assert told.stderr.count("\n") == 1
