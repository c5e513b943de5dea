"""The RevAIse record: valid linked data in the terms of the model, and the gaps that a checker finds are the real ones.

Terms and requirements are facts of RevAIse 0.7.1 and of its profile for PRISMA 2020 (doi:10.5281/zenodo.17054435),
written down here as the tables below and turned into SHACL shapes.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pyshacl
import pytest
from rdflib import RDF, BNode, Graph, Literal, Namespace, URIRef
from rdflib.collection import Collection
from rdflib.namespace import SH

from flows.export.formats import export_review
from flows.export.order import ExportOrder
from flows.human.pooling_session import request_pooling
from storage.core.ledger import Ledger
from tasks.reporting.handover.revaise import VOCABULARY
from tests.flows.export.paged_review import HOSTILE, make_paged_review

_TERMS = Namespace(VOCABULARY)
_TITLES = [f"Hair cortisol and stress, study {number}" for number in range(12)]

# What PRISMA 2020 asks of each class, by its items; as RevAIse's profile has it.
_REQUIRED = {
    "Review": {
        "review_title": "1", "review_abstract": "2", "literature_records": "17", "funding_sources": "25",
        "conflicts_of_interest": "26", "data_availability": "27",
    },
    "ReviewNarrative": {
        "rationale": "3", "discussion_interpretation": "23a", "discussion_evidence_limitations": "23b",
        "discussion_process_limitations": "23c", "discussion_implications": "23d",
    },
    "Protocol": {
        "research_question": "4", "eligibility_criteria": "5", "registration_id": "24a", "registration_url": "24b",
        "amendments": "24c",
    },
    "SearchStage": {"databases": "6", "search_queries": "7"},
    "ScreeningStage": {"screening_protocol": "8", "screening_rounds": "16b"},
    "ExtractionStage": {"extraction_protocol": "9", "extraction_forms": "10a"},
    "SynthesisStage": {
        "effect_measures": "12", "synthesis_protocol": "13a", "synthesis_methods": "13b",
        "synthesis_visualizations": "13c", "heterogeneity_assessment": "13e", "sensitivity_analyses": "13f",
        "publication_bias_assessment": "14", "evidence_grading": "15", "meta_analyses": "20a",
    },
    "FlowDiagram": {"records_identified": "16a"},
    "LiteratureRecord": {"risk_of_bias": "18", "study_results": "19"},
}  # fmt: skip

_STAGE = "stage_type stage_category stage_label stage_description started_at ended_at"
# Terms that each class has, of those that the record may use.
_TERMS_OF = {
    "Review": "review_id review_title review_type review_abstract review_keywords protocol review_authors "
    "review_status version start_date completion_date last_updated created_at updated_at "
    "data_availability flow_diagram sections "
    "stages literature_records",
    "ReviewNarrative": " ".join(_REQUIRED["ReviewNarrative"]),
    "Protocol": "research_question eligibility_criteria registration_id registration_url amendments",
    "FlowDiagram": "flow_diagram_id flow_standard records_identified records_screened reports_sought reports_assessed "
    "total_included flow_diagram_notes",
    "LiteratureRecord": "record_id title authors publication_year abstract doi journal volume issue pages "
    "publication_language publication_type study_results risk_of_bias",
    "Author": "name given_name family_name orcid",
    "StudyResult": "result_outcome result_measure result_effect_estimate result_ci_lower result_ci_upper "
    "result_p_value result_total_n result_notes",
    "SearchStage": f"{_STAGE} databases search_queries result_collections",
    "Database": "database_name database_url access_date database_version database_notes",
    "SearchQuery": "query_id database_name query_string query_date query_filters results_count query_notes",
    "ScreeningStage": f"{_STAGE} screening_rounds screening_criteria screening_protocol",
    "ScreeningRound": "round_id round_type round_number round_label ai_assistance round_notes",
    "ScreeningCriteria": "criteria_id inclusion_criteria exclusion_criteria",
    "ExtractionStage": f"{_STAGE} extraction_forms extraction_protocol ai_assistance_config",
    "ExtractionProtocol": "minimum_extractors_per_study",
    "SynthesisStage": f"{_STAGE} synthesis_protocol synthesis_methods meta_analyses ai_assistance_config",
    "SynthesisMethod": "method_id method_type method_name method_description",
    "MetaAnalysis": "analysis_id analysis_name outcome_measure comparison_groups included_studies effect_size "
    "confidence_interval_lower confidence_interval_upper model_type analyst_ids analysis_notes "
    "heterogeneity_statistics",
    "HeterogeneityStatistics": "i_squared tau_squared q_statistic q_p_value",
    "AIAssistance": "ai_id ai_model ai_version ai_purpose human_oversight_level ai_parameters",
    "AIParameter": "parameter_name parameter_value parameter_description",
}
# What the authors alone can state, and what a program does not do: left out, not guessed.
_NEVER = {
    "Review": {"funding_sources", "conflicts_of_interest"},
    "ReviewNarrative": {"discussion_evidence_limitations"},
    "Protocol": {"registration_id", "registration_url", "amendments"},
    "ScreeningStage": {"screening_protocol"},
    "ExtractionStage": {"extraction_forms"},
    "SynthesisStage": set(_REQUIRED["SynthesisStage"]) - {"synthesis_methods", "meta_analyses"},
    "LiteratureRecord": {"risk_of_bias"},
}


def _make_shapes(required: Mapping[str, Mapping[str, str]], terms: Mapping[str, str]) -> Graph:
    """Return shapes: of each class the terms it must have, and that it has no other than its own."""
    shapes = Graph()
    for name, asked in [*required.items(), *((name, {}) for name in terms)]:
        shape = BNode()
        shapes.add((shape, RDF.type, SH.NodeShape))
        shapes.add((shape, SH.targetClass, _TERMS[name]))
        for term in asked or terms[name].split():
            held = BNode()
            shapes.add((shape, SH.property, held))
            shapes.add((held, SH.path, _TERMS[term]))
            if asked:
                shapes.add((held, SH.minCount, Literal(1)))
        if not asked:
            shapes.add((shape, SH.closed, Literal(True)))  # noqa: FBT003 - a literal of RDF
            ignored = BNode()
            Collection(shapes, ignored, [RDF.type])
            shapes.add((shape, SH.ignoredProperties, ignored))
    return shapes


def _read(folder: Path) -> tuple[dict[str, object], Graph]:
    record = export_review(folder, ExportOrder(to="revaise")).read_bytes()
    return json.loads(record), Graph().parse(data=record, format="json-ld")


def _find_gaps(graph: Graph, shapes: Graph) -> set[tuple[str, str]]:
    """Return class and term of each violation."""
    _, told, _ = pyshacl.validate(graph, shacl_graph=shapes)
    assert isinstance(told, Graph)
    return {
        (_name(graph.value(focus, RDF.type)), _name(told.value(result, SH.resultPath)))
        for result, focus in told.subject_objects(SH.focusNode)
    }


def _name(term: object) -> str:
    return str(term).removeprefix(VOCABULARY)


@pytest.fixture
def review(tmp_path: Path) -> Path:
    """Return the folder of a review whose works have effects."""
    folder = tmp_path / "cortisol"
    make_paged_review(folder, _TITLES, "Stress")
    return folder


def test_a_checker_finds_the_gaps_that_there_are_and_no_others(review: Path) -> None:
    """What the text and the record have is there; what nobody stated or did is named as missing."""
    _, graph = _read(review)
    gaps = _find_gaps(graph, _make_shapes(_REQUIRED, {}))
    never = {(name, term) for name, terms in _NEVER.items() for term in terms}
    without = {("ReviewNarrative", "rationale"), ("ReviewNarrative", "discussion_process_limitations")}
    without |= {("ReviewNarrative", "discussion_implications"), ("Protocol", "eligibility_criteria")}
    assert gaps == never | without | {("SynthesisStage", "meta_analyses")}


def test_what_is_done_is_no_gap(review: Path) -> None:
    """Pooled at a person's request, with a criterion and a discussion, the record says so in the terms of RevAIse."""
    with Ledger(review) as ledger:
        ledger.change("INSERT INTO criterion (criterion_id, kind, text) VALUES ('c', 'include', 'adults')")
        ledger.change(
            "UPDATE section SET markdown = '### Limitations of this review\n\nOne search.\n\n### Future directions\n\n"
            "More.' WHERE section_id = 'discussion'"
        )
        ledger.publish()
    request_pooling(review, "1", estimator="dl", reason="", reviewer="Ann", wanted=True)
    record, graph = _read(review)
    gaps = _find_gaps(graph, _make_shapes(_REQUIRED, {}))
    assert not gaps & {
        ("SynthesisStage", "meta_analyses"), ("Protocol", "eligibility_criteria"),
        ("ReviewNarrative", "discussion_process_limitations"), ("ReviewNarrative", "discussion_implications"),
    }  # fmt: skip
    models = {str(one) for one in graph.objects(None, _TERMS.model_type)}
    assert models == {"FIXED_EFFECT", "RANDOM_EFFECTS"}
    assert {str(one) for one in graph.objects(None, _TERMS.analyst_ids)} == {"person: Ann"}
    with Ledger(review) as ledger:
        corpus = ledger.select("SELECT count(*) FROM corpus").item()
    described = len(set(graph.subjects(RDF.type, _TERMS.LiteratureRecord)))
    assert len(record["literature_records"]) == described == corpus  # type: ignore[arg-type]
    assert graph.value(URIRef("urn:litreview:cortisol"), _TERMS.review_title) is not None
    (counted,) = graph.objects(None, _TERMS.total_included)
    assert counted == Literal(corpus)


