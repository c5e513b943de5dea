"""What more of an outcome means: whether it got better where there is more of it, or where there is less."""

# ruff: noqa: E501 -- a family of words reads best on one line, as in a table

from __future__ import annotations

import re

_BAD = re.compile(
    r"pain|ache|symptom|sever|depress|anxi|anger|aggress|hostil|irritab|impulsiv|suicid|self-?harm|self-?injur|spastic|spasm|dyston|disabilit|fatigue|tired|sleepiness|stress|headache|migraine|seizure|insomnia|burnout|mortality|morbidity|death|bleed|relapse|recurren|infection|inflamm|nausea|vomit|complication|adverse|side effect|error|malformation|damage|pollut|emission|poverty|inequalit|hunger|insecurity|stigma|loneliness|burden|dysfunction|impair|deficit|difficult|violence|erosion|deforest|tremor|stiffness|itch|prurit|cough|dyspn|incontinence|obes|craving|conflict|psychopatholog|dissociat|paranoi|worry|rumination|delinquen",
    re.IGNORECASE,
)
_GOOD = re.compile(
    r"function(?:ing)?(?:$|\s)|quality|survival|performance|adherence|complian|knowledge|well-?being|adjustment|cognition|cognitive|memory|attention|mobility|strength|fitness|health|yield|accuracy|efficien|productiv|satisfaction|self-?esteem|self-?efficacy|skill|abilit|capacit|recovery|remission|control$|tolerance|learning|achievement|retention|attendance|access|coverage|fertility|richness|diversity|growth|income|livelihood|resilience|reliab|fidelity|precision|awareness|confidence|empathy|communication|readability|gait|walking|range of motion|response rate|participation|engagement|trust|transparency|biodiversity|soil fertility|value",
    re.IGNORECASE,
)
_HEAD_ENDS = re.compile(r"\s(?:of|in|at|on|by|to|for|from|with|after|during|among|as)\s", re.IGNORECASE)
_GENERAL = re.compile(
    r"(?:levels?|scores?|ratings?|index|indices|scales?|measures?|frequency|intensity|rates?|values?)$", re.IGNORECASE
)


_AND = re.compile(r",\s(?:and\s|or\s)?|\s(?:and|or)\s")


def split_by_valence(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """Return the places of the things that a term names, where they do not all get better alike; else its own place."""
    cuts = [*_AND.finditer(text, start, end)]
    begins, stops = [start, *(cut.end() for cut in cuts)], [*(cut.start() for cut in cuts), end]
    pieces = [*zip(begins, stops, strict=True)]
    alike = len({find_valence(text[slice(*piece)]) for piece in pieces}) == 1
    return [(start, end)] if alike else pieces


def find_valence(outcome: str) -> int:
    """Return 1 where more of an outcome is better, -1 where less of it is, 0 where its words do not tell.

    The head tells; where it only measures ("scores"), the rest.
    """
    head = _HEAD_ENDS.split(outcome, maxsplit=1)[0].strip()
    last = head.rsplit(maxsplit=1)[-1] if head else ""
    for words in (last, head, outcome):
        if words == last and _GENERAL.fullmatch(words):
            continue
        valence = bool(_GOOD.search(words)) - bool(_BAD.search(words))
        if valence or (_GOOD.search(words) and words != last):
            return valence
    return 0
