"""What a result relates to what, where its words are plain: exposure, comparator and outcome of each relation."""

# ruff: noqa: E501 -- a family of cues reads best on one line, as in a table

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product

from tasks.analysts.extractive.asides import leave_out_asides
from tasks.analysts.extractive.noun_phrases import is_list, is_subject, read_groups, read_term, read_terms
from tasks.analysts.extractive.relation_forms import FORMS
from tasks.analysts.extractive.relation_sides import is_turned, is_unfit
from tasks.analysts.extractive.terms import LESS, MORE, PREPOSITION, Span, leads_with
from tasks.analysts.extractive.valence import find_valence, split_by_valence
from tasks.evidence.data import Datum
from tasks.evidence.named_sides import is_named

_NONE = re.compile(
    r"\b(?:not|no|neither|nor|unrelated|uncorrelated|unassociated|unlinked|similar|comparable|equivalent|identical|equal|same|unaffected|unchanged|unaltered)\b|\bun(?=associated|related|correlated|linked)",
    re.IGNORECASE,
)
_POSITIVE = re.compile(r"\b(?:positive(?:ly)?|direct(?:ly)?)\b", re.IGNORECASE)
_NEGATIVE = re.compile(r"\b(?:negative(?:ly)?|inverse(?:ly)?)\b", re.IGNORECASE)
_FINITE = r"(?:was|were|is|are|had|has|have|did|does|do|showed|shows|rose|fell|increased|decreased|declined|correlated|predicted|remained|reduced|differed|seemed|appeared|accounted|tracked|met|improve[sd]?|worsened|led|resulted|exhibited|experienced|supports?|pointed|suggest\w*|linked|narrowed|explained|elevated|enhanced|raised|lowered|occurred|boosted|promoted|undermined|strengthened|produced|achieved|caused|correlates?|differ|predicts?)"
_PARTS = re.compile(
    rf";\s|,\s(?:which|suggesting|indicating|so|as(?! well as\b)|supporting|confirming|meaning)\b|,?\s(?:and|or|nor|but)\s(?P<verb>(?:(?:also|then|\w+ly|not) )*{_FINITE}\b)|,?\s(?:and|or|nor)\s(?=(?:(?:in|among|for|at) [\w -]{{2,40}}, )?(?:(?!and\b|who\b|that\b)[\w'\u2019-]+ ){{1,9}}?{_FINITE}\b)|,?\s(?:but|while|whereas|although|though|however),?\s(?!not\b|only\b)(?=(?:(?:in|among|for|at) [\w -]{{2,40}}, )?(?:(?!who\b|that\b)[\w'\u2019/-]+,? ){{1,12}}?{_FINITE}\b)",
    re.IGNORECASE,
)
_HAS_VERB = re.compile(rf"\b{_FINITE}\b", re.IGNORECASE)
_REPORTED = re.compile(
    r".{0,160}?\b(?:found|show(?:s|ed|n)?|reveal(?:s|ed)|indicate[sd]?|suggest(?:s|ed)?|demonstrate[sd]?|observed|reported|confirm(?:s|ed)?|concluded?|noted|illustrated?s?|establish(?:es|ed)|prove[sd]?|impl(?:y|ies|ied)) that ",
    re.IGNORECASE,
)
_OPENINGS = re.compile(
    rf"(?:(?:compared|relative|in comparison) (?:with|to) (?P<comparator>[^,]{{2,60}}),|(?:in|after|among|at|during|for|on|within|across|by|according to|irrespective of|regardless of|with regard to|following|consistent|adjusting|controlling|using|based|regarding|before|as|when)\b(?:(?!\b{_FINITE}\b)[^,]){{0,90}},|(?:overall|moreover|furthermore|thus|further|here|therefore|also|first|second|third|indeed|meanwhile|nonetheless|nevertheless|hence|again|besides|instead|\w+ly|\w+ise),|[^,:;]{{1,40}}:)\s",
    re.IGNORECASE,
)
_CONCEDED = re.compile(r"(?:although|though|even though|while|whereas|despite the fact that)\s", re.IGNORECASE)
_AFTER_CONCEDED = re.compile(
    rf",\s(?=(?:(?!and\b|who\b|that\b|which\b)[\w'\u2019-]+ ){{1,9}}?{_FINITE}\b)", re.IGNORECASE
)
_POPULATION = re.compile(
    r"(?:all |most |many |the |both |study |our |one |two |three |four |five |six |seven |eight |nine |ten |several |treated |treatment |intervention |experimental |active |verum |test )*(?:patients?|participants?|care-?givers?|carers|parents|clinicians|physicians|investigators|families|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:-\w+)?|subjects?|individuals?|people|persons?|respondents?|groups?|conditions|sample|studies|results|authors|models?|cases|trials|interventions?|treatments?|combination|others|values|scores|levels|rates|(?:post|pre)-?treatment|end|discharge|admission|follow-?up|baseline|weeks|months|time|that|adjustment)",
    re.IGNORECASE,
)
_COUNTED = re.compile(
    r"(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|twenty\S*|thirty\S*|most|many|some|all) (?:of )?(?:the )?(?:[\w-]+ ){0,2}?(?:patients|participants|subjects|children|adults|women|men|people|individuals|adolescents|infants)\b",
    re.IGNORECASE,
)
# What shows a result without being what brings it about.
_SHOWED = re.compile(r"(?:showed?|shows|demonstrated|had|reported|indicated)\b", re.IGNORECASE)
_INSTRUMENT = re.compile(
    r"\b(?:scales?|scores?|inventor(?:y|ies)|questionnaires?|tests?|ind(?:ex|ices)|assessments?|(?:meta-)?analys[ei]s|measures?|reviews?|results|data|ratings?|examinations?|evaluations?|imaging)$",
    re.IGNORECASE,
)
_AGAIN = re.compile(rf",\s.*\b(?:{MORE}|{LESS})\b", re.IGNORECASE)  # another comparison within the outcome of one
_SIZES = re.compile(r",? (?:with|and) (?:[\w-]+ ){0,2}?effect sizes?\b.*$", re.IGNORECASE | re.DOTALL)
_MOST = 8
_LONGEST = 400  # characters of a part: what is longer is not plain, and may have been written to be slow


