"""What an update adds to the phases of a review: asking again, carrying over what stands, and reporting changes.

Without an update under way these phases are left out, so that a plain run of the review does nothing of the kind; if
one is under way, the next run continues it, whatever started it.
"""

from __future__ import annotations

from dataclasses import replace

from prefect import flow

from flows.context.context import ReviewContext
from flows.context.searches import recognise
from flows.importing import join_imports
from flows.records import check_retractions
from flows.screening.eligibility import settle_eligibility
from flows.screening.pending import screen_pending
from flows.searching.second_citations import consult_citations
from flows.snowballing import assign_relevant
from flows.synthesis import ROUNDS, rewrite_frame
from storage.reading.reading import read_corpus
from storage.runs.reviews import review_numbers
from storage.screening.screening import screening_progress
from storage.screening.synonyms import read_synonyms
from storage.updates.carry_over import (
    add_treatments,
    carry_over,
    is_treated,
    read_members,
    read_old_sections,
    sections_to_rewrite,
)
from storage.updates.changes import heed_notices, place_additions, read_changes, replace_preprints
from storage.updates.search import (
    add_encounters,
    add_lookups_again,
    add_stated,
    asked_already,
    following_id,
    pending_lookups,
    pending_queries,
    pending_works,
    seeds_to_follow,
    works_to_follow,
)
from storage.updates.updates import Update, end_update, read_reports, read_update
from storage.writing.themes import current_edition, read_themes
from tasks.catalogues.several import list_members
from tasks.organization import theme_document
from tasks.reporting.changes import render_changes, render_report, sum_up
from tasks.reporting.files import read_title, write_files
from tasks.synthesis import plan_sections
from tasks.updating.placing import compare_numbers, find_changed_themes, place_works, treat_sections
from tasks.updating.searching import follow_both_ways, follow_forward, look_up_again, run_search_again

CHANGES_FILE = "changes.md"

_LOOKED_UP_AT_ONCE = 25
_FOLLOWED_AT_ONCE = 100
# New works on a topic usually cite the corpus; those whose records come without references are found after this time.
_DAYS_OF_REST = 28


@flow(name="renewal", flow_run_name="renewal", validate_parameters=False)
def renewal(review: ReviewContext) -> None:
    """Look up the corpus again, search again for what was published since, and screen what the review did not know.

    A local catalogue that is the same file as before is asked only what the records imported are and lead to. OpenAlex
    gives single records free of charge and charges for all else: citing works are asked for only of works whose record
    counts more citations than before, and where none does, queries that an update ran in the last four weeks rest. So
    an update without news is free.
    """
    update = read_update(review.ledger)
    if update is None:
        return
    join_imports(review)
    if not update.is_static:
        look_again(review, update)
        search_again(review, update)
    settle(review, update)
    follow_additions(review, update)
    settle(review, update)
    assign_relevant(review)
    place_additions(review.ledger, update, review.tier.works)
    check_retractions(review.ledger, review.driver, review.indexes)
    review.publish()


def look_again(review: ReviewContext, update: Update) -> None:
    """Commit what the catalogue now says of each work in the text; retracted ones leave in the retraction phase."""
    works = pending_lookups(review.ledger, update)
    parts = [works[start : start + _LOOKED_UP_AT_ONCE] for start in range(0, len(works), _LOOKED_UP_AT_ONCE)]
    calls = [(f"look up {len(part)} works again", (part, review.catalogue)) for part in parts]
    for (part, _), found in review.search(look_up_again, calls):
        add_lookups_again(review.ledger, update, part, found)


def search_again(review: ReviewContext, update: Update) -> None:
    """Commit the works published since that stored queries and the text's citations lead to.

    Of a work in the text that is followed, and about which a second index was not asked before, this is all it cites.
    """
    is_metered = review.catalogue.is_metered
    seeds = seeds_to_follow(review.ledger, update, grown=is_metered)
    queries = pending_queries(review.ledger, update, rest=_DAYS_OF_REST if is_metered and not seeds else 0)
    calls = [
        (f"{query.strategy} since {update.since}: {query.framing}", (query_id, query, update.since, review.catalogue))
        for query_id, query in queries
    ]
    _, beside = list_members(review.catalogue)
    for (query_id, query, *_), met in review.search(run_search_again, calls):
        encounters = met
        if any(query.query_id(index.name) == query_id for index in beside):
            works = recognise(review.ledger, [each.work for each in met])
            encounters = [replace(each, work=work) for each, work in zip(met, works, strict=True)]
        add_encounters(review.ledger, update, query_id, encounters)
    done = asked_already(review.ledger, update)
    groups = [seeds[start : start + _FOLLOWED_AT_ONCE] for start in range(0, len(seeds), _FOLLOWED_AT_ONCE)]
    following = [
        (f"citing {len(group)} works since {update.since}", (group, update.since, review.catalogue))
        for group in groups
        if following_id(group) not in done
    ]
    for (group, *_), met in review.search(follow_forward, following):
        add_encounters(review.ledger, update, following_id(group), met)
    consult_citations(review, update.stage, seeds)
    add_stated(review.ledger, update)
    fresh = len(pending_works(review.ledger, update))
    review.progress.say("renewal", f"{len(queries)} queries and {len(seeds)} works asked about: {fresh} new works")


