"""Two texts of one paper compare equal whatever they were written in, and only then."""

from __future__ import annotations

from tests.benchmarks.normalising import measure_order, measure_words, normalise

MARKDOWN = """---
title: Bees
---

# Bees

<!-- internal note -->
We *counted* bees [@bee2001; @wasp2002] in the [north](https://example.org/north){.link} of H<sup>2</sup>.

## References

Bee, A. 2001. Flowers.
"""
PLAIN = """Bees

We counted bees [1,2] in the north of H2.
Journal of Bees and Wasps 12 (2001)
1/3

\fJournal of Bees and Wasps 12 (2001)
2/3
\fREFERENCES
Bee, A. 2001. Flowers.
Journal of Bees and Wasps 12 (2001)
3/3
"""


def test_markdown_and_plain_text_have_the_same_words():
    """Front matter, comments, markup, citation marks, link targets, running heads and references count on no side."""
    assert normalise(MARKDOWN) == ["bees", "we", "counted", "bees", "in", "the", "north", "of", "h", "2"]
    assert [word for word in normalise(PLAIN) if word != "h2"] == normalise(MARKDOWN)[:-2]


def test_words_divided_at_a_line_are_whole():
    """Hyphens, at the end of a line or not, ligatures, accents and case make no difference."""
    assert normalise("hetero-\ngeneous mixed-methods \ufb01eld Pe\u0301rez") == normalise(
        "Heterogeneous mixedmethods field P\u00e9rez"
    )


def test_a_repeated_row_of_numbers_is_no_running_head():
    """Rows of a table that differ only in digits are words of the text."""
    assert normalise("p 1 2 3 4\np 5 6 7 8\np 9 8 7 6").count("p") == 3


def test_references_end_where_an_appendix_begins():
    """What follows the references under a heading of their level is text."""
    assert normalise("# A\n\n## References\n\nBee 2001\n\n## Appendix\n\nMore bees") == [
        "a",
        "appendix",
        "more",
        "bees",
    ]


def test_measures_are_those_done_by_hand():
    """Three of four words shared with three true ones: F1 is 6/7; two of the three shared stand in order."""
    read, true = ["b", "a", "c", "x"], ["a", "b", "c"]
    assert measure_words(read, true) == 6 / 7
    assert measure_order(read, true) == 2 / 3
    assert measure_order(["x"], ["y"]) == 0.0
    assert measure_words([], []) == 1.0


def test_columns_read_across_lower_the_order():
    """Reading two columns line by line keeps the words and loses their order."""
    left, right = [f"l{i}" for i in range(50)], [f"r{i}" for i in range(50)]
    across = [word for pair in zip(left, right, strict=True) for word in pair]
    assert measure_words(across, left + right) == 1.0
    assert measure_order(across, left + right) < 0.6
