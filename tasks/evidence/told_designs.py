"""The design of a study that its text tells by what was done, where neither title nor text names it."""

from __future__ import annotations

from collections.abc import Sequence

from tasks.evidence.data import Datum
from tasks.evidence.design_forms import FORMS
from tasks.evidence.designs import pools_studies, speaks_of_others
from tasks.evidence.plain_forms import PLAIN_FORMS


def find_told_design(title: str, sentences: Sequence[str]) -> tuple[int, Datum] | None:
    """Return the design that a text tells by what was done, with which sentence does; None where that is not plain."""
    whole = " ".join((title, *sentences))
    pooled = pools_studies(sentences)
    for form in (*FORMS, *PLAIN_FORMS):
        if (pooled and form.design != "systematic review") or (form.not_with and form.not_with.search(whole)):
            continue
        if form.needs and not form.needs.search(whole):
            continue
        for place, text in enumerate(sentences):
            if not form.open and speaks_of_others(text):
                continue
            if match := form.told.search(text):
                return place, Datum("design", form.design, *match.span())
    return None
