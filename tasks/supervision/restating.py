"""Numbers that sentences of a review state of itself, put right after its corpus grew."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from storage.manuscript import ReadWork
from tasks.analysts.extractive.passages import state
from tasks.analysts.extractive.theme_section import state_extent, state_most_cited
from tasks.analysts.extractive.words import spell
from tasks.citing_sentences import find_citing_sentences

_WORKS = r"works?|records?|publications?|studies|study|texts?|sources?|that\s+(?:form|were)"
_UNITS = {
    "themes": r"themes?",
    "queries": r"quer(?:y|ies)",
    "findings": r"findings?|statements?",
    "quotes": r"quotations?|quotes?",
}
_EXTENT = re.compile(r"(?<!\S)This theme brings together [^\n.]*\.(?=\s)")
_MOST_CITED = re.compile(r"(?<!\S)Within the corpus, [^\n]{1,200}? is cited most, by [^\n.]{1,20} other works\.(?=\s)")
_COUNTED = ("discovered", "screened", "excluded", "unsure", "relevant", "corpus", "with_abstract", "recent")

Numbers = Mapping[str, int | float | str]


def restate_numbers(markdown: str, before: Numbers, after: Numbers) -> str:
    """Return the text with counts of the review brought up to date in sentences that cite nothing.

    A count is a number of before, in digits or spelled out, with what it counts at most two words behind it. One that
    may stand for two counts which changed differently is left as it is.
    """
    changes: dict[str, dict[str, set[str]]] = {}
    for name in (*_COUNTED, *_UNITS):
        was, now = before.get(name), after.get(name)
        if was and isinstance(was, int) and isinstance(now, int):
            changes.setdefault(_UNITS.get(name, _WORKS), {}).setdefault(spell(was), set()).add(spell(now))
            changes[_UNITS.get(name, _WORKS)].setdefault(f"{was:,}", set()).add(f"{now:,}")
    cited = [sentence for sentence, _ in find_citing_sentences(markdown)]
    parts = re.split(f"({'|'.join(map(re.escape, cited))})", markdown) if cited else [markdown]
    return "".join(part if place % 2 else _restate(part, changes) for place, part in enumerate(parts))


def _restate(text: str, changes: Mapping[str, Mapping[str, set[str]]]) -> str:
    for unit, numbers in changes.items():
        known = "|".join(sorted(map(re.escape, numbers), key=len, reverse=True))
        counted = re.compile(rf"(?<![\w.,-])({known})(?=(?:\s+[\w-]+){{0,2}}?\s+(?:{unit})\b)", re.IGNORECASE)
        text = counted.sub(lambda found, numbers=numbers: _replace(found[1], numbers), text)  # type: ignore[misc]
    return text


def _replace(told: str, numbers: Mapping[str, set[str]]) -> str:
    now = numbers[told.lower()]
    if len(now) > 1:
        return told
    (fresh,) = now
    return fresh.capitalize() if told[:1].isupper() else fresh


def restate_theme(markdown: str, works: Sequence[ReadWork]) -> str:
    """Return a theme's section with the extractive analyst's counts of its works as they are now.

    `works` are those of the theme in its order; what is stated of the work cited most stays where that is cited less.
    """
    for counted, sentence in ((_EXTENT, state_extent(works)), (_MOST_CITED, state_most_cited(works))):
        found = counted.search(markdown)
        if found and sentence:
            markdown = markdown[: found.start()] + state(sentence).text + markdown[found.end() :]
    return markdown
