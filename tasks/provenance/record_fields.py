"""One work's JSON object, of any of the shapes the APIs and their flattened copies have, as a SourceRecord.

Shapes: Crossref REST (`works`), CSL-JSON, Semantic Scholar Graph, OpenAlex (2023 and today), arXiv, CORE v3, and copies
of these flattened to `authors`, `year`, `journal`, `container_title`, `source.name` ...
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from tasks.metadata.fields import entry, normalise_doi, plain, read_abstract, read_year
from tasks.metadata.spelt_names import choose_name
from tasks.provenance.field_values import extend_path, follow
from tasks.provenance.records import Notice, SourceRecord, Stated
from tasks.provenance.retractions import read_date, read_kind
from tasks.text.cleaning import clean_text

_LONGEST = 2_000
_LONGEST_ABSTRACT = 40_000
_VENUES = """
    container-title container-title[*] short-container-title[*] container-title-short container_title journal
    journal.name journals[*].title venue publicationVenue.name publicationVenue.alternate_names[*] event.name
    primary_location.source.display_name host_venue.display_name source.name
"""
_TYPES = "type type_crossref primary_location.raw_type publicationTypes[*] documentType document_type"
_PLACES = "url URL source_url download_url downloadUrl pdf_url primary_location.landing_page_url"
_TEMPLATES: Mapping[str, tuple[str, ...]] = {
    "title": ("title", "title[*]", "display_name"),
    "type": tuple(_TYPES.split()),
    "venue": tuple(_VENUES.split()),
    "volume": ("volume", "biblio.volume", "journal.volume"),
    "issue": ("issue", "biblio.issue", "journal.issue", "journal-issue.issue"),
    "pages": ("page", "pages", "journal.pages", "article-number"),
    "publisher": ("publisher", "primary_location.source.host_organization_name", "host_venue.publisher"),
    "address": ("publisher-location", "publisher-place"),
    "edition": ("edition-number", "edition"),
    "isbn": ("ISBN", "ISBN[*]", "isbn", "isbn[*]"),
    "issn": ("ISSN[*]", "primary_location.source.issn[*]", "host_venue.issn[*]", "source.issn[*]"),
    "place": tuple(_PLACES.split()),
}
_DATES = ("published-print", "published-online", "published", "issued", "posted", "journal-issue.published-print")
_YEARS = (
    *("year", "publication_year", "yearPublished", "publication_date", "published", "publishedDate", "publicationDate"),
    *(f"{date}.date-parts[0][0]" for date in _DATES),
)
_DOIS = ("DOI", "doi", "externalIds.DOI", "ids.doi", "arxiv_doi")
_ARXIV_IDS = ("arxiv_id", "arxivId", "externalIds.ArXiv", "id")
_SOURCE_TYPES = ("primary_location.source.type", "source.type", "host_venue.type")
_PLATFORMS = re.compile(r"\be-?books\b|\b(?:scholarship|bibliographies|encyclopedias) online\b", re.IGNORECASE)
_PREPRINT_SERVERS = re.compile(r"arxiv|ssrn|biorxiv|medrxiv|social science research network|preprint", re.IGNORECASE)
# arXiv, SSRN, Zenodo, figshare, OSF and its preprint servers, bioRxiv, Preprints.org, Research Square, ChemRxiv,
# TechRxiv, Authorea, GFZ, Dataverse.
_REPOSITORIES = "48550 2139 5281 6084 17605 31234 31219 31235 1101 20944 21203 26434 36227 22541 5880 7910"
_REPOSITORY_DOIS = tuple(f"10.{number}/" for number in _REPOSITORIES.split())
_ARXIV_ID = re.compile(r"(?:https?://arxiv\.org/abs/|arxiv:)?(\d{4}\.\d{4,5}|[a-z.-]+/\d{7})(?:v\d+)?", re.IGNORECASE)
_VOLUME_AND_ISSUE = re.compile(r"(\S{1,20})\s+\(?(\S{1,20}?)\)?")


def read_record(value: Mapping[str, Any], file: str, path: str, source: str) -> SourceRecord:
    """Return what the object states; values of an unexpected type count as not stated. Titles come as plain text."""
    fields = {name: _texts(value, templates, path) for name, templates in _TEMPLATES.items()}
    fields["doi"] = list(_read(value, _DOIS, path, lambda doi: normalise_doi(doi) or ""))
    venue_types = {place: str(kind) for template in _SOURCE_TYPES for place, kind in follow(value, template, path)}
    fields["venue"] = _weigh_venues(fields, venue_types) + _journal_references(value, path)
    fields["title"] += _with_subtitle(value, fields["title"], path)
    fields["type"] += _types_of_venue(value, venue_types, fields, path)
    fields["publisher"] += _platform_publishers(fields["venue"])
    fields["pages"] += _first_and_last(value, path)
    if source == "semantic_scholar":
        volume, issue = _split_volumes(fields["volume"])
        fields |= {"volume": volume, "issue": fields["issue"] + issue}
    fields["year"] = list(_read(value, _YEARS, path, lambda year: str(read_year(year) or "")))
    fields["arxiv"] = list(_read(value, _ARXIV_IDS, path, _arxiv_id))
    numbers = fields["arxiv"] if source == "arxiv" else fields["doi"]
    hosted = [number for number in numbers if source == "arxiv" or number.value.startswith(_REPOSITORY_DOIS)]
    fields["type"] += [Stated("preprint", number.path, firm=False) for number in hosted[:1]]
    title = next((stated.value for stated in fields["title"]), "")
    fields["authors"] = _persons(value, ("authors", "author", "authorships"), path, title)
    fields["editors"] = _persons(value, ("editor", "editors"), path, title)
    once = {
        name: _distinct(stated) if name not in {"authors", "editors"} else stated for name, stated in fields.items()
    }
    said = {name: tuple(stated) for name, stated in once.items()}
    return SourceRecord(file, path, source, **said, abstract=_abstract(value), notices=read_notices(value, path))


def _abstract(value: Mapping[str, Any]) -> str:
    """Return the abstract, arXiv's summary or Semantic Scholar's one-sentence digest, "" for none."""
    digest = entry(value.get("tldr")).get("text")
    return read_abstract(value)[0] or clean_text(value.get("summary") or digest, _LONGEST_ABSTRACT)


def _read(value: Any, templates: Iterable[str], path: str, parse: Any) -> Iterator[Stated]:
    for template in templates:
        for place, found in follow(value, template, path):
            text = parse(found)
            if text:
                yield Stated(text, place)


def _texts(value: Any, templates: Iterable[str], path: str) -> list[Stated]:
    return list(_read(value, templates, path, lambda found: clean_text(found, _LONGEST) or plain(found) or ""))


def _distinct(stated: Iterable[Stated]) -> list[Stated]:
    first: dict[str, Stated] = {}
    for item in stated:
        first.setdefault(item.value, item)
    return list(first.values())


def _arxiv_id(value: object) -> str:
    match = _ARXIV_ID.fullmatch(value.strip()) if isinstance(value, str) else None
    return match[1].lower() if match else ""


def _weigh_venues(fields: Mapping[str, list[Stated]], venue_types: Mapping[str, str]) -> list[Stated]:
    """Return the venues; an ebook platform is no venue, and a repository or preprint server only of its own works.

    OpenAlex names the repository where it found an article in place of the journal that published it.
    """
    is_published = any(not doi.value.startswith(_REPOSITORY_DOIS) for doi in fields["doi"])
    weighed = []
    for venue in fields["venue"]:
        kind = venue_types.get(f"{venue.path.rpartition('.')[0]}.type", "")
        is_platform = kind == "ebook platform" or bool(_PLATFORMS.search(venue.value))
        is_host = kind == "repository" or bool(_PREPRINT_SERVERS.search(venue.value))
        weighed.append(Stated(venue.value, venue.path, not is_platform and not (is_host and is_published)))
    return weighed


def _journal_references(value: Any, path: str) -> list[Stated]:
    """Return the venue that begins an arXiv journal reference ("Phys. Rev. D 63 (2001) 104020")."""
    found = _texts(value, ("journal_ref", "arxiv_journal_ref"), path)
    return [Stated(re.split(r"[,;(]|\s\d", item.value)[0], item.path, firm=False) for item in found]


def _with_subtitle(value: Any, titles: list[Stated], path: str) -> list[Stated]:
    subtitles = _texts(value, ("subtitle[*]", "subtitle"), path)
    return [Stated(f"{title.value}: {sub.value}", sub.path) for title in titles[:1] for sub in subtitles[:1]]


def _types_of_venue(
    value: Any, venue_types: Mapping[str, str], fields: Mapping[str, list[Stated]], path: str
) -> list[Stated]:
    """Return the types that a venue's own type implies where the record's type is too coarse or missing."""
    implied = {"conference": "proceedings-article", "book series": "book-chapter", "repository": "preprint"}
    if any(kind.value == "article" for kind in fields["type"]):
        return [Stated(implied[kind], place, firm=False) for place, kind in venue_types.items() if kind in implied][:1]
    journal = entry(entry(value).get("journal"))
    if not fields["type"] and journal.get("name") and (journal.get("volume") or journal.get("pages")):
        return [Stated("JournalArticle", extend_path(path, "journal"), firm=False)]
    return []


def _platform_publishers(venues: list[Stated]) -> list[Stated]:
    """Return the publishers that OpenAlex's ebook platforms are named for ("The MIT Press eBooks")."""
    named = [(v, re.fullmatch(r"(.+?)\s+e-?books", v.value, re.IGNORECASE)) for v in venues]
    return [Stated(match[1], venue.path) for venue, match in named if match]


