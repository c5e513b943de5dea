"""Sentences that no work found: reference lists, tools, meanings, others' results, announcements, calls, fragments."""

# ruff: noqa: E501 -- a family of cues reads best on one line, as in a table

from __future__ import annotations

import re

# "Stalder T", "O'Brien KM", "van Rossum E.F.C.": a family name with the initials behind it, as lists give authors.
_AUTHOR = r"(?:(?:van|von|de|der|den|del|da|di|la|le|ten|ter) ){0,2}[^\W\d_a-z][\w'\u2019-]*[a-z][\w'\u2019-]*,? (?:[A-Z]\.?[ -]?){1,3}(?![a-z])"
# A list of them ends before a title, a year or "et al.": "hepatitis B, factor V and" lists things.
_AUTHORS = re.compile(
    rf"{_AUTHOR}(?:(?:[,;.]|,? ?&|,? and)\s*{_AUTHOR})+(?:[.:]?\s+[\"“(]?(?:[A-Z]|(?:1[89]|20)\d\d)|,? et al\b)"
)
_AUTHOR_AND_YEAR = re.compile(
    rf"^\W*(?:\d+[.:)]\s*)?{_AUTHOR}[\s,.;]*(?:et al\.?\s*)?\(?(?:1[89]|20)\d\d[a-z]?\)?[.:,]\s"
)
_ET_AL_AND_TITLE = re.compile(
    r"\bet al\.?,? (?:\((?:1[89]|20)\d\d[a-z]?\)|(?:1[89]|20)\d\d[a-z]?)[.:]\s+[A-Z]|\b[A-Z]{1,3}\.?,? et al\.\s+[A-Z]"
)
# "2010;12:3-9", "2010;12(4):e31", "12(3), 45-67", "Vol. 12, pp. 3-9": where an article stands.
_PLACE = re.compile(
    r"\b(?:1[89]|20)\d\d(?: [A-Z][a-z]{2}(?: \d{1,2})?)?\s?;\s?\d+\s?(?:\([^)]{1,9}\))?\s?:\s?[A-Za-z]?\d+"
    r"|\b\d{1,4}\s?\(\d{1,3}\)\s?[,:]\s?[A-Za-z]?\d+\s?[-\u2013]\s?\d+"
    r"|\b[Vv]ol\.? ?\d+,.{0,20}\bpp?\. ?\d+|\bdoi:\s?10\.\d{4}|https?://(?:dx\.)?doi\.org/10\."
)
_TOOL = r"(?:SPSS|SAS|Stata|STATA|MATLAB|NVivo|RevMan|Review Manager|GraphPad(?: Prism)?|Comprehensive Meta-Analysis|Mplus|ArcGIS|QGIS|Excel|EndNote|Covidence|MAXQDA|ATLAS\.ti)"
_TOOLS = re.compile(
    r"\b(?:[Ss]tatistics|[Ss]tatistical (?:methods?|tests?|analys[ei]s)|[Tt]ests) (?:that were )?(?:used|applied|employed) (?:was|were|included|comprised)\b"
    r"|\b[Ss]tatistical (?:analys[ei]s|methods?|tests?) (?:was|were|included|comprised|consisted)\b"
    rf"|\b(?:using|with|in|by|used|through) (?:the |IBM )?(?:statistical )?(?:package |software )*{_TOOL}\b"
    r"|\busing [^.;]{0,60}\bsoftware\b|\bsoftware (?:package )?(?:was|were) used\b|\bsoftware,? version\b"
    r"|\b(?:(?:Student['\u2019]?s )?t[- ]tests?|chi-?squared? tests?|Fisher['\u2019]?s exact test|Mann[- ]Whitney(?: U)?(?: tests?)?|Wilcoxon [^.;]{0,30}tests?|ANOVA|analys[ei]s of (?:co)?variance|Kruskal[- ]Wallis(?: tests?)?) (?:was|were) (?:used|applied|employed|performed|conducted)\b"
)
_MEANING = re.compile(
    r"\b(?:is|are|was|were|can be|may be|has been|have been) (?:\w+ly )?(?:defined|understood|conceptuali[sz]ed) (?:as|by)\b|^[^,;]{2,60} (?:refers?|refer(?:red)?) to\b|^[^,;]{2,60} stands? for\b"
)
_KNOWN = re.compile(
    r"\b(?:has|have) (?:\w+ ){0,2}been (?:\w+ )?(?:shown|associated|reported|linked|suggested|found|demonstrated|implicated|established|described|observed|proposed)\b"
    r"|\b(?:[Pp]revious|[Ee]arlier|[Pp]rior|[Pp]ast|[Oo]ther) (?:\w+ ){0,2}(?:studies|research|work|trials|reports|authors)\b"
    r"|\b(?:is|are) (?:\w+ )?known to\b|\b(?:showed|found|reported|demonstrated|observed|described)\b"
)
_CITES = re.compile(
    r"(?<=[\w.,)])\s?\[\d{1,3}(?:\s*[,;\u2013-]\s*\d{1,3})*\](?=[\s.,;)]|$)"
    r"|\((?:[^()]{0,80}?[\s;,])?(?!(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\b)[A-Z][\w'\u2019-]+(?: et al\.?| (?:and|&) [A-Z][\w'\u2019-]+)?,? (?:1[89]|20)\d\d[a-z]?(?:[;,][^()]{0,120})?\)"
    r"|\b[A-Z][\w'\u2019-]+ et al\.? \(?(?:1[89]|20)\d\d"
)
_OWN = re.compile(
    r"\b(?:we|our|ours|us|in line with|consistent with|in agreement with|in contrast (?:to|with)|confirms?|extends?|replicates?|(?:this|the present|the current) (?:\w+ )?(?:study|trial|review|analysis|meta-analysis|paper|article))\b",
    re.IGNORECASE,
)
# What a text will do or claims to add, what it exhorts to, and the steps of what was only proposed.
_ANNOUNCES = re.compile(
    r"\b(?:will|shall|is going to|are going to) (?:then |also |first |finally )?be (?:develop|includ|exciting|interesting|review|discuss|present|describ|examin|explor|summari[sz]|outlin|address|highlight|considered|compil|collect|report|record|assess|evaluat|measur|analy[sz]|conduct|perform|recruit|enrol|follow|monitor|test|compar|interview|pool|extract)\w*"
    r"|^(?:\W*(?:this|the|our) (?:\w+ ){0,2}(?:article|paper|review|chapter|essay|commentary|issue|editorial|manuscript|report)\b[^.;]{0,40}?) (?:summari[sz]es|reviews|outlines|discusses|provides an overview|gives an overview|describes the milestones)\b"
    r"|\b(?:contributes?|adds?|contribution) to the (?:[\w\u2010-]+ ){0,4}(?:literature|debate|body of (?:knowledge|research|literature))\b"
    r"|\b(?:group|authors?|team|we|(?:this|our|the present) (?:\w+ )?(?:review|paper|article|study|report)|surveillance|investigations?) will\b|\bpresents? (?:\w+ ){0,2}proposals?\b|\b(?:work|trials?|stud(?:y|ies)|research) (?:is|are) (?:now |currently |already )?(?:under ?way|in progress)\b|\byet to be seen\b"
    r"|\bnow is the time\b|\b(?:perfect|opportune|right|ideal) (?:moment|time) (?:for|to)\b|\brapidly approaching\b|\b(?:has|have) never been (?:more|so) (?:urgent|timely|important)\b"
    r"|\b(?:first|second|third|fourth|final|next|last) (?:stage|step|phase)\b[^.;]*\bwould (?:then )?be\b|\bin (?:stage|step|phase) (?:one|two|three|four|\d)\b[^.;]*\bwould (?:then )?be\b",
    re.IGNORECASE,
)
# "All of which suggests": the end of another sentence. "Young et al describe", "In this issue": somebody else's comment.
_FRAGMENT = re.compile(
    r"^\W*(?:(?:all|both|some|none|most) of (?:which|whom)|which|whose|whereby)\b"
    r"|\bin (?:this issue|a (?:plenary paper|companion (?:paper|article)))\b|\b[A-Z][\w'\u2019-]+ et al\.? (?:further |also |now |here )?(?:describe|report|present|show|provide|discuss|review|explore|examine|outline|summari[sz]e)(?:s|es)?\b"
    r"|^(?-i:(?!(?:Study|Paper|Article|Review|Analysis|Research|Work|Chapter|This|She|He|It|Evidence)\b)[A-Z][a-z]{3,}) (?:further|also|then) (?:describes|reports|writes|states|notes)\b",
    re.IGNORECASE,
)


