"""The theme map: works placed by what their texts say, coloured by theme."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from storage.records.writing import Theme
from tasks.reporting.canvas import COLOURS, WIDTH, Frame, assemble, write_text

_TITLE = "Works by theme"
_LONGEST_LABEL = 46
_LINE = 22
_MAP_HEIGHT = 400


def draw_themes(themes: Sequence[Theme], vectors: Mapping[str, Sequence[float]], citations: Mapping[str, int]) -> str:
    """Return the map as an SVG document: a dot per work, the larger the more corpus works cite it.

    `vectors` are the unit-length embeddings of the works by id. They are laid out on the two directions along which
    they differ most (principal components; Pearson 1901), so that near dots mean similar texts, while distances between
    far ones say little. A work of several themes has the colour of the first.
    """
    works = sorted({work_id for theme in themes for work_id in theme.work_ids if work_id in vectors})
    places = lay_out(np.asarray([vectors[work_id] for work_id in works], dtype=np.float64))
    frame = Frame(40, 64, 460, _MAP_HEIGHT, 1.0, 1.0)
    first: dict[str, int] = {}
    for number, theme in enumerate(themes):
        for work_id in theme.work_ids:
            first.setdefault(work_id, number)
    dots = [
        f'<circle cx="{frame.x(float(x))}" cy="{frame.y(float(y))}" r="{_size(citations.get(work_id, 0))}" '
        f'fill="{_colour(first[work_id])}" fill-opacity="0.75"/>'
        for work_id, (x, y) in zip(works, places, strict=True)
    ]
    legend = [line for number, theme in enumerate(themes) for line in _draw_entry(number, theme)]
    said = "; ".join(f"{theme.label}: {len(theme.work_ids)} works" for theme in themes)
    height = max(_MAP_HEIGHT + 90, 84 + _LINE * len(themes) + 20)
    return assemble("themes", _TITLE, f"{said}.", [*dots, *legend], height)


def lay_out(vectors: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return a place in the unit square for each row: its first two principal components, each stretched to 0 to 1.

    The sign of a component is that of its largest part, so that it does not depend on the machine; no rows give none.
    """
    if len(vectors) == 0:
        return np.zeros((0, 2))
    centred = vectors - vectors.mean(axis=0)
    _, _, directions = np.linalg.svd(centred, full_matrices=False)
    directions = directions[:2]
    signs = np.sign(directions[np.arange(len(directions)), np.abs(directions).argmax(axis=1)])
    places = np.zeros((len(vectors), 2))
    places[:, : len(directions)] = centred @ (directions * signs[:, None]).T
    low, high = places.min(axis=0), places.max(axis=0)
    # What does not differ stands in the middle.
    scaled = (places - (low + high) / 2) / np.maximum(high - low, 1e-9) + 0.5
    return np.asarray(np.round(scaled, 3), dtype=np.float64)


def _draw_entry(number: int, theme: Theme) -> list[str]:
    x, y = 530, 84 + _LINE * number
    label = theme.label if len(theme.label) <= _LONGEST_LABEL else f"{theme.label[: _LONGEST_LABEL - 1]}…"
    return [
        f'<circle cx="{x}" cy="{y - 4}" r="6" fill="{_colour(number)}"/>',
        write_text(x + 14, y, label),
        write_text(WIDTH - 24, y, str(len(theme.work_ids)), "small", "end"),
    ]


def _colour(number: int) -> str:
    return COLOURS[number % len(COLOURS)]


def _size(citations: int) -> float:
    """Return a dot's radius in pixels; its area grows with the citations."""
    return round(4 + 1.4 * math.sqrt(min(citations, 25)), 1)
