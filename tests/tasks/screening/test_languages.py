"""Languages detected from a title and an abstract, offline."""

# ruff: noqa: RUF001 -- titles in their own scripts

from __future__ import annotations

import pytest

from tasks.screening.languages import detect_languages
from tasks.text.languages import CODES, LATIN, detect

TEXTS = {
    "de": "Haarcortisol bei Kindern mit Übergewicht: eine systematische Übersicht der bisherigen Studien",
    "en": "Hair cortisol in children with obesity: a systematic review of what the studies found so far",
    "fr": "Le cortisol dans les cheveux des enfants obèses : une revue systématique des études publiées",
    "es": "El cortisol capilar en niños con obesidad: una revisión sistemática de los estudios publicados",
    "pt": "O cortisol capilar em crianças com obesidade: uma revisão sistemática dos estudos publicados até agora",
    "zh": "肥胖儿童头发皮质醇水平的系统评价：现有研究的发现、局限与未来研究方向",
    "ru": "Кортизол в волосах детей с ожирением: систематический обзор опубликованных исследований",
    "ja": "肥満児における毛髪コルチゾールの系統的レビュー：これまでの研究でわかったこと",
}


@pytest.mark.parametrize("code", TEXTS)
def test_a_title_of_some_length_is_known(code):
    """Each in its own language and script, with its probability."""
    language, probability = detect(TEXTS[code])
    assert language == code
    assert 0.9 <= probability <= 1


@pytest.mark.parametrize("text", ["", "Obesity", "COVID-19", "12345 67 89 / 1011-1213 / 1415", "BMI: a meta-analysis"])
def test_a_text_under_twenty_letters_stays_unknown(text):
    """Figures and signs are no letters."""
    assert detect(text) == (None, 0.0)


@pytest.mark.parametrize("text", ["Mus musculus, Rattus rattus", "Obesity obesity cortisol", "x y z " * 8, "�" * 40])
def test_what_is_no_language_for_sure_stays_unknown(text):
    """Names of species and terms alone are of many languages."""
    assert detect(text)[0] in {None, "la"}


def test_capitals_are_read_like_small_letters():
    """Old records have titles in capitals."""
    assert detect(TEXTS["en"].upper())[0] == "en"


def test_long_texts_are_read_from_their_beginning():
    """The abstract of a dissertation may be as long as a chapter."""
    assert detect(TEXTS["de"] * 50_000)[0] == "de"


def test_each_work_is_told_with_its_detector():
    """What was detected says by what, also where it is not sure."""
    first, second = detect_languages.fn([("W1", TEXTS["fr"]), ("W2", "Obesity")])
    assert (first.work_id, first.language, first.detector.split()[0]) == ("W1", "fr", "py3langid")
    assert (second.work_id, second.language, second.probability) == ("W2", None, 0.0)


def test_codes_are_of_two_letters_and_once():
    """The languages in Latin letters are some of them."""
    assert all(len(code) == 2 for code in CODES)
    assert len(set(CODES)) == len(CODES)
    assert set(LATIN) < set(CODES)
