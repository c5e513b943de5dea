"""Sentences that state harms of a treatment or exposure, or that there were none: what happened, not what was looked for."""

# ruff: noqa: E501 -- a family of cues reads best on one line, as in a table

from __future__ import annotations

import re
from collections.abc import Iterable

from tasks.evidence.harm_bounds import is_of_something_else, likens_harms
from tasks.evidence.named_harms import GIVEN, UNWANTED, names_harm

_HARM = r"(?:adverse (?:(?:drug|treatment|clinical|cardiac|cardiovascular|related|serious|skin|local|systemic|gastrointestinal|device|study)[\w-]* ){0,2}?(?:events?|effects?|reactions?|experiences)|(?:serious|severe) (?:events?|AEs)|side[- ]effects?|S?AEs\b|(?:\w+ ){0,2}?complications?|toxicit(?:y|ies)|untoward (?:\w+ )?(?:events?|effects?)|(?<![-\u2010-\u2013])(?<!self )harms?\b|(?:unwanted|undesirable|collateral) effects?|withdrawal symptoms|overdoses?)"
_STATED = re.compile(
    rf"\b{_HARM}\b|\b(?:well|poorly|better|badly|generally) tolerated\b|\btolerabilit(?:y|ies)(?: of [^.;,]{{2,50}})? (?:was|were)\b|\b(?:greater|better|superior|lower|worse|inferior|poorer) tolerability\b|\b(?:favou?rable|good|acceptable|poor|consistent|similar|comparable) (?:safety|tolerability)(?: and \w+)?(?: profile)?\b|\bsafety profile (?:was|is|remained)\b|\bno (?:new |major |significant )?safety (?:signals?|concerns?|issues?)\b"
    r"|\b(?:discontinu|withdr[ae]w|dropp?ed out|stopped)\w*\b[^.;]{0,60}\b(?:because of|due to|owing to|for)\b[^.;]{0,30}\b(?:adverse|side|toxic|intoleran|safety)\w*",
    re.IGNORECASE,
)
# Deaths and the like are harms where they are counted, or where it is said that there were none.
_COUNT = r"(?:\d[\d,.]*(?: ?\(?\d*[\d.,]* ?%\)?)?|no|neither|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|several)"
_EVENT = r"(?:deaths?|fatalit(?:y|ies)|suicides?|ha?emorrhages?|thrombo\w+ (?:events?|complications?)|thrombos[ei]s|(?-i:TMA)\b|thrombotic (?:\w+ )?(?:events?|complications?|microangiopathy)|seizures?|anaphylaxis|strokes?(?!-| (?:patients?|survivors?|victims?|participants?|rehabilitation|units?)\b)|myocardial infarctions?|perforations?|wound infections?|fractures?)"
# What kills or maims, whatever was treated.
_DIRE = r"(?:thrombotic|(?:thrombotic )?microangiopathy|thromboemboli\w+|thrombos[ei]s|(?:\w+ )?overdoses?|(?:neuroleptic malignant|serotonin|stevens-johnson|h(?:a)?emolytic ur(?:a)?emic|cytokine release|steal|abstinence) syndromes?|meningitis|sepsis|septic shock|apn(?:o)?ea|respiratory (?:depression|arrest|failure)|(?:cardiac|heart) (?:arrest|failure)|(?:liver|hepatic|renal|kidney) failure|coma|anaphyla\w+|agranulocytosis|fatal (?:\w+ )?(?:events?|cases?|outcomes?|reactions?)|fatalit(?:y|ies))"
_RISK = re.compile(
    rf"\b(?:carr(?:y|ies|ied)|impos(?:es?|ed)|pos(?:es?|ed)|confers?|entails?|brings?) (?:an? |the )?(?:\w+ ){{0,3}}risks? of (?:[\w-]+ ){{0,3}}?(?:{_EVENT}|{_HARM})",
    re.IGNORECASE,
)
_COUNTED = re.compile(
    rf"\bthere (?:was|were) {_COUNT} (?:[\w-]+ ){{0,3}}?{_EVENT}\b|\b{_COUNT}\b[^.;]{{0,60}}?\b(?:developed|experienced|suffered) (?:[\w-]+ ){{0,3}}?{_EVENT}\b|{_EVENT} (?:[\w-]+ ){{0,6}}?(?:was|were) (?:\w+ )?(?:reported|observed|seen|noted) in \d"
    rf"|\b{_COUNT} (?:[\w-]+ ){{0,3}}?{_EVENT}\b[^.;]{{0,60}}\b(?:occurred|(?:was|were) (?:\w+ )?(?:reported|observed|seen|noted|recorded|described|attributed|related|associated|considered)|developed|in (?:the|either|both|any)|during|after|among)\b"
    rf"|\b(?:observed|saw|found|had|reported|experienced|but|and|with) no (?:[\w-]+ ){{0,3}}?{_EVENT}\b|\b(?:some|few) (?:[\w-]+ ){{0,2}}?{_EVENT}\b[^.;]{{0,60}}\b(?:was|were) (?:observed|reported|seen|noted)\b"
    rf"|\b{_EVENT} (?:that (?:was|were) )?(?:associated with|attributed to|caused by|induced by) (?:the )?(?:[\w-]+ ){{0,2}}?{GIVEN}"
    rf"|\b(?:patients?|participants?|subjects?|people|wom[ae]n|m[ae]n|child(?:ren)?|infants?) (?:\([^)]*\) )?died\b(?! of (?:other|un))|\bno (?:patient|participant|subject|one) (?:\w+ )?(?:died|developed|experienced)\b"
    rf"|\b{_DIRE}\b[^.;]{{0,60}}? (?:was|were|has been|have been) (?:\w+ )?(?:reported|observed|seen|noted|described) (?:in|when|with|during|after|among|while)\b|\b{_DIRE} (?:occurred |developed )?in {_COUNT} (?:[\w-]+ )?(?:patients?|participants?|subjects?|people|wom[ae]n|m[ae]n|child(?:ren)?|infants?|cases?)\b"
    rf"|\bcases? of (?:[\w-]+ )?{_DIRE}\b[^.;]{{0,40}}? (?:after|following|during|due to|induced by|associated with)\b|\b(?:responsible for|caused|led to|resulted in|involved) (?:[\w-]+ ){{0,2}}?{_DIRE}\b",
    re.IGNORECASE,
)
_COMMON = re.compile(
    r"\b(?:most|more) (?:common|frequent(?:ly)?)(?: \w+){0,2} (?:AEs?|events?|effects?|symptoms|reactions?|complaints?|reports)\b|\b(?:drowsiness|somnolence|sedation|dizziness|dry mouth|nausea|vomiting|diarrh?oea|constipation|headaches?|rash|fatigue|hypotension|weight gain|insomnia|asthenia|hair loss|alopecia|neutropenia)\b[^.;]{0,80}\b(?:were|was) (?:\w+ly )?(?:the most (?:common|frequent)|reported (?:by|in)|more (?:common|frequent)|observed in|common|frequent)\b",
    re.IGNORECASE,
)
# What was looked for, feared or is to be studied.
_NOT_STATED = re.compile(
    r"\badverse (?:\w+ )?experiences? (?:(?:are|is|was|were) (?:\w+ )?)?(?:relat|predict|affect|correlat|associat|linked|in childhood|early in)\w*|^\W*(?:there (?:was|were) )?no (?:other|further|additional)\b|\b(?:outcomes?|measures?|assessments?|end[- ]?points?) (?:included|comprised|consisted)\b|\bno data\b|\bwho (?:experienced|had|have|reported)\b(?! (?:been|received|taken|undergone|used|started))|\bwere screened\b|\bthis (?:article|paper|review|study|chapter) (?:is|was|reviews|describes|summari[sz]es)\b|\b(?:to|we|i) (?:assess|evaluat|determin|compar|examin|investigat|stud|review|summari[sz]|describ|monitor|establish|discuss)\w*|\b(?:was|were) (?:\w+ly )?(?:recorded|monitored|assessed|evaluated|documented|measured|collected|examined|analy[sz]ed|coded|graded)\b(?! (?:in|by) \d| to be)(?!(?<=recorded) in (?:patients|participants|subjects|those)\b)|\b(?:may|might|could|would|should(?! be avoided)|needs? to|whether|if|until|(?:further|more|future) (?:studies|research|trials))\b|\b(?:aims?|objectives?|purpose|end[- ]?points?|outcome measures?) (?:was|were|is|are|of|included)\b|\b(?:(?:risk|fear|treatment|management|prevention|diagnosis) (?:\w+ )?(?:of|for)|prevent|avoid|reduce[sd]?) (?:the |these |any )?(?:\w+ )?(?:complications?|adverse)\b|\bcomplications? of (?:diabetes|obesity|hypertension|pregnancy|cirrhosis)\b|\b(?:is|are|been) (?:discussed|reviewed|presented|described here|considered)\b",
    re.IGNORECASE,
)
# Why something was tried: what others do to people, and who does not bear them.
_OTHER = r"(?:other|previous|prior|existing|conventional|alternative|traditional|standard) (?:[\w-]+ )?(?:treatments?|drugs?|medications?|medicines?|therap(?:y|ies)|agents?|methods?|options?)"
_RATIONALE = re.compile(
    rf"\b{_OTHER} (?:have|has|had|cause[sd]?|carry|produce[sd]?|led|are|were)\b|\beffects of {_OTHER}\b|\bwithout the (?:[\w-]+ ){{0,2}}?(?:effects|complications|risks) (?:of|associated with|seen with)\b|\bwho (?:do|did|can|could|are|were)(?: ?not| unable to| intolerant)\b[^.;]{{0,20}}?\b(?:tolerate|of)\b",
    re.IGNORECASE,
)
_FIGURES = re.compile(
    r"\d|\b(?:no|none|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b", re.IGNORECASE
)

