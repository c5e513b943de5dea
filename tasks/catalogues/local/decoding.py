"""Records of catalogue files, all from OpenAlex: anything else in a file is reported with its line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from storage.core.errors import CatalogueError
from tasks.catalogues.local.files import RawRecord, find_files, is_store, read_records
from tasks.catalogues.work_record import find_work_id, is_other_entity
from tasks.metadata.fields import decode_json

REMEDY = "each line must be one OpenAlex work with an id like https://openalex.org/W2741809807"


def decode_record(raw: RawRecord) -> Any:
    """Return an OpenAlex record, whether of a work or not.

    Raises:
        CatalogueError: it is not JSON, or not an OpenAlex record.
    """
    try:
        record = decode_json(raw.text)
    except ValueError as error:
        raise CatalogueError(f"The catalogue {raw.place}, is not JSON ({error}); {REMEDY}.") from error
    if find_work_id(record) is None and not is_other_entity(record):
        raise CatalogueError(f"The catalogue {raw.place}, is not an OpenAlex work; {REMEDY}.")
    return record


def glance_at(path: Path) -> None:
    """Check that a path is a store, or holds catalogue files of which the first record of the first is from OpenAlex.

    Raises:
        CatalogueError: nothing is there, nothing can be read, or it is something else.
    """
    if is_store(path):
        return
    for raw in read_records(find_files(path)[0]):
        decode_record(raw)
        return