def follow_additions(review: ReviewContext, update: Update) -> None:
    """Commit what the works the update included cite, of any year, and what cites them; each is followed once.

    Second indexes are asked about them first where the catalogue states few references.
    """
    consult_citations(review, update.stage, [work_id for work_id, _ in works_to_follow(review.ledger, update)])
    calls = [
        (f"both ways of {work_id}", (work_id, references, update.since, review.catalogue))
        for work_id, references in works_to_follow(review.ledger, update)
    ]
    for (work_id, *_), met in review.search(follow_both_ways, calls):
        add_encounters(review.ledger, update, following_id((work_id,)), met)
    add_stated(review.ledger, update)


def settle(review: ReviewContext, update: Update) -> None:
    """Decide on all works the update has found so far: by notices, versions, repeats and rules, then by the analyst."""
    retracted, replaced = heed_notices(review.ledger, update), replace_preprints(review.ledger, update)
    if retracted or replaced:
        review.progress.say("renewal", f"{retracted} notices of retraction, {replaced} preprints published since")
    settle_eligibility(review, update.stage)
    screen(review, update)


def screen(review: ReviewContext, update: Update) -> None:
    """Have the analyst judge works no rule decided, best first, at most as many per update as the tier has works.

    What a person decided stays; works not reached are decided against, with the score the ranking gave them.
    """
    pending = pending_works(review.ledger, update)
    if not pending:
        return
    screen_pending(review, update.stage, pending, review.tier.works)
    progress = screening_progress(review.ledger, update.stage)
    review.progress.say("renewal", f"{progress['included']} of {progress['screened']} works screened are relevant")


@flow(name="carrying", flow_run_name="carrying", validate_parameters=False)
def carrying(review: ReviewContext) -> None:
    """Make the edition of the corpus as the update left it: themes and sections that nothing changed are carried over.

    New works join the nearest theme. What the following phases find missing they write: the sections of themes that
    got or lost works, those that cite a work that left, the abstract and the methodology, and of introduction,
    discussion and conclusions those that state a number that changed, or tell what an amendment of the protocol
    changed. Where the corpus stayed what it was, only such frame sections are written again.
    """
    update = read_update(review.ledger)
    if update is None:
        return
    numbers = compare_numbers(update.numbers, review_numbers(review.ledger))
    if current_edition(review.ledger) != update.edition:
        if not read_themes(review.ledger):
            _carry(review, update, numbers)
        return
    sections = read_old_sections(review.ledger, update)
    is_changed = bool(numbers) or any(section.is_outdated for section in sections)
    if is_changed and not is_treated(review.ledger, update):
        themes = {theme.theme_id for theme in read_themes(review.ledger)}
        add_treatments(review.ledger, update, treat_sections(sections, {}, themes, numbers))
    _rewrite_stale(review, update)


def _carry(review: ReviewContext, update: Update, numbers: dict[str, int | float | str]) -> None:
    corpus = read_corpus(review.ledger)
    names = read_synonyms(review.ledger)
    texts = [theme_document(read, names).text for read in corpus.values()]
    vectors = dict(zip(corpus, review.vectors_of(texts), strict=True))
    members = read_members(review.ledger, update)
    placed = review.driver.run(place_works, f"place {len(corpus)} works in their themes", members, vectors)
    changed = find_changed_themes(placed)
    themes = {member.theme_id for member in placed if member.work_id}
    treatments = treat_sections(read_old_sections(review.ledger, update), changed, themes, numbers)
    carry_over(review.ledger, update, placed, treatments, list(changed))
    carried = sum(each.action == "carried" for each in treatments)
    review.progress.say("carrying", f"{len(changed)} themes changed; {carried} of {len(treatments)} sections stand")


def _rewrite_stale(review: ReviewContext, update: Update) -> None:
    plans = {plan.section_id: plan for plan in plan_sections(review.tier, read_themes(review.ledger))}
    for names in ROUNDS:
        stale = [plans[name] for name in names if name in sections_to_rewrite(review.ledger, update)]
        if stale:
            rewrite_frame(review, stale, [plans[name] for name in names])


@flow(name="closing", flow_run_name="closing", validate_parameters=False)
def closing(review: ReviewContext) -> None:
    """End the update under way with its report, and write changes.md from the reports of all that had news."""
    update = read_update(review.ledger)
    if update is not None:
        changes = read_changes(review.ledger, update)
        report = render_report(changes)
        end_update(review.ledger, update, report)
        review.publish()
        review.progress.say("update", sum_up(changes))
    text = render_changes(read_title(review.plan.topic), read_reports(review.ledger))
    write_files(review.ledger.folder, {CHANGES_FILE: text})
