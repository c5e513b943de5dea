"""What a work holds: its claim in its own voice, what it tells apart by name, what it counts; how much each tells of it.

A work that argues is known by what it argues: by that before what it proposes, by this before its premises, and by what
it calls for or says by the way last.
"""

# ruff: noqa: E501 -- a family of cues reads best on one line, as in a table

from __future__ import annotations

import re
from collections.abc import Sequence

from tasks.analysts.extractive.clear_results import states_size
from tasks.analysts.extractive.discourse_cues import describes_conduct, states_implication

_TEXT = r"(?:paper|article|chapter|book|review|stud(?:y|ies)|essay|work|volume|contribution|commentary|investigation)"
_AUTHORS = rf"(?:\bI(?:['\u2019](?:ll|d))?|(?i:\bwe|\b(?:the )?(?:present )?authors?|\b(?:this|the|our|my)(?: [\w-]+){{0,2}}? {_TEXT})|(?:^|[,;.] )(?i:it|he|she)|^(?:In [^,]{{3,60}}, )?(?:\w+, )?it)"
_HOW = r"(?:,? (?!(?:that|how|whether|is|are|was|were|has|have|been|be)\b)[\w-]+,?){0,4}?"
_HOLDS = r"(?:argu(?:e[sd]?|ing)|contend(?:s|ed)?|claim(?:s|ed)?|maintain(?:s|ed)?|conclud(?:e[sd]?|ing)|show(?:s|ed|n|ing)?|demonstrat(?:e[sd]?|ing)|reveal(?:s|ed)?|den(?:y|ies|ied)|posit(?:s|ed)?|submit(?:s|ted)?|insist(?:s|ed)?|establish(?:es|ed)?|assert(?:s|ed)?|affirm(?:s|ed)?|find(?:s)?|found)"
_CLAIM = re.compile(
    rf"{_AUTHORS}{_HOW} {_HOLDS}(?:,? (?:\w+ly|therefore|thus|then|first|instead|here|further|also))?(?:,? that\b|: )"
    rf"|{_AUTHORS}(?:{_HOW} to (?:argue|show|defend|establish)|\b[^.;]{{0,140}} to argue|\b[^.;]{{0,80}} by (?:arguing|showing)|\b[^.;]{{0,120}}, (?:arguing|concluding|showing)) that\b|\baim\b[^.;]{{0,30}} is to (?:argue|show|defend|establish) that\b"
    rf"|\b(?:central|main|core|key|principal|basic|overall|guiding|our|my)? ?(?:claim|thesis|argument|upshot|conclusion|contention|suggestion|proposal|point|message)(?: of (?:this|the|our|my) [\w-]+)?(?: here)? (?:is|will be) that\b"
    r"|\b(?:[Ii]t (?:is|will be|has been) (?:\w+ly |therefore |thus |here |then )?(?:concluded|found|shown)|[Ii]t (?:is|will be) (?:then |therefore |thus |here |further )?(?:argued|contended)) that\b"
    rf"|{_AUTHORS}{_HOW} (?:reject|den(?:y|ies)|refute|dispute|oppose|defend)s? (?!it\b|them\b)\w+"
)
_RESULTS = re.compile(
    r"\b(?:[Rr]esults?|[Ff]indings|[Aa]nalys[ei]s|[Ee]vidence|[Dd]ata|[Ii]nvestigations?|[Ee]xperiments?|[Cc]ase studies|[Ii]nterviews)\b[^,;:]{0,80}? (?:show|reveal|indicat|suggest|demonstrat|confirm)(?:s|ed|e|es)\b"
)
_MISSED = re.compile(
    r"\bfail(?:s|ed)? to\b|\bvery limited\b|\b(?:is|are|was|were|been|remain(?:s|ed)?) (?:\w+ly )?(?:limited to|insufficient|misleading|misplaced|mistaken|unfounded|incompatible|fallacious)\b|\b(?:hardly|rarely|seldom) \w+|\bnot (?:\w+ly )?(?:sufficient|capable)\b|\bneither\b[^.;]{0,60}\b(?:is|are|was|were)\b|^(?:No|None|Only|Few) (?!doubt)",
    re.IGNORECASE,
)
_NUMERAL = r"(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\d{1,2})"
_PARTS = re.compile(
    rf"\b(?:almost |nearly |about |only |more than |over |fewer than )?(?:half|a (?:third|quarter)|(?:one|two)[- ]thirds?|the majority|most|{_NUMERAL}|\d+) (?:\(\d+\) )?of (?:the|all|these|those|them|our|\d+)\b|\d ?(?:%|percent|per cent)|\b\d+ (?!studies|articles|papers|interviews|years)[a-z]{{4,}}",
    re.IGNORECASE,
)
# What is told apart by name behind its number: "four pathways: …, …", "(1) … (2) …".
_COUNTED = rf"\b{_NUMERAL} (?:(?!of\b|studies\b|articles\b|papers\b|groups\b|arms\b|case\b|experiments\b|times\b|years\b|months\b|weeks\b|days\b|criteria\b|points\b|questions\b|aims\b|goals\b|objectives\b|hypotheses\b|databases\b|measures\b|sections\b|steps\b|phases\b)[\w\u2010-]+ ){{0,7}}?"
_MEMBERS = re.compile(
    rf"{_COUNTED}(?!studies|groups|arms|experiments|questions|aims|goals|objectives|hypotheses|databases|measures|criteria|points)[a-z\u2010-]{{4,}}s?(?: (?:of|in|for|to|that|which|by)\b[^:;.]{{0,90}})?(?: \((?:[^()]*)\))?(?::| \u2014|, namely,?|, such as|, i\.e\.,?|, including) (?P<named>[^.]*)"
    rf"|{_COUNTED}[^.]*?[(\[](?:1|i|a)[)\]] [^.]*[(\[](?:2|ii|b)[)\]] ",
    re.IGNORECASE,
)
_SEPARATES = re.compile(r"[,;](?: and\b| or\b)?| and\b| or\b")
_LISTS = re.compile(r"[,;]")
_TWO = re.compile(r"two\b|2\b", re.IGNORECASE)
_TELLS_APART = re.compile(
    r"\b(?:identif\w+|distinguish\w*|propos\w+|develops?|presents?|describ\w+|discuss(?:es|ed)?|outlin\w+|elaborat\w+|offer(?:s|ed)?|reveal(?:s|ed)?|emerged?|fall(?:s)? into|articulat\w+|organi[sz]e[sd]?|classif\w+|categori[sz]e[sd]?|unpack\w*|advanc\w+|advocat\w+|suggest(?:s|ed)?|find|found|show(?:s|ed)?|set the stage|are|has|have|having)\b",
    re.IGNORECASE,
)
_PROPOSES = re.compile(
    rf"{_AUTHORS}{_HOW} (?:propose|suggest|put forward|offer|introduce|advance|articulate|hypothesi[sz]e|posit|promote)s? (?!an? (?:\w+ )?(?:overview|review|summary)\b)|\b(?:is|are) proposed\b"
)
_ACTS = re.compile(
    rf"{_AUTHORS}{_HOW} (?:describe|explain|illustrate|demonstrate|show|trace|outline)s? (?:how|why) (?!to\b)\w+"
    rf"|(?:{_AUTHORS}{_HOW} |\bto )(?:identif(?:y|ies)|distinguish(?:es)?|propose|develop|describe|present|outline|derive)s? (?:[\w-]+ (?:of|for) )?{_NUMERAL} (?!of\b|aims?\b|goals?\b|questions?\b|groups?\b|studies\b)(?:[\w\u2010-]+ ){{0,6}}?(?:that|which|associated|in which|of|for)\b"
)
_CALLS = re.compile(
    r"\b(?:we|I|the authors?) (?:\w+ )?(?:call (?:for|on|upon)|recommend|urge|encourage|hope|advise|advocate for)\b|\bearly steps\b|\bnext steps\b|\bwould include\b|\b(?:is|are) (?:\w+ly )?(?:needed|required|essential|crucial|key|vital|imperative|necessary) (?:to|for|if)\b|\b(?:is|are) (?:\w+ly )?(?:needed|required)(?=[.,;])|\bthere (?:is|are) (?:an? )?(?:\w+ )?(?:need|scope|room|potential|opportunit\w+)\b|\brequires? (?:\w+ )?(?:effort|bold|clear|action|attention)|\b(?:ha(?:s|ve) the )?potential to\b|\b(?:can|could|may|might) (?:\w+ )?(?:help|advance|play|guide|serve|contribute)\b|\b(?:supports?|urgently|form a critical step)\b[^.;]{0,30}\b(?:choice|implementation|step)",
    re.IGNORECASE,
)
_NORM = re.compile(r"\b(?:should|must|ought to|needs? to)\b")
_HAS_FIGURE = re.compile(r"(?<![\w(\[.-])(?!(?:1[89]|20)\d\d\b)\d[\d.,]*(?![\w)\]])|\d ?%")
# What is concluded from a result behind it takes nothing from it.
_TAIL = re.compile(
    r"(?:, (?:thus |thereby )?(?:indicating|suggesting|implying|underlining|highlighting|emphasi[sz]ing)|(?<=[\w,)] )(?:and|but) (?:we|they|it|this|the authors?))\b.*",
    re.DOTALL,
)
_BY_THE_WAY = re.compile(
    r"\W*(?:(?:(?:it|we|they|I|he|she|evidence|(?:the |our |these )?(?:results|findings|authors?|study|paper|article|review|chapter)) )?also|moreover|additionally|in addition|furthermore|further|besides|second(?:ly)?|third(?:ly)?|likewise|similarly|for example|as an example|for instance)\b(?!-|[^,]{0,4}\w+ (?:studies|research|wave))",
    re.IGNORECASE,
)
_CLAIMED, _PROPOSED, _PLAIN = 0, 1, 2
LAST = 3
"""The rank of what tells least."""


