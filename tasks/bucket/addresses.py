"""Addresses of buckets, and the keys to them, as the tools of each cloud take them from the environment."""

from __future__ import annotations

import os
from datetime import timedelta
from importlib.util import find_spec
from typing import Any
from urllib.parse import urlsplit

from obstore.exceptions import BaseError
from obstore.store import LocalStore, ObjectStore, from_url

from storage.core.errors import InputError

_S3 = ("s3", "s3a")
_SCHEMES = ("file", *_S3, "gs", "az", "azure", "adl", "abfs", "abfss")
_OPTIONS = {"timeout": timedelta(minutes=30), "read_timeout": timedelta(minutes=1)}
_RETRIES = {"max_retries": 5, "retry_timeout": timedelta(minutes=2)}


def open_store(url: str) -> ObjectStore:
    """Return the store that reads and writes the objects at an address; no request is sent yet.

    Keys, regions and endpoints come from the variables that the tools of each cloud have: AWS_ACCESS_KEY_ID,
    AWS_ENDPOINT_URL…, GOOGLE_APPLICATION_CREDENTIALS, AZURE_STORAGE_ACCOUNT_NAME…; if boto3 is installed, profiles and
    its other sources of keys are used for S3 too.

    Raises:
        InputError: this kind of address cannot be read, or its keys are missing.
    """
    scheme = urlsplit(url).scheme
    if scheme not in _SCHEMES:
        raise InputError(f"LITREVIEW_REVIEWS names '{scheme}://'; give s3://, gs:// or az://, or a folder")
    try:
        if scheme == "file":
            return LocalStore.from_url(url, mkdir=True)
        options: Any = _OPTIONS | {"allow_http": _is_plain(scheme)}
        return from_url(url, client_options=options, retry_config=_RETRIES, **_find_keys(scheme))  # type: ignore[call-overload, no-any-return]
    except (BaseError, ValueError, OSError) as error:
        told = (str(error).splitlines() or [""])[0]
        raise InputError(f"LITREVIEW_REVIEWS is '{url}', which cannot be used ({told}); correct it") from error


def _is_plain(scheme: str) -> bool:
    """Return whether the configured endpoint works without TLS, as a server on this machine may."""
    named = [os.environ.get(name, "") for name in ("AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL", "AWS_ENDPOINT")]
    return scheme in _S3 and any(address.startswith("http://") for address in named)


def _find_keys(scheme: str) -> dict[str, Any]:
    """Return the source of S3's keys if they are not in the environment but boto3 finds some."""
    if scheme not in _S3 or os.environ.get("AWS_ACCESS_KEY_ID") or find_spec("boto3") is None:
        return {}
    import boto3  # noqa: PLC0415 - an extra
    from obstore.auth.boto3 import Boto3CredentialProvider  # noqa: PLC0415 - imports boto3

    session = boto3.Session()
    return {"credential_provider": Boto3CredentialProvider(session)} if session.get_credentials() else {}
