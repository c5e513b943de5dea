"""Settings from the environment or `.env`; secrets stay out of logs, URLs, file names and the ledger.

Which release this is, and what the program calls itself to the services it asks.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

from pydantic import Field, SecretStr, ValidationError, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict
from slugify import slugify

from storage.core.errors import InputError

VERSION = "0.1.0"

DISTRIBUTION = "litreview-engine"
"""What it is called where packages are installed from: `litreview` belongs to another project there."""

USER_AGENT = f"litreview/{VERSION}"


class Settings(BaseSettings):
    """`LITREVIEW_*` variables; each can be overruled on the command line where an option of that name exists."""

    model_config = SettingsConfigDict(env_prefix="LITREVIEW_", env_file=".env", extra="ignore")

    reviews: Path = Path("reviews")
    bucket: str = ""
    files_url: str = ""
    catalogue: str = ""
    analyst: str = "extractive"
    cache: Path = Path.home() / ".cache" / "litreview"
    open_library_url: str = ""
    openalex_url: str = "https://api.openalex.org"
    openalex_api_key: SecretStr | None = None
    openalex_most_citing: int = Field(default=10_000, ge=100)
    pubmed_url: str = "https://eutils.ncbi.nlm.nih.gov"
    ncbi_api_key: SecretStr | None = None
    dblp_url: str = "https://dblp.org"
    structural_rule: Literal["feature", "include"] = "feature"
    anthropic_api_key: SecretStr | None = Field(default=None, validation_alias="ANTHROPIC_API_KEY")
    anthropic_base_url: str = Field(default="", validation_alias="ANTHROPIC_BASE_URL")
    model_opus: str = ""
    model_sonnet: str = ""
    model_haiku: str = ""
    model_table: Path | None = None
    local_model: str = ""
    local_context: int = Field(default=8192, ge=2048)
    local_python: Path = Path(".local/bin/python")
    budget_usd: float | None = Field(default=None, gt=0)
    replay: Path | None = None
    contact_email: SecretStr | None = None
    unpaywall_url: str = "https://api.unpaywall.org"
    europe_pmc_url: str = "https://www.ebi.ac.uk/europepmc/webservices/rest"
    arxiv_url: str = "https://export.arxiv.org"
    semantic_scholar_url: str = "https://api.semanticscholar.org"
    semantic_scholar_api_key: SecretStr | None = None
    core_url: str = "https://api.core.ac.uk"
    core_api_key: SecretStr | None = None
    crossref_url: str = "https://api.crossref.org"
    opencitations_url: str = "https://api.opencitations.net"
    retrieve_academic_url: str = ""
    retraction_watch: Path | None = None
    allow_hosts: str = ""
    zotero_url: str = "https://api.zotero.org"
    zotero_library_id: str = ""
    zotero_library_type: Literal["user", "group"] = "user"
    zotero_api_key: SecretStr | None = None
    marker_command: str = ""
    task_runner: Literal["threads", "dask", "ray"] = "threads"
    task_runner_address: str = ""

    @model_validator(mode="before")
    @classmethod
    def _place_bucket(cls, values: dict[str, Any]) -> dict[str, Any]:
        """If LITREVIEW_REVIEWS is an address, keep it as the bucket and its reviews in a folder of the cache."""
        named = str(values.get("reviews", ""))
        if "://" not in named:
            return values
        cache = Path(values.get("cache") or cls.model_fields["cache"].default)
        return values | {"bucket": named, "reviews": cache / "reviews" / slugify(named)}

    def holds(self, name: str) -> bool:
        """Return whether a private key or address is set."""
        secret: SecretStr | None = getattr(self, name)
        return secret is not None and bool(secret.get_secret_value().strip())


def name_variable(name: str) -> str:
    """Return the environment variable of a setting."""
    return str(Settings.model_fields[name].validation_alias or f"litreview_{name}").upper()


SECRETS = {
    name: name_variable(name).lower().replace("_", "-")
    for name, each in Settings.model_fields.items()
    if each.annotation == SecretStr | None
}
"""The settings that are secret, each with the name of the Prefect block it may be kept in."""


def read_settings() -> Settings:
    """Return the settings in force.

    Raises:
        InputError: a variable holds a value that is not allowed.
    """
    try:
        return Settings()
    except ValidationError as error:
        wrong = error.errors()[0]
        named = "_".join(str(part) for part in wrong["loc"]).upper()
        name = named if named.startswith("ANTHROPIC_") else f"LITREVIEW_{named}"
        raise InputError(f"the setting {name} is wrong ({wrong['msg'].lower()}); correct it or unset it") from error
