"""Which works are about which facet of a topic, by their words."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence

from tasks.text.words import is_same_term, split_terms

_LEAST_TIMES = 2
_LONG, _SHARE = 3, 2 / 3


def assign_facets(facets: Sequence[str], texts: Sequence[tuple[str, str, str]]) -> Iterator[tuple[str, str, bool]]:
    """Yield (facet, work_id, in_title) for each facet that a work is about; `texts` are (work_id, title, abstract).

    A work is about a facet if the facet's words all stand in its title, or each twice in title and abstract; of a facet
    of three words and more, two thirds of them, the last included: "skeletal muscle" is not about relaxants of it.
    Words are compared by stem, a letter more or less at its end not counted: the stems of "finance" and "financial"
    differ.
    """
    wanted = {facet: list(dict.fromkeys(split_terms(facet))) for facet in facets}
    for work_id, title, abstract in texts:
        titled = Counter(split_terms(title))
        told = titled + Counter(split_terms(abstract))
        for facet, terms in wanted.items():
            in_title = _names(terms, titled, 1)
            if in_title or _names(terms, told, _LEAST_TIMES):
                yield facet, work_id, in_title


def names_facet(facets: Sequence[str], title: str) -> bool:
    """Return whether a title names one of the facets; true of every title where there is none.

    What many works cite is often their common ground or a method, and a score high for its citations tells neither
    from the topic.
    """
    return not facets or any(assign_facets(facets, [("", title, "")]))


def _names(terms: Sequence[str], counts: Counter[str], times: int) -> bool:
    least = math.ceil(_SHARE * len(terms)) if len(terms) >= _LONG else len(terms)
    met = [_count(term, counts) >= times for term in terms]
    return bool(met) and met[-1] and sum(met) >= least


def _count(term: str, counts: Counter[str]) -> int:
    return sum(counts[form] for form in counts if is_same_term(term, form))
