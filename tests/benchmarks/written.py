"""How honest answers and wrong twins fare with the checks of a language model's answers: ``litreview bench written``.

The answers were written by language models that had not seen the checks, to requests that this code sends about
real works (see tests/written/README.md); each twin is one of their statements made wrong on purpose.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import orjson

from storage.core.errors import InputError
from storage.records.writing import Finding, Page, Quote
from tasks.analysts.llm.citations import Source, find_citations
from tasks.analysts.llm.prose import read_prose
from tasks.analysts.llm.quotes import ShownPage
from tasks.analysts.llm.section_checks import Demand, list_sentences, object_to
from tasks.analysts.llm.sections import CITED_SHARE
from tasks.analysts.llm.summary_request import (
    Statement,
    object_to_short,
    object_to_statement,
    object_to_themes,
)
from tests.benchmarks.rows import Row, share
from tests.benchmarks.worlds import DEFAULT_WORLDS
from tests.written.works import choose_abstracts, list_reviewed, read_full_texts

_ANSWERS = Path(__file__).parents[1] / "written" / "answers"
# Of what a finding says only stems are kept, and checks ask for nothing more.
_FINDING = Finding("", "", Quote("", 0, 0, 0, ""))
_NOWHERE = "words that stand on no page at all, as the writer of this quote had them"


def measure_written() -> list[Row]:
    """Return for each field the shares of honest statements and works let through, and of twins caught by kind.

    Raises:
        InputError: the real works are not there.
    """
    if not DEFAULT_WORLDS.is_dir():
        raise InputError(f"the works that were written about are not in {DEFAULT_WORLDS.parent}")
    texts = {
        (work.work_id, full_text): (work.title, pages)
        for full_text, read in ((False, list_reviewed()), (False, choose_abstracts()), (True, read_full_texts()))
        for _, work, pages in read
    }
    summaries = [*_read("summaries")]
    return [
        *_measure_honest([*summaries, *_read("later_summaries")], texts),
        *_measure_twins(summaries, texts),
        *_measure_sections("sections", [*_read("sections")]),
        *_measure_sections("sections, later", [*_read("later_sections")]),
    ]


Texts = Mapping[tuple[str, bool], tuple[str, list[Page]]]


def _measure_honest(summaries: Sequence[Mapping[str, Any]], texts: Texts) -> Iterator[Row]:
    told: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for answer in summaries:
        title, pages = texts[answer["work_id"], answer["full_text"]]
        faults = [_object(answer, place, texts) for place in range(len(answer["statements"]))]
        text = " ".join([title, *(page.text for page in pages)])
        rest = object_to_short(answer["short"], text) if "short" in answer else []
        rest += object_to_themes(answer["themes"]) if "themes" in answer else []
        for field in (answer["field"], "all fields"):
            told[field]["statements"] += len(faults)
            told[field]["statements through"] += sum(not wrong for wrong in faults)
            told[field]["works"] += 1
            told[field]["works through"] += not (any(faults) or rest)
    for field, counts in told.items():
        for what, bound in (("statements", 0.95), ("works", 0.85)):
            yield Row(field, f"honest {what} let through", share(counts[f"{what} through"], counts[what]), bound=bound)


def _measure_twins(summaries: Sequence[Mapping[str, Any]], texts: Texts) -> Iterator[Row]:
    answers = {answer["request"]: answer for answer in summaries}
    caught: defaultdict[str, list[bool]] = defaultdict(list)
    for twin in _read("twins"):
        request, place = twin["id"].split("/")
        caught[twin["twin"]].append(bool(_object(answers[request], int(place), texts, twin["text"])))
    for kind, found in caught.items():
        bound = 0.7 if kind in ("number changed", "another work") else None
        yield Row("wrong twins", f"{kind}: caught by rule", share(sum(found), len(found)), bound=bound)


def _measure_sections(name: str, sections: Sequence[Mapping[str, Any]]) -> Iterator[Row]:
    """Yield how many sections pass as they are, sentences lost otherwise, and how much of them cites."""
    passed, sentences, lost, citing = 0, 0, 0, 0
    for section in sections:
        sources = {
            key: Source(
                dict.fromkeys(told["findings"], _FINDING), _freeze(told["findings"]), frozenset(told["numbers"])
            )
            for key, told in section["sources"].items()
        }
        demand = Demand(
            words=section["words"],
            sources=sources,
            numbers=frozenset(section["numbers"]),
            must_cite=tuple(section["must_cite"]),
            cite_at_least=section["cite_at_least"],
            cited_share=CITED_SHARE,
        )
        wrong = object_to(section["markdown"], demand)
        told = list_sentences(read_prose(section["markdown"]))
        passed += not wrong.listed()
        sentences += len(told)
        lost += len(wrong.sentences)
        citing += sum(bool(find_citations(sentence)) for sentence in told)
    yield Row(name, "honest sections let through", share(passed, len(sections)), bound=1.0)
    yield Row(name, "sentences that would be lost", share(lost, sentences), bound=0.0)
    yield Row(name, "sentences that cite", share(citing, sentences))


def _freeze(findings: Mapping[str, Sequence[str]]) -> dict[str, frozenset[str]]:
    return {ref: frozenset(stems) for ref, stems in findings.items()}


def _object(answer: Mapping[str, Any], place: int, texts: Texts, text: str = "") -> list[str]:
    """Return what the checks have against a statement, or against another text in its place."""
    title, pages = texts[answer["work_id"], answer["full_text"]]
    kept = answer["statements"][place]
    quote = _NOWHERE
    if kept["quote"]:
        number, start, end = kept["quote"]
        quote = pages[number].text[start:end]
    shown = [ShownPage(page, page.text) for page in pages]
    statement = Statement(kind=kept["kind"], text=text or kept["text"], quote=quote, results=[])
    return object_to_statement(statement, shown, title)


def _read(name: str) -> Iterator[dict[str, Any]]:
    yield from map(orjson.loads, (_ANSWERS / f"{name}.jsonl").read_bytes().splitlines())
