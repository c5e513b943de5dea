"""Sections cite what they say, keep to their length, and never say a sentence twice."""

from __future__ import annotations

import dataclasses
import re
import subprocess
import sys
from pathlib import Path

import pytest

from storage.records.search import Plan
from tasks.analysts.extractive.debates import list_leading
from tasks.analysts.protocol import ReviewMaterial
from tasks.citations.sentences import split_sentences
from tasks.text.cleaning import count_words
from tests.tasks.analysts.conftest import gather, read_abstract
from tests.tasks.analysts.written_review import ANALYST, NUMBERS, make_review, make_work, write_drafts

ROOT = Path(__file__).parents[3]
KEY = re.compile(r"(?<![\\\w])@([\w:.-]*\w)")


@pytest.fixture(scope="session")
def review(real_works):
    return make_review(real_works("van_der_valk_2021", 60))


@pytest.fixture(scope="session")
def drafts(review):
    return write_drafts(review)


def test_citations_and_claims_agree(review, drafts):
    """Every `[@key]` is in the claims and vice versa; each claim's sentence stands in the Markdown."""
    findings = {f.finding_id: work.citekey for t in review.themes for work in t.works for f in work.summary.findings}
    for draft in drafts:
        assert set(KEY.findall(draft.markdown)) == {claim.citekey for claim in draft.claims}
        for claim in draft.claims:
            assert claim.sentence in draft.markdown
            assert claim.sentence.endswith("].")
            assert claim.citekey in KEY.findall(claim.sentence)
            assert findings[claim.finding_id] == claim.citekey


def test_each_citing_sentence_is_claimed_for_all_its_keys(drafts):
    """A sentence that cites several works has one claim for each of them."""
    for draft in drafts:
        for sentence in {claim.sentence for claim in draft.claims}:
            keys = [claim.citekey for claim in draft.claims if claim.sentence == sentence]
            assert sorted(keys) == sorted(KEY.findall(sentence))


def test_no_sentence_stands_twice_in_a_review(review, drafts):
    """Themes, introduction and discussion share no sentence on a work, and conclusions have none twice.

    Conclusions repeat of a work nothing but the result that it is known by.
    """
    *others, conclusions = (
        [s for s in {c.sentence for c in draft.claims} if ";" not in s.rsplit("[@", 1)[1]] for draft in drafts
    )
    told = [s for own in others for s in own if "without a result told in this section" not in s]
    assert len(told) > 60
    assert len({_core(sentence) for sentence in told}) == len(told)
    assert len({_core(sentence) for sentence in conclusions}) == len(conclusions) > 0
    known_by = {item.finding.finding_id for theme in review.themes for item in list_leading(theme)}
    before = {_core(sentence) for sentence in told}
    repeated = {c.finding_id for c in drafts[-1].claims if _core(c.sentence) in before}
    assert repeated <= known_by


def test_sections_keep_to_the_length_asked_for(drafts):
    """With enough material each section ends within 15% of the words asked for.

    The discussion may be shorter: it is not filled up with what only one theme found.
    """
    for draft, asked in zip(drafts[3:], (700, 700, 700, 700, 600), strict=True):
        least = 0.75 if draft is drafts[-2] else 0.85
        assert least * asked <= count_words(draft.markdown) <= 1.15 * asked


def test_the_abstract_cites_nothing_and_has_200_to_300_words(drafts):
    """The abstract speaks of the review only."""
    assert drafts[0].claims == ()
    assert 200 <= count_words(drafts[0].markdown) <= 300


def test_the_abstract_names_all_themes_apart_from_their_results(review):
    """In a sentence of its own, which stays when a result is cut; the results follow for as many as find room."""
    labels = [f"{theme.theme.label} ({len(theme.works)}" for theme in review.themes]
    for words in (60, 220):
        sentences = split_sentences(ANALYST.write_abstract(review, words).markdown)
        (naming,) = [one for one in sentences if one.startswith("The corpus is presented in ")]
        assert all(label in naming for label in labels)
        assert "Under “" not in naming


def test_the_methodology_takes_its_numbers_from_the_ledger(review):
    """A sentence whose number is missing is left out; given ones are formatted."""
    full = ANALYST.write_methodology(review, 500).markdown
    assert "1,234 works" in full
    assert "8.3%" in full
    assert "project note" not in full
    bare = ANALYST.write_methodology(dataclasses.replace(review, numbers={}), 500).markdown
    assert not re.search(r"\d{3}|\{|None", bare)
    noted = dataclasses.replace(review, numbers={**NUMBERS, "sources_note": 60})
    assert "project note, not the authors' words" in ANALYST.write_methodology(noted, 500).markdown


def test_theme_sections_have_their_parts(drafts):
    """A theme section goes from overview to gaps under level-3 headings and has no other; empty parts are left out."""
    parts = [
        "### Overview",
        "### Key findings",
        "### Methodological approaches",
        "### Debates and tensions",
        "### Gaps",
    ]
    sections = [re.findall(r"^#.*", draft.markdown, re.MULTILINE) for draft in drafts[3:6]]
    assert all(headings == [part for part in parts if part in headings] for headings in sections)
    assert {part for headings in sections for part in headings} == set(parts)


