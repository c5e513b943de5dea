"""How running text names the authors of a work."""

from __future__ import annotations

import pytest

from tasks.citations.authors import surname


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("van den Broek P", "van den Broek"),
        ("De La Cruz M.", "De La Cruz"),
        ("Smith JA", "Smith"),
        ("Van JT", "Van"),
        ("Lind Gs", "Lind"),
        ("Ada Ng", "Ng"),
        ("Ada Wu", "Wu"),
        ("Jan van der Valk", "van der Valk"),
        ("Ludwig van Beethoven", "van Beethoven"),
        ("Valk, Jan van der", "Valk"),
        ("World Health Organization", "World Health Organization"),
        ("Ann Lind 1957-", "Lind"),
        ("Lind, Ann, 1957-2020", "Lind"),
    ],
)
def test_particles_stay_with_the_family_name(name: str, expected: str) -> None:
    """Whether given names come first, last, or as initials after it."""
    assert surname(name) == expected