@pytest.mark.parametrize("titles", [_TITLES, list(HOSTILE)])
def test_every_term_is_one_of_its_class(tmp_path: Path, titles: list[str]) -> None:
    """No term of our own making, also where works have hostile titles; every node has a class of the model."""
    folder = tmp_path / "terms"
    make_paged_review(folder, titles)
    _, graph = _read(folder)
    assert _find_gaps(graph, _make_shapes({}, _TERMS_OF)) == set()
    classes = {_name(one) for one in graph.objects(None, RDF.type)}
    assert classes <= set(_TERMS_OF)
    assert {_name(one) for one in graph.predicates()} - {str(RDF.type)} <= {
        term for terms in _TERMS_OF.values() for term in terms.split()
    }


def test_language_models_are_named_with_what_they_did(review: Path) -> None:
    """By stage, with effort and prompt; where rules did the work there is none."""
    assert not list(_read(review)[1].subjects(RDF.type, _TERMS.AIAssistance))
    with Ledger(review) as ledger:
        columns = "phase, step, tier, model, effort, prompt_sha256, request_sha256, usd"
        for phase, step in (("screening", "relevance"), ("synthesis", "section")):
            values = f"'{phase}', '{step}', 'sonnet', 'claude-test', 'low', 'abcdef0123456789', '{step}', 0"
            ledger.change(f"INSERT INTO llm_call ({columns}) VALUES ({values})")
        ledger.publish()
    _, graph = _read(review)
    assisted = list(graph.subjects(RDF.type, _TERMS.AIAssistance))
    assert {str(graph.value(one, _TERMS.ai_id)) for one in assisted} == {
        "screening_title_abstract-claude-test", "synthesis_narrative-claude-test",
    }  # fmt: skip
    assert {str(graph.value(one, _TERMS.human_oversight_level)) for one in assisted} == {"NONE"}
    assert _find_gaps(graph, _make_shapes({}, _TERMS_OF)) == set()
