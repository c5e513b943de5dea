"""The plots of a review: its saturation curve and the map of its themes.

The saturation curve: relevant works found against works screened, stage by stage, and how many may be missing. The
theme map: works placed by what their texts say, coloured by theme.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np
import polars as pl
from numpy.typing import NDArray

from storage.records.search import Work
from storage.records.writing import Theme
from tasks.citations.authors import name_work
from tasks.reporting.canvas import (
    COLOURS,
    WIDTH,
    Frame,
    assemble,
    choose_ticks,
    draw_axes,
    shorten,
    write_text,
    write_title,
)

_CURVE_TITLE = "Relevant works found against works screened"
_STEEP = 14


def draw_saturation(stages: pl.DataFrame, hits: pl.Series) -> str:
    """Return the curve as an SVG document.

    `stages` has the columns stage, candidates, relevant, coverage_delta, recall_estimate (null where none is known) and
    stop_reason of the `saturation` view, in order; `hits` says for each work, in the order of screening, whether it was
    relevant (1) or not (0).
    """
    found = [0, *hits.cum_sum().to_list()]
    recall = stages["recall_estimate"].drop_nulls().to_list()[-1:] if stages.height else []
    expected = found[-1] / recall[0] if recall and recall[0] else None
    across, up = choose_ticks(len(found) - 1), choose_ticks(max(found[-1], expected or 0))
    frame = Frame(80, 70, 760, 310, across[-1], up[-1])
    drawn = draw_axes(frame, across, up, ("works screened", "relevant works found"))
    drawn += _draw_stages(frame, stages)
    points = " ".join(f"L{frame.x(place)},{frame.y(n)}" for place, n in enumerate(found))
    drawn.append(f'<path class="curve" d="M{points[1:]}"/>')
    said = [f"{found[-1]:,} relevant works among {len(found) - 1:,} screened"]
    if expected is not None:
        level = frame.y(expected)
        drawn.append(f'<path class="estimate" d="M{frame.left},{level} h{frame.width}"/>')
        estimate = f"estimated in all: {expected:,.0f} (recall {recall[0]:.0%})"
        drawn.append(write_text(frame.left + frame.width, level - 6, estimate, "small", "end"))
        said.append(estimate)
    said += [_say(row) for row in stages.iter_rows(named=True)]
    return assemble("saturation", _CURVE_TITLE, "; ".join(said) + ".", drawn)


def _draw_stages(frame: Frame, stages: pl.DataFrame) -> list[str]:
    """Return a line where each stage ended; names of stages that ended close together are stacked."""
    drawn: list[str] = []
    place, last, row = 0, float("-inf"), 0
    bottom = frame.top + frame.height
    for stage in stages.iter_rows(named=True):
        begun = frame.x(place)
        place += stage["candidates"]
        at = frame.x(place)
        around = f'x="{begun}" y="{frame.top}" width="{round(at - begun, 1)}" height="{frame.height}"'
        drawn.append(f'<rect class="hover" {around}>{write_title(_say(stage))}</rect>')
        row = row + 1 if at - last < 150 else 0  # noqa: PLR2004 - the width of a name in pixels
        last = at
        drawn.append(f'<path class="stage" d="M{at},{frame.top} V{bottom}"/>')
        label = f"stage {stage['stage']}: {stage['coverage_delta']:.0%} new"
        drawn.append(write_text(at - 5, bottom - 10 - _STEEP * row, label, "small", "end"))
    return drawn


def _say(stage: dict[str, object]) -> str:
    end = f", where the search stopped ({stage['stop_reason']})" if stage["stop_reason"] else ""
    return f"stage {stage['stage']}: {stage['relevant']} of {stage['candidates']} relevant{end}"


_MAP_TITLE = "Works by theme"
_LONGEST_LABEL = 46
_LINE = 22
_MAP_HEIGHT = 400


def draw_themes(
    themes: Sequence[Theme],
    vectors: Mapping[str, Sequence[float]],
    citations: Mapping[str, int],
    works: Mapping[str, tuple[str, Work]],
) -> str:
    """Return the map as an SVG document: a dot per work, the larger the more corpus works cite it.

    `works` are citekeys and works by id.

    `vectors` are the unit-length embeddings of the works by id. They are projected on the two directions along which
    they differ most (principal components; Pearson 1901), so dots close together mean similar texts, while large
    distances say little. A work in several themes has the colour of the first.
    """
    placed = sorted({work_id for theme in themes for work_id in theme.work_ids if work_id in vectors})
    places = lay_out(np.asarray([vectors[work_id] for work_id in placed], dtype=np.float64))
    frame = Frame(40, 64, 460, _MAP_HEIGHT, 1.0, 1.0)
    first: dict[str, int] = {}
    for number, theme in enumerate(themes):
        for work_id in theme.work_ids:
            first.setdefault(work_id, number)
    dots = [
        f'<g data-work="{works[work_id][0]}">{write_title(_tell(themes[first[work_id]], works[work_id][1]))}'
        f'<circle cx="{frame.x(float(x))}" cy="{frame.y(float(y))}" r="{_size(citations.get(work_id, 0))}" '
        f'fill="{_colour(first[work_id])}" fill-opacity="0.75"/></g>'
        for work_id, (x, y) in zip(placed, places, strict=True)
    ]
    legend = [line for number, theme in enumerate(themes) for line in _draw_entry(number, theme)]
    said = "; ".join(f"{theme.label}: {len(theme.work_ids)} works" for theme in themes)
    height = max(_MAP_HEIGHT + 90, 84 + _LINE * len(themes) + 20)
    return assemble("themes", _MAP_TITLE, f"{said}.", [*dots, *legend], height)


def _tell(theme: Theme, work: Work) -> str:
    return f"{name_work(work)}: {work.title}. Theme: {theme.label}"


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
    # A direction without variation is drawn in the middle.
    scaled = (places - (low + high) / 2) / np.maximum(high - low, 1e-9) + 0.5
    return np.asarray(np.round(scaled, 3), dtype=np.float64)


def _draw_entry(number: int, theme: Theme) -> list[str]:
    x, y = 530, 84 + _LINE * number
    return [
        f'<circle cx="{x}" cy="{y - 4}" r="6" fill="{_colour(number)}"/>',
        write_text(x + 14, y, shorten(theme.label, _LONGEST_LABEL)),
        write_text(WIDTH - 24, y, str(len(theme.work_ids)), "small", "end"),
    ]


def _colour(number: int) -> str:
    return COLOURS[number % len(COLOURS)]


def _size(citations: int) -> float:
    """Return a dot's radius in pixels; its area grows with the citations."""
    return round(4 + 1.4 * math.sqrt(min(citations, 25)), 1)
