"""A world of works whose full texts are good, bad or traps, with what has to become of each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from urllib.parse import quote

from storage.records.search import Work
from tests.fakes.malicious_host import ATTACKS, nested_flate_pdf
from tests.fakes.scholarly_services import PublishedWork
from tests.tasks.parsing.made_pdfs import wrap_column, write_pdf, write_streams

PHRASE = "the heron at the weir kept its own counsel"
_WORDS = f"In every orchard bees visited the flower strips, and {PHRASE}. Strip after strip we counted what came by. "
_FORBIDDEN = (
    "http://127.0.0.1:1/",
    "https://169.254.169.254/latest/meta-data/",
    "https://[::1]/",
    "https://10.0.0.1/a.pdf",
    "https://2130706433/",
    "file:///etc/passwd",
    "https://user:secret@example.org/",
)
_UNTRIED = ("/good.pdf", "/nested-flate.pdf", "/chain")
# What each kind of work ends as: its status, and a status one of its attempts must have.
ENDS = {
    "pdf": ("full text", "stored"),
    "xml": ("full text", "stored"),
    "local": ("full text", "stored"),
    "broken xml, good pdf": ("full text", "broken"),
    "attack": ("abstract only", None),
    "redirect": ("abstract only", "refused"),
    "blank": ("abstract only", "blank"),
    "broken": ("abstract only", "broken"),
    "bomb": ("abstract only", "too large"),
    "unknown": ("abstract only", "absent"),
    "nothing at all": ("title only", "absent"),
    "path as DOI": ("abstract only", "absent"),
}


@dataclass(frozen=True)
class Case:
    """A work, its kind (see `ENDS`), and how the services know it."""

    work: Work
    kind: str
    published: PublishedWork


def make_cases(works: Sequence[Work], folder: Path, trap: str) -> list[Case]:
    """Return a case for each work, every kind in turn; `trap` is the address of the malicious host.

    Local PDFs are written into `folder`.
    """
    attacks = [f"{trap}{path}" for path in ATTACKS if path not in _UNTRIED]
    redirects = [f"{trap}/redirect/{quote(address, safe='')}" for address in _FORBIDDEN]
    return [
        _make_case(replace(work, doi=f"10.5555/case.{number}"), list(ENDS)[number % len(ENDS)], folder, urls)
        for number, work in enumerate(works)
        if (urls := (attacks[number // len(ENDS) % len(attacks)], redirects[number // len(ENDS) % len(redirects)]))
    ]


def _make_case(work: Work, kind: str, folder: Path, urls: tuple[str, str]) -> Case:
    attack, redirect = urls
    doi = f"10.1/../../etc/passwd{work.work_id}" if kind == "path as DOI" else str(work.doi)
    abstract = None if kind == "nothing at all" else work.abstract or "Bees were counted in orchards."
    work = replace(
        work, doi=doi, abstract=abstract, abstract_source=abstract and "openalex", oa_url=None, response=None
    )
    published = PublishedWork(doi, work.title, licence="cc-by" if len(work.work_id) % 2 else "")
    if kind == "local":
        write_pdf(folder / f"{doi.replace('/', '_')}.pdf", _pages(work))
    elif kind == "xml":
        published = replace(published, xml=_article(work), pmcid=f"PMC{work.work_id[1:]}")
    elif kind == "broken xml, good pdf":
        xml = _article(work)[:400]
        published = replace(published, xml=xml, pmcid=f"PMC{work.work_id[1:]}", pdf=_pdf(work, folder))
    elif kind == "attack":
        published = replace(published, pdf_url=attack)
    elif kind == "redirect":
        published = replace(published, pdf_url=redirect)
    elif kind in ("unknown", "nothing at all", "path as DOI"):
        published = replace(published, known_to=frozenset())
    else:
        published = replace(published, pdf=_file(kind, work, folder))
    return Case(work, kind, published)


def _file(kind: str, work: Work, folder: Path) -> bytes:
    if kind == "blank":
        made = write_streams(folder.parent / "made.pdf", [f"% {work.work_id}".encode()])
        return made.read_bytes()
    if kind == "bomb":
        return b"".join(nested_flate_pdf()) + f"% {work.work_id}".encode()
    return _pdf(work, folder) if kind == "pdf" else f"%PDF-1.4\n% {work.work_id} and no more".encode()


def _pdf(work: Work, folder: Path) -> bytes:
    return write_pdf(folder.parent / "made.pdf", _pages(work)).read_bytes()


def _pages(work: Work) -> list[list]:
    return [wrap_column(72, 90, f"{work.title.encode('ascii', 'replace').decode()}. {_WORDS * 5}", 90)] * 2


def _article(work: Work) -> bytes:
    title = f"<title-group><article-title>Article {work.work_id}</article-title></title-group>"
    body = f"<sec><title>Methods</title><p>{_WORDS * 10}</p></sec>"
    front = f"<front><article-meta>{title}</article-meta></front>"
    return f"<?xml version='1.0'?><article>{front}<body>{body}</body></article>".encode()
