"""A loopback Anthropic whose answers somebody writes: each request becomes a folder, in which the answer is awaited.

``python -m tests.written.mailbox FOLDER`` serves it. A folder ``NNNN-form-hash`` holds `prompt.md`, what a model would
read; `schema.json`, the form asked for; `about.json`. Who answers puts `answer.json` there; of it is checked only that
it is JSON of that form. The hash is that of what a model reads, so that what was answered once is never asked again.
"""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Any

import orjson
import typer
from jsonschema import Draft202012Validator

from tests.benchmarks.servers.messages_answers import read_request
from tests.benchmarks.servers.messages_batches import Batch, read_items
from tests.benchmarks.servers.messages_checks import as_blocks
from tests.benchmarks.servers.messages_server import LoopbackAnthropic, serve
from tests.benchmarks.servers.refused import Refused
from tests.benchmarks.servers.scripted.protocol import Asked

PATIENCE = 840.0
"""Seconds for which a single request is kept waiting: less than a client of the product waits for an answer."""

BATCH_PATIENCE = 86_400.0
"""Seconds for which a batch is, as with the API."""

_LOOK = 0.2  # seconds between two looks for an answer
_SETTLED = 2.0  # seconds after which a file that is no JSON is taken for finished
_MOST_FAULTS = 8


@dataclass
class Mailbox:
    """Requests in a folder, numbered as they came; `tell` is told of each that is new."""

    folder: Path
    tell: Any = None
    _lock: threading.RLock = field(default_factory=threading.RLock)

    def find(self, body: Mapping[str, Any], asked: Asked) -> Path | None:
        """Return the folder of a request, None where it was never laid."""
        return next(self.folder.glob(f"[0-9]*-{_hash(body, asked)[:16]}"), None)

    def lay(self, body: Mapping[str, Any], asked: Asked) -> Path:
        """Return the folder of a request, made if it was never asked before."""
        with self._lock:
            if place := self.find(body, asked):
                return place
            self.folder.mkdir(parents=True, exist_ok=True)
            number = max((int(path.name.split("-")[0]) for path in self.folder.glob("[0-9]*-*")), default=0) + 1
            digest, form = _hash(body, asked), _name_form(asked.title)
            place, draft = self.folder / f"{number:04d}-{form}-{digest[:16]}", self.folder / f".{digest}"
            draft.mkdir(exist_ok=True)
            prompt = write_prompt(body)
            heading = re.search(r"^# (?:Task: )?(.+)$", asked.instructions, re.MULTILINE)
            about = {
                "step": form,
                "task": heading[1] if heading else "",
                "model": asked.model,
                "effort": asked.effort,
                "max_tokens": asked.max_tokens,
                "bytes": len(prompt.encode()),
                "sha256": digest,
            }
            (draft / "prompt.md").write_text(prompt, encoding="utf-8")
            for name, content in (("schema", asked.schema), ("about", about)):
                (draft / f"{name}.json").write_bytes(orjson.dumps(content, option=orjson.OPT_INDENT_2))
            draft.rename(place)
        if self.tell:
            self.tell(place)
        return place

    def read(self, place: Path) -> dict[str, Any] | None:
        """Return the answer in a folder, None where there is none yet; one of another form is put aside, with why."""
        file = place / "answer.json"
        with self._lock:
            if not file.is_file():
                return None
            try:
                answer = orjson.loads(file.read_bytes().removeprefix(b"\xef\xbb\xbf"))
                faults = _find_faults(answer, orjson.loads((place / "schema.json").read_bytes()))
            except orjson.JSONDecodeError as error:
                if time.time() - file.stat().st_mtime < _SETTLED:  # it may still be being written
                    return None
                answer, faults = None, [f"it is no JSON: {error}"]
            if not faults:
                return dict(answer)
            kept = place / f"wrong-{len([*place.glob('wrong-*.json')]) + 1}.json"
            file.rename(kept)
            with (place / "wrong.txt").open("a", encoding="utf-8") as reasons:
                reasons.write("".join(f"{kept.name}: {fault}\n" for fault in faults))
            return None

    def wait(self, place: Path, seconds: float) -> dict[str, Any] | None:
        """Return the answer as soon as there is one; None after so many seconds without."""
        end = time.monotonic() + seconds
        while (answer := self.read(place)) is None and time.monotonic() < end:
            time.sleep(_LOOK)
        return answer


