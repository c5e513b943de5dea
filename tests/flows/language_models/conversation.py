"""Dialogues about words, a gateway that conducts them, and what they may cost."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, SecretStr

from flows.language_models.batches import Batches
from flows.language_models.budget import Budget
from flows.language_models.gateway import Gateway
from flows.language_models.single_requests import Singles
from flows.orchestration.driver import Driver
from flows.orchestration.progress import Progress
from storage.core.ledger import Ledger
from tasks.language_models.anthropic.messages import LanguageService
from tasks.language_models.data_blocks import write_block
from tasks.language_models.dialogue import Dialogue, Question, ask
from tasks.language_models.requests import Request
from tasks.language_models.table import choose_models
from tests.benchmarks.servers.messages_server import LoopbackAnthropic
from tests.benchmarks.servers.scripted.protocol import Asked

LONG = "Echo the word. " * 400


class Echo(BaseModel):
    """A word."""

    word: str


def echo(asked: Asked) -> dict[str, Any]:
    """Return the word asked about."""
    return {"word": asked.blocks["word"]}


def word_question(word: str, instructions: str = "Echo the word.") -> Question:
    return Question(
        step="echo",
        phase="testing",
        tier="opus",
        mender="opus",
        effort="low",
        instructions=instructions,
        prompt_sha256="0" * 64,
        data=write_block("word", word),
        answer=Echo,
        answer_tokens=100,
        label=f"echo {word}",
    )


def say(word: str, instructions: str = "Echo the word.") -> Dialogue[str | None]:
    reply = yield from ask(word_question(word, instructions), Echo, lambda _: [])
    return reply.word if reply else None


def word_question_usd() -> float:
    """Return the most that asking about a word can cost."""
    return Request(word_question("word"), choose_models({})["opus"]).most_usd(batch=False)


def open_gateway(
    server: LoopbackAnthropic, ledger: Ledger, *, limit: float | None = None, batch: bool = False
) -> Gateway:
    service = LanguageService(server.url, SecretStr("key"))
    progress, budget, driver = Progress(quiet=True), Budget(ledger, limit), Driver()
    batches = Batches(ledger, driver, progress, budget, service) if batch else None
    return Gateway(ledger, progress, budget, choose_models({}), Singles(ledger, driver, budget, service), batches)


def conduct(gateway: Gateway, words: list[str], instructions: str = "Echo the word.") -> dict[str, Any]:
    return dict(gateway.conduct((word, say(word, instructions)) for word in words))


def words(count: int) -> list[str]:
    return [f"word{number}" for number in range(count)]


def sent(server: LoopbackAnthropic, path: str = "/v1/messages") -> int:
    return sum(request.method == "POST" and request.path == path for request in server.requests)