# What one patient went through, who was given what, how events spread over studies, what an outcome was, what made others ask.
_NO_RESULT = re.compile(
    r"\b(?:[Hh]e|[Ss]he) (?:was|had|received|underwent|is|did|has)\b"
    r"|^[^.;,]*\b(?:received|were given|were (?:randomly )?(?:assigned|allocated)(?: to)?)\b[^.;,]*\bin (?:[Gg]roup|[Aa]rm|[Cc]ohort) \w+\.?$"
    r"|\b(?:majority|most|half|all) of (?:the |these |all )?[\w -]{3,40}? (?:occurred|came|arose|took place|were (?:reported|observed|seen)) (?:in|from) (?:[Ss]tudy|[Tt]rial|[A-Z]{3,})[ -]?(?:\d|[IVX]+\b|[A-Z]\b)"
    r"|\b(?:[Cc]hange|[Rr]esponse|[Ii]mprovement|[Ss]ignificance|[Oo]utcomes?|[Rr]emission)(?: of [^,;]{2,40})? (?:was|were) (?:\w+ly )?(?:determined|assessed|defined|measured|evaluated) (?:by|using|with|as|on|through)\b"
    r"|^(?:RESULTS?: |CONCLUSIONS?: )?(?:[Tt]he )?(?:[Pp]rimary |[Ss]econdary |[Mm]ain |[Kk]ey )?(?:[Oo]utcomes?|[Ee]nd ?points?)(?: measures?| variables?)? (?:were|was|included|comprised) (?!(?:no|not|better|worse|similar|comparable|good|poor|met|the same|equal|more|less|\w+ly|\w+ed|\w+er|(?:in)?significant|excellent|favou?rable|stable|reached|achieved|higher|seen|found)\b)"
    r"|\b[Ss]ample sizes? (?:was|were|is|are) (?:too |relatively |very |rather )?(?:small|insufficient|inadequate|limited|low)\b"
    r"|\bled (?:some|many|others|researchers|authors|clinicians) to (?:question|ask|wonder|doubt|argue|suggest|call)\b"
)
# "… have not been reported so far": what nobody knows yet.
_UNKNOWN = re.compile(
    r"\b(?:(?:has|have) (?:not|never)|(?:has|have) yet to) (?:yet |previously |so far )?be(?:en)? (?:\w+ly )?(?:reported|associated|described|studied|investigated|examined|established|determined|elucidated|clarified|explored|published)\b[^.;]{0,80}\b(?:so far|to date|as yet|yet|until now|thus far|previously)\b"
    r"|\b(?:has|have) (?:not yet|not previously|yet to) be(?:en)? \w+ed\b"
)
_STUDIES = r"(?:(?:non-?)?RCTs?|trials?|studies|articles|papers|publications|literature|records?|reports?|reviews?|references|sources|documents)"
_COUNT = r"(?:\d[\d,]*|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|hundred)"
_TO_LEARN = r"to (?:measure|test|assess|estimate|determine|evaluate|examine|investigate|explore|identify|analy[sz]e|calculate|derive|quantify|compare)"
_INSTRUMENT = r"(?:frameworks?|tool(?:kit)?s?|guidelines?|guidance|handbooks?|guides?|protocols?|platforms?|typolog(?:y|ies)|manuals?|standards?)"
# How works were found and how many, what was measured by what, what a study did before anything came out.
_DOES = re.compile(
    rf"\b{_STUDIES} (?:was|were|have been) (?:\w+ly )?(?:identified|located|found|retrieved|obtained|selected|gathered) (?:through|by|from|via|using|in) [^.;]{{0,80}}(?:search\w*|databases?|PubMed|MEDLINE|Scopus|Web of Science)\b"
    r"|\b(?:[Rr]eadouts?|[Rr]eadings|[Vv]alues|[Ss]cores|[Aa]bsorbances?|[Ss]ignals|[Mm]easurements?|[Rr]aw data|[Pp]rices|[Cc]osts?)\b[^.;,]{0,80} (?:is|are|was|were) (?:then )?(?:converted|transformed|rescaled|discounted|deducted|subtracted|normali[sz]ed)\b"
    rf"|\b(?:is|are)(?: \w+ly| then)? (?:performed|conducted|applied|carried out|employed|used) (?:in order )?{_TO_LEARN}\b"
    rf"|\b(?:was|were) (?:related|linked|matched|mapped|converted|translated|fitted|applied) (?:to|into|with) [^.;]{{0,60}} {_TO_LEARN}\b"
    r"|\b(?:AN(?:C)?OVAs?|[Cc]orrelations?|[Cc]ontrasts?|[Rr]egressions?) (?:\w+ )?(?:tested|examined|assessed|explored|evaluated|compared) (?:for |the |whether |if )?(?:associations?|relations?\w*|effects?|differences?|interactions?|links?)\b"
    r"|\b(?:[Tt]rials?|[Ss]tud(?:y|ies)|[Ss]urveys?|[Pp]rojects?|[Pp]rogramme?s?)\b[^.;]* (?:was|were) (?:\w+ly )?(?:initiated|launched|begun|registered|set up|commissioned|established) (?:in|at|by|to|on|with)\b"
    r"|\b[Nn]o (?:association|relation(?:ship)?|difference|effect|correlation|comparison|interaction)s? (?:was|were) (?:\w+ )?(?:investigated|examined|tested|assessed|studied|explored|analy[sz]ed)\b"
    r"|\b(?:invited|convened|organi[sz]ed|hosted|held) (?:[\w-]+ ){0,5}?(?:an?|the|\w+) (?:[\w-]+ ){0,3}(?:events?|workshops?|meetings?|conferences?|seminars?|symposi(?:um|a)|focus groups?)\b"
    r"|^(?:RESULTS?: |CONCLUSIONS?: )?In an (?:effort|attempt) to\b"
)
# Strict where it stands for a result that a sentence on conduct may hold as well.
_CAME_OUT = re.compile(
    r"\b(?:significan\w*|than|improve\w*|increase\w*|decrease\w*|reduc\w+|correlat\w+|associat\w+|differ\w*|show\w*|reveal\w*|indicat\w*|suggest\w*|demonstrat\w*|found that|superior\w*|inferior|effective(?:ly)?|benefi\w+|better|worse|no|not|none|neither|supports?|useful|reliable|valid\w*)\b|[<>=\u2264\u2265]|%",
    re.IGNORECASE,
)
_MEASURED = re.compile(
    r"\b(?:was|were) (?:\w+ly )?(?:(?:evaluated|assessed|measured|quantified|rated|scored|recorded|monitored|graded) (?:using|with|by|via|on)|determined (?:using|by means of))\b"
)
_COUNTED = re.compile(
    rf"^(?:[A-Z]+: )?(?:(?:In total|Overall|Finally|Of these), )?(?:a total of )?{_COUNT}\b[^.;:,]{{0,60}}?\b{_STUDIES}\b[^.;:,]{{0,70}}? (?:was|were|have been|had been|are) (?:\w+ly )?(?:identified|found|retrieved|selected|reviewed|located|considered|analy[sz]ed|included|eligible|pooled|synthesi[sz]ed)\b"
    rf"|\b(?:we|the authors|search(?:es)?|this review|the review|review) (?:\w+ )?(?:identified|found|located|retrieved|included|yielded|produced|returned|analy[sz]ed|reviewed) (?:a total of )?{_COUNT} (?:[\w-]+ ){{0,4}}{_STUDIES}\b(?! (?:that|which) )",
    re.IGNORECASE,
)
# What is still going on, what something is meant for, what a tool holds, what people in general assume, what would be good.
_STANDS = re.compile(
    rf"\b{_STUDIES} (?:is|are) (?:currently |now |still )?(?:ongoing|on-going|recruiting|planned|being (?:conducted|planned|carried out))\b"
    r"|\b(?:is|are) (?:currently |now |still )?(?:awaiting|pending|undergoing|under) (?:\w+ )?(?:approval|authori[sz]ation|registration|phase|regulatory|clinical (?:development|testing|evaluation|trials?)|development)\b"
    r"|\b(?:policies|polic(?:y|ymakers)|programmes?|programs?|projects?|laws?|initiatives?|schemes?|conventions?|treat(?:y|ies)|regulations?|agreements?|directives?) (?:seeks?|strives?|attempts?|intends?|aims?|(?:is|are) (?:intended|meant|designed)) to\b"
    rf"|^(?:RESULTS?: |CONCLUSIONS?: )?(?:The|This|Our|These) (?:[\w-]+ ){{0,3}}{_INSTRUMENT} (?:\w+ly )?(?:integrates?|covers?|comprises?|consists? of|includes?|combines?|provides?|offers?|builds? (?:up)?on|draws? (?:up)?on|sets? out|outlines?|is based on|are based on)\b"
    r"|^(?:RESULTS?: |CONCLUSIONS?: )?(?:[Mm]any|[Ss]everal|[Nn]umerous|[Vv]arious|[Dd]ifferent|[Aa] (?:number|variety|range|wealth) of) [\w ,-]{2,60}? (?:have|has) been (?:\w+ly )?(?:reported|described|proposed|suggested|studied|identified|developed|used|investigated|tested|implicated)\b"
    r"|\b[Tt]here (?:is|are|has been|have been) (?:currently |now |also )?(?:an? )?(?:increasing|growing|many|numerous|several|mounting|considerable|(?:increasing |growing |large )?(?:number|body) of) (?:[\w-]+ ){0,3}?(?:studies|research|literature|interest|attention|publications)\b"
    r"|\b(?:is|are) (?:\w+ )?(?:often|commonly|generally|widely|usually|frequently|typically|traditionally) (?:assumed|considered|believed|thought|regarded|viewed|presumed|claimed)\b|\bliterature\b[^.;]* assumes?\b"
    r"|\b(?:tempting to|(?:one|we) (?:may|might|can|could)) (?:speculate|wonder|imagine)\b"
    r"|\b(?:was|were|has been|have been|is|are) (?:\w+ )?(?:approved|licen[sc]ed) (?:in (?!\d+ (?:of|patients))|by|for|as|only)\b|\bin this journal\b"
    r"|\b(?:is|are|would be) (?:\w+ly |most |more )?(?:desirable|advantageous)(?: (?:because|since|as)\b|\.?$)"
    r"|^(?:RESULTS?: |CONCLUSIONS?: )?(?:The )?(?:[Tt]reatments?|[Mm]anagement|[Tt]herap(?:y|ies)|[Ee]xamples|[Oo]ptions|[Tt]echniques|[Mm]ethods)\b[^,;]{0,60}? (?:includes?|consists? of|comprises?)\b"
)
_SAYS_RESULT = re.compile(
    r"\b(?:found|finds?|shows?|showed|shown|confirm(?:s|ed)?|reveal(?:s|ed)?|demonstrate[ds]?|conclude[ds]?|indicate[ds]?|argue[ds]?) that\b",
    re.IGNORECASE,
)
# What earlier works have shown, without a word of one's own.
_SHOWN_BEFORE = re.compile(
    r"\b(?:has|have) previously (?:been )?(?:\w+ )?(?:shown|associated|reported|linked|suggested|found|demonstrated|implicated|described|observed|proposed|indicated)\b"
    r"|^(?:[A-Z]+: )?(?:[\w ,-]{0,20} )?(?:[Pp]revious|[Ee]arlier|[Pp]rior|[Pp]ast) (?:[\w-]+ ){0,3}(?:studies|research|work|trials|reports|reviews|investigations) (?:(?:of|on|in|by|from) (?:[\w-]+ ){1,5}?)?(?:\w+ly )?(?:have|has|had|show|showed|found|suggest|suggested|indicate[ds]?|reported|noted|demonstrate[ds]?)\b"
)
# What a paper holds beside its matter: its examples, its advice, its end.
_HOLDS = re.compile(
    r"\b(?:reviews?|overviews?|summar(?:y|ies)|examples?|appendi(?:x|ces)|glossar(?:y|ies)|illustrations?|bibliograph(?:y|ies)|literature|case stud(?:y|ies)|recommendations?|suggestions?)\b[^.;,]{0,60} (?:is|are) (?:also )?(?:included|given|provided|offered|presented|appended|attached)\b(?! (?:to|by|with)\b)"
    r"|\b(?:[Ww]e|I|[Tt]he authors?|paper|article|review|chapter|study) (?:also |then |further )?(?:provide|offer|make|give|synthesi[sz]e|present|outline|propose)s? (?:\w+ ){0,3}?(?:suggestions?|recommendations?|guidance|guidelines|advice|directions?|agenda|roadmap) (?:for|on|to|about)\b"
    r"|\b(?:is|are) (?:also |then |further )?(?:explained|discussed|described|elaborated|provided|addressed|analy[sz]ed|treated) in (?:(?:the|this|our|a|more|some|great(?:er)?|full|the (?:present|following)) )?(?:detail|depth|paper|article|chapter|section|review|text|book|discussion)\b"
    r"|\bliterature\b[^.;,]{0,40} (?:is|are) (?:also )?drawn (?:up)?on\b|\b(?:celebrates|commemorates)\b|\b(?:[Pp]aper|[Aa]rticle|[Rr]eview|[Cc]hapter|[Ss]tudy|[Ww]ork|[Ee]ssay)\b[^.;,]{0,40} (?:reports? on|reflects? on|deals? with|concludes? (?:by|with)|elaborates? on|takes? up)\b|\b(?:concludes? by)\b",
    re.IGNORECASE,
)
# A line of a table of contents: "…, by A. Lind and B. Okafor 12"; the end of a list of numbered things: "… of fields and 4."
_CONTENTS = re.compile(
    r"\bby [A-Z]\. ?(?:[A-Z]\. ?)?[A-Z][\w'\u2019-]+,? (?:and|&) [A-Z]\. ?(?:[A-Z]\. ?)?[A-Z]|\D{15} and [1-9]\.?$"
)


