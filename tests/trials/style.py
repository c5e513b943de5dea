"""A loop of supervision made up for a trial: it calls the review the present one."""

from __future__ import annotations

from prefect import flow

from flows.context.context import ReviewContext
from flows.supervision.structure import read_standing
from storage.records.writing import Draft
from storage.writing.supervision import Edit, add_edits
from tasks.citations.pandoc import find_citekeys
from tasks.language_models.estimate import Chore, Reviewed

_OLD, _NEW = "This review", "The present review"


@flow(name="style", flow_run_name="style", validate_parameters=False)
def style(bench: ReviewContext) -> None:
    """Rewrite the sentences of the review about itself."""
    for section in read_standing(bench):
        if _OLD not in section.markdown:
            continue
        citekeys = tuple(sorted(find_citekeys(section.markdown)))
        draft = Draft(section.markdown.replace(_OLD, _NEW), section.claims)
        add_edits(
            bench.ledger,
            [
                Edit(
                    "style",
                    1,
                    section.section_id,
                    section.version,
                    draft,
                    "style",
                    "low",
                    (),
                    citekeys,
                    citekeys,
                    "said",
                )
            ],
        )


def workload(text: Reviewed) -> list[Chore]:
    """Return one question a section."""
    return [Chore("editing", text.sections, text.prose / text.sections, 100)]
