"""Records that are no single work: volumes of abstracts, front and back matter, notices that correct another work.

Catalogues list them as articles under the name of whoever is first in the volume, often with the abstract of one
contribution. By titles as journals and publishers print them; where a title may be a study's as well, a sign of a
volume has to be there too: many pages, nobody who signs, an abstract that no single work has.
"""

# ruff: noqa: E501 -- a family of cues reads best on one line, as in a table

from __future__ import annotations

import re

from storage.records.search import Work

MEETING = "It is a volume of abstracts or papers of a meeting, and no single work."
MATTER = "It is front or back matter, such as an index or a preface, and no single work."
NOTICE = "It is a notice that corrects another work, and no work of its own."
REASONS = (MEETING, MATTER, NOTICE)

_MANY_PAGES = 30
_LONGEST_ABSTRACT = 20_000  # characters; above, several contributions run together
_WORD = re.compile(r"[^\W_]+")
_PAGES = re.compile(r"\D*(\d+)\s*[-\u2010-\u2015]+\s*\D*(\d+)")
# Words of which headings over many contributions are made, and those of them without which there is no such heading.
_OF_HEADINGS = frozenset(
    """abstract abstracts poster posters oral orals presentation presentations session sessions e eposter eposters
    electronic only speaker speakers accepted selected printed individual invited plenary late breaking scientific
    meeting congress conference annual regional supplement supplementary article articles communication communications
    free nurse nurses and of the for from to in at on pp page pages book program programme proceedings display displays
    keynote short rapid walk guided online part volume issue section index monday tuesday wednesday thursday friday
    saturday sunday day additional clinical area topic author authors award young investigator investigators
    posterpresentations""".split()  # noqa: SIM905 -- a word list reads best as text
)
_KEYS = re.compile(
    r"\b(?:abstracts?|e?-?posters?|orals|oral (?:presentations?|communications?|sessions?|abstracts?)|free communications|"
    r"congress proceedings|meeting proceedings|supplement(?:ary)? articles?)\b",
    re.IGNORECASE,
)
_MEETING = (
    r"(?:meetings?|congress(?:es)?|conferences?|symposi(?:um|a)|jahrestagung|jahresversammlung|tagung|kongress|congreso|"
    r"congresso|congr[e\u00e8]s|assembl(?:y|\u00e9e)|summit|annual scientific)"
)
# What stands over a volume in any case, and what may stand over a study of abstracts or of a meeting too.
_VOLUME = re.compile(
    rf"(?:abstract book|book of abstracts|abstracts? (?:volume|supplement|proceedings))\b|.*\b(?:{_MEETING})\b.*(?::|-|\u2013)\s*"
    r"(?:(?:book of |selected )?abstracts|abstract book|abstract proceedings)\W*$|.*\b(?:abstract book|book of abstracts)\W*$",
    re.IGNORECASE,
)
_PERHAPS_VOLUME = re.compile(
    rf"(?:(?:\d+\w*|individual|selected) )*abstracts?\b.*\b{_MEETING}\b"
    rf"|(?:the )?(?:\d+ ?(?:st|nd|rd|th)|[ivxl]+|annual|\d{{4}})\b.*\b{_MEETING}\b"
    rf"|(?:\S+ )?{_MEETING}\b|\S+ \d{{4}} {_MEETING}\b|.*\b(?:poster|abstract|oral) (?:sessions?|presentations?|abstracts?)\b|.*: (?:\w+ )?abstracts?\W*$"
    rf"|.*\b{_MEETING} abstracts\W*$"
    r"|proceedings of (?:the )?(?:\d|annual|international)",
    re.IGNORECASE,
)
_MATTER = re.compile(
    r"(?:(?:author|subject|keyword|name|cumulative|reviewer|general)s? )*ind(?:ex|exes|ices)(?: (?:of|to) (?:authors|subjects|keywords|names|volume.*))?"
    r"|editorial board(?: members)?|(?:list of |notes? on (?:the )?|about the )(?:contributors?|authors?|editors?|abbreviations|"
    r"figures|tables|illustrations|reviewers)|contributors|(?:table of )?contents(?: page)?|bibliogra(?:phy|phie|f\u00eda|fie)|references|"
    r"(?:end)?notes|copyright(?: page)?|dedication|acknowledge?ments?|(?:front|back) ?(?:matter|cover)|title ?page|half ?title|"
    r"prelims|glossary|cover(?: image)?|issue information|masthead|preface|foreword|vorwort|pr[e\u00e9]face|in this issue|"
    r"call for papers|(?:instructions|information|guidelines) (?:for|to) authors|errata list|publication information",
    re.IGNORECASE,
)
_NOTICE = re.compile(
    r"(?:(?:author(?:['\u2019]?s)?|publisher(?:['\u2019]?s)?|editorial) )?(?:"
    r"(?:errat(?:um|a)|corrigend(?:um|a)|addend(?:um|a))(?:\s+(?:to|for|in|on|and|notice)\b.*|\s*[-:.,;()\[\u2010-\u2015].*)?"
    r"|corrections?(?:\s+to\b.*|\s*[:\[].*)?"
    r"|(?:editorial )?expression of concern(?:\s+(?:for|on|to):?\s[\"\u201c\u2018'].*|\s*[:\[].*)?|(?:notice of |statement of )?retraction(?: (?:note|notice))?(?:\s+(?:of|to|for):?\s[\"\u201c\u2018'].*|\s*:.*)?)"
    r"|.*\S\s*[\[(:.\u2013\u2014-]\s*(?:errat(?:um|a)|corrigend(?:um|a))\W*",
    re.IGNORECASE | re.DOTALL,
)
_NOTICE_TYPES = frozenset({"erratum", "retraction"})


def name_paratext(work: Work) -> str | None:
    """Return in one sentence why a record is no single work; None for one that is, as far as its type, title and pages say."""
    title = " ".join(work.title.split()).strip(" .*[]")
    if work.type == "paratext" or _MATTER.fullmatch(title):
        return MATTER
    if work.type in _NOTICE_TYPES or _NOTICE.fullmatch(title):
        return NOTICE
    is_volume = _is_heading_of_many(title) or _VOLUME.match(title) is not None
    return MEETING if is_volume or (_PERHAPS_VOLUME.match(title) and _has_sign(work)) else None


def _is_heading_of_many(title: str) -> bool:
    """Return whether a title is made of nothing but words, numbers and codes that head a session or its abstracts."""
    words = _WORD.findall(title.casefold())
    rest = [
        word for word in words if word not in _OF_HEADINGS and not re.fullmatch(r"[a-z]{0,2}\d+[a-z]?|[ivx]+", word)
    ]
    return bool(words) and not rest and _KEYS.search(title) is not None


def _has_sign(work: Work) -> bool:
    pages = _PAGES.fullmatch(work.pages or "")
    if pages and int(pages[2]) - int(pages[1]) >= _MANY_PAGES:
        return True
    if len(work.abstract or "") > _LONGEST_ABSTRACT:
        return True
    return not work.authors or (not work.pages and len(work.authors) == 1)