@dataclass(frozen=True, slots=True)
class Related:
    """One result of a sentence: exposure, comparator and outcome, as far as they are plain, and the outcome's direction.

    `sign` is empty where words relate the two and do not say which way; `part` are the words of the part of the sentence
    that states it, with its subject, and `place` is where that part stands and `cue` where the words of the direction do;
    `is_whole` where no other part has a verb.
    """

    sign: str
    terms: tuple[Datum, ...]
    part: str
    place: Span
    cue: Span
    is_whole: bool = False


def read_relations_stated(sentence: str) -> list[Related]:
    """Return for each result of a sentence what it relates: exposure, comparator and outcome, as far as they are plain.

    Each part of the sentence that is of a known form has as many results as it pairs exposures and outcomes.
    """
    text, places = leave_out_asides(sentence)
    found: list[Related] = []
    is_known = False
    parts = [*_split(text)]
    for part in parts:
        if part.subject[0] < part.subject[1] and not is_known:
            continue  # nothing is sure of a subject that stands in a part of no known form, or that names no outcome
        read = part.read()
        is_known = read is not None and all(_names_outcome(each) for each in read if each.terms)
        found += read or ()
    return [
        replace(
            each,
            is_whole=len(parts) == 1,
            place=(places[each.place[0]], places[each.place[1]] if each.place[1] < len(text) else len(sentence)),
            terms=tuple(Datum(one.field, one.value, places[one.start], places[one.end - 1] + 1) for one in each.terms),
            cue=(places[each.cue[0]], places[each.cue[1] - 1] + 1),
        )
        for each in found[:_MOST]
    ]


