"""Zotero libraries, on zotero.org (web API v3) or in a running Zotero (local API), through pyzotero.

pyzotero sends and reads; when to wait and what to retry is decided here, because it would sleep for as long as a server
says and return the body of a refusal as an answer.
"""

from __future__ import annotations

import ipaddress
import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal, Self

import httpx
import httpx2
import pyzotero
from pydantic import SecretStr
from tenacity import Retrying

from storage.core.errors import InputError
from storage.searching.api_calls import ApiCall
from tasks.metadata.fields import entry
from tasks.services.exchange import ServiceAddress, check_status, trusted_certificates
from tasks.services.tries import NoAnswerError, explain, patience, read_wait

NAME = "zotero"
MOST_ITEMS = 50
"""Items a request may write or name by key."""

_PAGE = 100
_TIMEOUT = 60.0  # seconds; fifty items take a busy server more than pyzotero's thirty
_LONGEST_PAUSE = 60.0  # seconds; a server that asks for more is left to a later run

Item = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Zotero:
    """A library and the key to it; an address on this machine that ends in ``/api`` is the local API of a Zotero.

    Raises:
        InputError: the address is not a plain one, the library id not a number, or the key not a valid key.
    """

    base_url: str
    library_id: str
    library_type: Literal["user", "group"] = "user"
    api_key: SecretStr | None = None

    def __post_init__(self) -> None:
        """Check everything; nothing is sent."""
        self._address.secrets()
        if not re.fullmatch(r"[0-9]{1,15}", self.library_id) or not self._address.root:
            raise InputError(
                f"the setting LITREVIEW_ZOTERO_LIBRARY_ID is '{self.library_id}', no library's number; give the user "
                f"id from zotero.org/settings/keys, a group's from its address, or 0 for that of a running Zotero"
            )

    @property
    def _address(self) -> ServiceAddress:
        headers = {"Zotero-API-Key": self.api_key} if self.api_key else {}
        return ServiceAddress(NAME, "LITREVIEW_ZOTERO_URL", self.base_url, headers=headers)

    @property
    def root(self) -> str:
        """Return the address of the API, without a slash at the end."""
        return self._address.root

    @property
    def library(self) -> str:
        """Return the address of the library."""
        return f"{self.root}/{self.library_type}s/{self.library_id}"

    @property
    def is_local(self) -> bool:
        """Return whether a Zotero on this machine is asked."""
        url = httpx.URL(self.root)
        try:
            loopback = url.host == "localhost" or ipaddress.ip_address(url.host).is_loopback
        except ValueError:
            loopback = False
        return loopback and url.path == "/api"

    def open(self) -> ZoteroSession:
        """Return a session; it is to be used by one thread, as a context manager."""
        return ZoteroSession(self)

    def hide_key(self, text: str) -> str:
        """Return text without the key."""
        for secret in self._address.secrets():
            text = text.replace(secret.decode(), "")
        return text


@dataclass(frozen=True, slots=True)
class WriteAnswer:
    """The result of a write: HTTP status, body (results by place in the request), library version after it."""

    status: int
    body: Item
    version: int


