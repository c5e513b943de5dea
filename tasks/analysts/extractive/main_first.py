"""The order in which the results of a work are told: its main result first, then what qualifies it, then the others."""

# ruff: noqa: E501 -- a family of cues reads best on one line, as in a table

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from storage.records.writing import ReadWork
from tasks.analysts.extractive.claims import LAST, rank_telling
from tasks.analysts.extractive.discourse_cues import describes_conduct
from tasks.analysts.extractive.main_results import MAIN, Aims, rank_caveat, read_aims, weigh_result
from tasks.analysts.extractive.quote_selection import Quotable
from tasks.analysts.extractive.sentences import split_sentences
from tasks.evidence.effects import states_effect
from tasks.text.words import content_stems

_MOST_WORDS = 80
_FIGURE = re.compile(r"(?<![\w(\[\u2019'.-])(?!(?:1[89]|20)\d\d\b)\d[\d.,]*(?![\w)\]])|\d ?%|\b[pP] ?[<=>]")
# What only may be, said of the subject of a sentence and not behind what came out.
_HOPED = re.compile(r"^[^,;]{0,110}?\b(?:may|might|could)\b(?! not)", re.IGNORECASE)
# When, where and by whom works were published tells of a literature, not of its matter.
_OF_LITERATURE = re.compile(
    r"\bpublication (?:trends?|output|activity)\b|\b(?:articles|papers|publications|contributions|studies)\b[^.;]{0,40}\b(?:peaked|(?:was|were) published (?:in|between|after|since)|appear(?:ed|ing) in the)\b|\bmost (?:productive|prolific|cited) (?:authors?|countr\w+|journals?|articles?)\b",
    re.IGNORECASE,
)


def put_main_first(aims: Aims, ranked: Sequence[Quotable]) -> list[Quotable]:
    """Return quotable sentences with main results first, and last what is only hoped, counts a literature or only qualifies pooled studies.

    Of several pooled effects that which the work itself tells first leads; of other results of an abstract that which
    tells most of what the work holds (`claims`), then the best sentence.
    """
    measures = any(map(_measures, ranked))

    def weigh(one: Quotable) -> tuple[float, int, tuple[int, int]]:
        if one.part != "finding":
            return 0, 0, (0, 0)
        weight = weigh_result(aims, one.sentence.text)
        if weight <= 0:
            hoped = 0.5 * bool(_HOPED.search(one.statement.text) or _OF_LITERATURE.search(one.statement.text))
            members = [each.text for each in split_sentences(one.sentence.text)]
            told = 0 if one.page.page else min(rank_telling(each, one.sentence.section) for each in members)
            return -weight or hoped, told if told == LAST or not measures else 0, (0, 0)
        return -weight, 0, one.place if aims.pools else (0, 0)

    return sorted(ranked, key=weigh)


def _measures(one: Quotable) -> bool:
    """Return whether a sentence says who was studied how, or gives what came out, in figures or under that heading."""
    text = one.sentence.text
    if one.sentence.section == "finding":
        return True
    return describes_conduct(text) if one.part == "method" else one.part == "finding" and bool(_FIGURE.search(text))


def find_caveats(aims: Aims, ranked: Sequence[Quotable]) -> list[Quotable]:
    """Return the sentence that says most plainly how far pooled studies can be trusted; none without such studies."""
    weighed = [(rank_caveat(one.sentence.text), one) for one in ranked if aims.pools and one.part == "finding"]
    stated = [(rank, one) for rank, one in weighed if rank is not None]
    return [one for _, one in sorted(stated, key=lambda pair: pair[0])[:1]]


def read_aims_of(work: ReadWork) -> Aims:
    """Return what a work that was read set out to tell first."""
    return _read_aims(work.work.title, work.work.abstract or work.summary.methodology)


def is_main_effect(work: ReadWork, sentence: str) -> bool:
    """Return whether a sentence has the main effect of a work, in figures that are few enough to be told with it.

    Without its interval a reader could not see whether it is one.
    """
    short = len(sentence.split()) <= _MOST_WORDS
    return short and states_effect(sentence) and weigh_result(read_aims_of(work), sentence) >= MAIN


# Groups that go without a name, and a change that nothing is said to have made.
_GROUPS = re.compile(
    r"\b(?:(?:between|across|among) (?:the )?|in (?:the )?(?=two|three|four|both|all)|of the (?=(?:two|three|treatment|study) ))(?:(?:two|three|four|both|all|study|treatment|experimental|comparison) ){0,2}(?:groups|(?<=(?:study|.both|..two) )arms|(?<=treatment )arms|conditions|treatments)\b(?! (?:of|with|who|that|which|receiving|treated|for)\b)"
    r"|\b(?:two|three|both|study|treatment) (?:groups|arms|conditions|treatments) (?:did not|were|showed|had|improved|differed)\b",
    re.IGNORECASE,
)
_SIDES = re.compile(r"\b(?:vs|versus|than|compared (?:with|to)|and (?:placebo|controls?))\b|\(", re.IGNORECASE)
_CHANGED = re.compile(
    r"^(?:(?:no|an?|statistically|clinically|highly|significant(?:ly)?|large|small|moderate|marked|substantial|overall|further|greater) )*(?:improvements?|reductions?|decreases?|increases?|changes?|differences?|benefits?|gains?|effects?)\b[^,;]*? (?:was|were) (?:\w+ly )?(?:found|observed|seen|noted|reported|made|achieved|detected|evident|maintained)\b",
    re.IGNORECASE,
)


def needs_title(work: ReadWork, sentence: str) -> bool:
    """Return whether a result says nothing of what its work is on: "The primary outcome did not differ".

    So do groups without a name, whatever the outcome, and changes that nothing in the sentence has made.
    """
    if _GROUPS.search(sentence) and not _SIDES.search(sentence):
        return True
    told = bool(_CHANGED.search(sentence)) or weigh_result(read_aims_of(work), sentence) >= MAIN
    return told and not set(content_stems(sentence)) & set(content_stems(work.work.title))


_read_aims = lru_cache(maxsize=4_096)(read_aims)
