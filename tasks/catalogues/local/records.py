"""Records of catalogue files, each of them OpenAlex's: what else stands in a file is told by its line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from storage.core.errors import CatalogueError
from tasks.catalogues.local.files import RawRecord, find_files, read_records
from tasks.catalogues.openalex.record import find_work_id, is_other_entity
from tasks.metadata.json_fields import decode_json

REMEDY = "each line must be one OpenAlex work with an id like https://openalex.org/W2741809807"


def decode_record(raw: RawRecord) -> Any:
    """Return a record of OpenAlex, of a work or not.

    Raises:
        CatalogueError: it is not JSON, or of something else.
    """
    try:
        record = decode_json(raw.text)
    except ValueError as error:
        raise CatalogueError(f"The catalogue {raw.place}, is not JSON ({error}); {REMEDY}.") from error
    if find_work_id(record) is None and not is_other_entity(record):
        raise CatalogueError(f"The catalogue {raw.place}, is not an OpenAlex work; {REMEDY}.")
    return record


def glance_at(path: Path) -> None:
    """Return when a path holds catalogue files and the first record of the first of them is one of OpenAlex.

    Raises:
        CatalogueError: nothing is there, nothing can be read, or it is something else.
    """
    for raw in read_records(find_files(path)[0]):
        decode_record(raw)
        return
