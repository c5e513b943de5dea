"""The figures of a review that are drawn from its ledger, or from a copy of what it published."""

from __future__ import annotations

from storage.core.ledger import Ledger
from storage.reading.reading import read_corpus
from storage.records.search import Work
from storage.references.references import list_references
from storage.screening.appraisals import read_appraisals
from storage.screening.ranking import stored_vectors
from storage.screening.synonyms import read_synonyms
from storage.writing.themes import read_themes
from tasks.organization import theme_document
from tasks.reporting.citation_graph import draw_citations
from tasks.reporting.figures import APPRAISALS, CITATIONS, SATURATION, THEMES, TIMELINE
from tasks.reporting.plots import draw_saturation, draw_themes
from tasks.reporting.timeline import draw_timeline
from tasks.reporting.traffic_lights import draw_appraisals
from tasks.screening.embeddings import text_sha256

_MODEL = "SELECT settings->>'embedding_model' FROM run ORDER BY started_at DESC LIMIT 1"


def draw_pictures(ledger: Ledger) -> dict[str, str]:
    """Return the figures of a review as SVG documents by file name, as far as they can be drawn."""
    pictures = {}
    if ledger.select("SELECT count(*) FROM screening_draw").item():
        pictures[SATURATION] = draw_search(ledger)
    if themes := read_themes(ledger):
        works = _name_works(ledger)
        cited = list(ledger.frame("page_citations").iter_rows())
        pictures[THEMES] = map_themes(ledger)
        pictures[TIMELINE] = draw_timeline(themes, {work_id: work for work_id, (_, work) in works.items()})
        pictures[CITATIONS] = draw_citations(themes, works, cited)
    if (judged := read_appraisals(ledger)).height:
        pictures[APPRAISALS] = draw_appraisals(judged, dict(_name_works(ledger).values()))
    return pictures


def draw_search(ledger: Ledger) -> str:
    """Return the saturation curve of the search so far as an SVG document."""
    stages = ledger.select("SELECT * FROM saturation ORDER BY stage")
    return draw_saturation(stages, ledger.select("SELECT hit FROM screening_draw ORDER BY place")["hit"])


def map_themes(ledger: Ledger) -> str:
    """Return the theme map; works whose text was never embedded are left out."""
    corpus = read_corpus(ledger)
    names = read_synonyms(ledger)
    hashes = {work_id: text_sha256(theme_document(read, names).text) for work_id, read in corpus.items()}
    model = [str(name) for name in ledger.select(_MODEL).to_series()]
    known = stored_vectors(ledger, list(hashes.values()), model[0]) if model else {}
    vectors = {work_id: known[sha] for work_id, sha in hashes.items() if sha in known}
    cited = {work_id: read.in_degree for work_id, read in corpus.items()}
    return draw_themes(read_themes(ledger), vectors, cited, _name_works(ledger))


def _name_works(ledger: Ledger) -> dict[str, tuple[str, Work]]:
    return {work.work_id: (key or "", work) for key, work in list_references(ledger)}
