"""Which local model LITREVIEW_LOCAL_MODEL names: a file of weights, or a server that runs already."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import httpx

from storage.core.errors import InputError
from tasks.environment.checks import Finding
from tasks.environment.settings import Settings
from tasks.language_models.local.completions import SETTING
from tasks.language_models.table import Model

_MAGIC = b"GGUF"
_EXAMPLES = (
    "a GGUF file, such as .local/smollm2.gguf (`make local`), or an address, such as http://127.0.0.1:11434#qwen3"
)


@dataclass(frozen=True, slots=True)
class LocalModel:
    """A model by name, with its file of weights or the address of what serves it."""

    name: str
    weights: Path | None = None
    address: str = ""

    def describe(self, context_tokens: int) -> Model:
        """Return its row among the models: it costs nothing, and an answer takes half of the context at most."""
        return Model(
            id=self.name,
            input_usd=0,
            output_usd=0,
            cache_write_5m_usd=0,
            cache_write_1h_usd=0,
            cache_read_usd=0,
            context_tokens=context_tokens,
            output_tokens=context_tokens // 2,
            cacheable_tokens=context_tokens,
        )


def choose_local_model(settings: Settings) -> LocalModel:
    """Return the local model that the settings name; nothing is loaded and nobody is asked.

    Raises:
        InputError: none is named, the file is not one of weights, or there is no Python to serve it.
    """
    named = settings.local_model.strip()
    if not named:
        raise InputError(f"--analyst local needs a language model; set {SETTING} to {_EXAMPLES}")
    if "://" in named:
        return _read_address(named)
    weights = Path(named)
    try:
        with weights.open("rb") as file:
            is_weights = file.read(len(_MAGIC)) == _MAGIC
    except OSError as error:
        raise InputError(
            f"{SETTING} is '{named}', which cannot be read ({error.strerror}); set it to {_EXAMPLES}"
        ) from error
    if not is_weights:
        raise InputError(f"{SETTING} is '{named}', which is no GGUF file; set it to {_EXAMPLES}")
    if not settings.local_python.exists():
        raise InputError(
            f"there is no '{settings.local_python}' to serve '{named}' with; run `make local`, or name a Python that "
            "has xllamacpp in LITREVIEW_LOCAL_PYTHON"
        )
    return LocalModel(weights.stem, weights)


def check_local_model(settings: Settings) -> Finding:
    """Return whether a local model is named and can be served; nothing is loaded and nobody is asked."""
    if not settings.local_model.strip():
        return Finding(
            "local language model", "absent", "not set", f"only --analyst local needs {SETTING}; see 'make local'"
        )
    try:
        chosen = choose_local_model(settings)
    except InputError as error:
        return Finding("local language model", "wrong", settings.local_model, str(error))
    return Finding("local language model", "ok", chosen.address or str(chosen.weights))


def _read_address(named: str) -> LocalModel:
    try:
        url = httpx.URL(named)
    except httpx.InvalidURL:
        url = httpx.URL()
    if url.scheme not in ("http", "https") or not url.host or url.userinfo or url.query:
        raise InputError(f"{SETTING} is not a plain web address; set it to {_EXAMPLES}")
    address = str(url.copy_with(fragment=None)).rstrip("/").removesuffix("/v1")
    return LocalModel(url.fragment or "local", address=address)
