"""What analysts extract from abstracts beside a truth coded by hand: ``litreview bench extract``.

People who had seen no code coded 62 abstracts of four fields and 40 that print intervals (`truth/README.md`). Rules
were first tuned on the odd numbers of the 62 alone; those on the study itself have been tuned on all since. Each
result of a finding is held against the results coded for the sentences that the finding's words come from: where it
names its outcome, against those of that outcome, as a sentence may have a result for each of many. An outcome or an
exposure, a population, a setting or a follow-up is right where it shares half of the stems of the shorter text with
what was coded, a follow-up only with a number of it where both have one.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson

from storage.core.errors import InputError
from storage.records.writing import Summary
from tasks.analysts.extractive.summary import summarise_work
from tasks.text.numbers import find_numbers, find_spelled_numbers
from tasks.text.words import find_stems
from tests.benchmarks.rows import Row, share
from tests.benchmarks.worlds import DEFAULT_WORLDS
from tests.written.works import choose_coded, find_works

_TRUTH = Path(__file__).parent / "truth" / "extraction.jsonl"
_LATER = Path(__file__).parent / "truth" / "later_extraction.jsonl"
_ANSWERS = Path(__file__).parents[1] / "written" / "answers" / "extractions.jsonl"
_STUDY = ("design", "n")
# Fields of a result that count as one: an interval without its effect is none.
_RESULT = {"direction": ("direction",), "effect with interval": ("effect", "ci_low", "ci_high"), "p": ("p",)}
# Fields of the study that are words of the text or the coder's own.
_WORDS = ("population", "setting", "follow_up")
_PRECISION, _PRECISION_OF_PEOPLE = 0.95, 0.90
_F1 = {"design": 0.90, "n": 0.90, "direction": 0.80, "effect with interval": 0.85}
_HALF = 0.5
_FIRST = 62  # items; those of later numbers were chosen because they print intervals

Fields = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Extracted:
    """What is stated of a work and of its results, each of these with its place in the abstract."""

    study: Fields
    results: Sequence[tuple[int, int, Fields]]


def measure_extraction() -> list[Row]:
    """Return precision, recall and F1 of each field, by rule and of a language model's answers where these are kept.

    Raises:
        InputError: the real works are not there.
    """
    if not DEFAULT_WORLDS.is_dir():
        raise InputError(f"the works that were coded are not in {DEFAULT_WORLDS.parent}")
    pages = {work.work_id: (work, pages) for _, work, pages in choose_coded()}
    truth = [
        _spell_out(item, pages[item["work_id"]][1][0].text)
        for item in map(orjson.loads, _TRUTH.read_bytes().splitlines())
    ]
    by_rule = {each["work_id"]: read_summary(summarise_work(*pages[each["work_id"]])) for each in truth}
    rows = [*_measure("by rule", truth, by_rule, {}), *_measure_later()]
    if _ANSWERS.is_file():
        kept = map(orjson.loads, _ANSWERS.read_bytes().splitlines())
        answered = {each["work_id"]: read_answer(each) for each in kept}
        rows += _measure("by language models", [each for each in truth if each["work_id"] in answered], answered, _F1)
    return rows


def _measure_later() -> Iterator[Row]:
    """Yield the figures of works of reviews that were coded when the rules stood, and first read by them then."""
    items = [orjson.loads(line) for line in _LATER.read_bytes().splitlines()]
    works = find_works(item["work_id"] for item in items)
    truth = [_spell_out(item, works[item["work_id"]][1][0].text) for item in items]
    told = {work_id: read_summary(summarise_work(*read)) for work_id, read in works.items()}
    yield from _measure_items(f"by rule, works of reviews, coded later ({len(truth)})", truth, told, {})


def _spell_out(item: Mapping[str, Any], text: str) -> Mapping[str, Any]:
    """Return an item with words of the abstract for the places at which its study's fields are coded."""
    study = item["study"]
    words = {name: text[slice(*study[name])] for name in _WORDS if isinstance(study[name], list)}
    return {**item, "study": {**study, **words}}


