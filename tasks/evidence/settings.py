"""Where a study was done, where its text says so of its own sample: the country, and the kind of place before it."""

# ruff: noqa: E501 -- a family of words reads best on one line, as in a table

from __future__ import annotations

import re
from collections.abc import Sequence

from tasks.evidence.data import Datum
from tasks.evidence.designs import pools_studies, speaks_of_others
from tasks.text.numbers import NUMERALS
from tasks.text.places import COUNTRY, PEOPLE_OF, name_country

_KIND = r"(?:hospitals?|clinics?|cent(?:re|er)s?|(?:general|family|medical|group|dental) practices?|schools?|universit(?:y|ies)|colleges?|prisons?|villages?|towns?|cit(?:y|ies)|communit(?:y|ies)|districts?|provinces?|regions?|municipalit(?:y|ies)|counties|states?|farms?|forests?|wards?|departments?|units?|(?:health|clinical|hospital|psychiatric|outpatient|inpatient) services?|parks?|reserves?|islands?|catchments?|watersheds?|markets?|firms?|compan(?:y|ies)|banks?|councils?|institutions?|organi[sz]ations?|plantations?|landscapes?|nursing homes|households?)"
_LIKE = r"(?:(?!(?:the|in|of|from|with|and|or|were|was|at|to|for|by|who|that|which|on|an?|attending|visiting|living|working|located|admitted|using)\b)[\w\u2019'-]+ )"
_NUMBER = rf"(?:\d[\d,]*|{'|'.join(NUMERALS)}|(?:twenty|thirty|forty|fifty)(?:-\w+)?|several|multiple)"
# Names of parts of countries, as texts have them: "Anhui province", "the Guadiana River basin", "Masindi District".
_PART = r"(?:[A-Z][\w\u2019'-]+ ){1,3}(?:[Pp]rovinces?|[Dd]istricts?|[Rr]egions?|[Cc]ount(?:y|ies)|[Bb]asins?|[Vv]alleys?|[Rr]ivers?(?: [Bb]asins?| [Dd]elta)?|[Dd]elta|[Mm]ountains?|[Ii]slands?|[Pp]eninsula|[Dd]eserts?|[Nn]ational [Pp]arks?|[Rr]eserves?|[Gg]ame [Rr]eserves?|[Ww]ildlife [Ss]anctuar(?:y|ies)|[Ff]orests?(?: [Rr]eserves?)?|[Cc]oast|[Pp]lateau|[Mm]unicipalit(?:y|ies)|[Cc]atchments?|[Ww]atersheds?|[Tt]errit(?:ory|ories)|[Hh]ighlands|[Ll]akes?|[Bb]ay|[Cc]onservation [Aa]rea|[Pp]rotected [Aa]reas?)(?:,? (?:in |of )?(?:the )?(?:[A-Z][\w-]+,? )?(?:(?:north|south|east|west|central)\w* )?COUNTRY| \((?:[\w\s,-]{3,60})\))?".replace(
    "COUNTRY", COUNTRY
)
_PLACES = rf"(?:the )?(?:{_PART}|(?:(?:north|south|east|west|central|rural|urban|coastal|upper|lower|north-?east|north-?west|south-?east|south-?west)(?:ern)? )*{COUNTRY}|[A-Z]\w+(?: [A-Z]\w+){{0,2}}, {COUNTRY})(?:(?:,| and|, and| or) (?:the )?{COUNTRY}){{0,9}}"
_PLACE = rf"(?:(?:an? |the )?(?:{_NUMBER} )?{_LIKE}{{0,4}}{_KIND} (?:in|of|across|throughout|from) )?(?:{_PLACES}|{_NUMBER} (?:\w+ )?countries\b)"
_BY = r"(?:in|at|from|across|within|throughout|of)"
# What was done to those studied, or where; of whom or what, and how many.
_DONE = r"(?:conducted|carried out|performed|undertaken|recruited|enrolled|collected|sampled|interviewed|surveyed|located|living|lived|residing|resident|attending|attended|working|operating|listed|based|admitted|treated|drawn|selected|gathered|held|implemented|set|obtained|invited|participated|took part)"
_UNIT = r"(?:patients|participants|subjects|adults|children|adolescents|women|men|males|females|girls|boys|individuals|people|persons|students|schoolchildren|pupils|workers|employees|nurses|physicians|volunteers|respondents|households|families|mothers|infants|farmers|teachers|firms|companies|corporations|banks|residents|survivors|leaders|managers|stakeholders|experts|communities|villages|farms|hospitals|clinics|centers|centres|schools|practices|sites|plots|reports|councils|organi[sz]ations|institutions|municipalities|counties|cities|landowners|fishers|hunters|utilities|retailers|producers|businesses)"
_WHOM = re.compile(
    r"\b(?:patients|participants|subjects|adults|children|adolescents|women|men|males|females|girls|boys|individuals|people|persons|students|schoolchildren|pupils|workers|employees|nurses|physicians|volunteers|respondents|families|mothers|infants|residents|survivors|managers|experts)$"
)
_COUNT = rf"(?:\b{_NUMBER}|[Nn] ?= ?\d[\d,]*\)?)"
_STUDY = r"(?:stud(?:y|ies)|survey|trial|experiment|fieldwork|case stud(?:y|ies)|interviews?|data|evidence|sample|cohort|panel|questionnaires?|reports|analysis|investigation|project|records|ethnograph\w+)"
_SAMPLED = (
    re.compile(rf"\b{_DONE} (?:[\w,\u2019'-]+ ){{0,5}}?{_BY} (?P<where>{_PLACE})"),
    re.compile(
        rf"{_COUNT}[^.;:()]{{0,60}}?\b{_UNIT}(?: \([^)]*\))?(?: (?:[\w\u2019'-]+ ){{0,6}}?)?{_BY} (?P<where>{_PLACE})"
    ),
    re.compile(
        rf"\b(?:[Ss]ample|[Cc]ohort|[Pp]opulation|[Pp]anel|[Gg]roup|[Ss]eries) of [^.;:()]{{0,70}}?\b(?:in|from|living in|across) (?P<where>{_PLACE})"
    ),
    re.compile(
        rf"\b(?:[Dd]ata|analy[sz]ed|collected|measured|recruited|conducted|sampled|surveyed|monitored|studied|examined|assessed|mapped|compared)\b[^.;:()]{{0,90}}?\b(?:cohort|sample|population|participants|patients|study|survey|residents|villages|communities|households|farms|farmers|forests?|sites|plots|fields|rivers?|streams|lakes|landscapes|cities|schools|hospitals|clinics) (?:[\w-]+ ){{0,3}}?(?:in|from|across|of) (?P<where>{_PLACE})"
    ),
    re.compile(
        rf"(?:^|\b(?:among|in|of|from|on|for|with) )(?<![a-z]an )(?P<where>{PEOPLE_OF} (?:{_LIKE}){{0,3}}?{_UNIT})[^.;]{{0,60}}?(?:\([Nn] ?=|\b(?:were|was) (?:\w+ly )?{_DONE}\b|\b(?:were|was) (?:followed|assessed|studied|examined|randomi[sz]ed|asked|included)\b|aged \d)"
    ),
    re.compile(
        rf"{_COUNT} (?:{_LIKE}){{0,3}}?(?<![a-z]an )(?<!Native )(?P<where>{PEOPLE_OF} (?:{_LIKE}){{0,3}}?{_UNIT})\b"
    ),
)
# Of a sentence on the work itself: a study, or those studied, of a country.
_OWN = re.compile(
    r"\b(?:[Ww]e|[Oo]ur|[Tt]his|[Tt]he (?:present|current)|[Tt]he (?:study|paper|article|aim|purpose|objective|research|survey|sample|data|authors))\b"
)
_OF_OWN = (
    re.compile(rf"\b{_STUDY}\b(?: (?:[\w,\u2019'-]+ ){{0,7}}?)?{_BY} (?P<where>{_PLACE})"),
    re.compile(rf"\b{_UNIT}(?: \([^)]*\))?(?: (?:[\w\u2019'-]+ ){{0,4}}?)?{_BY} (?P<where>{_PLACE})"),
    re.compile(rf"(?<![a-z]an )(?<!Native )(?P<where>{PEOPLE_OF} (?:{_LIKE}){{0,3}}?{_UNIT})\b"),
    re.compile(
        rf"\b(?:[Ww]e|[Tt]his (?:study|paper|article|research)|[Tt]he aim|[Tt]he purpose)\b[^.;]{{0,220}}?\b(?:in|across|throughout) (?P<where>{_PLACE})"
    ),
)
_CARE = r"(?:(?:(?!(?:the|of|from|with|and|or|were|was|to|for|by|who|that|which|on|an?|in|at|other|different|these|this|our|their|all|most|many|some)\b)[\w\u2019'-]+,? ){0,5}(?:hospitals?|clinics?|(?:medical|health|healthcare|care|cancer|trauma|treatment|expertise|rehabilitation|referral|community|academic|tertiary|specialist|research|study|haemophilia|hemophilia|outpatient|counsel+ing|day|mental health) cent(?:re|er)s?|primary care(?: (?:practices?|settings?|clinics?|cent(?:re|er)s?))?|general practices?|(?:primary|secondary|elementary|high|middle|public|nursing|medical|boarding|grammar) schools?|universit(?:y|ies)|colleges|nursing homes?|care homes|emergency (?:departments?|rooms?)|prisons?|(?:inpatient|outpatient|intensive care|psychiatric|day) (?:units?|departments?|services?|wards?|programs?|programmes?)|(?:psychiatric|clinical|outpatient|inpatient|community|school|forensic|academic|care|hospital|laboratory|workplace|rural|urban|primary care) settings?|wards?))"
# Where a text says so by a name of its own: "Setting: two clinics in a city".
_LABELLED = re.compile(
    r"^(?:study )?settings?(?: and (?:participants|patients|design|subjects))?\s?[:.]?\s(?P<where>(?:an? |the )?[A-Z\d][^.;]{3,88}?|[^.;]*\b(?:hospital|clinic|care|cent(?:re|er)|school|universit|communit)\w*[^.;]{0,60})(?=[.;]|$)",
    re.IGNORECASE,
)
_ALONE = re.compile(
    rf"^(?P<where>(?:(?i:{_NUMBER}|an?|the) (?:[\w-]+,? ){{0,5}}?(?:{_KIND}|{_CARE})(?: (?:in|at|of|across|throughout) (?!which|whom)[\w\s,\u2019'()-]{{3,60}})?|(?:[A-Z][\w-]+ ){{1,4}}(?:[a-z]+ ){{0,4}}(?:[Hh]ospitals?|[Cc]linics?|[Cc]ent(?:re|er)s?)(?: (?:in|of) [A-Z][\w\s,]{{3,40}})?))\.?$",
)
_VERB = re.compile(
    r"\b(?:was|were|is|are|has|have|had|be|been|may|can|should|will|we|this|study|review|trial|stud(?:y|ies)|aims?|to \w+e)\b",
    re.IGNORECASE,
)
_CARED = (
    re.compile(
        rf"\b{_DONE}\b (?:[\w,\u2019'-]+ ){{0,6}}?(?:in|at|from|to|within|by|across|through) (?:(?:an?|the|our) )?(?P<where>(?:{_NUMBER} )?{_CARE})\b",
        re.IGNORECASE,
    ),
    re.compile(
        rf"{_COUNT}[^.;:()]{{0,60}}?\b{_UNIT}\b(?: \([^)]*\))?[^.;:()]{{0,60}}?(?: (?:in|at|from|attending|visiting|of)) (?:(?:an?|the|our) )?(?P<where>(?:{_NUMBER} )?{_CARE})\b",
        re.IGNORECASE,
    ),
    re.compile(
        rf"\b{_STUDY}\b[^.;:()]{{0,60}}? (?:in|at|from) (?:(?:an?|the|our) |(?={_NUMBER} ))(?P<where>(?:{_NUMBER} )?{_CARE})\b",
        re.IGNORECASE,
    ),
)
_CENTRES = re.compile(
    r"\b(?P<where>(?:multi|single|two|three|four|five)[- \u2010\u2011]?(?:cent(?:re|er|ric)|site|institutional))\b(?=[^.;]{0,60}\b(?:trial|study|cohort|review|analysis|investigation|survey|experience)\b)",
    re.IGNORECASE,
)
_STAYING = re.compile(
    r"\b(?P<where>outpatients|inpatients|(?:out|in)-?patient(?= (?:settings?|context|basis|treatments?|psychotherap\w+|program(?:me)?s?|units?|clinics?|departments?|wards?|services?|individuals|adults|women|men|participants))|community-dwelling|primary care|day hospital|nursing homes?|schoolchildren|university students|college students|undergraduates?|medical students|high[- ]school students)\b",
    re.IGNORECASE,
)
_PATIENTS = re.compile(r"(out|in)-?patients?", re.IGNORECASE)
_COUNTED_STAYING = re.compile(rf"{_COUNT}[^.;:()]{{0,40}}?{_STAYING.pattern}", re.IGNORECASE)
_HABITAT = re.compile(
    r"\b(?:in|within|across|from|on) (?:an?|the|\d+|two|three|four|several) (?P<where>(?:(?!(?:of|the|in|and|to|with|for|from|same|different|other|future|entire|global|surrounding|its|their|central|upper|lower|northern|southern|eastern|western)\b)[\w-]+ ){1,4}(?:forests?|grasslands?|savannas?|woodlands?|wetlands?|estuar(?:y|ies)|lakes?|rivers?|streams?|reefs?|agroecosystems?|(?:agricultural|rural|urban|farming|farmland|forest|mountain|arid|savanna|coastal|managed|fragmented) landscapes?|orchards?|meadows?|pastures?|catchments?|watersheds?|greenhouses?))\b"
)
_AIM = re.compile(
    r"\b(?:implications|relevan\w+|lessons|contribut\w+|results|findings|should|could|would|may|might|conclude[sd]?|our proposals)\b",
    re.IGNORECASE,
)
_SUPPOSED = re.compile(r"\b(?:can|should|could|would|may|might|usually|generally|often|conclu\w+)\b", re.IGNORECASE)
_NAMES = re.compile(
    r"^(?:\s(?:[A-Z]\w+ )?(?:Study|Cohort|Survey|Twin|Birth|American)\b|\s(?:Journal|Association|Society|Academy|Institute|Classification|Scale|version|nut|pig|Act)\b|['\u2019]s\b)"
)
_IN_TITLE = re.compile(
    rf"\b(?:in|from|of|across|for|at) (?P<where>{_PLACES})(?=$|['\u2019.,:;?!)\u2013\u2014]| (?:and|using|by|with|from|between|during|through|over|\(|-))"
)
_ALIKE = (
    frozenset({"United States", "US", "USA", "U.S.", "U.S.A.", "United States of America"}),
    frozenset({"United Kingdom", "UK", "U.K.", "Britain", "Great Britain"}),
)
_LONGEST, _LONGEST_LABEL, _SHORTEST_NAME, _NEAR = 110, 130, 3, 150
_KIND_BEFORE = re.compile(rf"\b(?:{_NUMBER} )?{_LIKE}{{0,2}}{_KIND} (?:in|of|across|throughout|from) $")


