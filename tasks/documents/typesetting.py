"""Pages from Typst markup: PDF without LaTeX.

The Typst compiler (Apache-2.0) comes with the package `typst`; it runs in a process of its own so that time can be up.
"""

from __future__ import annotations

import os
import subprocess
import sys
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from storage.errors import LitreviewError

_SECONDS = 120.0
# Packages are looked for in an empty folder only; a document of ours asks for none.
_COMPILE = (
    "import sys, typst; typst.compile('document.typ', output='document.pdf', root='.', timestamp=int(sys.argv[1]), "
    "package_path='none', package_cache_path='none')"
)
# Pandoc makes each table a figure, which Typst would keep on one page, centred; addresses have no blank to break at.
_LONG_TABLES = rb"""#show figure: set block(breakable: true)
#show table: set align(left)
#show table: set par(justify: false)
#show table: set text(size: 0.8em)
#show table: it => { show regex("\S{16,}"): word => word.text.clusters().join(sym.zws); it }
"""


def typeset(markup: bytes, written_at: datetime) -> bytes:
    """Return Typst markup as PDF, set in the fonts of the compiler and, for letters they lack, of the machine.

    `written_at` (UTC) is the date that the file says it was made.

    Raises:
        LitreviewError: the compiler refuses the markup or takes more than two minutes.
    """
    moment = int((written_at - datetime(1970, 1, 1)).total_seconds())  # noqa: DTZ001 - as the ledger stores it
    with TemporaryDirectory(prefix="litreview-typst-") as scratch:
        folder = Path(scratch)
        (folder / "document.typ").write_bytes(_LONG_TABLES + markup)
        try:
            done = subprocess.run(  # noqa: S603 - our own code
                [sys.executable, "-I", "-c", _COMPILE, str(moment)],
                cwd=folder,
                env={"PATH": os.defpath, "HOME": str(folder), "LC_ALL": "C.UTF-8"},
                stdin=subprocess.DEVNULL,
                capture_output=True,
                timeout=_SECONDS,
                check=False,
            )
        except subprocess.TimeoutExpired as error:
            raise LitreviewError(f"setting the PDF took more than {_SECONDS:.0f} seconds; export to docx") from error
        if done.returncode != 0:
            said = done.stderr.decode("utf-8", errors="replace").strip().splitlines() or ["no reason given"]
            raise LitreviewError(f"the PDF could not be set ({said[-1][:200]}); export to docx or html")
        return (folder / "document.pdf").read_bytes()