def _first_and_last(value: Any, path: str) -> list[Stated]:
    for place, biblio in follow(value, "biblio", path):
        first, last = plain(entry(biblio).get("first_page")), plain(entry(biblio).get("last_page"))
        if first or last:
            return [Stated("-".join(dict.fromkeys(page for page in (first, last) if page)), place)]
    return []


def _split_volumes(volumes: list[Stated]) -> tuple[list[Stated], list[Stated]]:
    """Return volumes and the issues that Semantic Scholar writes after them ("33 5")."""
    split = [(item, _VOLUME_AND_ISSUE.fullmatch(item.value)) for item in volumes]
    parted = [Stated(match[1] if match else item.value, item.path) for item, match in split]
    return parted, [Stated(match[2], item.path) for item, match in split if match]


def _persons(value: Any, keys: tuple[str, ...], path: str, title: str) -> list[Stated]:
    for key in keys:
        listed = [(place, _person(person, title)) for place, person in follow(value, f"{key}[*]", path)]
        named = [Stated(name, place) for place, name in listed if name]
        if named:
            return named
    return []


def _person(person: object, title: str) -> str:
    """Return one person's or body's name, fit for the title's readers; structured names inverted ("Family, Given")."""
    if isinstance(person, str):
        return clean_text(person, 300)
    family, given, suffix = (clean_text(entry(person).get(part), 300) for part in ("family", "given", "suffix"))
    if family:
        return ", ".join(part for part in (family.replace(",", " "), suffix, given.replace(",", " ")) if part)
    author = entry(entry(person).get("author"))
    names = (entry(person).get("name"), entry(person).get("literal"), author.get("display_name"), given)
    stated = (clean_text(name, 300) for name in (*names, entry(person).get("raw_author_name")))
    return choose_name([name for name in stated if name], title)


