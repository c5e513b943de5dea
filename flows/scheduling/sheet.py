"""A prefect.yaml as a file: read before Prefect is imported."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml

from storage.core.errors import InputError


def read_sheet(sheet: Path) -> list[dict[str, Any]]:
    """Return the entries of the deployments in a prefect.yaml.

    Raises:
        InputError: the file cannot be read, or holds no deployments.
    """
    try:
        entries = yaml.safe_load(sheet.read_text(encoding="utf-8"))["deployments"]
    except OSError as error:
        raise InputError(f"'{sheet}' cannot be read ({error.strerror}); name a prefect.yaml") from error
    except (yaml.YAMLError, UnicodeDecodeError, KeyError, TypeError) as error:
        raise InputError(f"'{sheet}' is not a prefect.yaml with deployments; correct it") from error
    if not isinstance(entries, list) or not entries:
        raise InputError(f"'{sheet}' is not a prefect.yaml with deployments; correct it")
    return entries
