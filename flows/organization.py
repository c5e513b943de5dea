"""Organization: the corpus grouped by topic words and by meaning, merged into themes, each analysed."""

from __future__ import annotations

from prefect import flow

from flows.context.context import ReviewContext, ReviewRecord
from flows.context.pooling import pool_again
from storage.reading.comparisons import (
    add_comparisons,
    carry_comparisons,
    list_comparisons,
    read_consistency,
    ungrouped_results,
)
from storage.reading.reading import read_corpus
from storage.records.writing import ReadWork, Theme
from storage.screening.synonyms import read_synonyms
from storage.writing.themes import add_analysis, add_themes, read_analyses, read_themes
from tasks.analysts.extractive import ExtractiveAnalyst
from tasks.analysts.protocol import ThemeMaterial
from tasks.organization import (
    analyse_theme,
    cluster_works,
    group_results,
    group_works,
    merge_themes,
    theme_document,
    unfold_result,
)
from tasks.themes.description import MergeMaterial
from tasks.themes.groupings import record_groupings


@flow(name="organization", flow_run_name="organization", validate_parameters=False)
def organization(review: ReviewContext) -> None:
    """Group the corpus into themes and set its results side by side, once per edition, and analyse each theme.

    Effects that people asked to be pooled are pooled as they are now.
    """
    corpus = read_corpus(review.ledger)
    if not read_themes(review.ledger):
        review.progress.note("organization", f"grouping {len(corpus):,} works by topic words and by meaning")
        group(review, corpus)
    compare(review)
    pool_again(review.ledger)
    themes = read_themes(review.ledger)
    analysed = read_analyses(review.ledger)
    pending = [theme for theme in themes if theme.theme_id not in analysed]
    analyst = ExtractiveAnalyst() if pending and review.saves("analyses") else review.analyst
    calls = [(f"analyse: {theme.label}", (gather(review, theme, corpus), analyst)) for theme in pending]
    review.progress.note("organization", "analysing themes")
    for _, analysis in review.consult(analyse_theme, calls):
        add_analysis(review.ledger, analysis)
    review.publish()
    review.progress.say("organization", f"{len(themes)} themes by {themes[0].source if themes else 'none'}")


def group(review: ReviewContext, corpus: dict[str, ReadWork]) -> None:
    """Commit the themes of the corpus: groups by topic words (BERTopic) and by meaning, merged by the analyst."""
    names = read_synonyms(review.ledger)
    documents = [theme_document(read, names) for read in corpus.values()]
    vectors = review.vectors_of([document.text for document in documents])
    grouped = review.driver.begin(group_works, f"group {len(documents)} works", documents, vectors)
    works = list(corpus.values())
    semantic = review.ask_analyst(cluster_works, f"cluster {len(works)} works", review.plan, works, review.analyst)
    grouping = grouped()
    material = MergeMaterial(review.plan, corpus, grouping, semantic)
    merged = review.ask_analyst(merge_themes, "merge the groupings into themes", material, review.analyst)
    add_themes(review.ledger, merged.themes, merged.paths, record_groupings(grouping, semantic, merged))


def compare(review: ReviewContext) -> None:
    """Set the results of the corpus that were not grouped yet beside others that answer the same question."""
    carry_comparisons(review.ledger)
    names = read_synonyms(review.ledger)
    pending = [unfold_result(result, names) for result in ungrouped_results(review.ledger)]
    if not pending:
        return
    analyst = ExtractiveAnalyst() if review.saves("analyses") else review.analyst
    name = f"set {len(pending)} results side by side"
    review.progress.note("organization", name.replace("set", "setting", 1))
    known = list_comparisons(review.ledger)
    add_comparisons(review.ledger, review.ask_analyst(group_results, name, review.plan, pending, known, analyst))


def gather(review: ReviewRecord, theme: Theme, corpus: dict[str, ReadWork]) -> ThemeMaterial:
    """Return what a writer may use for a theme."""
    works = tuple(corpus[work_id] for work_id in theme.work_ids)
    return ThemeMaterial(review.plan, theme, works, read_consistency(review.ledger, theme.theme_id))