def is_reference(text: str) -> bool:
    """Return whether a text is, or holds, an entry of a reference list or of a table of contents.

    Two authors with initials behind their names, one with a year and a title, "et al." before a title, or volume and
    pages of a journal give it away.
    """
    return any(pattern.search(text) for pattern in (_AUTHORS, _AUTHOR_AND_YEAR, _ET_AL_AND_TITLE, _PLACE, _CONTENTS))


def names_tools(text: str) -> bool:
    """Return whether a sentence says which statistical tests or which software were used."""
    return bool(_TOOLS.search(text))


def states_meaning(text: str) -> bool:
    """Return whether a sentence says what a word means."""
    return bool(_MEANING.search(text))


def reports_others(text: str) -> bool:
    """Return whether a sentence tells a result of works that it cites, and nothing of its own."""
    return bool(_KNOWN.search(text)) and bool(_CITES.search(text)) and not _OWN.search(text)


def announces(text: str) -> bool:
    """Return whether a sentence announces, exhorts, praises its own paper or plans, where a result would stand."""
    return bool(_ANNOUNCES.search(text))


def is_fragment(text: str) -> bool:
    """Return whether a sentence is the end of another, or a comment on somebody else's work."""
    return bool(_FRAGMENT.search(text))


def tells_no_result(text: str) -> bool:
    """Return whether a sentence tells of one patient, of who was given what, or how an outcome was taken.

    So does one that says what is going on, assumed or meant to be, or what others have shown.
    """
    if _NO_RESULT.search(text) or _HOLDS.search(text):
        return True
    if (_DOES.search(text) or _STANDS.search(text)) and not _SAYS_RESULT.search(text):
        return True
    if _SHOWN_BEFORE.search(text) and not _OWN.search(text):
        return True
    counted = _COUNTED.search(text)
    if counted:
        return not _CAME_OUT.search(text, counted.end())
    return bool(_MEASURED.search(text)) and not _CAME_OUT.search(text)


def names_unknown(text: str) -> bool:
    """Return whether a sentence says that something has not been reported so far."""
    return bool(_UNKNOWN.search(text))
