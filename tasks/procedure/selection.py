"""How works were chosen: by which rules, in which order, by whom, and which of the relevant ones were kept."""

from __future__ import annotations

from storage.records.criteria import Criterion
from tasks.procedure.facts import Facts, escape_words
from tasks.procedure.left_out import tell_left_out
from tasks.procedure.search import tell_eligibility
from tasks.text.numbers import join_phrases

_REACHED_ALL = "In each stage everything found so far was screened, best first."
_ORDER_BY_RULE = [
    (
        "In each stage everything found so far was screened best first, and {not_reached:work/works} ranked too low to "
        "be reached."
    ),
    (
        "The order combines how well a work's words match those of the review (BM25), its links to the best-matching "
        "works, and a classifier of words and references trained on the twenty best (pseudo-relevance feedback)."
    ),
]
_ORDER_BY_MODEL = [
    (
        "Works were screened best first, in an order given by words shared with the review, by links, and by a "
        "classifier that learned from the decisions made so far."
    ),
    "In that order {not_reached:work/works} ranked too low to be reached.",
]
_NO_MODEL = "No language model took part in these judgements, which are reproducible."
_JUDGED_BY_RULE = [
    "Relevance was judged by a score.",
    (
        "It combines two similarities of sentence embeddings (to the review's statement, and to its best first hits), "
        "the place in that order, links to and co-citation with works already found relevant, and citations per year."
    ),
]
_JUDGED_BY_MODEL = [
    (
        "A language model gave each work a relevance score against the topic and the questions of the review, with its "
        "links to relevant works as context, and a score above the threshold included it."
    ),
]
_SET_ASIDE = (
    "A language model had judged {judgements_set_aside:work/works} before, and these judgements were set aside, since "
)
_INCLUDED_NONE = "it included none of the {trial_works} that it was asked about first, the most promising."
_JUDGED_FEW = "it gave no valid judgement of {trial_unjudged} of the {trial_works} that it was asked about first."
KEPT = (
    "Of the works judged relevant {kept_share} are in the corpus, which thus holds an estimated {recall_kept} "
    "({recall_kept_low} to {recall_kept_high}) of the works that would be judged relevant."
)
_OF_OTHER_LANGUAGES = (
    "Of these {of_other_languages:work was/works were} in a language not admitted; works whose language is neither "
    "stated nor could be detected stayed."
)
_DETECTED = (
    "The language of {languages_detected:work/works}, which no record states, was detected from title and abstract by "
    "a program (py3langid)."
)
_LEFT_OUT_AS_DETECTED = "Of those left out for their language, that of {of_detected_languages:work/works} was detected."
KEPT_ALL = "All works judged relevant are in the corpus, so the same estimate holds for it."


def tell_selection(facts: Facts) -> list[str]:
    """Return templates on how works were judged and which of them the corpus holds."""
    return [
        *tell_eligibility(facts),
        (
            "By stated rules on years, language, type, terms and retraction {rule_excluded:work was/works were} left "
            "out before screening."
        ),
        (
            "Of these {no_single_works:record/records} stood for no single work but for a volume of abstracts, front "
            "or back matter or a notice of correction; the appendix lists them."
        ),
        _OF_OTHER_LANGUAGES if facts.procedure.languages and facts.count("of_other_languages") else "",
        _DETECTED,
        _LEFT_OUT_AS_DETECTED,
        "" if facts.count("not_reached") or not facts.count("screened") else _REACHED_ALL,
        *(_ORDER_BY_MODEL if facts.judged_by_model else _ORDER_BY_RULE),
        "Each of the {screened:work/works} screened was judged on title and abstract.",
        *_tell_scores(facts),
        *tell_criteria(facts),
        (
            "Because of three or more citations or references in common with relevant works {by_structure:work "
            "was/works were} included whatever the score."
        ),
        (
            "When the search had ended, {by_bound:further work was/further works were} included by a lower score, down "
            "to {by_bound_from}, to take in 85% of what is expected to be relevant among the works screened; what to "
            "expect was learned on other reviews."
        ),
        *tell_people(facts),
        "The user had named {named:work/works} as belonging here beforehand, which needed no score.",
        "In screening, {excluded:work was/works were} excluded.",
        "On {unsure:work/works} no judgement was reached; they were not used."
        if facts.judged_by_model
        else "On {unsure:work/works} the score was undecided; they were not used.",
        (
            "The quality tier “{quality}” set the limits: {tier_stages:stage/stages} of snowballing and "
            "{tier_works:work/works}."
        ),
        "In this way {relevant:work was/works were} judged relevant.",
        *tell_left_out(facts),
        (
            "Reading the draft for gaps led to {expansions:further search/further searches}, which brought "
            "{expansion_works:work/works} into the corpus on top of the tier's limit; the appendix says for which gaps."
        ),
        "The corpus holds {corpus:work/works}, published between {first_year} and {last_year}.",
        *tell_kept(facts),
        *tell_retractions(facts),
        "" if facts.count("not_retrieved") else "Open access was never a condition for inclusion.",
    ]


