"""False statements about how a review was made, as a careless editor or a model would write them.

They are worded apart from the check that has to find them: numbers changed where they stand, sentences taken out or
turned round, and statements in other words, each false by the review's own record.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

from tasks.procedure.facts import Facts

_FIELD = re.compile(r"\{(\w+)\}")
_NUMBER = re.compile(r"(?<![\w.@/-])\d[\d,]*(?:\.\d+)?(?![\w@/-])")
_OWN_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z“])")
_METHODS, _BODY_ENDS, _APPENDIX = "\n## Methodology\n", "\n## References\n", "\n## Appendix\n"
_PLACES = ("## Abstract", "## Methodology", "### Scope", "### Limitations of this review")
_ROW_NUMBER = re.compile(r"(?<=\| )\d[\d,]*(?= \|)")
_DRAWN = re.compile(r">n = (\d[\d,]*)<")
_THEME_SIZE = re.compile(r"(?<=\()\d+(?= works?\))")
# What a reader must be told of, where it is so.
_TOLD = (
    "asked only for works cited", "more works matched", "No person judged", "No human screened", "a person judged",
    "beyond the tier's size", "stood too low", "are in the corpus, which", "No full text was read", "Languages were",
    "No person named", "a person gave", "The search ended because", "project note", "had been retracted was read",
    "risk of bias", "decided otherwise", "left out before screening", "brought up to date", "without a human judge",
)  # fmt: skip
_FEW = 10_000


@dataclass(frozen=True, slots=True)
class Wording:
    """A statement in other words, and when it is false; `{name}` in it is a count that is not the review's."""

    kind: str
    text: str
    is_false: Callable[[Facts], bool]


@dataclass(frozen=True, slots=True)
class Plant:
    """A review with one false statement in it: its kind, the statement, the whole text and the PRISMA picture."""

    kind: str
    sentence: str
    markdown: str
    picture: str


def _count(name: str) -> Callable[[Facts], int]:
    return lambda facts: facts.count(name)


def _always(_: Facts) -> bool:
    return True


def _without_people(facts: Facts) -> bool:
    return not facts.count("judged_by_people")


def _with_people(facts: Facts) -> bool:
    return not _without_people(facts)


def _by_rule(facts: Facts) -> bool:
    return not facts.by_model


def _by_model(facts: Facts) -> bool:
    return facts.by_model


def _more(name: str, least: int = 1) -> Callable[[Facts], bool]:
    return lambda facts: facts.count(name) >= least


def _none(name: str) -> Callable[[Facts], bool]:
    return lambda facts: not facts.count(name)


def _no_full_text(facts: Facts) -> bool:
    return not facts.count("with_full_text")


def _themes_untouched(facts: Facts) -> bool:
    return not facts.procedure.themes_revised


def _themes_touched(facts: Facts) -> bool:
    return facts.procedure.themes_revised > 0


def _any_language(facts: Facts) -> bool:
    return not facts.procedure.languages


def _any_year(facts: Facts) -> bool:
    return facts.procedure.from_year is None and facts.procedure.to_year is None


def _has_books(facts: Facts) -> bool:
    return "book" in facts.procedure.strategies


def _has_grey(facts: Facts) -> bool:
    return facts.procedure.grey


def _no_grey(facts: Facts) -> bool:
    return not facts.procedure.grey


def _is_quick(facts: Facts) -> bool:
    return facts.numbers.get("quality") == "quick"


def _is_dry(facts: Facts) -> bool:
    return facts.numbers.get("stop_reason") == "dry_round"


def _is_not_dry(facts: Facts) -> bool:
    return not _is_dry(facts)


def _cut(facts: Facts) -> bool:
    return facts.count("beyond_tier") > 0


def _not_cut(facts: Facts) -> bool:
    return not _cut(facts)


def _estimated(facts: Facts) -> bool:
    return "recall" in facts.numbers


def _fell_short(facts: Facts) -> bool:
    return _estimated(facts) and float(facts.numbers["recall"]) < 0.97  # noqa: PLR2004 - what rounding would forgive


def _kept_part(facts: Facts) -> bool:
    return _estimated(facts) and float(facts.numbers.get("kept_share", 1)) < 0.97  # noqa: PLR2004 - as above


