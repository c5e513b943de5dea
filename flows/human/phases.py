"""Which questions people are asked before which phase of a review.

People are asked about the themes before anything is written: renaming, merging or dropping themes makes a new edition.
"""

from __future__ import annotations

from flows.context.context import ReviewContext
from flows.human.questions import ask, ask_about_screening, is_asked
from flows.organization import group
from storage.reading.reading import read_corpus
from storage.screening.human import Answer, grouped_edition
from storage.screening.synonyms import read_synonyms
from storage.writing.themes import put_themes, read_groupings, read_paths, read_themes
from tasks.human.forms import Form
from tasks.human.themes import ask_for_themes, revise_themes
from tasks.organization import theme_document
from tasks.themes.groupings import renumber_themes


def ask_about_themes(review: ReviewContext) -> None:
    """Group the corpus as it stands, if needed, and let people rename, merge and drop its themes, once.

    Raises:
        StoppedByPerson: a person stopped the run, or nobody answered and the run is to stop then.
    """
    if "themes" not in review.asking.points:
        return
    corpus = read_corpus(review.ledger)
    if not read_themes(review.ledger):
        group(review, corpus)
    edition = grouped_edition(review.ledger)
    if not is_asked(review, "themes", edition):
        return
    themes, paths, groupings = read_themes(review.ledger), read_paths(review.ledger), read_groupings(review.ledger)
    names = read_synonyms(review.ledger)
    texts = [theme_document(read, names).text for read in corpus.values()]
    vectors = dict(zip(corpus, review.vectors_of(texts), strict=True))

    def revise(_: Form, answer: Answer) -> None:
        if answer.values:
            revised = revise_themes(themes, paths, answer.values, corpus, vectors)
            put_themes(review.ledger, revised.themes, revised.paths, renumber_themes(groupings, revised))

    ask(review, ask_for_themes(review.plan, edition, themes, corpus), revise)


_QUESTIONS = {"records": ask_about_screening, "organization": ask_about_themes}


def ask_before(phase: str, review: ReviewContext) -> None:
    """Ask people what they are to judge before a phase, if they are to be asked; most phases have no question.

    Raises:
        StoppedByPerson: a person stopped the run, or nobody answered and the run is to stop then.
    """
    if question := _QUESTIONS.get(phase):
        question(review)
