"""DOIs that several works have, as abstracts of a meeting may have the one of the whole supplement."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace
from itertools import combinations

from storage.records.search import Work, content_id
from tasks.metadata.same_work import is_of_others
from tasks.metadata.titles import family_id

_OURS = ("work-", "import-")  # how ids begin that follow from a DOI, and are no catalogue's


def find_shared_dois(works: Iterable[Work]) -> tuple[list[str], list[tuple[str, str]]]:
    """Return the DOIs of which works are parts, and the pairs of ids under them that are one work all the same."""
    groups: dict[str, list[Work]] = defaultdict(list)
    for work in works:
        if work.doi:
            groups[work.doi].append(work)
    shared, one = [], []
    for doi, group in sorted(groups.items()):
        pairs = list(combinations(sorted(group, key=lambda work: work.work_id), 2))
        same = [(first.work_id, second.work_id) for first, second in pairs if not is_of_others(first, second)]
        if len(same) < len(pairs):
            shared.append(doi)
            one += same
    return shared, one


def have_one_id(one: Work, other: Work) -> bool:
    """Return whether two works have one id because of a DOI that they share, and are not one."""
    return one.work_id == other.work_id and one.work_id.startswith(_OURS) and is_of_others(one, other)


def set_apart(work: Work) -> Work:
    """Return a work under an id that follows from its DOI, title and first author, not from the DOI alone."""
    kind = work.work_id.partition("-")[0]
    work_id = f"{kind}-{content_id(kind, work.doi, family_id('', work.title, work.authors))}"
    return replace(work, work_id=work_id, family_id=family_id(work_id, work.title, work.authors))
