"""Writing Zotero items so that each exists once, whatever is refused, lost or changed on the way.

Before every write the items are read by their keys. Items that are as they should be are settled without a write, so a
lost answer, or a kill before it was recorded, costs one read and duplicates nothing.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from storage.references.zotero import ZoteroItem
from storage.searching.api_calls import ApiCall
from tasks.metadata.fields import entry
from tasks.services.tries import NoAnswerError
from tasks.text.cleaning import clean_text
from tasks.zotero.client import Item, WriteAnswer, ZoteroSession
from tasks.zotero.items import ItemDraft
from tasks.zotero.matching import is_same, list_changes

_OK, _CONFLICT, _PRECONDITION_FAILED, _TOO_LARGE, _PRECONDITION_REQUIRED = 200, 409, 412, 413, 428
_NOT_NOW = {404, _CONFLICT, _PRECONDITION_FAILED, _PRECONDITION_REQUIRED, 429, 500, 502, 503, 504}
_MOST_TRIES = 8  # in a row without progress
_AT_ONCE = 2  # of them without a pause
_PAUSE, _LONGEST_PAUSE = 0.25, 10.0  # seconds
_LONGEST_MESSAGE = 200


@dataclass(frozen=True, slots=True)
class Entry:
    """The item of a work as on record, and what it is to say."""

    item: ZoteroItem
    draft: ItemDraft
    doi: str | None


@dataclass
class Written:
    """The result of writing entries.

    `settled` items are in the library as they should be, `refused` are (work id, reason) pairs, `taken` the ids of
    works whose key another item has; `silence` says why the rest is not known, "" where there is none.
    """

    settled: list[ZoteroItem] = field(default_factory=list)
    refused: list[tuple[str, str]] = field(default_factory=list)
    taken: list[str] = field(default_factory=list)
    silence: str = ""
    calls: tuple[ApiCall, ...] = ()


def write_entries(session: ZoteroSession, entries: Sequence[Entry]) -> Written:
    """Return what came of writing at most 50 entries."""
    writing = _Writing(session)
    try:
        writing.work_off(entries)
        writing.written.silence = session.rest()
    except NoAnswerError as reason:
        writing.written.silence = str(reason)
    writing.written.calls = tuple(session.calls)
    return writing.written


class _Writing:
    """Parts of a batch that wait to be written, and what became of the others."""

    def __init__(self, session: ZoteroSession) -> None:
        self._session = session
        self._parts: deque[list[Entry]] = deque()
        self._since: int | None = None
        self._tries = 0
        self.written = Written()

    def work_off(self, entries: Sequence[Entry]) -> None:
        self._parts.append(list(entries))
        while self._parts:
            payload = self._compare(self._parts.popleft())
            if not payload:
                continue
            try:
                answer = self._session.write([item for _, item in payload], self._since)
            except NoAnswerError as reason:
                if not reason.again:
                    raise
                self._try_again([waiting for waiting, _ in payload], reason)
            else:
                self._read(answer, payload)

    def _compare(self, part: list[Entry]) -> list[tuple[Entry, Item]]:
        """Return the entries that are to be written with what is to be sent; the others are settled or taken."""
        standing = self._session.read_items([waiting.item.item_key for waiting in part])
        payload: list[tuple[Entry, Item]] = []
        for waiting in part:
            item, draft = waiting.item, waiting.draft
            there = standing.get(item.item_key)
            if there is None:
                payload.append((waiting, {"key": item.item_key, "version": 0, **draft.fields}))
                continue
            ours = item.state != "found"
            if ours and not is_same(waiting.doi, str(draft.fields["title"]), there):
                self.written.taken.append(item.work_id)
                continue
            version = int(there.get("version") or 0)
            if changes := list_changes(draft, there, ours=ours):
                payload.append((waiting, {"key": item.item_key, "version": version, **changes}))
            else:
                self._settle(waiting, version)
        return payload

    def _read(self, answer: WriteAnswer, payload: list[tuple[Entry, Item]]) -> None:
        waiting = [entry for entry, _ in payload]
        if answer.status == _OK:
            self._read_results(answer, waiting)
        elif answer.status == _TOO_LARGE and len(waiting) > 1:
            middle = len(waiting) // 2
            self._parts.extendleft((waiting[middle:], waiting[:middle]))
        elif answer.status == _TOO_LARGE:
            self.written.refused.append((waiting[0].item.work_id, "the item is too large for Zotero (status 413)"))
        elif answer.status in _NOT_NOW:
            self._try_again(waiting, NoAnswerError(f"refused the items (status {answer.status})"))
            if answer.status == _PRECONDITION_REQUIRED or self._since is not None:
                self._since = self._session.read_version()
        else:
            raise NoAnswerError(f"refused the items (status {answer.status})")

    def _read_results(self, answer: WriteAnswer, waiting: list[Entry]) -> None:
        success, unchanged, objects, failed = (
            entry(answer.body.get(name)) for name in ("success", "unchanged", "successful", "failed")
        )
        again = []
        for place, one in enumerate(map(str, range(len(waiting)))):
            fault = entry(failed.get(one))
            code = fault.get("code")
            if one in success or one in unchanged or one in objects:
                version = entry(objects.get(one)).get("version")
                self._settle(waiting[place], version if isinstance(version, int) else answer.version)
            elif not fault or code in _NOT_NOW:
                again.append(waiting[place])
            else:
                said = self._session.zotero.hide_key(clean_text(fault.get("message"), _LONGEST_MESSAGE)).rstrip(". ")
                reason = f"Zotero refused the item (status {code}{': ' if said else ''}{said})"
                self.written.refused.append((waiting[place].item.work_id, reason))
        if again and self._tries < _MOST_TRIES - 1:
            self._try_again(again, NoAnswerError("refused items"))
        else:
            reason = "Zotero refused the item again and again, as somebody else is changing it"
            self.written.refused += [(one.item.work_id, reason) for one in again]

    def _settle(self, waiting: Entry, version: int) -> None:
        item = waiting.item
        state: Any = "found" if item.state == "found" else "written"
        self.written.settled.append(ZoteroItem(item.work_id, item.item_key, version, state, item.pages))
        self._tries = 0

    def _try_again(self, waiting: list[Entry], reason: NoAnswerError) -> None:
        self._tries += 1
        if self._tries == _MOST_TRIES:
            raise reason
        backoff = _PAUSE * 2 ** (self._tries - _AT_ONCE) if self._tries > _AT_ONCE else 0.0
        time.sleep(min(backoff, _LONGEST_PAUSE) if reason.wait is None else reason.wait)
        self._parts.appendleft(waiting)
