"""Whom or what a study is on, where its text says so: beside the number studied, where people were enrolled, in its aim or as its title does."""

# ruff: noqa: E501 -- a family of words reads best on one line, as in a table

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from tasks.evidence.counted_units import COUNT
from tasks.evidence.data import Datum
from tasks.evidence.designs import pools_studies, speaks_of_others
from tasks.text.numbers import NUMERALS
from tasks.text.words import content_stems

_WHOM = r"(?:patients|participants|subjects|adults|children|adolescents|women|men|males|females|girls|boys|individuals|people|persons|students|workers|employees|veterans|nurses|physicians|volunteers|couples|mothers|infants|newborns|neonates|twins|caregivers|inpatients|outpatients|residents|survivors|athletes|smokers|users|parents|teachers|farmers|managers|consumers|youths?|undergraduates|recruits|carers|clients|mice|rats|dogs|pigs|sheep|rabbits)"
_WORD = r"(?!(?:when|whether|if|where|while|because|compared|between|including|during|per|among|about|most|many|some|few|several|such|each|any|no|certain|both|of|in|from|with|to|and|were|was|are|is|had|have|than|the|all|these|those|both|who|that|which|consecutive|eligible|further|additional|other|more|total|years?|at|for|by|on|different|remaining|respective|their|our)\b)[\w'\u2019/\u2010-\u2013-]+"
# What tells which people are meant: what they have, are of, or undergo.
_STOP = r"(?:were|was|are|is|had|have|has|did|received|underwent|completed|participated|took|showed|reported|from|at|between|using|for|by|on|during|over|after|before|we|which|randomi[sz]ed|enrolled|recruited|included|treated|followed|assigned|attending|referred|admitted|to|as|into|and the|and their|compared|matched|in (?:the|an?|\d|our|this|both|each|their|one|two|three))"
_DASH = r"[-\u00ad\u2010-\u2015\u2212\ufe58\ufe63\uff0d]"
_AGED = rf"(?:,?\saged\s(?:between |from |over |under |at least |[<>\u2264\u2265]\s?)?\d+(?:\.\d+)?(?:\s?(?:to|and|{_DASH})\s?\d+(?:\.\d+)?)?(?:\s(?:years?|months?|yrs?))?(?:\sor (?:older|over|more|younger)| and (?:older|over|above))?)?"
_WHICH = rf"{_AGED}(?:,?\s(?:with|without|who (?:have|had|were|are|met|meet|suffer(?:ed)?|fulfilled|attended|use|used|received)|undergoing|suffering from|diagnosed with|living with|meeting|fulfilling|of)\s(?:(?:criteria for|(?:diagnosis|history|symptoms|signs|risk) of)\s|(?!{_STOP}\b|(?:[\w-]+ ){{0,2}}?(?:injections?|treatment|therapy|placebo|mg)\b)[\w'\u2019%<>\u2265\u2264=/\u2010-\u2013-]+(?:,(?=\s\w+ly\s))?\s?){{1,9}})?"
_COUNT = rf"(?:\d[\d,]*|{'|'.join(NUMERALS)}|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:[- ](?:one|two|three|four|five|six|seven|eight|nine))?|(?:one )?hundred)"
# "Adolescents and adults": those of one kind are not told for those of both.
_BOTH = rf"{_WHOM}\b(?!['\u2019])(?:(?:,| and| or|, and) (?:{_WORD} )?{_WHOM}\b){{0,2}}"
_NAMED = re.compile(
    rf"\b{_COUNT} (?:consecutive |eligible )?(?P<counted>(?:{_WORD} ){{0,5}}?{_BOTH}{_WHICH})|(?:^|(?:study|trial), )(?P<enrolled>(?:{_WORD} ){{0,5}}?{_BOTH}{_WHICH})\s?(?:\([^)]*\) )?(?:were|was) (?:\w+ly )?(?:randomi[sz]ed|randomly|enrolled|recruited|assigned|allocated|invited|followed|included|studied|assessed|examined|surveyed|interviewed|asked)",
    re.IGNORECASE,
)
_RANGE_GOES_ON = re.compile(rf"\s?{_DASH}\s?\d|[.,\u00b7]\d|\s(?:to|and)\s\d")
_LIST_GOES_ON = re.compile(r",\s[\w-]+(?:\s[\w-]+)?,?\s(?:and|or|[\w-]+,)\s")
_BARE = re.compile(
    rf"(?:eligible |enrolled |study |subsequent |consecutive |remaining |new )?{_WHOM}\s*", re.IGNORECASE
)
_COUNTS = re.compile(COUNT, re.IGNORECASE)
_NUMBER = re.compile(rf"{COUNT}\s+(?:consecutive(?:ly \w+)? |eligible )?", re.IGNORECASE)
_GROUP = re.compile(rf"(?P<group>(?:{_WORD} ){{0,5}}?{_BOTH}{_WHICH})", re.IGNORECASE)
_SOMEBODY = re.compile(
    r"^\S+(?:\s\S+)?\s(?P<whom>children|adolescents|women|men|girls|boys|infants|newborns|neonates|twins|mothers|fathers|parents|couples|families|students|pupils|teachers|nurses|physicians|workers|employees|farmers|veterans|athletes|smokers|caregivers|residents|inpatients|outpatients|survivors|households)$",
    re.IGNORECASE,
)
_RESULTS = re.compile(
    r"\b(?:found|demonstrate[sd]?|show(?:s|ed|n)?|suggests?|indicates?|conclude[sd]?|results?|findings?|revealed|observed|improved|effective|significant(?:ly)?|higher|lower)\b",
    re.IGNORECASE,
)
_AIMS = re.compile(
    r"\b(?:[Ww]e|[Tt]his (?:\w+ ){0,3}?(?:study|trial|paper|article|research|analysis|survey)|[Tt]he (?:present|current) (?:study|trial)|[Aa]im(?:s|ed)?|[Oo]bjectives?|[Pp]urpose|[Gg]oal|[Ii]n this \w+|was (?:to|designed)|were compared|was compared)\b|^To \w+|[.:] ?To \w+"
)
_AIMED = re.compile(
    rf"\b(?:in|among|of|for|from|on) (?P<aimed>(?!(?:\d|{'|'.join(NUMERALS)}))(?:{_WORD} ){{0,4}}?{_BOTH}{_WHICH})",
    re.IGNORECASE,
)
_HUMAN = r"(?:patients|adults|children|adolescents?|women|men|girls|boys|infants|neonates|newborns|mothers|fathers|parents|caregivers|students|pupils|nurses|workers|employees|teachers|physicians|veterans|soldiers|athletes|volunteers|participants|subjects|people|persons|individuals|survivors|outpatients|inpatients|residents|households|farmers|users|drivers|prisoners|refugees|smokers|youths?|couples|Americans|consumers|managers)"
_TITLE_WORD = r"(?:(?!(?:than|when|that|which|is|are|in|of|the|for|and|with|by|among|from|to|on|at|after|use|an?|versus|vs)\b)[\w'\u2019\u2010-\u2013-]+\s)"
_TITLED = re.compile(
    rf"\b(?:in|among|of|for|on|from)\s(?P<whom>{_TITLE_WORD}{{0,4}}?{_HUMAN}(?:\s(?:with|without|who|aged|undergoing|receiving|exposed to|living with|suffering from|at)\s[\w\s'\u2019,\u2010-\u2013-]+?)?)(?=\s*(?:$|[.:;?!(]|\s[\u2013\u2014-]\s|(?:is|are|was|a|and|in|by|during|treated|using)\b))",
    re.IGNORECASE,
)
_TITLED_END = re.compile(rf"(?:^|\s)(?P<whom>{_TITLE_WORD}{{1,4}}?{_HUMAN})(?=\s*(?:$|[.:?!]))", re.IGNORECASE)
_ILL = r"(?:diseases?|disorders?|syndromes?|deficienc(?:y|ies)|cancers?|carcinomas?|infections?|failure|injur(?:y|ies)|depression|asthma|diabetes|stroke|epilepsy|dementia|pain|headaches?|migraine|spasticity|dystonia|sclerosis|palsy|cramps|deafness|psychosis|anxiety|obesity|insomnia|[\w-]*(?:itis|emia|aemia|philia|osis|oma|pathy|plegia|trophy|algia|phrenia|lepsy|uria))"
_CONDITION = re.compile(
    rf"\b(?:in|for|(?:treatment|management|prophylaxis|prevention|therapy|care|treating) of|treating)\s(?P<whom>{_TITLE_WORD}{{0,4}}?{_ILL}(?:\s[A-Z]\b|\stype\s\w+)?)(?=\s*(?:$|[.:;?!(]|\s[\u2013\u2014-]\s))",
    re.IGNORECASE,
)
_GENERIC = frozenset(
    content_stems("patients people persons individuals subjects participants adults volunteers women men children")
)
_A_WORD = re.compile(r"[\w'\u2019]+(?:[\u2010-\u2013-][\w'\u2019]+)*")
_WILD = re.compile(
    rf"(?:^|\b(?:of|in|on|for|among|between|from)\s|:\s)(?P<whom>{_TITLE_WORD}{{0,2}}?(?:birds?|fish(?:es)?|bees|bumblebees|honeybees|colonies|insects|butterflies|beetles|mammals|amphibians|plants|trees|seedlings|woodlands|grasslands|forests|wetlands|communities|assemblages|pollinators|fungi|bacteria|microbiota|corals|reefs|phytoplankton|invertebrates|primates|bats|rodents|frogs|lizards|snakes|spiders|ants|wasps|orchids|grasses|shrubs|lichens|mosses))\b",
    re.IGNORECASE,
)
_LATIN = re.compile(
    r"(?<!\w)(?P<whom>(?:(?!(?:of|in|the|and|for|by|with|on|to|from|that|is|are|an?|both|between|species|we)\b)[a-z][\w-]+ ){1,2}\( ?(?P<latin>[A-Z][a-z]{3,} [a-z]{4,})(?: \(?(?:L|Mill|Moench|Lam|Merr)\.?\)?[^()]{0,15})? ?\))"
)
_THINGS = re.compile(rf"{COUNT}\s+(?P<what>(?:[\w'\u2019\u2010-\u2013-]+\s+){{1,6}}[\w-]+)", re.IGNORECASE)
_ANYBODY = re.compile(
    r"(?:patients?|participants|subjects|people|persons|individuals|adults|volunteers|users|humans?)", re.IGNORECASE
)
_PATIENT = re.compile(r"\b(?:patients?|man|woman|children|child|infected)\b", re.IGNORECASE)
_ANY_ILLNESS = re.compile(
    r"(?:(?:chronic|acute|severe|rare|common|this|these) )?(?:syndrome|disease|disorder|pain|infection|injury|cancer|failure|deficiency)s?",
    re.IGNORECASE,
)
_UNCLEAR_AGE = re.compile(r",?\saged\s[\d\W]*$")
_LONGEST, _ENDS = 110, " ,;:.-\u2013\u2014("
_END_WORD = re.compile(
    r"\s(?:with|without|who|of|in|and|or|the|an?|aged|their|whether|if|when|to|on|current|comorbid|concurrent|co-occurring|derived|both|undergoing|receiving|in comparison|according|complicated|(?:and )?scores)$",
    re.IGNORECASE,
)