def _names_outcome(related: Related) -> bool:
    return any(one.field == "outcome" and is_named(one.value) for one in related.terms)


def read_relation_parts(sentence: str, direction: str) -> list[Related]:
    """Return what the results of a sentence relate that have its direction, as far as it is plain.

    Where a part has another direction than the sentence there are none: it is not sure what is meant.
    """
    signed = [each for each in read_relations_stated(sentence) if each.sign]
    return [each for each in signed if each.terms] if {each.sign for each in signed} == {direction} else []


@dataclass(frozen=True, slots=True)
class _Part:
    """A part of a text with a verb; where it has no subject of its own, that of an earlier part stands for it."""

    text: str
    start: int
    end: int
    subject: Span
    comparator: Span

    def read(self) -> list[Related] | None:
        """Return what the part relates; None where it is of no known form."""
        before = self.text[slice(*self.subject)]
        words = before + _SIZES.sub("", self.text[self.start : self.end].rstrip(" ."))
        for form in FORMS if len(words) <= _LONGEST else ():
            if match := form.match(words):
                places = {name: self._place(match.span(name), len(before)) for name in match.groupdict() if match[name]}
                if self._is_ambiguous(places):
                    return None
                sign, here = _find_sign(self.text, match, places), (self.start, self.end)
                made = [
                    Related(_judge(match, terms) or sign, terms, words, here, places["cue"])
                    for terms in self._pair(places)
                ]
                return made or [Related(sign, (), words, here, places["cue"])]
        return None

    def _is_ambiguous(self, places: Mapping[str, Span]) -> bool:
        """Return whether it is not plain which terms belong together: "between X and Y and Z", or no list at all."""
        cue = places["cue"]
        subjects = [places[name] for name in ("exposure", "outcome", "group") if name in places]
        subjects = [place for place in subjects if place[1] <= cue[0]]
        if any(not is_list(self.text, *place) or not is_subject(self.text[slice(*place)]) for place in subjects):
            return True
        told = self.text[slice(*places["outcome"])]
        if "comparator" in places:
            is_of_outcome = places["cue"][1] <= places["outcome"][0] and "group" in places
            if _AGAIN.search(told) or (is_of_outcome and PREPOSITION.match(self.text, *places["comparator"])):
                return True
        return self.text[slice(*cue)].endswith("between") and told.count(" and ") > ("," in told)

    def _pair(self, places: Mapping[str, Span]) -> list[tuple[Datum, ...]]:
        versus = read_term(self.text, *places.get("comparator", self.comparator))
        cue = self.text[slice(*places["cue"])]
        is_other = "comparator" in places and versus is None
        named = places.get("group") or places.get("exposure")
        if "group" in places:
            exposures = read_groups(self.text, *places["group"], is_one="comparator" in places)
        else:
            is_whole = "exposure" in places and places["exposure"][1] <= places["cue"][0]
            exposures = read_terms(self.text, *places["exposure"], is_whole=is_whole) if "exposure" in places else []
        words = self.text[slice(*named)].strip() if named else ""
        is_counted = versus is None and _COUNTED.match(words)
        is_population = bool(
            is_counted or _POPULATION.fullmatch(words) or (_SHOWED.match(cue) and _INSTRUMENT.search(words))
        )
        if named and not is_population and (not exposures or is_other):
            return []
        if exposures and all(is_unfit(self.text[slice(*one)]) for one in exposures):
            return []
        exposures = [one for one in exposures if not is_unfit(self.text[slice(*one)])]
        told: Sequence[Span | None] = [
            one for one in exposures if versus or not (is_population or self._is_population(one))
        ] or [None]
        is_whole = places["outcome"][1] <= places["cue"][0]
        outcomes = read_terms(self.text, *places["outcome"], is_outcome=True, is_whole=is_whole)
        if "better" in places or "worse" in places:
            outcomes = [piece for one in outcomes for piece in split_by_valence(self.text, *one)]
        sides = (self._settle(cue, *pair) for pair in product(told, outcomes) if not self._is_population(pair[1]))
        return [
            tuple(
                Datum(name, self.text[slice(*place)], *place)
                for name, place in (("exposure_or_intervention", one), ("comparator", versus), ("outcome", outcome))
                if place
            )
            for one, outcome in sides
        ]

    def _settle(self, cue: str, one: Span | None, other: Span) -> tuple[Span | None, Span]:
        """Return the two sides of a relation as exposure and outcome."""
        turned = one is not None and is_turned(cue, self.text[slice(*one)], self.text[slice(*other)])
        return (other, one) if one is not None and turned else (one, other)

    def _is_population(self, term: Span) -> bool:
        return bool(_POPULATION.fullmatch(self.text[slice(*term)]))

    def _place(self, span: Span, behind: int) -> Span:
        """Return the place in the text of a span of the part's words, of which so many are those of its subject."""
        moved = self.subject[0] if span[1] <= behind else self.start - behind
        return span[0] + moved, span[1] + moved


