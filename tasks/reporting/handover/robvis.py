"""What people said of the quality of the works as tables that robvis draws (McGuinness and Higgins 2021)."""

from __future__ import annotations

import polars as pl
from slugify import slugify

from storage.core.errors import InputError
from tasks.evidence.appraisal import GENERIC, Tool, read_tools
from tasks.human.forms import name_reviewer
from tasks.reporting.appraisals import list_judged, name_studies
from tasks.reporting.handover import Handover
from tasks.reporting.handover.archive import zip_files
from tasks.reporting.handover.spreadsheets import write_csv

_TEMPLATES = {"rob2": "ROB2", "robins-i": "ROBINS-I"}
_README = """Judgements of people on the quality of the works, a file for each tool and reviewer, in the columns of
robvis (McGuinness and Higgins 2021, doi:10.1002/jrsm.1411): Study, the domains, Overall, and Weight, which is 1.

    library(robvis)
    rob_traffic_light(read.csv("{file}"), tool = "{template}")

Versions of robvis later than 0.3.0 take the file without its last column. robvis has no template for the checklists of
JBI; its "Generic" one (in 0.3.0 "ROB1") knows other words, so in their files Low stands for Yes (or Include), High for
No (or Exclude) and Unclear for Unclear (or Seek further info): judgement_labels can name them back.
"""


def make_robvis(review: Handover) -> bytes:
    """Return a zip of CSV files, one for each tool and reviewer, with a note on how robvis draws them.

    Raises:
        InputError: nobody has appraised a work.
    """
    if not review.appraisals.height:
        raise InputError(f"nobody has appraised a work of '{review.name}'; run 'litreview appraise {review.name}'")
    files = {}
    for (key, reviewer), judged in review.appraisals.group_by("tool", "reviewer", maintain_order=True):
        several = review.appraisals.filter(pl.col("tool") == key)["reviewer"].n_unique() > 1
        name = f"{key}-{slugify(name_reviewer(str(reviewer)))}" if several else str(key)
        table = _fill(read_tools()[str(key)], judged, review)
        files[f"{name}.csv"] = write_csv(table)
    first = max(files)
    template = next((value for key, value in _TEMPLATES.items() if first.startswith(key)), "Generic")
    files["README.txt"] = _README.format(file=first, template=template).encode()
    return zip_files(f"{review.name}-robvis", files)


def _fill(tool: Tool, judged: pl.DataFrame, review: Handover) -> pl.DataFrame:
    names = name_studies(judged, review.works)
    rows = [
        {"Study": names[key]} | {domain: _say(tool, given[domain]) for domain in tool.asked} | {"Weight": 1}
        for (key, _), given in list_judged(judged).items()
    ]
    return pl.DataFrame(rows)


def _say(tool: Tool, judgement: str) -> str:
    return judgement if tool.key in _TEMPLATES else GENERIC[judgement]
