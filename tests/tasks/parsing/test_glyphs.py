"""Glyphs become the letters they stand for."""

from __future__ import annotations

import pytest

from tasks.parsing.glyphs import LINE_HYPHEN, Glyph, NamelessGlyphs, clean_text, restore_ligatures, settle_accents
from tasks.parsing.layout import Fragment

WIDTH = 6.0


def place_letters(letters: str, accents: dict[int, str]) -> list[Glyph]:
    """Return letters side by side, with accents drawn over the letters at these places just after them."""
    glyphs = []
    for place, letter in enumerate(letters):
        x = WIDTH * place
        glyphs.append(Glyph(letter, x, 0, x + WIDTH, 10, "F", bold=False, size=10))
        if place in accents:
            glyphs.append(Glyph(accents[place], x + 1, 0, x + 5, 10, "F", bold=False, size=10))
    return glyphs


def fragment(text: str) -> Fragment:
    return Fragment(text, 0, 0, 100, 10, 10, "F", bold=False)


@pytest.mark.parametrize(
    ("letters", "accents", "word"),
    [
        ("Perez", {1: "\u00b4"}, "P\u00e9rez"),
        ("Erdos", {3: "\u02dd"}, "Erd\u0151s"),
        ("Mac\u0131as", {3: "\u00b4"}, "Mac\u00edas"),
    ],
)
def test_accents_drawn_apart_are_composed(letters, accents, word):
    """An accent drawn by itself joins the letter it stands over, a dotless i becoming one with a dot."""
    assert "".join(glyph.letter for glyph in settle_accents(place_letters(letters, accents))) == word


def test_an_accent_over_nothing_stays():
    """A prime or tilde beside letters is no accent."""
    glyphs = [*place_letters("ab", {}), Glyph("\u00b4", 40, 0, 44, 10, "F", bold=False, size=10)]
    assert [glyph.letter for glyph in settle_accents(glyphs)] == ["a", "b", "\u00b4"]


def test_text_is_cleaned():
    """Ligatures, odd spaces, zero-width letters, lone icons go; a soft hyphen at the end stays as one."""
    assert clean_text("\ufb01rst\u00a0\u2009of\u200b \uf05a all") == "first of all"
    assert clean_text("insti\u00adtu\u00ad") == f"institu{LINE_HYPHEN}"


def test_nameless_ligatures_are_found_by_the_words_they_make():
    """The same glyph is fi in one word and fl in another; one that makes no words is a replacement character."""
    nameless = NamelessGlyphs()
    ligature, other = nameless.name("F", 6, 10), nameless.name("Symbol", 9, 10)
    assert nameless.name("F", 6.02, 10) == ligature
    restored = restore_ligatures(
        [fragment(f"a speci{ligature}c {ligature}eld was re{ligature}ected"), fragment(f"x {other} y qz{other}k")]
    )
    assert [each.text for each in restored] == ["a specific field was reflected", "x \ufffd y qz\ufffdk"]
