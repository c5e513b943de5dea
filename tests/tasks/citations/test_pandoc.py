"""Citations are found as Pandoc finds them: a table of forms, texts made at random, and texts made to be slow."""

from __future__ import annotations

import random
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tasks.citations.pandoc import find_citations, find_citekeys
from tests.tasks.pandoc_reader import read_with_pandoc

# Markdown, and the citekeys in it.
FORMS = {
    "[@a]": "a",
    "[@a; @b, p. 3]": "a b",
    "[@a;@b]": "a b",
    "[@a;\n@b]": "a b",
    "@a says": "a",
    "@a [p. 3]": "a",
    "@a [see @b; @c p. 3]": "a b c",
    "[-@a]": "a",
    "-@a [p. 3]": "a",
    "[-@a; -@b]": "a b",
    "[see @a, pp. 33-35; also @b]": "a b",
    "[see @a, {pp. 33-35}, and *passim*]": "a",
    "[@{weird;key}]": "weird;key",
    "@{https://x.org/a?b}": "https://x.org/a?b",
    "[-@{a}]": "a",
    "@{a{b}c}": "a{b}c",
    "[@{a]b}; @c]": "a]b c",
    "@{weird key}": "",
    "x^[n @a, and [@b; @c]]": "a b c",
    "x[^1]\n\n[^1]: See @a.": "a",
    "x[^1]\n\n[^1]: Para.\n\n    See [@a].": "a",
    "[[@a]]": "a",
    'So (@a) and "@b".': "a b",
    "So says @a. And @b, @c; @d: @e! @f? @g": "a b c d e f g",
    "@a's and @b\u2019s": "a b",
    "@a:b @a.b @a-b @a_b @a/b @a+b @a&b": "a:b a.b a-b a_b a/b a+b a&b",
    "@a::b @a--b @a..b": "a",
    "@a//b @doi:10.1000/x_1": "a//b doi:10.1000/x_1",
    "@Müller2019 and @李2019": "Müller2019 李2019",
    "@2019a and @_a": "2019a _a",
    "@a@b": "a b",
    "a—@b": "b",
    "x--@a": "a",
    "x...@a": "a",
    "**@a** ~~@b~~": "a b",
    "# Heading @a\n\nx": "a",
    "> @a": "a",
    "- @a\n- @b": "a b",
    "- x\n\n    @a": "a",
    "| a |\n|---|\n| @a |": "a",
    "[@a](http://x.org)": "a",
    '[x @a]{.y z="@b"}': "a",
    "<p>@a</p>": "a",
    "@b <!-- @a --> @c": "b c",
    "a < b @c > d": "c",
    "[@a](@b) and \\[x](@c)": "a c",
    "\\\\@a": "a",
    "\\[@a\\]": "a",
    "$5 @a $6": "a",
    "`x`@a": "a",
    "```\n@a": "a",
    "x\n\n---\na: '@b'\n---\n\n@c": "c",
    # and what is none
    "mail@x.org and a.b@x.org": "",
    "<m@x.org>": "",
    "x.@a and é@a and 1@a": "",
    "5 @ 3": "",
    "\\@a and \\\\\\@b": "",
    "[\\@a]": "",
    "`@a` and ``@b` @c``": "",
    "`@a`{=html} and `x`{k=@a}": "",
    "    @a": "",
    "\t@a": "",
    "- x\n\n      @a": "",
    "~~~\n@a\n~~~": "",
    "x\n```\n@a\n```": "",
    "```{=text}\n[@a]\n```": "",
    "````\n```\n@a\n````": "",
    "> ```\n> @a\n> ```": "",
    "<https://x.org/@a>": "",
    "[x](http://x.org/@a)": "",
    '[x](u "@a")': "",
    "[a]: http://x.org/@b\n\n[a]": "",
    '<b title="@a">x</b>': "",
    "<!-- a -- @b -->": "",
    "<pre>@a</pre><script>@b</script>": "",
    "$@a$ and $$x\n@b$$": "",
    "\\cite{@a} and \\foo[@b]{c}": "",
    "\\begin{x}\n@a\n\\end{x}": "",
    "---\ntitle: '@a'\n---\n\nx": "",
    "% @a\n\nx": "",
    "(@a) an example": "",
    "&#64;a": "",
    "http://u@h.org/x": "",
}  # fmt: skip
# Where Pandoc, which links no bare address, sees a citation, and the reader of the Markdown a handle.
ADDRESSES = {"https://x.org/@a [@b]": "b", "www.x.org/@a": "", "(https://x.org/@a)": "", "ftp://x.org/@a, @b": "b"}

