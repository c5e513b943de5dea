"""The frames that the appendix and the report tables are made of."""

from __future__ import annotations

import polars as pl

from storage.core.ledger import Ledger


def appendix_frames(ledger: Ledger) -> dict[str, pl.DataFrame]:
    """Return what the appendix tells, frame by frame: search, screening, themes, judges, supervision, problems."""
    return {
        "queries": ledger.select(
            "SELECT strategy, framing || ': ' || text AS text, "
            "array_to_string(list_transform(json_keys(filters), lambda name: replace(name, '_', ' ') || ' ' || "
            "replace(trim(json_extract_string(filters, name), '[]'), '\"', '')), '; ') AS filters, "
            "catalogue, url, hits FROM search_query "
            "ORDER BY strategy, framing, text"
        ),
        "strategies": ledger.select(
            "SELECT strategy, count(DISTINCT d.work_id) AS works, count(DISTINCT c.work_id) AS included "
            "FROM discovery AS d LEFT JOIN corpus AS c USING (work_id) GROUP BY strategy ORDER BY works DESC, strategy"
        ),
        "stages": ledger.select(
            "SELECT stage, seeds, candidates, relevant, coverage_delta, api_calls FROM diffusion_stage ORDER BY stage"
        ),
        "criteria": ledger.select("SELECT kind, text FROM criterion ORDER BY kind DESC, text"),
        "themes": ledger.select(
            "SELECT t.label, count(*) AS works, t.words, t.coherence, t.source FROM current_theme AS t "
            "JOIN theme_work USING (edition, theme_id) GROUP BY ALL ORDER BY min(t.position)"
        ),
        "models": ledger.select(
            "SELECT phase, step, model, effort, prompt_sha256[:12] AS prompt, count(*) AS answers FROM llm_call "
            "WHERE model <> '' GROUP BY ALL ORDER BY phase, step, model, effort, prompt"
        ),
        "agreement": ledger.frame("organization_agreement"),
        "people": ledger.frame("people_judging"),
        "loops": ledger.frame("supervision_loops"),
        "edits": ledger.frame("supervision_edits"),
        "missed": ledger.select("SELECT * FROM missed_seminal LIMIT 25"),
        "problems": ledger.select(
            "SELECT phase, kind, message, count(*) AS n FROM problem GROUP BY ALL ORDER BY phase, kind, message"
        ),
    }
