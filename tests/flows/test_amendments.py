"""A protocol is amended: what the amendment touches is judged, asked and written again, and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from flows.context.keeping_alive import order_update
from flows.context.order import read_order
from flows.review import review
from flows.update import update
from storage.core.errors import InputError
from storage.publication.published import explain_work, select_published
from tests.benchmarks.servers.messages_server import LoopbackAnthropic, serve_anthropic
from tests.benchmarks.servers.scripted import SCRIPTS

pytestmark = pytest.mark.slow

PROTOCOL = """\
title = "Hair cortisol: a systematic review"
questions = ["Is hair cortisol a measure of long-term stress?", "Is hair cortisol related to obesity?"]

[[criteria]]
id = "I1"
kind = "include"
element = "outcome"
text = "cortisol in hair"

[[criteria]]
id = "E1"
kind = "exclude"
element = "population"
text = "mice or rats"

[[criteria]]
id = "E2"
kind = "exclude"
element = "design"
text = "protocols"

[[extraction]]
name = "Sample"
question = "Which hair sample was taken?"

[[extraction]]
name = "Assay"
question = "Which assay or method was used?"
"""
AMENDMENT = """
[[criteria]]
id = "E3"
kind = "exclude"
element = "population"
text = "children or adolescents"

[[extraction]]
name = "Weight"
question = "Which weight or body mass index was measured?"

[[amendments]]
date = 2026-11-20
reason = "Growth confounds weight in the young."
"""
REWORDED = ("Is hair cortisol related to obesity?", "Is hair cortisol related to body weight?")
AMENDED = PROTOCOL.replace(*REWORDED) + AMENDMENT
