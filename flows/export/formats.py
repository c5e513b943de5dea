"""`litreview export`: the review in other formats, and a copy of it that may be passed on.

A review packed to be passed on: its files and its corpus in a zip, without what is private or not its owner's.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from pathlib import Path
from pkgutil import resolve_name
from tempfile import TemporaryDirectory

from flows.export.order import ExportOrder, check_order
from flows.export.report import compose_review, read_page_records
from flows.orchestration.waiting import step
from flows.protocols import render_protocol
from storage.core.email_addresses import blank_addresses
from storage.core.errors import InputError
from storage.core.ledger import Ledger
from storage.core.places import PUBLISHED_FILE
from storage.publication.handover import read_fates, read_findings, read_record, read_screened, read_sources
from storage.publication.share import name_files, share_corpus
from storage.records.search import content_id
from storage.runs.reviews import read_plan
from storage.screening.appraisals import read_appraisals
from storage.writing.merging import read_key, split_paragraphs
from storage.writing.versions import (
    ReviewVersion,
    choose_version,
    citable_works,
    open_snapshot,
    read_version,
    read_versions,
)
from tasks.citations.pandoc import find_citekeys
from tasks.reporting.files import render_files
from tasks.reporting.formats import FORMATS, Writer
from tasks.reporting.handover import Handover
from tasks.reporting.handover.archive import zip_files
from tasks.reporting.handover.crate import METADATA
from tasks.reporting.markdown import ReviewMeta, name_rows
from tasks.reporting.narrative_citations import narrate_citations
from tasks.reporting.page.rendering import PAGE, write_page
from tasks.reporting.pandoc import Manuscript, convert_document
from tasks.reporting.typesetting import is_numbered, typeset
from tasks.reporting.word_edits import STYLE, TEXT, WHOLE, name_language, name_text
from tasks.translation.tongue import Tongue

_README = """# A literature review and all that it rests on

`report.html` is the review with its evidence and figures, to be opened in a browser, and `review.md` its text (Pandoc
Markdown). `references.*` are the works it cites, `appendix.md` and `prisma.svg` say how they were found,
`checklists.md` where what is reported, `run.json` how it was made; `protocol.md` is the protocol that the review
follows, if it has one. `corpus.duckdb` is the database behind it; every column has a comment.

Left out of this copy: full texts without a licence that lets anyone hand them on (the quotes that claims rest on stay;
pages left out: {pages}), answers of language models, e-mail addresses (asterisks stand in their place) and whatever
belongs to the account and the machine of who made it. `litreview verify` on the original checks the quotes too.
"""


def pack_share(
    ledger: Ledger,
    folder: Path,
    render: Callable[[Ledger], Mapping[str, bytes]],
    describe: Callable[[Mapping[str, bytes]], bytes] | None = None,
) -> bytes:
    """Return a zip of the shareable copy of a review and the files rendered from it.

    `ledger` is a snapshot of the review in `folder`; it is changed in the process. `describe` makes the metadata of a
    crate of its files.
    """
    with TemporaryDirectory(prefix="litreview-share-") as scratch:
        place = Path(scratch) / ledger.folder.name
        place.mkdir()
        share_corpus(ledger, place / PUBLISHED_FILE)
        corpus = (place / PUBLISHED_FILE).read_bytes()
        with open_snapshot(place) as shared:
            files = dict(render(shared))
            pages = shared.select("SELECT count(*) FROM withheld_page").item()
    files |= {PUBLISHED_FILE: corpus, "README.md": _README.format(pages=pages).encode()}
    run = folder / "run.json"
    if run.is_file():
        files["run.json"] = name_files(blank_addresses(run.read_text(encoding="utf-8"))).encode()
    if describe:
        files[METADATA] = describe(files)
    return zip_files(ledger.folder.name, files)


def export_review(folder: Path, order: ExportOrder) -> Path:
    """Write the export asked for of the review in a folder and return the file's path, by default in its ``exports``.

    Everything is regenerated from what the review has published, edits by hand that were read included.

    Raises:
        InputError: an option cannot be right, there is no such review or version, or the file cannot be written.
        LitreviewError: Pandoc or Typst fails.
    """
    style = check_order(order)
    step("reading the review")
    with open_snapshot(folder) as ledger:
        version = choose_version(ledger, order.version)
        name = FORMATS[order.to].file if order.to and not order.share else f"{ledger.folder.name}-share.zip"
        if order.version is not None:
            stem, dot, suffix = name.partition(".")
            name = f"{stem}-v{version.number}{dot}{suffix}"
        target = _find_target(folder, order.output, name)
        form = FORMATS[order.to] if order.to else None
        if order.share or (form and form.packs_files):
            describe = None
            if form and form.packs_files:
                describe = partial(resolve_name(form.made_by), _hand_over(ledger, version))
            packed = pack_share(ledger, folder, lambda shared: _make_bundle(shared, version, order, style), describe)
        else:
            packed = _make(ledger, version, order, style)
    _write(target, packed)
    return target


@dataclass(frozen=True, slots=True)
class _Composed:
    """A version of the review as it is written down: title, frame, PRISMA counts, sections by heading, when written."""

    title: str
    meta: ReviewMeta
    counts: dict[str, int]
    sections: list[tuple[str, str]]
    written_at: datetime


def _compose(ledger: Ledger, version: ReviewVersion, tongue: Tongue | None = None) -> _Composed:
    """Return a version to be rendered; an earlier one says which it is and may cite works that have left."""
    sections, written_at = read_version(ledger, version)
    title, meta, counts = compose_review(ledger, version, tongue)
    last = read_versions(ledger)[-1]
    if version != last:
        remark = (
            f"This is version {version.number} of {last.number}; tables, figures and appendix describe the review as "
            "it stands."
        )
        meta = replace(meta, works=citable_works(ledger), notices=(remark, *meta.notices))
    return _Composed(title, meta, counts, sections, written_at)


def _render(made: _Composed) -> dict[str, str]:
    """Return the review's text files and pictures by name."""
    return render_files.fn(made.title, made.sections, made.meta, made.counts)