def states_claim(text: str) -> bool:
    """Return whether a work says in its own voice what it holds: "we argue that", "the central claim is that"."""
    return bool(_CLAIM.search(text))


def names_members(text: str) -> bool:
    """Return whether a sentence tells several things apart and names them, and not what was studied."""
    found = _MEMBERS.search(text)
    if found is None or not _TELLS_APART.search(text) or describes_conduct(text):
        return False
    named = found["named"]
    if named is None or _TWO.match(found[0]):
        return named is None or bool(_SEPARATES.search(named))
    return len(_SEPARATES.findall(named)) > 1 and bool(_LISTS.search(named))


def proposes(text: str) -> bool:
    """Return whether a work proposes what it does not claim to have shown."""
    return bool(_PROPOSES.search(text))


def tells_act(text: str) -> bool:
    """Return whether a work says what it describes, explains or tells apart, with a clause or a number: "how X is Y"."""
    return bool(_ACTS.search(text))


def rank_telling(text: str, section: str = "") -> int:
    """Return how little a sentence, as its source has it, tells of what its work holds, from 0 to 3.

    Claims, results, counts and named members tell most, then proposals, then the rest; what is called for, or lies
    under a heading for implications, tells least. What is added ("moreover") tells one less than it would.
    """
    plain = _TAIL.sub("", text)
    calls = not _HAS_FIGURE.search(plain) and bool(states_implication(plain) or _CALLS.search(plain))
    if section == "implication":
        return LAST
    rung = _PLAIN
    if states_claim(text) or _RESULTS.search(text) or names_members(text):
        rung = _PROPOSED if _NORM.search(text) else _CLAIMED
    elif calls:
        rung = LAST
    elif _PARTS.search(text) or _MISSED.search(text):
        rung = _CLAIMED
    elif proposes(text) or tells_act(text):
        rung = _PROPOSED
    return min(LAST, rung + bool(_BY_THE_WAY.match(text)))


def find_behind(texts: Sequence[str]) -> set[int]:
    """Return the places of sentences of a work, as its text has them, that tell least, where another tells more.

    What alone relates two things or gives a figure is none of them.
    """
    last = {place for place, text in enumerate(texts) if rank_telling(text) == LAST}
    sized = {place for place, text in enumerate(texts) if states_size(text)}
    if len(last) == len(texts):
        return set()
    return last if sized - last else last - sized
