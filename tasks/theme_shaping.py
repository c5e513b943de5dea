"""The works of a theme put in order, with what the theme is called by in the ledger."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from storage.manuscript import ReadWork, Theme
from storage.records import content_id

_HEAVIEST = 3


def shape_theme(
    work_ids: Iterable[str],
    corpus: Mapping[str, ReadWork],
    words: tuple[str, ...],
    coherence: float,
    source: str,
    *,
    named: Iterable[str] = (),
    representatives: Iterable[str] = (),
) -> Theme:
    """Return an unnamed theme of these works, in order of weight: citations received within the corpus, then id.

    Its key works are those `named`, the three heaviest and the `representatives`.
    """
    works = sorted(work_ids, key=lambda work_id: (-corpus[work_id].in_degree, work_id))
    return Theme(
        theme_id=content_id("theme", *sorted(works)),
        label="",
        description="",
        words=words,
        coherence=coherence,
        work_ids=tuple(works),
        key_work_ids=tuple(dict.fromkeys((*named, *works[:_HEAVIEST], *representatives))),
        source=source,
    )
