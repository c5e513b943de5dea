"""Harms that a sentence names without calling them so: what regulators list as unwanted effects of a treatment.

Outside medicine nothing is a harm by its name alone: losses or displacement are where the work calls them negative.
"""

# ruff: noqa: E501 -- a family of words reads best on one line, as in a table

from __future__ import annotations

import re

# Hardly ever what a treatment is given for.
UNWANTED = r"(?:drowsiness|somnolence|(?:over-?|excessive )?sedation|light-?headedness|dizziness|dry mouth|xerostomia|nausea|vomiting|emesis|hypotension|brady(?:cardia|arrhythmia)s?|syncope|weight gain|asthenia|alopecia|hair loss|neutropenia|agranulocytosis|leukopenia|thrombocytopenia|hyper-?prolactina?emia|(?:elevated|increased|raised|higher) (?:serum |plasma )?prolactin|prolactin (?:elevations?|increases?)|prolactin levels|extrapyramidal (?:\w+ )?(?:symptoms|effects|signs)|akathisia|tardive dyskinesia|galactorrh?oea|sexual dysfunction|withdrawal (?:symptoms?|reactions?|syndromes?|seizures?|effects)|(?:physical|psychological) dependence|(?<!substance )(?<!alcohol )(?<!nicotine )(?<!cocaine )dependence(?! (?:on|upon|of|disorders?|syndromes?))(?= (?:was|were|occurred|developed|and|or)\b)|hepato-?toxicity|liver (?:injury|damage|failure)|(?:elevated|raised|abnormal) (?:liver|hepatic) (?:enzymes|function)|nephro-?toxicity|kidney injury|QTc? prolongation|respiratory depression|(?:infusion|injection)[- ](?:site )?(?:related )?(?:reactions?|pain)|hypersensitivity reactions?|muscle weakness|catheter (?:\w+ )?(?:problems|malfunctions?|breakage|infections?|dislodgement)|wound infections?|urinary retention|hypoglyca?emia|metabolic (?:side )?effects)"
# Outcomes of diseases as often as harms of what is done against them: of a drug, or more with it.
_EITHER = r"(?:falls|fractures|bleeding(?: events| episodes| complications)?|ha?emorrhages?|infections?|mortality|deaths?|suicid(?:e|es|ality)|suicidal (?:ideation|behaviou?r)|seizures|overdoses?|diarrh?oea|constipation|headaches?|rash(?:es)?|self-(?:harm\w*|injur\w+)(?: \w+)?|fatigue|insomnia|confusion|tremor|ataxia|thrombo(?:sis|embolism)|stroke)"
_BROUGHT = r"\b(?:caus(?:e[sd]?|ing)|induc(?:e[sd]?|ing)|produc(?:e[sd]|ing)|provok(?:e[sd]?|ing)|complained of|suffer(?:ed|ing)? from|experienc(?:e[sd]|ing)|developed|led to|resulted in|(?:was|were|is|are) associated with|due to|because of)\b(?:(?! with | in | for | risk)[^.;]){0,45}?\b"
_HAPPENED = r"\b[^.;]{0,60}?\b(?:did not differ|occur(?:s|red)|develop(?:s|ed)|emerged|(?:was|were|are|is) (?:\w+ly )?(?:similar|comparable|modest|observed|reported|noted|seen|recorded|experienced|encountered|described|(?:the )?(?:more|most|less|least|common|frequent|higher|greater|increased|elevated|rare|infrequent|mild|transient)))\b"
_DRUG = r"\w{2,}(?:pam|zolam|mab|tinib|cillin|mycin|statin|pril|sartan|olol|barbital|toxin|idine|azine|apine|caine|azole|oxetine|traline|triptyline|profen|idone|setron|platin|parin|xaban|gliptin|glutide|formin|thiazide|prine|aclofen|oxicam|coxib|zosin)"
# Something given or done to people.
GIVEN = rf"(?:drugs?|medications?|agents?|antipsychotics?|antidepressants?|opioids?|benzodiazepines?|therap(?:y|ies)|treatments?|treated|recipients|dos(?:e|es|age|ing)|mg|injections?|infusions?|surgery|operations?|implant\w*|vaccin\w+|placebo|trials?|dropp?ed out|drop-?outs?|discontinu\w+|withdrew|stopp\w+|{_DRUG})\b"
_GIVEN = re.compile(rf"\b{GIVEN}", re.IGNORECASE)
_NAMED = re.compile(
    rf"{_BROUGHT}{UNWANTED}\b|\b{UNWANTED}{_HAPPENED}"
    rf"|\b(?:no|without|nor|free (?:of|from)|devoid of|not (?:cause|produce|induce)) (?:[\w-]+ ){{0,3}}?{UNWANTED}\b"
    rf"|\b(?:more|less|fewer|higher|greater|lower) (?:[\w-]+ ){{0,3}}?{UNWANTED}\b"
    rf"|{UNWANTED}(?:,? (?:and|or)|,) (?:\w+ ){{0,2}}?{UNWANTED}\b"
    rf"|\b(?:limited|complicated|hampered|outweighed) by (?:[\w-]+ ){{0,4}}?(?:{UNWANTED}|{_EITHER})\b",
    re.IGNORECASE,
)
_RISEN = re.compile(
    rf"\b(?:increas(?:e|ed|es|ing)|higher|greater|elevated|excess) (?:in )?(?:the )?(?:risks?|rates?|odds|incidence|likelihood)(?: (?:of|for))? (?:[\w-]+ ){{0,3}}?(?:{_EITHER}|{UNWANTED})\b|\bmore {_EITHER}\b",
    re.IGNORECASE,
)
_NOT_GIVEN = re.compile(
    rf"\b(?:no|without|despite|lack of|absence of|ineffective|inadequate|insufficient|delayed) (?:[\w-]+ ){{0,3}}?{GIVEN}",
    re.IGNORECASE,
)
_WANTED = re.compile(
    rf"\b(?:improv|reduc|reliev|alleviat|prevent|decreas|lower|treat(?:ed|ing|ment of|ments? for)|manag(?:ed|ing|ement of)|relief (?:of|from)|against)\w*\b(?![^.;]*\b(?:because of|due to|owing to|caus|induc|associated with)\b)[^.;]{{0,50}}?\b(?:{UNWANTED}|{_EITHER})\b",
    re.IGNORECASE,
)
# Whom a sentence singles out by a complaint, and the story of one patient.
_SOME = re.compile(
    r"\bwho (?:did|do|had|have|reported)\b|\badmitted\b|\bpresent(?:ed|ing) with\b|\bdiagnosed\b|\byears?[- ]old (?:\w+ )?(?:wom[ae]n|m[ae]n|girl|boy|fe?male|patient) (?:was|with|presented)\b",
    re.IGNORECASE,
)
_LOSS = r"(?:loss(?:es)?|displace(?:d|ments?)|evictions?|dispossession|conflicts?|cost overruns?|overruns|unemployment|job cuts|exclusion|degradation|pollution|inequalit(?:y|ies))"
_NEGATIVE = re.compile(
    rf"\b(?:negative|adverse|harmful|detrimental|damaging|unintended) (?:[\w-]+ ){{0,2}}?(?:impacts?|effects?|consequences?|outcomes?)\b[^.;]{{0,15}}?\b(?:includ\w+|such as|like|were|was|:|—)[^.;]{{0,80}}?\b{_LOSS}\b"
    rf"|\b{_LOSS}\b[^.;]{{0,60}}?\b(?:as|were|was|among|is|are|and other) (?:an? |the )?(?:\w+ )?(?:negative|adverse|harmful|detrimental|unintended) (?:[\w-]+ ){{0,2}}?(?:impacts?|effects?|consequences?|outcomes?)\b",
    re.IGNORECASE,
)

_CALLED = re.compile(
    r"\b(?:adverse (?:\w+ )?(?:events?|effects?|reactions?|experiences)|side[- ]effects?|complications?|toxicity)\b",
    re.IGNORECASE,
)


def is_harm(outcome: str, text: str) -> bool:
    """Return whether an outcome as it was extracted is a harm by its name.

    What is unwanted of a treatment may be the matter of a study, so that its sentence has to name something given.
    """
    return bool(
        _CALLED.search(outcome) or (re.search(rf"\b{UNWANTED}\b", outcome, re.IGNORECASE) and _GIVEN.search(text))
    )


def names_harm(text: str) -> bool:
    """Return whether a sentence says that what a treatment may do unwantedly happened, or that it did not.

    Something given or done to people has to stand beside it, and of falls, bleeding or deaths more have to be told; what
    a treatment relieves is no harm of it.
    """
    if _NEGATIVE.search(text):
        return True
    if _WANTED.search(text) or _SOME.search(text):
        return False
    risen = _RISEN.search(text) and _GIVEN.search(_NOT_GIVEN.sub(" ", text))
    return bool(risen or (_GIVEN.search(text) and _NAMED.search(text)))