def _split(text: str) -> Iterator[_Part]:
    """Yield the parts of a sentence that have a verb, without what opens them."""
    reported = _REPORTED.match(text)
    start = reported.end() if reported else 0
    subject, elliptic = (start, start), False
    for mark in _find_marks(text, start):
        end = mark.start() if mark else len(text)
        opening = _OPENINGS.match(text, start, end)
        begin = opening.end() if opening else start
        conceded = _CONCEDED.match(text, begin, end)
        begin = conceded.end() if conceded else begin
        verb = _HAS_VERB.search(text, begin, end)
        if verb is None and mark:
            continue
        against = opening.span("comparator") if opening and opening["comparator"] else (0, 0)
        yield _Part(text, begin, end, subject if elliptic else (begin, begin), against)
        if verb and not elliptic:
            subject = (begin, verb.start())
        elliptic = mark is not None and mark.re is _PARTS and mark["verb"] is not None
        start = (mark.start("verb") if elliptic else mark.end()) if mark else end


def _find_marks(text: str, start: int) -> list[re.Match[str] | None]:
    """Return the marks between the parts of a sentence in order, then None for its end."""
    marks = [*_PARTS.finditer(text, start)]
    comma = _AFTER_CONCEDED.search(text, start) if _CONCEDED.match(text, start) else None
    if comma and not any(mark.start() <= comma.start() < mark.end() for mark in marks):
        marks.append(comma)
    return [*sorted(marks, key=lambda mark: mark.start()), None]


def _judge(match: re.Match[str], terms: Sequence[Datum]) -> str:
    """Return the direction of an outcome that got better or worse, empty where it is not told or not sure."""
    groups = match.groupdict()
    way = bool(groups.get("better")) - bool(groups.get("worse"))
    valence = way * next((find_valence(one.value) for one in terms if one.field == "outcome"), 0)
    return {1: "+", -1: "-"}.get(valence, "")


def _find_sign(text: str, match: re.Match[str], places: Mapping[str, Span]) -> str:
    """Return the direction of the outcome that the words of a relation state, empty where they state none or two."""
    groups, cue = match.groupdict(), match["cue"]
    if _NONE.search(cue):
        return "0"
    if groups.get("better") or groups.get("worse"):
        return ""
    signs = {bool(groups.get("more")) - bool(groups.get("less")), leads_with(text, *places["outcome"])}
    signs |= {bool(_POSITIVE.search(cue)) - bool(_NEGATIVE.search(cue))}
    signs -= {0}
    if not signs and "exposure" in places:
        signs = {leads_with(text, *places["exposure"])} - {0, -1}
    return {1: "+", -1: "-"}[signs.pop()] if len(signs) == 1 else ""