def find_setting(sentences: Sequence[str], title: str = "") -> tuple[int, Datum] | None:
    """Return where a text says that its study was done, with which sentence says so; None where that is not plain.

    A place counts where those studied are said to be of it or the study to have been done there, or where the title
    names it too; not where it is only spoken of. Where no country is told, the kind of place is (a clinic, outpatients, a
    forest, several centres). A text on studies has none.
    """
    if pools_studies(sentences):
        return None
    own = [(place, text) for place, text in enumerate(sentences) if not speaks_of_others(text)]
    speaking = [(place, text) for place, text in own if _OWN.search(text) and not _AIM.search(text)]
    told = [(place, text) for place, text in own if len(text) <= _LONGEST_LABEL and not _VERB.search(text)]
    titled = [*enumerate(sentences)]
    cues = (
        ((_LABELLED,), own),
        ((_ALONE,), told),
        (_SAMPLED, own),
        (_OF_OWN, speaking),
        ((_read_titled(title),), titled),
        (_CARED, [each for each in own if not _SUPPOSED.search(each[1])]),
        ((_HABITAT,), speaking),
        ((_STAYING,), speaking),
        ((_COUNTED_STAYING, _CENTRES), own),
    )
    for patterns, texts in cues:
        for place, text in texts:
            for cue in filter(None, patterns):
                match = cue.search(text)
                if match and (texts is titled or not _NAMES.match(text[match.end("where") :])):
                    return _tell(place, text, *match.span("where"))
    return None


