"""The flow diagram: well-formed, complete, and nothing in it overlaps."""

from __future__ import annotations

import itertools
import re
from xml.etree import ElementTree as ET

import pytest

from tasks.reporting.prisma import draw_prisma

_SVG = "{http://www.w3.org/2000/svg}"
_STRATEGIES = (
    "keyword", "expert", "book", "seed", "import", "expansion", "update", "citation", "backward", "forward",
)  # fmt: skip
_KEYS = (
    *("imported_from Scopus" if one == "import" else f"identified_{one}" for one in _STRATEGIES), "identified",
    "duplicates", "rule_excluded", "not_reached", "screened", "excluded", "unsure", "relevant", "beyond_tier", "corpus",
    "sought", "retrieved", "unretrieved",
)  # fmt: skip
_BY = {
    "excluded_by include population: adults with borderline personality disorder: in-patients": 7,
    "excluded_by exclude design: case reports": 5,
}
_WHY = ("absent", "unavailable", "refused", "wrong content", "not a document")
_LARGE = dict.fromkeys([*_KEYS, *_BY, *(f"unretrieved_as {why}" for why in _WHY)], 1_000_000)


def _parse(counts: dict[str, int]) -> ET.Element:
    return ET.fromstring(draw_prisma(counts))  # noqa: S314 - our own drawing


def _said(counts: dict[str, int]) -> list[tuple[str, str]]:
    """Return label and number of every line, in the order drawn."""
    texts = [(e.get("class", ""), e.text or "") for e in _parse(counts).iter(f"{_SVG}text")]
    lines = [text for kind, text in texts if kind.split()[0] in {"label", "number"}]
    return list(zip(lines[::2], lines[1::2], strict=True))


def _boxes(counts: dict[str, int]) -> list[tuple[float, float, float, float]]:
    rects = [e for e in _parse(counts).iter(f"{_SVG}rect") if e.get("class") in {"box", "band"}]
    return [
        (float(r.get("x", 0)), float(r.get("y", 0)), float(r.get("x", 0)) + float(r.get("width", 0)),
         float(r.get("y", 0)) + float(r.get("height", 0)))
        for r in rects
    ]  # fmt: skip


def test_every_count_is_drawn_where_it_belongs():
    """Each key has its line; groups carry their sum; thousands have commas."""
    assert _said({key: i * 1_000 for i, key in enumerate(_KEYS)}) == [
        ("Records from searching", "n = 21,000"), ("Keyword search", "n = 0"), ("Works of experts", "n = 1,000"),
        ("Book search", "n = 2,000"), ("Known works given", "n = 3,000"), ("Imported from Scopus", "n = 4,000"),
        ("Later expansion", "n = 5,000"), ("Later update", "n = 6,000"),
        ("Records from citations", "n = 24,000"), ("Citations of best hits", "n = 7,000"),
        ("Backward snowballing", "n = 8,000"), ("Forward snowballing", "n = 9,000"),
        ("Records identified", "n = 10,000"),
        ("Records removed", "n = 23,000"), ("Duplicates", "n = 11,000"),
        ("Ineligible by automation", "n = 12,000"),
        ("Left to be screened", "n = 27,000"), ("Not screened", "n = 13,000"),
        ("Not reached by the ranking", "n = 13,000"),
        ("Works screened", "n = 14,000"),
        ("Not taken further", "n = 31,000"), ("Excluded", "n = 15,000"), ("Unsure, not included", "n = 16,000"),
        ("Works found relevant", "n = 17,000"), ("Left out by size limit", "n = 18,000"),
        ("Full texts looked for", "n = 20,000"), ("Retrieved", "n = 21,000"),
        ("Full texts not retrieved", "n = 22,000"),
        ("Works in the review", "n = 19,000"),
    ]  # fmt: skip


def test_the_unscreened_are_not_among_those_removed_before_screening():
    """What is removed, what no screening reached and what was screened add up to what was identified."""
    counts = {"identified": 100, "duplicates": 3, "rule_excluded": 7, "not_reached": 30, "screened": 60}
    said = {label: int(number[4:]) for label, number in _said(counts)}
    assert said["Records removed"] == 10
    assert said["Left to be screened"] == 90 == said["Not screened"] + said["Works screened"]


