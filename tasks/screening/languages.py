"""The languages of works whose records state none, detected from title and abstract."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.metadata import version

from prefect import task
from prefect.cache_policies import NO_CACHE

from storage.records.languages import Detection
from tasks.text.languages import detect


@task(retries=1, retry_delay_seconds=2, cache_policy=NO_CACHE, persist_result=False)
def detect_languages(texts: Sequence[tuple[str, str]]) -> list[Detection]:
    """Return the language of each (work_id, text), None where that is not sure.

    The abstract of a paper is often a translation: then its language is detected, as it is the one that can be read.
    """
    detector = f"py3langid {version('py3langid')}"
    return [Detection(work_id, *detect(text), detector) for work_id, text in texts]