WORDINGS = (
    # Who judged.
    Wording("people screened", "Two reviewers independently screened all titles and abstracts.", _without_people),
    Wording("people screened", "Screening was carried out by hand by the first author.", _without_people),
    Wording("people screened", "Every inclusion was confirmed by a human reader before it entered the corpus.", _without_people),
    Wording("people screened", "Disagreements between the screeners were resolved by discussion.", _without_people),
    Wording("people screened", "A subject librarian double-checked a sample of the exclusions.", _without_people),
    Wording("people screened", "The decisions of the ranking were reviewed manually by a domain expert.", _without_people),
    Wording("people screened", "Borderline records were adjudicated by a third researcher.", _without_people),
    Wording("people screened", "In total {judged_by_people} works were judged by people.", _without_people),
    Wording("people screened", "Inter-rater agreement between the two coders was substantial.", _without_people),
    Wording("nobody screened", "The works were selected without any human involvement.", _with_people),
    Wording("nobody screened", "Screening was fully automatic, and nobody looked at its decisions.", _with_people),
    Wording("nobody screened", "No person judged the works.", _with_people),
    Wording("nobody screened", "Relevance was scored without a human judge.", _with_people),
    Wording("nobody screened", "All inclusion decisions rest on the machine alone.", _with_people),
    Wording("nobody screened", "None of the screening decisions was checked by a person.", _with_people),
    Wording("how many people judged", "A person judged {judged_by_people} of the works as well.", _with_people),
    Wording("how many people judged", "Human verdicts are on record for {judged_by_people} works.", _with_people),
    Wording("a model judged", "Relevance was judged by a large language model.", _by_rule),
    Wording("a model judged", "GPT-4 was used to screen titles and abstracts.", _by_rule),
    Wording("a model judged", "An AI assistant decided which abstracts were relevant.", _by_rule),
    Wording("no model judged", "No language model took part in these judgements.", _by_model),
    Wording("no model judged", "The selection was made by rules alone, without any language model.", _by_model),
    Wording("two models", "Each work was screened by two language models independently.", _by_model),
    Wording("no model wrote", "The text was assembled without a language model.", _by_model),
    Wording("a model wrote", "The sections were drafted by a language model and then edited.", _by_rule),
    # What was searched.
    Wording("databases", "Scopus and Web of Science were searched as well.", _always),
    Wording("databases", "Searches were run in PubMed, Embase and PsycINFO.", _always),
    Wording("databases", "Google Scholar was consulted for further records.", _always),
    Wording("databases", "Three bibliographic databases were searched.", _always),
    Wording("queries", "The catalogue was asked {queries} questions in all.", _always),
    Wording("queries", "A total of {queries} search strings were used.", _always),
    Wording("queries", "Altogether {queries} queries were sent to the catalogue.", _always),
    Wording("citation filter", "No query was limited by the number of citations.", _more("queries_by_citations")),
    Wording("citation filter", "Works were found however seldom they had been cited.", _more("queries_by_citations")),
    Wording("citation filter", "Some queries asked only for works with more than {cited_by_over} citations.", _more("queries_by_citations")),
    Wording("citation filter", "All queries were sent without filters.", _more("queries_by_citations")),
    Wording("citation filter", "In {queries_by_citations} of the queries a minimum number of citations was required.", _more("queries_by_citations")),
    Wording("hits cut", "Every hit of every query was taken over.", _more("queries_capped")),
    Wording("hits cut", "From each query the best {query_limit} hits were kept.", _more("queries_capped")),
    Wording("found", "The searches returned {discovered} records.", _always),
    Wording("found", "Altogether {discovered} publications were identified.", _always),
    Wording("duplicates", "After removal of {duplicates} duplicates the records were screened.", _always),
    Wording("duplicates", "Deduplication removed {duplicates} records.", _always),
    Wording("books", "Books were not searched.", _has_books),
    Wording("books", "The search was confined to journal articles; monographs and handbooks were left aside.", _has_books),
    Wording("stages", "Snowballing was repeated for {stages} rounds.", _always),
    Wording("stages", "Citation chasing went through {stages} iterations.", _always),
    Wording("stages", "No snowballing was done.", _more("stages")),
    Wording("stages", "References were followed backward only; citing works were not looked at.", _more("stages")),
    Wording("stages", "A single round of citation searching was carried out.", _more("stages", 2)),
    Wording("coverage", "In the last stage 37.5% of the works screened were relevant.", _always),
    Wording("stop", "The search was exhausted: nothing was left to screen.", _is_not_dry),
    Wording("stop", "The search ended when the tier's last stage was done.", _is_dry),
    Wording("stop", "Saturation was not reached, since the budget for screening ran out first.", _is_dry),
    Wording("recall", "The search is estimated to have met 74.2% of the relevant works.", _estimated),
    Wording("recall", "Estimated recall of the search was 61%.", _estimated),
    Wording("recall", "It is certain that no relevant work was missed.", _fell_short),
    Wording("recall", "The estimated sensitivity of the search is 0.55.", _estimated),
    Wording("recall of the corpus", "The corpus holds an estimated {recall_of_found} of all relevant works.", _kept_part),
    Wording("recall of the corpus", "An estimated {recall_of_found} of the relevant literature is contained in the corpus.", _kept_part),
    Wording("dates", "The search was last run on 3 May 2017.", _always),
    Wording("dates", "Searches were conducted in March 2012.", _always),
    Wording("dates", "The catalogue was searched as it stood in 1998.", _always),
    Wording("dates", "Only works published since 2001 were eligible.", _any_year),
    Wording("dates", "The search covered the years 1990 to 2010.", _any_year),
    Wording("dates", "The works of the corpus appeared between 1951 and 1987.", _always),
    Wording("languages", "Only works in English were considered.", _any_language),
    Wording("languages", "Publications in German, French and English were eligible.", _any_language),
    Wording("languages", "Non-English records were excluded.", _any_language),
    Wording("grey literature", "Preprints and dissertations were admitted.", _no_grey),
    Wording("grey literature", "Grey literature was excluded.", _has_grey),
    Wording("grey literature", "Only peer-reviewed publications were eligible.", _has_grey),
    # What was chosen.
    Wording("screened", "Titles and abstracts of {screened} works were screened.", _always),
    Wording("screened", "Altogether {screened} abstracts were assessed for relevance.", _always),
    Wording("screened", "The works were screened on their full texts.", _no_full_text),
    Wording("order", "Works were screened in random order.", _always),
    Wording("excluded", "Of the works screened, {excluded} were rejected.", _always),
    Wording("excluded", "Screening led to the exclusion of {excluded} records.", _always),
    Wording("unsure", "On {unsure} works no decision could be reached.", _always),
    Wording("unsure", "Works on which the score was undecided were included.", _more("unsure")),
    Wording("reached", "Every work that the searches found was screened.", _more("not_reached")),
    Wording("reached", "In the ranking, {not_reached} works stood too low to be looked at.", _always),
    Wording("rules", "Rules on years, language and type removed {rule_excluded} works before screening.", _always),
    Wording("relevant", "In this way {relevant} publications were deemed relevant.", _always),
    Wording("corpus", "The final corpus comprises {corpus} works.", _always),
    Wording("corpus", "Ultimately {corpus} studies were included in the review.", _always),
    Wording("corpus", "The review rests on {corpus} publications.", _always),
    Wording("beyond the tier", "All relevant works found are part of the corpus.", _cut),
    Wording("beyond the tier", "No relevant work had to be left out for want of room.", _cut),
    Wording("beyond the tier", "For lack of space {beyond_tier} relevant works were set aside.", _always),
    Wording("tier", "The quality tier “comprehensive” set the limits for stages and works.", _is_quick),
    Wording("tier", "The review was made at the standard tier.", _is_quick),
    Wording("tier", "At most {tier_works} works could enter the corpus.", _always),
    Wording("tier", "The tier allowed {tier_stages} stages of snowballing.", _always),
    Wording("named", "The user supplied {named} works that were included from the start.", _always),
    Wording("open access", "Only works in open access were included.", _always),
    Wording("open access", "Publications behind a paywall were not eligible.", _always),
    Wording("retractions", "Three retracted works were found and removed from the corpus.", _none("retracted")),
    Wording("retractions", "Retracted works were kept in the corpus.", _always),
    Wording("retractions", "No check for retractions was made.", _always),
    # What was read and written.
    Wording("full texts", "The full texts of all included works were read.", _no_full_text),
    Wording("full texts", "Full texts were obtained for {with_full_text} works.", _no_full_text),
    Wording("full texts", "PDFs of the included studies were downloaded and parsed.", _no_full_text),
    Wording("full texts", "The summaries rest on complete articles, not on abstracts.", _no_full_text),
    Wording("texts", "For {without_abstract} works no abstract was available.", _always),
    Wording("texts", "An abstract or other text was at hand for {with_abstract} works.", _always),
    Wording("findings", "This yielded {findings} findings.", _always),
    Wording("findings", "The statements rest on {quotes} verbatim quotations.", _always),
    Wording("findings", "Statements were paraphrased, and no quotations were kept.", _more("quotes")),
    Wording("themes", "The works fall into {themes} themes.", _always),
    Wording("themes", "Clustering gave {themes} groups of works.", _always),
    Wording("theme names", "The names of the themes were chosen by a person.", _themes_untouched),
    Wording("theme names", "Themes were named by the authors of this review.", _themes_untouched),
    Wording("theme names", "The labels of the themes were revised by hand.", _themes_untouched),
    Wording("theme names", "The themes stand as the clustering gave them; nobody renamed any.", _themes_touched),
    Wording("theme names", "No person named, merged or dropped themes.", _themes_touched),
    Wording("theme names", "Theme labels were generated by a language model.", _by_rule),
    Wording("coding", "Themes were derived by manual coding of the abstracts.", _themes_untouched),
    Wording("appraisal", "The risk of bias of each study was assessed with the Cochrane tool.", _always),
    Wording("appraisal", "The quality of the included studies was appraised with GRADE.", _always),
    Wording("appraisal", "Effect sizes were pooled in a random-effects meta-analysis.", _always),
    Wording("registration", "The protocol was registered in PROSPERO before the search.", _always),
    Wording("updates", "The review has not been updated since it was first written.", _more("updates")),
    Wording("updates", "Since it was written, the review was updated {updates} times.", _always),
)  # fmt: skip


