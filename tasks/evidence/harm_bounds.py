"""What words for harms are also said of: a disease's own burden, what came before a treatment, agents not studied.

None of it is a harm of what was given.
"""

# ruff: noqa: E501 -- a family of cues reads best on one line, as in a table

from __future__ import annotations

import re

from tasks.evidence.named_harms import GIVEN

_ILLNESS = r"(?:conditions?|diseases?|disorders?|illness(?:es)?|syndromes?|deficienc(?:y|ies)|infections?)"
_BURDEN = re.compile(
    rf"^\W*(?:the )?(?:presence|occurrence|history|severity|persistence) of (?!(?:[\w-]+ ){{0,2}}?{GIVEN})"
    rf"|\b{_ILLNESS} (?:that |which )?(?:[\w-]+ ){{0,6}}?(?:results? in|leads? to|causes?|carr(?:y|ies))\b"
    rf"|\b(?:is|are|be|remains?|as) (?:an? |the |one of the )?(?:[\w-]+ ){{0,3}}?complications? (?:of|in) (?!(?:[\w-]+ ){{0,9}}?{GIVEN})"
    r"|(?:^\W*|\b(?:if|when|left) )untreated\b",
    re.IGNORECASE,
)
_BEFORE = re.compile(
    rf"\b(?:before|prior to|preceding) (?!(?:[\w-]+ ){{0,3}}?(?:end|completion|completing|last|final)\b)(?:[\w-]+ ){{0,4}}?{GIVEN}",
    re.IGNORECASE,
)
_AFTER = re.compile(r"\b(?:after|during|following|since|while|once|than)\b", re.IGNORECASE)
_ASIDE = re.compile(r"\([^)]*\)")
_AGENT = r"(?:agents?|drugs?|options?|choices?|candidates?|alternatives?|treatments?|therap(?:y|ies)|medications?|medicines?|interventions?)"
_IDEAL = re.compile(
    rf"\b(?:makes?|making|made|renders?) [^.;]{{1,60}}? (?:ideal|attractive|suitable|preferred|desirable|promising) (?:[\w-]+ )?{_AGENT}\b"
    rf"|\b(?:the|an) (?:ideal|perfect|optimal) (?:[\w-]+ ){{0,2}}?{_AGENT}\b",
    re.IGNORECASE,
)
_OTHERS = re.compile(
    rf"(?:^\W*|\b(?:when|where|if|because|since|after|as|whom) )(?:all |the |many )?(?:other|alternative|existing|conventional|previous|earlier|prior|older) (?:[\w-]+ ){{0,2}}?{_AGENT}\b[^.;,]{{0,40}}?\b(?:fail\w*|produc\w+|caus\w+|induc\w+|ha[ds]|have|led|intolerable)\b",
    re.IGNORECASE,
)
# What is prudent or looked ahead to.
_FEARED = re.compile(
    r"\b(?:one|you|we) (?:can|must) expect\b|\bpotential for\b|\bit is (?:essential|important|crucial|necessary|vital)\b|\b(?:to|and) (?:minimi[sz]e|avoid|limit) (?:[\w-]+ ){0,4}?(?:adverse|side|complications?|toxicit)|\bwere instructed to\b",
    re.IGNORECASE,
)
# Of others than those compared: earlier works, other populations.
_LIKENED = re.compile(
    r"\b(?:events?|effects?|AEs|reactions?|complications?|safety|tolerability|harms?)\b[^.;]{0,80}? (?:similar|comparable|consistent|identical) (?:to|with) (?!(?:[\w-]+ ){0,6}?(?:placebo|controls?|comparators?|comparison|groups?|arms?|baseline)\b)(?:[\w-]+ ){0,6}?(?:previous(?:ly)?|earlier|prior|known|expected|literature|populations?|elsewhere|other (?:studies|trials|reports))\b"
    r"|\btolerated (?:in terms of|as to|as judged by|with (?:regard|respect) to) (?:attrition|drop-?outs?|retention|completion)\b",
    re.IGNORECASE,
)


def is_of_something_else(text: str) -> bool:
    """Return whether what a sentence tells of harms is not of a treatment under study, or came before it.

    That is said of a disease, of what preceded, of what an ideal agent would be like, of other agents, or is feared.
    """
    if any(cue.search(text) for cue in (_BURDEN, _IDEAL, _OTHERS, _FEARED)):
        return True
    plain = _ASIDE.sub(" ", text)
    return bool(_BEFORE.search(plain) and not _AFTER.search(plain))


def likens_harms(text: str) -> bool:
    """Return whether a sentence only likens harms to what is known of others, or takes them from who stayed."""
    return bool(_LIKENED.search(text))
