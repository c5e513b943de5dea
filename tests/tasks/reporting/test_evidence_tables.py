"""What works studied and found as tables that Pandoc reads as tables, whatever the values say."""

from __future__ import annotations

import polars as pl
import pypandoc

from tasks.reporting.evidence_tables import count_characteristics, describe_characteristics, describe_evidence

WORKS = pl.DataFrame(
    [
        {
            "citekey": "smith2015hair", "year": 2015, "design": "cohort study", "population": "nurses | <b>night</b>",
            "n": 1204, "setting": None, "follow_up": None, "extracted_by": ["anthropic"], "items": [],
            "study": [{"field": "Paid by", "value": "the | state"}],
        },
        {
            "citekey": "wong2016hair", "year": 2016, "design": "review", "population": None, "n": None, "setting": None,
            "follow_up": None, "extracted_by": None, "items": [], "study": None,
        },
    ]
)  # fmt: skip
NAMES = (
    "theme", "citekey", "finding", "result", "exposure", "outcome", "direction", "measure", "effect", "ci_low",
    "ci_high", "p", "words",
)  # fmt: skip
FINDINGS = pl.DataFrame(
    [
        (
            "Naps *",
            "smith2015hair",
            "Naps | helped.",
            1,
            "naps",
            "errors",
            "-",
            "SMD",
            "-0.42",
            "-0.70",
            "-0.14",
            "<0.001",
            "errors (SMD -0.42)",
        ),
        ("Naps *", "smith2015hair", "Naps | helped.", 2, "naps", "falls", "0", None, None, None, None, None, None),
        ("Naps *", "wong2016hair", "Naps did nothing.", 1, None, None, "0", None, None, None, None, None, None),
        (
            "Coffee",
            "wong2016hair",
            "Coffee worked.",
            1,
            "coffee",
            "alertness",
            "+",
            "%",
            "54",
            None,
            None,
            "0.03",
            "54% (p = 0.03)",
        ),
    ],
    schema=list(NAMES),
    orient="row",
)


def _rows(markdown: str) -> list[list[str]]:
    lines = [line for line in markdown.splitlines() if line.startswith("| ") and not line.startswith("| -")]
    return [[cell.strip() for cell in line.replace("\\|", "\0").strip("| ").split(" | ")] for line in lines]


def _read(works: pl.DataFrame) -> tuple[str, list[list[str]]]:
    table = describe_characteristics(works)
    assert table is not None
    return table.note, _rows(table.draw())


def test_fields_of_ones_own_are_columns_in_their_order():
    """An empty one is told like any other; one that nobody extracted is named beside the table."""
    lines = ["Dropout_rate: How many left?", "Paid by: Who paid?"]
    _, (head, first, second) = _read(WORKS.with_columns(items=pl.lit(lines)))
    assert head[-2:] == ["Dropout\\_rate", "Paid by"]
    assert first[-2:] == ["not stated", "the \0 state"]
    assert second[-2:] == ["not extracted", "not extracted"]
    note, _ = _read(WORKS.tail(1).with_columns(items=pl.lit(lines)))
    assert "follow-up, Dropout\\_rate and Paid by." in note


def test_a_method_read_by_rules_stands_with_the_design():
    """It is what a work on firms or texts calls itself by, whether or not it names a design as well."""
    read = WORKS.head(1).with_columns(
        extracted_by=pl.lit(["extractive"]), study=pl.lit([{"field": "method", "value": "content analysis"}])
    )
    _, (_, row) = _read(read)
    assert row[2] == "cohort study: content analysis"
    _, (_, row) = _read(read.with_columns(design=pl.lit(None, pl.String)))
    assert row[2] == "content analysis"


def test_not_stated_is_told_apart_from_not_extracted():
    """Where a model read the work an empty field was not stated; where rules did, or nobody, it was not extracted."""
    _, (head, first, second) = _read(WORKS)
    assert head == ["Work", "Year", "Design", "Population", "n", "Setting", "Follow-up"]
    assert first == [
        "smith2015hair", "2015", "cohort study", "nurses \0 night", "1,204", "not stated", "not stated",
    ]  # fmt: skip
    assert second == ["wong2016hair", "2016", "review", *["not extracted"] * 4]


def test_a_review_counts_studies_and_no_people():
    """So its n is told as such, and stands in no class of sizes."""
    review = WORKS.tail(1).with_columns(n=pl.lit(36, pl.Int64))
    _, (head, row) = _read(review)
    assert row[head.index("n")] == "36 studies"
    table = count_characteristics(
        pl.concat([review] * 40 + [WORKS.head(1).with_columns(pl.col("n").cast(pl.Int64))] * 30)
    )
    assert table is not None
    sizes = dict(table.rows.select("kind", "works").iter_rows())
    assert sizes["studies, in a review"] == 40
    assert sizes["1,000 to 9,999"] == 30
    assert "fewer than 100" not in sizes


def test_what_was_extracted_of_no_work_is_said_once():
    """A column in which nothing would stand but that nobody looked is named in a sentence instead."""
    note, rows = _read(WORKS.tail(1))
    assert rows == [["Work", "Year", "Design"], ["wong2016hair", "2016", "review"]]
    assert note.endswith("Of no work extracted: population, n, setting and follow-up.")