# "Managing patients with pain": what is done to them is no part of who they are.
_DOING = re.compile(
    r"^(?:managing|treating|caring for|helping|assisting|counsel+ing|evaluating|supporting) ", re.IGNORECASE
)
_OPEN_END = re.compile(r" (?:who|which|that)(?: (?:had|have|has))?(?: (?:been|were|was|are|is))?$", re.IGNORECASE)
# Who or what only serves to show something, or is to make use of it.
_BY_THE_WAY = re.compile(
    r"\b(?:(?:obvious|good|classic|prime|typical|another|an) examples? (?:is|are|was|of)|(?:practical|useful|helpful) (?:tool|guide|framework|guidance)|tools? for)\b",
    re.IGNORECASE,
)


def find_population(
    sentences: Sequence[str], size: tuple[int, Datum] | None, title: str = ""
) -> tuple[int, Datum] | None:
    """Return whom or what a text says that it studied, with which sentence says so; None where that is not plain.

    It is sought where the number studied stands (`size`), then where people are said to have been allocated or enrolled,
    then in the aim, in the title if a sentence has its words, and where a species is named by its Latin name. People of
    whom nothing more is told than that they are patients or women are left out, and so is a text on studies.
    """
    if pools_studies(sentences):
        return None
    own = [
        (place, text)
        for place, text in enumerate(sentences)
        if not speaks_of_others(text) and not _BY_THE_WAY.search(text)
    ]
    for place, text, start, end in (*_find_counted(sentences, size), *_find_enrolled(own), *_find_aimed(own)):
        if told := _tell(place, text, start, end):
            return told
    return (
        find_titled_population(sentences, title)
        or _find_species(own)
        or _match(own, title, (_WILD,))
        or _find_bare(sentences, size)
    )


