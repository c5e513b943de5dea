"""Sentences of a full text that say what it found, how, and what it leaves open: in its abstract and beyond.

In a full text most sentences lean on their neighbours, on figures or on other people's work, so those that do not are
sought in the parts that represent the whole: abstract, conclusion, results, discussion, limitations.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from storage.records.writing import Page
from tasks.analysts.extractive.discourse_cues import is_procedural, needs_context
from tasks.analysts.extractive.no_findings import reports_others
from tasks.analysts.extractive.quote_selection import Quotable, cosine, rank_sentences
from tasks.analysts.extractive.sentences import LONGEST_TEXT, Sentence, split_sentences
from tasks.parsing.running_text import Passage, choose_passages
from tasks.text.words import content_stems

_MOST_READ = 60_000  # characters: a whole article; of a book, the parts that represent it
# What being in a part adds to a sentence's score.
_WORTH = {
    "abstract": 1.0,
    "conclusion": 0.8,
    "limitation": 0.3,
    "future": 0.3,
    "finding": 0.4,
    "discussion": 0.3,
    "method": 0.0,
    "": 0.0,
    "background": -0.8,
}
_SECTIONS = {"discussion": "conclusion", "abstract": ""}
_OTHERS_WORK = re.compile(
    r"\bet al\b|\(\D{0,200}\b(?:1[89]|20)\d\d[a-z]?\b[^()]*\)|\[\d+(?:\s*[,;\u2013-]\s*\d+)*\]"
    r"|\w\((?:1[89]|20)\d\d"
)
_ELSEWHERE = re.compile(
    r"\b(?:fig(?:ure|s)?|tables?|tab|eqs?|equations?|sections?|sect|box|appendix|panel|supplementary|suppl|predictions?"
    r"|hypothes[ie]s)\b\.?\s*\(?[A-Z]?\d"
    r"|\b(?:previous|next|following|above|below|aforementioned|respectively)\b|\u00a7|https?:",
    re.IGNORECASE,
)
_RESTRICTS = re.compile(
    r"\b(?:limitations? (?:of|in|to) (?:this|our|the (?:present|current))|(?:a|another|one|the (?:main|major))"
    r" limitation|limited (?:by|to)|small (?:sample|number)|sample size|cross-sectional|cannot|could not"
    r"|not (?:be )?generali|generali[sz]abil|caution|self-(?:selected|report)|bias(?:ed)?|confound|we did not"
    r"|not representative|underpowered|short follow)",
    re.IGNORECASE,
)
_OPENING, _MOST_OF_OPENING = 0.08, 3
_ALIKE = 0.55


def rank_running_text(title: str, passages: Sequence[Passage]) -> list[Quotable]:
    """Return the sentences of a full text fit to be quoted, best first: those of the parts that represent it.

    At most about 60,000 characters are read. Sentences that point at a figure or a table, or stand among the
    limitations without being one, are left out, and so are results of works cited, which would be quoted at second
    hand; other sentences that cite works rank lower.
    """
    total = sum(passage.end - passage.start for passage in passages)
    sentences: dict[tuple[int, int], tuple[Page, Sentence, Passage]] = {}
    before = 0
    kept = set(choose_passages(passages, _MOST_READ))
    for passage in passages:
        if passage in kept:
            for sentence in split_sentences(passage.text):
                start = passage.start + sentence.start
                section = sentence.section or _SECTIONS.get(passage.part, passage.part)
                place = (before + sentence.start) / total
                moved = Sentence(start, passage.start + sentence.end, sentence.text, section, place)
                sentences[passage.page.page, start] = passage.page, moved, passage
        before += passage.end - passage.start
    ranked = rank_sentences(title, [(page, sentence) for page, sentence, _ in sentences.values()])
    weighed: list[Quotable] = []
    for quotable in ranked:
        passage = sentences[quotable.place][2]
        part = _read_part(quotable, passage)
        text = quotable.sentence.text
        if part and not _ELSEWHERE.search(text) and not any(reports_others(one.text) for one in split_sentences(text)):
            weighed.append(replace(quotable, part=part, score=quotable.score + _weigh(quotable, passage)))
    return sorted(weighed, key=lambda quotable: (-quotable.score, quotable.place))


def pick_sentences(ranked: Sequence[Quotable], limits: Mapping[str, int]) -> dict[str, list[Quotable]]:
    """Return the best sentences by part, up to each part's limit, none that repeats another (cosine of their words).

    At most three findings come from the opening, where the abstract is, to leave room for those of the body.
    """
    chosen: dict[str, list[Quotable]] = {part: [] for part in limits}
    bags: list[Counter[str]] = []
    of_opening = 0
    for quotable in ranked:
        taken = chosen[quotable.part]
        bag = Counter(content_stems(quotable.sentence.text))
        opening = quotable.sentence.place < _OPENING and quotable.part == "finding"
        if len(taken) >= limits[quotable.part] or (opening and of_opening >= _MOST_OF_OPENING):
            continue
        if not any(cosine(bag, other) > _ALIKE for other in bags):
            taken.append(quotable)
            bags.append(bag)
            of_opening += opening
    return chosen


def read_for_themes(passages: Sequence[Passage]) -> str:
    """Return the text that key phrases are taken from: abstract and conclusion, else the beginning."""
    telling = [passage for passage in passages if passage.part in {"abstract", "conclusion"}] or passages
    return "\n".join(passage.text for passage in telling)[:LONGEST_TEXT]


def _read_part(quotable: Quotable, passage: Passage) -> str:
    """Return the part a sentence plays, given its position; empty if it is neither limitation nor result.

    The word "limitation" is a cue in an abstract; in a full text the limits mentioned may be those of other works.
    """
    restricts = bool(_RESTRICTS.search(quotable.sentence.text))
    if passage.part == "limitation" and quotable.part != "future_work":
        return "limitation" if restricts or quotable.part == "limitation" else ""
    return "" if quotable.part == "limitation" and not restricts else quotable.part


def _weigh(quotable: Quotable, passage: Passage) -> float:
    weight = _WORTH[passage.part]
    if _OTHERS_WORK.search(quotable.sentence.text):
        weight -= 2.0
    if passage.part != "abstract" and needs_context(quotable.statement.text):
        weight -= 0.7
    if passage.part != "abstract" and quotable.part == "finding" and is_procedural(quotable.statement.text):
        weight -= 1.0
    return weight
