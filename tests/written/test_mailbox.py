"""The mailbox: what somebody puts into a folder is what the analyst is answered, once and for all."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson
import pytest

from storage.core.ledger import Ledger
from storage.records.search import Work
from storage.records.writing import Page, Summary
from tasks.analysts.llm.analyst import AnthropicAnalyst
from tasks.language_models.anthropic.wire import build_request
from tasks.language_models.table import read_table
from tests.benchmarks.checks.messages_loopback import call, judge, post, read_text
from tests.benchmarks.servers.messages_server import serve
from tests.flows.language_models.conversation import open_gateway
from tests.tasks.analysts.anthropic.conducting import NOTHING
from tests.tasks.language_models.questions import put
from tests.written.collect import Collector, ReviewCollector
from tests.written.mailbox import Mailbox, MailboxService

BATCHES = "/v1/messages/batches"
TEXT = "Noise above 70 dB was associated with higher exhaustion among the nurses of two hospitals, the survey found."
ANSWER = {
    "statements": [
        {
            "kind": "finding",
            "text": "Among nurses of two hospitals, noise above 70 dB was associated with higher exhaustion.",
            "quote": TEXT,
            "results": [],
        }
    ],
    **NOTHING,
    "short": "Among nurses of two hospitals, noise above 70 dB was associated with higher exhaustion.",
    "themes": ["noise", "nurses"],
}
VERDICTS = {"verdicts": [{"work_id": "W1", "score": 0.5, "side": "for", "note": None}]}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return the folder of a mailbox."""
    return tmp_path / "mail"


@pytest.fixture
def service(folder: Path) -> Iterator[MailboxService]:
    """Yield a mailbox that waits for ten seconds."""
    with serve(MailboxService({}, mailbox=Mailbox(folder), patience=10, batch_patience=10)) as served:
        yield served


def summarise(service: MailboxService, review: Path) -> Summary:
    """Return the summary of a work by the product's own analyst and gateway."""
    work = Work("W1", "Noise on hospital wards", year=2020)
    with Ledger(review) as ledger:
        dialogue = AnthropicAnalyst().summarise_work(work, [Page("W1", 0, TEXT, "abstract")])
        (summary,) = dict(open_gateway(service, ledger).conduct([("W1", dialogue)])).values()
    assert isinstance(summary, Summary)
    return summary


def put_in(folder: Path, *answers: Any, number: int = 1) -> threading.Thread:
    """Answer the request of a number as soon as it is there, and anew whenever an answer was put aside."""

    def write() -> None:
        for answer in answers:
            while not (places := [*folder.glob(f"{number:04d}-*")]) or (places[0] / "answer.json").exists():
                time.sleep(0.02)
            (places[0] / "answer.json").write_bytes(answer if isinstance(answer, bytes) else orjson.dumps(answer))

    thread = threading.Thread(target=write, daemon=True)
    thread.start()
    return thread


def ask(service: MailboxService, **question: Any) -> tuple[int, Any]:
    return post(service, build_request(put(**question), read_table()["claude-haiku-5-5"]))


def test_what_is_put_in_is_what_the_analyst_gets(service: MailboxService, folder: Path, tmp_path: Path):
    """The finding is the one written, on the page's own words; the request can be read without this code."""
    put_in(folder, ANSWER)
    summary = summarise(service, tmp_path / "review")
    assert [finding.text for finding in summary.findings] == [ANSWER["statements"][0]["text"]]
    assert (summary.source, summary.themes) == ("abstract", ("noise", "nurses"))
    (place,) = folder.glob("[0-9]*")
    prompt = (place / "prompt.md").read_text(encoding="utf-8")
    assert prompt.startswith("===== system =====\n\n")
    assert "\n# Task: summarise one work" in prompt
    assert f'<data name="pages">\n[\n{{"page":0,"text":"{TEXT}"}}\n]\n</data>' in prompt
    about = orjson.loads((place / "about.json").read_bytes())
    assert (about["step"], about["effort"], about["model"]) == ("paper-summary", "high", "claude-haiku-5-5")
    assert place.name == f"0001-paper-summary-{about['sha256'][:16]}"


def test_what_was_answered_is_never_asked_again(service: MailboxService, folder: Path, tmp_path: Path):
    """Not by another review, nor by a service started later, which need wait for nobody."""
    put_in(folder, ANSWER)
    first = summarise(service, tmp_path / "review")
    with serve(MailboxService({}, mailbox=Mailbox(folder), patience=0)) as later:
        assert summarise(later, tmp_path / "another") == first
    assert len([*folder.glob("[0-9]*")]) == 1


def test_an_answer_of_another_form_is_put_aside_and_waited_for_anew(service: MailboxService, folder: Path):
    """With the reasons beside it; the content of an answer is nobody's business here."""
    put_in(folder, {"verdicts": [{"work_id": 7, "score": 0.5, "side": "for"}]}, VERDICTS)
    status, message = ask(service)
    assert (status, orjson.loads(read_text(message))) == (200, VERDICTS)
    (place,) = folder.glob("[0-9]*")
    assert "wrong-1.json: $.verdicts[0].work_id: 7 is not of type 'string'" in (place / "wrong.txt").read_text()
    assert (place / "wrong-1.json").is_file()


