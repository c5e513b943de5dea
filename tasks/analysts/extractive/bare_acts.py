"""Sentences that say what a text does and nothing of what comes of it: "we provide an estimate", "issues are addressed"."""

# ruff: noqa: E501 -- a family of cues reads best on one line, as in a table

from __future__ import annotations

import re

from tasks.analysts.extractive.claims import names_members, states_claim

_TEXT = r"(?:paper|article|chapter|book|review|stud(?:y|ies)|essay|work|volume|contribution|commentary|investigation|report|analysis|research|framework)"
_AUTHORS = (
    rf"(?:[Ww]e|I|(?:[Tt]he )?(?:present )?[Aa]uthors|(?:[Tt]his|[Tt]he|[Oo]ur|[Mm]y)(?: [\w-]+){{0,2}}? {_TEXT}|[Ii]t)"
)
_ADVERBS = r"(?:,? (?:\w+ly|also|then|further|thus|here|first|next|therefore),?){0,2}"
# What may stand before the subject: how, why and when, no statement of its own.
_BEFORE = r"^(?:[A-Z]{4,}: )?(?:(?:Here|Finally|Lastly|Then|Next|First|Second|Third|Consequently|Thus|Therefore|Moreover|Furthermore|Further|Also|And|[A-Z]\w+ly),? |(?:By|Using|Through|Based|Building|Drawing|Because|As|To|For|In|On|From|With|Here|Given|After|Following|Applying|Bridging)\b[^;:]{0,200}?, |In th(?:is|e present) \w+ )?"
_CONTAINER = r"(?:estimates?|frameworks?|classifications?|typolog(?:y|ies)|taxonom(?:y|ies)|approach(?:es)?|concerns|outputs?|challenges|frames|issues|questions|recommendations?|suggestions?|examples?|cases?|principles|lessons|pyramids?|actions|guidance|guidelines|overviews?|insights?|examinations?|discussions?|definitions?|agendas?|ways|means|directions?|methods?|methodolog(?:y|ies)|schemes?|tools?|components|criteria|strategies|factors|barriers|gaps|opportunities|priorities|points|perspectives|discourse|debate|interventions|support|proposals?|roadmaps?|platforms?|definitive account|literature|evidence base|basis)"
_WORDS = r"(?:[\w\u2010'\u2019-]+,? ){0,7}?"
_LOOKS = r"(?:evaluat|relax|survey|reflect|document|synthesi[sz]|summari[sz]|examin|consider|review|discuss|detail|address|analy[sz]|investigat|assess|critique|sketch|scrutini[sz]|re-?visit)(?:s|e|es|ed)?|(?:lays?|laid|sets?) out|(?:studies|studied|study)"
_GIVES = r"(?:present|provid|giv|gave|offer|develop|introduc|identif|reveal|highlight|outlin|advocat|suggest|bring|describ|contribut|illustrat|deriv|construct)(?:s|e|es|ed|y|ies|ied)?(?: (?:to|for|together))?"
_ACTS = re.compile(
    rf"{_BEFORE}{_AUTHORS}{_ADVERBS} (?:(?:{_LOOKS})(?! (?:that|whether)\b)|(?:{_GIVES}) (?!that\b|how\b|why\b){_WORDS}{_CONTAINER}\b(?! (?:is|are|was|were|has|have|can|may|should)\b)|(?:use|used|uses|take|takes|took) [^.;]{{3,90}} (?:to (?:illustrate|examine|explore|show how|demonstrate how|judge|assess|discuss)|as an? (?:example|case|illustration)))\b"
)
_NOUNS = rf"(?:{_CONTAINER}|values|concepts?|theor(?:y|ies)|development|contributions|implications|aspects|topics?|models?|data|relations?(?:hips?)?)"
_DONE = r"(?:given|shown for|addressed|discussed|mapped|summari[sz]ed|developed|suggested|provided|presented|described|offered|outlined|illustrated|introduced|proposed|explored|examined|reviewed|considered|identified|raised|evaluated|delineated|unpacked|sketched|analy[sz]ed|constructed|formulated|elaborated|proffered|advanced)"
_PASSIVE = re.compile(
    rf"^(?:[A-Z]{{4,}}: )?(?:[^,;:]{{1,60}}, )?(?!(?:All|Most|None|Few|Many|Some|Half|Neither|Both)\b)[^,;:]*?\b(?i:{_NOUNS})\b[^;:]{{0,90}}? (?:is|are|was|were|has been|(?<!would )(?<!not )have been)(?: \w+ly| also| then)* {_DONE}\b(?! (?:that|as|by [A-Z])\b)"
)
# What is told with the act: figures, members, a clause, a comparison, a relation.
_CONTENT = re.compile(
    r"(?<![\w(\[.-])(?!(?:1[89]|20)\d\d\b)\d[\d.,]*(?![\w)\]])|\d ?%|[:\u2014]|\b(?:than|namely|such as|including|i\.e\.|that is|because|not|no|nor|neither|only|without|rather|should|must|cannot|significant\w*|correlat\w+|associat\w+|increas\w+|decreas\w+|reduc\w+)\b|[(\[](?:1|i|a)[)\]]|\b(?:is|are|was|were) (?:\w+ )?(?:less|more|un\w+)\b|\b(?:show|suggest|find|argue|conclude|demonstrate|indicate|reveal)(?:s|ed)? that\b|\bfound that\b|\b(?:suggest|show|reveal|indicat|demonstrat)ing\b|\b(?:and|but) (?:\w+ly )?(?:shows?|showed|is|are|was|were|has|have|can|may|helps?)\b|,[^,]+,[^,]+,? and\b"
)
# However much a text covers or goes on about, and whatever it used to ask how things are, nothing has come of it.
_COVERS = re.compile(
    rf"{_BEFORE}{_AUTHORS}{_ADVERBS} (?:cover(?:s|ed)?|(?:expand|elaborate|touch|dwell|comment)(?:s|ed|es)? (?:up)?on|(?:us|appl|employ|adopt)(?:e[ds]?|ed|s|y|ied|ies) [^.;]{{3,90}}? to \w+ (?:how|whether|why|if|what|when|where))\b"
)
# Whatever follows is not told with it.
_FOLLOWS = re.compile(r"^[Ii]n (?:the following(?: \w+)?|what follows),? ")
_BRACKETS = re.compile(r"\s*\([^()]*\)")


def tells_bare_act(text: str) -> bool:
    """Return whether a sentence says that its text gives, looks at or uses something, and not what came of it.

    Neither a figure, nor what something consists of, nor a clause that says anything of the matter is in it, unless it
    is a list of what the text covers.
    """
    if _FOLLOWS.match(text) or _COVERS.match(text):
        return True
    if states_claim(text) or names_members(text):
        return False
    bare = _BRACKETS.sub("", text)
    found = _ACTS.match(bare) or _PASSIVE.match(bare)
    return found is not None and not _CONTENT.search(text, found.end())
