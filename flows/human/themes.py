"""People asked about the themes before anything is written: themes renamed, merged or dropped make another edition."""

from __future__ import annotations

from flows.context.context import Workbench
from flows.human.questions import ask, is_asked
from flows.organization import group
from storage.reading.reading import read_corpus
from storage.screening.human import Answer, grouped_edition
from storage.writing.themes import put_themes, read_groupings, read_paths, read_themes
from tasks.human.themes import ask_for_themes, revise_themes
from tasks.organization import theme_document
from tasks.themes.groupings import renumber_themes


def ask_about_themes(bench: Workbench) -> None:
    """Group the corpus as it stands, if need be, and let people rename, merge and drop its themes, once.

    Raises:
        StoppedByPerson: a person stopped the run, or nobody answered and the run is to stop then.
    """
    if "themes" not in bench.asking.points:
        return
    corpus = read_corpus(bench.ledger)
    if not read_themes(bench.ledger):
        group(bench, corpus)
    edition = grouped_edition(bench.ledger)
    if not is_asked(bench, "themes", edition):
        return
    themes, paths, groupings = read_themes(bench.ledger), read_paths(bench.ledger), read_groupings(bench.ledger)
    texts = [theme_document(read).text for read in corpus.values()]
    vectors = dict(zip(corpus, bench.vectors_of(texts), strict=True))

    def revise(answer: Answer) -> None:
        if answer.values:
            revised = revise_themes(themes, paths, answer.values, corpus, vectors)
            put_themes(bench.ledger, revised.themes, revised.paths, renumber_themes(groupings, revised))

    ask(bench, ask_for_themes(bench.plan, edition, themes, corpus), revise)
