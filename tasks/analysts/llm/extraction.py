"""What a model extracts of a work for the evidence table: the form of its answer, and what of it can be kept.

Each datum rests on words of a page. One that cannot be kept is left out by itself, and no statement is lost with it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, WithJsonSchema

from storage.records.data_items import DataItem
from storage.records.evidence import DESIGNS, DIRECTIONS, Extraction
from storage.records.writing import Finding, Quote
from tasks.analysts.llm.extracted_figures import counts, object_to_figures, read_count, read_figure, states
from tasks.analysts.llm.guard.output_text import find_foreign
from tasks.analysts.llm.quotes import ShownPage, find_quote, is_english, widen_quote
from tasks.evidence.effects import find_measures
from tasks.text.numbers import find_shown_numbers
from tasks.text.words import find_stems

ANALYST = "anthropic"
"""The name of the analyst who extracts."""

Direction = Annotated[str, WithJsonSchema({"type": "string", "enum": [*DIRECTIONS, ""]})]
Design = Annotated[str, WithJsonSchema({"type": "string", "enum": [*DESIGNS]})]


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class Estimate(_Part):
    """The figures of a result."""

    measure: str = Field(description="odds ratio, mean difference in kg, % of patients, accuracy …")
    effect: str
    ci_low: str
    ci_high: str
    p: str


class Result(_Part):
    """One thing that a finding says came out."""

    outcome: str
    exposure_or_intervention: str
    comparator: str
    direction: Direction
    estimate: Estimate | None


class Datum(_Part):
    """What holds for the whole work, after the words that show it."""

    quote: str
    value: str


class DesignDatum(_Part):
    """How the work was done, after the words that show it."""

    quote: str
    value: Design


class OwnDatum(_Part):
    """What answers a question that the review asks of every work."""

    name: str
    quote: str
    value: str


class Study(_Part):
    """What the work did."""

    design: DesignDatum | None
    population: Datum | None
    n: Datum | None
    setting: Datum | None
    follow_up: Datum | None
    method: Datum | None
    data_set: Datum | None
    randomisation: Datum | None
    blinding: Datum | None
    attrition: Datum | None
    adjustment: Datum | None

    def mend(self, better: Study) -> Study:
        """Return what was given first, and in its place what was given again."""
        given = {name: value for name in Study.model_fields if (value := getattr(better, name))}
        return self.model_copy(update=given)


@dataclass(frozen=True)
class Reading:
    """What a model read of a work: its title, and the pages as shown."""

    title: str
    shown: Sequence[ShownPage]

    @cached_property
    def text(self) -> str:
        """Return all that was shown."""
        return " ".join([self.title, *(part.text for part in self.shown)])

    @cached_property
    def english(self) -> bool:
        """Return whether the text is English, so that its words can be compared."""
        return is_english(self.shown)

    @cached_property
    def beginnings(self) -> frozenset[str]:
        """Return how the words begin."""
        return _begin(self.text)

    @cached_property
    def numbers(self) -> frozenset[str]:
        """Return the numbers shown."""
        return find_shown_numbers(self.text)


Dropped = dict[str, str]
"""Why data could not be kept, by field."""

_MOST_CHARACTERS, _MOST_WORDS, _LEAST_KNOWN, _COGNATE = 200, 30, 0.5, 4
_FEWEST_QUOTED, _MOST_QUOTED = 3, 80  # words; of fewer, what is kept is their sentence
_WORDED = ("outcome", "exposure_or_intervention", "comparator", "measure")
_FIGURES = ("effect", "ci_low", "ci_high", "p")
_MOST_RESULTS = 4  # of a finding
_TELLING = ("outcome", "direction", *_FIGURES)  # a result has one of them
_SHARED, _SAME = ("exposure_or_intervention", "comparator"), "same"  # as of the result before


def extract_study(
    study: Study, own: Sequence[OwnDatum], items: Sequence[DataItem], reading: Reading
) -> tuple[list[Extraction], Dropped]:
    """Return what can be kept of the study and of the items asked for by name, and why the rest cannot."""
    data: dict[str, Datum | DesignDatum | None] = {name: getattr(study, name) for name in Study.model_fields}
    return _keep_all({**data, **{name: data.get(name) or datum for name, datum in _match(own, items).items()}}, reading)


def keep_own(own: Sequence[OwnDatum], items: Sequence[DataItem], reading: Reading) -> tuple[list[Extraction], Dropped]:
    """Return what can be kept of the answers to items asked for by name, and why the rest cannot."""
    return _keep_all(_match(own, items), reading)


def _match(own: Sequence[OwnDatum], items: Sequence[DataItem]) -> dict[str, Datum]:
    """Return the first answer to each item by its name."""
    named = {item.name for item in items}
    found: dict[str, Datum] = {}
    for datum in own:
        if datum.name in named:
            found.setdefault(datum.name, Datum(quote=datum.quote, value=datum.value))
    return found


def _keep_all(data: Mapping[str, Datum | DesignDatum | None], reading: Reading) -> tuple[list[Extraction], Dropped]:
    kept, dropped = [], {}
    for field, given in data.items():
        if given is None:
            continue
        found = _keep(field, given, reading)
        if isinstance(found, str):
            dropped[field] = found
        else:
            kept.append(found)
    return kept, dropped


def _keep(field: str, given: Datum | DesignDatum, reading: Reading) -> Extraction | str:
    """Return a datum of a study as it is kept, or why it cannot be."""
    quote = find_quote(given.quote, reading.shown)
    value = " ".join(given.value.split())
    if quote is None or len(given.quote.split()) > _MOST_QUOTED:
        return f"the quote is not in the text to the character: {given.quote[:80]!r}"
    wide = widen_quote(quote, reading.shown)
    if len(quote.text.split()) < _FEWEST_QUOTED:
        quote = wide
    if field == "design":
        wrong = "" if value in DESIGNS else "it is none of the designs"
    elif field == "n":
        value = read_count(value)
        if value and not counts(value, quote.text):
            quote = wide
        wrong = "" if value and counts(value, quote.text) else "the number is not in the quote"
    else:
        wrong = _object_to_words(value, reading)
    return wrong or Extraction(quote.work_id, "", field, value, quote, ANALYST, 0)


def extract_results(
    results: Sequence[Result], finding: Finding, reading: Reading
) -> tuple[list[Extraction], list[str]]:
    """Return what can be kept of the first four results of a finding, each once, and the fields that cannot.

    It stands on the finding's quote; figures that stand beside that, on the whole sentence.
    """
    kept: dict[frozenset[tuple[str, str]], list[Extraction]] = {}
    fields: list[str] = []
    before: dict[str, str] = {}
    for result in results[:_MOST_RESULTS]:
        given = {name: " ".join(value.split()) for name, value in _list_values(result)}
        given |= {name: before.get(name, "") for name in _SHARED if given.get(name, "").casefold() == _SAME}
        before = given
        told, dropped = _extract_result(given, finding, len(kept) + 1, reading)
        fields += dropped
        if any(each.field in _TELLING for each in told):
            kept.setdefault(frozenset((each.field, each.value) for each in told), told)
    return [each for told in kept.values() for each in told], fields


def _extract_result(
    given: Mapping[str, str], finding: Finding, number: int, reading: Reading
) -> tuple[list[Extraction], Dropped]:
    wide = widen_quote(finding.quote, reading.shown)
    kept: dict[str, tuple[str, Quote]] = {}
    dropped: Dropped = {}
    for field, value in given.items():
        if not value:
            continue
        quote = finding.quote
        if field in _FIGURES:
            figure, above = read_figure(value, signs="<>≤≥" if field == "p" else "")
            quote = quote if states(figure, quote.text) else wide
            wrong = "" if states(figure, quote.text) else "the figure is not in the sentence quoted"
            kept[field] = (f"{above}{figure}", quote)
        elif field == "direction":
            wrong = "" if value in DIRECTIONS else "it is no direction"
        else:
            # An odds ratio is what a text means by OR.
            is_known = field == "measure" and not find_measures(value).isdisjoint(find_measures(wide.text))
            wrong = _object_to_words(value, reading, is_known=is_known)
        kept.setdefault(field, (value, quote))
        dropped |= {field: wrong} if wrong else {}
    dropped |= object_to_figures({field: value for field, (value, _) in kept.items() if field not in dropped})
    return [
        Extraction(finding.work_id, finding.finding_id, field, value, quote, ANALYST, number)
        for field, (value, quote) in kept.items()
        if field not in dropped
    ], dropped


def _list_values(result: Result) -> Iterator[tuple[str, str]]:
    for part in (result, result.estimate):
        for field in (*_WORDED, "direction", *_FIGURES):
            if value := getattr(part, field, ""):
                yield field, value


def _object_to_words(value: str, reading: Reading, *, is_known: bool = False) -> str:
    """Return why words cannot be kept as a value, empty if they can: the work speaks of them, in plain text."""
    if not value or len(value) > _MOST_CHARACTERS or len(value.split()) > _MOST_WORDS:
        return f"it has {len(value.split())} words; give 1 to 15"
    if foreign := [*find_foreign(value), *(["it holds a citation"] if "@" in value else [])]:
        return foreign[0]
    if missing := sorted(find_shown_numbers(value) - reading.numbers):
        return f"the text does not state {', '.join(missing)}"
    own = _begin(value)
    if reading.english and not is_known and len(own & reading.beginnings) < _LEAST_KNOWN * len(own):
        return f"the text does not speak of {', '.join(sorted(own - reading.beginnings)[:6])}"
    return ""


def _begin(text: str) -> frozenset[str]:
    """Return the beginnings of the words of a text other than function words: "China" and "Chinese" begin alike."""
    return frozenset(term[:_COGNATE] for term in find_stems(text.replace("-", " ")))
