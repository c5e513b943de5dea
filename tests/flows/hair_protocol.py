"""A protocol of three criteria and two fields of its own, for reviews of hair cortisol."""

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
