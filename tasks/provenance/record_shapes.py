"""Where each field is in the records we keep.

A work of OpenAlex (2023 or today), an item of Crossref's `works`, a paper of Semantic Scholar's Graph API, a book of
Open Library's search, a preprint of arXiv's feed as JSON.
"""

from __future__ import annotations

import re

from tasks.metadata.record_shape import RecordShape
from tasks.provenance.field_values import read_label, read_name, read_title
from tasks.services.open_library import LANGUAGES

_SEMANTIC_SCHOLAR_TYPES = {
    "JournalArticle": "article",
    "Conference": "proceedings-article",
    "Book": "book",
    "BookSection": "book-chapter",
    "Dataset": "dataset",
}
# What a reference can be made of; other types of Crossref ("component", "journal-volume") say nothing of a work.
_CROSSREF_TYPES = frozenset(
    {"journal-article", "proceedings-article", "posted-content", "book", "monograph", "edited-book", "reference-book"}
    | {"book-chapter", "book-section", "book-part", "reference-entry", "dissertation", "report", "dataset", "standard"}
    | {"peer-review"}
)
_VOLUME_AND_ISSUE = re.compile(r"(\S{1,20})\s+\(?(\S{1,20}?)\)?")


def _part_of_name(text: str) -> str:
    return " ".join(read_name(text).replace(",", " ").split())


def _volume(text: str) -> str:
    both = _VOLUME_AND_ISSUE.fullmatch(read_label(text))
    return both[1] if both else read_label(text)


def _issue(text: str) -> str:
    both = _VOLUME_AND_ISSUE.fullmatch(read_label(text))
    return both[2] if both else ""


OPENALEX = RecordShape(
    {
        "title": ("title", "display_name"),
        "type": ("type",),
        "venue": ("primary_location.source.display_name", "host_venue.display_name"),
        "volume": ("biblio.volume",),
        "issue": ("biblio.issue",),
        "publisher": ("primary_location.source.host_organization_name", "host_venue.publisher"),
        "year": ("publication_year",),
        "doi": ("doi", "ids.doi"),
        "language": ("language",),
        "oa_url": ("open_access.oa_url", "best_oa_location.pdf_url", "best_oa_location.landing_page_url"),
    },
    {"authors": "authorships"},
    ("author.display_name", "raw_author_name"),
    page_ends=("biblio.first_page", "biblio.last_page"),
)
CROSSREF = RecordShape(
    {
        "title": ("title[0]",),
        "type": ("type",),
        "venue": ("container-title[0]", "institution[0].name"),
        "volume": ("volume",),
        "issue": ("issue", "journal-issue.issue"),
        "pages": ("page", "article-number"),
        "publisher": ("publisher",),
        "year": tuple(f"{date}.date-parts[0][0]" for date in ("issued", "published", "published-print", "posted")),
        "doi": ("DOI",),
        "isbn": ("ISBN[*]",),
        "language": ("language",),
    },
    {"authors": "author", "editors": "editor"},
    in_parts=True,
    subtitle="subtitle[0]",
    readers={
        "type": lambda text: text if text in _CROSSREF_TYPES else "",
        "authors": _part_of_name,
        "editors": _part_of_name,
    },
)
SEMANTIC_SCHOLAR = RecordShape(
    {
        "title": ("title",),
        "type": ("publicationTypes[*]",),
        "venue": ("publicationVenue.name", "journal.name", "venue"),
        "volume": ("journal.volume",),
        "issue": ("journal.volume",),
        "pages": ("journal.pages",),
        "year": ("year",),
        "doi": ("externalIds.DOI",),
    },
    {"authors": "authors"},
    # It writes the issue after the volume ("33 5").
    readers={"type": lambda text: _SEMANTIC_SCHOLAR_TYPES.get(text, ""), "volume": _volume, "issue": _issue},
)
ARXIV = RecordShape({"title": ("title",), "year": ("published",), "oa_url": ("id",)}, {"authors": "author"})
OPEN_LIBRARY = RecordShape(
    {
        "title": ("title",),
        "type": ("key",),
        "publisher": ("publisher[*]",),
        "year": ("first_publish_year",),
        "isbn": ("isbn[*]",),
        "language": ("language[*]",),
    },
    {"authors": "author_name"},
    ("",),
    sole=frozenset({"language"}),
    readers={
        "type": lambda text: "book" if text.startswith("/works/") else "",
        "language": lambda text: LANGUAGES.get(read_name(text).lower()) or "",
    },
)

# What reference managers and databases call the types of works, in the terms of OpenAlex.
_IMPORTED_TYPES = {
    "article": "jour journal article article-journal journal-article ejour mgzn article-magazine jfull "
    "conference-paper conf cpaper proceedings-article inproceedings conference paper-conference article-newspaper",
    "review": "review systematic-review review-article",
    "book": "book ebook edbook whole-book monograph edited-book collection",
    "book-chapter": "chap echap book-section chapter book-chapter incollection inbook",
    "dissertation": "thes thesis dissertation phdthesis mastersthesis",
    "report": "rprt report techreport govdoc",
    "preprint": "preprint unpb unpublished manuscript-preprint",
    "dataset": "data dataset",
}
_IMPORTED_NAMES = {name: kind for kind, names in _IMPORTED_TYPES.items() for name in names.split()}


def read_imported_type(text: str) -> str:
    """Return the work type that a record of a reference manager or database states, "" for one that is not known."""
    return _IMPORTED_NAMES.get("-".join(text.casefold().split()), "")


def read_imported_title(text: str) -> str:
    """Return a title without the full stop that PubMed puts after it."""
    return read_title(text).removesuffix(".")


_LANGUAGE_NAMES = dict(
    re.findall(
        r"(\w+):(\w{2})",
        "arabic:ar chinese:zh czech:cs danish:da dutch:nl english:en finnish:fi french:fr german:de greek:el hebrew:he "
        "hindi:hi hungarian:hu indonesian:id italian:it japanese:ja korean:ko norwegian:no persian:fa polish:pl "
        "portuguese:pt romanian:ro russian:ru spanish:es swedish:sv turkish:tr ukrainian:uk vietnamese:vi",
    )
)


def read_language(text: str) -> str:
    """Return the code (ISO 639-1) of a language given by code or by its English name, "" for one that is not known."""
    name = read_name(text).casefold()
    codes = {*LANGUAGES.values(), *_LANGUAGE_NAMES.values()}
    return (
        name[:2]
        if name[:2] in codes and len(name.split("-")[0]) == len("en")
        else (LANGUAGES.get(name) or _LANGUAGE_NAMES.get(name, ""))
    )


IMPORTED_RECORD = RecordShape(
    {
        "title": ("title",),
        "type": ("type",),
        "venue": ("venue",),
        "volume": ("volume",),
        "issue": ("issue",),
        "pages": ("pages",),
        "publisher": ("publisher",),
        "year": ("year",),
        "doi": ("doi",),
        "isbn": ("isbn",),
        "language": ("language",),
    },
    {"authors": "authors", "editors": "editors"},
    ("",),
    readers={"title": read_imported_title, "type": read_imported_type, "language": read_language},
)
