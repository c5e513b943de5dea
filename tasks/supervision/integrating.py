"""Working new works into a section: what the section may become, and which of its paragraphs changed."""

from __future__ import annotations

from prefect import task
from prefect.cache_policies import NO_CACHE

from storage.records.writing import Draft
from tasks.analysts.protocol import Analyst
from tasks.language_models.dialogue import Asked
from tasks.revision.gaps import IntegrationMaterial


@task(retries=2, retry_delay_seconds=2, cache_policy=NO_CACHE, persist_result=False)
def integrate_works(material: IntegrationMaterial, analyst: Analyst) -> Asked[Draft | None]:
    """Return the section with the new works in it, None where the analyst made nothing of them."""
    return analyst.integrate_works(material)
