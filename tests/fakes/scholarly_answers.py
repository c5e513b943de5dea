"""What each scholarly service answers about a work, in the shape of recorded answers."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.fakes.scholarly_services import PublishedWork

Answer = tuple[int, str, bytes]
Urls = dict[str, str]

PATHS = (
    ("/v2/", "unpaywall"),
    ("/europepmc/webservices/rest/", "europepmc"),
    ("/works/", "crossref"),
    ("/graph/v1/", "semanticscholar"),
    ("/api/query", "arxiv"),
    ("/v3/", "core"),
    ("/files/", "files"),
    ("/", "retrieve-academic"),
)
_DOI_AT = {"unpaywall": "/v2/", "crossref": "/works/", "semanticscholar": "/graph/v1/paper/DOI:"}
_QUOTED = re.compile(r'(?:DOI|doi|TITLE|title|ti):"([^"]*)"')


def find(service: str, works: Sequence[PublishedWork], path: str, query: dict[str, str]) -> list[PublishedWork]:
    """Return the works a request is about."""
    begin = _DOI_AT.get(service)
    if begin and path.startswith(begin):
        return [work for work in works if work.doi == path.removeprefix(begin)]
    if service == "europepmc" and path.endswith("/fullTextXML"):
        return [work for work in works if f"/{work.pmcid}/" in path]
    if "id_list" in query:
        return [work for work in works if work.arxiv_id and work.arxiv_id == query["id_list"]]
    asked = query.get("query") or query.get("q") or query.get("search_query") or ""
    quoted = _QUOTED.fullmatch(asked)
    text = (quoted[1] if quoted else asked).lower()
    return [work for work in works if text in (work.doi, work.title.lower())]


def _json(data: object, status: int = 200) -> Answer:
    return status, "application/json", json.dumps(data).encode()


def _unpaywall(found: list[PublishedWork], urls: Urls, query: dict[str, str]) -> Answer:
    if "@" not in query.get("email", ""):
        return _json({"HTTP_status_code": 422, "error": True, "message": "Email address required in API call"}, 422)
    if not found:
        return _json({"HTTP_status_code": 404, "error": True, "message": "not in Unpaywall. See https://..."}, 404)
    work = found[0]
    place = {
        "url": urls[work.doi],
        "url_for_pdf": urls[work.doi] or None,
        "url_for_landing_page": f"https://doi.org/{work.doi}",
        "evidence": "deprecated",
        "license": work.licence or None,
        "version": "publishedVersion",
        "host_type": "publisher",
        "is_best": True,
    }
    is_oa = bool(urls[work.doi])
    best, listed = (place, [place]) if is_oa else (None, [])
    return _json({"doi": work.doi, "is_oa": is_oa, "best_oa_location": best, "oa_locations": listed})


def _europe_pmc(found: list[PublishedWork], urls: Urls, query: dict[str, str]) -> Answer:
    if not query:
        return (200, "application/xml", found[0].xml) if found and found[0].xml else (404, "application/xml", b"")
    result = [_europe_pmc_record(work, urls[work.doi]) for work in found]
    return _json({"version": "6.9", "hitCount": len(result), "resultList": {"result": result}})


def _europe_pmc_record(work: PublishedWork, url: str) -> dict[str, Any]:
    record: dict[str, Any] = {"id": "1", "source": "MED", "doi": work.doi, "title": f"{work.title}."}
    record |= {"isOpenAccess": "Y" if work.xml else "N", "inEPMC": "Y" if work.pmcid else "N"}
    record |= {"pmcid": work.pmcid} if work.pmcid else {}
    record |= {"license": work.licence.replace("-", " ", 1)} if work.licence else {}
    record |= {"abstractText": f"<h4>Background</h4>{work.abstract}"} if work.abstract else {}
    place = {"availability": "Open access", "availabilityCode": "OA", "documentStyle": "pdf", "site": "Europe_PMC"}
    return record | ({"fullTextUrlList": {"fullTextUrl": [place | {"url": url}]}} if url else {})


def _crossref(found: list[PublishedWork], urls: Urls, query: dict[str, str]) -> Answer:  # noqa: ARG001 - all alike
    if not found:
        return 404, "text/plain", b"Resource not found."
    work = found[0]
    message: dict[str, Any] = {"DOI": work.doi, "title": [work.title], "type": "journal-article"}
    if work.abstract:
        message["abstract"] = f"<jats:title>Abstract</jats:title><jats:p>{escape(work.abstract)}</jats:p>"
    if url := urls[work.doi]:
        kind = {"content-type": "application/pdf", "content-version": "vor", "intended-application": "text-mining"}
        message["link"] = [{"URL": url} | kind]
    if work.licence.startswith("cc-"):
        deed = f"http://creativecommons.org/licenses/{work.licence.removeprefix('cc-')}/4.0/"
        message["license"] = [{"content-version": "vor", "delay-in-days": 0, "URL": deed}]
    return _json({"status": "ok", "message-type": "work", "message": message})


def _semantic_scholar(found: list[PublishedWork], urls: Urls, query: dict[str, str]) -> Answer:
    is_match = "query" in query
    if not found:
        return _json({"error": "Title match not found" if is_match else "Paper with id DOI:x not found"}, 404)
    work = found[0]
    record: dict[str, Any] = {"paperId": "7e5d4466", "externalIds": {"DOI": work.doi}, "title": work.title}
    record["abstract"] = work.abstract or None
    record["openAccessPdf"] = {"url": urls[work.doi], "status": "GOLD", "license": "CCBY"}
    return _json({"data": [record | {"matchScore": 172.3}]} if is_match else record)


def _arxiv(found: list[PublishedWork], urls: Urls, query: dict[str, str]) -> Answer:  # noqa: ARG001 - all alike
    listed = "".join(
        f"<entry><id>http://arxiv.org/abs/{work.arxiv_id}v1</id><title>{escape(work.title)}</title>"
        f'<link href="https://arxiv.org/abs/{work.arxiv_id}v1" rel="alternate" type="text/html"/>'
        f'<link href="{escape(urls[work.doi])}" rel="related" type="application/pdf" title="pdf"/></entry>'
        for work in found
    )
    feed = f"<?xml version='1.0' encoding='UTF-8'?>\n<feed xmlns=\"http://www.w3.org/2005/Atom\">{listed}</feed>"
    return 200, "application/atom+xml", feed.encode()


def _core(found: list[PublishedWork], urls: Urls, query: dict[str, str]) -> Answer:  # noqa: ARG001 - all alike
    results = [
        {"id": 1, "doi": work.doi, "title": work.title, "abstract": work.abstract, "downloadUrl": urls[work.doi]}
        for work in found
    ]
    return _json({"totalHits": len(results), "limit": 3, "offset": 0, "results": results})


WRITERS: dict[str, Callable[[list[PublishedWork], Urls, dict[str, str]], Answer]] = {
    "unpaywall": _unpaywall,
    "europepmc": _europe_pmc,
    "crossref": _crossref,
    "semanticscholar": _semantic_scholar,
    "arxiv": _arxiv,
    "core": _core,
}


def job(job_id: str, pdf: bytes, progress: float) -> dict[str, Any]:
    """Return what retrieve-academic says of a job at a progress from 0 to 1."""
    if progress < 1:
        return {"job_id": job_id, "status": "searching" if progress < 0.5 else "downloading"}
    if not pdf:
        failed = {"error": "No source has this work", "error_code": "NOT_FOUND"}
        return {"job_id": job_id, "status": "failed"} | failed
    return {"job_id": job_id, "status": "completed", "file_format": "pdf", "file_size": len(pdf)}
