"""The record of a review in which a person judged eight works."""

from __future__ import annotations

from storage.reading.procedure import Procedure
from tasks.procedure.facts import Facts

NUMBERS = {
    "catalogue": "works.jsonl", "as_of": 2021, "queries": 26, "discovered": 570, "duplicates": 2, "screened": 332,
    "excluded": 132, "relevant": 200, "beyond_tier": 85, "corpus": 115, "stages": 3, "stop_reason": "stages",
    "recall": 0.97, "recall_low": 0.9, "recall_high": 0.992, "kept_share": 0.575, "recall_kept": 0.558,
    "recall_kept_low": 0.518, "recall_kept_high": 0.57, "themes": 10, "first_year": 1991, "last_year": 2020,
    "quality": "standard", "tier_works": 100, "tier_stages": 3, "judged_by_people": 8, "overturned": 4,
    "queries_by_citations": 7, "cited_by_over": 10, "with_abstract": 115, "findings": 764, "quotes": 764,
}  # fmt: skip
FACTS = Facts(NUMBERS, Procedure(strategies=("keyword", "citation", "book"), catalogues=("works.jsonl",)))