def _find_counted(sentences: Sequence[str], size: tuple[int, Datum] | None) -> Iterator[tuple[int, str, int, int]]:
    if size is None:
        return
    place, datum = size
    text = sentences[place]
    if len([*_COUNTS.finditer(text[datum.start : datum.end])]) > 1:
        return  # groups added up, of which neither is the whole
    number = _NUMBER.match(text, datum.start)
    if number and (group := _GROUP.match(text, number.end())):
        yield place, text, *group.span("group")
        return
    things = _THINGS.fullmatch(text[datum.start : datum.end])
    if things:
        yield place, text, datum.start + things.start("what"), datum.start + things.end("what")


def _find_bare(sentences: Sequence[str], size: tuple[int, Datum] | None) -> tuple[int, Datum] | None:
    """Return who were counted, where the one word for them tells an age, a sex, an office or an illness."""
    if size is None:
        return None
    place, datum = size
    match = _SOMEBODY.search(sentences[place][datum.start : datum.end])
    start, end = (datum.start + each for each in match.span("whom")) if match else (0, 0)
    return (place, Datum("population", sentences[place][start:end], start, end)) if match else None


def _find_enrolled(own: Sequence[tuple[int, str]]) -> Iterator[tuple[int, str, int, int]]:
    for place, text in own:
        if (found := _NAMED.search(text)) and found["enrolled"]:
            yield place, text, *found.span("enrolled")


