"""False statements about how a review was made, in the words of a careless editor or a model, each with when it is false."""

# ruff: noqa: E501 -- a statement reads best on one line, as in a table

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tasks.procedure.facts import Facts


@dataclass(frozen=True, slots=True)
class Wording:
    """A statement in other words, and when it is false; `{name}` in it is a count that is not the review's."""

    kind: str
    text: str
    is_false: Callable[[Facts], bool]


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


def _estimated(facts: Facts) -> bool:
    return "recall" in facts.numbers


def _fell_short(facts: Facts) -> bool:
    return _estimated(facts) and float(facts.numbers["recall"]) < 0.97


def _kept_part(facts: Facts) -> bool:
    return _estimated(facts) and float(facts.numbers.get("kept_share", 1)) < 0.97


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
