"""Numbers that a work states, in whatever way, and those it does not."""

from __future__ import annotations

import pytest

from tasks.verification.support.numbers import find_unstated


@pytest.mark.parametrize(
    ("sentence", "work"),
    [
        ("Nearly three quarters took part.", "Of those asked, 74% took part."),
        ("The trial ran for three months.", "The trial ran for 12 weeks."),
        ("Records of five decades were used.", "Records from 50 years were used."),
        ("The rise was about 3 mmHg.", "The rise was 2.9 mmHg."),
        ("Pressure rose by 13%.", "Pressure rose by 12.8%."),
        ("In over 1,200 adults nothing changed.", "Nothing changed in women (n = 606) and men (n = 632)."),
        ("Two groups were compared.", "Groups were compared."),
        ("A quarter stayed away.", "Of those asked, 76% took part."),
        ("Of the men, 13% fell ill.", "Of 75 men 10 fell ill; of 75 men, 10 died."),
        ("Yields were followed for 15 years.", "Yields from 1990 to 2005 were followed."),
        ("All three countries paid.", "Canada, Mexico and the United States paid."),
    ],
)
def test_a_number_may_be_rounded_or_named_otherwise(sentence: str, work: str) -> None:
    assert find_unstated(sentence, work) == []


@pytest.mark.parametrize(
    ("sentence", "work", "unstated"),
    [
        ("Pressure rose by 31%.", "Pressure rose by 13%.", ["31%"]),
        ("The rise was about 8 mmHg.", "The rise was 2.9 mmHg.", ["8 mmHg"]),
        ("The trial ran for six months.", "The trial ran for 12 weeks.", ["6 month"]),
        ("Over the three months it rained.", "It rained for five weeks.", ["3 month"]),
        ("Three countries paid.", "Countries paid.", ["3"]),
        ("Half took part.", "Of those asked, 74% took part.", ["half"]),
    ],
)
def test_another_number_is_named(sentence: str, work: str, unstated: list[str]) -> None:
    assert find_unstated(sentence, work) == unstated
