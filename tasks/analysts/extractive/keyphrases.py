"""Key phrases of one work and phrases that several works share."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence

from tasks.text.words import FUNCTION_WORDS, GENERIC_WORDS, stem, tokenise

_CUT = re.compile(r"[.,;:!?()\[\]\"“”/<>|=]|\s[\u2013—-]\s|—")
_WORD = re.compile(r"[^\W_]+(?:[-'\u2019][^\W_]+)*")
_LONGEST, _MOST = 3, 6
_NO_NOUN = re.compile(r"(?:ed|ly|ing|ive|al|ic|ous|ary|ory|ish|able|ible|ful|ent|based|related|like)$")
_NOUNS = frozenset(
    """theory history category inventory territory factory laboratory library boundary summary salary sanctuary
    capital animal approval signal material withdrawal removal hospital journal interval survival renewal
    potential festival mammal coral coal goal proposal trial individual metal topic metric traffic clinic
    epidemic pandemic public logic rhetoric critic fabric mosaic content parent student patient gradient
    nutrient investment management environment development government agreement adolescent component treatment
    assessment measurement employment movement settlement disinvestment engagement event ascent rent talent
    incident agent continent sediment moment element instrument document argument statement payment deployment
    impairment adjustment achievement experiment enforcement entanglement procurement empowerment consent
    initiative perspective objective narrative incentive directive alternative table vegetable variable feed
    seed breed weed need bed watershed family supply assembly anomaly reply banking aging ageing banking
    learning farming fishing lending housing mining warming wellbeing well-being planning modelling modeling
    accounting monitoring mapping screening governing offsetting financing marketing reporting washing hunting grazing
    logging parenting sampling eating""".split(),  # noqa: SIM905 -- a word list reads best as text
)
_ADJECTIVES = frozenset(
    """corporate private urban rural human marine agrarian healthy overweight obese older young younger elderly
    severe acute complex diverse deep wild native rich poor strong weak open free green male female""".split(),  # noqa: SIM905 -- a word list reads best as text
)


def key_phrases(title: str, text: str) -> tuple[str, ...]:
    """Return up to six phrases of one to three words, best first.

    RAKE (Rose et al. 2010): runs of words between function words and punctuation, scored by the
    degree-to-frequency ratio of their words; phrases of the title count double, phrases that do not end in a noun or
    that repeat a better one are left out.
    """
    runs = _runs(title) * 2 + _runs(text)
    frequency: Counter[str] = Counter()
    degree: Counter[str] = Counter()
    for run in runs:
        for word in run:
            frequency[stem(word.lower())] += 1
            degree[stem(word.lower())] += len(run)
    times = Counter(fold(run) for run in runs)
    surface: dict[tuple[str, ...], str] = {}
    for run in runs:
        surface.setdefault(fold(run), " ".join(run))
    scores = {
        folded: math.fsum(degree[word] / frequency[word] for word in folded) / len(folded) ** 0.5 * count**0.7
        for folded, count in times.items()
        if ends_in_noun(surface[folded]) and begins_well(surface[folded])
    }
    chosen: list[tuple[str, ...]] = []
    for folded in sorted(scores, key=lambda folded: (-scores[folded], folded)):
        if len(chosen) < _MOST and not any(set(folded) & set(other) == set(folded) for other in chosen):
            chosen.append(folded)
    return tuple(settle_case(surface[folded]) for folded in chosen)


def candidate_phrases(text: str) -> set[tuple[str, ...]]:
    """Return the folded one- to three-word phrases of a text that could name a matter."""
    found: set[tuple[str, ...]] = set()
    for run in _runs(text, keep_long=True):
        for size in range(1, _LONGEST + 1):
            for start in range(len(run) - size + 1):
                part = run[start : start + size]
                if ends_in_noun(part[-1]) and begins_well(part[0]) and len("".join(part)) > _LONGEST:
                    found.add(fold(part))
    return found


def surface_forms(texts: Sequence[str]) -> dict[tuple[str, ...], str]:
    """Return for each folded phrase of the texts its most frequent written form, in lower case unless it is a name."""
    forms: dict[tuple[str, ...], Counter[str]] = {}
    for text in texts:
        for run in _runs(text, keep_long=True):
            for size in range(1, _LONGEST + 1):
                for start in range(len(run) - size + 1):
                    part = run[start : start + size]
                    forms.setdefault(fold(part), Counter())[settle_case(" ".join(part))] += 1
    return {folded: min(counts, key=lambda form: (-counts[form], form.swapcase())) for folded, counts in forms.items()}


def content_runs(text: str) -> list[list[str]]:
    """Return the runs of words between function words, generic words and punctuation, in order."""
    return _runs(text, keep_long=True)


def holds_phrase(stems: Sequence[str], phrase: tuple[str, ...]) -> bool:
    """Return whether a sequence of stems has the phrase's stems next to each other."""
    return any(tuple(stems[i : i + len(phrase)]) == phrase for i in range(len(stems) - len(phrase) + 1))


def all_stems(text: str) -> list[str]:
    """Return the stems of all words of a text, in order."""
    return [stem(token) for token in tokenise(text)]


def fold(words: Sequence[str]) -> tuple[str, ...]:
    """Return the stems by which spellings of a phrase are recognised as the same."""
    return tuple(stem(word.lower()) for word in words)


def ends_in_noun(phrase: str) -> bool:
    """Return whether a phrase's last word can be a noun, as far as its ending tells."""
    last = phrase.rsplit(maxsplit=1)[-1].lower()
    return last in _NOUNS or (last not in _ADJECTIVES and not _NO_NOUN.search(last))


def begins_well(phrase: str) -> bool:
    """Return whether a phrase does not open with a participle or adverb ("driving transitions")."""
    first = phrase.split(maxsplit=1)[0].lower()
    return first in _NOUNS or not first.endswith(("ing", "ly"))


def settle_case(phrase: str) -> str:
    """Return a phrase in lower case; words with digits or inner capitals (acronyms, formulas) stay as they are."""
    return " ".join(
        word.lower() if all(part.isalpha() and part[1:] == part[1:].lower() for part in word.split("-")) else word
        for word in phrase.split()
    )


def _runs(text: str, *, keep_long: bool = False) -> list[list[str]]:
    runs: list[list[str]] = []
    for piece in _CUT.split(text):
        run: list[str] = []
        for word in [*_WORD.findall(piece), ""]:
            lower = word.lower()
            if word and lower not in FUNCTION_WORDS and lower not in GENERIC_WORDS and not word.isdigit():
                run.append(word)
                continue
            if run and (keep_long or len(run) <= _LONGEST):
                runs.append(run)
            run = []
    return runs
