"""A protocol drafted from a topic, to be filled in."""

from __future__ import annotations

import json
from collections.abc import Sequence

from storage.records.criteria import ELEMENTS
from tasks.text.topics import find_questions

_DRAFT = """\
# Protocol of a review; give it with: litreview run TOPIC --protocol FILE
title = {title}
questions = [{questions}]
# authors = ["Ada Lehmann"]
# registration = "PROSPERO CRD…"
# support = "Who pays for the review, and with what say."
# rationale = "Why the review is made, in the light of what is known."

# Share of the relevant works that the search is to find before it may be called complete.
recall_target = 0.95

# Planned analyses, one sentence each.
analyses = ["Narrative synthesis by theme."]

# What the questions are made of, by PICO (population, intervention, exposure, comparison, outcome, design, setting) or
# SPIDER (sample, phenomenon, design, evaluation, research_type).
[elements]
# population = "adults"
# outcome = "what is measured"

# Works must be on the topic or answer a question; preprints, reports and dissertations are left out without --grey, and
# retracted works always. Each further criterion has an id, a kind (include or exclude), an element ({elements})
# and a text.
# [[criteria]]
# id = "I1"
# kind = "include"
# element = "population"
# text = "adults"

# [[criteria]]
# id = "E1"
# kind = "exclude"
# element = "design"
# text = "case reports"

# Fields to extract of every work besides those of the evidence table.
# [[extraction]]
# name = "Funding"
# question = "Who paid for the study?"

# What is changed once works were decided on is told here, with date and reason, or with --reason.
# [[amendments]]
# date = 2027-01-31
# reason = "A reviewer asked for it."
"""


def draft_protocol(topic: str, questions: Sequence[str]) -> str:
    """Return a protocol in TOML, with these questions, else those that the topic asks, else one that asks about it."""
    asked = [*questions] or [*find_questions(topic)] or [f"What is known about {topic}?"]
    return _DRAFT.format(
        title=_quote(f"{topic}: a systematic review"),
        questions=", ".join(map(_quote, asked)),
        elements=", ".join(ELEMENTS),
    )


def _quote(text: str) -> str:
    """Return a basic string of TOML, which is one of JSON but for DEL, which JSON leaves as it is."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