def read_summary(summary: Summary) -> Extracted:
    """Return what a summary of an abstract extracted."""
    quotes = {each.finding_id: each.quote for each in summary.findings if each.kind == "finding"}
    study: dict[str, str] = {}
    results: dict[tuple[str, int], dict[str, str]] = {(each, 1): {} for each in quotes}
    for one in summary.extractions:
        fields = results.setdefault((one.finding_id, one.result), {}) if one.finding_id else study
        fields[one.field] = one.value
    spans = {each: (quote.char_start, quote.char_end) for each, quote in quotes.items()}
    return Extracted(study, [(*spans[finding_id], fields) for (finding_id, _), fields in results.items()])


def read_answer(answer: Mapping[str, Any]) -> Extracted:
    """Return what a kept answer extracted: study fields as [value, start, end], results with start and end."""
    return Extracted(
        {name: str(told[0]) for name, told in answer["study"].items()},
        [(each["start"], each["end"], {k: str(v) for k, v in each.items()}) for each in answer["results"]],
    )


def _measure(
    name: str, truth: Sequence[Mapping[str, Any]], told: Mapping[str, Extracted], bounds: Mapping[str, float]
) -> Iterator[Row]:
    first = [each for each in truth if each["item"] <= _FIRST]
    for which, items in (
        ("all items", truth),
        ("the first items", first),
        ("first items of odd number", [each for each in first if each["item"] % 2]),
        ("first items of even number", [each for each in first if not each["item"] % 2]),
        ("items with intervals", [each for each in truth if each["item"] > _FIRST]),
    ):
        if not items:
            continue
        yield from _measure_items(f"{name}, {which} ({len(items)})", items, told, bounds)


def _measure_items(
    world: str, items: Sequence[Mapping[str, Any]], told: Mapping[str, Extracted], bounds: Mapping[str, float]
) -> Iterator[Row]:
    counts: Counter[str] = Counter()
    for item in items:
        count_study(item, told[item["work_id"]], counts)
        count_results(item, told[item["work_id"]], counts)
        count_terms(item, told[item["work_id"]], counts)
    yield Row(world, "results coded in a sentence of a finding", share(counts["stated"], counts["results"]))
    yield Row(world, "results coded that a finding is about", share(counts["told"], counts["results"]))
    for field in ("outcome", "exposure"):
        filled = counts[f"{field} filled"]
        yield Row(world, f"{field}: filled", filled)
        yield Row(world, f"{field}: precision", share(counts[f"{field} right"], filled))
    for field in (*_STUDY, *_WORDS, *_RESULT):
        filled, right, known, found = (counts[f"{field} {what}"] for what in ("filled", "right", "known", "found"))
        precision, recall = share(right, filled), share(found, known)
        both = precision is not None and recall is not None
        yield Row(world, f"{field}: filled", filled)
        bound = _PRECISION_OF_PEOPLE if field == "population" else _PRECISION
        yield Row(world, f"{field}: precision", precision, bound=None if bounds else bound)
        yield Row(world, f"{field}: recall", recall)
        if field in _RESULT:
            yield Row(world, f"{field}: recall of all that was coded", share(found, counts[f"{field} coded"]))
        f1 = share(2 * (precision or 0) * (recall or 0), (precision or 0) + (recall or 0)) if both else None
        yield Row(world, f"{field}: F1", f1, bound=bounds.get(field))


def count_study(item: Mapping[str, Any], told: Extracted, counts: Counter[str]) -> None:
    """Count the fields of the study as filled and right, as known and found; filled where nothing is known is wrong.

    An n that the coders added up, as the text counts groups alone, stands nowhere and is not to be found.
    """
    for field in (*_STUDY, *_WORDS):
        known, said = str(item["study"].get(field) or ""), told.study.get(field, "")
        right = bool(said) and (_share_words(field, said, known) if field in _WORDS else known == said)
        stands = bool(known) and not (field == "n" and len(item["study"]["n_at"]) > 1)
        counts.update({f"{field} filled": bool(said), f"{field} right": right})
        counts.update({f"{field} known": stands, f"{field} found": stands and right})


def _share_words(field: str, said: str, known: str) -> bool:
    """Return whether words name what was coded; numbers of a follow-up have to be among those coded, if any were."""
    ours, theirs = (find_numbers(text) | find_spelled_numbers(text) for text in (said, known))
    return _name(said, known) and (field != "follow_up" or not ours or not theirs or bool(ours & theirs))


