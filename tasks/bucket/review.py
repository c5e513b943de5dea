"""A review kept in a bucket: pulled before it is worked on, pushed whenever it is published, held under a lease.

Files go up as objects that are never written again and become the present ones when the manifest names them, so a
machine that dies between two pushes, or in the middle of one, leaves the last published state intact, and one that
comes back late changes nothing that another has pushed. Objects under the files' own names are copies for people to
look at; no program reads them.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

import orjson

from storage.core.errors import InputError
from storage.core.places import SET_ASIDE, SUSPECT_FILE, WORKING_FILE
from tasks.bucket.addresses import open_store
from tasks.bucket.lease import MANIFEST, Lease, read_manifest
from tasks.bucket.objects import Objects

_CONTENTS, _LEDGERS, _SYNCED = ".contents/", ".ledger-", ".synced.json"
_SET_ASIDE = ".ledger-set-aside.duckdb"
_LOCAL_ONLY = {_SYNCED, _SET_ASIDE, WORKING_FILE, f"{WORKING_FILE}.wal", SUSPECT_FILE}
_SMALL = 8 * 1024 * 1024  # bytes: smaller files may grow while they are read, and are read once
_MOST_REPLACED = 5  # times a reader may find that what it was about to read has been replaced


@dataclass
class ReviewBucket:
    """The place of one review in a bucket, and its folder here."""

    objects: Objects
    folder: Path
    lease: Lease

    def __enter__(self) -> Self:
        """Take the lease, pull, and keep renewing the lease in the background.

        Raises:
            LedgerInUse: somebody else holds it.
            InputError: the bucket cannot be used, or lacks what a lease needs.
        """
        self.objects.require_conditions()
        # Listed before the lease is ours, so the list holds nothing that others uploaded after taking it.
        present = [name for name in self.objects.list_names() if name.startswith((_CONTENTS, _LEDGERS))]
        self.lease.take()
        try:
            self.pull()
            self.objects.remove(set(present) - _list_named(self.lease.manifest))
        except BaseException:
            self.lease.drop()
            raise
        self.lease.keep()
        return self

    def __exit__(self, *_: object) -> None:
        """Give the lease back."""
        self.lease.drop()

    def pull(self) -> None:
        """Update the folder to the last push, unless nobody has pushed since this folder was in sync.

        A local ledger that was changed but not pushed is set aside in the folder, as somebody else's is the current
        one.
        """
        manifest = self.fetch()
        if not manifest:
            return
        working, fresh = self.folder / WORKING_FILE, self.folder / f"{WORKING_FILE}.new"
        if not self.objects.download(_place_ledger(manifest), fresh) or _hash(fresh) != manifest["ledger"]:
            raise InputError(f"the ledger in '{self.objects.place}' is not what its manifest says; push it again")
        if working.is_file() and _hash(working) != self._read_synced().get("ledger"):
            working.replace(self.folder / _SET_ASIDE)
        (self.folder / f"{WORKING_FILE}.wal").unlink(missing_ok=True)
        fresh.replace(working)
        self._write_synced(manifest)

    def fetch(self) -> dict[str, Any] | None:
        """Update the published files, not the ledger, to the last push; return that, None if they are in sync."""
        for _ in range(_MOST_REPLACED):
            manifest = read_manifest(self.objects.read(MANIFEST))
            if not manifest["files"] or self._read_synced() == _tell_state(manifest):
                return None
            places = _place_files(manifest)
            if all(self._fetch_file(name, sha256, places[sha256]) for name, sha256 in manifest["files"].items()):
                return manifest
        raise InputError(f"the files in '{self.objects.place}' are not what its manifest says; push them again")

    def push(self) -> None:
        """Upload what has changed since the last push, then the manifest that names it.

        Raises:
            LedgerInUse: the lease was lost, so that somebody else may be at work; nothing of theirs is touched.
        """
        self.lease.require()
        before = self.lease.manifest
        places = _place_files(before) if "places" in before else {}
        listed = {
            path.relative_to(self.folder).as_posix(): self._upload(path, places)
            for path in sorted(self.folder.rglob("*"))
            if path.is_file()
            and path.name not in _LOCAL_ONLY
            and not path.name.endswith(".new")
            and SET_ASIDE not in path.name
        }
        named = {sha256: places[sha256] for sha256 in set(listed.values())}
        ledger, place = self._upload_ledger(before, places)
        self.lease.write({"files": listed, "ledger": ledger, "places": named, "ledger_place": place})
        self._write_synced(self.lease.manifest)
        for name, sha256 in listed.items():
            if "places" not in before or before["files"].get(name) != sha256:
                self.objects.copy(named[sha256], name)
        # No longer named by anyone, and never again: names include the uploader.
        gone = _list_named(before) - _list_named(self.lease.manifest)
        self.objects.remove(name for name in gone if name.startswith((_CONTENTS, _LEDGERS)))

    def _upload(self, path: Path, places: dict[str, str]) -> str:
        """Upload a file unless its content is at one of the places, and add its own; return the hash of the content."""
        with path.open("rb") as file:
            content = file.read() if path.stat().st_size <= _SMALL else None
            sha256 = (
                hashlib.sha256(content) if content is not None else hashlib.file_digest(file, "sha256")
            ).hexdigest()
            if sha256 not in places:
                file.seek(0)
                places[sha256] = f"{_CONTENTS}{self.lease.owner[:16]}-{sha256[:32]}"
                self.objects.upload(places[sha256], file if content is None else content)
        return sha256

    def _upload_ledger(self, before: dict[str, Any], places: dict[str, str]) -> tuple[str, str]:
        """Upload the ledger unless it is there; return its hash and place. Just published, it is one of the files."""
        working = self.folder / WORKING_FILE
        sha256 = _hash(working)
        if sha256 == before["ledger"]:
            return sha256, _place_ledger(before)
        place = f"{_LEDGERS}{self.lease.owner[:16]}-{sha256[:32]}.duckdb"
        if sha256 in places:
            self.objects.copy(places[sha256], place)
        else:
            with working.open("rb") as file:
                self.objects.upload(place, file)
        return sha256, place

    def _fetch_file(self, name: str, sha256: str, place: str) -> bool:
        """Update a file to the version in the manifest; False if that no longer exists."""
        target = self.folder / name
        if not target.resolve().is_relative_to(self.folder.resolve()):
            raise InputError(f"the manifest in '{self.objects.place}' names a file outside the review; delete it")
        if target.is_file() and _hash(target) == sha256:
            return True
        target.parent.mkdir(parents=True, exist_ok=True)
        fresh = target.with_name(f"{target.name}.new")
        if not self.objects.download(place, fresh) or _hash(fresh) != sha256:
            fresh.unlink(missing_ok=True)
            return False
        fresh.replace(target)
        return True

    def _read_synced(self) -> dict[str, Any]:
        synced = self.folder / _SYNCED
        return dict(orjson.loads(synced.read_bytes())) if synced.is_file() else {}

    def _write_synced(self, manifest: dict[str, Any]) -> None:
        (self.folder / _SYNCED).write_bytes(orjson.dumps(_tell_state(manifest)))


def open_bucket(url: str, folder: Path) -> ReviewBucket:
    """Return the place in a bucket (s3://, gs://, az://, file://) of the review in a folder; nothing is read yet.

    Raises:
        InputError: the address is of a kind that cannot be read.
    """
    objects = Objects(open_store(url), folder.name, f"{url.rstrip('/')}/{folder.name}")
    return ReviewBucket(objects, folder, Lease(objects))


def _tell_state(manifest: dict[str, Any]) -> dict[str, Any]:
    """Return what a manifest says about the review, without its holder and the places of its parts."""
    return {"files": manifest["files"], "ledger": manifest["ledger"]}


def _place_files(manifest: dict[str, Any]) -> dict[str, str]:
    """Return the names of the objects by the hashes of their contents; in reviews of before they are the files' own."""
    return dict(manifest.get("places") or {sha256: name for name, sha256 in manifest["files"].items()})


def _place_ledger(manifest: dict[str, Any]) -> str:
    return str(manifest.get("ledger_place") or f"{_LEDGERS}{manifest['ledger'][:16]}.duckdb")


def _list_named(manifest: dict[str, Any]) -> set[str]:
    """Return the names of all objects that a manifest rests on."""
    return {*_place_files(manifest).values(), *([_place_ledger(manifest)] if manifest["ledger"] else [])}


def _hash(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