def test_works_of_which_nothing_was_extracted_are_counted():
    """A row of blanks tells nothing; a reader who looked and found nothing is another matter."""
    unread = {"design": pl.lit(None, pl.String), "citekey": pl.lit("unread2017")}
    note, rows = _read(pl.concat([WORKS, WORKS.tail(1).with_columns(**unread)]))
    assert [row[0] for row in rows] == ["Work", "smith2015hair", "wong2016hair"]
    assert note.endswith("Left out: 1 of which nothing was extracted.")
    assert describe_characteristics(WORKS.tail(1).with_columns(**unread)) is None
    looked = pl.lit(["anthropic"]).alias("extracted_by")
    note, rows = _read(WORKS.tail(1).with_columns(looked, **unread))
    assert rows[1] == ["unread2017", "2016", *["not stated"] * 5]


def test_evidence_is_told_theme_by_theme_in_words_and_numbers():
    """Directions are words, effects stand with their interval and a sign of minus; no cell begins a formula."""
    tables = describe_evidence(FINDINGS)
    assert list(tables) == ["Naps *", "Coffee"]
    rows = _rows("\n\n".join(table.draw() for table in tables.values()))
    assert rows[1] == [
        "smith2015hair", "Naps \0 helped.", "naps", "errors", "less", "SMD \u22120.42 (\u22120.70 to \u22120.14)",
        "\\<0.001",
    ]  # fmt: skip
    assert rows[2][:5] == ["smith2015hair", "", "naps", "falls", "no difference"]
    assert rows[3][:5] == ["wong2016hair", "Naps did nothing.", "", "", "no difference"]
    assert rows[-1][4:] == ["more", "54%", "0.03"]


def test_pandoc_reads_every_table_as_one():
    """Bars, stars and signs in titles and findings end no cell and no table."""
    tables = [describe_characteristics(WORKS), *describe_evidence(FINDINGS).values()]
    markdown = "\n\n".join(table.draw() for table in tables if table)
    html = pypandoc.convert_text(markdown, "html", format="markdown")
    assert html.count("<table") == 3
    assert html.count("<tr") == sum(1 + rows for rows in (2, 3, 1))
    assert "Naps | helped." in html


def test_columns_that_say_nothing_are_left_out():
    """Where no outcome and no exposure was extracted there is no column of blanks for it."""
    bare = FINDINGS.with_columns(pl.lit(None, pl.String).alias(name) for name in ("exposure", "outcome"))
    assert _rows(describe_evidence(bare)["Coffee"].draw())[0] == ["Work", "Finding", "Direction", "Effect", "p"]


def test_a_finding_is_not_cut_where_it_turns():
    """Where the second half of a long finding takes back the first, both stand in the cell."""
    long = f"Coffee {'very ' * 70}often worked; however, it did not after adjustment."
    findings = FINDINGS.with_columns(pl.when(pl.col("theme") == "Coffee").then(pl.lit(long)).alias("finding"))
    assert long in describe_evidence(findings)["Coffee"].draw()


def test_a_result_without_direction_and_number_has_no_row():
    """What comes after one that is left out has the words of its finding."""
    row = ("Tea", "wong2016hair", "Tea helped with sleep and falls.")
    rest = (None,) * 6
    rows = [(*row, 1, "tea", "sleep", None, *rest), (*row, 2, "tea", "falls", "-", *rest)]
    findings = pl.concat([FINDINGS, pl.DataFrame(rows, schema=FINDINGS.schema, orient="row")])
    told = _rows(describe_evidence(findings)["Tea"].draw())[1:]
    assert [(each[1], each[3]) for each in told] == [("Tea helped with sleep and falls.", "falls")]


def test_numbers_that_no_exposure_and_no_outcome_names_stand_with_their_words():
    """Of a finding's further results these words are all that tells one number from another."""
    row = ("Tea", "wong2016hair", "Tea was taken by the young (8%) and the old (9%).")
    rows = [
        (*row, 1, None, None, None, "%", "8", None, None, None, "the young (8%)"),
        (*row, 2, None, None, None, "%", "9", None, None, None, "the old (9%)"),
        (*row, 3, "tea", None, None, "%", "7", None, None, None, "(7%)"),
    ]
    findings = pl.concat([FINDINGS, pl.DataFrame(rows, schema=FINDINGS.schema, orient="row")])
    told = _rows(describe_evidence(findings)["Tea"].draw())[1:]
    assert [each[1] for each in told] == [row[2], "\u2026 the old (9%)", ""]


def test_what_is_counted_is_told_where_it_is_no_people():
    """Beside the number of the work, and as a class of sizes of its own."""
    told = ("across 39 old mills and 39 mill sites", "a review of 39 cases", "39 nurses")
    works = pl.concat([WORKS[:1]] * 63).with_columns(
        n=pl.lit(39),
        n_words=pl.Series([*told, *[None] * 60]),
        design=pl.Series(["review" if "cases" in (words or "") else None for words in (*told, *[None] * 60)]),
    )
    table = describe_characteristics(works)
    assert table is not None
    assert table.rows["n"].to_list()[:4] == ["39 mill sites", "39 cases", "39", "39"]
    counted = count_characteristics(works)
    assert counted is not None
    sizes = {row["kind"]: row["works"] for row in counted.rows.iter_rows(named=True)}
    assert sizes["cases, sites, texts or the like"] == 2
    assert sizes["fewer than 100"] == 61
