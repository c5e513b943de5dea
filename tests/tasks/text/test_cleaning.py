"""Text of catalogues is made plain."""

from __future__ import annotations

from tasks.text.cleaning import clean_text


def test_an_accent_is_joined_to_its_letter():
    """Also where the i before it had lost its dot; a letter that has none in its language keeps it so."""
    assert clean_text("Sandra D\u0131\u0301az", 50) == "Sandra D\u00edaz"
    assert clean_text("Nu\u0301n\u0303ez", 50) == "N\u00fa\u00f1ez"
    assert clean_text("Y\u0131ld\u0131z", 50) == "Y\u0131ld\u0131z"
