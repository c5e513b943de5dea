"""Formulating searches without a language model: from the topic's own words and those its best hits share."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence

from storage.records.search import Formulation, Plan, Work
from tasks.text.words import split_terms

_REVIEW_TAIL = re.compile(
    r"[\s:.\-\u2010-\u2015]*\b(an?\s+)?(rapid|systematic|scoping|narrative|literature|critical|umbrella|integrative)*\s*"
    r"(literature\s+)?(review|overview|meta.?analysis)(\s+of\s+the\s+literature)?(\s+(and|with)\s+(an?\s+)?meta.?analysis)?\s*$",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W\d_]{3,}")
_METHOD_WORDS = "methods measurement assessment design sample"
_HISTORICAL_AGE = 10
_RECENT_AGE = 2
_MIN_CITATIONS = 10
_OPEN_TYPES = ("article", "review", "book", "book-chapter")
_GREY_TYPES = ("preprint", "report", "dissertation")


def strip_review_words(topic: str) -> str:
    """Return a topic without a tail such as ": a systematic review and meta-analysis", which describes no subject."""
    stripped = _REVIEW_TAIL.sub("", topic).strip()
    return stripped or topic


def formulate_queries(plan: Plan, vocabulary: Sequence[Work]) -> list[Formulation]:
    """Return the keyword formulations of a plan: the topic, its framings, its strata, questions and focus areas.

    `vocabulary` are the best hits for the bare topic; the words and subject headings they share broaden the topic
    (pseudo-relevance feedback, Rocchio 1971).
    """
    topic = strip_review_words(plan.topic)
    synonyms = " ".join(_shared_terms(topic, vocabulary, 8))
    field = " ".join(_shared_subjects(vocabulary, 3))
    texts: list[tuple[str, str, int | None, int | None]] = [
        ("topic", topic, None, None),
        ("topic with methods words", f"{topic} {_METHOD_WORDS}", None, None),
        ("broader field with specific concepts", f"{field} {topic}", None, None),
        ("synonyms and neighbouring terms", f"{topic} {synonyms}", None, None),
        ("historical framing: origins", f"{topic} origins history early theory", None, plan.as_of - _HISTORICAL_AGE),
        ("recent framing: advances", f"{topic} recent advances emerging evidence", plan.as_of - _RECENT_AGE + 1, None),
        ("stratum: last 2 years", topic, plan.as_of - _RECENT_AGE + 1, None),
        ("stratum: 10 years and older", topic, None, plan.as_of - _HISTORICAL_AGE),
    ]
    texts += [("research question", question, None, None) for question in plan.questions]
    texts += [("focus area", f"{topic} {area}", None, None) for area in plan.focus_areas]
    types = _OPEN_TYPES + (_GREY_TYPES if plan.grey else ())
    return [
        Formulation(
            strategy="keyword",
            framing=framing,
            text=" ".join(text.split()),
            from_year=_latest(plan.from_year, from_year),
            to_year=_earliest(plan.to_year, to_year),
            types=types,
            languages=plan.languages,
            cited_by_over=_MIN_CITATIONS,
            cited_by_exempt_from=plan.as_of - _RECENT_AGE + 1,
        )
        for framing, text, from_year, to_year in texts
    ]


def _latest(*years: int | None) -> int | None:
    return max((year for year in years if year is not None), default=None)


def _earliest(*years: int | None) -> int | None:
    return min((year for year in years if year is not None), default=None)


def _shared_terms(topic: str, works: Sequence[Work], most: int) -> list[str]:
    """Return words many of the works share that the topic lacks, weighted by how many use them and how often."""
    known = set(split_terms(topic))
    used_by: Counter[str] = Counter()
    uses: Counter[str] = Counter()
    spelling: dict[str, Counter[str]] = {}
    for work in works:
        words = _WORD.findall(f"{work.title} {work.abstract or ''}".lower())
        pairs = [(stem[0], word) for word in words if (stem := split_terms(word))]
        for root, word in pairs:
            uses[root] += 1
            spelling.setdefault(root, Counter())[word] += 1
        used_by.update({root for root, _ in pairs})
    shared = [stem for stem, n in used_by.items() if n >= 2 and stem not in known]  # noqa: PLR2004 - "shared" means two
    shared.sort(key=lambda stem: (-used_by[stem] * math.log1p(uses[stem]), stem))
    return [min(spelling[stem].items(), key=lambda pair: (-pair[1], pair[0]))[0] for stem in shared[:most]]


def _shared_subjects(works: Sequence[Work], most: int) -> list[str]:
    """Return the subject headings most of the works carry."""
    counts = Counter(subject for work in works for subject in work.topics)
    return [subject for subject, _ in sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))[:most]]
