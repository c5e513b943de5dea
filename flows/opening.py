"""Opening a review to work on it: its folder held, its plan settled, and the services it asks ready.

Setting up a gateway for a run: which models, which service, how much money, or which record is replayed.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from flows.context.bucket import hold_review
from flows.context.choices import (
    choose_analyst,
    choose_catalogue,
    choose_citation_indexes,
    choose_sources,
    locate_catalogue,
    make_plan,
)
from flows.context.context import ReviewContext
from flows.context.order import ReviewOrder
from flows.context.readiness import check_key, check_readiness, find_folder
from flows.context.repair import open_whole
from flows.context.replay import follow_record
from flows.importing import read_imports, take_imports
from flows.language_models.batches import Batches
from flows.language_models.budget import Budget
from flows.language_models.gateway import PATIENCE, Gateway
from flows.language_models.models import choose_language_models, open_local_service, open_service
from flows.language_models.single_requests import Singles
from flows.orchestration.driver import Driver
from flows.orchestration.progress import JOURNAL, Progress
from flows.orchestration.runners import open_runner
from flows.protocols import settle_order
from flows.zotero import choose_zotero
from storage.core.ledger import Ledger
from storage.runs.language_models import read_economies, read_recorded
from storage.runs.reviews import read_plan, read_tier
from storage.screening.human import read_answers
from tasks.analysts.registry import ANALYSTS
from tasks.catalogues.registry import is_public
from tasks.environment.settings import Settings
from tasks.human.plan import revise_plan
from tasks.provenance.indexes import open_indexes
from tasks.retrieval.file_store import remove_leftovers
from tasks.screening.embeddings import INSTANT_MODEL_NAME, MODEL_NAME, embed_texts, instant_vectors
from tasks.services.open_library import OpenLibrary


@contextmanager
def open_gateway(
    order: ReviewOrder, settings: Settings, ledger: Ledger, driver: Driver, progress: Progress
) -> Iterator[Gateway]:
    """Yield the gateway that conducts the dialogues of a run: with the service, or from the record of a replay.

    Raises:
        InputError: there is no key, a model is not in any price table or cannot be served, or there is no record.
    """
    analyst = order.analyst or settings.analyst
    models = choose_language_models(settings, analyst)
    patience = PATIENCE if ANALYSTS[analyst].is_local else None
    if settings.replay:
        budget = Budget(ledger, None, read_economies(settings.replay))
        recorded = read_recorded(settings.replay)
        yield Gateway(ledger, progress, budget, models, recorded=recorded, patience=patience)
        return
    budget = Budget(ledger, order.budget if order.budget is not None else settings.budget_usd)
    if ANALYSTS[analyst].is_local:
        with open_local_service(settings) as local:
            singles = Singles(ledger, driver, budget, local, at_once=1)
            yield Gateway(ledger, progress, budget, models, singles, patience=patience)
        return
    service = open_service(settings)
    batches = Batches(ledger, driver, progress, budget, service) if order.batch else None
    yield Gateway(ledger, progress, budget, models, Singles(ledger, driver, budget, service), batches)


@contextmanager
def open_context(order: ReviewOrder, settings: Settings, progress: Progress) -> Iterator[ReviewContext]:
    """Yield the context that the phases of the review ordered share; its ledger is held until the block ends.

    Raises:
        InputError: the order names a folder, catalogue or analyst that is not available, or a replay has no record.
        LedgerInUse: another process works on this review.
    """
    check_readiness(order, settings)
    check_key(order, settings)
    folder = find_folder(order.folder, order.reviews, settings)
    people = None
    if settings.replay:
        order, people = follow_record(order, settings.replay)
    progress.note("catalogue", "opening the catalogue; one in files is indexed once")
    chosen = choose_catalogue(order, settings)
    judge = choose_analyst(order, settings)
    open_library = OpenLibrary(settings.open_library_url) if settings.open_library_url else None
    sources = choose_sources(order, settings, folder)
    zotero = choose_zotero(settings)
    citation_indexes = choose_citation_indexes(order, settings)
    indexes = open_indexes(settings, online=is_public(order.catalogue or settings.catalogue, settings))
    imported = read_imports(order, settings.replay, zotero)
    entry = ANALYSTS[judge.name]
    with ExitStack() as stack:
        bucket = stack.enter_context(hold_review(settings, folder))
        ledger = stack.enter_context(open_whole(folder, progress))
        cluster = stack.enter_context(open_runner(settings))
        drafted = make_plan(order, chosen, judge, read_plan(ledger))
        plan = revise_plan(settle_order(ledger, order, drafted, settings.replay), read_answers(ledger, "plan"))
        if sources:
            remove_leftovers(sources.folder)
        driver = Driver(cluster)
        progress.keep(folder / JOURNAL)
        gateway = None
        if entry.asks_models:
            gateway = stack.enter_context(open_gateway(order, settings, ledger, driver, progress))
        review = ReviewContext(
            plan=plan,
            tier=read_tier(ledger, plan.quality),
            ledger=ledger,
            catalogue=chosen,
            analyst=judge,
            embed=instant_vectors if entry.is_instant else embed_texts,
            catalogue_location=locate_catalogue(order, settings),
            embedding_model=INSTANT_MODEL_NAME if entry.is_instant else MODEL_NAME,
            structural_rule=settings.structural_rule,
            driver=driver,
            progress=progress,
            open_library=open_library,
            gateway=gateway,
            sources=sources,
            zotero=zotero,
            indexes=indexes,
            citation_indexes=citation_indexes,
            loops=order.loops,
            bucket=bucket,
            asking=order.asking,
            people=people,
            touch_mine=order.touch_mine,
        )
        take_imports(review, imported)
        review.recall()
        yield review
