"""Looking for a gap in the text, and seeing to it that none is explored twice."""

from __future__ import annotations

from prefect import task
from prefect.cache_policies import NO_CACHE

from tasks.analysts.protocol import Analyst
from tasks.language_models.dialogue import Asked
from tasks.revision.gaps import Diagnosis, GapMaterial


@task(retries=2, retry_delay_seconds=2, cache_policy=NO_CACHE, persist_result=False)
def find_gap(material: GapMaterial, analyst: Analyst) -> Asked[Diagnosis | None]:
    """Return the analyst's diagnosis, None where it gave no valid one."""
    return analyst.find_gap(material)