_TOLERATED = re.compile(
    r"\b(?:well|generally|better) tolerated\b|\b(?:safety|tolerability)(?: and \w+)? profiles?\b|\bsafe\b",
    re.IGNORECASE,
)
# From the gravest down.
_GRAVE = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"\b(?:died|deaths?|fatal\w*|suicid(?:e|es|al acts?)|killed)\b",
        rf"\b(?:{_EVENT}|{_DIRE})\b|\bincreases? in (?:suicid\w+|self-(?:harm|injur)\w*)",
        r"\b(?:serious|severe|major|life-threatening|grade [345])\b[^.,;]{0,40}?\b(?:events?|effects?|AEs|reactions?|complications?|toxicit\w+|experiences)\b|\bSAEs?\b",
        r"\b(?:discontinu|withdr[ae]w|dropp?ed out|drop-?outs?|stopped)\w*",
        rf"\b{_HARM}\b|{_COMMON.pattern}|\b{UNWANTED}\b",
    )
)
_GRAVELY = 2  # the last of them that is
_SAFE = re.compile(
    r"\b(?:confirm\w*|demonstrat\w*|proven|show\w*|establish\w*|support\w*) (?:[\w-]+ ){0,4}?safety\b|\bsafely\b",
    re.IGNORECASE,
)
_CLAUSES = re.compile(r"[;:]|,? \b(?:but|although|while|whereas|however|except)\b|, and\b", re.IGNORECASE)
_NONE = re.compile(
    r"\b(?:no|not|none|neither|nor|never|without|zero|free (?:of|from)|(?:absence|lack) of)\b", re.IGNORECASE
)

