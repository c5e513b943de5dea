"""A review kept in a bucket: pulled before it is worked on, pushed whenever it is published, held under a lease.

The working ledger goes up under the name of its content and becomes the present one when the manifest names it, so that
a machine that dies between two pushes, or in the middle of one, leaves the last published state whole. Everything else
is made of the ledger and is overwritten in place.
"""

from __future__ import annotations

import hashlib
import time
import uuid
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event, Thread
from typing import Any, Self

import orjson
from fsspec import AbstractFileSystem
from fsspec.core import url_to_fs

from storage.errors import InputError, LedgerInUse
from storage.places import WORKING_FILE

_MANIFEST, _LEASE, _SYNCED = ".manifest.json", ".lease.json", ".synced.json"
_LOCAL_ONLY = {_SYNCED, WORKING_FILE, f"{WORKING_FILE}.wal"}
LEASE_SECONDS = 300.0
_RENEWED_EACH = 60.0


@dataclass
class ReviewBucket:
    """The place of one review in a bucket, and its folder here."""

    files: AbstractFileSystem
    place: str
    folder: Path
    owner: str = field(default_factory=lambda: uuid.uuid4().hex)
    _released: Event = field(default_factory=Event)
    _lost: bool = False

    def __enter__(self) -> Self:
        """Take the lease, pull, and go on renewing the lease in the background.

        Raises:
            LedgerInUse: somebody else holds it.
        """
        self._take_lease()
        try:
            self.pull()
        except BaseException:
            self._drop_lease()
            raise
        Thread(target=self._renew, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        """Give the lease back."""
        self._released.set()
        self._drop_lease()

    def pull(self) -> None:
        """Bring the folder to what was pushed last, unless nobody pushed since this folder was in step."""
        manifest = self.fetch()
        if not manifest:
            return
        fresh = self.folder / f"{WORKING_FILE}.new"
        self.files.get_file(f"{self.place}/{_name_ledger(manifest['ledger'])}", str(fresh))
        if _hash(fresh) != manifest["ledger"]:
            raise InputError(f"the ledger in '{self.place}' is not what its manifest says; push it again")
        (self.folder / f"{WORKING_FILE}.wal").unlink(missing_ok=True)
        fresh.replace(self.folder / WORKING_FILE)
        (self.folder / _SYNCED).write_bytes(orjson.dumps(manifest))

    def fetch(self) -> dict[str, Any] | None:
        """Bring the published files, not the ledger, to what was pushed last; return that, None if they are in step."""
        manifest: dict[str, Any] | None = self._read(_MANIFEST)
        synced = self.folder / _SYNCED
        if not manifest or (synced.is_file() and orjson.loads(synced.read_bytes()) == manifest):
            return None
        self.folder.mkdir(parents=True, exist_ok=True)
        for name, sha256 in manifest["files"].items():
            target = self.folder / name
            if not target.resolve().is_relative_to(self.folder.resolve()):
                raise InputError(f"the manifest in '{self.place}' names a file outside the review; throw it away")
            if not target.is_file() or _hash(target) != sha256:
                target.parent.mkdir(parents=True, exist_ok=True)
                fresh = target.with_name(f"{target.name}.new")
                self.files.get_file(f"{self.place}/{name}", str(fresh))
                fresh.replace(target)
        return manifest

    def push(self) -> None:
        """Put up what has changed since the last push; the ledger last, then the manifest that names it.

        Raises:
            LedgerInUse: the lease was lost, so that somebody else may be at work.
        """
        if self._lost:
            raise LedgerInUse(f"the lease on '{self.place}' was lost to another run; run 'litreview resume' again")
        before: dict[str, Any] = self._read(_MANIFEST) or {"files": {}, "ledger": ""}
        listed = {
            path.relative_to(self.folder).as_posix(): _hash(path)
            for path in sorted(self.folder.rglob("*"))
            if path.is_file() and path.name not in _LOCAL_ONLY and not path.name.endswith(".new")
        }
        for name, sha256 in listed.items():
            if before["files"].get(name) != sha256:
                self.files.makedirs(f"{self.place}/{name}".rpartition("/")[0], exist_ok=True)
                self.files.put_file(str(self.folder / name), f"{self.place}/{name}")
        ledger = _hash(self.folder / WORKING_FILE)
        if ledger != before["ledger"]:
            self.files.put_file(str(self.folder / WORKING_FILE), f"{self.place}/{_name_ledger(ledger)}")
        manifest = {"files": listed, "ledger": ledger}
        self._write(_MANIFEST, manifest)
        (self.folder / _SYNCED).write_bytes(orjson.dumps(manifest))
        if before["ledger"] not in {"", ledger}:
            self.files.rm_file(f"{self.place}/{_name_ledger(before['ledger'])}")

    def _take_lease(self) -> None:
        held = self._read(_LEASE)
        if held and held["owner"] != self.owner and held["until"] > time.time():
            left = held["until"] - time.time()
            raise LedgerInUse(
                f"another run holds the review in '{self.place}' for {left:.0f} s yet; wait for it, or till it is over"
            )
        self._write(_LEASE, {"owner": self.owner, "until": time.time() + LEASE_SECONDS})
        # Two that write at the same moment both read back the later of the two.
        if self._read(_LEASE)["owner"] != self.owner:
            raise LedgerInUse(f"another run has just taken the review in '{self.place}'; wait for it")

    def _renew(self) -> None:
        while not self._released.wait(_RENEWED_EACH):
            try:
                self._take_lease()
            except (LedgerInUse, OSError):
                self._lost = True
                return

    def _drop_lease(self) -> None:
        held = self._read(_LEASE)
        if held and held["owner"] == self.owner:
            self.files.rm_file(f"{self.place}/{_LEASE}")

    def _read(self, name: str) -> Any:
        try:
            return orjson.loads(self.files.cat_file(f"{self.place}/{name}"))
        except FileNotFoundError:
            return None

    def _write(self, name: str, content: object) -> None:
        self.files.makedirs(self.place, exist_ok=True)
        self.files.pipe_file(f"{self.place}/{name}", orjson.dumps(content))


def open_bucket(url: str, folder: Path) -> ReviewBucket:
    """Return the place in a bucket (any address that fsspec knows) of the review in a folder; nothing is read yet.

    Raises:
        InputError: the address is of a kind that nothing installed can read.
    """
    try:
        files, root = url_to_fs(url)
    except (ImportError, ValueError) as error:
        raise InputError(
            f"LITREVIEW_REVIEWS names '{url.partition('://')[0]}://', which needs a package that is not installed "
            f"({str(error).splitlines()[0]}); install it, or name a folder"
        ) from error
    return ReviewBucket(files, f"{root.rstrip('/')}/{folder.name}", folder)


def _name_ledger(sha256: str) -> str:
    return f".ledger-{sha256[:16]}.duckdb"


def _hash(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
