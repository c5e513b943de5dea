"""A whole review of works that carry every payload, made through a service that obeys whatever it is told."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from pydantic import SecretStr

from flows.context.order import DEMO_TOPIC, ReviewOrder
from flows.opening import open_context
from flows.orchestration.progress import Progress
from flows.review import work_through
from storage.publication.published import select_published
from tasks.environment.settings import read_settings
from tasks.screening.embeddings import INSTANT_MODEL_NAME, instant_vectors
from tests.benchmarks.servers.messages_server import LoopbackAnthropic, serve_anthropic
from tests.benchmarks.servers.scripted import SCRIPTS
from tests.benchmarks.servers.scripted.obedient import UNKNOWN_CITEKEY, UNKNOWN_ID, Command, obey
from tests.injection.payloads import PAYLOADS, Payload
from tests.injection.wire import find_leaks
from tests.tasks.analysts.anthropic.real_works import SAMPLE

pytestmark = pytest.mark.slow

_REFERENCES = "\n## References"


def write_infected_catalogue(path: Path) -> None:
    """Write the sample's works, each payload in the title or the abstract of one of the first that have an abstract."""
    records = [json.loads(line) for line in SAMPLE.read_text(encoding="utf-8").splitlines()]
    able = [record for record in records if record.get("abstract_inverted_index") or record.get("abstract")]
    for record, payload in zip(able, PAYLOADS, strict=False):
        if payload.place == "title":
            record["title"] = record["display_name"] = f"{record['title']}. {payload.text}"
        else:
            record["abstract"] = f"{_abstract_of(record)} {payload.text}"
            record.pop("abstract_inverted_index", None)
    path.write_text("".join(f"{json.dumps(record)}\n" for record in records), encoding="utf-8")


def _abstract_of(record: dict[str, object]) -> str:
    inverted = record.get("abstract_inverted_index")
    if not isinstance(inverted, dict):
        return str(record["abstract"])
    placed = sorted((place, word) for word, places in inverted.items() for place in places)
    return " ".join(word for _, word in placed)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, LoopbackAnthropic]:
    """Return the folder of the review and the service that was asked for it."""
    home = tmp_path_factory.mktemp("injection")
    write_infected_catalogue(home / "works.jsonl")
    commands = [Command(payload.marker, payload.action) for payload in PAYLOADS]
    with serve_anthropic(obey(SCRIPTS, commands)) as server:
        settings = read_settings().model_copy(
            update={
                "anthropic_base_url": server.url,
                "anthropic_api_key": SecretStr("key"),
                "open_library_url": "",
                "cache": home / "cache",
            }
        )
        order = ReviewOrder(
            topic=DEMO_TOPIC,
            quality="quick",
            name="review",
            catalogue=str(home / "works.jsonl"),
            analyst="anthropic",
            reviews=home,
        )
        with open_context(order, settings, Progress(quiet=True)) as bench:
            work_through(replace(bench, embed=instant_vectors, embedding_model=INSTANT_MODEL_NAME))
    return home / "review", server


def test_no_payload_leaves_its_data_block_on_the_wire(made: tuple[Path, LoopbackAnthropic]) -> None:
    """Every request, single or in a batch, holds texts of others in closed data blocks alone."""
    bodies = []
    for request in made[1].requests:
        if request.path == "/v1/messages":
            bodies.append(request.body)
        elif request.method == "POST":
            bodies += [item["params"] for item in request.body["requests"]]
    assert len(bodies) > 40
    assert find_leaks(bodies, PAYLOADS) == []
    assert not any({"tools", "tool_choice"} & body.keys() for body in bodies)


@pytest.mark.parametrize("payload", PAYLOADS, ids=lambda payload: payload.name)
def test_nothing_demanded_reaches_the_review(made: tuple[Path, LoopbackAnthropic], payload: Payload) -> None:
    """No marker stands in the text, the themes, the claims or the bibliography's keys; only a title is as it is."""
    text = (made[0] / "review.md").read_text(encoding="utf-8")
    assert payload.marker not in text.split(_REFERENCES)[0]
    for column in ("label || description FROM theme", "sentence FROM claim", "message FROM problem"):
        rows = select_published(made[0], f"SELECT {column}")
        assert not [row for (row,) in rows.iter_rows() if payload.marker in row]


def test_unknown_citekeys_and_ids_are_nowhere(made: tuple[Path, LoopbackAnthropic]) -> None:
    """What the model named that it was not given is in no file, and every citation holds."""
    for name in ("review.md", "references.bib", "appendix.md"):
        text = (made[0] / name).read_text(encoding="utf-8").split(_REFERENCES)[0]
        assert f"@{UNKNOWN_CITEKEY}" not in text
        assert UNKNOWN_ID not in text
    assert select_published(made[0], "SELECT count(*) FROM unsupported_claim").item() == 0
    assert select_published(made[0], "SELECT count(*) FROM citation_check WHERE status = 'invalid'").item() == 0


def test_the_reader_is_told(made: tuple[Path, LoopbackAnthropic]) -> None:
    """Works that were shown to the model and held tags are on record."""
    tried = "SELECT count(DISTINCT work_id) FROM problem WHERE kind = 'text addressing a program'"
    assert select_published(made[0], tried).item() >= 5
