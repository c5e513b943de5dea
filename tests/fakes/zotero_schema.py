"""Fields of Zotero's item types, as ``/itemTypeFields`` lists them."""

from __future__ import annotations

_COMMON = (
    "title abstractNote date shortTitle url accessDate language archive archiveLocation libraryCatalog callNumber "
    "rights extra"
)

FIELDS = {
    kind: f"{_COMMON} {own}".split()
    for kind, own in {
        "journalArticle": "publicationTitle volume issue pages series seriesTitle journalAbbreviation DOI ISSN",
        "conferencePaper": "proceedingsTitle conferenceName place publisher volume pages series DOI ISBN",
        "book": "series seriesNumber volume numberOfVolumes edition place publisher numPages ISBN",
        "bookSection": "bookTitle series seriesNumber volume numberOfVolumes edition place publisher pages ISBN",
        "encyclopediaArticle": "encyclopediaTitle series seriesNumber volume edition place publisher pages ISBN",
        "thesis": "thesisType university place numPages",
        "report": "reportNumber reportType seriesTitle place institution pages",
        "preprint": "genre repository archiveID place series seriesNumber DOI citationKey",
        "dataset": "identifier type versionNumber repository repositoryLocation format DOI citationKey",
        "computerProgram": "seriesTitle versionNumber system place company programmingLanguage ISBN",
        "document": "publisher",
        "webpage": "websiteTitle websiteType",
        "note": "",
    }.items()
}


def list_fields(kind: str, *, native_citekeys: bool) -> list[str] | None:
    """Return the fields of an item type, None for an unknown one."""
    if kind not in FIELDS:
        return None
    names = [name for name in FIELDS[kind] if name != "citationKey"]
    return [*names, "citationKey"] if native_citekeys else names