def _read_titled(title: str) -> re.Pattern[str] | None:
    """Return a pattern of the place that a title says its study was done in; None where it says none or several."""
    found = {match["where"] for match in _IN_TITLE.finditer(title)}
    if len(found) != 1:
        return None
    where = found.pop().removeprefix("the ")
    names = {where, *(name for name in re.split(r",\s", where) if len(name) > _SHORTEST_NAME)}
    alike = next((group for group in _ALIKE if names & group), frozenset())
    words = sorted(names | alike, key=len, reverse=True)
    return re.compile(rf"(?<![\w-])(?P<where>{'|'.join(map(re.escape, words))})(?![\w-])")


def _tell(place: int, text: str, start: int, end: int) -> tuple[int, Datum] | None:
    before = _KIND_BEFORE.search(text, max(0, start - _LONGEST), start)
    start = before.start() if before else start
    said = re.sub(r"^(?:the|an?) ", "", text[start:end])
    if kept := _PATIENTS.fullmatch(said):
        return place, Datum("setting", f"{kept[1].lower()}patients", start, end)
    if len(said) > _LONGEST:
        return None
    if (people := re.match(PEOPLE_OF, said)) and _WHOM.search(said):
        country = name_country(people[0])
        centres = _CENTRES.search(text, max(0, start - _NEAR), start)
        told = f"{country} ({centres['where']})" if centres else country
        return place, Datum("setting", told, centres.start("where") if centres else start, end)
    return place, Datum("setting", " ".join(said.split()), end - len(said), end)