# How publishers mark the titles of what they retract ("RETRACTED: ...", "Retracted article: ..."), not of the notices.
_MARKED = re.compile(r"\W*(?:retracted|withdrawn)(?: (?:article|paper|chapter))?\W*[:\]\u2014-]", re.IGNORECASE)
_TITLES = ("title", "title[*]", "display_name")


def read_notices(record: Mapping[str, Any], path: str) -> tuple[Notice, ...]:
    """Return the notices of OpenAlex (`is_retracted`), Crossref (`updated-by`, `update-to`) and marked titles."""
    found = list(_read_updates(record, path))
    if record.get("is_retracted") is True:
        found.append(Notice("retraction", "", None, Stated("is_retracted: true", extend_path(path, "is_retracted"))))
    marked = [(place, text) for template in _TITLES for place, text in follow(record, template, path)]
    titles = [(place, clean_text(text, 300)) for place, text in marked if isinstance(text, str)]
    found += [Notice("retraction", "", None, Stated(text, place)) for place, text in titles if _MARKED.match(text)][:1]
    return tuple(found)


def _read_updates(record: Mapping[str, Any], path: str) -> Iterator[Notice]:
    for name in ("updated-by", "update-to"):
        for place, update in follow(record, f"{name}[*]", path):
            kind = read_kind(entry(update))
            other = normalise_doi(entry(update).get("DOI")) or ""
            if kind is None or (name == "update-to" and not other):
                continue
            at = read_date(entry(update))
            notice = normalise_doi(record.get("DOI")) if name == "update-to" else other
            words = f"{kind}{f' by {notice}' if notice else ''}{f', {at}' if at else ''}"
            yield Notice(kind, other if name == "update-to" else "", at, Stated(words, place))
