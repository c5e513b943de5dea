"""The review as HTML, Word and Typst, made by Pandoc.

Pandoc is under the GPL (2 or later) and therefore runs as a program of its own, never as a library. It gets only a
folder made for the call: it cannot read files outside it, has no network or environment, and must finish within two
minutes.
"""

from __future__ import annotations

import json
import subprocess
from base64 import b64encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory

import pypandoc

from storage.core.errors import LitreviewError
from tasks.reporting.figures import keep_light, rasterise, read_description
from tasks.reporting.formats import Writer, list_formats, text_files
from tasks.reporting.word import dress_word
from tasks.text.cleaning import escape_markdown
from tasks.translation.tongue import Tongue, read_tongue

# Nothing raw is read, nothing in the text sets metadata, and no macro multiplies itself.
_READER = "markdown-raw_html-raw_tex-latex_macros-yaml_metadata_block-pandoc_title_block-mmd_title_block"
# A Word file has our own table of contents, which shows without being updated.
_CONTENTS: dict[Writer, tuple[str, ...]] = {
    "html": ("--toc", "--toc-depth=2"),
    # Of tables with a line longer than this Pandoc takes the widths of columns from the dashes below their heads.
    "docx": ("--columns=40",),
    "typst": ("--toc", "--toc-depth=1", "--columns=40"),
    # For the UI: lines of any length, and no links to places that Markdown does not have.
    "gfm": ("--to=gfm-raw_html", "--wrap=none", "--metadata=link-citations:false"),
    # For `tasks.reporting.page`: what stands in the body, with ids that no part of the page around it has.
    "page": ("--to=html", "--wrap=none", "--template=body.html", "--section-divs", "--id-prefix=text-"),
}
_BODY = "$body$\n"
_MOST_MEMORY = "2G"
_SECONDS = 120.0


@dataclass(frozen=True, slots=True)
class Manuscript:
    """A review as `tasks.reporting.markdown.assemble_review` makes it, and what surrounds it in a document.

    `references` is CSL-JSON; `written_at` (UTC) is the date on the document; `pictures` are the SVG documents of its
    figures by the names that the review gives them; `origin` are properties that a Word file keeps (`tasks.reporting.
    word_edits`), by which one that comes back is known.
    """

    review: str
    references: str
    written_at: datetime
    pictures: Mapping[str, str] = field(default_factory=dict)
    authors: tuple[str, ...] = ()
    origin: Mapping[str, str] = field(default_factory=dict)


def convert_document(manuscript: Manuscript, target: Writer, style: bytes | None = None) -> bytes:
    """Return a manuscript as a document with contents, figures and its bibliography.

    `style` is a CSL style (by default Pandoc's own, Chicago author-date). Raw HTML and LaTeX, pictures other than the
    manuscript's, formulas, attributes and links other than to the web become text everywhere. The same input gives the
    same bytes on one machine; Typst markup names its figures as the review does.

    Raises:
        LitreviewError: Pandoc or, for the figures of a Word file, Typst cannot be run, fails or takes too long.
    """
    front, body = _split_front_matter(manuscript, target)
    with TemporaryDirectory(prefix="litreview-pandoc-") as scratch:
        folder = Path(scratch)
        (folder / "body.md").write_text(body, encoding="utf-8")
        (folder / "front.yaml").write_text(front, encoding="utf-8")
        (folder / "references.json").write_text(manuscript.references, encoding="utf-8")
        filter_text = files("tasks.reporting").joinpath("neutral.lua").read_text(encoding="utf-8")
        (folder / "neutral.lua").write_text(filter_text, encoding="utf-8")
        (folder / "body.html").write_text(_BODY, encoding="utf-8")
        for name, svg in manuscript.pictures.items():
            _put_picture(folder, name, svg, target)
        if style is not None:
            (folder / "style.csl").write_bytes(style)
        tongue = read_tongue(_read_field(manuscript, "lang"))
        _run_pandoc(folder, target, [] if style is None else ["--csl=style.csl"], manuscript.written_at, tongue)
        document = (folder / "document").read_bytes()
        return dress_word(document) if target == "docx" else document


