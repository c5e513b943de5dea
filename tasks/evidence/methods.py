"""How a study of firms, texts, places or markets was done, where its text names that as its own, and what design it is.

Only what a text calls by its name: what stands between a name and a design (a content analysis may count or interpret)
is told as the method alone. How data were computed (a regression, a factor analysis) is none.
"""

# ruff: noqa: E501 -- a family of cues reads best on one line, as in a table

from __future__ import annotations

import re
from collections.abc import Sequence

from tasks.evidence.data import Datum
from tasks.evidence.designs import pools_studies, speaks_of_others

_WE = r"\b(?:we|i|the authors?)\b(?: \w+ly| also| then| here| further)?"
_TEXT = r"(?:study|paper|article|chapter|research|analysis|work|thesis|essay|report|investigation|project)"
_THIS = rf"\b(?:this|the|the present|our|the current) (?:[\w-]+ ){{0,2}}?{_TEXT}"
_USES = r"(?:use[sd]?|using|employ(?:s|ed|ing)?|adopt(?:s|ed|ing)?|appl(?:y|ies|ied|ying)|conduct(?:s|ed|ing)?|perform(?:s|ed|ing)?|carr(?:y|ies|ied|ying) out|undert(?:ake|akes|ook|aking)|draw(?:s|ing)? (?:up)?on|drew (?:up)?on|based (?:up)?on|through|via|by means of|present(?:s|ed|ing)?|follow(?:s|ed|ing)?|develop(?:s|ed|ing)?|reports?|reported)"
_AN = r"(?:an? |the |two |three |four |several |\d+ )?"
# A method, by its name in a text.
_METHOD = r"(?:(?:(?:qualitative|quantitative|thematic|critical|comparative|systematic|interpretive|longitudinal|computer-assisted|manual|multiple|single|in-depth|explanatory|exploratory|embedded|two|three) )*(?:content|discourse|thematic|narrative|textual|document(?:ary)?|archival|framing|frame|sentiment|bibliometric|network|social network|life[- ]cycle|input[- ]output|cost-benefit|conjoint|stakeholder|policy|spatial|remote sensing) analys[ei]s(?: of (?:the )?(?:[\w-]+ ){1,4}?(?:reports?|documents?|disclosures?|websites?|statements|policies|articles|media|texts|newspapers|speeches|plans))?|event[- ]stud(?:y|ies)(?: (?:method\w*|analysis|approach))?|difference[- ]in[- ]differences?(?: (?:approach|design|estimat\w+|analysis|method\w*|model))?|(?:dynamic |fixed[- ]effects? |random[- ]effects? )?panel (?:data )?(?:regressions?|analys[ei]s|models?|estimations?)|instrumental[- ]variables? (?:approach|regressions?|estimat\w+)|propensity[- ]score matching|regression discontinuity(?: design)?|synthetic control(?: method)?|(?:discrete[- ]choice|choice|vignette|conjoint|factorial survey|field|laboratory|lab|online|survey|natural|framed field) experiments?|participatory (?:(?:GIS|rural|3D) )?(?:mapping|appraisal|modelling|modeling|observation|workshops?|action research)|participant observation|ethnograph(?:y|ic (?:fieldwork|study|research|methods?))|action research|Delphi (?:study|method|survey|technique|panel)|Q[- ]methodology|grounded theory|scenario (?:analysis|planning|modelling|modeling)|(?:(?:single|multiple|comparative|qualitative|in-depth|longitudinal|exploratory|embedded|explanatory) )*case stud(?:y|ies)(?: (?:approach|design|method\w*|research))?|(?:online |postal |mail |telephone |household |questionnaire |national |nationwide |web-based |structured )*(?:questionnaire )?surveys?(?= (?:of|with|among|was|were|to|data))|(?:semi-?structured |in-?depth |qualitative |expert |key informant |elite |unstructured |structured |face-to-face )+interviews?|focus groups?(?: discussions?)?|(?:agent-based|integrated assessment|general equilibrium|system dynamics|simulation|numerical|mathematical|optimi[sz]ation|process-based|species distribution|bioeconomic|input-output|econometric|theoretical|analytical|land[- ]use) model(?:l?ing|s)?|Monte Carlo simulations?|literature review|narrative review|bibliometric (?:study|review))"
_OWN_METHOD = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"(?:{_WE}|{_THIS}|^)[^.;]{{0,60}}?\b{_USES} (?:on )?{_AN}(?P<said>{_METHOD})",
        rf"^(?:{_AN})(?P<said>{_METHOD}) (?:[\w-]+ ){{0,6}}?(?:was|were|is|are|reveals?|shows?|showed|revealed|indicates?|suggests?|finds?|found|with)\b",
        rf"\b(?:{_USES}|in|a|is) {_AN}(?P<said>{_METHOD}) (?:[\w-]+ ){{0,5}}?(?:is|are|was|were) (?:\w+ )?(?:used|conducted|employed|applied|adopted|performed|carried out|undertaken|estimated)",
        rf"\b(?:examine|present|analyse|analyze|investigate|explore|is|offer|provide|report|describe|through|using|use)[sd]? {_AN}(?P<said>{_METHOD})\b(?= (?:of|on|in|with|from|to|for|approach|design|as))",
    )
)
_DESIGNS: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (design, re.compile(pattern, re.IGNORECASE))
    for design, pattern in (
        (
            "experiment",
            r"\b(?:discrete[- ]choice|choice|vignette|conjoint|factorial survey|laboratory|lab|online|survey|framed field) experiments?\b",
        ),
        ("economic analysis", r"^event[- ]stud|^cost-benefit"),
        ("cohort study", r"\bpanel (?:data )?(?:regressions?|analys[ei]s|models?|estimations?)"),
        (
            "modelling or simulation",
            r"^(?:agent-based|integrated assessment|general equilibrium|system dynamics|simulation|numerical|mathematical|optimi[sz]ation|process-based|species distribution|bioeconomic|theoretical|analytical|land[- ]use) model|^Monte Carlo|^scenario",
        ),
        (
            "qualitative study",
            r"\binterviews?$|^focus groups?|^participant observation|^ethnograph|^grounded theory|\b(?:thematic|discourse|narrative|framing|frame|qualitative content) analys|^(?:qualitative|in-depth|interpretive) (?:\w+ )*(?:case|content)",
        ),
        ("cross-sectional study", r"\bsurveys?$"),
        ("review", r"^narrative review"),
    )
)
_ARGUES = re.compile(
    r"\b(?:(?:this|the present) (?:essay|commentary|viewpoint|perspective)|the essay|(?:this|the present|the) (?:conceptual (?:paper|article)|(?:paper|article|chapter|piece|study) is (?:an essay|(?:primarily |largely |mainly |purely )?(?:conceptual|theoretical|argumentative|philosophical))))\b",
    re.IGNORECASE,
)
_REVIEWS = re.compile(
    rf"\b(?:this|the|our) (?:paper|article|chapter|review|study) (?:\w+ly |then |first |also )?(?:reviews|surveys|synthesi[sz]es|summari[sz]es) (?:the |recent |current |existing |extant |how |what )?(?:\w+ ){{0,3}}(?:literature|research|studies|evidence|scholarship|work)\b|{_WE} (?:review|reviewed|synthesi[sz]ed?) (?:the |recent |current |existing |extant )?(?:\w+ ){{0,2}}(?:literature|scholarship)\b|\b(?:conduct|perform|undert[ao]k|undertook|carr(?:y|ied) out|present)\w* (?:an? |the )?(?:[\w-]+ ){{0,2}}?literature review\b",
    re.IGNORECASE,
)
# An interview that finds a diagnosis or rates symptoms measures; it asks nobody for an account.
_INTERVIEW = re.compile(r"\binterviews?$", re.IGNORECASE)
_RATES = re.compile(
    r"\b(?:diagnos\w+|DSM|SCID|ICD|Axis|criteria|psychiatric|psychopathology|symptoms?|severity|clinical characteristics|scales?|inventor(?:y|ies)|rated|ratings?|scored?|(?:random|representative) samples?|(?:[2-9]\d\d|\d,\d{3}|\d{4,}) (?:[\w-]+ ){0,4}?(?:patients|participants|respondents|women|men|adults|people|households|students|farmers|residents))\b",
    re.IGNORECASE,
)
_STRUCTURED = re.compile(r"^(?!.*(?:semi|in-?depth|qualitative|unstructured)).*\bstructured\b", re.IGNORECASE)
_LONGEST = 90


