"""E-mail addresses go out of texts and nothing else does."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storage.core.email_addresses import blank_addresses


@pytest.mark.parametrize(
    ("text", "blanked"),
    [
        ("Write to ada.bee+1@uni-x.example.org.", f"Write to {'*' * 27}."),
        ("{ann,bob}@cs.example.edu and c @ d.example", "************************ and *************"),
        (r"{\"m\": \"a\nann@b.example\"}", r"{\"m\": \"a\n*************\"}"),
        (r"\u00e9ann@b.example", r"\u00e9*************"),
        (r"\\nann@b.example", r"\\**************"),
        (r"\n @b.example", r"\n @b.example"),
        ("{ann@b.example}@b.example", "*" * 25),
        ("Bees [@bee2020] rose to 5 @ noon, @reader.example said, {a}", None),
        ('{"a": 1}@b.example', None),
    ],
)
def test_addresses_become_asterisks(text: str, blanked: str | None) -> None:
    """Names, hosts and lists of names go; citekeys, handles, escapes and the braces of JSON stay."""
    assert blank_addresses(text) == (blanked or text)


@given(
    st.lists(
        st.sampled_from(["ann", "@b.example", "@", "\n", "\\", '"', "{", "}", "é", ",", " ", "😀", "\\u0040"]),
        max_size=12,
    )
)
def test_json_stays_json_and_nothing_moves(parts: list[str]) -> None:
    """A JSON text is one afterwards, as long as before, also where escapes and braces stand beside an address."""
    text = json.dumps({"abstract": "".join(parts), "id": 1})
    blanked = blank_addresses(text)
    assert len(blanked) == len(text)
    assert json.loads(blanked)["id"] == 1
    assert blank_addresses(blanked) == blanked
