"""Titles, identifiers, markup and terms are compared in one spelling."""

from __future__ import annotations

import pytest

from storage.records.search import Author
from tasks.metadata.fields import decode_json, normalise_doi, normalise_orcid, openalex_key
from tasks.metadata.titles import family_id, normalise_title, surname
from tasks.text.cleaning import clean_text
from tasks.text.words import split_terms


@pytest.mark.parametrize(
    ("raw", "clean"),
    [
        ("CO<sub>2</sub>  and\n<jats:p>soil</jats:p>", "CO2 and soil"),
        ("&amp;lt;i&amp;gt;E. coli&amp;lt;/i&amp;gt; &#xE9;", "E. coli é"),
        ("when a < b and c > d", "when a < b and c > d"),
        ("if a<b and c>d", "if a<b and c>d"),
        ('<a href="https://x.org">linked</a><br/>text', "linked text"),
        ("nul\x00 \ud83d surrogate", "nul surrogate"),
        (None, ""),
        (7, ""),
    ],
)
def test_markup_goes_and_text_stays(raw: object, clean: str) -> None:
    """Tags, entities and unprintable characters vanish; comparisons that look like tags do not."""
    assert clean_text(raw, 100) == clean


def test_texts_are_bounded() -> None:
    """No text is longer than asked, however long the source."""
    assert clean_text("word " * 1_000_000, 11) == "word word w"


@pytest.mark.parametrize(
    "spelling",
    [
        "10.1/AbC",
        "https://doi.org/10.1000/ABC",
        "http://dx.doi.org/10.1000/abc",
        "doi:10.1000/abc",
        "doi.org/10.1000%2Fabc",
    ],
)
def test_dois_have_one_spelling(spelling: str) -> None:
    """Resolver, prefix, case and percent-encoding do not matter."""
    assert normalise_doi(spelling) == ("10.1000/abc" if "1000" in spelling else None)


def test_openalex_keys_are_short_and_of_one_kind() -> None:
    """Addresses give keys; another entity, another host or another type gives none."""
    assert openalex_key("https://openalex.org/W12", "W") == openalex_key("w12", "W") == "W12"
    assert openalex_key("https://api.openalex.org/works/W12", "W") == "W12"
    assert [openalex_key(value, "W") for value in ("A12", "https://x.org/W12", "W12; DROP", 12, None)] == [None] * 5
    assert normalise_orcid("https://orcid.org/0000-0002-1694-233x") == "0000-0002-1694-233X"


def test_titles_compare_without_typography() -> None:
    """Case, accents, ligatures, hyphens and spaces do not tell titles apart; letters do."""
    assert normalise_title("Über  Co-Citation: naïve ﬁts") == normalise_title("uber cocitation naive fits")
    assert normalise_title("气候变化") == "气候变化"
    assert [surname("van der Valk, Eline"), surname("José Núñez"), surname(" ")] == ["vandervalk", "nunez", ""]


def test_versions_of_a_work_form_a_family() -> None:
    """Preprint and article share an id; another first author does not; a heading of every issue never does."""
    title, ana, bo = "Hair cortisol in adults", [Author("Ana Núñez")], [Author("Bo Li")]
    assert family_id("W1", title, ana) == family_id("W2", "Hair Cortisol in Adults.", [Author("A. Nunez")])
    assert family_id("W1", title, ana) != family_id("W1", title, bo)
    for generic in ("Editorial", "Book reviews", "Letter to the Editor"):
        assert family_id("W1", generic, ana) != family_id("W2", generic, ana)


def test_terms_are_stems_in_any_script() -> None:
    """Stop words and possessives go, English is stemmed, accents fold, other scripts stay; letters alone count."""
    assert split_terms("What are the effects of Alzheimer's on vitamin D studies?") == [
        "effect", "alzheim", "vitamin", "d", "studi"
    ]  # fmt: skip
    assert split_terms("Économie écologique") == split_terms("economie ecologique")
    assert split_terms("气候变化 изменение климата") == ["气候变化", "изменение", "климата"]
    assert split_terms("?!") == []


def test_json_that_orjson_refuses_is_still_read() -> None:
    """A lone surrogate or NaN in an otherwise good record does not cost the catalogue; nonsense does."""
    assert decode_json('{"a": "x\\ud83d", "b": NaN}') == {"a": "x?", "b": None}
    for text in ("{", "[" * 100_000, ""):
        with pytest.raises(ValueError, match=r"."):
            decode_json(text)
