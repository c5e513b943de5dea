"""Which of the user's PDFs is of which work: by DOI, by title, between works of like titles by authors and year.

Every PDF is of one work at most, so that two parts of a study never swap their texts.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from rapidfuzz import fuzz

from storage.records.search import Work
from tasks.metadata.same_work import SAME_TITLE
from tasks.metadata.titles import normalise_title
from tasks.retrieval.local_pdfs import SHORTEST_TITLE, SOURCE, LocalPdf, key_doi
from tasks.services.answers import Absence

_OWN_DOI_TITLE = 70.0  # percent; a first DOI in the text may be of a work commented on
_SHORTEST_NAME = 4  # letters; shorter ones stand in other words
_BY_NAME, _BY_DOI, _BY_TITLE = 3, 2, 1
_NONE = Absence(SOURCE, "None of the PDFs given is of this work.")

Rank = tuple[int, float, int]
"""What a PDF is matched by, how alike the titles are, where the title begins: smaller is better."""


def match_local_pdfs(works: Sequence[Work], shelf: Sequence[LocalPdf]) -> dict[str, LocalPdf | Absence]:
    """Return for each work, by id, the user's PDF of it, or why there is none.

    A PDF is of the work whose DOI its file name ends in (``/`` written in any way), else of the one whose DOI is the
    first in its text where the title is not contradicted, else of the one whose title stands in the file's properties,
    its name or the first words of its text, at least 95 percent alike (`SAME_TITLE`). Between works of like titles
    decide the longest title that stands there to the letter, then authors and year on the first pages; where they do
    not either, it is of none. Between several PDFs of a work the better match wins, then the title nearest the start,
    then the first name.
    """
    claims: dict[str, dict[str, Rank]] = {
        pdf.name: {work.work_id: rank for work in works if (rank := _rank(work, pdf))} for pdf in shelf
    }
    by_id = {work.work_id: work for work in works}
    owned: dict[str, list[tuple[Rank, str]]] = defaultdict(list)
    lost: dict[str, Absence] = {}
    for pdf in shelf:
        owner = _choose_owner(pdf, claims[pdf.name], by_id)
        if owner:
            owned[owner].append((claims[pdf.name][owner], pdf.name))
        lost |= {work_id: _tell(pdf, owner) for work_id in claims[pdf.name] if work_id != owner}
    pdfs = {pdf.name: pdf for pdf in shelf}
    return {
        work.work_id: pdfs[min(owned[work.work_id])[1]] if work.work_id in owned else lost.get(work.work_id, _NONE)
        for work in works
    }


def _tell(pdf: LocalPdf, owner: str | None) -> Absence:
    if owner:
        return Absence(SOURCE, f"'{pdf.name}' is of {owner}, whose title is like this one.")
    return Absence(SOURCE, f"'{pdf.name}' may be of several works with such a title: let its name end in the DOI.")


def _choose_owner(pdf: LocalPdf, claims: Mapping[str, Rank], works: Mapping[str, Work]) -> str | None:
    """Return the work a PDF is of, None where the evidence for two of them is the same."""
    best = min((rank[0] for rank in claims.values()), default=0)
    rivals = sorted(work_id for work_id, rank in claims.items() if rank[0] == best)
    if len(rivals) < 2 or best != -_BY_TITLE:  # noqa: PLR2004 - one has no rival; records of one DOI are one work
        return rivals[0] if rivals else None
    weighed = sorted(((_weigh(works[work_id], pdf), work_id) for work_id in rivals), reverse=True)
    return weighed[0][1] if weighed[0][0] > weighed[1][0] else None


def _weigh(work: Work, pdf: LocalPdf) -> tuple[int, float]:
    """Return letters of the title that stand there as they are, and how much of authors and year does."""
    title = normalise_title(work.title)
    stands = title in pdf.start or title in pdf.titles
    names = [normalise_title(author.name.split()[-1]) for author in work.authors if author.name.split()]
    telling = [name for name in names if len(name) >= _SHORTEST_NAME]
    named = sum(name in pdf.start for name in telling) / len(telling) if telling else 0.0
    dated = work.year is not None and str(work.year) in pdf.start
    return len(title) if stands else 0, named + dated


def _rank(work: Work, pdf: LocalPdf) -> Rank | None:
    """Return how well a PDF matches, smaller is better, None for not."""
    key = key_doi(work.doi or "")
    if key and key == pdf.doi_key:
        return -_BY_NAME, 0.0, 0
    title = normalise_title(work.title)
    found = fuzz.partial_ratio_alignment(title, pdf.start) if title and len(title) <= len(pdf.start) else None
    in_text, at = (found.score, found.dest_start) if found else (0.0, 0)
    if key and key == pdf.first_doi_key and (in_text >= _OWN_DOI_TITLE or len(title) < SHORTEST_TITLE):
        return -_BY_DOI, -in_text, at
    named = max((fuzz.ratio(title, other) for other in pdf.titles), default=0.0)
    if len(title) < SHORTEST_TITLE or max(in_text, named) < SAME_TITLE:
        return None
    return -_BY_TITLE, -max(in_text, named), at
