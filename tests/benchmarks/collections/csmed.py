"""CSMeD (Kusa et al. 2023): reviews with the works judged for each, as its loaders give them out.

A row of its source schema has `review_name`, `pmid`, `title`, `abstract` and `label` (included, excluded; 1, 0), saved
as CSV, JSON lines or Parquet. The reviews' titles are not among them; a table `titles`
(`review_name`, `review_title`) beside them gives these, else a review is measured by its name.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from storage.core.errors import InputError
from tests.benchmarks.collections.clef_tar import read_works
from tests.benchmarks.collections.pool import Judged, Written, make_record, write_own
from tests.benchmarks.collections.tables import list_files, read_rows, say

_NEEDED = ("review_name", "title", "label")
_TITLES = "titles"
_VERDICTS = {"included": True, "excluded": False, "1": True, "0": False, "true": True, "false": False}
# The loaders name the classes in the order included, excluded, but give them out as judged: 1 is included.


def convert(source: Path, to: Path, records: Sequence[Path], fewest: int) -> list[Written]:
    """Write a world of each review; works that `records` have by PubMed id are theirs, with citations.

    Raises:
        InputError: a file lacks a column, or a label is none.
    """
    files = list_files(source)
    named = [path for path in files if path.stem == _TITLES]
    titles = {
        say(row["review_name"]): say(row["review_title"]) for row in read_rows(named, ["review_name", "review_title"])
    }
    richer = read_works(records)
    works: dict[str, dict[str, Any]] = {}
    judged: defaultdict[str, dict[str, bool]] = defaultdict(dict)
    for row in read_rows([path for path in files if path.stem != _TITLES], _NEEDED):
        pmid, title = say(row.get("pmid")), say(row["title"])
        if not title:
            continue
        key = pmid if pmid not in ("", "NA", "nan") else title.casefold()
        works.setdefault(key, richer.get(key) or make_record(f"csmed:{key}", title, say(row.get("abstract"))))
        judged[say(row["review_name"])][key] = _read_label(row["label"])
    return write_own(to, works, [Judged(name, titles.get(name) or name, each) for name, each in judged.items()], fewest)


def _read_label(label: object) -> bool:
    verdict = _VERDICTS.get(say(label).lower())
    if verdict is None:
        raise InputError(f"'{label}' is no label; CSMeD's are included and excluded (or 1 and 0)")
    return verdict
