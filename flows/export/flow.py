"""A finished review exported by a deployment, to a file on the machine that runs it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

from flows.context import form
from flows.context.option import NEEDED, Option, Reviews, check_name
from flows.context.readiness import find_folder
from flows.export.formats import export_review
from flows.export.order import ExportOrder
from flows.orchestration.artifacts import show_markdown
from tasks.environment.settings import read_settings
from tasks.reporting.formats import FORMATS, documents, list_formats

Name = Annotated[
    str, Option("Review", "Name of a finished review: of its folder in that of the reviews.", ("biodiversity-finance",))
]
To = Annotated[
    str,
    Option(
        "Format",
        f"The review as {list_formats(('md', *documents()))}, its references or checklists alone, its works as tables "
        "(csv, xlsx), or a folder for other programs (qmd: Quarto, obsidian: linked notes, robvis: "
        "judgements of people on quality, rocrate: for archives).",
        choices=tuple(FORMATS),
    ),
]
Version = Annotated[
    int | None,
    Option("Version", "An earlier version of the text; 1 is the first drafts. The current one if left out.", (1,)),
]
Style = Annotated[
    str | None,
    Option(
        "Citation style",
        "apa, vancouver, ieee, ama, nature, harvard, mla, or a .csl file on the machine that runs the export.",
        ("apa",),
    ),
]
Share = Annotated[
    bool, Option("To share", "Whether to pack everything that may be shared into a zip, and nothing else.")
]
Output = Annotated[
    str | None,
    Option("File", "Where to write, on the machine that runs the export; in the review's exports when left out."),
]


def export_named(  # noqa: PLR0917 - the parameters of the form in the Prefect UI
    name: Name = NEEDED,
    to: To = "pdf",
    version: Version = None,
    csl: Style = None,
    share: Share = False,  # noqa: FBT002 - a flow's parameters are named in every interface
    output: Output = None,
    reviews: Reviews = None,
) -> Path:
    """Return the file that the review of that name was exported to.

    Raises:
        InputError: a parameter cannot be right, there is no such review or version, or the file cannot be written.
    """
    folder = find_folder(check_name(name), reviews, read_settings())
    order = ExportOrder(to=to, version=version, style=csl, share=share, output=Path(output) if output else None)
    written = export_review(folder, order).resolve()
    show_markdown("export", f"[`{written}`]({written.as_uri()})\n", f"'{name}' exported: {written.name}")
    return written


export: form.FormFlow[Any, Path] = form.FormFlow(
    fn=export_named,
    name="export",
    flow_run_name="export: {name}",
    description="A finished review in another format, or packed for sharing.",
    persist_result=False,
)
