"""A review packed to be handed on: its files and its corpus in a zip, without what is private or not its owner's."""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Mapping
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

from storage.core.email_addresses import blank_addresses
from storage.core.ledger import Ledger
from storage.core.places import PUBLISHED_FILE
from storage.publication.share import name_files, share_corpus
from storage.writing.versions import open_snapshot

_README = """# A literature review and all that it rests on

`review.md` is the review (Pandoc Markdown), `references.*` are the works it cites, `appendix.md` and `prisma.svg` say
how they were found, `run.json` how it was made. `corpus.duckdb` is the database behind it; every column has a comment.

Left out of this copy: full texts without a licence that lets anyone hand them on (the quotes that claims rest on stay;
pages left out: {pages}), answers of language models, e-mail addresses (asterisks stand in their place) and whatever
belongs to the account and the machine of who made it. `litreview verify` on the original checks the quotes too.
"""


def pack_share(ledger: Ledger, folder: Path, render: Callable[[Ledger], Mapping[str, bytes]]) -> bytes:
    """Return as a zip the files rendered from the copy of a review that may be shared, with that copy.

    `ledger` is a snapshot of the review in `folder`; it is changed on the way.
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
    return _zip(ledger.folder.name, files)


def _zip(root: str, files: Mapping[str, bytes]) -> bytes:
    """Return the files as a zip with one folder; without times, so that the same files give the same zip."""
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in sorted(files.items()):
            archive.writestr(zipfile.ZipInfo(f"{root}/{name}"), content, zipfile.ZIP_DEFLATED)
    return packed.getvalue()
