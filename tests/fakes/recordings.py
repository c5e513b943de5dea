"""Recorded answers of services, read from the real data beside the repository."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import yaml


def read_recorded(shared_data: Path, host: str, part: str) -> tuple[int, bytes]:
    """Return status and body of the first recorded answer of a host to an address that holds a given part."""
    for cassette in sorted((shared_data / "recordings" / "paperqa_cassettes").glob("*.yaml")):
        for interaction in yaml.safe_load(cassette.read_text(encoding="utf-8"))["interactions"]:
            address = interaction["request"]["uri"]
            if f"//{host}/" in address and part in address:
                return unpack_response(interaction["response"])
    raise LookupError(f"no recording of {host} with {part}")


def read_arxiv_recording(shared_data: Path, name: str) -> tuple[int, bytes]:
    """Return status and body of a recorded answer of arXiv, by the beginning of its file name."""
    recorded = json.loads(next((shared_data / "recordings" / "arxiv").glob(f"{name}*")).read_text(encoding="utf-8"))
    return recorded["status_code"], recorded["body"].encode()


def unpack_response(response: dict[str, Any]) -> tuple[int, bytes]:
    body = response.get("content") or response["body"]["string"]
    raw = body if isinstance(body, bytes) else body.encode()
    return response["status"]["code"], gzip.decompress(raw) if raw[:2] == b"\x1f\x8b" else raw
