"""How a review by a language model is made, in sentences whose numbers come from the ledger."""

from __future__ import annotations

from collections.abc import Mapping

from storage.manuscript import Draft
from tasks.analysts.extractive.figures import report
from tasks.analysts.extractive.passages import compose, state
from tasks.analysts.extractive.themes_in_turn import list_themes, name_subject
from tasks.analysts.protocol import ReviewMaterial

_SEARCH = """
Works were searched in the catalogue {catalogue} as it stood in {as_of}.
The searches were keyword queries in several framings, citation searches from the best hits, searches for the works of \
authors active in the subject, and searches for books and handbooks.
The keyword queries were formulated by a language model from the topic and the vocabulary of its best hits.
In all, {queries:query was/queries were} run, and every query is listed in the appendix as it was sent.
Together with snowballing they brought up {discovered:work/works}.
Among these, {duplicates:record was/records were} recognised as duplicates by DOI or by title, first author and year.
The works found relevant served as seeds for snowballing, backward through their references and forward through the \
works that cite them.
Snowballing went through {stages:stage/stages}.
In its last stage {coverage_delta} of the works screened were relevant, a share called the coverage delta.
The search ended because {stop_reason}.
From how often relevant works were found both by words and by links, the search met an estimated {recall} \
({recall_low} to {recall_high}) of the works that would be judged relevant, if both ways of finding are \
independent, which they are only in part, and what was not screened is irrelevant.
"""
_SELECTION = """
By stated rules on years, language, type, terms and retraction {rule_excluded:work was/works were} left out before \
screening.
Works were screened best first, in an order given by words shared with the review, by links, and by a classifier that \
learnt from the decisions made so far.
In that order {not_reached:work/works} stood too low to be reached.
Each of the {screened:work/works} screened received one decision on title and abstract.
A language model gave each work a relevance score against the topic and the questions of the review, with its links to \
relevant works as context, and a score above the threshold included it.
No human screened the works, and no second model did.
The user had named {named:work/works} as belonging here beforehand, which needed no score.
By these judgements {excluded:work was/works were} excluded.
On {unsure:work/works} no judgement was reached; they were not used.
The quality tier “{quality}” set the limits for stages and works.
In this way {relevant:work was/works were} judged relevant.
Reading the draft for gaps led to {expansions:further search/further searches}, which brought \
{expansion_works:work/works} into the corpus on top of the tier's limit; the appendix tells for which gap.
The corpus holds {corpus:work/works}, published between {first_year} and {last_year}.
Open access was never a condition for inclusion.
"""
_EXTRACTION = """
A text was available for {with_abstract} of these works.
The full text of {with_full_text:work/works} was read, of the others the abstract.
For {without_abstract:work/works} there was none; such works are counted but not cited, since no statement about them \
could be supported.
A language model summarised each text into key findings, methodology, limitations, questions for further research and \
themes.
Every finding had to come with a verbatim quotation, which was looked up in the source text and refused if it was not \
there.
This gave {findings:finding/findings} resting on {quotes:quotation/quotations}.
For {sources_note} of the works the text is a project note, not the authors' words.
"""
_SYNTHESIS = """
The works were grouped twice, by clustering the embeddings of their texts and by a language model that read their \
summaries.
Both groupings were merged by a language model into {themes:theme/themes}, and every work's path into its theme is kept.
The sections were written by a language model from the findings of each theme's works.
Every sentence about the literature was checked by program: that its citations name works and findings of the corpus, \
that it shares words with the findings it cites, and that its numbers stand there.
These checks do not show that a sentence renders its source rightly, which remains for the reader to judge.
Where no answer of the model passed the checks, sentences of the sources were put together by rule instead.
No effect was pooled, and the risk of bias of single works was not assessed.
"""
_LIMITS = """
The search ended because {stop_reason}.
From how often relevant works were found both by words and by links, the search met an estimated {recall} \
({recall_low} to {recall_high}) of the works that would be judged relevant.
Coverage is that of one catalogue, {catalogue}, as of {as_of}.
The works were judged on title and abstract by a language model without a human judge.
On {unsure:work/works} no judgement was reached; they were left out.
In the order of screening {not_reached:work/works} stood too low to be reached.
There was no text at all for {without_abstract:work/works} of the corpus, which could therefore not be cited.
For {sources_note:work/works} the text was a project note, not the authors' words.
Summaries and sections were written by a language model, and that a sentence renders its source rightly was checked by \
program only in part.
The quality of single studies was not appraised, so that strong and weak designs stand side by side.
No effect was pooled.
"""
_ABSTRACT = """
Works were searched in the catalogue {catalogue} by keyword, by citation, by author and among books, in \
{queries:query/queries}, and then by backward and forward snowballing over {stages:stage/stages}.
The searches brought up {discovered:work/works}, of which {screened:was/were} screened on title and abstract by a \
language model.
The corpus holds {corpus:work/works} published between {first_year} and {last_year}.
From these {findings:finding was/findings were} taken, each tied to a verbatim quotation.
The search ended because {stop_reason}.
"""
_PARTS = {
    "Search strategy": _SEARCH,
    "Selection criteria": _SELECTION,
    "Data extraction": _EXTRACTION,
    "Synthesis approach": _SYNTHESIS,
}

Numbers = Mapping[str, int | float | str]


def describe_procedure(numbers: Numbers) -> dict[str, list[str]]:
    """Return what was done, part by part, in plain sentences; one whose number is missing or nought is left out."""
    return {part: _tell(templates, numbers) for part, templates in _PARTS.items()}


def describe_basis(numbers: Numbers) -> list[str]:
    """Return what the review rests on, in a few plain sentences."""
    return _tell(_ABSTRACT, numbers)


def describe_limits(numbers: Numbers) -> list[str]:
    """Return what limits the review, in plain sentences."""
    return _tell(_LIMITS, numbers)


def compose_methodology(material: ReviewMaterial) -> Draft:
    """Return the methodology made of these sentences alone."""
    return compose([(part, [report(templates, material.numbers)]) for part, templates in _PARTS.items()])


def compose_abstract(material: ReviewMaterial) -> Draft:
    """Return an abstract that says what was asked, done and gathered, without a language model."""
    opening = state(f"This review sets out what the scholarly literature reports about {name_subject(material)}.")
    themes = [state(f"The corpus is presented by theme: {list_themes(material)}.")] if material.themes else []
    return compose([("", [[opening, *report(_ABSTRACT, material.numbers), *themes]])])


def replace_limits(draft: Draft, material: ReviewMaterial, heading: str) -> Draft:
    """Return a draft with the text under a level-3 heading replaced by what limits this review."""
    before, found, after = draft.markdown.partition(f"### {heading}\n\n")
    if not found:
        return draft
    _, following, rest = after.partition("\n### ")
    limits = " ".join(line.text for line in report(_LIMITS, material.numbers))
    return Draft(f"{before}{found}{limits}\n{following}{rest}", draft.claims, draft.produced_by)


def _tell(templates: str, numbers: Numbers) -> list[str]:
    """Return the sentences as data, not Markdown: what they become is escaped when it has been written out."""
    # A file's digest would be taken for a code that is no word; the appendix has it.
    catalogue = str(numbers.get("catalogue", "")).partition("@")[0]
    lines = report(templates, {**numbers, "catalogue": catalogue})
    return [line.text.replace("\\", "") for line in lines]