def write_prompt(body: Mapping[str, Any]) -> str:
    """Return system and all turns of a request as one text, each under its role, data blocks as they are."""
    turns = [("system", body.get("system", [])), *((turn["role"], turn["content"]) for turn in body["messages"])]
    return "".join(
        f"===== {role} =====\n\n" + "\n\n".join(block["text"] for block in as_blocks(content)) + "\n\n"
        for role, content in turns
    )


def _hash(body: Mapping[str, Any], asked: Asked) -> str:
    return sha256(write_prompt(body).encode() + b"\0" + orjson.dumps(asked.schema)).hexdigest()


def _name_form(title: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|[^A-Za-z0-9]+", "-", title).lower()


def _find_faults(answer: Any, schema: dict[str, Any]) -> list[str]:
    errors = sorted(Draft202012Validator(schema).iter_errors(answer), key=lambda error: error.json_path)
    return [f"{error.json_path}: {error.message[:300]}" for error in errors[:_MOST_FAULTS]]


@dataclass
class MailboxService(LoopbackAnthropic):
    """The service in front of a mailbox: who is not answered in time is told that it is overloaded (529).

    Batches are kept in the folder `batches`, so that a review can go on after the service was started anew.
    """

    mailbox: Mailbox = field(kw_only=True)
    patience: float = PATIENCE
    batch_patience: float = BATCH_PATIENCE

    def __post_init__(self) -> None:
        """Take up the batches of before."""
        for file in sorted((self.mailbox.folder / "batches").glob("*.json")):
            kept = orjson.loads(file.read_bytes())
            batch = self._begin_batch(read_items(kept["body"]))
            batch.created_at = datetime.fromisoformat(kept["created_at"])

    def _reply(self, body: Mapping[str, Any], asked: Asked, *, batch: bool) -> dict[str, Any]:
        answer = self.mailbox.wait(self.mailbox.lay(body, asked), self.batch_patience if batch else self.patience)
        if answer is None:
            raise Refused(529, "Overloaded: nobody has answered yet")
        return answer

    def _create_batch(self, body: Any) -> dict[str, Any]:
        items = read_items(body)
        with self._lock:
            batch = self._begin_batch(items)
            kept = self.mailbox.folder / "batches" / f"{batch.batch_id}.json"
            kept.parent.mkdir(parents=True, exist_ok=True)
            kept.write_bytes(orjson.dumps({"created_at": batch.created_at.isoformat(), "body": body}))
        return batch.describe(self.url, new=True)

    def _begin_batch(self, items: list[tuple[str, Any]]) -> Batch:
        """Return a new batch that ends once all its requests, which are asked at once, have been answered."""
        batch = self._batches.add({custom_id: {"type": "processing"} for custom_id, _ in items}, looks=10**9)
        results: dict[str, dict[str, Any]] = {}

        def answer(custom_id: str, params: Any) -> None:
            results[custom_id] = self._answer_item(params, "")
            if len(results) == len(items):
                batch.results = {key: results[key] for key, _ in items}
                batch.looks = 0

        for _, params in items:  # all are there, in order, before the first is answered
            with suppress(Refused):
                self.mailbox.lay(params, read_request(params))
        for item in items:
            threading.Thread(target=answer, args=item, daemon=True).start()
        return batch


def main(
    folder: Annotated[Path, typer.Argument(help="Where requests are laid and answers awaited.")],
    port: Annotated[int, typer.Option(help="Port on this machine; a free one unless given.")] = 0,
    wait: Annotated[float, typer.Option(help="Seconds for which a single request waits.")] = PATIENCE,
) -> None:
    """Serve a mailbox at a printed address until interrupted."""
    mailbox = Mailbox(folder, lambda place: typer.echo(f"to be answered: {place}"))
    with serve(MailboxService({}, mailbox=mailbox, patience=wait), port) as service:
        typer.echo(f"ANTHROPIC_BASE_URL={service.url}")
        threading.Event().wait()


if __name__ == "__main__":
    typer.run(main)