def list_wordings(facts: Facts, random: Random) -> list[tuple[str, str]]:
    """Return the statements in other words that are false of a review, as (kind, sentence)."""
    return [(one.kind, _fill(one.text, facts, random)) for one in WORDINGS if one.is_false(facts)]


def _fill(text: str, facts: Facts, random: Random) -> str:
    """Return a wording with counts that are no count of the review; `recall_of_found` is that of the search."""

    def choose(match: re.Match[str]) -> str:
        if match[1] == "recall_of_found":
            return f"{100 * float(facts.numbers['recall']):.1f}%"
        return f"{_invent(facts.count(match[1]), facts, random):,}"

    return _FIELD.sub(choose, text)


def _invent(true: int, facts: Facts, random: Random) -> int:
    """Return a count as a slip would make it: near, doubled, with digits exchanged, or another count of the review."""
    digits = str(true)
    others = [value for value in facts.numbers.values() if isinstance(value, int) and 1 < value < _FEW]
    slips = [true + 1, true + 7, max(2, true - 3), 2 * true + 2, int(digits[::-1] or 0), random.choice([*others, true])]
    return random.choice([slip for slip in slips if slip > 1 and slip != true] or [true + 2])


_TURNS = (
    (r"^No (\w+)", r"A \1"),
    (r"\bnot admitted\b", "admitted"),
    (r"\bwere not restricted\b", "were restricted to English"),
    (r"\bbackward\b", "only forward"),
    (r"\bnever\b", "always"),
    (r"\bwithout a human judge\b", "by a human judge"),
    (r"\band by no person\b", "and by two people"),
    (r"\bbest first\b", "in random order"),
    (r"\bof any year\b", "of the last ten years"),
    (r"\beach tied to a verbatim quotation\b", "most of them without a quotation"),
    (r"\bis extractive\b", "is a meta-analysis"),
    (r"\bverbatim\b", "paraphrased"),
    (r"\bwas not appraised\b", "was appraised"),
    (r"\bwas not assessed\b", "was assessed"),
    (r"\bby a language model\b", "by a human reader"),
    (r"\btitle and abstract\b", "full text"),
)