def find_method(sentences: Sequence[str]) -> tuple[int, Datum] | None:
    """Return by which method a text says that its study was done, in its words; None where it names none as its own."""
    if pools_studies(sentences):
        return None
    for place, text in enumerate(sentences):
        match = None if speaks_of_others(text) else _find(text)
        if match and len(match["said"]) <= _LONGEST:
            return place, Datum("method", " ".join(match["said"].split()), *match.span("said"))
    return None


def _find(text: str) -> re.Match[str] | None:
    found = [match for pattern in _OWN_METHOD if (match := pattern.search(text)) and not _measures(match["said"], text)]
    return min(found, key=lambda match: match.start("said"), default=None)


def _measures(said: str, text: str) -> bool:
    """Return whether a method is an interview that measures, by its name or by what its sentence says."""
    return bool(_INTERVIEW.search(said)) and bool(_STRUCTURED.search(said) or _RATES.search(text))


def find_social_design(sentences: Sequence[str]) -> tuple[int, Datum] | None:
    """Return the design of a study by the methods that it names as its own; None where they name several or none."""
    if pools_studies(sentences):
        return None
    named: dict[str, tuple[int, Datum]] = {}
    for place, text in enumerate(sentences):
        if speaks_of_others(text):
            continue
        for own in (match for pattern in _OWN_METHOD for match in pattern.finditer(text)):
            for design, cue in _DESIGNS:
                if cue.search(own["said"]) and not _measures(own["said"], text):
                    named.setdefault(design, (place, Datum("design", design, *own.span("said"))))
        for design, cue in (("theory or argument", _ARGUES), ("review", _REVIEWS)):
            if match := cue.search(text):
                named.setdefault(design, (place, Datum("design", design, *match.span())))
    return next(iter(named.values())) if len(named) == 1 else None
