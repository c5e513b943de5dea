"""PDFs the user has, matched to works by DOI or title."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rapidfuzz import fuzz

from storage.errors import InputError
from storage.records import Work
from tasks.catalogues.titles import normalise_title
from tasks.clients.work_queries import SAME_TITLE
from tasks.retrieval.file_store import NewFile
from tasks.retrieval.front_matter import read_front_matter
from tasks.retrieval.limits import Limits
from tasks.retrieval.records import Fetched, Refusal
from tasks.retrieval.sniffing import ENOUGH, sniff

SOURCE = "local"
_DOI = re.compile(r"10\.\d{4,9}/[^\s\"<>]+", re.IGNORECASE)
_NOT_IN_KEY = re.compile(r"[^a-z0-9]+")
_SHORTEST_TITLE = 20  # letters and digits; shorter titles are of any number of works
_TITLE_AREA = 1_500  # letters and digits from the start in which a paper names itself
_OWN_DOI_TITLE = 70.0  # percent; a first DOI in the text may be of a work commented on
_PIECE = 65_536  # bytes
_BY_NAME, _BY_DOI, _BY_TITLE = 3, 2, 1


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
                first_doi_key=_key(first[0].rstrip(".,;:)]}")) if first else "",
                titles=tuple(title for title in titles if len(title) >= _SHORTEST_TITLE),
                start=normalise_title(front.text)[:_TITLE_AREA],
            )
        )
    return tuple(shelf)


def find_local_pdf(work: Work, shelf: Sequence[LocalPdf]) -> LocalPdf | None:
    """Return the user's PDF of a work, None for none.

    By the DOI its file name ends in (``/`` written in any way), else by the first DOI of its text where the title is
    not contradicted, else by title: in the file's properties, its name or the first words of its text, at least 95
    percent alike (`SAME_TITLE`). Between several, the better match wins, then the title nearest the start, then the
    first name.
    """
    ranked = [(_rank(work, pdf), pdf) for pdf in shelf]
    matches = [(rank, pdf) for rank, pdf in ranked if rank]
    return min(matches, key=lambda match: (match[0], match[1].name))[1] if matches else None


def adopt_pdf(pdf: LocalPdf, folder: Path, limits: Limits) -> Fetched | Refusal:
    """Copy a user's PDF into the folder of full texts, or say why not. The address kept is its name."""
    with pdf.path.open("rb") as source, NewFile(folder) as file:
        piece = source.read(ENOUGH)
        if sniff(piece) != "pdf":
            return Refusal("The local file is no PDF.", "wrong content")
        while piece:
            file.write(piece)
            if file.size > limits.largest:
                return Refusal(f"The local file is larger than {limits.largest / 1_000_000:g} MB.")
            piece = source.read(_PIECE)
        sha256, name = file.keep("pdf")
    return Fetched(sha256, name, "pdf", file.size, f"{SOURCE}:{pdf.name}")


def _rank(work: Work, pdf: LocalPdf) -> tuple[int, float, int] | None:
    """Return how well a PDF matches, smaller is better, None for not."""
    key = _key(work.doi or "")
    if key and key == pdf.doi_key:
        return -_BY_NAME, 0.0, 0
    title = normalise_title(work.title)
    found = fuzz.partial_ratio_alignment(title, pdf.start) if title and len(title) <= len(pdf.start) else None
    in_text, at = (found.score, found.dest_start) if found else (0.0, 0)
    if key and key == pdf.first_doi_key and (in_text >= _OWN_DOI_TITLE or len(title) < _SHORTEST_TITLE):
        return -_BY_DOI, -in_text, at
    named = max((fuzz.ratio(title, other) for other in pdf.titles), default=0.0)
    if len(title) < _SHORTEST_TITLE or max(in_text, named) < SAME_TITLE:
        return None
    return -_BY_TITLE, -max(in_text, named), at


def _key(doi: str) -> str:
    return _NOT_IN_KEY.sub("_", doi.lower()).strip("_")


def _key_in(name: str) -> str:
    """Return the key of the DOI a file name ends in, "" for none."""
    found = re.search(r"(?:^|_)(10_\d{4,9}_.+)$", _key(name.replace("%2F", "/").replace("%2f", "/")))
    return found[1] if found else ""
