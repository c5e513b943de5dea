"""The languages a review can be written in: fixed words, filled sentences, paragraphs in place of the English."""

from __future__ import annotations

import re
from dataclasses import replace

import polars as pl
import pytest

from storage.records.search import Work
from tasks.analysts.registry import ANALYSTS
from tasks.reporting.files import state_notices, state_translation
from tasks.reporting.hand_edits import state_hand_edits
from tasks.reporting.markdown import ReviewMeta, assemble_review
from tasks.translation.passages import group_passages, list_passages
from tasks.translation.restoring import restore_english
from tasks.translation.tongue import Tongue, list_languages, offer_languages, read_tongue

_FIELD = re.compile(r"\{\w+\}")
HAIR, GROWS, ENDS = "Hair grows [@a].", "It ends.", "### Why"
MARKDOWN = f"{ENDS}\n\n{HAIR} {GROWS}\n\n{GROWS} It was never measured.\n"
GERMAN = replace(
    read_tongue("de"), memory={HAIR: "Haar wächst [@a].", GROWS: "Es endet.", "Why": "Warum", "Hair": "Haar"}
)
CHINESE = replace(read_tongue("zh"), memory={HAIR: "头发生长 [@a]。", GROWS: "到此为止。", "Why": "为什么"})


def test_languages_are_offered_by_their_files():
    """Those of the issue at least; English needs none, and a language without a file is none."""
    assert {"de", "es", "fr", "pt", "zh"} <= set(list_languages())
    assert "de (German)" in offer_languages()
    assert read_tongue(None) == read_tongue("en") == Tongue()
    with pytest.raises(KeyError):
        read_tongue("tlh")


@pytest.mark.parametrize("code", list_languages())
def test_every_language_says_the_same_texts_with_the_same_fields(code):
    """No text is missing, none is empty or still English, and every number has its place."""
    fixed = read_tongue(code).fixed
    assert fixed.keys() == read_tongue("de").fixed.keys()
    for text, said in fixed.items():
        assert said.strip()
        assert sorted(_FIELD.findall(text)) == sorted(_FIELD.findall(said))
        assert said != text or len(text.split()) == 1


@pytest.mark.parametrize("code", list_languages())
@pytest.mark.parametrize("analyst", [name for name, entry in ANALYSTS.items() if entry.asks_models])
def test_every_notice_is_told_in_the_language(code, analyst):
    """Whatever a review has to tell before its first line, with its numbers, and nothing of the English is left."""
    tongue = read_tongue(code)
    numbers = {
        "sources_note": 3, "corpus": 50, "with_full_text": 12, "with_abstract": 40, "judgements_set_aside": 41,
        "beyond_tier": 7, "relevant": 57, "judged_by_people": 9, "screened": 139, "updates": 2, "stop_reason": "budget",
    }  # fmt: skip
    shortfalls = dict.fromkeys(("unanswered", "model set aside", "supervision", "analyses", "opus", "unlisted"), 4)
    told = [*state_notices(numbers, analyst, shortfalls)]
    for reason in ("works", "stages"):
        told += state_notices({"corpus": 5, "with_abstract": 4, "updates": 1, "stop_reason": reason}, analyst, {})
    told += state_translation(tongue, [("Abstract", "One.\n\nTwo.")], {})
    edited = pl.DataFrame(
        {"section": ["Abstract", "Introduction"], "changed": [1, 2], "added": [0, 1], "removed": 0, "moved": 0}
    )
    told += state_hand_edits(edited, ["smith2099"])
    for notice in told:
        said = tongue.say(notice)
        assert said != notice
        assert (
            re.findall(r"\d+", said) and sorted(re.findall(r"\d+", said)) == sorted(re.findall(r"\d+", notice))
        ) or (not re.findall(r"\d", notice))


def test_a_paragraph_is_translated_as_a_whole_or_not_at_all():
    """A heading is one, too; where a sentence has no translation its paragraph stays in English."""
    assert GERMAN.render(MARKDOWN) == "### Warum\n\nHaar wächst [@a]. Es endet.\n\nIt ends. It was never measured.\n"
    assert GERMAN.count_missing(MARKDOWN) == 1
    assert Tongue().render(MARKDOWN) == MARKDOWN


def test_sentences_of_some_languages_follow_each_other_without_a_blank():
    """As in Chinese, where the stop has the room within."""
    assert CHINESE.render(f"{HAIR} {GROWS}\n") == "头发生长 [@a]。到此为止。\n"


@pytest.mark.parametrize("markdown", ["", "\n", "| a | b |\n|---|---|", "::: {#refs}\n:::", "![x](y.svg)"])
def test_what_is_no_text_is_no_passage(markdown):
    """Tables, figures and divisions are the report's own."""
    assert list_passages(markdown) == []
    assert GERMAN.render(markdown) == markdown


