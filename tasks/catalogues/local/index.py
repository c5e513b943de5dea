"""The index of a small catalogue: a store in the cache, built once under a temporary name, renamed when complete."""

from __future__ import annotations

import shutil
import tempfile
import time
from contextlib import suppress
from pathlib import Path

from storage.records.search import content_id
from tasks.catalogues.local.building import finish_store, plan_store, prepare_store, unwritable
from tasks.catalogues.local.files import Part, digest_files, find_files, is_store
from tasks.catalogues.local.segment import BUILDING, name_folder
from tasks.catalogues.local.snapshot import read_deleted
from tasks.catalogues.local.store import FORMAT

_ABANDONED_SECONDS = 86_400


def find_or_build_index(path: Path, cache: Path) -> Path:
    """Return the folder of the store of a catalogue: the path itself if it is one, else built in the cache.

    Of several processes that build the same index at once the first to finish names it; the others drop theirs.

    Raises:
        CatalogueError: the catalogue is missing, unreadable or not of OpenAlex works, or the cache not writable.
    """
    if is_store(path):
        return path
    files = find_files(path)
    digest = digest_files(path, files)
    deleted = read_deleted(path)
    index = cache / f"catalogue-{content_id(FORMAT, digest, *deleted)}"
    try:
        if index.is_dir():
            return index
        cache.mkdir(parents=True, exist_ok=True)
        _sweep_abandoned(cache)
        building = Path(tempfile.mkdtemp(prefix=BUILDING, dir=cache))
    except OSError as error:
        raise unwritable(cache, error) from error
    try:
        prepare_store(building)
        parts = [_take_file(path, file) for file in files]
        plan = plan_store(str(path), parts, "", deleted=deleted, before=None)
        for batch in plan.batches:
            batch.build(building)
        finish_store(building, plan, digest)
        name_folder(building, index)
    except OSError as error:
        raise unwritable(cache, error) from error
    finally:
        shutil.rmtree(building, ignore_errors=True)
    return index


def _take_file(path: Path, file: Path) -> Part:
    # The index is built for one content of all files, so that nothing needs to tell them apart but their names.
    name = file.relative_to(path).as_posix() if file != path else file.name
    return Part(name, str(file), file.stat().st_size, 0, "")


def _sweep_abandoned(cache: Path) -> None:
    oldest = time.time() - _ABANDONED_SECONDS
    for folder in cache.glob(f"{BUILDING}*"):
        with suppress(FileNotFoundError):  # its builder may just have named it
            if folder.stat().st_mtime < oldest:
                shutil.rmtree(folder, ignore_errors=True)
