"""Translation: a review to be written in another language is translated once its English text holds."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from prefect import flow

from flows.context.context import ReviewContext
from storage.runs.reviews import add_problem
from storage.writing.sections import written_sections
from storage.writing.translations import add_translations, read_translations
from storage.writing.versions import read_typed
from tasks.reporting.files import read_title
from tasks.synthesis import translate_passages
from tasks.translation.passages import Passage, group_passages, list_passages
from tasks.translation.tongue import read_tongue


@flow(name="translation", flow_run_name="translation", validate_parameters=False)
def translation(review: ReviewContext) -> None:
    """Have every sentence and heading translated that has no translation yet; what cannot be stays in English."""
    tongue = read_tongue(review.plan.write_in)
    groups = group_passages(list_texts(review), _knows(review, tongue.code))
    calls = [(f"translate {len(group)} passages", (tongue.name, group, review.analyst)) for group in map(tuple, groups)]
    review.progress.note("translation", f"translating into {tongue.name}")
    for _, translated in review.consult(translate_passages, calls):
        add_translations(review.ledger, tongue.code, translated, review.analyst.name)
    lost = len(group_passages(list_texts(review), _knows(review, tongue.code)))
    if lost:
        add_problem(review.ledger, "translation", "not translated", f"{lost} groups of passages are in part in English")
    review.publish()
    review.progress.say("translation", f"{len(groups)} groups of passages translated into {tongue.name}")


def list_texts(review: ReviewContext) -> Iterator[Passage]:
    """Yield title, headings and passages of the current text, in English; what people typed stays as they have it."""
    typed = read_typed(review.ledger, None)
    yield (read_title(review.plan.topic),)
    for heading, markdown in written_sections(review.ledger).values():
        yield (heading,)
        yield from list_passages(markdown, typed.get(heading, ()))


def _knows(review: ReviewContext, code: str) -> Callable[[str], bool]:
    known = {**read_tongue(code).fixed, **read_translations(review.ledger, code)}
    return known.__contains__
