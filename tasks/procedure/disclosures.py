"""What a methodology and a statement of limits must report: all that the record says about it, in whatever words.

What a sentence names: databases, languages, kinds of publication, the tier and why the search ended.
"""

# ruff: noqa: E501 -- a family of cues reads best on one line, as in a table

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from tasks.catalogues.registry import CATALOGUES
from tasks.citation_indexes.registry import CITATION_INDEXES
from tasks.environment.endpoint import Endpoint
from tasks.procedure.facts import Facts
from tasks.procedure.limits import tell_limits
from tasks.procedure.measuring import Objection, list_counted
from tasks.procedure.plain import MARK, mask_numbers, read_as_told
from tasks.procedure.search import tell_search
from tasks.procedure.selection import tell_selection
from tasks.procedure.sentences import DISCUSSION, LIMITS, METHODOLOGY, Statement
from tasks.procedure.synthesis import tell_grouping, tell_reading, tell_reading_by_rule, tell_writing
from tasks.provenance.registry import INDEXES
from tasks.services.registry import SERVICES

# Common names of services that are in no registry, and their names in the ledger, if they can occur there.
_OTHERS = {
    r"open library": ("openlibrary",),
    r"retraction watch": ("retraction watch", "retraction_watch", "retractionwatch"),
    r"zotero": ("zotero",),
    r"scopus|web of science|\bwos\b|pubmed(?! central)|medline|embase|psyc ?info|psycnet|cinahl|cochrane (?:library|central)|"
    r"\beric\b|jstor|google scholar|dimensions\.ai|lens\.org|proquest|ebsco\w*|ieee xplore|acm digital library|bio-?rxiv|"
    r"med-?rxiv|\bssrn\b|econlit|lilacs|\bdoaj\b|worldcat|microsoft academic|\bcnki\b|scielo|sciencedirect|springerlink|"
    r"clinicaltrials\.gov|\bictrp\b|isrctn|wiley online|taylor (?:and|&) francis|global health|agricola|greenfile|base search": (),
}
_DENIES = re.compile(r"\b(?:no|not|neither|nor|never|without|other than|nothing|beyond|such as)\b")
_DATABASES = re.compile(MARK + r" (?:\w+ ){0,2}(?:databases?|catalogues?|indexes|indices|bibliographic sources)\b")
_LANGUAGES = {
    "english": "en", "german": "de", "french": "fr", "spanish": "es", "portuguese": "pt", "italian": "it", "dutch": "nl",
    "chinese": "zh", "mandarin": "zh", "japanese": "ja", "korean": "ko", "russian": "ru", "polish": "pl", "swedish": "sv",
    "danish": "da", "norwegian": "no", "finnish": "fi", "turkish": "tr", "arabic": "ar", "persian": "fa", "czech": "cs",
    "hungarian": "hu", "greek": "el", "hebrew": "he", "indonesian": "id", "ukrainian": "uk", "catalan": "ca", "hindi": "hi",
}  # fmt: skip
_TONGUE = re.compile(rf"\b(non-)?({'|'.join(_LANGUAGES)})\b(?:-language)?")
_LIMITING = re.compile(
    r"\b(?:only|eligible|considered|admitted|restricted|limited|confined|excluded|included|accepted|admissible|languages?|had to be|must (?:have )?be(?:en)?|published in|written in)\b"
)
_ANY_TONGUE = re.compile(
    r"\b(?:any|all|every) languages?\b|languages? (?:was|were) not restricted|no (?:language )?restriction\w*(?: \w+){0,2} languages?|no language (?:restriction|limit)|regardless of language|irrespective of language"
)
_CODES = re.compile(r"languages were restricted to those coded ([a-z, -]+)")
_GREY = re.compile(
    r"\b(?:gr[ea]y literature|preprints?|dissertations?|theses|thesis|reports and dissertations|working papers?)\b"
)
_ADMITTED = re.compile(
    r"\b(?:admitted|eligible|included|searched|accepted|considered|allowed|excluded|left out|omitted|ineligible|not eligible)\b"
)
_SHUT = re.compile(r"\b(?:not|no|never|excluded|left out|omitted|ineligible|without|neither|nor)\b")
_ONLY_REVIEWED = re.compile(
    r"only (?:peer-reviewed|published|journal)|peer-reviewed (?:\w+ )?only|restricted to peer-reviewed"
)
_TIER = re.compile(
    r'\b(quick|standard|comprehensive|high[_ -]quality)\b["\s,]*(?:quality )?(?:tier|level|setting|review)|(?:quality )?(?:tier|level|setting)(?: was| of)? "?(quick|standard|comprehensive|high[_ -]quality)\b'
)
_ENDED = re.compile(
    r"(?:search|snowballing|screening|procedure|process) (?:\w+ )?(?:ended|stopped|was (?:stopped|ended|exhausted|saturated|complete\w*)|finished|"
    r"terminated|(?:ran|went on|continued) until|ran (?:out|to)|came to|is (?:exhaust\w+|complete|saturated)|may (?:not )?be exhausted)|saturation|"
    r"nothing (?:\w+ ){0,12}left to (?:screen|follow)|exhaustive"
)
_REASONS = (
    ("dry_round", r"none further that ranked high enough to be screened was relevant|nothing (?:\w+ ){0,14}left|no (?:further |more |new )?works (?:were |was )?left|(?<!not )(?<!not be )\bexhausted|saturation (?:was|had been) reached|\bsaturated|no new works|(?<!not )exhaustive|dry\b"),
    ("delta", r"two (?:consecutive )?(?:stages|rounds)|fell below|below the threshold|coverage delta"),
    ("works", r"twice as many|size of the tier|tier has room|as many works as|enough works|room for"),
    ("stages", r"last stage|final stage|stage limit|(?:maximum|limit|number) of (?:stages|rounds)|stages (?:that )?the tier"),
    ("budget", r"share of the works|budget|used up|ran out"),
    ("certified", r"reject\w*|recall (?:target|aimed)|at 5 ?%|statistical"),
    ("open", r"not (?:be )?(?:exhausted|reached|exhaustive|saturated|complete)|saturation was not|inexhaustive|incomplete"),
)  # fmt: skip
_OPEN = frozenset({"budget", "works", "stages"})
_MEANT = {"certified": {"certified", "delta"}, "delta": {"delta"}, "dry_round": {"dry_round"}}


