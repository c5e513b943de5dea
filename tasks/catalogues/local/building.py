"""Building a store and bringing it up to date: what is to be built, and putting it in force when it is built.

The segments between are built by whoever calls `build_segment`, in any order and anywhere that sees the store. A build
that was killed goes on from the segments that are complete, because a segment is named by what it is built from.
"""

from __future__ import annotations

import errno
import fcntl
import math
import shutil
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import pyarrow as pa

from storage.core.errors import CatalogueError
from storage.records.search import content_id
from tasks.catalogues.local.decoding import REMEDY
from tasks.catalogues.local.files import Part
from tasks.catalogues.local.segment import BUILDING, Segment, build_segment, read_summary
from tasks.catalogues.local.settling import settle
from tasks.catalogues.local.store import DEAD, FORMAT, SEGMENTS, Store, write_store

_LOCK = ".lock"
_PACKED = (".gz", ".parquet")
# Bytes of packed files in a segment: about half a million works, which take a gigabyte of memory to index.
LARGEST = 400 << 20
_UNPACKED = 6  # what gzip makes of works' JSON
_FEWEST_ALIVE = 0.7
_MOST_SMALL, _SMALL = 16, 8


@dataclass(frozen=True, slots=True)
class Batch:
    """The files of one segment to be built, and its name."""

    name: str
    parts: tuple[Part, ...]
    where: str

    def build(self, store: Path) -> Segment:
        """Return the segment, built in a store unless it is there.

        Raises:
            CatalogueError: a file cannot be read or holds something else, or the store cannot be written.
        """
        try:
            return build_segment(self.name, self.parts, self.where, store / SEGMENTS)
        except (OSError, pa.ArrowException) as error:
            raise unwritable(store, error) from error


@dataclass(frozen=True, slots=True)
class Plan:
    """What makes a store hold the works of some files: segments that stay, batches to build, numbers merged away."""

    source: str
    where: str
    parts: tuple[Part, ...]
    deleted: tuple[int, ...]
    kept: tuple[Segment, ...]
    batches: tuple[Batch, ...]


def plan_store(
    source: str,
    parts: Sequence[Part],
    where: str,
    *,
    deleted: Sequence[int],
    before: Store | None,
    largest: float = LARGEST,
) -> Plan:
    """Return the plan by which a store, as it was before, comes to hold the works of the files.

    A segment stays unless most of its works stand in files that are gone or changed, or it is one of many small ones;
    then what holds of its files is indexed anew with what is new. A segment takes files up to `largest` bytes.
    """
    current = {part.key: part for part in parts}
    kept = [segment for segment in before.segments if _is_worth_keeping(segment, current)] if before else []
    small = [segment for segment in kept if _weigh_all(segment, current) < LARGEST / _SMALL]
    if len(small) > _MOST_SMALL:
        kept = [segment for segment in kept if segment not in small]
    held = {key for segment in kept for key in segment.parts}
    wanted = [part for part in parts if part.key not in held]
    batches = tuple(
        Batch(content_id("segment", FORMAT, where, *(part.key for part in group)), tuple(group), where)
        for group in _group(wanted, largest)
    )
    return Plan(source, where, tuple(parts), tuple(deleted), tuple(kept), batches)


@contextmanager
def hold_store(store: Path) -> Iterator[None]:
    """Let no other process change a store while the block lasts.

    Raises:
        CatalogueError: another one does, or the folder cannot be made.
    """
    try:
        store.mkdir(parents=True, exist_ok=True)
        stream = (store / _LOCK).open("a")
    except OSError as error:
        raise unwritable(store, error) from error
    with stream:
        try:
            fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise CatalogueError(
                f"Another process is building the catalogue in {store}; wait until it ends."
            ) from error
        yield


def prepare_store(store: Path) -> None:
    """Make the folders of a store, and remove what a killed build left unfinished.

    Raises:
        CatalogueError: they cannot be made.
    """
    try:
        for folder in (store / SEGMENTS, store / DEAD):
            folder.mkdir(parents=True, exist_ok=True)
        for abandoned in (store / SEGMENTS).glob(f"{BUILDING}*"):
            shutil.rmtree(abandoned, ignore_errors=True)
    except OSError as error:
        raise unwritable(store, error) from error


def finish_store(store: Path, plan: Plan, digest: str = "") -> Store:
    """Put a plan in force of which every batch is built, and remove the segments that hold no longer.

    The digest is that of the content unless one is given.

    Raises:
        CatalogueError: no file holds a usable work, or the store cannot be written.
    """
    try:
        built = [read_summary(store / SEGMENTS / batch.name) for batch in plan.batches]
        result = settle(store, plan.parts, [*plan.kept, *built], plan.deleted)
        if not result.works:
            reasons = ", ".join(f"{count} {reason}" for reason, count in result.left_out.items()) or "no record"
            raise CatalogueError(f"The catalogue {plan.source} holds no usable work ({reasons}); {REMEDY}.")
        stated = Store(
            Path(plan.source).name,
            plan.where,
            digest or result.digest,
            plan.parts,
            (*plan.kept, *built),
            result.dead,
            result.left_out,
            result.works,
            result.terms,
            result.newest_year,
        )
        write_store(store, stated)
    except (OSError, pa.ArrowException) as error:
        raise unwritable(store, error) from error
    _sweep(store / SEGMENTS, {segment.name for segment in stated.segments})
    _sweep(store / DEAD, set(stated.dead.values()))
    return stated


def unwritable(store: Path, error: Exception) -> CatalogueError:
    """Return the error that says that an index cannot be written, and what to do."""
    reason = (str(error).splitlines() or [type(error).__name__])[0][:200]
    full = getattr(error, "errno", None) == errno.ENOSPC or "No space left" in reason
    remedy = (
        "free space and give the same command again, which goes on from what is complete"
        if full
        else "free space or name another folder, by LITREVIEW_CACHE for files given to --catalogue"
    )
    return CatalogueError(f"The catalogue's index cannot be written in {store} ({reason}); {remedy}.")


def _is_worth_keeping(segment: Segment, current: dict[str, Part]) -> bool:
    alive = sum(works for key, works in zip(segment.parts, segment.works, strict=True) if key in current)
    return any(key in current for key in segment.parts) and alive >= _FEWEST_ALIVE * sum(segment.works)


def _weigh_all(segment: Segment, current: dict[str, Part]) -> float:
    return math.fsum(_weigh(current[key]) for key in segment.parts if key in current)


def _weigh(part: Part) -> float:
    return part.size if part.name.endswith(_PACKED) else part.size / _UNPACKED


def _group(parts: Iterable[Part], largest: float) -> list[list[Part]]:
    groups: list[list[Part]] = []
    weight = largest
    for part in parts:
        if weight + _weigh(part) > largest:
            groups.append([])
            weight = 0
        groups[-1].append(part)
        weight += _weigh(part)
    return groups


def _sweep(folder: Path, kept: set[str]) -> None:
    for entry in folder.iterdir():
        if entry.name not in kept:
            if entry.is_dir():
                shutil.rmtree(entry, ignore_errors=True)
            else:
                with suppress(OSError):
                    entry.unlink()
