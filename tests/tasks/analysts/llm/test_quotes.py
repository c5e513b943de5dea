"""Quotes are found to the character, and statements held against the words they rest on."""

from __future__ import annotations

import pytest

from tasks.analysts.llm.quotes import locate_quote, object_to_support

TEXT = (
    "Noise is common on hospital wards. We fitted 84 nurses in two hospitals with dosimeters\u00a0for  three shifts. "
    "Exposure above 70 dB was associated with higher emotional exhaustion, but not with \u201cdepersonalisation\u201d. "
    "The sample was small and self-selected. Future studies should follow nurses over several years."
)
QUOTE = (
    "Exposure above 70 dB was associated with higher emotional exhaustion, but not with \u201cdepersonalisation\u201d."
)


@pytest.mark.parametrize(
    ("quote", "expected"),
    [
        ("with dosimeters for three shifts", "with dosimeters\u00a0for  three shifts"),
        ("with\ndosimeters\tfor three\u200b shifts", "with dosimeters\u00a0for  three shifts"),
        ('but not with "depersonalisation".', "but not with \u201cdepersonalisation\u201d."),
        ("small and self\u2010selected", "small and self-selected"),
        ("  The sample was small ", "The sample was small"),
        ("the sample was small", None),
        ("sample was small and self", "sample was small and self"),
        ("ample was small", None),
        ("Exposure above 70 dB \u2026 exhaustion", None),
        ("", None),
        ("\u200b", None),
    ],
)
def test_a_quote_is_found_whatever_its_type_but_not_with_other_words(quote, expected):
    """White space, quotation marks and dashes may differ; words, case and where words begin may not."""
    place = locate_quote(quote, TEXT)
    assert (TEXT[place[0] : place[1]] if place else None) == expected


@pytest.mark.parametrize(
    ("statement", "carried"),
    [
        ("Noise above 70 dB went with emotional exhaustion.", True),
        ("Noise exposure above 75 dB was associated with emotional exhaustion.", False),
        ("Coffee drinking protects hospital managers against depersonalisation.", False),
        ("It did.", False),
    ],
)
def test_a_statement_needs_the_numbers_and_half_the_words_of_its_quote(statement, carried):
    """A number that the quote lacks, or mostly other words, and the quote does not carry the statement."""
    assert (object_to_support(statement, QUOTE, english=True) is None) == carried


@pytest.mark.parametrize(
    ("statement", "quote", "carried"),
    [
        ("In nurses, noise reduced sleep strongly.", "This effect strongly reduced their sleep.", True),
        ("Global assessment of functioning rose more with therapy.", "Only GAF rose more with therapy.", True),
        ("The 84 nurses had better sleep with therapy.", "Their sleep became better with therapy.", True),
        ("The 86 nurses had better sleep with therapy.", "Their sleep became better with therapy.", False),
        ("Alarms disturbed patients of intensive care units.", "This effect strongly reduced their sleep.", False),
        ("Sleep of miners became better with lamps and music.", "Their sleep became better with therapy.", False),
    ],
)
def test_a_quote_is_read_in_its_text(statement, quote, carried):
    """Title, acronyms and numbers told elsewhere say what a quote speaks of; what the text does not hold, it cannot."""
    text = f"Among 84 nurses the Global Assessment of Functioning (GAF) was used. Noise was common. {quote}"
    why = object_to_support(statement, quote, english=True, title="Noise in nurses", text=text, around=text)
    assert (why is None) == carried


def test_numbers_agree_however_they_are_written():
    """Thousands separators, decimals and spelled-out numbers are the same number."""
    quote = "Among twelve thousand hospitals, 10,250 nurses had a mean of 0.50 points of exhaustion in three shifts."
    for number in ("10250 nurses", "10,250 nurses", "3 shifts of nurses", "0.5 points of exhaustion"):
        assert object_to_support(f"There were {number}.", quote, english=True) is None
    assert object_to_support("There were 4 shifts of nurses.", quote, english=True) is not None


@pytest.mark.parametrize(
    "quote",
    ["Research has found high rates", "Therapy reduced attempts", "No deaths were reported."],
)
def test_a_quote_may_begin_where_a_heading_ran_into_the_text(quote):
    """Abstracts come without the breaks after their headings."""
    page = "AbstractResearch has found high rates. RESULTSTherapy reduced attempts.NOTESNo deaths were reported."
    place = locate_quote(quote, page)
    assert place is not None
    assert page[slice(*place)] == quote
    assert locate_quote("esults", page) is locate_quote("search has found", page) is None
    assert locate_quote("Donald met patients", "McDonald met patients.") is None


@pytest.mark.parametrize(
    ("statement", "quote", "english"),
    [
        ("The effect of the therapy was 0.62.", "Die Wirksamkeit der Therapy liegt bei ES = 0,62.", False),
        ("Ten studies of the therapy were found.", "Es fanden sich zehn Studien zur Therapy.", False),
        ("Mean costs of the therapy were 37,826.", "Mean costs of the therapy were euro37 826 a year.", True),
    ],
)
def test_numbers_are_read_as_others_write_them(statement, quote, english):
    """Decimal commas, words of other languages, blanks between thousands, a currency without a blank."""
    assert object_to_support(statement, quote, english=english) is None
    wrong = statement.replace("0.62", "0.26").replace("37,826", "38,726").replace("Ten", "12")
    assert object_to_support(wrong, quote, english=english) is not None
