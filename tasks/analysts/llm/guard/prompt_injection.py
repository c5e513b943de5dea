"""Sentences in scholarly texts that address a program as if instructing it, found and withheld.

Titles and abstracts are written by anybody. A text that says "ignore previous instructions" tells a reader nothing
about its research, so nothing is lost when the sentence does not reach a model. What a model is told is data in any
case (`tasks.language_models.data_blocks`) and what it answers is checked; this is one of three fences, not the only
one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from tasks.analysts.llm.guard.folding import Folded, fold, read_clauses, read_digits_as_letters, read_unspaced
from tasks.analysts.llm.guard.markup import OPENERS, find_marks
from tasks.analysts.llm.guard.phrases import PHRASES
from tasks.analysts.llm.guard.tasks import ORDERS

WITHHELD = "[sentence withheld]"

_STOP = re.compile(r"[.!?\u2026]+[\"'\u2019\u201d)\]]*(?=\s)|[\u3002\uff01\uff1f\u061f]+|[\r\n\u2028\u2029]+")
# An order's beginning as letters alone, and the same with its words whole, which is for the other rules to judge.
_UNSPACED = re.compile(
    r"(?:ignore|disregard|forget|override)(?:all|any|the|these|your|my|of){0,4}(?:previous|above|prior|earlier|preceding)"
    r"(?:instruction|rule|prompt|direction|criteria|order|command)s?"
)
_SPACED = re.compile(r"\b(?:ignore|disregard|forget|override)\b.*\b(?:previous|above|prior|earlier|preceding)\b")
# Orders that mean nothing by themselves, but go with a sentence withheld beside them.
_ORDER = re.compile(
    r"(?:please |kindly |now |instead |then |also |just |only |so |and ){0,3}(?:output|print|reply|respond|answer"
    r"|write|say"
    r"|return|give|assign|set|rate|score|mark|include|cite|add|call|use|run|do not|dont|never|always|forget|treat|state"
    r"|report|summari[sz]e|insert|repeat|begin|start|end|follow|obey|name|label|merge|put|place|tell|make|exclude"
    r"|reject"
    r"|recommend|conclude|claim|ignore|praise|all|you (?:must|should|will|shall|are|have|can|may)|your|it must|failure"
    r" to"
    r"|thank you|thanks|otherwise|this instruction|this (?:overrides|supersedes|applies)|human|user|assistant"
    r"|this is (?:an? )?(?:order|test|command|important|instruction|authori[sz]ed|mandatory))\b"
)


def withhold_steering(text: str) -> tuple[str, tuple[str, ...]]:
    """Return the text with every sentence that addresses a program replaced, and the sentences withheld, in order.

    Neighbouring sentences give one ``[sentence withheld].``; the rest of the text is returned unchanged. From a role
    tag or block tag on everything is withheld. Orders next to a withheld sentence go with it. Time is linear in the
    length.
    """
    kept: list[str] = []
    withheld: list[str] = []
    done = 0
    for begin, end in find_steering(text):
        between = text[done:begin]
        if between.strip() or not withheld:
            kept += [between, f"{WITHHELD}."]
        withheld.append(text[begin:end])
        done = end
    return "".join([*kept, text[done:]]), tuple(withheld)


def find_steering(text: str) -> list[tuple[int, int]]:
    """Return the places, in order, of the sentences of a text that address a program."""
    spans = sorted(_trim(text, span) for span in _find_spans(text, fold(text)))
    if not spans:
        return []
    sentences = split_roughly(text)
    hit = _mark(sentences, spans)
    _spread([read_clauses(fold(text[begin:end])).text for begin, end in sentences], hit)
    return [sentence for sentence, is_hit in zip(sentences, hit, strict=True) if is_hit]


def split_roughly(text: str) -> list[tuple[int, int]]:
    """Return the places of the sentences, without the white space around them; abbreviations end one, too."""
    places = []
    begin = 0
    for end in [*(stop.end() for stop in _STOP.finditer(text)), len(text)]:
        sentence = text[begin:end]
        if stripped := sentence.strip():
            start = begin + len(sentence) - len(sentence.lstrip())
            places.append((start, start + len(stripped)))
        begin = end
    return places


def _find_spans(text: str, folded: Folded) -> Iterator[tuple[int, int]]:
    opener = OPENERS.search(folded.text)
    if opener:
        yield folded.origin(opener.start(), opener.end())[0], len(text)
    yield from find_marks(text, folded)
    yield from (folded.origin(*order.span()) for order in ORDERS.finditer(folded.text))
    unspaced = read_unspaced(folded)
    for match in _UNSPACED.finditer(unspaced.text):
        begin, end = unspaced.origin(*match.span())
        if not _SPACED.search(fold(text[begin:end]).text):
            yield begin, end
    clauses = read_clauses(folded)
    views = [clauses]
    if (letters := read_digits_as_letters(clauses)).text != clauses.text:
        views.append(letters)
    for view in views:
        for phrase in PHRASES:
            yield from (view.origin(*match.span()) for match in phrase.finditer(view.text))


def _trim(text: str, span: tuple[int, int]) -> tuple[int, int]:
    """Return the span from its first letter or digit on: what ends the sentence before is not part of an order."""
    begin, end = span
    return next((place for place in range(begin, end) if text[place].isalnum()), begin), end


def _mark(sentences: list[tuple[int, int]], spans: list[tuple[int, int]]) -> list[bool]:
    """Return for each sentence whether one of the spans, sorted by beginning, reaches into it."""
    hit = [False] * len(sentences)
    following, reach = 0, 0
    for place, (begin, end) in enumerate(sentences):
        while following < len(spans) and spans[following][0] < end:
            reach = max(reach, spans[following][1])
            following += 1
        hit[place] = reach > begin
    return hit


def _spread(clauses: list[str], hit: list[bool]) -> None:
    """Mark the orders that follow or precede a marked sentence without a break."""
    places = range(len(hit))
    for order, step in ((places, 1), (reversed(places), -1)):
        for place in order:
            beside = place - step
            if not hit[place] and 0 <= beside < len(hit) and hit[beside]:
                hit[place] = _ORDER.match(clauses[place].lstrip(". ")) is not None
