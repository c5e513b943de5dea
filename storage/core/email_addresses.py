"""E-mail addresses in texts, plain or JSON: they are neither kept in stored answers nor passed on."""

from __future__ import annotations

import re

_LONGEST_NAME = 255  # characters that can stand before the @
_NAME = re.compile(r"(\\*)((?:\{[^{}@\"]{1,200}\}|[A-Za-z0-9._%+-]+)\s?)\Z")
_HOST = re.compile(r"@\s?[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+")
_ESCAPE = re.compile(r"u[0-9a-fA-F]{4}|.", re.DOTALL)


def blank_addresses(text: str) -> str:
    r"""Return text with every e-mail address replaced by as many asterisks, so that what follows keeps its position.

    An address may be that of several people (``{ann,bob}@example.org``). JSON escapes stay whole, or the letter of one
    would be removed with the address after it (``\nann@example.org``). What was blanked may be the name of another
    (``{ann@a.example}@b.example``), so it is done until nothing is left.
    """
    while (blanked := _blank_once(text)) != text:
        text = blanked
    return text


def _blank_once(text: str) -> str:
    pieces, done = [], 0
    for host in _HOST.finditer(text):
        name = _NAME.search(text[max(done, host.start() - _LONGEST_NAME) : host.start()])
        if name is None:
            continue
        escape = _ESCAPE.match(name[2]) if len(name[1]) % 2 else None
        address = name[2][escape.end() if escape else 0 :]
        if address.strip():
            pieces += [text[done : host.start() - len(address)], "*" * (len(address) + len(host[0]))]
            done = host.end()
    return "".join([*pieces, text[done:]])
