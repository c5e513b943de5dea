"""The saturation curve: relevant works found against works screened, stage by stage, and how many may be missing."""

from __future__ import annotations

import polars as pl

from tasks.reporting.canvas import Frame, assemble, choose_ticks, draw_axes, write_text

_TITLE = "Relevant works found against works screened"
_STEEP = 14


def draw_saturation(stages: pl.DataFrame, hits: pl.Series) -> str:
    """Return the curve as an SVG document.

    `stages` has the columns stage, candidates, relevant, coverage_delta, recall_estimate (null where none is known) and
    stop_reason of the `saturation` view, in order; `hits` says of each work, in the order they were screened, whether
    it was relevant (1) or not (0).
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
    return assemble("saturation", _TITLE, "; ".join(said) + ".", drawn)


def _draw_stages(frame: Frame, stages: pl.DataFrame) -> list[str]:
    """Return a line where each stage ended; names of stages that ended close together stand one below the other."""
    drawn: list[str] = []
    place, last, row = 0, float("-inf"), 0
    bottom = frame.top + frame.height
    for stage in stages.iter_rows(named=True):
        place += stage["candidates"]
        at = frame.x(place)
        row = row + 1 if at - last < 150 else 0  # noqa: PLR2004 - the width of a name in pixels
        last = at
        drawn.append(f'<path class="stage" d="M{at},{frame.top} V{bottom}"/>')
        label = f"stage {stage['stage']}: {stage['coverage_delta']:.0%} new"
        drawn.append(write_text(at - 5, bottom - 10 - _STEEP * row, label, "small", "end"))
    return drawn


def _say(stage: dict[str, object]) -> str:
    end = f", where the search stopped ({stage['stop_reason']})" if stage["stop_reason"] else ""
    return f"stage {stage['stage']}: {stage['relevant']} of {stage['candidates']} relevant{end}"
