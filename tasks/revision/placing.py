"""Where works that came in late belong: the theme whose words are most theirs."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence

from storage.records.writing import ReadWork, Theme, ThemePath
from tasks.text.stems import find_stems
from tasks.themes.description import theme_text


def nearest_theme(read: ReadWork, themes: Sequence[Theme], corpus: Mapping[str, ReadWork]) -> Theme:
    """Return the theme that shares most with a work: words weighed by inverse document frequency among the themes.

    What a theme says is its label, description and words (counted twice) and the texts of its works; the sum over
    shared words is divided by the root of the theme's (Salton and Buckley 1988). Ties go to the earlier theme.
    """
    own = find_stems(theme_text(read))
    texts = [_read(theme, corpus) for theme in themes]
    holders = Counter(word for text in texts for word in text)
    weights = {word: math.log((1 + len(themes)) / holders[word]) for word in holders}

    def score(text: Counter[str]) -> float:
        length = math.sqrt(math.fsum((weights[word] * n) ** 2 for word, n in sorted(text.items()))) or 1.0
        return round(math.fsum(weights[word] ** 2 * text[word] for word in sorted(own & set(text))) / length, 9)

    scores = [score(text) for text in texts]
    return themes[max(range(len(themes)), key=lambda place: (scores[place], -place))]


def place_works(
    works: Sequence[ReadWork],
    cited_in: Mapping[str, Sequence[str]],
    themes: Sequence[Theme],
    corpus: Mapping[str, ReadWork],
    topic: str,
) -> list[ThemePath]:
    """Return the path of each new work into the themes whose sections now cite it or, cited in none, the nearest.

    `cited_in` maps theme ids to the citekeys that their sections cite.
    """
    paths = []
    for read in works:
        into = [theme.theme_id for theme in themes if read.citekey in cited_in.get(theme.theme_id, ())]
        why = "cited there" if into else "the theme whose words are nearest to its own"
        for theme_id in into or [nearest_theme(read, themes, corpus).theme_id]:
            reason = f"Brought in by the expansion on {topic}; {why}."
            paths.append(ThemePath(read.work.work_id, theme_id, None, None, "expansion", reason))
    return paths


def _read(theme: Theme, corpus: Mapping[str, ReadWork]) -> Counter[str]:
    told = Counter(find_stems(" ".join((theme.label, theme.description, *theme.words))))
    text = told + told
    for work_id in theme.work_ids:
        if work_id in corpus:
            text.update(find_stems(theme_text(corpus[work_id])))
    return text
