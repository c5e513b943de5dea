"""How a label is shown: in the form that the corpus uses most, acronyms spelled out; a title where no phrase holds."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence

from tasks.analysts.extractive.label_field import Field
from tasks.analysts.extractive.label_holding import HOLDS_FOR, list_texts, share_held
from tasks.analysts.protocol import ThemeMaterial
from tasks.text.asked import is_statement
from tasks.text.spelling import fold_spelling
from tasks.text.words import function_share

_TITLE_WORDS, _EASY, _SHORT = 14, 10, 3


def show(phrase: str, forms: dict[str, str], *, opens: bool = True) -> str:
    """Return a phrase in sentence case (if it `opens` one), each word in the form that the corpus uses most."""
    words = [forms.get(fold_spelling(word), word) for word in phrase.split()]
    if not opens:
        return " ".join(words)
    first = words[0]
    start = first.split("-")[0]
    words[0] = first if start[1:] != start[1:].lower() else first[:1].upper() + first[1:]
    return " ".join(words)


def spell_out(label: str, material: ThemeMaterial, field: Field, taken: Sequence[str]) -> str:
    """Return a label with its acronyms spelled out, or as it is where that would hold for too few works."""
    words = " ".join(field.acronyms.get(word, word) for word in label.split())
    spelled, held = show(words, field.forms), share_held(words, list(list_texts(material.works)))
    return spelled if words != label and held >= HOLDS_FOR and spelled not in taken else label


def name_by_title(material: ThemeMaterial, field: Field, place: int, taken: Sequence[str]) -> str:
    """Return the title, not yet given, of the work whose words the others share most; results and long ones last."""
    here = field.works[place]
    held = Counter(term for work in here for term in work)
    near = [math.fsum(held[term] for term in work) / math.sqrt(len(work) or 1) for work in here]
    titles = [_shorten(work.work.title) for work in material.works]
    ranked = sorted(
        range(len(here)),
        key=lambda number: (
            is_statement(titles[number]),
            len(titles[number].split()) > _EASY,
            -round(near[number], 6),
            number,
        ),
    )
    for number in ranked:
        label = show(titles[number], field.forms)
        if label and label not in taken:
            return label
    return f"Further works {len(taken) + 1}"


def _shorten(title: str) -> str:
    """Return a title without its subtitle and full stop, cut at a blank after fourteen words."""
    head = re.split(r"(?<=\w)\s*[:?.]\s+|\s[\u2013\u2014-]\s", title.strip(" ."))[0]
    words = (head if len(head.split()) > 2 else title.strip(" .")).split()  # noqa: PLR2004 -- "Sleep: a review"
    long = [word for word in words if len(word) > _SHORT]
    if function_share(title) and (sum(word[:1].isupper() for word in long) > len(long) / 2 or title.isupper()):
        # A title in capitals says nothing of which of its words are names.
        words = [word if word[1:] != word[1:].lower() and not title.isupper() else word.lower() for word in words]
    label = " ".join(words[:_TITLE_WORDS])
    return f"{label}{' …' if len(words) > _TITLE_WORDS else ''}"
