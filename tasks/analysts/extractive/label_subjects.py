"""Which phrases name a subject: not a design, a time, a statistic, people alone or what is said of any subject."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tasks.analysts.extractive.keyphrases import ends_in_noun
from tasks.analysts.extractive.label_limits import is_too_wide, names_comparator
from tasks.analysts.extractive.populations import PEOPLE
from tasks.analysts.extractive.title_phrases import fold_terms, is_gerund
from tasks.text.words import FUNCTION_WORDS, GENERIC_WORDS, stem, tokenise
from tasks.themes.words import SCHOLARLY_WORDS

# What says how, when or by which number, of any field; a label with it names no subject.
_NO_SUBJECT = frozenset(
    """trial randomize randomise randomized randomised random control controlled controls placebo blind blinded double
    cohort sectional cross-sectional longitudinal retrospective prospective multicenter multicentre open-label phase
    pilot preliminary meta-analysis meta review overview follow-up followup baseline year month week day hour minute
    minimum maximum mean median average percent rate score scale ratio outcome outcomes effect efficacy effectiveness
    safety comparison comparative difference change analysis case series report protocol evidence result finding study
    long-term short-term term first second third early late total primary secondary update guideline introduction
    expert greater lesser reduction increase decrease improvement
    significant significance statistical regression correlation
    interval confidence odds risk-adjusted abstract editorial letter""".split()  # noqa: SIM905 -- a word list reads best as text
)
# What is done about a subject, whatever the subject.
_DOING = frozenset(
    """management treatment therapy intervention care use practice approach strategy program programme development
    application service policy education training prevention assessment measurement planning problem need
    level""".split()  # noqa: SIM905 -- a word list reads best as text
)
_HEADS = frozenset({"change", "knowledge"})
_PLAIN = _DOING | SCHOLARLY_WORDS | PEOPLE | GENERIC_WORDS
# "Drug given" is cut from "drug given weekly"; "profile of drug" says no more than "drug".
_PARTICIPLES = frozenset("given shown known seen taken made found held grown born done undergone chosen".split())  # noqa: SIM905 -- as text
_OPENS_EMPTY = re.compile(
    r"(?:(?:profile|number|amount|kind|type|form|course|set|use)s? of|(?:product|relation|association|link)s? \w+)\b",
    re.IGNORECASE,
)
# How a position on a subject is called: a thesis, a hypothesis and a theory of it are no three subjects.
POSITIONS = frozenset(
    term
    for word in "thesis hypothesis theory claim view approach concept idea notion argument debate".split()  # noqa: SIM905 -- as text
    for term in fold_terms(word)
)
# What may be said of any subject beside the words of the topic: "human hair", "cortisol levels", "care of patients".
SAYING_LITTLE = POSITIONS | frozenset(
    term
    for word in (
        *_DOING,
        *PEOPLE,
        *"""human exposure concentration level value determinant correlate predictor marker biomarker sample specimen
        status factor measure measurement method impact direction healthy normal patients participants dose dosage
        dosing prophylaxis prophylactic administration injection protection benefit resource body age
        subjects individuals""".split(),  # noqa: SIM905 -- as text
    )
    for term in fold_terms(word)
)


# "Gout in patients" says no more than "gout".
_ENDS_IN_PEOPLE = re.compile(
    r" (?:in|of|for|with|among|to) (?:patients?|individuals|participants|subjects|people|persons)$", re.IGNORECASE
)
# "Received tonics" is cut from "those who received tonics".
_OPENS_AS_VERB = re.compile(
    r"(?:received|receiving|underwent|undergoing|used|using|given|giving|treated|reported|reporting|included|including|"
    r"showed|showing|developed|experienced|had|having|taking|took|required|requiring|compared|provided|providing)\b",
    re.IGNORECASE,
)


def names_subject(phrase: str) -> bool:
    """Return whether a phrase has a word that is neither scholarly nor of people, and none of designs and numbers."""
    words = [word for word in tokenise(phrase) if word not in FUNCTION_WORDS]
    parts = {part for word in words for part in (word, stem(word), *word.split("-"))}
    nouns = [word for word in words if ends_in_noun(word) or (word == words[-1] and is_gerund(words))]
    telling = [word for word in nouns if not {word, stem(word)} & _PLAIN and len(word) > 1]
    parts -= _HEADS if _is_headed(words) else frozenset()
    odd = any(part.isdigit() or (len(part) == 1 and phrase.lower().startswith(f"{part} ")) for part in parts)
    # "In adult" is cut from "in adult patients".
    cut = len(words) > 1 and words[-1] in PEOPLE and words[-1] == stem(words[-1]) and not words[-1].endswith("n")
    leans = (bool(words) and words[-1] in _PARTICIPLES) or any(
        cue.match(phrase) for cue in (_OPENS_EMPTY, _OPENS_AS_VERB)
    )
    worn = (
        bool(parts & _NO_SUBJECT)
        or odd
        or cut
        or leans
        or names_comparator(phrase)
        or is_too_wide(phrase)
        or bool(_ENDS_IN_PEOPLE.search(phrase))
    )
    return (bool(telling) or _is_headed(words)) and not worn


def _is_headed(words: Sequence[str]) -> bool:
    """Return whether the last word is plain alone, but names something with what stands before it: "climate change"."""
    return len(words) > 1 and words[-1] in _HEADS and not {words[-2], stem(words[-2])} & (_PLAIN | _NO_SUBJECT)
