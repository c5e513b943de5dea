"""Works on record that may be those another index found are given out with their identifiers, by number or by title."""

from __future__ import annotations

from dataclasses import replace

from storage.records.search import Identifier, Work
from storage.searching.identity import find_alike
from storage.searching.works import add_works


def find(ledger, *works: Work) -> list[str]:
    return [work.work_id for work in find_alike(ledger, works)]


def test_works_are_found_by_id_doi_number_and_title(ledger, make_work):
    """Any spelling of the title that begins or ends alike will do, also with another alphabet; others stay away."""
    pmid = Identifier("pmid", "7", "pubmed")
    add_works(
        ledger,
        [
            make_work(1, title="Ökologie der Wälder: eine Übersicht", doi="10.1000/ab"),
            make_work(2, title="Hair cortisol", identifiers=(pmid,), doi=None),
            make_work(3, title="毛髪コルチゾールと肥満", doi=None),
            make_work(4, title="A preprint of forests", doi="10.48550/arxiv.1501.00001"),
            make_work(5, title="Unlike all the others", doi=None),
        ],
        stage=0,
    )
    blank = Work("x", "-")
    assert find(ledger, replace(blank, work_id="W5")) == ["W5"]
    assert find(ledger, replace(blank, doi="10.1000/ab")) == ["W1"]
    assert find(ledger, replace(blank, identifiers=(pmid,))) == ["W2"]
    assert find(ledger, replace(blank, identifiers=(Identifier("arxiv", "1501.00001", "dblp"),))) == ["W4"]
    assert find(ledger, replace(blank, title="OKOLOGIE der Walder - eine Ubersicht, Teil 2")) == ["W1"]
    assert find(ledger, replace(blank, title="Kapitel 3: Ökologie der Wälder, eine Übersicht")) == ["W1"]
    assert find(ledger, replace(blank, title="毛髪コルチゾールと肥満")) == ["W3"]
    assert find(ledger, blank, replace(blank, title="")) == []
    assert find(ledger) == []
    (found,) = find_alike(ledger, [replace(blank, identifiers=(pmid,))])
    assert [(one.scheme, one.value) for one in found.identifiers] == [("pmid", "7")]


def test_a_number_of_arxiv_finds_what_is_called_so_beside_another_doi(ledger, make_work):
    """The DOI of arXiv, with a version too, leads to a work that an index knows by the number."""
    number = Identifier("arxiv", "1501.00001", "arxiv")
    add_works(ledger, [make_work(1, doi="10.1000/ab", title="Of forests", identifiers=(number,))], stage=0)
    assert find(ledger, Work("x", "-", doi="10.48550/arxiv.1501.00001v2")) == ["W1"]


def test_a_translated_title_is_found_by_volume_and_first_page(ledger, make_work):
    """However the volume is named or the page written; works of other pages, or of none, stay away."""
    placed = replace(make_work(1, title="Waldökologie", doi=None), volume="12", pages="011-19")
    others = [replace(make_work(n, doi=None), volume="12", pages=pages) for n, pages in ((2, "19"), (3, None))]
    add_works(ledger, [placed, *others], stage=0)
    sought = Work("x", "Ecology of forests", volume="12 LNHS", pages="11-9")
    assert find(ledger, sought) == ["W1"]
    assert find(ledger, replace(sought, pages="")) == find(ledger, replace(sought, volume=None)) == []
