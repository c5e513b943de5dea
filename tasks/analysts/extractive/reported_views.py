"""Positions that a work tells of and does not hold: what is claimed by others, seems so, is commonly thought; halves."""

# ruff: noqa: E501 -- a family of cues reads best on one line, as in a table

from __future__ import annotations

import re
from collections.abc import Sequence

from tasks.analysts.extractive.claims import states_claim

_SAID = (
    r"(?:argued|claimed|said|stated|suggested|held|thought|assumed|believed|maintained|objected|urged|alleged|supposed)"
)
_WHO = r"(?i:critics|opponents|proponents|supporters|advocates|defenders|detractors|sceptics|skeptics|(?:some|many|most|several|other) (?:[\w-]+ ){0,2}?(?:philosophers|theorists|scholars|authors|thinkers|commentators|writers|researchers|economists|people))"
_VIEW = r"(?:thesis|doctrine|theor(?:y|ies)|hypothes[ie]s|views?|accounts?|principle|approach|tradition|picture|model|story|critics?|critique|proponents?|philosophers?|\w{4,}ists?)"
_REPORTED = re.compile(
    rf"\b[Ii]t (?:has (?:often |recently |sometimes |frequently |also )?been|is (?:also|often|sometimes|commonly|frequently|usually|typically|then|widely|generally|standardly)) {_SAID}\b(?! in this)"
    rf"|,? it (?:has recently been|is then|is sometimes|has been) {_SAID},"
    rf"|\b{_WHO} (?:\w+ly |even |also |have |may |might |still |then )*(?:argue|claim|hold|object|contend|maintain|say|insist|believe|think|reply|deny|suppose)[sd]?\b"
    rf"|\b(?:friends|enemies|defenders|critics|opponents|proponents) of [^,;]{{3,60}} have (?:\w+ )?{_SAID}\b"
    r"|\b(?:has|have) been (?:\w+ )?(?:advanced|levelled|leveled|raised) (?:against|by|that)\b|\b(?:is|are) (?:increasingly|often|commonly|usually|ordinarily|widely|typically|traditionally|standardly) (?:described|portrayed|seen|regarded|treated|viewed|understood|taken|conceived|thought of|depicted) as\b"
    r"|\b(?:near|broad|wide|growing|emerging) consensus\b|^\W*(?:[Ff]or )?[Ii]ntuitively\b|\b[Ii]t (?:can|may|might) (?:well |then |also )?seem\b|\b[Ss]ome versions\b|\b[Mm]ost (?:defen[cs]es|versions|accounts|arguments|proposals)\b"
    rf"|^(?:\d )?[Aa]ccording to (?!(?:the |an? )?(?:[\w-]+ )?intent)(?:the |an? |this |what |one )?(?:[\w\u2019'\u201c\u201d-]+ ){{0,4}}?{_VIEW}\b[^,.;]{{0,40}},"
    r"|^According to (?:the [A-Z]{2,6}|[A-Z][a-z][\w.\u2019'-]*(?:,? (?:and|&) [A-Z][\w.\u2019'-]+| et al\.?| [A-Z][\w.\u2019'-]+)*)(?: \((?:19|20)\d\d\w?\))?,"
    # "In 2019, the Platform concluded": what somebody else did then.
    r"|^In (?:19|20)\d\d,? (?:the )?[A-Z][^.;]{0,160}? (?:concluded|adopted|published|launched|declared|agreed|announced|called for)\b"
    r"|\(pp?\. ?\d+"
)
_CITED = re.compile(
    r"\b[A-Z][\w\u2019'-]+(?: (?:and|&) [A-Z][\w\u2019'-]+| et al\.)?(?:\u2019s|'s)? \((?:(?:19|20)\d\d[a-z]?(?:, )?)+\) (?:\w+ly )?(?:argue|claim|hold|suggest|propose|contend|maintain|say|object|write|consider|think|assert|insist)(?:s|d)?\b"
    r"|[\u201d\u2019\"]\W{0,3}\((?:[A-Z][\w\u2019'-]+(?:,| (?:and|&) [A-Z][\w\u2019'-]+,?)? )?(?:19|20)\d\d"
)
_OWN = re.compile(
    r"\b(?:we|our|I|my|(?:this|the present|the current) (?:[\w-]+ )?(?:paper|study|article|chapter|review|book|work|trial|analysis))\b"
)
_ONE = re.compile(
    r"\W*(?:[Oo]ne (?:such )?(?:\([^)]*\) )?(?:way|view|approach|reading|camp|answer|side|option|school|position|strategy|interpretation|group)\b[\w ,]{0,30}?(?: \([^)]*\))?|[Tt]he first (?:way|view|approach|reading|camp|answer|option|position|strategy|interpretation)\b)"
)
_OTHER = re.compile(
    r"\W*(?:[Tt]he (?:other|second)|[Aa]nother|[Aa] second|[Oo]thers|[\w ]{3,40} argues? by contrast|[\w ]{3,40}, by contrast,|[Bb]y contrast|[Ii]n contrast|[Oo]n the other hand)\b"
)
_REACH = 2  # sentences in which the other view follows the one


def reports_view(text: str) -> bool:
    """Return whether a sentence gives a position of others, or how a thing seems, and says nothing of its own."""
    if states_claim(text) or _OWN.search(text):
        return False
    return bool(_REPORTED.search(text) or _CITED.search(text))


def find_halves(texts: Sequence[str]) -> set[int]:
    """Return the places of sentences of a text that give one of two views, the other being given in another sentence.

    "One way …", "The other …"; "On the one hand …", where the sentence does not go on to the other.
    """
    halves: set[int] = set()
    for place, text in enumerate(texts):
        alone = "on the one hand" in text.lower() and "on the other" not in text.lower()
        later = [after for after in range(place + 1, min(len(texts), place + 1 + _REACH)) if _OTHER.match(texts[after])]
        if alone or (_ONE.match(text) and later):
            halves |= set(range(place, later[0] + 1)) if later else {place}
    return halves
