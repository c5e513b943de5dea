"""Which local model the settings name, and the sentence where they name none."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from storage.core.errors import InputError
from tasks.environment.settings import Settings
from tasks.language_models.local.choosing import LocalModel, check_local_model, choose_local_model
from tasks.language_models.table import Usage, price

PYTHON = Path(sys.executable)


@pytest.mark.parametrize(
    ("named", "name", "address"),
    [
        ("http://127.0.0.1:11434#qwen3:8b", "qwen3:8b", "http://127.0.0.1:11434"),
        ("http://127.0.0.1:8000/v1/", "local", "http://127.0.0.1:8000"),
        ("https://models.example.org/ours/v1#org/Model-7B", "org/Model-7B", "https://models.example.org/ours"),
    ],
)
def test_a_server_is_named_with_its_model(named: str, name: str, address: str):
    """The protocol's version may stand in the address or not."""
    assert choose_local_model(Settings(local_model=named)) == LocalModel(name, address=address)


def test_a_file_of_weights_is_named_after_itself(tmp_path: Path):
    """It costs nothing, and leaves half of its context to the prompt."""
    weights = tmp_path / "Qwen 7B.Q4.gguf"
    weights.write_bytes(b"GGUF\3\0\0\0")
    chosen = choose_local_model(Settings(local_model=str(weights), local_python=PYTHON))
    assert chosen == LocalModel("Qwen 7B.Q4", weights)
    model = chosen.describe(8192)
    assert (model.output_tokens, price(Usage(input=10**6, output=10**6), model)) == (4096, 0)


@pytest.mark.parametrize(
    ("named", "reason"),
    [
        ("", "needs a language model; set LITREVIEW_LOCAL_MODEL"),
        ("nowhere.gguf", "cannot be read"),
        (".", "cannot be read"),
        (__file__, "is no GGUF file"),
        ("ftp://127.0.0.1", "is not a plain web address"),
        ("http://user:pass@127.0.0.1", "is not a plain web address"),
        ("http://127.0.0.1?key=1", "is not a plain web address"),
    ],
)
def test_what_is_no_model_is_refused_in_one_sentence(named: str, reason: str):
    """With what would be one; what may be secret is not repeated."""
    with pytest.raises(InputError, match=reason) as caught:
        choose_local_model(Settings(local_model=named, local_python=PYTHON))
    assert "GGUF file, such as" in str(caught.value)
    assert "pass" not in str(caught.value)
    assert check_local_model(Settings(local_model=named)).state == ("wrong" if named else "absent")


def test_weights_without_a_server_are_refused(tmp_path: Path):
    """`make local` is the remedy."""
    weights = tmp_path / "any.gguf"
    weights.write_bytes(b"GGUF")
    with pytest.raises(InputError, match="run `make local`"):
        choose_local_model(Settings(local_model=str(weights), local_python=tmp_path / "python"))