_UNRELATED = re.compile(
    r"\b(?:unrelated|not (?:\w+ )?(?:related|attribut\w+|due)) to\b|\bdid not differ\b|\bnot (?:\w+ly )?different\b",
    re.IGNORECASE,
)


def states_harm(text: str) -> bool:
    """Return whether a sentence states that harms occurred or did not, how often, or how a treatment was tolerated."""
    stated = any(cue.search(text) for cue in (_STATED, _COUNTED, _COMMON, _RISK)) or names_harm(text)
    is_other = is_of_something_else(text) or _RATIONALE.search(text)
    return bool(stated and not is_other and not _NOT_STATED.search(_RISK.sub(" ", text)))


def has_figures(text: str) -> bool:
    """Return whether a sentence says how many, none included."""
    return bool(_FIGURES.search(text))


def rank_gravity(text: str) -> int:
    """Return how far down a sentence on harms stands, from 0 to 6.

    Deaths come first, then events such as thrombosis or stroke, serious or severe ones, discontinuation, other harms,
    that there were none of some kind or none of what was given, and that something was well tolerated or as expected.
    """
    if likens_harms(text):
        return len(_GRAVE) + 1
    clauses = _CLAUSES.split(text)
    for rank, grave in enumerate(_GRAVE):
        found = ((clause, match) for clause in clauses for match in grave.finditer(clause))
        if any(not _NONE.search(clause, 0, match.end()) and not _UNRELATED.search(clause) for clause, match in found):
            return rank
    return len(_GRAVE) + bool(_TOLERATED.search(text) and not any(grave.search(text) for grave in _GRAVE))


def states_grave_harm(text: str) -> bool:
    """Return whether a sentence states that people died, or that something as thrombosis or a severe event happened."""
    return states_harm(text) and rank_gravity(text) <= _GRAVELY


def denies_harm(text: str) -> bool:
    """Return whether a sentence says that something was safe or well tolerated, or that harms of some kind were none."""
    none = states_harm(text) and rank_gravity(text) >= len(_GRAVE)
    return none or bool(_TOLERATED.search(text) or _SAFE.search(text))


def is_outdone(text: str, others: Iterable[str]) -> bool:
    """Return whether a sentence says that something was well tolerated or as expected and others tell what happened."""
    return rank_gravity(text) > len(_GRAVE) and any(rank_gravity(other) < len(_GRAVE) for other in others)
