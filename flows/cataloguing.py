"""Indexing a snapshot of OpenAlex into a store, and bringing the store up to date: its segments are built at once.

On this machine each segment is built by a process of its own. With LITREVIEW_TASK_RUNNER=dask or ray the workers of a
cluster build them, by the same function; they must see snapshot and store under the same paths.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from pathlib import Path
from threading import Thread
from time import sleep

from prefect import flow, task
from prefect.cache_policies import NO_CACHE

from flows.orchestration.driver import Driver
from flows.orchestration.progress import Progress
from flows.orchestration.runners import open_runner
from flows.orchestration.server import prefect_server
from storage.core.errors import CatalogueError, InputError
from tasks.catalogues.local.building import LARGEST, Batch, finish_store, hold_store, plan_store, prepare_store
from tasks.catalogues.local.files import is_store, list_parts
from tasks.catalogues.local.segment import Segment
from tasks.catalogues.local.slices import Slice
from tasks.catalogues.local.snapshot import check_manifest, read_deleted
from tasks.catalogues.local.store import Store, read_store
from tasks.environment.settings import read_settings

Outcome = tuple[Batch, Segment | CatalogueError]


def build_catalogue(snapshot: Path, store: Path, where: str, workers: int, progress: Progress) -> Store:
    """Return a new store of a snapshot's works, or of the slice of them that `where` describes.

    Raises:
        InputError: there is a store already, or another process builds it; the conditions cannot be read.
        CatalogueError: the snapshot or a file of it cannot be read, or the store cannot be written; what is complete
            stays, and the same call goes on from it.
    """
    Slice(where)
    if is_store(store):
        raise InputError(f"there is a catalogue in {store}; bring it up to date with 'litreview catalogue update'")
    if store.is_dir() and any(entry.name not in _OWN for entry in store.iterdir()):
        raise InputError(f"the folder {store} holds something else; name one that is empty or new")
    return _bring_up_to_date(snapshot, store, where, None, workers=workers, progress=progress)


_LEAST = 8 << 20
_OWN = {"segments", "dead", ".lock", "catalogue.json.new"}


def update_catalogue(snapshot: Path, store: Path, workers: int, progress: Progress) -> Store:
    """Return a store that now holds the works of a later release of its snapshot: only files that changed are read.

    Raises:
        InputError: there is no store, or another process changes it.
        CatalogueError: as `build_catalogue` says.
    """
    if not is_store(store):
        raise InputError(f"there is no catalogue in {store}; build one with 'litreview catalogue build'")
    before = read_store(store)
    return _bring_up_to_date(snapshot, store, before.where, before, workers=workers, progress=progress)


def _bring_up_to_date(
    snapshot: Path, store: Path, where: str, before: Store | None, *, workers: int, progress: Progress
) -> Store:
    known = {part.name: part for part in before.parts} if before else {}
    parts = list_parts(snapshot, known)
    check_manifest(snapshot, parts)
    with hold_store(store):
        prepare_store(store)
        source = str(snapshot.resolve())
        # So that every process has something to build.
        largest = min(LARGEST, max(_LEAST, 1.1 * sum(part.size for part in parts) / workers))
        deleted = read_deleted(snapshot)
        plan = plan_store(source, parts, where, deleted=deleted, before=before, largest=largest)
        progress.say(
            "catalogue", f"{len(parts):,} files; {len(plan.batches):,} segments to build, {len(plan.kept):,} stay"
        )
        refused: list[CatalogueError] = []
        done = 0
        for _, outcome in _build(plan.batches, store, workers, progress):
            if isinstance(outcome, CatalogueError):
                refused.append(outcome)
                continue
            done += 1
            progress.say("catalogue", f"segment {done:,} of {len(plan.batches):,}: {sum(outcome.works):,} works")
        if refused:
            more = f" (and {len(refused) - 1} more)" if len(refused) > 1 else ""
            kept = f"; {done} of {len(plan.batches)} segments are complete and kept" if done else ""
            raise CatalogueError(f"{str(refused[0]).rstrip('.')}{more}{kept}.")
        progress.say("catalogue", "finding which records count")
        return finish_store(store, plan)


def _build(batches: Sequence[Batch], store: Path, workers: int, progress: Progress) -> Iterator[Outcome]:
    if batches and read_settings().task_runner != "threads":
        with prefect_server(progress):
            yield from _build_on_cluster(list(batches), store)
    elif workers == 1 or len(batches) <= 1:
        for batch in batches:
            yield batch, build_batch(batch, store)
    else:
        context = get_context("spawn")
        pool = ProcessPoolExecutor(workers, context, initializer=_end_with, initargs=(os.getpid(),))
        with pool:
            running = {pool.submit(build_batch, batch, store): batch for batch in batches}
            try:
                for future in as_completed(running):
                    yield running[future], future.result()
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                raise


def build_batch(batch: Batch, store: Path) -> Segment | CatalogueError:
    """Return the segment built, or why it cannot be: other segments go on."""
    try:
        return batch.build(store)
    except CatalogueError as error:
        return error


build_on_worker = task(name="build-segment", cache_policy=NO_CACHE)(build_batch)


@flow(name="catalogue", validate_parameters=False, log_prints=False)
def _build_on_cluster(batches: list[Batch], store: Path) -> list[Outcome]:
    with open_runner(read_settings()) as cluster:
        calls = [(batch.name, (batch, store)) for batch in batches]
        outcomes = Driver(cluster).each(build_on_worker, calls, spread=True)
        return [(batch, outcome) for (batch, _), outcome in outcomes]


def _end_with(parent: int) -> None:
    """Have this process end when its parent does, however that ends: it would wait for more work for ever."""

    def watch() -> None:
        while os.getppid() == parent:
            sleep(0.5)
        os._exit(1)

    Thread(target=watch, daemon=True).start()
