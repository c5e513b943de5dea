"""Organization: the corpus grouped into themes, each named and analysed."""

from __future__ import annotations

from dataclasses import replace

import polars as pl
from prefect import flow

from flows.workbench import Workbench
from storage.manuscript import ReadWork, Theme
from storage.reading import read_corpus
from storage.themes import add_analysis, add_themes, read_analyses, read_themes
from tasks.analysts.protocol import ThemeMaterial
from tasks.theming import analyse_theme, group_works, name_themes, shape_themes, theme_document


@flow(name="organization", flow_run_name="organization", validate_parameters=False)
def organization(bench: Workbench) -> None:
    """Group the corpus as it stands into themes, once per edition, and analyse each."""
    corpus = read_corpus(bench.ledger)
    if not read_themes(bench.ledger):
        group(bench, corpus)
    themes = read_themes(bench.ledger)
    analysed = read_analyses(bench.ledger)
    calls = [
        (f"analyse: {theme.label}", (gather(bench, theme, corpus), bench.analyst))
        for theme in themes
        if theme.theme_id not in analysed
    ]
    for _, analysis in bench.driver.each(analyse_theme, calls):
        add_analysis(bench.ledger, analysis)
    bench.publish()
    bench.progress.say("organization", f"{len(themes)} themes by {themes[0].source if themes else 'none'}")


def group(bench: Workbench, corpus: dict[str, ReadWork]) -> None:
    """Commit themes for the corpus: grouped by BERTopic, named by the analyst."""
    documents = [theme_document(read) for read in corpus.values()]
    vectors = bench.vectors_of([document.text for document in documents])
    grouping = bench.driver.run(group_works, f"group {len(documents)} works", documents, vectors)
    unnamed = shape_themes(grouping, corpus)
    materials = [gather(bench, theme, corpus) for theme in unnamed]
    names = bench.driver.run(name_themes, f"name {len(unnamed)} themes", materials, bench.analyst)
    themes = [
        replace(theme, label=label, description=description)
        for theme, (label, description) in zip(unnamed, names, strict=True)
    ]
    clustering = pl.DataFrame(
        {
            "method": [grouping.method] * len(grouping.assignments),
            "work_id": [assignment.work_id for assignment in grouping.assignments],
            "label": [assignment.group for assignment in grouping.assignments],
            "probability": [assignment.probability for assignment in grouping.assignments],
        }
    )
    add_themes(bench.ledger, themes, clustering)


def gather(bench: Workbench, theme: Theme, corpus: dict[str, ReadWork]) -> ThemeMaterial:
    """Return what a writer may use for a theme."""
    return ThemeMaterial(bench.plan, theme, tuple(corpus[work_id] for work_id in theme.work_ids))
