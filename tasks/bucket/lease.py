"""Who holds a review in a bucket: a lease inside the manifest, so that one write says both.

The manifest says what the review consists of and who holds it, and is only ever written to replace the version its
writer knows. So any attempt to take the lease, renew it, push or give it back is refused as soon as somebody else has
written: two can never both succeed, however late a write arrives, and a holder that lost the lease cannot push. (A
lease that is checked before a write, and not by it, cannot guarantee that: Kleppmann 2016, "How to do distributed
locking".) The age of a lease is measured only by the service's clock.
"""

from __future__ import annotations

import platform
import uuid
from dataclasses import dataclass, field
from threading import Event, Lock, Thread
from typing import Any

import orjson

from storage.core.errors import LedgerInUse, ServiceUnavailable
from tasks.bucket.objects import Objects, Stored

MANIFEST = ".manifest.json"
LEASE_SECONDS = 300.0
_RENEWED_EACH = 60.0
_EMPTY: dict[str, Any] = {"files": {}, "ledger": ""}


@dataclass
class Lease:
    """The lease on the review whose manifest is among these objects; `seconds` is how long it outlives its holder."""

    objects: Objects
    seconds: float = LEASE_SECONDS
    renewed_each: float = _RENEWED_EACH
    owner: str = field(default_factory=lambda: uuid.uuid4().hex)
    manifest: dict[str, Any] = field(default_factory=dict)
    _version: dict[str, str] | None = None
    _is_lost: bool = True
    _turn: Lock = field(default_factory=Lock)
    _is_over: Event = field(default_factory=Event)

    def take(self) -> None:
        """Become the holder; `manifest` is then the current one, and nobody else's write will succeed.

        Raises:
            LedgerInUse: somebody else is, or became so at the same moment.
        """
        with self._turn:
            present = self.objects.read(MANIFEST)
            self.manifest, self._version = read_manifest(present), present.version if present else None
            lease = self.manifest.get("lease")
            if present and lease and lease["owner"] != self.owner:
                left = lease["seconds"] - (self.objects.now() - present.written_at).total_seconds()
                if left > 0:
                    raise LedgerInUse(
                        f"another run (on {lease['machine']}) holds the review in '{self.objects.place}' for "
                        f"another {left:.0f} s; wait for it to finish"
                    )
            if not self._swap(self.manifest, is_held=True):
                raise LedgerInUse(f"another run has just taken the review in '{self.objects.place}'; wait for it")
            self._is_lost = False

    def keep(self) -> None:
        """Keep renewing it in the background until it is dropped or lost."""
        Thread(target=self._renew, daemon=True).start()

    def write(self, manifest: dict[str, Any]) -> None:
        """Make this the manifest.

        Raises:
            LedgerInUse: the lease was lost, so that somebody else may be at work.
        """
        with self._turn:
            self._is_lost = self._is_lost or not self._swap(manifest, is_held=True)
        self.require()

    def require(self) -> None:
        """Check, from what is known here, whether it is still ours.

        Raises:
            LedgerInUse: it is not.
        """
        if self._is_lost:
            raise LedgerInUse(
                f"the lease on '{self.objects.place}' was lost to another run; run 'litreview resume' again"
            )

    def drop(self) -> None:
        """Give it back, if it is still ours; if the service gives no answer it expires by itself."""
        self._is_over.set()
        with self._turn:
            if not self._is_lost:
                self._is_lost = True
                try:
                    self._swap(self.manifest, is_held=False)
                except ServiceUnavailable:
                    return

    def _renew(self) -> None:
        while not self._is_over.wait(self.renewed_each):
            with self._turn:
                if self._is_lost:
                    return
                try:
                    self._is_lost = not self._swap(self.manifest, is_held=True)
                except ServiceUnavailable:
                    continue  # The next write will show whether somebody has taken it meanwhile.

    def _swap(self, manifest: dict[str, Any], *, is_held: bool) -> bool:
        """Write a manifest in place of the version we know; False if somebody else has. Only in our turn."""
        mark = uuid.uuid4().hex
        holder = {"owner": self.owner, "seconds": self.seconds, "machine": platform.node() or "another machine"}
        content = orjson.dumps(manifest | {"lease": holder if is_held else None, "write": mark})
        try:
            version = self._write(content)
        except ServiceUnavailable:
            # Only the next answer tells whether it was carried out.
            version = None if self._find(mark) else self._write(content)
        # What blocks a write may be the same write, sent again because its answer was lost.
        version = version or self._find(mark)
        if version is not None:
            self.manifest, self._version = manifest, version
        return version is not None

    def _write(self, content: bytes) -> dict[str, str] | None:
        if self._version is None:
            return self.objects.create(MANIFEST, content)
        return self.objects.replace(MANIFEST, content, self._version)

    def _find(self, mark: str) -> dict[str, str] | None:
        """Return the version of the manifest if it is the write that has this mark."""
        present = self.objects.read(MANIFEST)
        return present.version if present and orjson.loads(present.content).get("write") == mark else None


def read_manifest(present: Stored | None) -> dict[str, Any]:
    """Return the manifest of an object, an empty one where there is none."""
    return dict(orjson.loads(present.content)) if present else dict(_EMPTY)
