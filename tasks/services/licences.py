"""Licences in one spelling, that of Unpaywall and OpenAlex: ``cc-by``, ``cc-by-nc-nd``, ``cc0``, ``public-domain``."""

from __future__ import annotations

import re

_DEED = re.compile(r"creativecommons\.org/(?:licenses/([a-z-]+)|publicdomain/(zero|mark))", re.IGNORECASE)
_CODE = re.compile(r"cc(by(?:nc)?(?:sa|nd)?|0)", re.IGNORECASE)
_PARTS = re.compile(r"by|nc|sa|nd|0")
_LONGEST = 200


def read_licence(stated: object) -> str | None:
    """Return a licence stated as code ("CCBY", "cc by", "CC-BY 4.0") or address of a deed; anything else as it is.

    None for what is no text, or empty.
    """
    if not isinstance(stated, str) or not stated.strip():
        return None
    if deed := _DEED.search(stated):
        public = {"zero": "cc0", "mark": "public-domain"}
        return public[deed[2].lower()] if deed[2] else f"cc-{deed[1].lower().strip('-')}"
    if code := _CODE.match(re.sub(r"[\s_-]+", "", stated)):
        parts = _PARTS.findall(code[1].lower())
        return "cc0" if parts == ["0"] else "-".join(["cc", *parts])
    return " ".join(stated.split())[:_LONGEST].lower()


def is_open(licence: str | None) -> bool:
    """Return whether a licence, as `read_licence` spells it, lets anyone read and keep a copy."""
    return licence is not None and (licence.startswith(("cc-by", "cc0")) or licence == "public-domain")