def test_full_texts_that_were_not_retrieved_have_their_reasons():
    """Reasons come with their numbers, most first, and fit the box."""
    counts = {"sought": 9, "retrieved": 4, "unretrieved": 5, "unretrieved_as scanned": 1, "unretrieved_as absent": 4}
    said = _said(counts)
    start = said.index(("Full texts not retrieved", "n = 5"))
    assert said[start + 1 : start + 3] == [("- no open copy known", "n = 4"), ("- scanned", "n = 1")]


def test_criteria_that_left_works_out_are_named():
    """Of what is excluded they are a part, so the sum is what it was; long ones are cut."""
    said = _said({"excluded": 20, "unsure": 1} | _BY)
    start = said.index(("Not taken further", "n = 21"))
    assert said[start + 1 : start + 5] == [
        ("Excluded", "n = 20"), ("- case reports", "n = 5"), ("- not adults with borderli…", "n = 7"),
        ("Unsure, not included", "n = 1"),
    ]  # fmt: skip


def test_missing_counts_are_zero_and_unused_strategies_silent():
    """A review that only planned still has a picture, without lines for what it never does."""
    said = _said({})
    assert {number for _, number in said} == {"n = 0"}
    assert not any(label.startswith("Imported") for label, _ in said)


@pytest.mark.parametrize("counts", [{}, _LARGE])
def test_nothing_overlaps(counts: dict[str, int]):
    """Boxes and bands are apart and inside the picture, which is at most 900 pixels wide."""
    root = _parse(counts)
    _, _, width, height = map(float, root.get("viewBox", "").split())
    assert width <= 900
    boxes = _boxes(counts)
    assert all(0 <= x0 < x1 <= width and 0 <= y0 < y1 <= height for x0, y0, x1, y1 in boxes)
    for (ax0, ay0, ax1, ay1), (bx0, by0, bx1, by1) in itertools.combinations(boxes, 2):
        assert ax1 <= bx0 or bx1 <= ax0 or ay1 <= by0 or by1 <= ay0


def test_text_fits_its_box_at_a_million():
    """Even in a wide font label and number of a line leave a gap and stay in a box.

    Widths are DejaVu Sans's in em: 0.62 a letter, 0.7 a bold one, 0.6 on average for digits, commas and blanks.
    """
    texts = [e for e in _parse(_LARGE).iter(f"{_SVG}text") if (e.get("class") or "").split()[0] in {"label", "number"}]
    for label, number in zip(texts[::2], texts[1::2], strict=True):
        em = 0.7 if "strong" in (label.get("class") or "") else 0.62
        left, right = float(label.get("x", 0)), float(number.get("x", 0))
        assert left + 13 * em * len(label.text or "") + 8 < right - 13 * 0.6 * len(number.text or "")
        assert any(x0 < left and right < x1 and y0 < float(label.get("y", 0)) < y1 for x0, y0, x1, y1 in _boxes(_LARGE))


def test_readers_of_the_screen_hear_every_number():
    """Title and description name the diagram and say all that is drawn; styles stay within the picture."""
    root = _parse(_LARGE)
    description = root.findtext(f"{_SVG}desc") or ""
    assert root.findtext(f"{_SVG}title") == "PRISMA 2020 flow diagram"
    assert all(f"{label}: {number[4:]}" in description for label, number in _said(_LARGE))
    rules = re.findall(r"([^{};]+)\{", root.findtext(f"{_SVG}style") or "")
    assert all(rule.strip().startswith((".prisma ", "@media")) for rule in rules)


def test_works_left_out_for_their_language_have_a_line():
    """They are some of the ineligible, so they add nothing to the sum; without any there is no such line."""
    counts = {"identified": 100, "duplicates": 3, "rule_excluded": 7, "not_reached": 30, "screened": 60}
    assert "excluded, language" not in draw_prisma(counts)
    drawn = draw_prisma(counts | {"rule_excluded_as Not in a language admitted.": 4})
    assert "- excluded, language" in drawn
    assert drawn.count("n = 10<") == draw_prisma(counts).count("n = 10<")


def test_languages_that_were_detected_are_counted_apart():
    """Works whose language no record states, and those of them left out for it; each adds nothing to a sum."""
    counts = {"identified": 100, "duplicates": 3, "rule_excluded": 7, "not_reached": 30, "screened": 60}
    assert "detected" not in draw_prisma(counts)
    drawn = draw_prisma(counts | {"language_detected": 41, "rule_excluded_by_detection": 2})
    assert "- language detected" in drawn
    assert "n = 41" in drawn
    assert "-- as detected" in drawn
    assert drawn.count("n = 10<") == draw_prisma(counts).count("n = 10<") == 1
