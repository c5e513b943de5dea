"""The citations of a review held against what the works say: titles, abstracts and the words quoted from them."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from tasks.citations.evidence import CitedWork
from tasks.citations.sentences import find_citing_sentences, read_plain
from tasks.provenance.verdicts import Finding
from tasks.text.cleaning import unescape_markdown
from tasks.verification.support.asking import AskModel
from tasks.verification.support.judging import judge_support, weigh_terms

# A sentence that cites more works says little about each.
_MOST_CITED = 2
_NAME = r"[^\W\d_a-z][\w\u2019'-]*"
_AUTHORS = re.compile(rf"{_NAME}(?:\s+(?:and|&)\s+{_NAME})?(?:\s+et al\.?)?,?\s+\((?:\d{{4}}[a-z]?|n\.d\.)\)")
_HEADING = re.compile(r"^#+[ \t]+(.+?)[ \t]*$", re.MULTILINE)
# How much later a work appeared than the one mentioned before it.
_LATER = re.compile(r"\A\w+ years? later, ")
_LEAST_PASSAGES = 2  # of a work with a title only nothing can be told


@dataclass(frozen=True, slots=True)
class Doubt:
    """A sentence that what it cites seems not to support, as plain text, its citekeys, and why in one sentence."""

    sentence: str
    citekeys: tuple[str, ...]
    reason: str
    line: int


def find_doubtful_citations(
    markdown: str, works: Mapping[str, CitedWork], own_words: Collection[str] = (), ask: AskModel | None = None
) -> list[Doubt]:
    """Return the sentences of a text that the one or two works cited seem not to support, in order.

    Headings, and `own_words` such as labels of themes, may be named without a source. Works of which only the title
    is known are not judged. With `ask` a language model is asked about each sentence as well.
    """
    told = {key: work for key, work in works.items() if len(work.passages) >= _LEAST_PASSAGES}
    weights = weigh_terms(". ".join(work.passages) for work in told.values())
    labels = sorted({*own_words, *_HEADING.findall(markdown)}, key=lambda label: -len(label))
    found: list[Doubt] = []
    place = 0
    for sentence, citekeys in find_citing_sentences(markdown):
        place = max(place, markdown.find(sentence, place))
        if len(citekeys) > _MOST_CITED or not set(citekeys) <= told.keys():
            continue
        plain = unescape_markdown(read_plain(sentence))
        text = _LATER.sub("", _AUTHORS.sub(" ", plain))
        for label in labels:
            text = text.replace(label, " ")
        cited = [told[key] for key in citekeys]
        beside = " ".join(f"{work.surname} {work.year or ''}" for work in cited)
        support = judge_support(text, [passage for work in cited for passage in work.passages], weights, beside, ask)
        if support.is_doubtful:
            found.append(Doubt(plain, citekeys, support.reason, markdown.count("\n", 0, place) + 1))
    return found


def check_support(markdown: str, works: Sequence[CitedWork]) -> list[Finding]:
    """Return as warnings the sentences that the works they cite seem not to support."""
    return [
        Finding(
            "warning",
            "review",
            doubt.line,
            doubt.citekeys[0],
            "citation",
            "unsupported",
            f"{doubt.reason}: {doubt.sentence}",
            "read the work; its abstract may leave out what its text says",
        )
        for doubt in find_doubtful_citations(markdown, {work.citekey: work for work in works})
    ]
