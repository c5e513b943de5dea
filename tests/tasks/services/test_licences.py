"""Licences in one spelling."""

from __future__ import annotations

import pytest

from tasks.services.answers import is_open, read_licence


@pytest.mark.parametrize(
    ("stated", "spelled", "openly"),
    [
        ("cc-by", "cc-by", True),
        ("CCBY", "cc-by", True),
        ("CCBYNCND", "cc-by-nc-nd", True),
        ("cc by-nc", "cc-by-nc", True),
        ("CC BY-SA 4.0", "cc-by-sa", True),
        ("CC0", "cc0", True),
        ("http://creativecommons.org/licenses/by-nc-nd/4.0/", "cc-by-nc-nd", True),
        ("https://creativecommons.org/publicdomain/zero/1.0/", "cc0", True),
        ("public-domain", "public-domain", True),
        ("https://www.elsevier.com/tdm/userlicense/1.0/", "https://www.elsevier.com/tdm/userlicense/1.0/", False),
        ("other-oa", "other-oa", False),
        ("implied-oa", "implied-oa", False),
        ("ccc republication", "ccc republication", False),
        ("", None, False),
        (None, None, False),
        (7, None, False),
    ],
)
def test_codes_and_deeds_become_one_code_and_the_rest_stays(stated: object, spelled: str | None, openly: bool):  # noqa: FBT001 - a table
    """Only Creative Commons and the public domain are open to all."""
    assert read_licence(stated) == spelled
    assert is_open(read_licence(stated)) is openly
