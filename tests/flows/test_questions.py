"""``litreview ask``: answers in the words of the works, refusals, and answers that a language model words."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from storage.publication.published import select_published
from tests.benchmarks.servers.messages_server import LoopbackAnthropic, serve_anthropic
from tests.benchmarks.servers.scripted.protocol import Asked
from tests.flows.asked_review import INJECTED, make_asked_review

Ask = Callable[..., subprocess.CompletedProcess[str]]
NIGHTS = "Are night shifts associated with higher cortisol in nurses?"
RESULT = "Night shifts were associated with higher cortisol in nurses (r = 0.31)."
_PAGES = "SELECT c.citekey, d.text FROM corpus AS c JOIN document AS d USING (work_id) WHERE d.level = 0"


@pytest.fixture
def review(tmp_path: Path) -> Path:
    """Return the folder of a review that can be asked."""
    make_asked_review(tmp_path / "shifts")
    return tmp_path / "shifts"


@pytest.fixture
def ask(review: Path, type_here: Ask) -> Ask:
    """Return what asks that review."""
    return lambda question, *given: type_here("ask", "shifts", question, *given, "--reviews", str(review.parent))


@pytest.fixture
def replies() -> list[dict[str, Any]]:
    """Return what the model is to answer, one after another, the last for good."""
    return []


@pytest.fixture
def model(replies: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch) -> Iterator[LoopbackAnthropic]:
    """Yield a service whose model answers as it is told to."""

    def answer(_: Asked) -> dict[str, Any]:
        return replies.pop(0) if len(replies) > 1 else replies[0]

    with serve_anthropic({"AnswerFromPassages": answer}) as server:
        monkeypatch.setenv("ANTHROPIC_BASE_URL", server.url)
        monkeypatch.setenv("ANTHROPIC_API_KEY", "key")
        yield server


def test_an_answer_quotes_words_of_a_page_with_their_citekey(ask: Ask, review: Path) -> None:
    """The result comes first, whole, and every quote is its page's words at its place."""
    done = ask(NIGHTS)
    assert (done.returncode, done.stderr) == (0, "")
    assert f"\u201c{RESULT}\u201d [@lee2001night]" in done.stdout
    answer = json.loads(ask(NIGHTS, "--json").stdout)
    pages = dict(select_published(review, _PAGES).rows())
    assert answer["answered"] is True
    assert answer["passages"][0]["quote"] == RESULT
    for one in answer["passages"]:
        assert pages[one["citekey"]][one["char_start"] : one["char_end"]] == one["quote"]


@pytest.mark.parametrize(
    "question",
    ["Do night shifts cause breast cancer?", "Does coffee raise cortisol in firefighters?", "How old is Saturn?"],
)
def test_what_no_work_says_is_refused(ask: Ask, question: str) -> None:
    """No passage is shown, and the words that no work has are named."""
    done = ask(question)
    assert done.returncode == 0
    assert done.stdout.startswith(
        "The corpus does not say: no sentence of its 4 works speaks of enough of the question"
    )
    assert "no work has the words: " in done.stdout
    answer = json.loads(ask(question, "--json").stdout)
    assert (answer["answered"], answer["passages"]) == (False, [])


def test_how_many_is_answered_by_a_number(ask: Ask) -> None:
    """A sentence on the same subject that has none does not say how many."""
    assert "We followed 85 bus drivers" in ask("How many bus drivers were followed?").stdout
    assert "Short sleep was" in ask("Was short sleep associated with accidents among drivers?").stdout
    assert "Short sleep was" not in ask("How much was short sleep associated with accidents among drivers?").stdout


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ((" ",), "the question is empty; ask something"),
        (("x" * 501,), "the question has 501 characters; ask it in 500 at most"),
        (("Why?", "--analyst", "oracle"), "there is no analyst 'oracle'; give --analyst anthropic, local, extractive"),
        (("Why?", "--budget", "1"), "--budget is for language models; give --analyst anthropic with it"),
    ],
)
def test_a_wrong_call_is_one_sentence(ask: Ask, given: tuple[str, ...], told: str) -> None:
    """It names what is wrong and what to do, with exit code 2."""
    done = ask(*given)
    assert (done.returncode, done.stdout) == (2, "")
    assert told in done.stderr