def test_opposing_findings_are_set_against_each_other():
    """Two works that affirm and deny one relation meet in the debates; without them the section has no such part."""
    yes = read_abstract(
        make_work("W1", "Smith"), "Higher hair cortisol was associated with sleep quality in nurses at work."
    )
    no = read_abstract(make_work("W2", "Jones"), "Hair cortisol was not associated with sleep quality in older nurses.")
    debate = ANALYST.write_theme(gather([yes, no]), ANALYST.analyse_theme(gather([yes, no])), 400).markdown
    assert "By contrast," in debate.split("### Debates")[1]
    calm = ANALYST.write_theme(gather([yes]), ANALYST.analyse_theme(gather([yes])), 400).markdown
    assert "### Debates" not in calm
    other = read_abstract(make_work("W3", "Lee"), "Hair dehydroepiandrosterone was not associated with sleep quality.")
    apart = ANALYST.write_theme(gather([yes, other]), ANALYST.analyse_theme(gather([yes, other])), 400).markdown
    assert "By contrast," not in apart


@pytest.mark.parametrize("count", [0, 1, 2])
@pytest.mark.parametrize("text", ["", "Hair cortisol was higher in nurses than in teachers."])
def test_thin_material_still_gives_every_section(count, text):
    """No works, one work, no abstracts anywhere: each section is written and cites only works that have words."""
    works = [read_abstract(make_work(f"W{i}", "Smith"), text) for i in range(count)]
    for draft in write_drafts(make_review(works, parts=1)) + write_drafts(ReviewMaterial(Plan("stress"), (), (), {})):
        assert bool(draft.claims) <= bool(text)
        assert "None" not in draft.markdown


@pytest.mark.slow
def test_large_themes_are_written_in_time(real_works):
    """A theme of 300 works keeps to its length, harms on top, and cites more works than it has room to tell."""
    theme = gather(real_works("van_der_valk_2021", 300))
    draft = ANALYST.write_theme(theme, ANALYST.analyse_theme(theme), 1500)
    assert 1275 <= count_words(draft.markdown) <= 1800
    assert len({claim.citekey for claim in draft.claims}) > 60


@pytest.mark.parametrize(
    ("null", "main"),
    [
        (
            "Significant changes were not obtained for the other measures.",
            "Exercise, but not rest, was associated with a 20% fall of hair cortisol in nurses.",
        ),
        (
            "Sleep did not differ between wards.",
            "Hair cortisol was higher in night nurses than in others, whereas mood stayed the same.",
        ),
        ("No difference in absence was observed.", "Light resulted in marked reductions of hair cortisol in nurses."),
    ],
)
def test_a_null_result_stands_beside_what_its_work_found(null, main):
    """In either order of the abstract, whatever words affirm the main result."""
    for text in (f"RESULTS: {null} {main}", f"RESULTS: {main} {null}"):
        theme = gather([read_abstract(make_work("W1", "Smith"), text)])
        markdown = ANALYST.write_theme(theme, ANALYST.analyse_theme(theme), 60).markdown
        findings = markdown.split("### Key findings")[1].split("###")[0]
        assert null[2:20] in findings
        assert main[8:40] in findings


def test_every_work_counted_that_says_something_is_cited():
    """Also one of which no result was taken, and one whose results all lean on sentences not quoted."""
    works = [
        read_abstract(make_work("W1", "Smith"), "RESULTS: Hair cortisol was higher in nurses than in teachers."),
        read_abstract(make_work("W2", "Jones"), "METHODS: A total of 40 nurses were enrolled in three towns."),
        read_abstract(make_work("W3", "Lee"), "METHODS: Hair of 30 porters was sampled in the spring of one year."),
        read_abstract(make_work("W4", "Ray"), ""),
    ]
    theme = gather(works)
    draft = ANALYST.write_theme(theme, ANALYST.analyse_theme(theme), 40)
    assert set(KEY.findall(draft.markdown)) == {"keyW1", "keyW2", "keyW3"}


def test_zeros_and_single_things_read_well(review):
    """A count of nought leaves its sentence out or is a word, and one thing takes the singular."""
    numbers = {**NUMBERS, "duplicates": 0, "unsure": 0, "stages": 1, "coverage_delta": 0.0}
    text = ANALYST.write_methodology(dataclasses.replace(review, numbers=numbers), 500).markdown
    assert not re.search(r"\b0\b|0\.0%|1 stages|duplicates|undecided", text)
    assert "one stage." in text
    assert "none of the works screened" in text


def test_a_catalogue_file_is_named_as_code(review):
    """The file's name stands as code with its digest, and a backtick in it cannot end the code."""
    numbers = {**NUMBERS, "catalogue": "my`<b>.jsonl@1471098f013f"}
    text = ANALYST.write_methodology(dataclasses.replace(review, numbers=numbers), 500).markdown
    assert "`my'<b>.jsonl` (content digest 1471098f013f)" in text


def test_the_topic_is_taken_up_without_its_capital(review):
    """Inside a sentence the topic's first word is small where the sources write it so; acronyms stay."""
    for topic, inside in (
        ("Hair cortisol in men", "about hair cortisol in men."),
        ("PTSD in men", "about PTSD in men."),
    ):
        asked = dataclasses.replace(review, plan=Plan(topic))
        assert inside in ANALYST.write_introduction(asked, 300).markdown


def test_the_same_material_gives_the_same_words_in_another_process():
    """Writing depends on nothing but the material: two processes with other hash seeds agree byte for byte."""
    script = (
        "from tests.tasks.analysts.conftest import read_abstract\n"
        "from tests.tasks.analysts.written_review import make_review, make_work, write_drafts\n"
        "t=['Hair cortisol was higher in nurse group %d. We measured sleep in %d wards. Stress was low.' % (i, i) "
        "for i in range(9)]\n"
        "r=make_review([read_abstract(make_work(f'W{i}', 'Smith'), t[i]) for i in range(9)])\n"
        "print([d.markdown for d in write_drafts(r)])\n"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", script],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(outputs) == 1


def _core(sentence: str) -> str:
    return " ".join(re.findall(r"\w+", re.sub(r"\[@.*", "", sentence).lower())[-12:])
