"""What a snapshot of OpenAlex states beside its works: the manifest of its files, and works that were merged away."""

from __future__ import annotations

import csv
import gzip
import io
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path

from storage.core.errors import CatalogueError
from tasks.catalogues.local.files import Part
from tasks.metadata.fields import count, decode_json, entries, entry, openalex_key

_AROUND = 3  # folders between a file of works and the root of a snapshot


def check_manifest(path: Path, parts: Sequence[Part]) -> None:
    """Check that every file a manifest of works names is there, whole; a manifest comes last.

    Raises:
        CatalogueError: a file is missing or of another length.
    """
    for manifest in sorted({folder / "manifest" for part in parts for folder in _folders_above(path, part)}):
        if not manifest.is_file():
            continue
        sizes = {Path(part.path): part.size for part in parts}
        for name, length in _read_manifest(manifest):
            file = manifest.parent / name
            if file not in sizes and length:
                raise CatalogueError(f"The snapshot {path} lacks {name}, which its manifest names; fetch it and go on.")
            if length and sizes[file] != length:
                raise CatalogueError(
                    f"The file {name} of the snapshot {path} has {sizes[file]} bytes where its manifest states "
                    f"{length}; fetch it again."
                )


def read_deleted(path: Path) -> list[int]:
    """Return the numbers of the works that a snapshot says were merged into others, sorted.

    They stand in ``merged_ids/works/*.csv.gz`` with the columns merge_date, id and merge_into_id.

    Raises:
        CatalogueError: such a file cannot be read.
    """
    roots = (path, path / "data", *list(path.parents)[:2]) if path.is_dir() else ()
    folder = next((found for root in roots if (found := root / "merged_ids" / "works").is_dir()), None)
    files = sorted(file for file in folder.rglob("*.csv*") if file.is_file()) if folder else []
    return sorted({int(key[1:]) for file in files for key in _read_ids(file)})


def _folders_above(path: Path, part: Part) -> Iterator[Path]:
    for folder in list(Path(part.path).parents)[:_AROUND]:
        yield folder
        if folder == path:
            return


def _read_manifest(manifest: Path) -> Iterator[tuple[str, int]]:
    try:
        stated = decode_json(manifest.read_text(encoding="utf-8", errors="replace"))
    except (OSError, ValueError):
        return
    for part in entries(entry(stated).get("entries")):
        # s3://openalex/data/works/updated_date=2024-01-01/part_000.gz
        address = str(part.get("url") or "")
        if "/works/" in address:
            yield address.rpartition("/works/")[2], count(entry(part.get("meta")).get("content_length"))


def _read_ids(file: Path) -> Iterator[str]:
    try:
        data = file.read_bytes()
        text = (gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data).decode("utf-8-sig")
    except (OSError, EOFError, zlib.error, UnicodeDecodeError) as error:
        raise CatalogueError(f"The list of merged works {file} cannot be read ({error}); fetch it again.") from error
    for row in csv.DictReader(io.StringIO(text)):
        if key := openalex_key(row.get("id"), "W"):
            yield key
