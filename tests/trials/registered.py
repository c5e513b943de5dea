"""A process in which one made-up entry is in each registry, before anything that reads them is imported.

``python -m tests.trials.registered places`` prints as JSON what is said in every place that has to know of an entry;
``python -m tests.trials.registered run FOLDER`` writes a review with the made-up catalogue, analyst and loop, exports
it in the made-up format, and prints what came of it.
"""

# ruff: noqa: PLC0415 - the registries are filled first

from __future__ import annotations

import inspect
import json
import sys
from pathlib import Path
from typing import Annotated, Any, cast

from pydantic import create_model

import tasks.analysts.registry as analysts
import tasks.catalogues.registry as catalogues
import tasks.citation_indexes.registry as citations
import tasks.provenance.registry as indexes
import tasks.services.registry as services
from flows.context import loops
from tasks.environment.endpoint import Endpoint
from tasks.reporting import formats
from tests.trials import bookshelf

# Each is all that a stranger registers; where a service keeps its address, a setting is added in the settings.
ENTRIES: tuple[tuple[dict[str, Any], str, Any], ...] = (
    (
        catalogues.CATALOGUES,
        "bookshelf",
        catalogues.CatalogueEntry(
            "for the shelf",
            bookshelf.open_bookshelf,
            Endpoint("Bookshelf", "files_url", "contact_email", "the shelf is shut"),
            "bookshelf",
            bookshelf.SHAPE,
        ),
    ),
    (
        analysts.ANALYSTS,
        "third",
        analysts.AnalystEntry(
            "tests.trials.third:ThirdAnalyst", "of a third kind", "A third analyst.", is_instant=True
        ),
    ),
    (formats.FORMATS, "odt", formats.ExportFormat("review.odt", cast("formats.Writer", "odt"))),
    (loops.LOOPS, "style", loops.Loop("tests.trials.style:style", "tests.trials.style:workload", is_quick=True)),
    (
        services.SERVICES,
        "reading room",
        services.ServiceEntry(
            Endpoint("Reading Room", "files_url"), lambda _: services.arxiv.Arxiv.at("http://127.0.0.1:9"), "pdf", 9
        ),
    ),
    (
        indexes.INDEXES,
        "card index",
        indexes.IndexEntry(
            Endpoint("Card Index", "files_url"),
            lambda _: services.arxiv.Arxiv.at("http://127.0.0.1:9").client,
            lambda _client, _names: {},
            7,
            bookshelf.SHAPE,
        ),
    ),
    (
        citations.CITATION_INDEXES,
        "second sight",
        citations.CitationIndexEntry(Endpoint("Second Sight", "files_url"), "tests.trials.sight", ("standard",)),
    ),
)


def register() -> None:
    """Put the made-up entries in their registries, as a line in each would, and an option in what is ordered."""
    for registry, name, entry in ENTRIES:
        registry[name] = entry
    from flows.context import option, order

    pace = option.Option("Pace", "How fast it goes.", choices=("slow", "fast"))
    checked = Annotated[str, option.must(("slow", "fast").__contains__, "'{}' is not a pace"), pace]
    longer = create_model("ReviewOrder", __base__=order.ReviewOrder, pace=(checked, "slow"))
    order.__dict__["ReviewOrder"] = longer
    order.OPTIONS["pace"] = pace


