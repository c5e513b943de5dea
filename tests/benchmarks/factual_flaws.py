"""Flaws of fact planted in a clean review: false numbers, swapped citations, duplicated paragraphs.

Each is planted in a paragraph of its own, in the order of the review, theme after theme in turn; the same sections give
the same flaws.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice, zip_longest
from typing import TypeVar

from storage.core.errors import InputError
from storage.records.writing import Claim
from tasks.citations.sentences import find_citing_sentences
from tasks.revision.fact_rules import CitedTexts, read_sentence
from tasks.revision.paragraphs import StandingSection, join_section, number_paragraphs, split_section
from tasks.text.quantities import find_missing
from tests.benchmarks.structural_flaws import PlantedFlaw

Planted = TypeVar("Planted")

_FIGURE = re.compile(r"(?<![\w.(@-])\d+(?:,\d{3})*(?:\.\d+)?(?![\w-]|\.\d)")
_CITATION = re.compile(r"\[@[^\]]*\]|\(\d{4}\)")
# A false number is the true one so many times over, and no number that a cited work states.
_FACTORS = (3, 7, 11, 13)


@dataclass(frozen=True, slots=True)
class FactualFlaw:
    """One flaw: its kind, the section and the place of its paragraph there, the sentence as it was and as it is."""

    kind: str
    section_id: str
    place: int
    clean: str
    planted: str


@dataclass(frozen=True, slots=True)
class _Spot:
    """A citing sentence and the paragraph it stands in."""

    section_id: str
    place: int
    sentence: str
    citekeys: tuple[str, ...]


def plant_factual_flaws(
    sections: Sequence[StandingSection], known: CitedTexts, each: int
) -> tuple[tuple[StandingSection, ...], tuple[FactualFlaw, ...]]:
    """Return the sections with `each` false numbers and swapped citations, and the flaws.

    Raises:
        InputError: the review has too few sentences for so many flaws.
    """
    used: set[tuple[str, int]] = set()
    numbers = _take(_falsify(sections, known, used), each, "false number")
    pairs = _take(_swap(sections, used), each // 2, "swapped citation")
    flaws = (*numbers, *(flaw for pair in pairs for flaw in pair))
    return tuple(_put_in(section, flaws, known) for section in sections), flaws


def plant_duplicates(
    sections: Sequence[StandingSection], each: int
) -> tuple[tuple[StandingSection, ...], tuple[PlantedFlaw, ...]]:
    """Return the sections with `each` paragraphs standing a second time at the end of their section, and the flaws.

    Raises:
        InputError: the review has too few paragraphs for so many flaws.
    """
    used: set[tuple[str, int]] = set()
    spots = _take(_list_free(sections, used, lambda spot: bool(spot.citekeys)), each, "duplicated paragraph")
    headings = {section.section_id: section.heading for section in sections}
    blocks = {section.section_id: list(split_section(section.markdown)[1]) for section in sections}
    flaws = []
    for spot in spots:
        text = blocks[spot.section_id][spot.place]
        places = ((spot.section_id, spot.place), (spot.section_id, len(blocks[spot.section_id])))
        blocks[spot.section_id].append(text)
        heading = headings[spot.section_id]
        flaws.append(PlantedFlaw("redundant_paragraphs", places, (heading, heading), (text, text), ((text,), ())))
    made = []
    for section in sections:
        before, _, after = split_section(section.markdown)
        made.append(replace(section, markdown=join_section(before, blocks[section.section_id], after)))
    return tuple(made), tuple(flaws)


def _falsify(
    sections: Sequence[StandingSection], known: CitedTexts, used: set[tuple[str, int]]
) -> Iterator[FactualFlaw]:
    for spot in _list_free(sections, used, lambda spot: bool(_find_figure(spot.sentence))):
        figure = _find_figure(spot.sentence)
        if figure is None:
            continue
        stated = [quantity for key in spot.citekeys for quantity in known.texts[key].quantities]
        for factor in _FACTORS:
            digits = figure.group().replace(",", "")
            decimals = len(digits.partition(".")[2])
            false = f"{float(digits) * factor + 1:.{decimals}f}"
            planted = spot.sentence[: figure.start()] + false + spot.sentence[figure.end() :]
            if find_missing(read_sentence(planted), stated, [len(spot.citekeys)]):
                yield FactualFlaw("false number", spot.section_id, spot.place, spot.sentence, planted)
                break


def _swap(sections: Sequence[StandingSection], used: set[tuple[str, int]]) -> Iterator[tuple[FactualFlaw, FactualFlaw]]:
    waiting: _Spot | None = None
    for spot in _list_free(sections, used, lambda spot: len(spot.citekeys) == 1):
        if waiting is None or waiting.citekeys == spot.citekeys:
            waiting = waiting or spot
            continue
        yield _cite_wrong(waiting, spot.citekeys[0]), _cite_wrong(spot, waiting.citekeys[0])
        waiting = None


def _cite_wrong(spot: _Spot, citekey: str) -> FactualFlaw:
    planted = spot.sentence.replace(f"@{spot.citekeys[0]}", f"@{citekey}")
    return FactualFlaw("swapped citation", spot.section_id, spot.place, spot.sentence, planted)


def _find_figure(sentence: str) -> re.Match[str] | None:
    return _FIGURE.search(_CITATION.sub(lambda match: "_" * len(match.group()), sentence))


def _list_free(
    sections: Sequence[StandingSection], used: set[tuple[str, int]], is_fit: Callable[[_Spot], bool]
) -> Iterator[_Spot]:
    """Yield the first fit sentence of every paragraph not used yet, section by section in turn; each is then used."""
    rows = []
    for section in sections:
        paragraphs = [one for one in number_paragraphs([section]) if one.kind == "text"]
        rows.append([(one, find_citing_sentences(one.markdown)) for one in paragraphs])
    for column in zip_longest(*rows):
        for entry in filter(None, column):
            paragraph, sentences = entry
            spots = (_Spot(paragraph.section_id, paragraph.place, text, keys) for text, keys in sentences)
            fit = next((spot for spot in spots if is_fit(spot)), None)
            if fit and (fit.section_id, fit.place) not in used:
                used.add((fit.section_id, fit.place))
                yield fit


def _take(flaws: Iterator[Planted], count: int, kind: str) -> list[Planted]:
    taken = list(islice(flaws, count))
    if len(taken) < count:
        raise InputError(f"the review is too short to plant {count} flaws of the kind '{kind}' in it")
    return taken


def _put_in(section: StandingSection, flaws: Sequence[FactualFlaw], known: CitedTexts) -> StandingSection:
    """Return the section with its flaws, each with claims that hold by rule: on a finding of the work it cites."""
    before, blocks, after = split_section(section.markdown)
    claims = list(section.claims)
    for flaw in flaws:
        if flaw.section_id != section.section_id:
            continue
        blocks[flaw.place] = blocks[flaw.place].replace(flaw.clean, flaw.planted, 1)
        told = [claim for claim in claims if claim.sentence == flaw.clean]
        claims = [claim for claim in claims if claim.sentence != flaw.clean]
        if flaw.kind == "false number":
            claims += [replace(claim, sentence=flaw.planted) for claim in told]
        else:
            key = find_citing_sentences(flaw.planted)[0][1][0]
            claims.append(Claim(flaw.planted, key, known.works[key].summary.findings[0].finding_id))
    return replace(section, markdown=join_section(before, blocks, after), claims=tuple(dict.fromkeys(claims)))
