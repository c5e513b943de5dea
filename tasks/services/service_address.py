"""Where and how a service about works is asked, with what only the service may see."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from urllib.parse import quote

import httpx
from pydantic import SecretStr

from storage.core.errors import InputError


@dataclass(frozen=True, slots=True)
class ServiceAddress:
    """Where and how a service is asked.

    `setting` names the variable its base address comes from, `path` is where its API begins on its own host (an
    address that ends in it already is taken as it is), `pace` the least seconds between two calls, `headers` and
    `private` (parameters) hold secrets.
    """

    name: str
    setting: str
    base_url: str
    path: str = ""
    pace: float = 0.0
    headers: Mapping[str, SecretStr] = field(default_factory=dict)
    private: Mapping[str, SecretStr] = field(default_factory=dict)

    @property
    def root(self) -> str:
        """Return the address of the API, without a slash at the end.

        Raises:
            InputError: the setting is no plain http(s) address: it would end up in the ledger with what it hides.
        """
        try:
            url = httpx.URL(self.base_url)
        except httpx.InvalidURL:
            url = httpx.URL()
        if url.scheme not in ("http", "https") or not url.host or url.userinfo or url.query or url.fragment:
            raise InputError(
                f"the setting {self.setting} is no plain web address; give one like https://api.example.org, without "
                f"user name, password and query, or unset it"
            )
        return self.base_url.rstrip("/").removesuffix(self.path) + self.path

    def secrets(self) -> list[bytes]:
        """Return everything no record may hold, in the spellings addresses and answers may give it, longest first.

        Raises:
            InputError: a secret cannot be sent, because it holds characters neither keys nor e-mail addresses have.
        """
        texts = [secret.get_secret_value() for secret in (*self.headers.values(), *self.private.values())]
        if not all(text.isascii() and text.isprintable() for text in texts):
            raise InputError(f"the key or e-mail address for {self.name} holds characters none has; copy it again")
        spelled = {spelling for text in texts for spelling in (text, quote(text, safe=""), quote(text, safe="@"))}
        return [text.encode() for text in sorted(spelled, key=lambda text: (-len(text), text)) if text]


def keyed(address: ServiceAddress, header: str, key: SecretStr | None, form: str = "{}") -> ServiceAddress:
    """Return the address with a key, if there is one, in a header of the given form."""
    text = key.get_secret_value().strip() if key else ""
    return replace(address, headers={header: SecretStr(form.format(text))}) if text else address
