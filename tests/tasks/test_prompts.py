"""Prompt files: a head that says who is asked, and a text that is hashed without it."""

from __future__ import annotations

from importlib.resources import files

import pytest

import tasks.prompts
from storage.core.errors import LitreviewError
from tasks.prompts import read_prompt

NAMES = sorted(file.name.removesuffix(".md") for file in files("tasks.prompts").iterdir() if file.name.endswith(".md"))


@pytest.mark.parametrize("name", [name for name in NAMES if name != "rules"])
def test_a_prompt_says_who_is_asked_and_its_head_is_not_sent(name):
    """What a model reads begins with the common rules and holds no head."""
    prompt = read_prompt(name)
    assert prompt.phase
    assert prompt.text.startswith(read_prompt("relevance").text[:40])
    assert not {"---", f"tier: {prompt.tier}"} & set(prompt.text.splitlines())


def test_a_file_without_head_is_named(tmp_path, monkeypatch):
    """A prompt that does not say its tier is an error rather than a guess."""
    for name, text in (
        ("rules", "Be brief."),
        ("bare", "Judge."),
        ("odd", "---\nphase: x\ntier: gpt\neffort: low\n---\n"),
    ):
        (tmp_path / f"{name}.md").write_text(text, encoding="utf-8")
    monkeypatch.setattr(tasks.prompts, "files", lambda _: tmp_path)
    for name in ("bare", "odd"):
        with pytest.raises(LitreviewError, match=name):
            read_prompt(name)