def _make(
    ledger: Ledger, version: ReviewVersion, order: ExportOrder, style: bytes | None, tongue: Tongue | None = None
) -> bytes:
    """Return the review in the format asked for, by default in the language that it is written in."""
    form = FORMATS[str(order.to)]
    if form.made_by:
        packed: bytes = resolve_name(form.made_by)(_hand_over(ledger, version))
        return packed
    made = _compose(ledger, version, tongue)
    if form.writer == "page":
        return _make_page(ledger, made, order, style)
    if form.writer is None:
        return _render(made)[form.file].encode()
    return _make_document(made, form.writer, order, style, is_typeset=form.is_typeset)


def _make_document(
    made: _Composed, writer: Writer, order: ExportOrder, style: bytes | None, *, is_typeset: bool
) -> bytes:
    # A document names authors once: the Markdown names them in the text, for its readers, and again in the citation.
    numbered = is_numbered(style)
    told = [
        (heading, narrate_citations(made.meta.show(heading, markdown), made.meta.works, is_numbered=numbered))
        for heading, markdown in made.sections
    ]
    cited = {key for _, markdown in made.sections for key in find_citekeys(markdown)}
    # What is told already is not translated once more.
    meta = replace(
        name_rows(made.meta, cited, is_numbered=numbered),
        typed={heading: frozenset(map(read_key, split_paragraphs(markdown))) for heading, markdown in told},
    )
    files = _render(replace(made, sections=told, meta=meta))
    origin = {TEXT: name_text(made.sections), WHOLE: content_id("whole", files["review.md"])}
    origin |= name_language(made.meta.tongue)
    manuscript = Manuscript(
        review=files["review.md"],
        references=files["references.csl.json"],
        written_at=made.written_at,
        pictures=made.meta.layout.pictures(),
        authors=order.authors,
        origin=origin | ({STYLE: order.style} if order.style and not Path(order.style).is_file() else {}),
    )
    document = convert_document(manuscript, writer, style)
    return typeset(document, made.written_at, manuscript.pictures) if is_typeset else document


def _make_page(ledger: Ledger, made: _Composed, order: ExportOrder, style: bytes | None) -> bytes:
    records = read_page_records(ledger)
    page = write_page(made.title, made.sections, made.meta, records, style=style, authors=order.authors)
    return page.encode()


def _make_bundle(ledger: Ledger, version: ReviewVersion, order: ExportOrder, style: bytes | None) -> dict[str, bytes]:
    made = _compose(ledger, version)
    plan = read_plan(ledger)
    files = _render(made) | (render_protocol(ledger, plan) if plan else {})
    bundle = {name: text.encode() for name, text in files.items()}
    bundle[PAGE] = _make_page(ledger, made, order, style)
    form = FORMATS[order.to] if order.to else None
    if form and not form.packs_files and form.file not in bundle:
        bundle[form.file] = _make(ledger, version, order, style)
    return bundle


def _hand_over(ledger: Ledger, version: ReviewVersion) -> Handover:
    """Return a version of the review as other programs are given it."""
    made = _compose(ledger, version)
    return Handover(
        name=ledger.folder.name,
        title=made.title,
        files=_render(made),
        sections=made.sections,
        works={**citable_works(ledger), **made.meta.works},
        written_at=made.written_at,
        fates=read_fates(ledger),
        sources=read_sources(ledger),
        findings=read_findings(ledger),
        screened=read_screened(ledger),
        appraisals=read_appraisals(ledger),
        counts=made.counts,
        shown=made.meta.layout.shown,
        record=read_record(ledger),
        version=str(made.meta.facts.numbers.get("program_version", "")),
    )


def hand_out_again(ledger: Ledger, version: ReviewVersion, style: str | None, tongue: Tongue) -> bytes:
    """Return the Word file of a version as an export in a citation style makes it, in a language.

    Raises:
        LitreviewError: Pandoc or Typst fails.
    """
    order = ExportOrder(to="docx", style=style)
    return _make(ledger, version, order, check_order(order), tongue)


def _find_target(folder: Path, output: Path | None, name: str) -> Path:
    """Return where to write: the file named, the usual name in the folder named, or in the review's ``exports``."""
    target = folder / "exports" / name if output is None else output / name if output.is_dir() else output
    try:
        if output is None:
            target.parent.mkdir(exist_ok=True)
    except OSError as error:
        raise _unwritable(target, error) from error
    return target


def _write(target: Path, content: bytes) -> None:
    """Write under a temporary name and rename, so that a reader never sees half a file."""
    fresh = target.with_name(f".{target.name}.new")
    try:
        fresh.write_bytes(content)
        fresh.replace(target)
    except OSError as error:
        fresh.unlink(missing_ok=True)
        raise _unwritable(target, error) from error


def _unwritable(target: Path, error: OSError) -> InputError:
    return InputError(f"'{target}' cannot be written ({error.strerror}); give another --output")
