"""What is hostile in the review that exports are made of, and how an export is read."""

from __future__ import annotations

from pathlib import Path

TITLES = (
    "<script>alert(1)</script>",
    r"\input{/etc/passwd}",
    "=cmd()|' /C calc'!A0",
    "{{ 7 * 7 }} [x](javascript:alert(2)) ![p](/etc/passwd)",
    'x"\n---\nheader-includes: <script>alert(3)</script>\n---\n',
)
KEYS = tuple(f"lee{2000 + i}x" for i in range(len(TITLES)))
MAIL = "ann@example.org"


def read_export(told: tuple[int, str]) -> bytes:
    code, path = told
    assert code == 0, path
    return Path(path).read_bytes()
