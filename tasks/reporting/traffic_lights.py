"""What people said of the quality of the works as traffic lights, each with a sign, so that colour alone tells nothing.

After robvis (McGuinness and Higgins 2021, doi:10.1002/jrsm.1411), whose signs they are.
"""

from __future__ import annotations

from collections.abc import Mapping

import polars as pl

from storage.records.search import Work
from tasks.evidence.appraisal import Tool, read_tools, sign
from tasks.human.forms import name_reviewer
from tasks.reporting.appraisals import list_judged, name_studies
from tasks.reporting.canvas import WIDTH, assemble, shorten, write_text, write_title

_TITLE = "Quality of the works as people judged it"
# Apart in lightness as well; black signs stand out on each.
_FILLS = {"+": "#7fc4a8", "-": "#f3d064", "x": "#e58a5c", "!": "#c9605f", "?": "#b9c7d6", " ": "#e3e6ea"}
_TOP, _ROW, _LEFT, _STEP, _RADIUS = 64, 26, 290, 46, 10
_LONGEST_NAME = 40
_MOST_ROWS = 60


def draw_appraisals(judged: pl.DataFrame, works: Mapping[str, Work]) -> str:
    """Return the figure as an SVG document, tool by tool; at most 60 rows each, and how many more the tables have.

    `judged` has the columns tool, citekey, reviewer, domain and judgement; `works` are by citekey.
    """
    drawn: list[str] = []
    said: list[str] = []
    names = name_studies(judged, works)
    y = _TOP
    for key, tool in read_tools().items():
        rows = list_judged(judged.filter(pl.col("tool") == key))
        if rows:
            y = _draw_tool(tool, rows, names, drawn, y)
            said.append(f"{tool.name}: {len(rows)} {'row' if len(rows) == 1 else 'rows'}")
    words = list(dict.fromkeys(word for tool in read_tools().values() for word in (*tool.judgements, *tool.overall)))
    given = set(judged["judgement"])
    y = _draw_legend([word for word in words if word in given], drawn, y)
    return assemble(
        "appraisals", _TITLE, f"{'; '.join(said)}. Every judgement is in the tables of the appendix.", drawn, y
    )


def _draw_tool(
    tool: Tool, rows: Mapping[tuple[str, str], Mapping[str, str]], names: Mapping[str, str], drawn: list[str], y: int
) -> int:
    """Draw the rows of a tool from a height on, and return where the next begins."""
    several = len({reviewer for _, reviewer in rows}) > 1
    drawn.append(write_text(24, y, tool.name, "axis-name"))
    for column, domain in enumerate(tool.asked):
        drawn.append(write_text(_LEFT + column * _STEP, y, domain, "small", "middle"))
    for (key, reviewer), given in list(rows.items())[:_MOST_ROWS]:
        y += _ROW
        label = f"{names[key]}, {name_reviewer(reviewer)}" if several else names[key]
        drawn.append(write_text(24, y + 4, shorten(label, _LONGEST_NAME)))
        for column, (domain, asked) in enumerate(tool.asked.items()):
            if domain in given:
                told = f"{label}, {asked[:1].lower()}{asked[1:]}: {given[domain]}"
                drawn.append(_draw_light(_LEFT + column * _STEP, y, given[domain], told))
    if len(rows) > _MOST_ROWS:
        y += _ROW
        drawn.append(write_text(24, y + 4, f"and {len(rows) - _MOST_ROWS} more, in the tables", "small"))
    return y + 2 * _ROW


def _draw_light(x: int, y: int, word: str, told: str) -> str:
    # On its light ground the sign is dark on every screen.
    mark = f'<text style="fill:#1b1f24;font-weight:bold" x="{x}" y="{y + 4}" text-anchor="middle">{sign(word)}</text>'
    circle = f'<circle cx="{x}" cy="{y}" r="{_RADIUS}" fill="{_FILLS[sign(word)]}" stroke="#57606a"/>'
    return f"<g>{write_title(told)}{circle}{mark}</g>"


def _draw_legend(words: list[str], drawn: list[str], y: int) -> int:
    x = 24
    for word in words:
        if x + 150 > WIDTH:
            x, y = 24, y + _ROW
        drawn.append(_draw_light(x + _RADIUS, y, word, word))
        drawn.append(write_text(x + 28, y + 4, word, "small"))
        x += 150
    return y + _ROW