def _split_front_matter(manuscript: Manuscript, target: Writer) -> tuple[str, str]:
    """Return the front matter, with authors and date of writing but without its bibliography, and the body."""
    front, body = manuscript.review.removeprefix("---\n").split("\n---\n", 1)
    # Pandoc's Typst template puts keywords where the compiler takes them for code.
    left_out = ("bibliography:", "date:", "lang:", *(["keywords:"] if target == "typst" else []))
    lines = [line for line in front.splitlines() if not line.startswith(left_out)]
    as_of, tongue = _read_field(manuscript, "date"), read_tongue(_read_field(manuscript, "lang"))
    # Names of months are English; where the text is not, the date is that of ISO 8601.
    written = f"{manuscript.written_at.day} {manuscript.written_at:%B %Y}"
    written = written if tongue.is_english else f"{manuscript.written_at:%Y-%m-%d}"
    dated = f"{written}, {tongue.say('literature')} {as_of}" if as_of else written
    lines.append(f"date: {json.dumps(dated, ensure_ascii=False)}")
    if target == "docx":
        lines += [f"{name}: {json.dumps(value)}" for name, value in manuscript.origin.items()]
    if manuscript.authors:
        named = [escape_markdown(author) for author in manuscript.authors]
        lines.append(f"author: {json.dumps(named, ensure_ascii=False)}")
    return "\n".join(lines) + "\n", body


def _read_field(manuscript: Manuscript, field: str) -> str:
    """Return a field of the front matter, empty where it has none."""
    front = manuscript.review.removeprefix("---\n").split("\n---\n", 1)[0]
    found = (line.partition(":")[2] for line in front.splitlines() if line.startswith(f"{field}:"))
    return next(found, "").strip(' "')


def _put_picture(folder: Path, name: str, svg: str, target: Writer) -> None:
    """Put a figure where `neutral.lua` looks for it: Typst finds it beside the markup, other documents embed it."""
    (folder / f"{name}.alt").write_text(read_description(svg), encoding="utf-8")
    if target in {"html", "gfm"}:
        data = b64encode(keep_light(svg).encode()).decode()
        (folder / f"{name}.source").write_text(f"data:image/svg+xml;base64,{data}", encoding="utf-8")
    elif target != "typst":
        (folder / name).with_suffix(".png").write_bytes(rasterise(svg))


def _run_pandoc(folder: Path, target: Writer, style: list[str], written_at: datetime, tongue: Tongue) -> None:
    arguments = [
        f"--from={_READER}", f"--to={target}", "--standalone", "--metadata-file=front.yaml",
        f"--metadata=lang:{tongue.code}", f"--metadata=toc-title:{tongue.say('Contents')}",
        "--citeproc", "--bibliography=references.json", *style, "--lua-filter=neutral.lua",
        *_CONTENTS.get(target, ("--toc",)), "--output=document", "body.md",
    ]  # fmt: skip
    seconds = int((written_at - datetime(1970, 1, 1)).total_seconds())  # noqa: DTZ001 - as stored
    done = call_pandoc(folder, arguments, {"SOURCE_DATE_EPOCH": str(seconds)})
    if done.returncode != 0:
        raise LitreviewError(
            f"Pandoc could not make the document ({tell_failure(done)}); export to {list_formats(text_files())}"
        )


def call_pandoc(
    folder: Path, arguments: Sequence[str], environment: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[bytes]:
    """Return Pandoc's finished process, which read and wrote in a folder and nowhere else.

    Raises:
        LitreviewError: it cannot be run, or takes too long.
    """
    command = [
        pypandoc.get_pandoc_path(), "+RTS", f"-M{_MOST_MEMORY}", "-RTS", "--sandbox", f"--data-dir={folder}",
        *arguments,
    ]  # fmt: skip
    known = {"HOME": str(folder), "LC_ALL": "C.UTF-8", **(environment or {})}
    try:
        return subprocess.run(  # noqa: S603 - no argument comes from outside
            command, cwd=folder, env=known, capture_output=True, stdin=subprocess.DEVNULL, timeout=_SECONDS,
            check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired as error:
        raise LitreviewError(
            f"Pandoc took more than {_SECONDS:.0f} s; export to {list_formats(text_files())}"
        ) from error
    except OSError as error:
        raise LitreviewError(f"Pandoc cannot be run ({error.strerror}); install pypandoc_binary again") from error


def tell_failure(done: subprocess.CompletedProcess[bytes]) -> str:
    """Return the first line of what Pandoc says about its failure."""
    said = done.stderr.decode("utf-8", errors="replace").strip().splitlines() or [f"exit code {done.returncode}"]
    return said[0][:200]
