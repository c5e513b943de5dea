"""Whole papers made by hand, in the layouts that journals use."""

from __future__ import annotations

from tests.tasks.parsing.made_pdfs import Line, wrap_column

LEFT, RIGHT, FULL = 60.0, 318.0, 60.0

_TOPICS = ("meadows", "forests", "rivers", "orchards", "hedgerows", "gardens")


def tell(topic: str, sentences: int) -> str:
    """Return running text in which each sentence can be told from every other."""
    return " ".join(
        f"In survey {number} of the {topic} we counted pollinators on every flowering plant that stood within reach."
        for number in range(1, sentences + 1)
    )


def frame_page(number: int) -> list[Line]:
    """Return running heads that differ on odd and even pages, and three lines of feet with the page number."""
    head = f"{number}   Bee and Wasp" if number % 2 == 0 else f"Pollinators of the Alps   {number}"
    return [
        Line(LEFT, 40, head, 8),
        Line(LEFT, 745, "Journal of Invented Ecology, volume 12, article 34", 7),
        Line(LEFT, 754, "This article is open to all readers under a licence.", 7),
        Line(290, 765, str(100 + number), 8),
    ]


def two_columns(pages: int = 3) -> list[list[Line]]:
    """Return a paper: title and abstract across the page, two columns drawn row by row, a footnote, a figure."""
    drawn: list[list[Line]] = []
    for number in range(1, pages + 1):
        top = 60.0
        lines = frame_page(number)
        if number == 1:
            abstract = wrap_column(FULL, 132, f"{tell('abstract', 3)} Few bees came.", 96)
            lines += [
                Line(120, 80, "Pollinators of Alpine Meadows", 18, "F2"),
                Line(200, 100, "Ada Bee and Otto Wasp", 11),
                Line(FULL, 118, "Abstract", 11, "F2"),
                *abstract,
                Line(LEFT, 200, "1 Introduction", 12, "F2"),
            ]
            top = 218.0
        left = wrap_column(LEFT, top, tell(_TOPICS[2 * number - 2], 8))
        right = wrap_column(RIGHT, top, tell(_TOPICS[2 * number - 1], 8))
        if number == 2:
            left += [Line(LEFT, 640, "1 The nets were lent by friends.", 7)]
            caption = Line(RIGHT, right[9].y, "Figure 1: Where the bees were seen.", 9)
            right = [*right[:9], caption, *(line._replace(y=line.y + 24) for line in right[9:])]
        rows = sorted([*left, *right], key=lambda line: (line.y, line.x))
        drawn.append([*lines, *rows])
    bottom = max(line.y for line in drawn[-1] if line.y < 740)
    drawn[-1] += [
        Line(LEFT, bottom + 24, "References", 12, "F2"),
        *wrap_column(LEFT, bottom + 42, "Bee, A. (2001). Counting on flowers. Invented Press."),
        *wrap_column(RIGHT, bottom + 42, "Wasp, O. (2002). Stings and numbers. Invented Press."),
    ]
    return drawn
