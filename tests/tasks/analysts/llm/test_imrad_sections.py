"""The sections around the themes: what they are given, which numbers they may state, and who steps in."""

from __future__ import annotations

import dataclasses
import hashlib
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from tasks.analysts.llm import imrad_sections as frame
from tasks.analysts.llm.procedure import compose_methodology
from tasks.analysts.llm.shown_data import choose_leading_works
from tasks.citations.pandoc import find_citekeys
from tasks.language_models.dialogue import Answer
from tasks.text.cleaning import count_words
from tests.benchmarks.servers.scripted.protocol import read_blocks
from tests.tasks.analysts.anthropic.conducting import conduct
from tests.tasks.analysts.anthropic.writing_material import alter, answer_by_script, make_review, read_sample

ROOT = Path(__file__).parents[4]
REVIEW = make_review(read_sample(36))
WRITERS = {
    "introduction": (frame.write_introduction, 900),
    "methodology": (frame.write_methodology, 900),
    "discussion": (frame.write_discussion, 1200),
    "conclusions": (frame.write_conclusions, 600),
    "abstract": (frame.write_abstract, 250),
}


def refuse(_):
    return Answer("", "refusal")


@pytest.fixture(scope="module")
def written():
    """Return draft, questions and remarks of each section, each given what was written before."""
    review, results = REVIEW, {}
    for name, (write, words) in WRITERS.items():
        results[name] = conduct(write(review, words), answer_by_script)
        review = dataclasses.replace(review, sections=(*review.sections, (name.title(), results[name][0].markdown)))
    return results


@pytest.mark.parametrize("name", WRITERS)
def test_a_valid_section_is_taken(written, name):
    """One question to the largest model, no remark, the length kept."""
    draft, questions, remarks = written[name]
    words = WRITERS[name][1]
    assert (len(questions), questions[0].tier, remarks, draft.produced_by) == (1, "opus", [], "anthropic")
    assert abs(count_words(draft.markdown) - words) <= 0.15 * words


@pytest.mark.parametrize("name", ["introduction", "discussion", "conclusions"])
def test_sections_about_the_literature_cite_and_claim(written, name):
    """Their citations are claims, and once theme sections stand, of works cited there."""
    draft, _, _ = written[name]
    assert set(find_citekeys(draft.markdown)) == {claim.citekey for claim in draft.claims} != set()
    told = {key for _, markdown in REVIEW.sections for key in find_citekeys(markdown)}
    assert set(find_citekeys(draft.markdown)) <= told


@pytest.mark.parametrize("name", ["methodology", "abstract"])
def test_sections_about_the_review_cite_nothing(written, name):
    """Methodology and abstract hold no citation, not even when the model gives one of a work in the corpus."""
    assert (written[name][0].claims, "@" in written[name][0].markdown) == ((), False)
    write, words = WRITERS[name]
    citing = f"So it was [@{REVIEW.themes[0].works[0].citekey}:f1]."
    draft, questions, _ = conduct(
        write(REVIEW, words), lambda question: alter(question, markdown=lambda text: f"{text} {citing}")
    )
    assert "is no citekey" in questions[1].correction
    assert "@" not in draft.markdown


# A sentence with a number that the data of this review do not hold.
INVENTED = {
    "a number": "Altogether 4711 records were hand-searched.",
    "a share": "Agreement between two raters was 93%.",
    "a number in words": "Seventeen librarians took part.",
    "a sum": "This leaves 934 works.",
}


@pytest.mark.parametrize("case", INVENTED)
def test_the_methodology_states_no_number_of_its_own(case):
    """A number that was not given is objected to, and its sentence dropped when it stays."""
    write, words = WRITERS["methodology"]
    draft, questions, remarks = conduct(
        write(REVIEW, words), lambda question: alter(question, markdown=lambda text: f"{text} {INVENTED[case]}")
    )
    assert re.search(r"the number \d+|counts 17", questions[1].correction)
    assert [remark.kind for remark in remarks] == ["methodology kept in part"]
    assert INVENTED[case] not in draft.markdown


def test_the_numbers_of_the_review_may_be_stated(written):
    """Counts, shares and years come as they read in prose, and pass in digits with separators."""
    assert "1,234 works" in written["methodology"][0].markdown
    assert "8.3%" in written["methodology"][0].markdown
    assert "1,234 works" in written["abstract"][0].markdown


