"""What was read of the works, what was taken from it, and how it was put together."""

from __future__ import annotations

from storage.records.data_items import read_items
from tasks.procedure.facts import Facts
from tasks.text.cleaning import escape_markdown
from tasks.text.numbers import join_phrases

_TAKEN_BY_RULE = [
    (
        "From each text, sentences were selected by cue phrases, by their place and by their closeness to the text as "
        "a whole, and sorted into findings, methods, limitations, questions for further research and background."
    ),
    "This gave {findings:statement/statements} resting on {quotes:quotation/quotations}.",
    "Every quotation is verbatim and is kept with its position in the source text.",
    (
        "For {sources_note} of the works the text is a project note, not the authors' words: a short description "
        "written for this project from the record of the work."
    ),
]
_TAKEN_BY_MODEL = [
    (
        "A language model summarised each text into key findings, methodology, limitations, questions for further "
        "research and themes."
    ),
    (
        "Every finding had to come with a verbatim quotation, which was looked up in the source text and refused if it "
        "was not found there."
    ),
    "This gave {findings:finding/findings} resting on {quotes:quotation/quotations}.",
    "For {sources_note} of the works the text is a project note, not the authors' words.",
]
_WRITTEN_BY_RULE = [
    (
        "The review is extractive: its sentences about the literature are sentences of the sources, given as they "
        "stand or lightly trimmed, with the authors named and the work cited."
    ),
    (
        "What the next sentence of its text turns, limits or takes back is told with that sentence or not at all, as "
        "far as cue words show."
    ),
    (
        "Trimming removes linking words such as “moreover” or “also” and brackets with test statistics, and replaces "
        "“we” or “this study” with the authors' names; sentences that could not be trimmed safely are given in "
        "quotation marks."
    ),
]
_WRITTEN_BY_MODEL = [
    "The sections were written by a language model from the findings of each theme's works.",
    (
        "Every sentence about the literature was checked by program: that its citations name works and findings of the "
        "corpus, that it shares words with the findings it cites, and that its numbers stand there."
    ),
    "These checks do not show that a sentence renders its source correctly, which remains for the reader to judge.",
    "Where no answer of the model passed the checks, sentences of the sources were put together by rule instead.",
]
UNASKED_FIELDS = (
    "The fields of this review's own were not extracted from the texts, since no rule can answer a question; they "
    "remain empty."
)


_POOLED = (
    "At a person's request, effects were pooled in {pooled:comparison/comparisons} by inverse variance, with a "
    "fixed-effect and a random-effects model; the appendix says who asked for it and which works were taken."
)


def tell_pooling(facts: Facts) -> list[str]:
    """Return templates on pooling and appraisal, neither of which a program does unless a person asks for it."""
    if not facts.count("appraised"):
        if facts.count("pooled"):
            return [_POOLED, "The risk of bias of individual works was not assessed."]
        return ["No effect was pooled, and the risk of bias of individual works was not assessed."]
    return [
        _POOLED if facts.count("pooled") else "No effect was pooled.",
        (
            "The quality of {appraised:work/works} was appraised by people, domain by domain with published "
            "tools; the appendix gives every judgement, and nothing was computed from them."
        ),
    ]


def tell_reading(facts: Facts) -> list[str]:
    """Return templates on which texts were read and what was taken from them."""
    return [
        "A text was available for {with_abstract} of these works.",
        "The full text of {with_full_text:work/works} was read, of the others the abstract."
        if facts.count("with_full_text")
        else "No full text was read.",
        (
            "For {without_abstract:work/works} there was none; such works are counted but not cited, since no "
            "statement about them could be supported."
        ),
        *(_TAKEN_BY_MODEL if facts.by_model else _TAKEN_BY_RULE),
        *_tell_own_fields(facts),
    ]


def _tell_own_fields(facts: Facts) -> list[str]:
    items = read_items(facts.procedure.extract)
    if not items or not facts.by_model:
        return [UNASKED_FIELDS] if items else []
    names = join_phrases([f"“{escape_markdown(item.name)}”" for item in items])
    told = (
        f"For {names}, fields of this review's own, the language model answered a question about each text, with a "
        "quotation that was looked up likewise; where a text does not answer it, the field remains empty."
    )
    return [told]


def tell_grouping(facts: Facts) -> list[str]:
    """Return templates on how the works were grouped and who named the themes."""
    if facts.by_model and (facts.procedure.themes_by_model or not facts.procedure.theme_sources):
        told = [
            (
                "The works were grouped twice, by clustering the embeddings of their texts and by a language model "
                "that read their summaries."
            ),
            (
                "Both groupings were merged by a language model into {themes:theme/themes}, and every work's path into "
                "its theme is kept."
            ),
        ]
    else:
        told = [
            (
                "The works were grouped into {themes:theme/themes} by clustering the embeddings of their titles, texts "
                "and findings."
            ),
            *_tell_labels(facts),
        ]
    return [*told, *tell_people_on_themes(facts), _COMPARING]


_COMPARING = (
    "Results on the same exposure and outcome were set side by side in {comparisons:comparison/comparisons}, and in "
    "each the works that point either way were counted, which says nothing of the size of an effect."
)


def _tell_labels(facts: Facts) -> list[str]:
    renamed = facts.procedure.themes_renamed
    if renamed >= facts.count("themes") > 0:
        return []
    return [
        (
            f"The {'other ' if renamed else ''}labels of the themes are phrases whose words stand in title or abstract "
            "of at least half of their works, or two phrases of which each stands in at least a quarter and one or the "
            "other in at least half, or else the title of one of their works, chosen because their words occur more "
            "often in the theme than in the others."
        )
    ]


def tell_people_on_themes(facts: Facts) -> list[str]:
    """Return templates on what people changed about the themes, or that nobody did."""
    if not facts.procedure.themes_revised:
        return ["No person named, merged or dropped themes."] if facts.procedure.theme_sources else []
    told = [
        "Before anything was written, a person gave {themes_renamed:theme its name/themes their names}.",
        "A person merged {themes_merged:theme into another/themes into others}.",
        (
            "A person dropped {themes_dropped:theme, whose works went to the nearest/themes, whose works went to the "
            "nearest}."
        ),
    ]
    changed = facts.procedure.themes_renamed + facts.procedure.themes_merged + facts.procedure.themes_dropped
    return told if changed else ["A person revised the themes before anything was written."]


def tell_writing(facts: Facts) -> list[str]:
    """Return templates on who wrote the sections from what."""
    return [*_WRITTEN_BY_MODEL, *tell_pooling(facts)] if facts.by_model else _WRITTEN_BY_RULE


def tell_reading_by_rule(facts: Facts) -> list[str]:
    """Return templates on how rules put findings together."""
    return [
        "Within a theme, works cited more often inside the corpus come first.",
        (
            "Findings of a theme are set against each other where one denies or reverses a relation that the other "
            "affirms, with subject and outcome in common, and where they compare the same two things with different "
            "results."
        ),
        "Sentences without a citation speak of the review itself and rest on counts over its records.",
        *tell_pooling(facts),
    ]
