"""The summary of findings: reviews are told from studies, and harms stand beside it."""

from __future__ import annotations

import polars as pl

from tasks.reporting.directions import draw_directions
from tasks.reporting.findings_summary import describe_findings_summary
from tasks.reporting.harms import describe_harms

VOTES = pl.DataFrame(
    [
        {"exposure": "tea", "outcome": "sleep", "works": 3, "more": 3, "less": 0, "none": 0, "mixed": 0, "reviews": 3,
         "designs": "review (3)"},
        {"exposure": "tea", "outcome": "mood", "works": 2, "more": 1, "less": 1, "none": 0, "mixed": 0, "reviews": 0,
         "designs": None},
    ]
)  # fmt: skip
STATED = pl.DataFrame(
    [
        ("a2000milk", "Milk was well tolerated.", None, None, None),
        ("a2001tea", "Tea was well tolerated.", "cohort study", 1204, None),
        ("a2001tea", "Adverse events were reported by 2 drinkers.", None, 1204, None),
        ("a2001tea", "Two participants died during the study.", None, 1204, None),
        ("b2002tea", "Tea lengthened sleep.", None, None, "sleep"),
        ("c2003tea", "No adverse events | occurred.", None, None, None),
        ("d2004tea", "It was alike with tea and milk.", None, None, "rate of side effects"),
    ],
    schema=["citekey", "text", "design", "n", "outcome"],
    orient="row",
)


def test_groups_of_reviews_alone_stand_last_and_are_marked():
    """However many they are; the figure says so too."""
    table = describe_findings_summary(VOTES)
    assert table is not None
    assert table.rows["outcome"].to_list() == ["mood", "sleep"]
    assert table.rows["reviews"].to_list() == [0, 3]
    assert "of which reviews" in table.draw()
    drawn = draw_directions(VOTES)
    assert drawn.count("(reviews only)") == 1
    assert drawn.index("mood") < drawn.index("(reviews only)")


def test_harms_are_listed_two_a_work_the_gravest_first():
    """So are the works; what states none is not listed, what has a harm as its outcome is; without any no table is."""
    table = describe_harms(STATED)
    assert table is not None
    assert table.rows["citekey"].to_list() == ["a2001tea", "a2001tea", "c2003tea", "d2004tea", "a2000milk"]
    assert table.rows["n"].to_list() == ["1,204", "1,204", "", "", ""]
    assert table.rows["text"].to_list()[0].startswith("Two participants died")
    assert "Tea was well tolerated" not in table.draw()
    assert "No adverse events \\| occurred." in table.draw()
    assert describe_harms(STATED.filter(pl.col("citekey") == "b2002tea")) is None