PIECES = [
    "@a1", "[@b2]", "[@c3; see @d4, p. 3]", "-@e5", "[-@f6]", "@{g 7}", "@{g;7}", "^[@h8]", "mail@i9.org", "`@j`",
    "``@k` x``",
    "\\@l", "\\", "$@m$", "$", "<!-- @n -->", "<b x='@o'>", "</b>", "<u@p.org>", "[x](@q)",
    "](", "[", "]", "{", "}", ".",
    ";", ":", " ", " ", " ", "\n", "\n\n", "x", "X", "é", "*", '"', "(", ")", "&amp;", "@", "--", "...", "2",
    "\\cite{@r}", "\n\n    @s\n\n", "\n\n```\n@t\n```\n\n", "\n\n# H @u\n\n", "\n\n> @v\n\n", "@w_1:2", "\n\n- @y\n\n",
]  # fmt: skip


@pytest.mark.parametrize("markdown", [*FORMS, *ADDRESSES])
def test_forms_are_found(markdown: str):
    """Every form is found with its key, each once and in order; nothing that is none."""
    assert find_citekeys(markdown) == (FORMS | ADDRESSES)[markdown].split()


def test_pandoc_finds_the_same(tmp_path: Path):
    """On every form of the table Pandoc and we agree; bare addresses are the one difference, and a known one."""
    assert len(FORMS) > 60
    read = read_with_pandoc(list(FORMS), tmp_path)
    assert read == [set(keys.split()) for keys in FORMS.values()]
    assert read_with_pandoc(list(ADDRESSES), tmp_path) != [set(keys.split()) for keys in ADDRESSES.values()]


def test_texts_at_random_are_read_as_pandoc_reads_them(tmp_path: Path):
    """Of two thousand texts put together from forms, markup and stray signs 98% are read alike, and the rest is odd."""
    dice = random.Random(7)  # noqa: S311 - texts, no secrets
    texts = ["".join(dice.choices(PIECES, k=dice.randint(1, 7))) for _ in range(2_000)]
    pairs = [(t, want, set(find_citekeys(t))) for t, want in zip(texts, read_with_pandoc(texts, tmp_path), strict=True)]
    unlike = [(text, want, got) for text, want, got in pairs if want is not None and want != got]
    assert len(unlike) <= 0.02 * len(texts), unlike[:20]


@settings(max_examples=300)
@given(st.lists(st.sampled_from(PIECES) | st.text(max_size=3), max_size=12).map("".join))
def test_places_are_those_of_the_keys(markdown: str):
    """Whatever the text, every citation stands where it is said to stand, in order, none within another."""
    end = 0
    for form in find_citations(markdown):
        shown = markdown[form.start : form.end].removeprefix("-")
        assert shown in {f"@{form.citekey}", f"@{{{form.citekey}}}"}
        assert form.start >= end
        end = form.end


SLOW = [
    "`" * 3 + "a\n",
    "$a ",
    "<!-- ",
    "<pre>",
    "<a b ",
    "\\a{",
    "](",
    "[@{",
    "{a=",
    "http://",
    "---\n\n",
    "`a``",
    "$$",
    "[",
]


@pytest.mark.parametrize("piece", SLOW)
def test_hostile_texts_are_read_in_time(piece: str):
    """A hundred thousand characters of what never closes take no more than two seconds."""
    text = piece * (100_000 // len(piece)) + "\n\n[@end]"
    start = time.process_time()
    assert set(find_citekeys(text)) <= {"end"}
    assert time.process_time() - start < 2