def list_places() -> dict[str, dict[str, str]]:
    """Return, by registry and place, what is said there."""
    from prefect.utilities.callables import parameter_schema
    from typer.testing import CliRunner

    from flows.cli.doctor import list_endpoints
    from flows.cli.main import app
    from flows.context import replay
    from flows.context.order import ReviewOrder, read_order
    from flows.export import flow as exporting
    from flows.export.order import ExportOrder
    from flows.export.order import check_order as check_export
    from flows.language_models.models import choose_language_models
    from flows.review import review
    from flows.scheduling.orders import order_schedule
    from storage.core.errors import InputError
    from storage.reading.procedure import Procedure
    from storage.records.search import Tier
    from tasks.environment.settings import Settings
    from tasks.language_models.estimate import estimate_cost
    from tasks.procedure.disclosures import object_to_names
    from tasks.procedure.facts import Facts
    from tasks.provenance.indexes import open_indexes
    from tasks.provenance.reference_fields import read_fields
    from tasks.reporting.files import state_notices
    from tasks.retrieval.services import open_services

    def complain(**changes: Any) -> str:
        try:
            ReviewOrder(topic="bees", **changes)
            catalogues.check_named(changes.get("catalogue", "x"))
        except Exception as error:  # noqa: BLE001 - its sentence is the point
            return str(error)
        return ""

    def complain_of_export() -> str:
        try:
            check_export(ExportOrder(to="none"))
        except Exception as error:  # noqa: BLE001 - its sentence is the point
            return str(error)
        return ""

    def names_of(sentence: str, *asked: str) -> str:
        facts = Facts({}, Procedure(services=asked))
        return "; ".join(one.reason for one in object_to_names(sentence, facts))

    helped = {
        command: " ".join(CliRunner().invoke(app, [command, "--help"], env={"COLUMNS": "500"}).output.split())
        for command in ("run", "estimate", "export", "schedule")
    }
    form = review.parameters.properties
    settings = Settings(files_url="http://127.0.0.1:9", contact_email="a@example.org")
    doctor = json.dumps([(one.title, one.address) for one in list_endpoints()])
    models, tier = choose_language_models(settings, analysts.PAID), Tier("quick", 2, 50, 2_000, 3_000, 0.1)
    phases = estimate_cost(tier, models, batch=False, loops=[loops.read_workload("style")])
    priced = sum(phase.calls for phase in phases if phase.phase == "supervision")
    fast = {"topic": "bees", "catalogue": "demo", "analyst": "third", "pace": "fast"}
    recorded = read_order({**fast, "as_of": 2020})

    def follow(**given: str) -> str:
        try:
            return f"pace {replay._follow('pace', read_order({**fast, **given}), recorded, Path('r'))}"
        except InputError as error:
            return str(error)

    return {
        "options of a review": {
            "command line": helped["run"],
            "command line of schedules": helped["schedule"],
            "form": json.dumps(form["pace"]) * (form["pace"]["enum"] == ["slow", "fast"]),
            "Python": " ".join(inspect.signature(review.fn).parameters),
            "message": complain(pace="hasty"),
            "scheduled": json.dumps(order_schedule(fast).parameters),
            "replayed": follow(pace="slow") * (follow(pace="slow") == "pace fast"),
        },
        "catalogues": {
            "command line": helped["run"],
            "form": json.dumps(form["catalogue"]),
            "message": complain(catalogue=""),
            "doctor": doctor,
            "records read": json.dumps([one.value for one in read_fields("bookshelf", '{"called": "bookshelf"}')]),
            "named in a text, asked": names_of("bookshelf was searched.", "bookshelf") or "bookshelf is let pass",
            "named in a text, not asked": names_of("bookshelf was searched.", "openalex"),
        },
        "analysts": {
            "command line": helped["run"] + helped["estimate"],
            "form": json.dumps(form["analyst"]),
            "message": complain(analyst="none"),
            "notice": state_notices({}, "third", {})[0],
            "made": analysts.make_analyst("third").name,
        },
        "formats": {
            "command line": helped["export"],
            "form": json.dumps(parameter_schema(exporting.export).properties["to"]),
            "message": complain_of_export(),
        },
        "second indexes of citations": {
            "command line": helped["run"],
            "form": json.dumps(form["citations_from"]),
            "message": complain(citations_from="none of these"),
            "doctor": doctor,
            "asked by tier": json.dumps(
                [
                    index.name
                    for index in citations.open_citation_indexes(
                        (), "standard", settings, is_service=True, is_public=False
                    ).opened
                ]
            ),
            "named in a text, not asked": names_of("second sight was searched.", "openalex"),
        },
        "loops": {
            "command line": helped["run"] + helped["estimate"],
            "form": json.dumps(form["supervision"]),
            "message": complain(supervision="none of these"),
            "chosen by tier": ",".join(ReviewOrder(topic="bees", quality="quick").loops),
            "run": loops.open_loop("style").name,
            "estimate": "style" if priced else "",
        },
        "services of full texts": {
            "doctor": doctor,
            "asked": json.dumps([*open_services(settings).opened]),
            "named in a text, not asked": names_of("reading room was searched.", "openalex"),
        },
        "services of provenance": {
            "doctor": doctor,
            "asked": "card index" * len(open_indexes(settings, online=False).clients),
            "records read": json.dumps([one.value for one in read_fields("card index", '{"called": "card index"}')]),
            "named in a text, not asked": names_of("card index was searched.", "openalex"),
        },
    }


def write_review(folder: Path) -> dict[str, Any]:
    """Write a review of the made-up parts and return what is said of them."""
    import os

    os.environ |= {"LITREVIEW_REVIEWS": str(folder), "LITREVIEW_CACHE": str(folder / "cache")}
    from flows.export.formats import export_review
    from flows.export.order import ExportOrder
    from flows.review import review
    from flows.verify.review import verify_review
    from storage.writing.versions import open_snapshot
    from tasks.environment.settings import read_settings
    from tests.faults.world import TOPIC

    finished = review.fn(
        topic=TOPIC, quality="quick", name="r", catalogue="bookshelf", analyst="third", supervision="style", quiet=True
    )
    home = finished.path.parent
    with open_snapshot(home) as ledger:
        edited = ledger.select("SELECT count(*) FROM edit WHERE loop = 'style'").item()
        signed = ledger.select("SELECT DISTINCT produced_by FROM section WHERE section_id = 'conclusions'")
        stated = ledger.select(
            "SELECT count(DISTINCT f.field) FROM field_source AS f JOIN response AS r USING (response_id) "
            "WHERE r.source = 'bookshelf'"
        ).item()
        gaps = ledger.select("SELECT count(*) FROM provenance_violation").item()
        supervised = ledger.frame("procedure_facts")["loops"].item()
    return {
        "edited": edited,
        "signed": signed["produced_by"].to_list(),
        "stated": stated,
        "gaps": gaps,
        "supervised": supervised,
        "review": finished.path.read_text(encoding="utf-8"),
        "appendix": (home / "appendix.md").read_text(encoding="utf-8"),
        "odt": export_review(home, ExportOrder(to="odt")).read_bytes()[:80].decode("latin-1"),
        "verified": verify_review(home, read_settings()),
    }


if __name__ == "__main__":
    register()
    print(json.dumps(list_places() if sys.argv[1] == "places" else write_review(Path(sys.argv[2]))))  # noqa: T201