def object_to_names(plain: str, facts: Facts) -> Iterator[Objection]:
    """Yield what a sentence, as it reads, names about the review that its record does not."""
    yield from _object_to_services(plain, facts)
    yield from _object_to_languages(plain, facts)
    yield from _object_to_types(plain, facts)
    yield from _object_to_tier(plain, facts)
    yield from _object_to_end(plain, facts)


def _object_to_services(plain: str, facts: Facts) -> Iterator[Objection]:
    asked = " ".join(facts.procedure.services).lower()
    if not _DENIES.search(plain):
        services = list(_list_services())
        is_asked = {names: any(name in asked for name in known) for names, known in services}
        for names, _ in services:
            found = re.search(names, plain)
            if found and not any(is_there and re.search(one, found[0]) for one, is_there in is_asked.items()):
                yield Objection("databases", f"{found[0]} was not asked, says the ledger")
                break
    masked, numbers = mask_numbers(plain)
    for match in _DATABASES.finditer(masked):
        catalogues = len(facts.procedure.catalogues) or 1
        if not numbers[int(match[1])].holds_for(catalogues):
            yield Objection("databases", f"the ledger counts {catalogues} of them searched")


def _list_services() -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield what texts call each service, as a pattern, with its names in the ledger: one asked in several ways once."""
    known: dict[str, tuple[str, ...]] = {}
    for catalogue in CATALOGUES.values():
        if catalogue.endpoint:
            # Works in files come from OpenAlex, unless a catalogue says otherwise.
            files = () if catalogue.shape else ("local", "works")
            known[_say(catalogue.endpoint)] = (catalogue.source, *files)
    for registry in (CITATION_INDEXES, INDEXES, SERVICES):
        for name, entry in registry.items():
            pattern = _say(entry.endpoint)
            known[pattern] = (*known.get(pattern, ()), name)
    yield from known.items()
    yield from _OTHERS.items()


def _say(endpoint: Endpoint) -> str:
    return endpoint.spoken or re.escape(endpoint.title.lower())


def _object_to_languages(plain: str, facts: Facts) -> Iterator[Objection]:
    planned = set(facts.procedure.languages)
    if planned and _ANY_TONGUE.search(plain):
        yield Objection("languages", f"languages were restricted to {', '.join(sorted(planned))}, says the ledger")
    if match := _CODES.search(plain):
        if set(re.findall(r"\b[a-z]{2,3}\b", match[1])) - {"and"} != planned:
            yield Objection("languages", _say_languages(planned))
        return
    named = {_LANGUAGES[match[2]] for match in _TONGUE.finditer(plain)}
    if named and _LIMITING.search(plain) and not _ANY_TONGUE.search(plain) and named != planned:
        yield Objection("languages", _say_languages(planned))


def _say_languages(planned: set[str]) -> str:
    return (
        f"the languages admitted were {', '.join(sorted(planned))}" if planned else "no language was left out by plan"
    )


def _object_to_types(plain: str, facts: Facts) -> Iterator[Objection]:
    if _ONLY_REVIEWED.search(plain) and facts.procedure.grey:
        yield Objection("grey literature", "preprints, reports and dissertations were admitted, says the ledger")
    elif (
        _GREY.search(plain)
        and _ADMITTED.search(plain)
        and "version published since" not in plain
        and bool(_SHUT.search(plain)) == facts.procedure.grey
    ):
        said = "were" if facts.procedure.grey else "were not"
        yield Objection("grey literature", f"preprints, reports and dissertations {said} admitted, says the ledger")


def _object_to_tier(plain: str, facts: Facts) -> Iterator[Objection]:
    quality = str(facts.numbers.get("quality", ""))
    for match in _TIER.finditer(plain):
        named = re.sub("[ -]", "_", match[1] or match[2])
        if quality and named != quality and "higher" not in plain:
            yield Objection("tier", f"the tier is {quality}, says the ledger")


def _object_to_end(plain: str, facts: Facts) -> Iterator[Objection]:
    """Yield a reason given for the end of the search that is not the one on record."""
    reason = str(facts.numbers.get("stop_reason", ""))
    if not reason or not _ENDED.search(plain):
        return
    named = {name for name, pattern in _REASONS if re.search(pattern, plain)}
    if not named or ("open" in named and reason in _OPEN):
        return
    if reason not in named and not named & _MEANT.get(reason, set()):
        yield Objection(
            "why the search ended",
            f"the search ended for another reason, says the ledger: {facts.fields()['stop_reason']}",
        )


_COUNTS = frozenset((
    "duplicates", "rule_excluded", "not_reached", "screened", "excluded", "unsure", "relevant", "beyond_tier", "corpus",
    "stages", "queries", "queries_by_citations", "queries_capped", "judged_by_people", "overturned", "named", "retracted",
    "not_retrieved", "superseded", "without_abstract", "with_full_text", "sources_note", "themes", "themes_renamed",
    "themes_merged", "themes_dropped", "people_added_queries", "people_dropped_queries", "people_changed_criteria",
    "excluded_by_criteria",
    "updates", "by_structure", "by_bound", "expansion_works",
))  # fmt: skip
_NO_PERSON = r"\b(?:no|not|nor|without (?:a |any )?|neither)\b.*\b(?:person|people|humans?|reviewers?)\b|\bnobody\b|\bautomatic\w*|\balone\b"
_WORDED = {
    "that nobody judged the works": rf"(?:{_NO_PERSON})(?!.*\bthemes?\b)",
    "that a language model judged": r"language model.*(?:score|judg|screen|relevan|assess)|(?:judg|screen|scor|assess)\w+.*language model",
    "which years were eligible": r"years?\b.*eligible|published (?:since|from|up to)|eligible",
    "which languages were admitted": r"languages? (?:was|were) (?:not )?restricted|any language|\benglish\b",
    "by which criteria works were judged": r"\bcriteri(?:on|a)\b.*(?:\bheld\b|\bstated\b|applied|judged|assessed)",
    "what people did to the themes": r"\b(?:person|people|nobody|human)\b.*\bthemes?\b|\bthemes?\b.*\b(?:person|people|nobody)\b",
    "why the search ended": r"(?:search|snowballing) (?:\w+ )?(?:ended|stopped|came|was|finished|ran)|exhaust|saturat",
    "what share of the relevant works the search met": r"estimated.*(?:%|per cent)|recall",
    "what share of the relevant works the corpus holds": r"(?:corpus|kept|retained).*(?:%|per cent|same estimate)|(?:%|per cent).*corpus",
    "that no full text was read": r"\bfull[- ]?texts?\b|\bin full\b|abstracts only|only (?:on |the )?abstracts",
    "that no work was appraised": r"risk of bias|quality of (?:single|the|each|individual)|apprais",
    "whether effects were pooled": r"pool|meta-analy",
    "where retractions were looked for": r"retract\w+.*(?:read|look|check|consult|search)|(?:look|check|search).*retract",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Omission:
    """Something that a place does not report, and the sentence of the record that would report it, with its heading."""

    place: str
    what: str
    instead: str
    heading: str


def find_omissions(statements: Sequence[Statement], facts: Facts) -> list[Omission]:
    """Return what the methodology and the limits, if present, leave out of what the record says about them."""
    found: list[Omission] = []
    places = {statement.section for statement in statements}
    for place, within, parts in (
        (METHODOLOGY, METHODOLOGY, tell_parts(facts)),
        (LIMITS, DISCUSSION, {"": tell_limits(facts)}),
    ):
        told = {statement.plain for statement in statements if statement.section in {place, within}}
        known = frozenset[str]().union(*map(_list_told, told))
        for heading, templates in parts.items() if place in places else ():
            for sentence in facts.tell(templates):
                plain = read_as_told(sentence)
                missing = sorted(_list_told(plain) - known)
                if missing and plain not in told:
                    found.append(Omission(place, missing[0], sentence, heading))
    return found


def tell_parts(facts: Facts) -> dict[str, list[str]]:
    """Return the templates of the methodology by their headings."""
    return {
        "Search strategy": tell_search(facts),
        "Selection criteria": tell_selection(facts),
        "Data extraction": tell_reading(facts),
        "Synthesis approach": [
            *tell_grouping(facts),
            *tell_writing(facts),
            *([] if facts.by_model else tell_reading_by_rule(facts)),
        ],
    }


@lru_cache(4_096)
def _list_told(plain: str) -> frozenset[str]:
    """Return which of the required matters a sentence reports."""
    counted = {name.replace("_", " ") for name in list_counted(plain) & _COUNTS}
    return frozenset(counted | {what for what, pattern in _WORDED.items() if re.search(pattern, plain)})
