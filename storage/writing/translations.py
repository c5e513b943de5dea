"""Translations of a review's sentences and headings, kept by their English text: what stays is translated once."""

from __future__ import annotations

from collections.abc import Mapping

from storage.core.ledger import Ledger


def read_translations(ledger: Ledger, language: str | None, first: int | None = None) -> dict[str, str]:
    """Return the translations into a language by their English text, or the first so many; none for None."""
    rows = ledger.select(
        "SELECT text, translated FROM translation WHERE language = $language AND seq <= coalesce($first, seq)",
        language=language,
        first=first,
    )
    return {str(text): str(translated) for text, translated in rows.iter_rows()}


def add_translations(ledger: Ledger, language: str, translated: Mapping[str, str], produced_by: str) -> None:
    """Append translations of texts that have none yet, in one transaction."""
    known = read_translations(ledger, language)
    fresh = {text: said for text, said in translated.items() if text not in known}
    rows = [
        {"text": text, "language": language, "translated": said, "produced_by": produced_by, "seq": seq}
        for seq, (text, said) in enumerate(fresh.items(), len(known) + 1)
    ]
    with ledger.transaction():
        ledger.append("translation", rows)
