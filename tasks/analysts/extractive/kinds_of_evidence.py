"""What a work's statements rest on: data, the works it reviews, or its argument. Who argues has found nothing."""

# ruff: noqa: E501 -- a family of words reads best on one line, as in a table

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal

from storage.records.search import Work

Basis = Literal["data", "literature", "argument"]
_DATA = re.compile(
    r"\b(?:patients|participants|respondents|interviewees|informants|volunteers|subjects (?:with|were|who|received)|samples? (?:of|size)|data ?(?:sets?|bases?)?|surveys?|surveyed|interview(?:s|ed)?|questionnaires?|experiments?|experimental(?:ly)?|randomi[sz]ed|trials?|cohorts?|regressions?|statistical(?:ly)?|fieldwork|field stud(?:y|ies)|ethnograph\w+|case stud(?:y|ies)|content analysis|focus groups?|workshops?|measured|measurements?|meta-analy\w+|systematic (?:literature )?review|bibliometric|simulat\w+|scenarios|modell?ed|in vitro|assays?|observations? of|empirical (?:study|data|results|findings|analysis)|pilot study|phase (?:[1-4]|I{1,3}V?)|subjects were|observational|companies' reports|(?:annual|sustainability|integrated|corporate) reports|injection|\d+ (?:subjects|companies|firms|organi[sz]ations|countries|studies|articles|cases))\b"
    r"|\d ?%|\b[pP] ?[<=>]|\b[nN] ?= ?\d|\b(?:we|was|were) (?:\w+ )?(?:analy[sz]ed|assessed|sampled|coded|tested|collected|surveyed)\b",
    re.IGNORECASE,
)
_LITERATURE = re.compile(
    r"\b(?:(?:this|the|our|present) (?:\w+ ){0,3}?(?:review|overview|survey)|we (?:\w+ )?review|literature review|review of|(?:is|are|was|were) reviewed|reviews? (?:the|recent|current|what|evidence)|synthesi[sz]e[sd]?|synthesis of)\b",
    re.IGNORECASE,
)


def read_basis(work: Work) -> Basis:
    """Return what the statements of a work rest on, for all that title and abstract say."""
    return _read(work.title, work.abstract or "")


@lru_cache(maxsize=1024)
def _read(title: str, abstract: str) -> Basis:
    if _DATA.search(f"{title}. {abstract}"):
        return "data"
    return "literature" if _LITERATURE.search(f"{title}. {abstract}") else "argument"
