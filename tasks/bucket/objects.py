"""Objects in a bucket, written only if nobody else wrote meanwhile: the basis of a lease and a manifest."""

from __future__ import annotations

import fcntl
import uuid
from collections.abc import Generator, Iterable
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import IO, Any

import obstore
from obstore.exceptions import AlreadyExistsError, BaseError, PermissionDeniedError, PreconditionError
from obstore.exceptions import UnauthenticatedError as NotSignedIn
from obstore.store import LocalStore, ObjectStore

from storage.core.errors import InputError, ServiceUnavailable

_PROBE, _LOCK = ".probe-", ".lock"


@dataclass(frozen=True, slots=True)
class Stored:
    """An object as it was read: its content, its version tag, and when it was written according to the service."""

    content: bytes
    version: dict[str, str]
    written_at: datetime


class Objects:
    """The objects of a place in a bucket, by their names there.

    It has two errors: InputError if the bucket is absent or may not be used, ServiceUnavailable if the service
    repeatedly gives no answer.
    """

    def __init__(self, store: ObjectStore, folder: str, place: str) -> None:
        """Begin; `folder` is where they are in the store, `place` what messages call it."""
        self._store, self._folder, self.place = store, folder, place

    def read(self, name: str) -> Stored | None:
        """Return an object, None if there is none."""
        with self._told():
            try:
                found = obstore.get(self._store, self._path(name))
            except FileNotFoundError:
                return None
            return Stored(bytes(found.bytes()), _keep(found.meta), found.meta["last_modified"])

    def create(self, name: str, content: bytes) -> dict[str, str] | None:
        """Write an object that must not exist yet; return its version, None if somebody has written it."""
        with self._told(), suppress(AlreadyExistsError), self._alone():
            return _keep(obstore.put(self._store, self._path(name), content, mode="create"))
        return None

    def replace(self, name: str, content: bytes, version: dict[str, str]) -> dict[str, str] | None:
        """Write an object in place of this version of it; return the new version, None if it has changed."""
        with self._told(), suppress(PreconditionError), self._alone():
            if isinstance(self._store, LocalStore):
                # A file system does not compare versions: the holder of the lock does.
                present = self.read(name)
                if present is None or present.version != version:
                    return None
                return _keep(obstore.put(self._store, self._path(name), content))
            return _keep(obstore.put(self._store, self._path(name), content, mode=version))  # type: ignore[arg-type]
        return None

    def upload(self, name: str, content: bytes | IO[bytes]) -> None:
        """Write an object, replacing any existing one."""
        with self._told():
            obstore.put(self._store, self._path(name), content)

    def download(self, name: str, path: Path) -> bool:
        """Write an object into a file and return True, False if there is none."""
        with self._told():
            try:
                found = obstore.get(self._store, self._path(name))
            except FileNotFoundError:
                return False
            with path.open("wb") as file:
                for piece in found.stream():
                    file.write(piece)
        return True

    def copy(self, name: str, other: str) -> None:
        """Copy an object's content to another name."""
        with self._told():
            obstore.copy(self._store, self._path(name), self._path(other))

    def remove(self, names: Iterable[str]) -> None:
        """Remove objects; missing ones are not an error."""
        with self._told():
            for name in names:
                with suppress(FileNotFoundError):
                    obstore.delete(self._store, self._path(name))

    def list_names(self) -> list[str]:
        """Return the names of all objects."""
        with self._told():
            listed = [str(each["path"]) for batch in obstore.list(self._store, self._folder) for each in batch]
        return [path.removeprefix(f"{self._folder}/") for path in listed]

    def now(self) -> datetime:
        """Return the service's current time, the only measure for the age of its objects."""
        name = f"{_PROBE}{uuid.uuid4().hex}"
        with self._told():
            obstore.put(self._store, self._path(name), b"")
            try:
                return obstore.head(self._store, self._path(name))["last_modified"]
            finally:
                obstore.delete(self._store, self._path(name))

    def require_conditions(self) -> None:
        """Check that the service respects the conditions of a write.

        Raises:
            InputError: it does not, so two could hold a lease.
        """
        name = f"{_PROBE}{uuid.uuid4().hex}"
        try:
            version = self.create(name, b"1")
            refused = version is not None and self.create(name, b"2") is None
            second = self.replace(name, b"3", version) if version is not None else None
            heeded = refused and second is not None and self.replace(name, b"4", version or {}) is None
        except NotImplementedError:
            heeded = False
        finally:
            with suppress(InputError, ServiceUnavailable):
                self.remove([name])
        if not heeded:
            raise InputError(
                f"the service behind '{self.place}' ignores the conditions of a write (If-None-Match, If-Match), "
                "so two runs could hold a review at once; keep reviews in one that does, or in a folder"
            )

    def _path(self, name: str) -> str:
        return f"{self._folder}/{name}"

    @contextmanager
    def _alone(self) -> Generator[None]:
        """Keep others out while a file system is read and written; other stores do that themselves."""
        if not isinstance(self._store, LocalStore):
            yield
            return
        folder = Path(str(self._store.prefix)) / self._folder
        folder.mkdir(parents=True, exist_ok=True)
        with (folder / _LOCK).open("ab") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    @contextmanager
    def _told(self) -> Generator[None]:
        """Report in one sentence any answer of a service other than the expected absences."""
        try:
            yield
        except (AlreadyExistsError, PreconditionError):
            raise
        except (PermissionDeniedError, NotSignedIn, PermissionError) as error:
            raise InputError(
                f"'{self.place}' may not be used ({_first_line(error)}); check that the keys in the environment "
                "allow reading, writing and listing there"
            ) from error
        except FileNotFoundError as error:
            raise InputError(
                f"there is no bucket for '{self.place}'; create it, or correct LITREVIEW_REVIEWS"
            ) from error
        except (BaseError, OSError) as error:
            raise ServiceUnavailable(
                f"'{self.place}' cannot be reached ({_first_line(error)}); run 'litreview resume' when it can"
            ) from error


def _keep(meta: Any) -> dict[str, str]:
    return {name: meta[name] for name in ("e_tag", "version") if meta.get(name)}


def _first_line(error: Exception) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0][:300]
