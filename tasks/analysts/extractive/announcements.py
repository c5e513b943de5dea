"""Sentences that announce, praise or count up a text, and tell nothing of its matter; notes that stand behind a text."""

# ruff: noqa: E501 -- a family of cues reads best on one line, as in a table

from __future__ import annotations

import re

from tasks.analysts.extractive.claims import names_members

_TEXT = r"(?:paper|article|chapter|book|review|essay|work|volume|contribution|commentary|report|issue|collection|study)"
_PARTS = r"(?:[Ss]ect(?:ion|s)?s?\.?|[Cc]hapters?|[Pp]arts?) (?:\d|[IVX]+\b)"
_MANY = r"(?:an? (?:wide |broad |whole |diverse |large )?(?:range|variety|number|series|set|array|host) of|various|several|some|many|different|diverse|multiple|numerous|promising)"
_ROADMAP = re.compile(
    rf"^\W*(?:[\w]+, )?(?:[Ii]n )?{_PARTS}[\d. and&,\u2013-]*(?:,| (?:then |also )?(?:\w+s|\w+e)\b)|\bin turn the\b"
    rf"|\b(?:{_TEXT}|[Ii]t|[Ww]e|I) (?:has|have) (?:the following|one|two|three|four|several|a number of) (?:\w+ )?(?:aims?|goals?|objectives?|purposes?|parts?)\b(?!:)"
    rf"|\b(?:[Cc]ontributors|[Cc]hapters|[Cc]ontributions to (?:the|this)|[Aa]uthors in this|papers (?:assembled|collected)|(?:nine|ten|eight|seven|six|five) (?:articles|papers|chapters|essays))\b[^.;]{{0,30}} (?:discuss|consider|explore|address|respond|fall|examine|give|present|offer|cover)\w*\b"
    rf"|\b(?:{_TEXT}|topics) (?:is|are) (?:\w+ )?(?:divided|organi[sz]ed|structured) (?:in|into|as)\b"
    r"|\b(?:I|[Ww]e) (?:\w+ )?(?:introduce|present) the (?:\w+ ){0,2}(?:papers|articles|chapters|essays|contributions)\b"
    r"|\b(?:[Hh]ypotheses|[Aa]nalyses|[Mm]ethods|[Aa]ims|[Oo]bjectives|[Pp]rocedures) (?:[\w ]{0,40} )?(?:is|are) stated\b|\b(?:special|themed) (?:issue|section|feature)\b"
    r"|^(?:\w+, )?(?:[Ii]nitially|[Ff]irst|[Tt]o begin(?: with)?),? (?:we|I) (?:\w+ )?(?:reconstruct|outline|review|sketch|introduce|survey|describe|discuss|present)\b|^\d[\d, and]*, (?:I|we) |^[Ii]n what follows\b|\b(?:[Ww]e|I) (?:begin|start|open) (?:with|by)\b|\b(?:ends|concludes|closes|finishes) (?:\([^)]*\) )?(?:by|with)\b"
    rf"|\b(?:is|are|has been|have been) (?:also )?included (?:\([^)]*\) )?in (?:this|the|our) {_TEXT}\b|\b(?:assessment|programme|project|initiative) will (?:then |also )?\w+|\bmore (?:urgent|important|pressing|relevant|timely) than ever\b"
    r"|\bPlain Language Summary\b|\bSupporting Information\b|\bOpen Access on\b"
)
_PRAISE = re.compile(
    rf"\b(?:is|are) (?:its|the|an?) (?:\w+ )?(?:definitive|landmark|seminal|authoritative|long-awaited|indispensable|must-read)\b|\b(?:definitive|landmark) (?:statement|synthesis|account|text|analysis)\b"
    rf"|\b(?:brings?|bringing|draws?) together (?:{_MANY}|the best|leading) (?:[\w-]+ ){{0,2}}?(?:perspectives|scholars|views|experts|voices|responses|authors|contributions|disciplines)\b"
    r"|\b(?:valuable|essential|useful|helpful|indispensable|particularly useful|great interest|great conceptual interest|of interest) (?:\w+ )?(?:to|for|reading for) (?:[\w]+,? ){0,3}(?:academics|scholars|students|practitioners|policy-?makers|readers|researchers|those|anyone)\b|\bof (?:great|considerable|wide|broad) (?:\w+ )?interest\b|\bpave the way for new\b"
    r"|\bprovid(?:e|es|ed|ing) (?:\w+ ){0,2}?(?:an? )?(?:(?:\w+ )?basis for (?:future|further|comparative|discussion|\w+ work)|(?:empirical |new |novel |useful |valuable |important |critical )+insights?(?! (?:that|into how|:)))\b"
    rf"|\b(?:highlight|point to|review|raise|cover|discuss|identif)(?:s|ed|y|ies|ied)? {_MANY} (?:\w+ ){{0,2}}?(?:issues|questions|work|concerns|topics|themes|challenges|opportunities|controversies|disclosure themes)\b(?![^.]*:)"
    r"|\bcarr(?:y|ies|ied) (?:\w+ )?implications\b|\b[Cc]ritical insights emerge\b"
    r"|\b(?:book|volume|handbook|textbook) (?:leads?|guides?|takes|invites?|equips|inspires) (?:\w+ )?(?:a way|the way|readers?|you|us)\b|\bindispensable for\b|\bunprecedented effort\b|\bworld-class\b|\bgroundbreaking work\b|\bunique (?:tool|opportunity)\b|\ba milestone (?:in|for|of)\b|\bnew era (?:in|of|for)\b|\bup-to-date (?:guidance|recommendations|overview|advice|review)\b|\bwell-used\b"
    r"|\b(?:opening|opens|open)(?: up)? an? (?:\w+ )?new (?:area|field|era|avenue|line|horizon)\b|\b(?:findings|results|work|study) will add\b|\bmost (?:complete|comprehensive|up-to-date),? (?:and |recent,? |[\w-]+ )?(?:and \w+ )?(?:\w+ )?(?:overview|account|review|guide)\b"
)
_BARE = re.compile(
    r"\b(?:[Ww]e|I|[Tt]he authors?|[Ww]ork|[Pp]aper|[Aa]rticle|[Rr]eview|[Ss]tudy|[Cc]hapter|[Ii]t|[Tt]his) (?:\w+ly |also |then |further |thus )?(?:identif(?:y|ies|ied)|reveal(?:s|ed)?|highlight(?:s|ed)?|discuss(?:es|ed)?|describe[sd]?|outline[sd]?|uncover(?:s|ed)?|point(?:s|ed)? (?:out|to)|contributes to (?:appreciating|identifying|understanding)) (?:(?:the|key|main|several|some|potential|possible|many|important|major|critical|current|new|future|existing|of|on|a|set|range|number|and|different|two|three|four|five|six) ){0,4}(?:opportunit(?:y|ies)|actions|strengths and weaknesses|strengths|challenges|barriers|implications|gaps|ways|issues|principles|lessons|trends|limitations|tools|strategies|factors|disclosure themes|avenues|directions|views|approaches|perspectives)\b(?!\s?[:(\u2014])"
)
_NAMED = re.compile(
    r"[:\u2014]\s|\b(?:namely|such as|including|i\.e\.|that is)\b|\b(?:is|are|has|have|can|will|may|must|does|do) "
)
_APART = re.compile(
    r"\b(?:using|us(?:e|ing) of|based on|drawing on|from|in) (?:the |our )?(?:\w+ ){0,2}(?:cases?|examples?|case studies|sites|countries|regions)\b[^.]*"
    r"|\bwhat (?:should|must|may|might|could|can|needs?|works?|is|are)\b[^,.;]*"
)
_MADE = re.compile(r"^[^,;:]{0,60}(?:, [^,;:]{0,80})? (?:was|were) (?:\w+ly )?developed\.?$")
_EXPECTED = re.compile(
    r"\b(?:we|i) report here\b|\b(?:is|are) intended (?:for (?:clinical |practical |general )?use|to (?:help|guide|inform|assist))\b|\bwe (?:\w+ )?(?:expect|plan|intend|hope) to\b|\b(?:expected|anticipated) (?:findings|results|outcomes)\b|\b(?:stud(?:y|ies)|experiments?|trials?) (?:is|are) proposed to\b",
    re.IGNORECASE,
)
_NOTES = re.compile(
    r"(?<=[\w.\u201d\u2019)])\s*\b(?:(?:Foot|End)?[Nn]otes?|NOTES|FOOTNOTES|Acknowledge?ments?|References|REFERENCES|Works [Cc]ited)\s*(?=\[1\]|\(1\)|1[.)] |1 [A-Z]|The author thanks|This research was|We thank|I thank|\[\d\])"
)
_BEFORE_NOTES = 80  # characters: what has fewer before its notes is all notes
_SAID_AGAIN = 120  # characters: as many from its beginning are in a record of which the abstract stands there twice


def is_announcement(text: str) -> bool:
    """Return whether a sentence says what a text holds, is good for or will show, and not what.

    What it is said to identify ("opportunities", "barriers") has to be named with it.
    """
    praises = _PRAISE.search(text) and not names_members(text)
    if praises or _ROADMAP.search(text) or _EXPECTED.search(text) or _MADE.search(text):
        return True
    bare = _BARE.search(text)
    return bare is not None and not _NAMED.search(_APART.sub("", text[bare.end() :]))


def find_end(text: str) -> int:
    """Return the place where a text ends: where notes, thanks or references begin, or all of it is said once more."""
    found = _NOTES.search(text, _BEFORE_NOTES)
    again = text.find(text[:_SAID_AGAIN], _SAID_AGAIN) if len(text) > _SAID_AGAIN else -1
    return min(found.start() if found else len(text), again if again > 0 else len(text))
