"""Files as one zip that is the same whenever it is made."""

from __future__ import annotations

import zipfile
from collections.abc import Mapping
from io import BytesIO


def zip_files(root: str, files: Mapping[str, bytes]) -> bytes:
    """Return the files as a zip with one folder; without timestamps, so that the same files give the same zip."""
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in sorted(files.items()):
            archive.writestr(zipfile.ZipInfo(f"{root}/{name}"), content, zipfile.ZIP_DEFLATED)
    return packed.getvalue()
