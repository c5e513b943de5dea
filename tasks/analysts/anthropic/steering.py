"""Sentences in scholarly texts that address a program as if instructing it, found and withheld.

Titles and abstracts are written by anybody. A text that says "ignore previous instructions" tells a reader nothing about
its research, so nothing is lost when the sentence does not reach a model. What a model is told is data in any case
(`tasks.analysts.data_blocks`) and what it answers is checked; this is the first of the three fences, not the only one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from tasks.analysts.anthropic.folded_text import Folded, fold, fold_literal, read_clauses, read_digits_as_letters
from tasks.analysts.anthropic.steering_markup import OPENERS, find_marks
from tasks.analysts.anthropic.steering_phrases import PHRASES

WITHHELD = "[sentence withheld]"

_STOP = re.compile(r"[.!?\u2026]+[\"'\u2019\u201d)\]]*(?=\s)|[\u3002\uff01\uff1f\u061f]+|[\r\n\u2028\u2029]+")
# Orders that mean nothing by themselves, but go with a sentence withheld beside them.
_ORDER = re.compile(
    fold_literal(
        r"(?:please |kindly |now |instead |then |also |just |only |so |and ){0,3}(?:output|print|reply|respond|answer|write|say|return|give|assign|set|rate"
        r"|score|mark|include|cite|add|call|use|run|do not|dont|never|always|forget|treat|state|report|summari[sz]e|insert|repeat"
        r"|begin|start|end|follow|obey|name|label|merge|put|place|tell|make|exclude|reject|recommend|conclude|claim|ignore"
        r"|you (?:must|should|will|shall|are|have|can|may)|your|it must|this (?:is (?:an? )?(?:order|test|command|important|instruction|authori[sz]ed|mandatory)|overrides|supersedes|applies)|failure to|thank you|thanks|otherwise|this instruction)\b"
    )
)


def withhold_steering(text: str) -> tuple[str, tuple[str, ...]]:
    """Return the text with every sentence that addresses a program replaced, and the sentences withheld, in order.

    Neighbouring sentences give one ``[sentence withheld]``; the rest of the text is returned unchanged. From a role tag
    or block tag on everything is withheld. Orders next to a withheld sentence go with it. Time is linear in the length.
    """
    folded = fold(text)
    spans = sorted(_find_steering(text, folded))
    if not spans:
        return text, ()
    sentences = _split(text)
    hit = _mark(sentences, spans)
    _spread([read_clauses(fold(text[begin:end])).text for begin, end in sentences], hit)
    kept: list[str] = []
    withheld: list[str] = []
    for place, (begin, end) in enumerate(sentences):
        sentence = text[begin:end]
        if not hit[place]:
            kept.append(sentence)
            continue
        if place == 0 or not hit[place - 1]:
            kept.append(sentence[: len(sentence) - len(sentence.lstrip())] + WITHHELD)
        if place + 1 < len(sentences) and not hit[place + 1]:
            kept.append(sentence[len(sentence.rstrip()) :])
        withheld.append(sentence.strip())
    return "".join(kept), tuple(sentence for sentence in withheld if sentence)


def _find_steering(text: str, folded: Folded) -> Iterator[tuple[int, int]]:
    opener = OPENERS.search(folded.text)
    if opener:
        yield folded.origin(opener.start(), opener.end())[0], len(text)
    yield from find_marks(text, folded)
    clauses = read_clauses(folded)
    views = [clauses]
    if (letters := read_digits_as_letters(clauses)).text != clauses.text:
        views.append(letters)
    for view in views:
        for phrase in PHRASES:
            yield from (view.origin(*match.span()) for match in phrase.finditer(view.text))


def _split(text: str) -> list[tuple[int, int]]:
    """Return the sentences, roughly: each stretch ends with the white space after its stop."""
    sentences: list[tuple[int, int]] = []
    begin = 0
    for stop in _STOP.finditer(text):
        end = stop.end()
        while end < len(text) and text[end].isspace():
            end += 1
        if end > begin:
            sentences.append((begin, end))
            begin = end
    return sentences if begin == len(text) else [*sentences, (begin, len(text))]


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