def test_passages_that_are_known_are_not_asked_again():
    """Each passage is asked for once, in questions of a bounded length."""
    passages = [*list_passages(MARKDOWN), *list_passages(MARKDOWN)]
    assert group_passages(passages, GERMAN.memory.__contains__) == [[(GROWS, "It was never measured.")]]
    long = [(f"{number} {'word ' * 400}.",) for number in range(9)]
    groups = group_passages(long, {}.__contains__)
    assert [len(group) for group in groups] == [2, 2, 2, 2, 1]
    assert [passage for group in groups for passage in group] == long
    assert group_passages([("x" * 20_000,)], {}.__contains__) == [[("x" * 20_000,)]]


def _write(tongue: Tongue, heading: str, markdown: str, notice: str) -> str:
    say = tongue.say
    front = f'---\ntitle: "{say("Hair")}"\ndate: "{say("as of 2021")}"\n---'
    told = f"> **{say('Note')}.** {say(notice)}\n\n## {say(heading)}\n\n{tongue.render(markdown).strip()}"
    end = f"## {say('References')}\n\n::: {{#refs}}\n:::\n\n## {say('Appendix')}\n\n### Queries as run\n"
    return f"{front}\n\n{told}\n\n{end}"


@pytest.mark.parametrize("tongue", [GERMAN, CHINESE], ids=lambda tongue: tongue.code)
def test_a_translated_review_is_put_back_into_english(tongue):
    """Whatever the program wrote comes back to the letter; what was changed by hand stays, beside English around it."""
    notice = "It rests on abstracts: 16 of 20 works had one; no full text was read."
    english = _write(Tongue(), "Introduction", MARKDOWN, notice)
    shown = _write(tongue, "Introduction", MARKDOWN, notice)
    assert shown != english
    restored = restore_english(shown, tongue, [("Introduction", MARKDOWN)], [notice], "as of 2021", typed={})
    assert restored.split("\n---\n")[1] == english.split("\n---\n")[1]
    assert 'date: "as of 2021"' in restored
    forged = shown.replace(tongue.memory[HAIR], "Haar wächst nie [@a].")
    assert "Haar wächst nie [@a]." in restore_english(
        forged, tongue, [("Introduction", MARKDOWN)], [notice], "as of 2021", typed={}
    )
    assert GROWS in restore_english(forged, tongue, [("Introduction", MARKDOWN)], [notice], "as of 2021", typed={})


def test_paragraphs_that_read_alike_in_translation_come_back_in_their_order():
    """Two headings may have one translation."""
    tongue = replace(GERMAN, memory={"Debates": "Debatten", "Tensions": "Debatten"})
    sections = [("A", "### Debates\n"), ("B", "### Tensions\n")]
    shown = "## A\n\n### Debatten\n\n## B\n\n### Debatten\n"
    assert (
        restore_english(shown, tongue, sections, [], "as of 2021", typed={})
        == "## A\n\n### Debates\n\n## B\n\n### Tensions\n"
    )


def test_what_people_typed_is_shown_as_it_is_and_asked_for_nowhere():
    """In whatever language, also where it says what the program says: shown, counted, asked for and put back."""
    typed = frozenset({GROWS + " It was never measured.", f"{HAIR} {GROWS}", "### Evidence"})
    markdown = f"{MARKDOWN}\n### Evidence\n"
    assert GERMAN.render(markdown, typed) == markdown.replace(ENDS, "### Warum")
    assert GERMAN.count_missing(markdown, typed) == 0
    assert list_passages(markdown, typed) == [("Why",)]
    meta = ReviewMeta(2021, {"a": Work("W1", "Hair")}, (), (), "", tongue=GERMAN, typed={"Gaps": typed})
    text = assemble_review("Hair", [("Gaps", markdown), ("Introduction", "### Evidence\n")], meta)
    assert [text.count(part) for part in (f"\n{HAIR} {GROWS}\n", "\n### Evidence\n", "\n### Befunde\n")] == [1, 1, 1]
    sections = [("Gaps", markdown), ("Introduction", "### Evidence\n")]
    restored = restore_english(text, GERMAN, sections, [], "as of 2021", typed={"Gaps": typed})
    assert f"## Gaps\n\n{markdown}\n## Introduction\n\n### Evidence\n" in restored


def test_the_notice_on_edits_names_sections_in_the_language():
    """With how many paragraphs of each; a heading without a translation stays."""
    told = "Edited by hand: Abstract (1 paragraph), Hair, skin (3 paragraphs). Sentences written by hand are not traced"
    said = GERMAN.say(f"{told} to findings.")
    assert "Von Hand bearbeitet: Zusammenfassung (1 Absatz), Hair, skin (3 Absätze). " in said


def test_paragraphs_correspond_one_to_one_whatever_a_translation_holds():
    """One that would fall into two, or open a block of code, is not shown; fenced code stays as it is."""
    tongue = replace(GERMAN, memory={"One.": "Eins.\n\nZwei.", "Two.": "```\nzwei", "Three.": "Drei."})
    markdown = "One.\n\nTwo.\n \nThree.\n\n\n```\nThree.\n\nThree.\n```\n"
    assert tongue.render(markdown) == markdown.replace("Three.", "Drei.", 1)
