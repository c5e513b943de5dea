"""Looking for a gap in the text, and seeing to it that none is explored twice."""

from __future__ import annotations

from collections.abc import Iterable

from prefect import task
from prefect.cache_policies import NO_CACHE

from storage.records import Work
from tasks.analysts.dialogue import Asked
from tasks.analysts.look_ups import find_stems
from tasks.analysts.protocol import Analyst
from tasks.supervision.gaps import Diagnosis, Gap, GapMaterial

_SAME, _SPOKEN_OF = 0.75, 0.5


@task(retries=2, retry_delay_seconds=2, cache_policy=NO_CACHE, persist_result=False)
def find_gap(material: GapMaterial, analyst: Analyst) -> Asked[Diagnosis | None]:
    """Return the analyst's diagnosis, None where it gave no valid one."""
    return analyst.find_gap(material)


def is_explored(topic: str, explored: Iterable[str]) -> bool:
    """Return whether a topic says nothing, or nearly the same as one explored.

    Order, function words and plural endings do not count; three quarters of the words of both are the same topic.
    """
    stems = find_stems(topic)
    others = [find_stems(other) for other in explored]
    return not stems or any(len(stems & other) >= _SAME * len(stems | other) for other in others)


def speaks_of(work: Work, gap: Gap) -> bool:
    """Return whether a work's title and abstract hold half of the words of a gap's queries; always, if it has none.

    A score that ranks the hits of one query among themselves finds half of them near, whatever they are about.
    """
    asked = find_stems(" ".join(gap.queries))
    return len(asked & find_stems(f"{work.title} {work.abstract or ''}")) >= _SPOKEN_OF * len(asked)