def test_the_discussion_is_told_the_limits_and_the_theme_sections(written):
    """Stop reason and what was not reached are among its data, and the sections whole; the conclusions get openings."""
    blocks = read_blocks(written["discussion"][1][0].data)
    assert any("may not be exhausted" in limit for limit in blocks["limits"])
    assert any("language model" in limit for limit in blocks["limits"])
    assert [section["markdown"] for section in blocks["sections"]] == [text for _, text in REVIEW.sections]
    conclusions = read_blocks(written["conclusions"][1][0].data)
    assert "sections" not in conclusions
    assert conclusions["discussion"] == written["discussion"][0].markdown
    assert all(len(opening["opening"].split()) < 200 for opening in conclusions["openings"])


def test_nothing_is_told_twice_that_costs_tokens(written):
    """Leading works come with three findings and one of each other kind, each theme with its share of them."""
    works = read_blocks(written["introduction"][1][0].data)["works"]
    assert len(works) <= 36
    kinds = [Counter(finding.get("kind", "finding") for finding in work["findings"]) for work in works]
    assert max(told["finding"] for told in kinds) == 3
    assert {count for told in kinds for kind, count in told.items() if kind != "finding"} == {1}


@pytest.mark.parametrize("name", WRITERS)
def test_who_steps_in_says_nothing_false_about_the_method(name):
    """After a refusal there is a text without a model; it never claims that the review is extractive throughout."""
    write, words = WRITERS[name]
    draft, _, remarks = conduct(write(REVIEW, words), refuse)
    assert [remark.kind for remark in remarks] == [f"{name} not answered"]
    assert draft.produced_by == "extractive"
    assert draft.markdown.strip()
    assert not re.search(r"review is extractive|No language model took part|synthesis is extractive", draft.markdown)


def test_a_discussion_without_a_model_has_the_limits_of_this_review():
    """The limitations are those of a review by a language model, under their heading; a part without words is out."""
    draft, _, _ = conduct(frame.write_discussion(REVIEW, 1200), refuse)
    headings = re.findall(r"^### (.*)", draft.markdown, re.MULTILINE)
    assert headings == ["Synthesis across themes", "Implications", "Limitations of this review", "Future directions"]
    limits = draft.markdown.split("### Limitations of this review")[1].split("###")[0]
    assert "language model" in limits
    assert "may not be exhausted" in limits


def test_the_methodology_without_a_model_tells_the_whole_procedure():
    """Its four parts hold the review's numbers; sentences without their number are left out."""
    text = compose_methodology(REVIEW).markdown
    assert re.findall(r"^### (.*)", text, re.MULTILINE) == [
        "Search strategy", "Selection criteria", "Data extraction", "Synthesis approach",
    ]  # fmt: skip
    assert "1,234 works" in text
    assert "estimated" not in text
    bare = compose_methodology(dataclasses.replace(REVIEW, numbers={})).markdown
    assert not re.search(r"\d|\{|None", bare)


def digest_dialogues() -> str:
    """Return a digest of questions, corrections, remarks and drafts of two sections whose answers are wrong."""

    def spoil(question):
        return alter(question, markdown=lambda text: text + " Of 4711 and 4712 [@bogus2000a:f1; @bogus2001b:f2].")

    said = [conduct(write(REVIEW, words), spoil) for write, words in [*WRITERS.values()][:2]]
    return hashlib.sha256(repr(said).encode()).hexdigest()


def test_the_same_material_gives_the_same_dialogue_in_another_process():
    """They depend on nothing but the material, whatever order sets have: in no two processes it is the same."""
    script = f"from {__name__} import digest_dialogues; print(digest_dialogues())"
    told = subprocess.run(
        [sys.executable, "-c", script],
        env={"PYTHONHASHSEED": "1", "PYTHONPATH": str(ROOT)},
        capture_output=True,
        check=True,
        text=True,
    ).stdout
    assert told.strip() == digest_dialogues()


def test_a_synthesis_is_shown_though_it_leads_no_theme():
    """A theme's one meta-analysis says most about its question, however late it came and seldom it is cited."""
    theme = REVIEW.themes[0]
    last = theme.works[-1]
    title = f"{last.work.title}: a systematic review and meta-analysis"
    late = dataclasses.replace(last, work=dataclasses.replace(last.work, title=title), in_degree=0)
    changed = dataclasses.replace(theme, works=(*theme.works[:-1], late))
    review = dataclasses.replace(REVIEW, themes=(changed, *REVIEW.themes[1:]), sections=())
    shown = [{read.citekey for read in choose_leading_works(one, 2)} for one in (REVIEW, review)]
    assert [late.citekey in keys for keys in shown] == [False, True]
