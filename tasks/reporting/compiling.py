"""The Typst compiler (Apache-2.0), which comes with the package `typst`: run in a process of its own.

So it can time out, and reads nothing but the files of the call.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

from storage.core.errors import LitreviewError

_SECONDS = 120.0
# Packages are looked for in an empty folder only; our documents need none.
_COMPILE = (
    "import sys, typst; typst.compile('document.typ', output='document', format=sys.argv[1], ppi=180.0, root='.', "
    "timestamp=int(sys.argv[2]), package_path='none', package_cache_path='none')"
)


def compile_markup(markup: bytes, to: Literal["pdf", "png"], files: Mapping[str, bytes], moment: int = 0) -> bytes:
    """Return Typst markup set as PDF, or its one page as PNG; `files` are those it names, `moment` its date.

    Raises:
        LitreviewError: the compiler refuses the markup or takes more than two minutes.
    """
    with TemporaryDirectory(prefix="litreview-typst-") as scratch:
        folder = Path(scratch)
        for name, data in {**files, "document.typ": markup}.items():
            (folder / name).write_bytes(data)
        try:
            done = subprocess.run(  # noqa: S603 - our own code
                [sys.executable, "-I", "-c", _COMPILE, to, str(moment)],
                cwd=folder,
                env={"PATH": os.defpath, "HOME": str(folder), "LC_ALL": "C.UTF-8"},
                stdin=subprocess.DEVNULL,
                capture_output=True,
                timeout=_SECONDS,
                check=False,
            )
        except subprocess.TimeoutExpired as error:
            raise LitreviewError(f"setting the pages took more than {_SECONDS:.0f} seconds; export to html") from error
        if done.returncode != 0:
            said = done.stderr.decode("utf-8", errors="replace").strip().splitlines() or ["no reason given"]
            raise LitreviewError(f"the pages could not be typeset ({said[-1][:200]}); export to html")
        return (folder / "document").read_bytes()
