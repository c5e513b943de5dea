"""Pandoc as a reader of many texts: one process, a text a line, the citekeys it finds in each."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from pathlib import Path

import pypandoc

_SCRIPT = """
for line in io.lines() do
  local done, document = pcall(function() return pandoc.read(load("return " .. line)(), "markdown") end)
  local keys = {}
  if done then
    document.blocks:walk{Cite = function(cite) for _, one in ipairs(cite.citations) do keys[#keys + 1] = one.id end end}
  end
  io.write(done and table.concat(keys, "\\t") or "?", "\\n")
end
"""


def read_with_pandoc(texts: Sequence[str], folder: Path) -> list[set[str] | None]:
    """Return the citekeys that Pandoc finds in each text, None for a text it refuses."""
    script = folder / "keys.lua"
    script.write_text(_SCRIPT, encoding="utf-8")
    lines = ["'" + "".join(f"\\{byte:03d}" for byte in text.encode()) + "'" for text in texts]
    done = subprocess.run(
        [pypandoc.get_pandoc_path(), "lua", str(script)],
        input="\n".join(lines), capture_output=True, text=True, timeout=120, check=True,
    )  # fmt: skip
    return [None if line == "?" else set(filter(None, line.split("\t"))) for line in done.stdout.split("\n")[:-1]]