def plant_all(markdown: str, picture: str, facts: Facts, random: Random) -> Iterator[Plant]:
    """Yield copies of a review, each with one false statement: in other words, with a number or a turn, or left out."""
    own = list(_list_own(markdown))
    for kind, sentence, changed in (
        *_plant_wordings(markdown, facts, random),
        *_plant_numbers(markdown, own, facts, random),
        *_plant_turns(markdown, own),
        *_plant_omissions(markdown, own),
        *_plant_rows(markdown, facts, random),
    ):
        if changed != markdown:
            yield Plant(kind, sentence, changed, picture)
    for match in random.sample(list(_DRAWN.finditer(picture)), 3):
        fresh = _slip(match[1], facts, random)
        drawn = f"{picture[: match.start(1)]}{fresh}{picture[match.end(1) :]}"
        yield Plant("PRISMA count changed", fresh, markdown, drawn)


def _list_own(markdown: str) -> Iterator[str]:
    """Yield the sentences without citation of notes, abstract, methodology and limits."""
    body = markdown.split(_BODY_ENDS, maxsplit=1)[0]
    for part in re.split(r"\n(?=#{2,3} |> \*\*Note)", body):
        heading, _, text = part.partition("\n")
        if heading.startswith(">"):
            yield heading.removeprefix("> **Note.** ")
        elif heading.lstrip("# ") in {"Abstract", "Limitations of this review", *_METHOD_PARTS}:
            yield from (one for block in text.split("\n\n") for one in _OWN_SENTENCE.split(block.strip()) if one[:1] != "!")