def count_results(item: Mapping[str, Any], told: Extracted, counts: Counter[str]) -> None:
    """Count the fields of findings, each held against the coded results that it is about.

    A finding of a sentence for which nobody coded a result is neither right nor wrong, and a result that no finding
    is about is not among those to be found: how many there are is a measure of its own.
    """
    results = [(*each["sentence"], each) for each in item["results"]]
    counts["results"] += len(results)
    counts["stated"] += sum(any(_meet(result, finding) for finding in told.results) for result in results)
    about = [_choose(finding[2], [each for each in results if _meet(finding, each)]) for finding in told.results]
    findings = [
        [finding[2] for finding, chosen in zip(told.results, about, strict=True) if each in chosen] for each in results
    ]
    counts["told"] += sum(map(bool, findings))
    for field, names in _RESULT.items():
        counts[f"{field} coded"] += sum(bool(_read(each[2], names)) for each in results)
        for ones, others, whole, part in (
            (told.results, [[each[2] for each in chosen] for chosen in about], "filled", "right"),
            (results, findings, "known", "found"),
        ):
            for one, met in zip(ones, others, strict=True):
                value = _read(one[2], names)
                if met and value:
                    counts[f"{field} {whole}"] += 1
                    counts[f"{field} {part}"] += value in [_read(other, names) for other in met]


def count_terms(item: Mapping[str, Any], told: Extracted, counts: Counter[str]) -> None:
    """Count outcomes and exposures as filled and right, where a result was coded for their sentence.

    An outcome is right where it names a coded outcome, and an exposure where it names a coded factor; so are both
    where they name the two of a result the other way round, which says the same of an association.
    """
    coded = [(*each["sentence"], each) for each in item["results"]]
    for one in told.results:
        pairs = [(each[2]["factor"], each[2]["outcome"]) for each in coded if _meet(one, each)]
        exposure, outcome = one[2].get("exposure_or_intervention", ""), one[2].get("outcome", "")
        turned = any(_name(exposure, pair[1]) and _name(outcome, pair[0]) for pair in pairs)
        for place, (field, term) in enumerate((("exposure", exposure), ("outcome", outcome))):
            counts[f"{field} filled"] += bool(pairs and term)
            counts[f"{field} right"] += bool(term) and (turned or any(_name(term, pair[place]) for pair in pairs))


def _name(term: str, coded: str) -> bool:
    """Return whether a term shares at least half of the stems of the shorter of the two."""
    first, second = (find_stems(text.replace("-", " ")) for text in (term, coded))
    return bool(first and second) and len(first & second) >= _HALF * min(len(first), len(second))


def _choose(finding: Fields, results: Sequence[tuple[int, int, Any]]) -> Sequence[tuple[int, int, Any]]:
    """Return the results of an outcome and a factor most like those a finding names; all if it names no outcome."""
    if not finding.get("outcome"):
        return results
    alike = [
        (
            _compare(finding["outcome"], each[2].get("outcome", "")),
            _compare(finding.get("exposure_or_intervention", ""), each[2].get("factor", "")),
        )
        for each in results
    ]
    return [each for each, one in zip(results, alike, strict=True) if one == max(alike)]


def _compare(one: str, other: str) -> float:
    """Return the share that two texts have of the words of either (Jaccard 1901)."""
    first, second = set(find_stems(one)), set(find_stems(other))
    return len(first & second) / (len(first | second) or 1)


def _meet(one: tuple[int, int, Any], other: tuple[int, int, Any]) -> bool:
    shared = min(one[1], other[1]) - max(one[0], other[0])
    return shared >= _HALF * min(one[1] - one[0], other[1] - other[0])


def _read(fields: Fields, names: Sequence[str]) -> tuple[str, ...]:
    """Return the values of fields that count as one, numbers alike however written; empty where one is none."""
    values = tuple(_normalise(name, fields.get(name, "")) for name in names)
    return values if all(values) else ()


def _normalise(name: str, value: str) -> str:
    if name == "direction" or not value:
        return value
    plain = re.sub(r"[\u2010-\u2013\u2212]", "-", re.sub(r"(?<=\d),(?=\d{3}(?!\d))", "", value.strip()))
    number = re.fullmatch(r"([<>≤≥=]?)\s*([-+]?\d*[.·]?\d+)%?", plain)
    if number is None:
        return ""
    figure = float(number[2].replace("·", "."))
    return f"{number[1].replace('=', '')}{figure:g}"
