"""The steps of the structure loop that an analyst is asked for: diagnosis, rewriting, architecture verification."""

from __future__ import annotations

from prefect import task
from prefect.cache_policies import NO_CACHE

from tasks.analysts.protocol import Analyst
from tasks.language_models.dialogue import Asked
from tasks.revision.issues import Coherence, Issue, StructureMaterial
from tasks.revision.spans import Rewriting, SpanMaterial


@task(retries=2, retry_delay_seconds=2, cache_policy=NO_CACHE, persist_result=False)
def diagnose_structure(material: StructureMaterial, analyst: Analyst) -> Asked[tuple[Issue, ...]]:
    """Return what is wrong with the structure of a review."""
    return analyst.diagnose_structure(material)


@task(retries=2, retry_delay_seconds=2, cache_policy=NO_CACHE, persist_result=False)
def rewrite_span(material: SpanMaterial, analyst: Analyst) -> Asked[Rewriting | None]:
    """Return what is to stand in the place of the paragraphs affected by one issue."""
    return analyst.rewrite_span(material)


@task(retries=2, retry_delay_seconds=2, cache_policy=NO_CACHE, persist_result=False)
def judge_coherence(material: StructureMaterial, analyst: Analyst) -> Asked[Coherence]:
    """Return how well the review holds together."""
    return analyst.judge_coherence(material)