_METHOD_PARTS = ("Search strategy", "Selection criteria", "Data extraction", "Synthesis approach")
Change = tuple[str, str, str]


def _plant_wordings(markdown: str, facts: Facts, random: Random) -> Iterator[Change]:
    """Yield each false statement put at the end of a paragraph where a review speaks of its methods."""
    places = [place for place in _PLACES if f"\n{place}" in markdown]
    for kind, sentence in list_wordings(facts, random):
        heading = random.choice(places)
        start = markdown.index(f"\n{heading}")
        end = markdown.index(f"\n{heading.split()[0]} ", start + 1)
        blocks = [block for block in markdown[start:end].split("\n\n") if block and block.lstrip()[0] not in "#!"]
        place = random.choice(blocks)
        yield kind, sentence, markdown.replace(place, f"{place.rstrip()} {sentence}", 1)


def _plant_numbers(markdown: str, own: list[str], facts: Facts, random: Random) -> Iterator[Change]:
    """Yield each sentence that holds a number in digits with one of them changed."""
    for sentence in own:
        places = [match for match in _NUMBER.finditer(sentence) if not match[0].endswith(",")]
        if places:
            chosen = random.choice(places)
            fresh = _slip(chosen[0], facts, random)
            changed = sentence[: chosen.start()] + fresh + sentence[chosen.end() :]
            kind = "theme size changed" if _THEME_SIZE.search(sentence) else "number changed"
            yield kind, changed, _replace(markdown, sentence, changed)


def _plant_turns(markdown: str, own: list[str]) -> Iterator[Change]:
    """Yield each sentence that can be turned round, turned round."""
    for sentence in own:
        for pattern, replacement in _TURNS:
            turned = re.sub(pattern, replacement, sentence, count=1)
            if turned != sentence:
                yield "turned round", turned, _replace(markdown, sentence, turned)


def _plant_omissions(markdown: str, own: list[str]) -> Iterator[Change]:
    """Yield the review without one sentence that tells of a limit."""
    start = markdown.index(_METHODS)
    methods = markdown[start : markdown.index("\n## ", start + 1)]
    for sentence in own:
        if sentence in methods and any(words in sentence for words in _TOLD):
            yield "left out", sentence, _replace(markdown, sentence, "")


def _plant_rows(markdown: str, facts: Facts, random: Random) -> Iterator[Change]:
    """Yield rows of the appendix with a number changed, and rows left out."""
    before, _, appendix = markdown.partition(_APPENDIX)
    tables = appendix.split("### Problems met")[0]
    rows = [line for line in tables.splitlines() if line.startswith("| ") and _ROW_NUMBER.search(line)]
    for row in random.sample(rows, min(6, len(rows))):
        found = _ROW_NUMBER.search(row)
        if found and appendix.count(row) == 1:
            changed = row[: found.start()] + _slip(found[0], facts, random) + row[found.end() :]
            yield "row of the appendix changed", changed, before + _APPENDIX + appendix.replace(row, changed)
    for row in random.sample(rows, min(2, len(rows))):
        yield "row of the appendix left out", row, before + _APPENDIX + appendix.replace(f"{row}\n", "", 1)


def _replace(markdown: str, sentence: str, changed: str) -> str:
    """Return the review with a sentence changed; as it is where the sentence stands in it more than once."""
    return markdown.replace(sentence, changed) if markdown.count(sentence) == 1 else markdown


def _slip(number: str, facts: Facts, random: Random) -> str:
    if "." in number:
        value = float(number)
        return f"{random.choice([value / 2, max(0.0, value - 11.3), 100 - value / 3]):.1f}"
    value = int(number.replace(",", ""))
    if "," not in number and value in range(1800, 2100):
        return str(value + random.choice([-11, -6, -3, 4, 9]))
    return f"{_invent(value, facts, random):,}"