class ZoteroSession:
    """Questions to one library; `calls` are those made so far, refused and repeated ones included."""

    def __init__(self, zotero: Zotero) -> None:
        """Prepare a connection; nothing is sent yet."""
        self.zotero = zotero
        self.calls: list[ApiCall] = []
        self._not_before = self._started = 0.0
        key = zotero.api_key.get_secret_value() if zotero.api_key else None
        self._http = httpx2.Client(
            timeout=_TIMEOUT,
            verify=trusted_certificates(),
            trust_env=not zotero.is_local,
            event_hooks={"request": [self._wait_for_turn], "response": [self._heed]},
        )
        self._api = pyzotero.Zotero(
            zotero.library_id,
            zotero.library_type,
            api_key=None if zotero.is_local else key,
            local=zotero.is_local,
            local_api_key=key if zotero.is_local else None,
            client=self._http,
        )
        self._api.endpoint = zotero.root

    def __enter__(self) -> Self:
        """Return the session itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the connection."""
        self._http.close()

    def rest(self) -> str:
        """Wait as long as Zotero asked for, so that the next session may ask at once; return why it may not, or ""."""
        try:
            self._wait_for_turn(None)
        except NoAnswerError as reason:
            return str(reason)
        return ""

    def read_top_items(self) -> list[Item]:
        """Return all top-level items of the library as editable JSON, oldest first.

        Raises:
            NoAnswerError: Zotero does not answer, after up to five tries.
        """
        return self._read_pages(self._api.top)

    def read_collections(self) -> list[Item]:
        """Return all collections of the library as editable JSON, those within others included.

        Raises:
            NoAnswerError: as above.
        """
        return self._read_pages(self._api.collections)

    def read_collection(self, key: str) -> list[Item]:
        """Return the top-level items of the collection with this key as editable JSON, oldest first.

        Raises:
            NoAnswerError: as above.
        """
        return self._read_pages(partial(self._api.collection_items_top, key))

    def _read_pages(self, ask: Callable[..., Any]) -> list[Item]:
        items: list[Item] = []
        while page := self._read(self._list_page, ask, len(items)):
            items += page
            total = self._count_results()
            if total is not None and len(items) >= total:
                break
        return items

    def read_items(self, keys: Sequence[str]) -> dict[str, Item]:
        """Return those of at most 50 items that exist, also in the trash, as editable JSON by key.

        Raises:
            NoAnswerError: as above.
        """
        page = self._read(self._list_items, keys)
        return {str(item["key"]): item for item in page if item.get("key") in keys}

    def read_fields(self, item_type: str) -> frozenset[str]:
        """Return the fields of an item type, none if the library does not know the type.

        Raises:
            NoAnswerError: as above.
        """
        try:
            listed = self._read(lambda: _read_list(self._api.item_type_fields(item_type)))
        except NoAnswerError as error:
            if isinstance(error.__cause__, pyzotero.UnsupportedParamsError):
                return frozenset()
            raise
        return frozenset(str(field.get("field")) for field in listed)

    def read_version(self) -> int:
        """Return the version of the library.

        Raises:
            NoAnswerError: as above.
        """
        return int(self._read(self._api.last_modified_version))

    def write(self, items: Sequence[Item], since: int | None = None) -> WriteAnswer:
        """Return what came of one request to write at most 50 items, each with its key and version.

        It is sent once, under a write token of its own; with `since` it is refused (412) where the library has changed
        after that version.

        Raises:
            NoAnswerError: Zotero does not report the result; `again` is whether to find out and send the rest again.
        """
        self._api.request = None
        try:
            with self._explaining():
                body = entry(self._api.create_items([dict(item) for item in items], last_modified=since))
        except NoAnswerError as error:
            answer = self._api.request
            if isinstance(error.__cause__, pyzotero.PyZoteroError) and answer is not None:
                return WriteAnswer(answer.status_code, {}, 0)
            raise
        answer = self._api.request
        version = answer.headers.get("Last-Modified-Version", "") if answer is not None else ""
        return WriteAnswer(200, body, int(version) if version.isdecimal() else 0)

    def _list_page(self, ask: Callable[..., Any], start: int) -> list[Item]:
        # Oldest first, so that what is added meanwhile moves nothing to another page.
        page = _read_data(ask(start=start, limit=_PAGE, sort="dateAdded", direction="asc"))
        if not page and start < (self._count_results() or 0):
            raise NoAnswerError(f"lists {start} of {self._count_results()} items", again=True)
        return page

    def _list_items(self, keys: Sequence[str]) -> list[Item]:
        return _read_data(self._api.items(itemKey=",".join(keys), includeTrashed=1, limit=_PAGE))

    def _count_results(self) -> int | None:
        stated = self._api.request.headers.get("Total-Results", "") if self._api.request else ""
        return int(stated) if stated.isdecimal() else None

    def _read(self, ask: Callable[..., Any], *arguments: Any, **parameters: Any) -> Any:
        return Retrying(**patience())(self._read_once, ask, *arguments, **parameters)

    def _read_once(self, ask: Callable[..., Any], *arguments: Any, **parameters: Any) -> Any:
        # After an error pyzotero would send the parameters of the failed request with the next one.
        self._api.url_params = None
        with self._explaining():
            return ask(*arguments, **parameters)

    @contextmanager
    def _explaining(self) -> Iterator[None]:
        try:
            yield
        except httpx2.RequestError as error:
            self._record(str(error.request.url), 0)
            raise explain(error) from None
        except pyzotero.PyZoteroError as error:
            status = re.search(r"Code: (\d+)", str(error))
            told = f" (status {status[1]})" if status else ""
            raise NoAnswerError(f"did not take the request{told}") from error
        except (ValueError, KeyError):  # pyzotero takes for granted that the type of the content is stated
            raise NoAnswerError("did not answer in the form asked for", again=True) from None

    def _wait_for_turn(self, _request: httpx2.Request | None) -> None:
        wait = self._not_before - time.monotonic()
        if wait > _LONGEST_PAUSE:
            raise NoAnswerError(f"asked for a pause of {wait:.0f} s")
        if wait > 0:
            time.sleep(wait)
        self._started = time.monotonic()

    def _heed(self, answer: httpx2.Response) -> None:
        self._record(str(answer.request.url), answer.status_code)
        if wait := read_wait(answer.headers.pop("Backoff", None)):
            self._not_before = time.monotonic() + wait
        check_status(answer.status_code, httpx.Headers(answer.headers.multi_items()))
        answer.headers.pop("Retry-After", None)

    def _record(self, url: str, status: int) -> None:
        seconds = time.monotonic() - self._started
        self.calls.append(ApiCall(NAME, self.zotero.hide_key(url), status, 0.0, seconds))


def _read_data(page: object) -> list[Item]:
    return [entry(item.get("data")) for item in _read_list(page)]


def _read_list(page: object) -> list[Item]:
    if not isinstance(page, list):
        raise ValueError("no list")  # noqa: TRY004 - as pyzotero does of what is no JSON
    return [entry(item) for item in page]
