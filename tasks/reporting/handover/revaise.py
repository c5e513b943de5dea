"""The review as a RevAIse record, so that machines can read what was done by whom, and by which language models.

RevAIse is an open data model of AI-assisted reviews (Boero 2025, doi:10.5281/zenodo.17054435, CC0), followed here in
its version 0.7.1. What litreview has no record of, or the authors alone can state (authors, funding, interests,
registration), is left out and never filled with a guess, so that checkers name it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import polars as pl

from tasks.citations.sentences import read_plain
from tasks.evidence.pooling import ESTIMATORS, name_comparison
from tasks.reporting.handover import Handover
from tasks.reporting.pooled import read_effects, select_results
from tasks.text.cleaning import plain_text

VOCABULARY = "https://open-and-sustainable.github.io/revaise-model/schema/"

_NARRATIVE = {
    "rationale": ("Introduction", "Background and rationale"),
    "discussion_interpretation": ("Discussion", "Synthesis across themes"),
    "discussion_process_limitations": ("Discussion", "Limitations of this review"),
    "discussion_implications": ("Discussion", "Future directions"),
}
"""Which parts of the text say what: section, heading within it."""

_STAGES = {
    "search": ("SearchStage", ("discovery",), "SUGGESTION"),
    "screening_title_abstract": ("ScreeningStage", ("screening",), "CLASSIFICATION"),
    "data_extraction": ("ExtractionStage", ("summarization",), "EXTRACTION"),
    "synthesis_narrative": (
        "SynthesisStage",
        ("organization", "synthesis", "supervision", "verification"),
        "GENERATION",
    ),
}
"""Class of each stage, the phases of a run that belong to it, and what a language model is used for in them."""

_COUNTS = {
    "records_identified": "identified",
    "records_screened": "screened",
    "reports_sought": "sought",
    "total_included": "corpus",
}
"""Counts of the flow diagram, and what the view `prisma` calls them."""

Node = dict[str, Any]

_METHODS: dict[str, Node] = {
    "words": {
        "type": "SynthesisMethod",
        "method_id": "words",
        "method_type": "NARRATIVE_SUMMARY",
        "method_name": "Synthesis in words, by theme, with votes counted by direction",
    },
    "pooled": {
        "type": "SynthesisMethod",
        "method_id": "pooled",
        "method_type": "PAIRWISE_META_ANALYSIS",
        "method_name": "Inverse-variance pooling at a person's request",
    },
}


def make_revaise(review: Handover) -> bytes:
    """Return the record as JSON-LD; the same review gives the same bytes."""
    return (json.dumps(describe_review(review), ensure_ascii=False, indent=2) + "\n").encode()


def describe_review(review: Handover) -> Node:
    """Return the record: a Review of RevAIse and all that belongs to it."""
    sections = dict(review.sections)
    asked = review.record["review"].row(0, named=True)
    criteria = review.record["criteria"]
    stated = [f"{row['kind']}: {row['text']}" for row in criteria.iter_rows(named=True)]
    return {
        "@context": {"@vocab": VOCABULARY, "id": "@id", "type": "@type"},
        "id": "urn:litreview:" + review.name,
        "type": "Review",
        "review_id": review.name,
        "review_title": plain_text(review.title),
        "review_type": "LIVING_REVIEW" if asked["updates"] else "SYSTEMATIC_REVIEW",
        "review_status": "UPDATED" if asked["updates"] else "COMPLETED",
        "created_at": _say(asked["created_at"]),
        "last_updated": _say(review.written_at),
        **_keep("review_abstract", _read(sections.get("Abstract", ""))),
        "data_availability": (
            "Records, decisions, findings, quotations and versions of the text are in the database corpus.duckdb of "
            "the review."
        ),
        "protocol": {
            "type": "Protocol",
            "research_question": "; ".join(asked["questions"] or [asked["topic"]]),
            **_keep("eligibility_criteria", "; ".join(stated)),
        },
        "sections": {"type": "ReviewNarrative", **_describe_narrative(sections)},
        "flow_diagram": {
            "type": "FlowDiagram",
            "flow_standard": "PRISMA 2020",
            **{name: review.counts[item] for name, item in _COUNTS.items() if item in review.counts},
        },
        "literature_records": [_describe_work(review, key) for key in _list_included(review)],
        "stages": [_describe_stage(review, stage) for stage in _STAGES],
    }


def _describe_narrative(sections: Mapping[str, str]) -> Node:
    told = {name: _find_part(sections.get(section, ""), heading) for name, (section, heading) in _NARRATIVE.items()}
    return {name: text for name, text in told.items() if text}


def _find_part(section: str, heading: str) -> str:
    """Return what stands below a heading within a section, as plain text; empty where it has none."""
    parts = (part.partition("\n") for part in f"\n{section}".split("\n### "))
    return next((_read(text) for name, _, text in parts if name.strip() == heading), "")


def _read(markdown: str) -> str:
    return " ".join(plain_text(read_plain(part)) for part in markdown.split("\n\n") if part.strip())


def _list_included(review: Handover) -> list[str]:
    included = review.fates.filter(pl.col("fate") == "included").drop_nulls("citekey")
    return sorted(set(included["citekey"]) & set(review.works))


def _describe_work(review: Handover, key: str) -> Node:
    work = review.works[key]
    results = review.record["results"].filter(pl.col("citekey") == key)
    told = {
        "record_id": key,
        "title": plain_text(work.title),
        "authors": [{"type": "Author", "name": plain_text(one.name)} for one in work.authors if one.name],
        "publication_year": work.year,
        "doi": work.doi,
        "journal": plain_text(work.venue) if work.venue else None,
        "publication_language": work.language,
        "publication_type": work.type,
        "study_results": [_describe_result(row) for row in results.iter_rows(named=True)],
    }
    return {"id": f"urn:litreview:{review.name}:{key}", "type": "LiteratureRecord"} | _drop_empty(told)


def _describe_result(row: Mapping[str, Any]) -> Node:
    told = {
        "result_outcome": plain_text(row["outcome"]),
        "result_measure": row["measure"],
        "result_effect_estimate": row["effect"],
        "result_ci_lower": row["ci_low"],
        "result_ci_upper": row["ci_high"],
        "result_total_n": row["n"],
        "result_notes": f"p {row['p']}, as printed" if row["p"] else None,
    }
    return {"type": "StudyResult"} | _drop_empty(told)


def _describe_stage(review: Handover, stage: str) -> Node:
    kind, phases, purpose = _STAGES[stage]
    assisted = _describe_models(review, stage, phases, purpose)
    told: Node = {"type": kind, "stage_category": kind, "stage_type": stage}
    if stage == "search":
        told |= _describe_search(review)
    elif stage == "screening_title_abstract":
        works = "works screened; verdicts and reasons are in the table decision of corpus.duckdb"
        one = {"type": "ScreeningRound", "round_id": "1", "round_number": 1, "round_type": "TITLE_ABSTRACT"}
        told["screening_rounds"] = [one | {"round_notes": works} | _keep("ai_assistance", assisted)]
        told |= _describe_criteria(review)
    elif stage == "data_extraction":
        told["extraction_protocol"] = {"type": "ExtractionProtocol", "minimum_extractors_per_study": 1}
    else:
        pooled = _describe_poolings(review)
        told["synthesis_methods"] = [_METHODS["words"], *([_METHODS["pooled"]] if pooled else [])]
        told |= _keep("meta_analyses", pooled)
    if stage in {"data_extraction", "synthesis_narrative"}:
        told |= _keep("ai_assistance_config", assisted)
    return told


def _describe_criteria(review: Handover) -> Node:
    criteria = review.record["criteria"]
    told = {
        f"{name}_criteria": criteria.filter(pl.col("kind") == kind)["text"].to_list()
        for kind, name in (("include", "inclusion"), ("exclude", "exclusion"))
    }
    kept = _drop_empty(told)
    return {"screening_criteria": {"type": "ScreeningCriteria", "criteria_id": "1"} | kept} if kept else {}


def _describe_search(review: Handover) -> Node:
    queries = review.record["queries"]
    names = queries["catalogue"].unique().sort()
    return {
        "databases": [{"type": "Database", "database_name": name} for name in names],
        "search_queries": [
            {"type": "SearchQuery"}
            | _drop_empty(
                {
                    "query_id": row["query_id"],
                    "database_name": row["catalogue"],
                    "query_string": row["text"],
                    "query_date": _say(row["retrieved_at"]),
                    "query_filters": row["filters"],
                    "results_count": row["hits"],
                }
            )
            for row in queries.iter_rows(named=True)
        ],
    }


def _describe_models(review: Handover, stage: str, phases: tuple[str, ...], purpose: str) -> list[Node]:
    """Return each language model that was asked in the phases, with what for; none where rules did the work."""
    asked = review.record["models"].filter(pl.col("phase").is_in(phases))
    people = review.record["review"]["judged_by_people"].item()
    oversight = "SAMPLE_REVIEW" if people and stage == "screening_title_abstract" else "NONE"
    return [
        {
            "type": "AIAssistance",
            "ai_id": f"{stage}-{model}",
            "ai_model": model,
            "ai_version": model,
            "ai_purpose": [purpose],
            "human_oversight_level": oversight,
            "ai_parameters": [
                {
                    "type": "AIParameter",
                    "parameter_name": f"{row['step']}, effort",
                    "parameter_value": row["effort"] or "none set",
                    "parameter_description": f"{row['answers']} answers; the prompt's SHA-256 begins {row['prompt']}",
                }
                for row in rows.iter_rows(named=True)
            ],
        }
        for (model,), rows in asked.group_by("model", maintain_order=True)
    ]


def _describe_poolings(review: Handover) -> list[Node]:
    """Return the effects pooled at a person's request, each model apart."""
    poolings, results = review.record["poolings"], review.record["pooled_results"]
    people = {
        (row["exposure"], row["outcome"], row["measure"]): row["reviewer"] for row in poolings.iter_rows(named=True)
    }
    told = []
    for effect in read_effects(poolings):
        pooled = select_results({name: getattr(effect, name) for name in ("exposure", "outcome", "measure")}, results)
        works = pooled.filter(pl.col("left_out") == "")["citekey"].to_list()
        name = name_comparison(effect.exposure, effect.outcome, effect.measure)
        for model, ends in (
            ("FIXED_EFFECT", (effect.fixed_effect, effect.fixed_low, effect.fixed_high)),
            ("RANDOM_EFFECTS", (effect.random_effect, effect.random_low, effect.random_high)),
        ):
            told.append(
                {
                    "type": "MetaAnalysis",
                    "analysis_id": f"{name}, {model}",
                    "analysis_name": name,
                    "model_type": model,
                    "outcome_measure": f"{effect.outcome} ({effect.measure})",
                    "comparison_groups": [effect.exposure],
                    "included_studies": works,
                    "effect_size": ends[0],
                    "confidence_interval_lower": ends[1],
                    "confidence_interval_upper": ends[2],
                    "analyst_ids": [people[effect.exposure, effect.outcome, effect.measure]],
                    "analysis_notes": f"On request; variance between works after {ESTIMATORS[effect.estimator]}.",
                    "heterogeneity_statistics": {
                        "type": "HeterogeneityStatistics",
                        "i_squared": 100 * effect.i2,
                        "tau_squared": effect.tau2,
                        "q_statistic": effect.q,
                        "q_p_value": effect.q_p,
                    },
                }
            )
    return told


def _say(moment: Any) -> str:
    return f"{moment:%Y-%m-%dT%H:%M:%SZ}"


def _keep(name: str, value: object) -> Node:
    return {name: value} if value else {}


def _drop_empty(told: Node) -> Node:
    return {name: value for name, value in told.items() if value is not None and value not in ("", [])}
