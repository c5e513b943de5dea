"""Which works are about which facet of a topic, by their words."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence

from tasks.text.words import split_terms

_LEAST_TIMES = 2
_LONG, _SHARE = 3, 2 / 3
_COMMON_STEM = 5


def assign_facets(facets: Sequence[str], texts: Sequence[tuple[str, str, str]]) -> Iterator[tuple[str, str]]:
    """Yield (facet, work_id) for each facet that a work is about; `texts` are (work_id, title, abstract).

    A work is about a facet if the facet's words all stand in its title, or each twice in title and abstract; of a facet
    of three words and more, two thirds of them. Words are compared by stem, a letter more or less at its end not
    counted: the stems of "finance" and "financial" differ.
    """
    wanted = {facet: list(dict.fromkeys(split_terms(facet))) for facet in facets}
    for work_id, title, abstract in texts:
        titled = Counter(split_terms(title))
        told = titled + Counter(split_terms(abstract))
        for facet, terms in wanted.items():
            least = math.ceil(_SHARE * len(terms)) if len(terms) >= _LONG else len(terms)
            in_title = sum(_count(term, titled) > 0 for term in terms)
            in_text = sum(_count(term, told) >= _LEAST_TIMES for term in terms)
            if terms and max(in_title, in_text) >= least:
                yield facet, work_id


def _count(term: str, counts: Counter[str]) -> int:
    return sum(counts[form] for form in counts if _is_same(term, form))


def _is_same(one: str, other: str) -> bool:
    short, long = sorted((one, other), key=len)
    return one == other or (len(short) >= _COMMON_STEM and len(long) == len(short) + 1 and long.startswith(short))
