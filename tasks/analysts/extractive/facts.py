"""Facts checked without a language model: by rules alone, and corrected into the sentences of the works cited.

Numbers that a review states about itself, updated after its corpus has grown.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from storage.records.writing import Claim, ReadWork
from tasks.analysts.extractive.phrasing import Writer
from tasks.analysts.extractive.theme_section import state_extent, state_most_cited
from tasks.analysts.passages import state
from tasks.citations.pandoc import find_citekeys
from tasks.citations.sentences import find_citing_sentences, read_plain, split_sentences
from tasks.revision.fact_rules import (
    Assertion,
    CitedTexts,
    Correction,
    FactMaterial,
    FactVerdict,
    Failure,
    find_faults,
    read_cited_texts,
)
from tasks.text.words import find_stems, spell

_WORKS = r"works?|records?|publications?|studies|study|texts?|sources?|that\s+(?:form|were)"
# What each count counts, and the words that distinguish it from other counts with the same number.
_COUNTS = {
    "discovered": (_WORKS, r"brought\s+up|identified|retrieved"),
    "screened": (_WORKS, r"screened"),
    "excluded": (_WORKS, r"excluded"),
    "unsure": (_WORKS, r"undecided|no\s+judgement"),
    "relevant": (_WORKS, r"relevant"),
    "corpus": (_WORKS, r"corpus|rests?\s+on|included"),
    "beyond_tier": (
        rf"{_WORKS}|that\s+had|of\s+the\s+relevant|relevant|were\s+left",
        r"left\s+out|beyond|omitted|no\s+room",
    ),
    "not_reached": (_WORKS, r"too\s+low|reached"),
    "with_abstract": (_WORKS, r"abstracts?|had\s+a\s+text"),
    "recent": (_WORKS, r"recent|last\s+three\s+years"),
    "themes": (r"themes?", r"themes?"),
    "queries": (r"quer(?:y|ies)", r"quer(?:y|ies)"),
    "findings": (r"findings?|statements?", r"findings?|statements?"),
    "quotes": (r"quotations?|quotes?", r"quotations?|quotes?"),
}
_SHARES = ("recall", "recall_low", "recall_high", "kept_share", "recall_kept", "recall_kept_low", "recall_kept_high")
_YEARS = ("first_year", "last_year")
_OF_CORPUS = re.compile(r"\b(?:published|appeared|works of)\b")
_AROUND = 60
_EXTENT = re.compile(r"(?<!\S)This theme brings together [^\n.]*\.(?=\s)")
# The second form is that of reviews written before ties were recognised.
_MOST_CITED = re.compile(
    r"(?<!\S)(?:Of these works, [^\n]{1,200}? is cited most within the corpus, by [^\n.]{1,20} others"
    r"|Within the corpus, [^\n]{1,200}? is cited most, by [^\n.]{1,20} other works)\.(?=\s)"
)

_COUNT = re.compile(rf"\b(?:{'|'.join(spell(number) for number in range(13))}|\d[\d,.]*)\b", re.IGNORECASE)
Numbers = Mapping[str, int | float | str]


def restate_numbers(markdown: str, before: Numbers, after: Numbers) -> str:
    """Return the text with counts, shares and years of the review brought up to date in sentences that cite nothing.

    A count is a number from before, in digits or spelled out, followed within two words by what it counts. Where it may
    be one of several counts that changed differently, the words around it decide; if they do not, the number stays. A
    share is known by its digits, the first and last year of the corpus by words on publication beside them.
    """
    changes = {
        name: (int(before[name]), int(after[name]))
        for name in _COUNTS
        if isinstance(before.get(name), int) and isinstance(after.get(name), int) and before[name]
    }
    cited = [sentence for sentence, _ in find_citing_sentences(markdown)]
    parts = re.split(f"({'|'.join(map(re.escape, cited))})", markdown) if cited else [markdown]
    told = _list_told(before, after)
    return "".join(
        part if place % 2 else _restate_told(_restate(part, changes), told) for place, part in enumerate(parts)
    )


def _list_told(before: Numbers, after: Numbers) -> dict[str, str]:
    """Return shares and years as a text told them and as it is to tell them, those that can mean one thing alone."""
    pairs = [
        (form.format(before[name]), form.format(after[name]))
        for names, form in ((_SHARES, "{:.1%}"), (_YEARS, "{}"))
        for name in names
        if before.get(name) is not None and after.get(name) is not None
    ]
    fresh: dict[str, set[str]] = {}
    for was, now in pairs:
        fresh.setdefault(was, set()).add(now)
    return {was: min(now) for was, now in fresh.items() if len(now) == 1 and now != {was}}


def _restate_told(text: str, told: Mapping[str, str]) -> str:
    def renew(match: re.Match[str]) -> str:
        first = max(text.rfind(". ", 0, match.start()), text.rfind("\n", 0, match.start())) + 1
        is_told = match[0].endswith("%") or _OF_CORPUS.search(text, first, match.start())
        return told[match[0]] if is_told else match[0]

    forms = "|".join(map(re.escape, told))
    return re.sub(rf"(?<![\w.,-])(?:{forms})(?![\w])", renew, text) if told else text


def _restate(text: str, changes: Mapping[str, tuple[int, int]]) -> str:
    found: dict[tuple[int, int], list[str]] = {}
    for name, (was, _) in changes.items():
        told = "|".join(dict.fromkeys(re.escape(form) for form in (spell(was), f"{was:,}")))
        counted = rf"(?<![\w.,-])(?:{told})(?=(?:\s+[\w-]+){{0,2}}?\s+(?:{_COUNTS[name][0]})\b)"
        for match in re.finditer(counted, text, re.IGNORECASE):
            found.setdefault(match.span(), []).append(name)
    for (start, end), names in sorted(found.items(), reverse=True):
        fresh = {changes[name][1] for name in names}
        if len(fresh) > 1:
            fresh = {changes[name][1] for name in _decide(text, start, end, names)}
        if len(fresh) == 1:
            (now,) = fresh
            told = f"{now:,}" if text[start].isdigit() else spell(now)
            text = text[:start] + (told.capitalize() if text[start].isupper() else told) + text[end:]
    return text


def _decide(text: str, start: int, end: int, names: Sequence[str]) -> list[str]:
    """Return the count whose words are nearest to a number in its sentence, none if there are no such words."""
    first = max(text.rfind(". ", 0, start) + 1, text.rfind("\n", 0, start) + 1, start - _AROUND)
    last = min(len(text), end + _AROUND)
    stop = re.search(r"\.(?:\s|$)", text[end:last])
    last = end + stop.start() if stop else last
    near = [
        (min(abs(match.start() + first - end), abs(start - match.end() - first)), name)
        for name in names
        for match in re.finditer(_COUNTS[name][1], text[first:last], re.IGNORECASE)
    ]
    return [min(near)[1]] if near else []


def restate_theme(markdown: str, works: Sequence[ReadWork]) -> str:
    """Return a theme's section with the extractive analyst's counts of its works as they are now.

    `works` are those of the theme in its order; the statement on the work cited most stays if that work is now cited
    less.
    """
    for counted, sentence in ((_EXTENT, state_extent(works)), (_MOST_CITED, state_most_cited(works))):
        found = counted.search(markdown)
        if found and sentence:
            markdown = markdown[: found.start()] + state(sentence).text + markdown[found.end() :]
    return markdown


def carry_counts(markdown: str, fresh: str) -> str:
    """Return the text with its counts taken from a freshly written text, in sentences that cite nothing.

    These are sentences that differ from one sentence of the fresh text in numbers alone.
    """
    told: dict[str, set[str]] = {}
    for sentence in split_sentences(fresh):
        told.setdefault(_COUNT.sub("#", sentence), set()).add(sentence)
    for sentence in split_sentences(markdown):
        found = told.get(_COUNT.sub("#", sentence), set())
        if len(found) == 1 and not find_citekeys(sentence):
            markdown = markdown.replace(sentence, min(found))
    return markdown


# A finding says the same as a failing sentence if it has this share of its words.
_LEAST_SHARE = 0.5
_NAMED = re.compile(r"(?:\S+ (?:et al\. |and \S+ )?)?\((?:\d{4}|n\.d\.)\)|\S+ et al\b\.?")


def judge_assertions(material: FactMaterial, assertions: Sequence[Assertion]) -> tuple[FactVerdict, ...]:
    """Return a verdict on each sentence: not supported where a rule has an objection, else supported.

    The rules compare words, numbers and names; they cannot tell whether a sentence means what its source means.
    """
    known = read_cited_texts(material.works)
    verdicts = []
    for one in assertions:
        faults = find_faults(one.sentence, one.citekeys, known, material.own_words)
        reason = "; ".join(fault.reason for fault in faults)
        verdicts.append(FactVerdict(one.sentence, "not supported" if faults else "supported", reason))
    return tuple(verdicts)


def correct_assertions(material: FactMaterial, failures: Sequence[Failure]) -> tuple[Correction, ...]:
    """Return for each failing sentence the finding that says the same in the words of its work, or a cut.

    Findings of cited works come first. If the sentence matches a finding of another work, the sentence stays and cites
    that work, provided the rules then have no objection; otherwise the finding's own sentence takes its place.
    """
    known = read_cited_texts(material.works)
    writer = Writer.of(material.works, "facts")
    return tuple(_correct(failure, known, writer, material.own_words) for failure in failures)


def _correct(failure: Failure, known: CitedTexts, writer: Writer, own_words: str) -> Correction:
    reason = "; ".join(failure.reasons)
    told = [(read, finding) for read in known.works.values() for finding in read.summary.findings]
    asked = find_stems(_NAMED.sub("", read_plain(failure.sentence)))
    found = [
        (len(asked & find_stems(f"{finding.text} {finding.quote.text}")), read.citekey in failure.citekeys, place)
        for place, (read, finding) in enumerate(told)
    ]
    # Most shared words first, then cited works, then the earliest.
    shared, is_cited, place = max(found, key=lambda one: (*one[:2], -one[2]), default=(0, False, 0))
    if not told or shared < _LEAST_SHARE * len(asked):
        return Correction(failure.sentence, "", (), "cut", reason)
    read, finding = told[place]
    if not is_cited:
        moved = _cite_instead(failure, read)
        if not find_faults(moved, [read.citekey], known, own_words):
            claims = (Claim(moved, read.citekey, finding.finding_id),)
            return Correction(failure.sentence, moved, claims, "re-sourced", reason)
    line = writer.tell(read, finding)
    if find_faults(line.text, [read.citekey], known, own_words):
        return Correction(failure.sentence, "", (), "cut", reason)
    return Correction(failure.sentence, line.text, line.claims, "corrected" if is_cited else "re-sourced", reason)


def _cite_instead(failure: Failure, read: ReadWork) -> str:
    """Return the sentence with all its citations replaced by one of another work."""
    plain = read_plain(failure.sentence)
    stop = plain[-1:] if plain[-1:] in set(".!?") else ""
    return f"{plain.removesuffix(stop)} [@{read.citekey}]{stop or '.'}"
