"""What the settings allow beyond public hosts, and who gets a key."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from pydantic import SecretStr

from tasks.environment.settings import Settings
from tasks.retrieval.openalex_locations import CONTENT
from tasks.retrieval.services import Services, read_origin
from tasks.retrieval.targets import Target, read_allow_hosts
from tasks.services.answers import Location

_CONTENT_ORIGIN = "https://content.openalex.org"


@dataclass(frozen=True, slots=True)
class Access:
    """Which hosts that are not public may be fetched from, and with which key.

    `allow_hosts` are hosts with or without port. `origins` are the addresses of the user's own services by source:
    their own files may be fetched from there, but nothing may redirect there. The key is OpenAlex's, sent to its
    content API alone.
    """

    allow_hosts: frozenset[str] = frozenset()
    origins: Mapping[str, str] = field(default_factory=dict)
    openalex_key: SecretStr | None = None

    def find_bearer(self, location: Location, target: Target) -> str | None:
        """Return the key to send to a target: only to OpenAlex, whatever host a record names as its content API."""
        known = (_CONTENT_ORIGIN, self.origins.get(CONTENT))
        if location.source != CONTENT or self.openalex_key is None or target.origin not in known:
            return None
        return self.openalex_key.get_secret_value().strip()


def open_access(settings: Settings, services: Services) -> Access:
    """Return what the settings allow.

    Raises:
        InputError: the address of OpenAlex is no plain web address.
    """
    origins = services.origins() | {CONTENT: read_origin(settings.openalex_url)}
    return Access(read_allow_hosts(settings.allow_hosts), origins, settings.openalex_api_key)
