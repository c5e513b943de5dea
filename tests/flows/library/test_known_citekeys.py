"""Citations are checked against the Zotero library where one is kept; the ledger answers for what it does not know."""

from __future__ import annotations

import pytest

from flows.verification import read_known, repair_citations
from storage.records.writing import Claim, Draft
from storage.writing.sections import add_section
from tests.fakes.zotero_server import Fault, ZoteroLibrary, serve_zotero
from tests.flows.library.kept_review import FEW, keep_library, open_review


def test_every_citekey_of_the_library_is_known_to_zotero_in_batches_of_fifty(review, zotero):
    """Native citekeys are found with two questions for sixty works, and the verdicts on record say who knew them."""
    keep_library(review, zotero)
    asked = len(zotero.requests)
    with open_review(review, zotero) as bench:
        known = read_known(bench)
        assert known == dict.fromkeys(known, "zotero")
        assert len(known) == FEW
        assert len(zotero.requests) == asked + 2
        first = min(known)
        draft = Draft(f"Bees fly [@{first}; @ghost2020nothing].", (Claim("Bees fly.", first, None),))
        add_section(bench.ledger, "introduction", 1, "Introduction", draft)
        repair_citations(bench, known)
        rows = bench.ledger.select(
            "SELECT citekey, status, checked_against FROM citation_check WHERE version = 1 ORDER BY citekey"
        ).rows()
    assert rows == [("ghost2020nothing", "invalid", "ledger"), (first, "valid", "zotero")]


def test_citekeys_in_extra_count_and_changed_or_trashed_ones_are_the_ledgers(review):
    """What a person renamed or threw away is no longer the library's; the corpus still knows the work."""
    with serve_zotero(ZoteroLibrary(native_citekeys=False)) as library:
        keep_library(review, library)
        renamed, trashed, *_ = library.items.values()
        renamed["extra"] = "Citation Key: myOwnKey"
        trashed["deleted"] = 1
        with open_review(review, library) as bench:
            known = read_known(bench)
    assert sorted(known.values()) == ["ledger"] * 2 + ["zotero"] * (FEW - 2)


@pytest.mark.parametrize("status", [403, 503])
def test_where_zotero_is_silent_the_ledger_answers_and_it_is_on_record(review, zotero, status):
    """No citation becomes invalid because a service is down, and the problem is there to be read."""
    keep_library(review, zotero)
    zotero.faults["GET"].extend([Fault(status)] * 10)
    with open_review(review, zotero) as bench:
        assert read_known(bench) == dict.fromkeys(read_known(bench), "ledger")
        kinds = bench.ledger.select("SELECT phase, kind FROM problem").rows()
    assert ("verification", "Zotero unavailable") in kinds


def test_without_zotero_the_ledger_is_the_source_of_truth(review):
    """Nobody is asked, and every citekey of the corpus is known."""
    with open_review(review, None) as bench:
        known = read_known(bench)
    assert known == dict.fromkeys(known, "ledger")
    assert len(known) == FEW
