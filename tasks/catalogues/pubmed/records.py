"""The articles and book chapters of PubMed's XML, as fields of ours."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree as ET
from xml.etree.ElementTree import Element

from storage.records.search import Work
from tasks.catalogues.index_record import state_work
from tasks.services.open_library import LANGUAGES
from tasks.text.untrusted_xml import parse_xml

NAME = "pubmed"
_YEAR = re.compile(r"\d{4}")
# In the terms of OpenAlex; the first that an article has counts.
_TYPES = {
    "Published Erratum": "erratum",
    "Retraction of Publication": "retraction",
    "Retraction Notice": "retraction",
    "Preprint": "preprint",
    "Systematic Review": "review",
    "Meta-Analysis": "review",
    "Review": "review",
    "Letter": "letter",
    "Editorial": "editorial",
    "Dataset": "dataset",
}


def read_articles(text: str, root: str) -> dict[str, Work]:
    """Return the works of an answer of efetch by PMID, in its order, none of an error message or without a title.

    Raises:
        ValueError: the text is no whole PubMed XML, or declares entities.
    """
    answer = parse_xml(text.encode())
    if answer.tag == "eFetchResult":
        return {}  # the history has expired, or none of the numbers is known
    if answer.tag != "PubmedArticleSet":
        raise ValueError("no set of PubMed articles")
    works = {}
    for element in answer:
        stated = _read_book(element) if element.tag == "PubmedBookArticle" else _read_article(element)
        pmid = stated.get("id")
        address = f"{root}/efetch.fcgi?db=pubmed&id={pmid}&retmode=xml"
        work = state_work(NAME, address, ET.tostring(element, encoding="unicode"), stated) if pmid else None
        if work:
            works[str(pmid)] = work
    return works


def _read_article(element: Element) -> dict[str, Any]:
    # `find` keeps to the article itself: the references that PubMed lists have PMIDs and DOIs of their own.
    article = element.find("MedlineCitation/Article")
    pmid = _text(element.find("MedlineCitation/PMID"))
    if article is None:
        return {}
    kinds = [_text(one) for one in article.iterfind("PublicationTypeList/PublicationType")]
    issue = article.find("Journal/JournalIssue")
    dates = [article.find("Journal/JournalIssue/PubDate"), article.find("ArticleDate")]
    return {
        "id": pmid,
        "pmid": pmid,
        "pmcid": _identifier(element, "pmc"),
        "doi": _identifier(element, "doi") or _location(article),
        "title": _title(article.find("ArticleTitle")) or _title(article.find("VernacularTitle")),
        "abstract": _abstract(article.find("Abstract")),
        "authors": list(_authors(article.find("AuthorList"))),
        "year": next((year for date in dates if (year := _year(date))), None),
        "type": next((ours for theirs, ours in _TYPES.items() if theirs in kinds), "article"),
        "venue": _text(article.find("Journal/Title")),
        "volume": _text(issue.find("Volume")) if issue is not None else "",
        "issue": _text(issue.find("Issue")) if issue is not None else "",
        "pages": _text(article.find("Pagination/MedlinePgn")) or _text(article.find("Pagination/StartPage")),
        "language": LANGUAGES.get(_text(article.find("Language")), ""),
        "topics": [
            _text(one) for one in element.iterfind("MedlineCitation/MeshHeadingList/MeshHeading/DescriptorName")
        ],
        "is_retracted": "Retracted Publication" in kinds,
    }


def _read_book(element: Element) -> dict[str, Any]:
    document = element.find("BookDocument")
    if document is None:
        return {}
    pmid, chapter = _text(document.find("PMID")), _title(document.find("ArticleTitle"))
    book = _title(document.find("Book/BookTitle"))
    own, of_book = document.find("AuthorList"), document.find("Book/AuthorList")
    return {
        "id": pmid,
        "pmid": pmid,
        "title": chapter or book,
        "abstract": _abstract(document.find("Abstract")),
        "authors": list(_authors(own if own is not None else of_book)),
        "year": _year(document.find("Book/PubDate")),
        "type": "book-chapter" if chapter else "book",
        "venue": book if chapter else "",
        "publisher": _text(document.find("Book/Publisher/PublisherName")),
        "language": LANGUAGES.get(_text(document.find("Language")), ""),
        "doi": next(
            (_text(one) for one in document.iterfind("ArticleIdList/ArticleId") if one.get("IdType") == "doi"), ""
        ),
    }


def _text(element: Element | None) -> str:
    return "" if element is None else " ".join("".join(element.itertext()).split())


def _title(element: Element | None) -> str:
    """Return a title without the full stop and the brackets of a translation that PubMed adds."""
    text = _text(element).removesuffix(".").strip()
    return text[1:-1].removesuffix(".") if text.startswith("[") and text.endswith("]") else text


def _abstract(element: Element | None) -> str:
    parts = [] if element is None else element.findall("AbstractText")
    return "\n".join(f"{label}: {_text(one)}" if (label := one.get("Label")) else _text(one) for one in parts)


def _authors(listed: Element | None) -> Iterator[dict[str, str]]:
    for author in [] if listed is None else listed.iterfind("Author"):
        given = _text(author.find("ForeName")) or _text(author.find("Initials"))
        name = f"{given} {_text(author.find('LastName'))}".strip() or _text(author.find("CollectiveName"))
        orcid = next((_text(one) for one in author.iterfind("Identifier") if one.get("Source") == "ORCID"), "")
        yield {"name": name, "orcid": orcid, "affiliation": _text(author.find("AffiliationInfo/Affiliation"))}


def _identifier(element: Element, kind: str) -> str:
    listed = element.iterfind("PubmedData/ArticleIdList/ArticleId")
    return next((_text(one) for one in listed if one.get("IdType") == kind), "")


def _location(article: Element) -> str:
    return next((_text(one) for one in article.iterfind("ELocationID") if one.get("EIdType") == "doi"), "")


def _year(date: Element | None) -> str | None:
    if date is None:
        return None
    found = _YEAR.search(_text(date.find("Year")) or _text(date.find("MedlineDate")))
    return found[0] if found else None
