"""The review as HTML, Word and Typst, made by Pandoc.

Pandoc is under the GPL (2 or later) and therefore runs as a program of its own, never as a library. It is given nothing
but a folder made for the call: it reads no file outside it, has no network, no environment and two minutes.
"""

from __future__ import annotations

import subprocess
from datetime import datetime
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

import pypandoc

from storage.errors import LitreviewError

Format = Literal["html", "docx", "typst"]

_WRITERS: dict[Format, str] = {"html": "html5", "docx": "docx", "typst": "typst"}
# Nothing raw is read, nothing in the text sets metadata, and no macro multiplies itself.
_READER = "markdown-raw_html-raw_tex-latex_macros-yaml_metadata_block-pandoc_title_block-mmd_title_block"
_MOST_MEMORY = "2G"
_SECONDS = 120.0


def convert_document(review: str, references: str, target: Format, style: bytes | None, written_at: datetime) -> bytes:
    """Return the review, as `tasks.markdown_review.assemble_review` makes it, as a document with its bibliography.

    `references` is CSL-JSON, `style` a CSL style (Pandoc's own, author and date after Chicago, where none is given).
    Raw HTML and LaTeX, pictures, formulas, attributes and links elsewhere than to the web are text, wherever they
    stand. The same input gives the same bytes; `written_at` (UTC) is the date that a Word file says it was made.

    Raises:
        LitreviewError: Pandoc cannot be run, fails or takes more than two minutes.
    """
    front, body = _split_front_matter(review, target)
    with TemporaryDirectory(prefix="litreview-pandoc-") as scratch:
        folder = Path(scratch)
        (folder / "body.md").write_text(body, encoding="utf-8")
        (folder / "front.yaml").write_text(front, encoding="utf-8")
        (folder / "references.json").write_text(references, encoding="utf-8")
        filter_text = files("tasks.documents").joinpath("neutral.lua").read_text(encoding="utf-8")
        (folder / "neutral.lua").write_text(filter_text, encoding="utf-8")
        if style is not None:
            (folder / "style.csl").write_bytes(style)
        _run_pandoc(folder, target, [] if style is None else ["--csl=style.csl"], written_at)
        return (folder / "document").read_bytes()


def _split_front_matter(review: str, target: Format) -> tuple[str, str]:
    """Return front matter, without the bibliography it names, and body."""
    front, body = review.removeprefix("---\n").split("\n---\n", 1)
    # Pandoc's template for Typst puts keywords where the compiler takes them for code.
    left_out = ("bibliography:", "keywords:") if target == "typst" else ("bibliography:",)
    lines = (line for line in front.splitlines() if not line.startswith(left_out))
    return "\n".join(lines) + "\n", body


def _run_pandoc(folder: Path, target: Format, style: list[str], written_at: datetime) -> None:
    command = [
        pypandoc.get_pandoc_path(), "+RTS", f"-M{_MOST_MEMORY}", "-RTS", "--sandbox", f"--data-dir={folder}",
        f"--from={_READER}", f"--to={_WRITERS[target]}", "--standalone", "--metadata-file=front.yaml",
        "--metadata=lang:en", "--citeproc", "--bibliography=references.json", *style, "--lua-filter=neutral.lua",
        "--output=document", "body.md",
    ]  # fmt: skip
    environment = {
        "HOME": str(folder),
        "LC_ALL": "C.UTF-8",
        "SOURCE_DATE_EPOCH": str(int((written_at - datetime(1970, 1, 1)).total_seconds())),  # noqa: DTZ001 - as stored
    }
    try:
        done = subprocess.run(  # noqa: S603 - no argument comes from outside
            command, cwd=folder, env=environment, capture_output=True, stdin=subprocess.DEVNULL, timeout=_SECONDS,
            check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired as error:
        raise LitreviewError(f"Pandoc took more than {_SECONDS:.0f} seconds; export to md, bib, ris or csl") from error
    except OSError as error:
        raise LitreviewError(f"Pandoc cannot be run ({error.strerror}); install pypandoc_binary again") from error
    if done.returncode != 0:
        said = done.stderr.decode("utf-8", errors="replace").strip().splitlines() or [f"exit code {done.returncode}"]
        raise LitreviewError(f"Pandoc could not make the document ({said[0][:200]}); export to md, bib, ris or csl")
