"""Terms for searching that are found and not thought up: spelt-out acronyms, other spellings, over-represented terms.

Objective selection of terms (Hausner et al. 2012, doi:10.1186/2046-4053-1-19): those that the most relevant works have
and the other works found have not.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Sequence

from storage.records.search import Work
from tasks.analysts.extractive.keyphrases import all_stems, candidate_phrases, surface_forms
from tasks.text.synonyms import harvest_synonyms
from tasks.text.words import FUNCTION_WORDS, split_terms, tokenise

_FEWEST_OTHERS = 10
_LEAST_SHARE, _LEAST_WORKS, _LEAST_RATIO = 0.25, 3, 2.0
_LEAST_TITLES = 2
_SHORTEST_WORD = 5
_SIGNIFICANT = 3.84  # G squared at 5% with one degree of freedom
_HYPHENS = re.compile(r"[-\u2010\u2011]")


def text_of(work: Work) -> str:
    """Return a work's title and abstract."""
    return f"{work.title}. {work.abstract or ''}"


def find_variants(facet: str, works: Sequence[Work]) -> list[str]:
    """Return other names of a facet that the works define: acronyms, what one stands for, codes; and other spellings.

    The most used first; a name that stems to the facet's own terms is none.
    """
    own = split_terms(facet)
    found: Counter[str] = Counter()
    words = Counter(word for work in works for word in set(tokenise(text_of(work))))
    for one in harvest_synonyms([facet], [(work.work_id, text_of(work)) for work in works]):
        found[re.sub(re.escape(one.name), lambda _, name=one.alias: name, facet)] += one.works  # type: ignore[misc]
    for word in (word for word in tokenise(facet) if word not in FUNCTION_WORDS and len(word) >= _SHORTEST_WORD):
        for other in _spell_otherwise(word):
            if words[other] > 1 and split_terms(other) != split_terms(word):
                found[re.sub(re.escape(word), other, facet, flags=re.IGNORECASE)] += words[other]
    return [name for name, _ in sorted(found.items(), key=lambda pair: (-pair[1], pair[0])) if split_terms(name) != own]


# Endings and letters that are spelt in two ways, as British and American English do.
_TWO_WAYS = (
    ("isation", "ization"),
    ("ising", "izing"),
    ("ise", "ize"),
    ("yse", "yze"),
    ("ysing", "yzing"),
    ("our", "or"),
    ("ae", "e"),
    ("oe", "e"),
    ("tre", "ter"),
    ("ogue", "og"),
    ("ence", "ense"),
    ("lling", "ling"),
    ("lled", "led"),
    ("mme", "m"),
)


def _spell_otherwise(word: str) -> Iterable[str]:
    for one, other in (*_TWO_WAYS, *((two, one) for one, two in _TWO_WAYS)):
        for place in (match.start() for match in re.finditer(one, word)):
            yield word[:place] + other + word[place + len(one) :]
    if _HYPHENS.search(word):
        yield _HYPHENS.sub("", word)


def select_terms(topic: str, best: Sequence[Work], others: Sequence[Work], most: int) -> list[str]:
    """Return noun phrases that a quarter of the best works use, and significantly more of them than of the others.

    At least two of the best have them in their titles, which name what a work is about. They are ordered by G squared
    (Dunning 1993), share no word with each other or the topic, and there is none where the others are too few to tell
    what any work of the search would say.
    """
    if len(others) < _FEWEST_OTHERS:
        return []
    known = set(all_stems(topic)) | set(split_terms(topic))
    inside = Counter(phrase for work in best for phrase in candidate_phrases(text_of(work)))
    outside = Counter(phrase for work in others for phrase in candidate_phrases(text_of(work)) if phrase in inside)
    titled = Counter(phrase for work in best for phrase in candidate_phrases(work.title))
    least = max(_LEAST_WORKS, math.ceil(_LEAST_SHARE * len(best)))
    scored = [
        (weight, phrase)
        for phrase, n in inside.items()
        if n >= least
        and titled[phrase] >= _LEAST_TITLES
        and not known & set(phrase)
        and n / len(best) >= _LEAST_RATIO * outside[phrase] / len(others)
        and (weight := _weigh(n, len(best), outside[phrase], len(others))) >= _SIGNIFICANT
    ]
    forms = surface_forms([text_of(work) for work in best])
    chosen: list[tuple[str, ...]] = []
    for _, phrase in sorted(scored, key=lambda pair: (-round(pair[0], 9), -len(pair[1]), pair[1])):
        if len(chosen) < most and not any(set(phrase) & set(other) for other in chosen):
            chosen.append(phrase)
    return [forms[phrase] for phrase in chosen]


def _weigh(inside: int, best: int, outside: int, others: int) -> float:
    """Return G squared of a term in `inside` of the best and `outside` of the other works."""
    share = (inside + outside) / (best + others)
    cells = (
        (inside, best * share),
        (best - inside, best * (1 - share)),
        (outside, others * share),
        (others - outside, others * (1 - share)),
    )
    return 2 * math.fsum(seen * math.log(seen / expected) for seen, expected in cells if seen)
