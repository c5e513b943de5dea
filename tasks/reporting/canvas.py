"""A canvas: a plot area between margins, in pixels, light or dark according to the reader's screen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import floor, log10
from xml.sax.saxutils import escape

WIDTH, HEIGHT = 880, 460

# Okabe and Ito (2008), Color Universal Design: most colour-blind readers can tell them apart; grey and lighter shades
# follow.
COLOURS = (
    "#0072b2",
    "#d55e00",
    "#009e73",
    "#cc79a7",
    "#56b4e9",
    "#e69f00",
    "#8c6d31",
    "#7f7f7f",
    "#6a51a3",
    "#a6761d",
    "#1b9e77",
    "#b2182b",
    "#4d9221",
    "#c51b7d",
    "#35618f",
)
_TICKS = 6  # on an axis, approximately
_LONGEST_TITLE = 240
STYLE = """
    .picture .card { fill: #ffffff; } .picture .axis { stroke: #57606a; fill: none; }
    .picture .grid { stroke: #d0d7de; stroke-width: 1; }
    .picture .curve { stroke: #0072b2; stroke-width: 2.4; fill: none; }
    .picture .stage { stroke: #8c959f; stroke-width: 1.2; stroke-dasharray: 4 3; }
    .picture .estimate { stroke: #d55e00; stroke-width: 1.4; stroke-dasharray: 7 4; }
    .picture .edge { stroke: #57606a; stroke-width: 0.8; stroke-opacity: 0.2; fill: none; }
    .picture .hover { fill: #0072b2; fill-opacity: 0; } .picture .hover:hover { fill-opacity: 0.07; }
    .picture .name { font-size: 11.5px; stroke: #ffffff; stroke-width: 3px; paint-order: stroke; }
    .picture .inside { fill: #ffffff; font-size: 11px; font-weight: bold; stroke: #1b1f24; stroke-width: 2px;
      paint-order: stroke; stroke-opacity: 0.55; }
    .picture text { fill: #1b1f24; font-family: Helvetica, Arial, "Liberation Sans", sans-serif; font-size: 12.5px; }
    .picture .heading { font-size: 17px; font-weight: bold; } .picture .small { font-size: 11.5px; fill: #57606a; }
    @media (prefers-color-scheme: dark) {
      .picture .card { fill: #161b22; } .picture .axis { stroke: #8b949e; } .picture .grid { stroke: #30363d; }
      .picture text { fill: #e6edf3; } .picture .small { fill: #8b949e; } .picture .edge { stroke: #c9d1d9; }
      .picture .name { stroke: #161b22; }
    }
"""


@dataclass(frozen=True, slots=True)
class Frame:
    """The plot area in pixels and the largest values of the two axes, which begin at 0."""

    left: int
    top: int
    width: int
    height: int
    most_x: float
    most_y: float

    def x(self, value: float) -> float:
        """Return the horizontal position of a value, in pixels from the left."""
        return round(self.left + self.width * value / self.most_x, 1)

    def y(self, value: float) -> float:
        """Return the vertical position of a value, in pixels from the top."""
        return round(self.top + self.height * (1 - value / self.most_y), 1)


def choose_ticks(most: float) -> list[int]:
    """Return whole round numbers (1, 2 or 5 times a power of ten apart) from 0 to the first at or above `most`."""
    rough = max(most, 1) / _TICKS
    power = 10 ** floor(log10(rough)) if rough > 0 else 1
    step = max(1, round(next(factor * power for factor in (1, 2, 5, 10) if factor * power >= rough)))
    ticks = [0]
    while ticks[-1] < most or len(ticks) == 1:
        ticks.append(ticks[-1] + step)
    return ticks


def draw_axes(frame: Frame, across: Sequence[int], up: Sequence[int], named: tuple[str, str]) -> list[str]:
    """Return grid, axes, numbers and the names of the two axes."""
    right, bottom = frame.left + frame.width, frame.top + frame.height
    drawn = [f'<path class="grid" d="M{frame.left},{frame.y(tick)} H{right}"/>' for tick in up]
    drawn += [write_text(frame.left - 8, frame.y(tick) + 4, f"{tick:,}", "small", "end") for tick in up]
    drawn += [write_text(frame.x(tick), bottom + 18, f"{tick:,}", "small", "middle") for tick in across]
    drawn.append(f'<path class="axis" d="M{frame.left},{frame.top} V{bottom} H{right}"/>')
    drawn.append(write_text(frame.left + frame.width / 2, bottom + 38, named[0], "", "middle"))
    turned = f'transform="translate({frame.left - 46},{frame.top + frame.height // 2}) rotate(-90)"'
    return [*drawn, f'<text text-anchor="middle" {turned}>{escape(named[1])}</text>']


def write_text(x: float, y: float, text: str, kind: str = "", anchor: str = "start") -> str:
    """Return a line of text at a place; markup in the text is shown, not interpreted."""
    return f'<text class="{kind}" x="{x:g}" y="{y:g}" text-anchor="{anchor}">{_plain(text)}</text>'


def write_title(text: str) -> str:
    """Return the title element that browsers show where the pointer rests: a text, at most 240 characters of it."""
    return f"<title>{_plain(shorten(text, _LONGEST_TITLE))}</title>"


def shorten(text: str, longest: int) -> str:
    """Return a text, cut after so many characters."""
    return text if len(text) <= longest else f"{text[: longest - 1].rstrip()}…"


def _plain(text: str) -> str:
    """Return a text escaped for XML; characters that XML does not allow become blanks."""
    return escape("".join(char if char.isprintable() else " " for char in text))


def assemble(name: str, title: str, said: str, drawn: Iterable[str], height: int = HEIGHT) -> str:
    """Return the SVG 1.1 document: the drawing on a card under its title; `said` describes it in words."""
    size = f'width="{WIDTH}" height="{height}" viewBox="0 0 {WIDTH} {height}"'
    told = f'role="img" aria-labelledby="{name}-title {name}-desc"'
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" class="picture" {size} {told}>',
            f'<title id="{name}-title">{escape(title)}</title>',
            f'<desc id="{name}-desc">{_plain(said)}</desc>',
            f"<style>{STYLE}</style>",
            f'<rect class="card" width="{WIDTH}" height="{height}" rx="8"/>',
            write_text(24, 34, title, "heading"),
            *drawn,
            "</svg>\n",
        ]
    )