def test_what_is_no_json_is_put_aside_once_it_is_no_longer_written(tmp_path: Path):
    """Half a file may still grow; one left alone for seconds does not."""
    file = tmp_path / "answer.json"
    (tmp_path / "schema.json").write_text('{"type": "object"}')
    file.write_text('{"a": ')
    assert Mailbox(tmp_path).read(tmp_path) is None
    assert file.exists()
    os.utime(file, (0, 0))
    assert Mailbox(tmp_path).read(tmp_path) is None
    assert (tmp_path / "wrong-1.json").read_text() == '{"a": '


def test_waiting_ends_as_a_service_without_room_ends_it(folder: Path):
    """529, which the product tries again; the request stays, and is answered when it comes again."""
    with serve(MailboxService({}, mailbox=Mailbox(folder), patience=0)) as service:
        status, error = ask(service)
        assert (status, error["error"]["type"]) == (529, "overloaded_error")
        put_in(folder, VERDICTS).join()
        assert ask(service)[0] == 200
    assert len([*folder.glob("[0-9]*")]) == 1


def test_model_effort_and_cache_do_not_make_another_request(service: MailboxService, folder: Path):
    """Only what is read does."""
    put_in(folder, VERDICTS)
    assert ask(service)[0] == 200
    assert ask(service, effort="high", answer_tokens=900)[0] == 200
    put_in(folder, VERDICTS, number=2)
    assert ask(service, work="W2")[0] == 200
    assert len([*folder.glob("[0-9]*")]) == 2


def test_tokens_are_counted_at_a_third_more_than_a_quarter_of_the_bytes(service: MailboxService, folder: Path):
    """3.3 bytes each, in and out, as current models count English."""
    put_in(folder, VERDICTS)
    usage = ask(service)[1]["usage"]
    said = usage["output_tokens"] - usage["output_tokens_details"]["thinking_tokens"]
    assert said == -(-len(orjson.dumps(VERDICTS)) * 10 // 33)


def test_a_batch_ends_when_all_of_it_is_answered_even_by_a_service_started_later(folder: Path):
    """It lies there whole at once; who asks after it sees it in progress until the last answer."""
    bodies = [build_request(put(work=f"W{n}"), read_table()["claude-haiku-5-5"], batch=True) for n in range(2)]
    requests = [{"custom_id": f"item-{n}", "params": body} for n, body in enumerate(bodies)]
    with serve(MailboxService({}, mailbox=Mailbox(folder))) as service:
        batch = call(service, BATCHES, {"requests": requests})[1]
        assert len([*folder.glob("[0-9]*")]) == 2
        put_in(folder, VERDICTS).join()
        assert call(service, f"{BATCHES}/{batch['id']}")[1]["request_counts"]["processing"] == 2
    with serve(MailboxService({}, mailbox=Mailbox(folder))) as later:
        assert call(later, f"{BATCHES}/{batch['id']}")[1]["created_at"] == batch["created_at"]
        put_in(folder, VERDICTS, number=2).join()
        while call(later, f"{BATCHES}/{batch['id']}")[1]["processing_status"] != "ended":
            time.sleep(0.02)
        lines = call(later, f"{BATCHES}/{batch['id']}/results")[1]
    assert {line["custom_id"]: line["result"]["type"] for line in lines} == dict.fromkeys(
        ("item-0", "item-1"), "succeeded"
    )


def test_who_collects_waits_for_nobody(folder: Path):
    """Unanswered requests are refused, answered ones are not, and enough is enough."""
    with serve(Collector({}, mailbox=Mailbox(folder), wanted={"Verdicts": 2})) as service:
        assert ask(service)[1]["stop_reason"] == "refusal"
        put_in(folder, VERDICTS).join()
        assert orjson.loads(read_text(ask(service)[1])) == VERDICTS
        assert ask(service, work="W2")[0] == 402
    assert len([*folder.glob("[0-9]*")]) == 1


def test_a_review_goes_on_with_what_a_script_answers(folder: Path):
    """Requests lie by kind; an answer put in comes before the script's, whose corrections are nobody's to write."""
    put_in(folder / "facts", VERDICTS, number=2)
    with serve(ReviewCollector({"FactVerdicts": judge}, folder=folder, last="facts")) as service:
        scripted = read_text(ask_facts(service)[1])
        assert orjson.loads(scripted)["verdicts"][1]["work_id"] == "W10"
        assert ask_facts(service, ("assistant", scripted), ("user", "Again."))[0] == 200
        ask_facts(service, work="W2")
        while not [*folder.glob("facts/0002-*/answer.json")]:
            time.sleep(0.02)
        assert orjson.loads(read_text(ask_facts(service, work="W2")[1])) == VERDICTS
        ask_facts(service, ("assistant", orjson.dumps(VERDICTS).decode()), ("user", "Again."), work="W2")
    assert [path.name[:17] for path in sorted(folder.glob("facts/0*"))] == [f"000{n}-fact-verdict" for n in (1, 2, 3)]
    assert "Again." in next(folder.glob("facts/0003-*/prompt.md")).read_text()


def test_a_review_ends_after_the_last_kind_that_is_collected(folder: Path):
    """Out of money, and nothing is laid."""
    with serve(ReviewCollector({"FactVerdicts": judge}, folder=folder, last="frame")) as service:
        assert ask_facts(service)[0] == 402
    assert not folder.exists()


def ask_facts(service: ReviewCollector, *turns: tuple[str, str], **question: Any) -> tuple[int, Any]:
    body = build_request(put(**question), read_table()["claude-haiku-5-5"])
    body["output_config"]["format"]["schema"]["title"] = "FactVerdicts"
    body["messages"] += [{"role": role, "content": text} for role, text in turns]
    return post(service, body)
