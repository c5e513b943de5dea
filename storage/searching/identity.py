"""One work, one row: which of the works on record may be those that another index found."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from storage.core.ledger import Ledger
from storage.records.search import Identifier, Work
from storage.searching.works import read_works

_ARXIV = "10.48550/arxiv."
_VERSION = re.compile(r"v\d+$")


def find_alike(ledger: Ledger, works: Sequence[Work]) -> list[Work]:
    """Return the works on record that may be one of some works, by id, with what indexes call them.

    They have an id, a DOI or another identifier of one of them, a title that begins or ends alike,
    or volume and first page.
    """
    named = {f"{one.scheme}:{one.value}" for work in works for one in work.identifiers}
    dois = {work.doi for work in works if work.doi}
    numbers = {one.removeprefix("arxiv:") for one in named if one.startswith("arxiv:")}
    rows = ledger.frame(
        "alike_works",
        ids=[work.work_id for work in works],
        # arXiv makes a DOI of each of its numbers.
        dois=sorted(dois | {f"{_ARXIV}{number.lower()}" for number in numbers}),
        identifiers=sorted(
            named
            | {f"doi:{doi}" for doi in dois}
            | {f"arxiv:{_VERSION.sub('', doi.removeprefix(_ARXIV))}" for doi in dois if doi.startswith(_ARXIV)}
        ),
        titles=[work.title for work in works],
        volumes=[work.volume or "" for work in works],
        pages=[work.pages or "" for work in works],
    )
    found = read_works(rows)
    called = ledger.select(
        "SELECT work_id, scheme, identifier, stated_by FROM work_identifier "
        "WHERE work_id IN (SELECT unnest($ids)) ORDER BY ALL",
        ids=[work.work_id for work in found],
    )
    names: dict[str, list[Identifier]] = {}
    for work_id, scheme, value, stated_by in called.iter_rows():
        names.setdefault(work_id, []).append(Identifier(scheme, value, stated_by))
    return [replace(work, identifiers=tuple(names.get(work.work_id, ()))) for work in found]
