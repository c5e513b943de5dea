"""Summarization: reading one work, and asking it for more later."""

from __future__ import annotations

from collections.abc import Sequence

from prefect import task
from prefect.cache_policies import NO_CACHE

from storage.records.data_items import DataItem
from storage.records.evidence import Extraction
from storage.records.search import Work
from storage.records.writing import Page, Summary
from tasks.analysts.protocol import Analyst
from tasks.language_models.dialogue import Asked


@task(retries=2, retry_delay_seconds=2, cache_policy=NO_CACHE, persist_result=False)
def summarise_work(
    work: Work, pages: Sequence[Page], analyst: Analyst, items: Sequence[DataItem] = ()
) -> Asked[Summary]:
    """Return the analyst's structured summary of a work, with what the items ask of it."""
    return analyst.summarise_work(work, pages, items)


@task(retries=2, retry_delay_seconds=2, cache_policy=NO_CACHE, persist_result=False)
def answer_items(
    work: Work, pages: Sequence[Page], items: Sequence[DataItem], analyst: Analyst
) -> Asked[tuple[Extraction, ...]]:
    """Return what a work that was read before answers to items that are asked of it since."""
    return analyst.answer_items(work, pages, items)
