"""PDFs the user has: what they say they are, and a copy of one."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from storage.core.errors import InputError
from tasks.metadata.titles import normalise_title
from tasks.parsing.file_kinds import ENOUGH, sniff
from tasks.retrieval.file_store import NewFile
from tasks.retrieval.front_matter import read_front_matter
from tasks.retrieval.limits import Limits
from tasks.services.answers import Fetched, Refusal

SOURCE = "local"
SHORTEST_TITLE = 20
"""Letters and digits; shorter titles are of any number of works."""

_DOI = re.compile(r"10\.\d{4,9}/[^\s\"<>]+", re.IGNORECASE)
_NOT_IN_KEY = re.compile(r"[^a-z0-9]+")
_TITLE_AREA = 1_500  # letters and digits from the start in which a paper names itself
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
            return Refusal("The local file is no PDF.", "wrong content")
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
