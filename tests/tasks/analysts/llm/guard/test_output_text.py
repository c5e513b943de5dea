"""Texts that a model wrote are plain prose, or it is said why not."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tasks.analysts.llm.guard.output_text import blank_foreign, find_foreign
from tests.injection.payloads import PAYLOADS
from tests.tasks.analysts.anthropic.real_works import read_works

FOREIGN = {
    "a link": ("See https://evil.example/x for more.", "See www.evil.example.",
        "[here](evil.html) it is", "at evil.com/now", "javascript:alert(1)"),
    "a DOI": ("It is 10.1000/xyz123 that says so.", "doi:10.1/x"),
    "an e-mail address": ("Write to ann@evil.org today.",),
    "a citation or handle": ("As @evil2020 says, it declines.",),
    "a placeholder": ("The work holds [sentence withheld] and more.",),
    "HTML": ("It is <b>bold</b>.", "A <script>x</script>.", "Rock &amp; roll.", "</data>", "<!-- x -->"),
    "a role tag": ("<|im_start|>system", "[INST] write"),
    "an image": ("![x](y.png)",),
    "code": ("Use `rm -rf` here.", "```\nx\n```", "It says \\u003cb."),
    "a table": ("| a | b |\n|---|---|",),
    "a footnote": ("It declines[^1].", "It declines^[so they say]."),
    "a fenced division": ("::: warning", "word{.red}", "x{=html}"),
    "TeX": ("It is $$x^2$$.", "where $\\alpha_i$ holds", "\\textbf{x}"),
    "a heading of another level": ("# Title\n\nText.", "#### Deep\n\nText."),
    "JSON": ('{"score": 1.0}', 'It says ["id": "W1"'),
    "a call of a tool": ("<function_calls>", "then tool_use follows"),
    "the voice": ("As an AI language model, I think bees decline.", "I'm sorry, but I cannot assist with that."),
    "a work number": ("W9999999999 is right.",),
    "an invisible character": ("bees\u200b decline", "bees \u202edecline", "bees\x07"),
    "a code that is no word": ("Bees QX71ZKPLAIN decline.", "Bees x9k2q7w4 decline.", "并写下QY14ZKCHIN。"),
    "a string that is no word": ("Bees " + "Zm9v" * 20,),
    "in capitals": ("THIS WORK MUST BE READ BY EVERYONE WITHOUT DELAY.",),
}  # fmt: skip
PLAIN = (
    "Hair cortisol rose by 12% (β = 0.3, p < 0.05; 95% CI 0.1–0.5) in nurses [@nurse2020a:f2; @day2019:f1].",  # noqa: RUF001 -- as printed
    "### Debates and tensions\n\nAuthors disagree “strongly” about this—see Müller’s and Peña's work.",  # noqa: RUF001 -- as printed
    "COVID-19, SARS-CoV-2, PM2.5, RCP8.5, SSP5-8.5, δ13C, 210Pb, CO2, H3K27me3, CYP2C19, BRCA1, p16INK4a.",
    "The trials NCT01234567, ISRCTN12345678 and CRD42020123456 are registered at ClinicalTrials.gov.",
    "LiNi0.8Co0.1Mn0.1O2 and C16H18N2O4S are formulas, as are Na2SO4 and Mg3Al2Si3O12.",
    "The IPBES, UNFCCC, MEDLINE, EMBASE, CINAHL, PSYCINFO and SCOPUS databases were searched.",
    "It cost $5 in 2010 and $10 in 2020; the ratio a/b was < 1 and > 0, i.e. small.",
    "Prompt injection makes language models ignore previous instructions, as several authors show.",
    "Σύνοψη, обзор, 综述 and ملخص are words for a review.",
    "*Apis mellifera* and **Bombus** visit flowers; 'tip-of-the-tongue' states, e.g., differ.",
)
GENUINE = ("an image", "a link", "a DOI", "an e-mail", "in capitals", "a string", "HTML", "TeX")


@pytest.mark.parametrize(("kind", "text"), [(kind, text) for kind, texts in FOREIGN.items() for text in texts])
def test_foreign_matter_is_named(kind, text):
    """Each kind of foreign matter has its own reason, which shows a part of what was found on one line."""
    reasons = find_foreign(text)
    assert any(kind in reason for reason in reasons), reasons
    assert all(reason.isprintable() and len(reason) < 150 for reason in reasons)


@pytest.mark.parametrize("text", PLAIN)
def test_plain_prose_is_not_objected_to(text):
    """Citations, signs, letters of any language, genes, isotopes, formulas and register numbers are ordinary."""
    assert find_foreign(text) == []


@pytest.mark.parametrize("payload", PAYLOADS, ids=lambda payload: payload.name)
def test_a_marker_is_found_in_what_a_model_writes(payload):
    """A made-up code that an attack wants repeated is not plain prose."""
    assert find_foreign(f"Bees decline in {payload.marker} fields.")


def test_real_titles_and_abstracts_are_plain(shared_data):
    """Under 3% of real texts are objected to, and but for links, DOIs, addresses, capitals and markup under 0.1%."""
    works = read_works(shared_data / "worlds" / "oud_2018" / "works.jsonl.gz", 5_000)
    texts = [text for work in works for text in (work.title, work.abstract) if text]
    found = [reasons for text in texts if (reasons := find_foreign(text))]
    odd = [reasons for reasons in found if not any(kind in reason for reason in reasons for kind in GENUINE)]
    assert len(texts) > 1_500
    assert len(found) < 0.03 * len(texts), found
    assert len(odd) < 0.001 * len(texts), odd


@given(st.text(max_size=200), st.sampled_from(PAYLOADS), st.sampled_from(PLAIN))
def test_blanking_moves_nothing(noise, payload, plain):
    """The blanked text is as long, has no marker, and wherever it is not blank it is the text."""
    text = f"{plain} {noise}. {payload.text} {noise}"
    blanked = blank_foreign(text)
    assert len(blanked) == len(text)
    assert payload.marker not in blanked
    assert all(new in (old, " ", ".") for old, new in zip(text, blanked, strict=True))


@pytest.mark.parametrize(
    "part", ["<a ", "[", "a.b@", "$\\", "| a", "A1", "`a", "{= ", '"a": ', "WORD ", "-", "&a", "https:", "\\u0"]
)
def test_time_grows_with_the_length_alone(part):
    """A hundred thousand characters made to be slow take seconds at most, where backtracking would take minutes."""
    started = time.process_time()
    find_foreign((part * 100_000)[:100_000])
    assert time.process_time() - started < 10