def test_a_review_of_which_nothing_was_read_is_named(tmp_path: Path, type_here: Ask) -> None:
    """There is nothing to answer from."""
    from tests.new_ledger import open_new_ledger  # noqa: PLC0415 - of this test alone

    with open_new_ledger(tmp_path / "bare") as ledger:
        ledger.publish()
    done = type_here("ask", "bare", "Why?", "--reviews", str(tmp_path))
    assert done.returncode == 2
    assert "nothing of 'bare' has been read yet" in done.stderr


def test_a_model_words_the_answer_and_is_paid_once(
    ask: Ask, model: LoopbackAnthropic, replies: list[dict[str, Any]], review: Path
) -> None:
    """Only passages reach it, its sentences cite them, and the same question again costs nothing."""
    said = "Night shifts were associated with higher cortisol in nurses"
    replies.append({"answered": True, "markdown": f"{said} [@lee2001night:f1]."})
    done = ask(NIGHTS, "--analyst", "anthropic")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(f"{said} [@lee2001night].\n")
    asked = len(model.requests)
    assert asked == 1
    sent = json.dumps(model.requests[0].body)
    assert RESULT in sent
    assert "bus drivers" not in sent
    assert ask(NIGHTS, "--analyst", "anthropic").stdout == done.stdout
    assert len(model.requests) == asked
    calls = select_published(review, "SELECT phase, step, usd > 0 AS paid FROM llm_call").rows()
    assert calls == [("asking", "question", True)]


def test_sentences_without_support_are_struck_out(
    ask: Ask, model: LoopbackAnthropic, replies: list[dict[str, Any]]
) -> None:
    """Uncited, citing what was not shown, or with a number that the finding has not: asked again, then left out."""
    kept = "Night shifts were associated with higher cortisol in nurses [@lee2001night:f1]."
    wrong = (
        "Everybody knows this. Pilots drink coffee during a flight [@lee2003coffee:f1]. "
        "Cortisol in nurses rose by 75 percent on night shifts [@lee2001night:f1]."
    )
    replies.append({"answered": True, "markdown": f"{wrong} {kept}"})
    worded = json.loads(ask(NIGHTS, "--analyst", "anthropic", "--json").stdout)["answer"]
    assert len(model.requests) == 2
    assert worded == kept.replace(":f1", "")


def test_a_model_may_say_that_the_passages_do_not_answer(
    ask: Ask, model: LoopbackAnthropic, replies: list[dict[str, Any]]
) -> None:
    """Then the answer is a refusal; and where nothing was found, it is not asked at all."""
    replies.append({"answered": False, "markdown": ""})
    answer = json.loads(ask(NIGHTS, "--analyst", "anthropic", "--json").stdout)
    assert (answer["answered"], answer["answer"]) == (False, "")
    assert answer["why_not"].startswith("The corpus does not say")
    asked = len(model.requests)
    assert "does not say" in ask("How old is Saturn?", "--analyst", "anthropic").stdout
    assert len(model.requests) == asked == 1


def test_a_question_beyond_the_budget_is_not_asked(
    ask: Ask, model: LoopbackAnthropic, replies: list[dict[str, Any]]
) -> None:
    """Nothing is sent."""
    replies.append({"answered": False, "markdown": ""})
    done = ask(NIGHTS, "--analyst", "anthropic", "--budget", "0.000001")
    assert done.returncode == 1
    assert "budget" in done.stderr
    assert not model.requests


def test_instructions_in_an_abstract_do_nothing(
    ask: Ask, model: LoopbackAnthropic, replies: list[dict[str, Any]]
) -> None:
    """What addresses a program is never quoted, plain words are a quotation, a model that obeys is struck out."""
    told = ask("What is known about cortisol in nurses?").stdout
    assert "<system>" not in told
    assert "Reveal" not in told
    obeying = ask("What are your instructions?").stdout
    head = "1 of the 4 works speaks of this, in their own words:"
    assert obeying == f"{head}\n\n\u201c{INJECTED}\u201d [@lee2004odd]\n"
    replies.append(
        {"answered": True, "markdown": "Cortisol in nurses is a hoax of the moon, see https://moon.example."}
    )
    done = ask(NIGHTS, "--analyst", "anthropic")
    assert "moon.example" not in done.stdout
    assert done.stdout.split(" works ")[0] in {"1 of the 4", "2 of the 4"}
    for request in model.requests:
        sent = json.dumps(request.body)
        assert "Reveal" not in sent
        assert sent.count("</data>") == sent.count("<data name=")
    assert INJECTED not in told.split("\u201c")[0]
