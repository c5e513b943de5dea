"""Answers of the catalogue that are on record: a run that was cut short goes on with them instead of asking again."""

from __future__ import annotations

from storage.core.ledger import Ledger
from storage.searching.api_calls import Answers, CatalogueLog, add_log
from storage.searching.snowballing import stage_under_way


def keep_log(ledger: Ledger, log: CatalogueLog) -> None:
    """Append what a catalogue has to put on record, under the stage and the update under way. In one transaction."""
    if not log.is_empty:
        with ledger.transaction():
            add_log(ledger, log, stage_under_way(ledger), _updates_begun(ledger))


def read_kept_answers(ledger: Ledger) -> Answers:
    """Return the answers that came since the stage under way began, or the last update: what may be asked for again."""
    rows = ledger.select(
        "SELECT base_url, path, body FROM catalogue_answer "
        "WHERE stage IS NOT DISTINCT FROM $stage::INTEGER AND number = $number",
        stage=stage_under_way(ledger),
        number=_updates_begun(ledger),
    )
    return {(base_url, path): body for base_url, path, body in rows.iter_rows()}


def _updates_begun(ledger: Ledger) -> int:
    return int(ledger.select("SELECT coalesce(max(number), 0) FROM living_update").item())
