"""Where tables and figures stand, how they are numbered and referred to, and what has no place in the text."""

from __future__ import annotations

import re
from collections import defaultdict

import polars as pl

from tasks.reporting.exhibits import EXHIBITS, Numbered, show
from tasks.reporting.layout import Layout, arrange, number_exhibits
from tasks.reporting.tables import Table

HEADINGS = ["Abstract", "Methodology", "Naps *", "Coffee", "Discussion"]
PICTURES = {"prisma.svg": "<svg/>", "timeline.svg": "<svg/>", "themes.svg": "<svg/>"}


def _characteristics(works: int) -> pl.DataFrame:
    return pl.DataFrame(
        [
            {
                "citekey": f"lee{number}x", "year": 2000, "design": ("cohort study", None, "review")[number % 3],
                "population": None, "n": (50, 100, 9_999, None)[number % 4], "setting": f"Place {number % 12}",
                "follow_up": None, "extracted_by": ["rules"], "items": [], "study": None,
            }
            for number in range(works)
        ],
        infer_schema_length=None,
    )  # fmt: skip


def _evidence(**rows: int) -> pl.DataFrame:
    names = ("exposure", "outcome", "measure", "effect", "ci_low", "ci_high", "p", "words")
    return pl.DataFrame(
        [
            {"theme": theme, "citekey": f"lee{number}x", "finding": f"Finding {number}", "result": 1, "direction": "+"}
            | dict.fromkeys(names)
            for theme, count in rows.items()
            for number in range(count)
        ],
        schema_overrides=dict.fromkeys(names, pl.String),
    )


def _lay_out(works: int = 3, headings: list[str] = HEADINGS, **rows: int) -> tuple[Layout, str]:
    frames = defaultdict(pl.DataFrame, characteristics=_characteristics(works), evidence=_evidence(**rows))
    arranged = arrange(headings, frames, PICTURES)
    return number_exhibits(arranged, arranged.rest)


def _labels(layout: Layout) -> list[tuple[str, str]]:
    return [(one.label, one.name) for one in layout.shown]


def test_numbers_follow_the_order_of_the_document():
    """Figures and tables are counted apart, those of the appendix anew; a theme of few findings stands there."""
    layout, appendix = _lay_out(**{"Naps *": 3, "Coffee": 2})
    assert _labels(layout) == [
        ("Figure 1", "prisma"), ("Table 1", "characteristics"), ("Figure 2", "timeline"), ("Figure 3", "themes"),
        ("Table 2", "evidence-1"), ("Table A1", "evidence-2"),
    ]  # fmt: skip
    assert layout.after["Methodology"].startswith("## Included works\n\n[Figure 1](#figure-prisma) shows")
    assert layout.after["Naps *"].startswith("### Evidence\n\n[Table 2](#table-evidence-1)")
    assert "**Table 2.** Evidence on Naps \\*." in layout.after["Naps *"]
    assert appendix.startswith("### Evidence by theme\n\n#### Coffee\n\n[Table A1](#table-evidence-2)")


def test_each_is_referred_to_before_it_stands_there():
    """Every label is a link to an identifier that comes after it, and stands in its caption."""
    layout, appendix = _lay_out(**{"Naps *": 3, "Coffee": 2})
    text = "\n\n".join([*layout.after.values(), appendix])
    for one in layout.shown:
        assert text.index(f"[{one.label}](#{one.identifier})") < text.index(f"**{one.label}.** {one.caption}")
        assert text.count(f"{{#{one.identifier}}}") == 1


def test_without_a_methodology_all_stands_in_the_appendix():
    """A text without the sections that tables belong to has nothing put into it."""
    layout, appendix = _lay_out(headings=["Introduction"], Coffee=5)
    assert (dict(layout.before), dict(layout.after)) == ({}, {})
    assert {label.split()[1][0] for label, _ in _labels(layout)} == {"A"}
    assert appendix.startswith("### Included works\n\n[Figure A1](#figure-prisma)")
    assert "### Evidence by theme\n\n#### Coffee" in appendix


def test_many_works_are_counted_in_the_text_and_listed_in_the_appendix():
    """Of sixty each has its row; of more, designs, sizes and settings are counted, and the counts add up to them."""
    assert ("Table 1", "characteristics") in _labels(_lay_out(60)[0])
    layout, appendix = _lay_out(61)
    assert [name for label, name in _labels(layout) if label == "Table 1"] == ["designs"]
    assert ("Table A1", "characteristics") in _labels(layout)
    assert appendix.startswith("### Included works\n\n[Table A1]")
    (table,) = (one.content for one in layout.shown if one.name == "designs")
    assert isinstance(table, Table)
    parts = table.rows.with_columns(pl.col("what").replace("", None).forward_fill())
    assert set(parts.group_by("what").agg(pl.col("works").sum())["works"]) == {61}
    sizes = parts.filter(pl.col("what") == "Number studied")
    assert dict(sizes.select("kind", "works").iter_rows()) == {
        "studies, in a review": 15, "fewer than 100": 11, "100 to 999": 10, "1,000 to 9,999": 10, "not known": 15
    }  # fmt: skip
    assert parts.filter(pl.col("kind") == "another")["works"].to_list() == [20]


def test_what_has_nothing_to_show_takes_no_number():
    """Neither a table without rows nor a figure that was not drawn is shown."""
    assert show("stages", None) == show("stages", Table(pl.DataFrame(), {})) == show("saturation", "") == []
    layout, appendix = _lay_out()
    assert _labels(layout) == [
        ("Figure 1", "prisma"), ("Table 1", "characteristics"), ("Figure 2", "timeline"), ("Figure 3", "themes"),
    ]  # fmt: skip
    assert appendix == "### Evidence by theme\n\nNo direction, effect or p value was extracted from any finding."


def test_wide_tables_are_turned():
    """Of more than six columns, a table stands in a division of its own, but not where there is little in them."""
    columns = dict.fromkeys("abcdefg", "Years")
    assert Table(pl.DataFrame({key: ["A sentence of words"] for key in columns}), columns).is_wide
    assert not Table(pl.DataFrame({key: [1999] for key in columns}), columns).is_wide
    assert not Table(pl.DataFrame({key: ["x" * 99] for key in "abcdef"}), dict.fromkeys("abcdef", "")).is_wide
    narrow = Numbered("Table 1", "x", "X.", Table(pl.DataFrame({"a": [1]}), {"a": "A"}))
    assert isinstance(narrow.content, Table)
    assert "landscape" not in "".join(narrow.draw_table(narrow.content))


def test_every_entry_of_the_registry_can_be_shown():
    """A lead has one place for the number; a caption is a sentence; identifiers and files are plain."""
    for name, entry in EXHIBITS.items():
        assert entry.lead.count("{}") == 1
        assert entry.lead.endswith(".")
        assert entry.caption.endswith(".")
        assert re.fullmatch(r"[a-z-]+", name)
