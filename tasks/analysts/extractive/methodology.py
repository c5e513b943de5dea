"""The methodology: how the works were found, chosen, read and put together, in the review's own numbers."""

from __future__ import annotations

from storage.manuscript import Draft
from tasks.analysts.extractive.figures import report
from tasks.analysts.extractive.passages import compose
from tasks.analysts.protocol import ReviewMaterial

_SEARCH = """
Works were searched in the catalogue {catalogue} as it stood in {as_of}.
Four strategies ran side by side: keyword queries in several framings, citation searches from the best hits, \
searches for the works of authors active in the subject, and searches for books and handbooks.
In all, {queries:query was/queries were} run, and every query is listed in the appendix as it was sent.
Together with the snowballing described below they brought up {discovered:work/works}.
Among these, {duplicates:record was/records were} recognised as duplicates by DOI or by title, first author and year, \
and left out.
The works found relevant then served as seeds for snowballing, backward through their references and forward \
through the works that cite them.
Snowballing went through {stages:stage/stages}.
In its last stage {coverage_delta} of the works screened were relevant, a share referred to as the coverage delta.
The search ended because {stop_reason}.
From how often relevant works were found both by words and by links, the search met an estimated {recall} \
({recall_low} to {recall_high}) of the works that would be judged relevant.
That estimate takes the two ways of finding for independent, which they are only in part, and what was not screened \
for irrelevant.
"""
_SELECTION = """
By stated rules on years, language, type, terms and retraction {rule_excluded:work was/works were} left out before \
screening.
In each stage everything found so far was screened best first, and {not_reached:work/works} stood too low in that \
order to be reached.
The order adds up how well a work's words match those of the review (BM25), its links to the works that match best, \
and a classifier of words and references taught by the twenty best (pseudo-relevance feedback).
Each of the {screened:work/works} screened received one decision on title and abstract.
Relevance was judged by a score that combines two similarities of sentence embeddings (to the review's statement, and \
to its best first hits by BM25 and embedding) with the place in that order, with links to and co-citation with works \
already found relevant, and with the citations a work receives a year.
No language model took part in these judgements, which are the same whenever they are repeated.
The user had named {named:work/works} as belonging here beforehand, which needed no score.
By this rule {excluded:work was/works were} excluded.
On {unsure:work/works} the score was undecided; they were not used.
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
From each text, sentences were selected by cue phrases, by their place and by their closeness to the text as a \
whole, and sorted into findings, methods, limitations, questions for further research and background.
This gave {findings:statement/statements} resting on {quotes:quotation/quotations}.
Every quotation is verbatim and is kept with its position in the source text.
For {sources_note} of the works the text is a project note, not the authors' words: a short description written \
for this project from the record of the work.
"""
_SYNTHESIS = """
The works were grouped into {themes:theme/themes} by clustering the embeddings of their titles, texts and findings.
The labels of the themes are phrases of their works' titles, chosen because their words are met more often in the \
theme than in the others.
The review is extractive: its sentences about the literature are sentences of the sources, given as they stand or \
lightly trimmed, with the authors named and the work cited.
Trimming removes opening words such as “however” and brackets with test statistics, and puts the authors' names \
where a source says “we” or “this study”; sentences that could not be trimmed safely stand in quotation marks.
"""
_READING = """
Within a theme, works cited more often inside the corpus come first.
Findings of a theme are set against each other where one denies, or turns round, a relation that the other affirms, \
with subject and outcome in common, and where they compare the same two things with different results.
Sentences without a citation speak of the review itself and rest on counts over its records.
No effect was pooled, and the risk of bias of single works was not assessed.
"""


def write_methodology(material: ReviewMaterial, words: int) -> Draft:  # noqa: ARG001 -- a method is as long as it is
    """Return the methodology; all figures come from `material.numbers`, a sentence without its figure is left out."""
    numbers = material.numbers
    return compose(
        [
            ("Search strategy", [report(_SEARCH, numbers)]),
            ("Selection criteria", [report(_SELECTION, numbers)]),
            ("Data extraction", [report(_EXTRACTION, numbers)]),
            ("Synthesis approach", [report(_SYNTHESIS, numbers), report(_READING, numbers)]),
        ],
    )
