"""The user's own PDFs: what they say they are, and copying one.

Which of the user's PDFs belongs to which work: by DOI, by title, and among works with similar titles by authors and
year.

A PDF belongs to at most one work, so that two parts of a study never swap their texts.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from rapidfuzz import fuzz

from storage.core.errors import InputError
from storage.records.search import Work
from tasks.metadata.titles import SAME_TITLE, normalise_title
from tasks.parsing.file_kinds import ENOUGH, sniff
from tasks.retrieval.file_store import NewFile
from tasks.retrieval.front_matter import read_front_matter
from tasks.retrieval.targets import Limits
from tasks.services.answers import Absence, Fetched, Refusal

SOURCE = "local"
SHORTEST_TITLE = 20
"""Letters and digits; shorter titles are of any number of works."""

_DOI = re.compile(r"10\.\d{4,9}/[^\s\"<>]+", re.IGNORECASE)
_NOT_IN_KEY = re.compile(r"[^a-z0-9]+")
_TITLE_AREA = 1_500  # letters and digits from the start in which a paper gives its title
_PIECE = 65_536  # bytes


@dataclass(frozen=True, slots=True)
class LocalPdf:
    """A PDF in the user's folder: `name` is its path there; keys and titles are normalised for comparison."""

    path: Path
    name: str
    doi_key: str
    first_doi_key: str
    titles: tuple[str, ...]
    start: str


def read_shelf(folder: Path) -> tuple[LocalPdf, ...]:
    """Return the PDFs of a folder and the folders in it, by name; broken and encrypted ones by their file name only.

    Raises:
        InputError: there is no such folder.
    """
    if not folder.is_dir():
        raise InputError(f"there is no folder {folder} to take PDFs from; correct the option --pdfs")
    paths = sorted(path for path in folder.rglob("*") if path.suffix.lower() == ".pdf" and path.is_file())
    shelf = []
    for path, front in zip(paths, read_front_matter(paths), strict=True):
        first = _DOI.search(front.text)
        titles = (normalise_title(front.title), normalise_title(path.stem))
        shelf.append(
            LocalPdf(
                path=path,
                name=path.relative_to(folder).as_posix(),
                doi_key=_key_in(path.relative_to(folder).with_suffix("").as_posix()),
                first_doi_key=key_doi(first[0].rstrip(".,;:)]}")) if first else "",
                titles=tuple(title for title in titles if len(title) >= SHORTEST_TITLE),
                start=normalise_title(front.text)[:_TITLE_AREA],
            )
        )
    return tuple(shelf)


def adopt_pdf(pdf: LocalPdf, folder: Path, limits: Limits) -> Fetched | Refusal:
    """Copy a user's PDF into the folder of full texts, or say why not. The address kept is its name."""
    with pdf.path.open("rb") as source, NewFile(folder) as file:
        piece = source.read(ENOUGH)
        if sniff(piece) != "pdf":
            return Refusal("The local file is not a PDF.", "wrong content")
        while piece:
            file.write(piece)
            if file.size > limits.largest:
                return Refusal(f"The local file is larger than {limits.largest / 1_000_000:g} MB.")
            piece = source.read(_PIECE)
        sha256, name = file.keep("pdf")
    return Fetched(sha256, name, "pdf", file.size, f"{SOURCE}:{pdf.name}")


def key_doi(doi: str) -> str:
    """Return a DOI as it can stand in a file name, for comparison."""
    return _NOT_IN_KEY.sub("_", doi.lower()).strip("_")


def _key_in(name: str) -> str:
    """Return the key of the DOI a file name ends in, "" for none."""
    found = re.search(r"(?:^|_)(10_\d{4,9}_.+)$", key_doi(name.replace("%2F", "/").replace("%2f", "/")))
    return found[1] if found else ""


_OWN_DOI_TITLE = 70.0  # percent; the first DOI in a text may be that of a work it comments on
_SHORTEST_NAME = 4  # letters; shorter ones occur inside other words
_BY_NAME, _BY_DOI, _BY_TITLE = 3, 2, 1
_NONE = Absence(SOURCE, "None of the PDFs given is of this work.")

Rank = tuple[int, float, int]
"""What a PDF is matched by, how alike the titles are, where the title begins: smaller is better."""


def match_local_pdfs(works: Sequence[Work], shelf: Sequence[LocalPdf]) -> dict[str, LocalPdf | Absence]:
    """Return for each work, by id, the user's PDF of it, or why there is none.

    A PDF belongs to the work whose DOI its file name ends in (``/`` written in any way), else to the one whose DOI is
    the first in its text if the title does not contradict this, else to the one whose title is in the file's
    properties, its name or the first words of its text, at least 95 percent alike (`SAME_TITLE`). Among works with
    similar titles the longest title found there literally decides, then authors and year on the first pages; if they do
    not either, it belongs to none. Between several PDFs of a work the better match wins, then the title nearest the
    start, then the first name.
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
    """Return the work a PDF belongs to, None if the evidence for two works is equal."""
    best = min((rank[0] for rank in claims.values()), default=0)
    rivals = sorted(work_id for work_id, rank in claims.items() if rank[0] == best)
    if len(rivals) < 2 or best != -_BY_TITLE:  # noqa: PLR2004 - one has no rival; records of one DOI are one work
        return rivals[0] if rivals else None
    weighed = sorted(((_weigh(works[work_id], pdf), work_id) for work_id in rivals), reverse=True)
    return weighed[0][1] if weighed[0][0] > weighed[1][0] else None


def _weigh(work: Work, pdf: LocalPdf) -> tuple[int, float]:
    """Return the number of letters of the title found literally, and how much of authors and year is found."""
    title = normalise_title(work.title)
    stands = title in pdf.start or title in pdf.titles
    names = [normalise_title(author.name.split()[-1]) for author in work.authors if author.name.split()]
    telling = [name for name in names if len(name) >= _SHORTEST_NAME]
    named = sum(name in pdf.start for name in telling) / len(telling) if telling else 0.0
    dated = work.year is not None and str(work.year) in pdf.start
    return len(title) if stands else 0, named + dated


def _rank(work: Work, pdf: LocalPdf) -> Rank | None:
    """Return how well a PDF matches, smaller is better, None if it does not."""
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
