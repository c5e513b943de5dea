"""The tools of appraisal: whole, in their own words, proposed by design, and with a sign for every word."""

from __future__ import annotations

import pytest

from storage.records.appraisal import OVERALL
from storage.records.evidence import DESIGNS
from tasks.evidence.appraisal import GENERIC, needs_appraisal, propose_tool, read_tools, sign

# What robvis 0.3.0 makes of a cell (R/helpers.R, clean_data), and the letters that each of its templates can draw.
_DRAWN = {"rob2": "hsln", "robins-i": "csmln"}


def _read_as_robvis(cell: str) -> str:
    letters = "".join(word[0] for word in cell.lower().split())
    return "x" if letters in {"na", "n"} else letters[0]


def test_tools_are_whole() -> None:
    """RoB 2 has five domains, ROBINS-I seven, and each tool asks for the whole last."""
    domains = {key: len(tool.domains) for key, tool in read_tools().items()}
    assert domains == {
        "rob2": 5, "robins-i": 7, "jbi-cross-sectional": 8, "jbi-qualitative": 10, "jbi-case-report": 8,
        "jbi-case-series": 10,
    }  # fmt: skip
    for tool in read_tools().values():
        assert list(tool.asked) == [*(f"D{n}" for n in range(1, len(tool.domains) + 1)), OVERALL]
        assert tool.source
        assert set(tool.designs) <= set(DESIGNS)


@pytest.mark.parametrize(
    ("design", "n", "key"),
    [
        ("randomised trial", 40, "rob2"),
        ("non-randomised trial", None, "robins-i"),
        ("before-after study", None, "robins-i"),
        ("cohort study", None, "robins-i"),
        ("case-control study", None, "robins-i"),
        ("cross-sectional study", None, "jbi-cross-sectional"),
        ("qualitative study", None, "jbi-qualitative"),
        ("case report or series", 1, "jbi-case-report"),
        ("case report or series", 9, "jbi-case-series"),
        ("experiment", None, None),
        (None, None, None),
    ],
)
def test_the_tool_follows_the_design(design: str | None, n: int | None, key: str | None) -> None:
    """A design for which no tool was made has none proposed, and a person chooses."""
    tool = propose_tool(design, n)
    assert (tool.key if tool else None) == key
    assert needs_appraisal(design)


def test_what_has_no_data_of_its_own_is_not_asked_about() -> None:
    """Reviews, theory and protocols have no tool."""
    assert not any(map(needs_appraisal, ("systematic review", "review", "theory or argument", "protocol")))


@pytest.mark.parametrize("key", list(read_tools()))
def test_signs_tell_the_words_of_a_domain_apart(key: str) -> None:
    """Not by colour alone: no two words of one tool share a sign."""
    tool = read_tools()[key]
    for words in (tool.judgements, tool.overall):
        assert len({sign(word) for word in words}) == len(words)


@pytest.mark.parametrize("key", list(read_tools()))
def test_robvis_draws_every_word(key: str) -> None:
    """Read as robvis reads cells, each word is one that the template has; those of checklists go by other names."""
    tool = read_tools()[key]
    for word in {*tool.judgements, *tool.overall}:
        shown = word if key in _DRAWN else GENERIC[word]
        letter = _read_as_robvis(shown).replace("u", "s")
        assert letter in _DRAWN.get(key, "hslx"), word