def _tell_scores(facts: Facts) -> list[str]:
    """Return templates on what the relevance of a work was judged by."""
    if facts.judged_by_model:
        return _JUDGED_BY_MODEL
    return [*_JUDGED_BY_RULE, *(tell_set_aside(facts) if facts.by_model else [_NO_MODEL])]


def tell_set_aside(facts: Facts) -> list[str]:
    """Return the template on judgements of a language model that were set aside, and why."""
    is_mute = 2 * facts.count("trial_unjudged") > facts.count("trial_works")
    return [_SET_ASIDE + (_JUDGED_FEW if is_mute else _INCLUDED_NONE)]


def tell_criteria(facts: Facts) -> list[str]:
    """Return templates on the criteria that works were held against one by one, and on who proposed them."""
    criteria = [Criterion.read(line) for line in facts.procedure.criteria]
    if not criteria:
        return []
    if not facts.judged_by_model:
        return [UNREAD_CRITERIA]
    told = []
    for kind, opening in (("include", "Works were to meet"), ("exclude", "Works were not to meet")):
        if texts := [f"“{escape_words(one.text)}”" for one in criteria if one.kind == kind]:
            told.append(f"{opening} {join_phrases(texts)}.")
    people = "person" in facts.procedure.criteria_by
    model = set(facts.procedure.criteria_by) - {"person"}
    proposer = "a person and the language model" if people and model else "a person" if people else "the language model"
    when = "before anything was screened"
    if facts.procedure.criteria_amended:
        when = "and amended in the course of the review"
        told.append(
            "Works screened before an amendment of the criteria were judged again where it could change their verdict."
        )
    return [
        *told,
        (
            f"These criteria were stated by {proposer} {when}, and the language model held each work against them one "
            "by one."
        ),
        "What title and abstract leave open about a criterion was to leave no work out.",
        "By these criteria {excluded_by_criteria:work was/works were} left out; the appendix tells how many by each.",
    ]


def tell_people(facts: Facts) -> list[str]:
    """Return templates on what people judged in screening, or that nobody did."""
    other = ["No second model screened the works."] if facts.judged_by_model else []
    if not facts.count("judged_by_people"):
        return ["No human screened the works, and no second model did." if facts.judged_by_model else _NOBODY]
    judge = "the language model" if facts.judged_by_model else "the score"
    overturned = (
        f"On {{overturned}} of these works the person decided otherwise than {judge}, and the person's verdict stands."
        if facts.count("overturned")
        else f"In all of these the person's verdict was that of {judge}."
    )
    if facts.count("judged_jointly"):
        return [
            *tell_screeners(judge),
            overturned.replace("the person", "people").replace("person's", "people's"),
            *other,
        ]
    return ["Of the works screened, a person judged {judged_by_people} as well.", overturned, *other]


def tell_screeners(judge: str) -> list[str]:
    """Return templates on several people who screened the same works by name, and on how far they agreed.

    `judge` says whose judgement of the works they were not shown either.
    """
    return [
        "Of the works screened, people judged {judged_by_people} as well.",
        "Each work was to be judged by {screeners_required} of {screener_people:person/people} who screened by name.",
        (
            "Two people or more judged {judged_jointly} of these independently: nobody was shown what others or "
            f"{judge} said of a work before having judged it."
        ),
        "Each two of them gave the same verdict on {pair_percent} of the works that both judged.",
        "Cohen's kappa of their verdicts, by pair, is {pair_kappa}; the appendix has the pairs.",
        "On {judged_differently:work/works} their verdicts differed, or left it open.",
        "A third person decided on {decided_by_third:of these works/of these works}.",
        "By a consensus of those who differed {decided_by_consensus:of these works was/of these works were} decided.",
        (
            "On {open_conflicts:of these works/of these works} people have not decided yet, and nothing but people "
            "will: they are not in the corpus."
        ),
    ]


UNREAD_CRITERIA = (
    "The criteria stated beforehand were not applied, since a score cannot tell whether a work meets them; they remain "
    "for the reader to apply."
)
_NOBODY = "No person judged the works."


def tell_kept(facts: Facts) -> list[str]:
    """Return templates on the share of the relevant works that was kept, and on the recall of the corpus."""
    if "recall" not in facts.numbers:
        return ["Of the works judged relevant {kept_share} are in the corpus."] if facts.count("beyond_tier") else []
    return [KEPT_ALL if facts.numbers.get("kept_share") == 1 else KEPT]


def tell_retractions(facts: Facts) -> list[str]:
    """Return templates on where retractions were looked for, and what is cited despite one."""
    where = "the records of the catalogue"
    where += " and the notices that Crossref holds" if facts.procedure.notices_asked else ""
    return [
        f"Whether a work had been retracted was read from {where}.",
        "Since the review is about retractions, {retracted_kept:retracted work was/retracted works were} kept.",
    ]
