"""Numbers are written in one way, whatever way a text has them."""

from __future__ import annotations

import pytest

from tasks.evidence.data import read_value


@pytest.mark.parametrize(
    ("field", "said", "value"),
    [
        ("n", "1,204", "1204"),
        ("n", "1 204", "1204"),
        ("n", "about 12", ""),
        ("effect", "\u22122·4", "-2.4"),
        ("effect", "5.4 vs 8.5", ""),
        ("ci_low", ".5", "0.5"),
        ("effect", "1,204", "1204"),
        ("effect", "0,617", "0.617"),
        ("p", "<.001", "<0.001"),
        ("p", "&lt; 0,05", "<0.05"),
        ("p", "= .03", "0.03"),
        ("p", "5", ""),
        ("p", "ns", ""),
    ],
)
def test_values_are_written_in_one_way(field, said, value):
    """Numbers as decimals, whatever their typography; what is no value of its field is nothing."""
    assert read_value(field, said) == value
