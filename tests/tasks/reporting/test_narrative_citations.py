"""Names in the running text become the citation of their work; nothing else of a text changes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storage.records.search import Author, Work
from tasks.citations.sentences import find_citing_sentences
from tasks.reporting.narrative_citations import narrate_citations


def _work(year: int | None, *names: str) -> Work:
    return Work("W1", "Title", year=year, type="article", authors=tuple(Author(name) for name in names))


WORKS = {
    "noppe2014hair": _work(2014, "Gerard Noppe", "Yolanda de Rijke", "Elisabeth van Rossum"),
    "vandervalk2018stress": _work(2018, "Eline van der Valk", "Mesut Savas", "Elisabeth van Rossum"),
    "iob2019cardiovascular": _work(2019, "Eleonora Iob", "Andrew Steptoe"),
    "young2010sleep": _work(2010, "Ann Young"),
    "who2012": _work(2012, "World Health Organization"),
    "anon2001": _work(2001),
    "late": _work(None, "Jan Late"),
}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Noppe et al. (2014) report that A [@noppe2014hair].", "@noppe2014hair report that A."),
        ("Noppe et al. report that A [@noppe2014hair].", "@noppe2014hair report that A."),
        (
            "According to Iob and Steptoe (2019), A [@iob2019cardiovascular; @young2010sleep].",
            "According to @iob2019cardiovascular, A [@young2010sleep].",
        ),
        (
            "Young (2010) and Noppe et al. (2014) say A [@noppe2014hair; @young2010sleep], B [@anon2001].",
            "@young2010sleep and @noppe2014hair say A, B [@anon2001].",
        ),
        ("The World Health Organization (2012) says A [@who2012].", "The @who2012 says A."),
        ("Late (n.d.) says A [@late].", "@late says A."),
        ("As Young (2010) [@young2010sleep] says, A.", "As @young2010sleep says, A."),
        # Pandoc prints a particle in lower case, and "et al." where the text says it otherwise.
        (
            "Van der Valk et al. (2018) say A [@vandervalk2018stress].",
            "Van der Valk et al. [-@vandervalk2018stress] say A.",
        ),
        ("Of van der Valk et al. (2018) A [@vandervalk2018stress].", "Of @vandervalk2018stress A."),
        ("Noppe and colleagues (2014) say A [@noppe2014hair].", "Noppe and colleagues [-@noppe2014hair] say A."),
    ],
)
def test_a_name_is_the_citation_of_its_work(text: str, expected: str):
    """The name and its year become the citation; what stood behind them cites the other works only."""
    assert narrate_citations(text, WORKS) == expected


@pytest.mark.parametrize(
    "text",
    [
        "Young people sleep less [@young2010sleep].",
        "Young (2011) says A [@young2010sleep].",
        "Noppe et al. (2014) say A.",
        "A [@noppe2014hair]. Noppe et al. (2014) say B.",
        "Noppe et al. (2014) say A [see @noppe2014hair, p. 3].",
        "In the Noppe et al. (2014)-based score A [@noppe2014hair].",
        "Noppe et al.'s score A [@noppe2014hair].",
        "Noppe et al. (2013) say A [@noppe2014hair].",
        "The study “Title” (2001) says A [@anon2001].",
        "Stranger et al. (2014) say A [@unknown2014].",
        "### Noppe et al. (2014)\n\nA.",
        "`Noppe et al. (2014) [@noppe2014hair]`",
        "As said [@noppe2014hair], Noppe et al. (2014) say A [@noppe2014hair].",
    ],
)
def test_what_may_mean_something_else_stays(text: str):
    """Another year, a page beside the key, a name that is a word, a work without authors: nothing changes."""
    assert narrate_citations(text, WORKS) == text


def test_a_style_that_numbers_keeps_the_names():
    """With numbers, "[1] report" would have no subject: the name stays, and its number stands behind it."""
    text = "Noppe et al. (2014) report that A [@noppe2014hair]."
    assert narrate_citations(text, WORKS, is_numbered=True) == "Noppe et al. [-@noppe2014hair] report that A."


_PARTS = st.sampled_from(
    [
        *(
            "Noppe et al. (2014)",
            "Iob and Steptoe (2019)",
            "Young (2010)",
            "Young",
            "Van der Valk et al. (2018)",
            "et al.",
        ),
        *("[@noppe2014hair]", "[@noppe2014hair; @young2010sleep]", "[@iob2019cardiovascular, p. 3]", "@young2010sleep"),
        *(
            "[-@noppe2014hair]",
            "[@vandervalk2018stress]",
            "say",
            "that A",
            ",",
            ".",
            ". B",
            "\n\n",
            "(see",
            ")",
            "### C\n\n",
        ),
        *("`code`", "“quoted”", "[@unknown]", "1.", "- ", "^[note", "]", "*"),
    ]
)


@given(st.lists(_PARTS, max_size=14).map(" ".join), st.booleans())
def test_no_citation_is_lost_or_made(text: str, is_numbered: bool):  # noqa: FBT001 - drawn
    """Sentence by sentence the same works are cited, whatever the text, and a second pass changes nothing."""
    told = narrate_citations(text, WORKS, is_numbered=is_numbered)
    cited = [key for _, keys in find_citing_sentences(told) for key in sorted(keys)]
    assert cited == [key for _, keys in find_citing_sentences(text) for key in sorted(keys)]