def _find_aimed(own: Sequence[tuple[int, str]]) -> Iterator[tuple[int, str, int, int]]:
    for place, text in own:
        if _AIMS.search(text) and not _RESULTS.search(text):
            yield from ((place, text, *match.span("aimed")) for match in _AIMED.finditer(text))


def find_titled_population(sentences: Sequence[str], title: str) -> tuple[int, Datum] | None:
    """Return whom a title says that its study is on, with the sentence that has the words of it; None where none has.

    People come first, then those who have a condition that title and aim name ("in panic disorder").
    """
    texts = [*enumerate(sentences)]
    aims = [(place, text) for place, text in texts if _AIMS.search(text) and not _RESULTS.search(text)]
    return _match([*aims, *texts], title, (_TITLED, _TITLED_END)) or _match(aims, title, (_CONDITION,))


def find_reviewed_population(sentences: Sequence[str], title: str) -> tuple[int, Datum] | None:
    """Return whom a review says that its studies were on: in its title, or in its aim."""
    if titled := find_titled_population(sentences, title):
        return titled
    for place, text, start, end in _find_aimed([*enumerate(sentences)]):
        if told := _tell(place, text, start, end):
            return told
    return _match([*enumerate(sentences)], title, (_CONDITION,))


def _match(texts: Sequence[tuple[int, str]], title: str, cues: Sequence[re.Pattern[str]]) -> tuple[int, Datum] | None:
    for match in (match for cue in cues for match in cue.finditer(title)):
        whom = _DOING.sub("", " ".join(match["whom"].split()).strip(_ENDS))
        stems = {*content_stems(whom)} - _GENERIC or {*content_stems(whom)}
        if (
            not stems
            or _ANYBODY.fullmatch(whom)
            or _ANY_ILLNESS.fullmatch(whom)
            or len(whom) > _LONGEST
            or whom.isupper()
        ):
            continue
        for place, text in texts:
            words = [word for word in _A_WORD.finditer(text) if {*content_stems(word[0])} & stems]
            if {stem for word in words for stem in content_stems(word[0])} >= stems:
                return place, Datum("population", _settle(whom, texts), words[0].start(), words[-1].end())
    return None


def _settle(whom: str, texts: Sequence[tuple[int, str]]) -> str:
    """Return words of a title in lower case where the text has them so."""
    known = {word for _, text in texts for word in re.findall(r"[\w\u2019'-]+", text)} | {"with", "and"}
    return " ".join(word.lower() if word.lower() in known else word for word in whom.split())


def _find_species(own: Sequence[tuple[int, str]]) -> tuple[int, Datum] | None:
    """Return the one species that a text on itself names with its Latin name; None where there are several."""
    if any(_PATIENT.search(text) for _, text in own):
        return None  # a species that bit or infected them
    found = [(place, text, match) for place, text in own for match in _LATIN.finditer(text)]
    if len({match["latin"] for _, _, match in found}) != 1:
        return None
    place, _, match = found[0]
    return place, Datum("population", " ".join(match["whom"].split()), *match.span("whom"))


def _tell(place: int, text: str, start: int, end: int) -> tuple[int, Datum] | None:
    """Return the words as a datum; None where they name nobody in particular or go on too long to be sure of."""
    end = start + len(_UNCLEAR_AGE.sub("", text[start:end].rstrip(_ENDS)))
    while cut := _END_WORD.search(text[start:end]):
        end = start + cut.start()
    start += len(text[start:end]) - len(_DOING.sub("", text[start:end]))
    end = start + len(_OPEN_END.sub("", text[start:end]))
    said = text[start:end]
    # An age without its unit goes on in words that are not understood here.
    if (
        _BARE.fullmatch(said)
        or said[-1].isdigit()
        or _RANGE_GOES_ON.match(text, end)
        or _LIST_GOES_ON.match(text, end)
        or said.endswith("criteria")
        or len(said) > _LONGEST
        or said.count("(") != said.count(")")
    ):
        return None
    return place, Datum("population", " ".join(said.split()), start, end)
