"""The nightly check: every finished review checked against the words it rests on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from prefect import flow
from slugify import slugify

from flows.context import form
from flows.context.option import Reviews
from flows.orchestration.artifacts import show_table, show_text
from flows.orchestration.driver import Driver
from flows.orchestration.progress import Progress
from flows.orchestration.secret_blocks import add_secrets
from flows.verify.review import verify_review
from storage.core.errors import InputError, LitreviewError
from storage.publication.finished import finished_reviews
from tasks.environment.settings import Settings, read_settings


@flow(name="verify-review", flow_run_name="verify: {name}", validate_parameters=False)
def verify_one(name: str, folder: Path, settings: Settings) -> tuple[str, bool]:
    """Return the report on one review and whether everything holds; a review that cannot be checked does not hold."""
    try:
        report, exit_code = verify_review(folder, settings)
    except InputError as error:
        report, exit_code = str(error), 2
    show_text(f"verify-{slugify(name)}", report, f"Quotes, claims and citations of '{name}'")
    return report, exit_code == 0


def verify_all(reviews: Reviews = None) -> int:
    """Return how many finished reviews were checked; all of them hold.

    Raises:
        InputError: there is no folder of reviews.
        LitreviewError: the quotes, claims or citations of a review do not hold; the sentence names each such review.
    """
    settings, progress, driver = add_secrets(read_settings()), Progress(), Driver()
    rows, failed = [], []
    for folder in finished_reviews(Path(reviews) if reviews else settings.reviews):
        report, holds = driver.enter(verify_one, folder.name, folder, settings)
        last = report.splitlines()[-1]
        progress.say("verify", f"{folder.name}: {last}")
        rows.append({"review": folder.name, "holds": "yes" if holds else "no", "said": last})
        if not holds:
            failed.append(folder.name)
    show_table("verify", rows, f"{len(rows)} finished reviews checked, {len(failed)} do not hold")
    if failed:
        raise LitreviewError(
            f"{len(failed)} of {len(rows)} finished reviews do not hold: {', '.join(failed)}; run 'litreview verify' "
            "on each to see what fails"
        )
    return len(rows)


verify: form.FormFlow[Any, int] = form.FormFlow(
    fn=verify_all,
    name="verify",
    flow_run_name="verify every finished review",
    description="Every finished review checked against the words it rests on; fails when one does not hold.",
    persist_result=False,
)
