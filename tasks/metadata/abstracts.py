"""How far two abstracts are one text."""

from __future__ import annotations

from storage.records.search import Work
from tasks.metadata.titles import normalise_title

_RUN, _FEWEST, _SHARED = 5, 30, 0.7  # words of a run, runs of an abstract long enough to tell, share of the shorter's


def share_abstract(one: Work, other: Work) -> bool:
    """Return whether over 70% of the runs of five words of the shorter abstract stand in the longer.

    An abstract of fewer than thirty such runs tells nothing.
    """
    ours, theirs = (_list_runs(work.abstract or "") for work in (one, other))
    fewest = min(len(ours), len(theirs))
    return fewest >= _FEWEST and len(ours & theirs) > _SHARED * fewest


def _list_runs(text: str) -> set[tuple[str, ...]]:
    words = [normalised for word in text.split() if (normalised := normalise_title(word))]
    return {tuple(words[at : at + _RUN]) for at in range(len(words) - _RUN + 1)}
