"""``python -m tests.written.collect FOLDER KIND``: the requests that this code sends about real works.

They are to be answered for a standing set. What sends them is the product itself. A request that has been answered in
the folder gets its answer; of others those of the kind are laid, and all are refused, which a review survives: the
extractive analyst's result stands in. So what follows on an answer (the choice among the parts of a long work) is
collected by calling again once that is answered. In whole reviews (`reviews`) a script answers what nobody has, so that
one run lays requests of every kind: those that rest on answers not given yet rest on the script's.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Any, Literal, TypeAlias

import orjson
import typer
from pydantic import SecretStr

from flows.context.context import ReviewContext
from flows.context.order import ReviewOrder
from flows.discovery import discovery
from flows.human.questions import agree_on_plan
from flows.language_models.budget import Budget
from flows.language_models.gateway import Gateway
from flows.language_models.single_requests import Singles
from flows.opening import open_context
from flows.orchestration.driver import Driver
from flows.orchestration.progress import Progress
from flows.review import work_through
from storage.core.errors import SpendLimitReached, StoppedShort
from storage.core.ledger import Ledger
from storage.records.search import Work
from storage.records.writing import Page, Summary
from tasks.analysts.llm.analyst import AnthropicAnalyst
from tasks.analysts.llm.summary_request import EXTRACTION_DROPPED
from tasks.environment.settings import read_settings
from tasks.language_models.anthropic.messages import LanguageService
from tasks.language_models.table import choose_models
from tests.benchmarks.requests import read_topic
from tests.benchmarks.servers.messages_server import LoopbackAnthropic, serve
from tests.benchmarks.servers.refused import Refused
from tests.benchmarks.servers.scripted import SCRIPTS
from tests.benchmarks.servers.scripted.protocol import REFUSAL, Asked
from tests.benchmarks.worlds import DEFAULT_WORLDS, WORKS
from tests.written.mailbox import Mailbox, MailboxService
from tests.written.works import choose_abstracts, choose_coded, read_full_texts, write_world

Abstract: TypeAlias = tuple[str, Work, list[Page]]
Kind = Literal["summaries", "extractions", "screening", "reviews"]
_KEY = SecretStr("none")
_EACH = {"CriterionList": 1, "QueryList": 1, "RelevanceList": 1, "VerdictList": 1}
# What would be asked of the works there are: a world with a published review has its title as topic.
_PHILOSOPHY = ReviewOrder(
    topic="the extended mind and cognitive offloading",
    questions=("Is a mind extended by the tools that it offloads onto, and what does that do to unaided memory?",),
)
_TESTING = ReviewOrder(
    topic="software testing",
    questions=("How good are the tests that language models write?",),
    grey=True,
)
# What a whole review asks of each kind, in the order asked; a text that is no section is of the frame.
_FORMS = {
    "SemanticClusters": "organizing",
    "MergedList": "organizing",
    "WrittenText": "sections",
    "FactVerdicts": "facts",
}
_ORDER = ("organizing", "sections", "frame", "facts")
_SECTION = "# Task: write the section of one theme\n"
# The reviews: world, tier, and the last kind that is laid of them.
_REVIEWS = (
    ("oud_2018", "quick", "facts"),
    ("van_der_valk_2021", "standard", "frame"),
    ("extended_mind", "standard", "sections"),
    ("ipbes", "standard", "sections"),
    ("oud_2018", "high_quality", "organizing"),
)


@dataclass
class Collector(MailboxService):
    """A mailbox that keeps nobody waiting; after so many requests of a form (`wanted`) its review is out of money."""

    wanted: Mapping[str, int] | None = None
    asked: Counter[str] = field(default_factory=Counter)

    def _reply(self, body: Mapping[str, Any], asked: Asked, *, batch: bool) -> dict[str, Any]:  # noqa: ARG002
        wanted = self.wanted
        if wanted is None or asked.title in wanted:
            with self._lock:
                self.asked[asked.title] += 1
            if wanted and self.asked[asked.title] > wanted[asked.title]:
                raise Refused(402, "enough has been collected")
            place = self.mailbox.lay(body, asked)
            if answer := self.mailbox.read(place):
                return answer
        return {REFUSAL: True}


@dataclass
class ReviewCollector(LoopbackAnthropic):
    """A service that lays requests in a folder for each kind; what nobody has answered there is answered by script.

    What corrects a script's answer is nobody's to write, so it is not laid. After the kind `last` the money is out.
    """

    folder: Path = field(kw_only=True)
    last: str = field(kw_only=True)

    def _reply(self, body: Mapping[str, Any], asked: Asked, *, batch: bool) -> dict[str, Any]:
        kind = _FORMS.get(asked.title)
        if kind == "sections" and _SECTION not in asked.instructions:
            kind = "frame"
        if kind:
            if _ORDER.index(kind) > _ORDER.index(self.last):
                raise Refused(402, "enough has been collected")
            with self._lock:
                if answer := _read_or_lay(Mailbox(self.folder / kind), body, asked):
                    return answer
        return super()._reply(body, asked, batch=batch)


def _read_or_lay(mailbox: Mailbox, body: Mapping[str, Any], asked: Asked) -> dict[str, Any] | None:
    turns = body["messages"]
    for count in range(1, len(turns), 2):
        place = mailbox.find({**body, "messages": turns[:count]}, asked)
        if place is None or mailbox.read(place) is None:
            return None
    return mailbox.read(mailbox.lay(body, asked))


def collect_summaries(folder: Path) -> None:
    """Lay what is asked to summarise the abstracts and full texts, and note in `works.json` whose folder is which."""
    _collect_readings(folder, [*choose_abstracts(), *read_full_texts()])


def collect_extractions(folder: Path) -> None:
    """Lay what is asked about the abstracts for which there is a truth made by hand."""
    _collect_readings(folder, choose_coded())


def _collect_readings(folder: Path, works: Sequence[Abstract]) -> None:
    index: dict[str, dict[str, Any]] = {}
    before = {path.name for path in folder.glob("[0-9]*")}
    for name, work, full_text, _, _ in read_by_mailbox(folder, works):
        new = sorted({path.name for path in folder.glob("[0-9]*")} - before)
        index |= {place: {"field": name, "work_id": work.work_id, "full_text": full_text} for place in new}
        before |= set(new)
    file = folder / "works.json"
    known = orjson.loads(file.read_bytes()) if file.is_file() else {}
    file.write_bytes(orjson.dumps(known | index, option=orjson.OPT_INDENT_2))


def read_by_mailbox(
    folder: Path, works: Iterable[Abstract]
) -> Iterator[tuple[str, Work, bool, Summary, Sequence[str]]]:
    """Yield what the product makes of each work of the answers in a folder, and the data that it dropped, by field.

    What nobody has answered is laid there and refused. (Field, work, whether its full text was read, summary, fields.)
    """
    analyst = AnthropicAnalyst()
    with serve(Collector({}, mailbox=Mailbox(folder))) as service, _open_gateway(service.url) as gateway:
        for name, work, pages in works:
            dialogue = analyst.summarise_work(work, pages)
            ((_, summary),) = gateway.conduct([(work.work_id, dialogue)])
            lost = gateway.ledger.select(
                "SELECT message FROM problem WHERE kind = $kind AND work_id = $work",
                kind=EXTRACTION_DROPPED,
                work=work.work_id,
            )
            fields = [field for message in lost["message"] for field in message.partition(": ")[2].split(", ")]
            yield name, work, len(pages) > 1, summary, fields


@contextmanager
def _open_gateway(url: str) -> Iterator[Gateway]:
    with TemporaryDirectory(prefix="litreview-written-") as folder, Ledger(Path(folder) / "review") as ledger:
        progress, budget, driver = Progress(quiet=True), Budget(ledger, None), Driver()
        singles = Singles(ledger, driver, budget, LanguageService(url, _KEY), at_once=1)
        yield Gateway(ledger, progress, budget, choose_models({}), singles)


def collect_screening(folder: Path) -> None:
    """Lay what is asked first of four reviews, each of a collection of its own: the queries and a batch to judge."""
    with TemporaryDirectory(prefix="litreview-written-") as made:
        places = {}
        for name, field_of in (("extended_mind", "philosophy"), ("arxiv_testing", "computer science")):
            places[name] = Path(made) / name
            places[name].mkdir()
            write_world(field_of, places[name])
        for world in (DEFAULT_WORLDS / "chou_2004", DEFAULT_WORLDS / "ipbes"):
            _begin_review(folder, world, ReviewOrder(topic=read_topic(world)))
        _begin_review(folder, places["extended_mind"], _PHILOSOPHY)
        _begin_review(folder, places["arxiv_testing"], _TESTING)


def _begin_review(folder: Path, world: Path, asked: ReviewOrder) -> None:
    with (
        serve(Collector({}, mailbox=Mailbox(folder), wanted=_EACH)) as service,
        _open_review(service.url, world, asked.model_copy(update={"quality": "quick"})) as review,
    ):
        review.driver.enter(discovery, agree_on_plan(review))


@contextmanager
def _open_review(url: str, world: Path, asked: ReviewOrder) -> Iterator[ReviewContext]:
    """Yield a review of a world that asks the service at an address; that it is out of money ends the block."""
    settings = read_settings().model_copy(
        update={"anthropic_base_url": url, "anthropic_api_key": _KEY, "open_library_url": ""}
    )
    given = {"name": world.name.replace("_", "-"), "catalogue": str(world / WORKS), "analyst": "anthropic"}
    with TemporaryDirectory(prefix="litreview-written-") as reviews:
        order = asked.model_copy(update=given | {"batch": False, "reviews": reviews})
        with (
            open_context(order, settings, Progress(quiet=True)) as review,
            suppress(SpendLimitReached, StoppedShort),
        ):
            yield review


def collect_reviews(folder: Path, only: str = "") -> None:
    """Lay what whole reviews ask to organize, to write and to check, in a folder for each kind, or one review alone."""
    for name, quality, last in _REVIEWS:
        if only not in ("", f"{name}-{quality}"):
            continue
        with TemporaryDirectory(prefix="litreview-written-") as made:
            world, asked = DEFAULT_WORLDS / name, _PHILOSOPHY
            if name == "extended_mind":
                world = Path(made) / name
                world.mkdir()
                write_world("philosophy", world)
            else:
                asked = ReviewOrder(topic=read_topic(world))
            order = asked.model_copy(update={"quality": quality, "supervision": ("facts",)})
            with (
                serve(ReviewCollector(SCRIPTS, folder=folder, last=last)) as service,
                _open_review(service.url, world, order) as review,
            ):
                work_through(review)


def main(
    folder: Annotated[Path, typer.Argument(help="Where the requests are laid.")],
    kind: Annotated[Kind, typer.Argument(help="Which requests.")],
    only: Annotated[str, typer.Option(help="Of `reviews`, one alone, as oud_2018-quick.")] = "",
) -> None:
    """Collect the requests of a kind from the real data in ../shared/data."""
    if kind == "reviews":
        collect_reviews(folder, only)
    else:
        {"summaries": collect_summaries, "extractions": collect_extractions, "screening": collect_screening}[kind](
            folder
        )
    forms = Counter(path.name.split("-", 1)[1].rpartition("-")[0] for path in folder.rglob("[0-9]*-*"))
    for form, count in sorted(forms.items()):
        typer.echo(f"{count:4} {form}")


if __name__ == "__main__":
    typer.run(main)
