"""What Marker needs around it: variables it is handed, folders of its own, a model server that it starts or is given.

Marker 2 hands pages to a vision model behind a server that speaks the protocol of OpenAI: one that SURYA_INFERENCE_URL
names, else vLLM in a container where there is an NVIDIA GPU, else a `llama-server` of llama.cpp. It notes the servers
that run in a file under HOME and starts them in sessions of their own, so that other runs find them. We end what a run
began, under the feet of those: so each has a HOME of its own, and only what was downloaded is shared.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

_HANDED_ON = frozenset(
    """
    PATH USER LOGNAME LANG LANGUAGE TZ LD_LIBRARY_PATH DYLD_LIBRARY_PATH SSL_CERT_FILE SSL_CERT_DIR REQUESTS_CA_BUNDLE
    CURL_CA_BUNDLE HTTP_PROXY HTTPS_PROXY ALL_PROXY NO_PROXY http_proxy https_proxy all_proxy no_proxy
    XDG_CACHE_HOME XDG_RUNTIME_DIR HF_HOME HF_HUB_CACHE HF_ENDPOINT CUDA_VISIBLE_DEVICES TORCH_DEVICE
    MODEL_CACHE_DIR FONT_PATH ARTIFACT_URL S3_BASE_URL
    DOCKER_HOST DOCKER_CONTEXT DOCKER_CONFIG DOCKER_CERT_PATH DOCKER_TLS_VERIFY
    """.split()  # noqa: SIM905 - a paragraph can be proof-read, 30 quoted words cannot
)
_HANDED_ON_PREFIXES = (
    "LC_", "SURYA_", "LLAMA_", "GGML_", "VLLM_", "NVIDIA_", "DETECTOR_", "OCR_ERROR_", "FAST_LAYOUT_", "FAST_ORDER_",
)  # fmt: skip
_SECRET = re.compile(r"(?:^|_)(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIALS?)(?:_|$)", re.IGNORECASE)
_SECONDS_FOR_DOCKER = 30.0


def make_environment(home: Path, port: int, given: Mapping[str, str] | None = None) -> dict[str, str]:
    """Return Marker's environment: of ours (`given` in its place) what it reads and no secret, a HOME of its own.

    HF_HUB_OFFLINE is not handed on, for what keeps litreview from asking the hub would keep Marker from its models.
    These stay where they are downloaded to without us. A server that it starts listens on `port`.
    """
    given = os.environ if given is None else given
    chosen = {
        name: value
        for name, value in given.items()
        if (name in _HANDED_ON or name.startswith(_HANDED_ON_PREFIXES)) and not _SECRET.search(name)
    }
    owner = Path(given.get("HOME") or Path.home())
    cache = Path(given.get("XDG_CACHE_HOME") or owner / ".cache")
    models = owner / "Library" / "Caches" if sys.platform == "darwin" else cache
    hub = chosen.get("HF_HOME") or str(cache / "huggingface")
    shared = {
        "HF_HOME": hub,
        "MODEL_CACHE_DIR": str(models / "datalab" / "models"),
        "DOCKER_HF_CACHE_PATH": hub,
        "DOCKER_CONFIG": str(owner / ".docker"),
        "SURYA_INFERENCE_PORT": str(port),
    }
    return shared | chosen | {"HOME": str(home), "TMPDIR": str(home)}


def remove_container(environment: Mapping[str, str]) -> None:
    """Remove the container in which Marker may have started its server, for killing Marker leaves it running."""
    docker = shutil.which("docker", path=environment.get("PATH"))
    if docker is None or environment.get("SURYA_INFERENCE_URL"):
        return
    with suppress(OSError, subprocess.TimeoutExpired):
        subprocess.run(  # noqa: S603 - Docker's own command, with a name that we made
            [docker, "rm", "--force", f"surya-vllm-{environment['SURYA_INFERENCE_PORT']}"],
            env=dict(environment),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_SECONDS_FOR_DOCKER,
            check=False,
        )


def find_server(given: Mapping[str, str] | None = None) -> tuple[str, str | None]:
    """Return what serves Marker's model here, and where it is: an address, or the path of a program, None if absent."""
    given = os.environ if given is None else given
    if address := given.get("SURYA_INFERENCE_URL"):
        return "SURYA_INFERENCE_URL", address
    backend = given.get("SURYA_INFERENCE_BACKEND") or ("vllm" if _has_gpu() else "llamacpp")
    program = "docker" if backend == "vllm" else given.get("LLAMA_CPP_BINARY") or "llama-server"
    return program, shutil.which(program, path=given.get("PATH"))


def _has_gpu() -> bool:
    return Path("/dev/nvidia0").exists() or shutil.which("nvidia-smi") is not None
