"""Marker (marker-pdf), which reads scans, tables and formulas: an external command, page by page.

What Marker needs: environment variables, its own folders, a model server that it starts or is given.

Marker 2 hands pages to a vision model behind a server that speaks the protocol of OpenAI: one that SURYA_INFERENCE_URL
names, else vLLM in a container where there is an NVIDIA GPU, else a `llama-server` of llama.cpp. It notes the servers
that run in a file under HOME and starts them in sessions of their own, so that other runs find them. Since we end
whatever a run began, which other runs may be using, each has a HOME of its own and shares only downloads.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from storage.core.errors import InputError
from tasks.parsing.confinement import SCRATCH, Ending, run_apart
from tasks.parsing.protocol import ParsedDocument, ParsedPage

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


_SECONDS_TO_START = 600.0  # as long as Marker itself gives its model server
_SECONDS_A_PAGE = 180.0  # 1,500 tokens of a dense page at ten a second, which a processor without a GPU manages
_LONGEST = 7200.0
_MOST_BYTES = 64 * 1024 * 1024
# The pages that Marker gets are pictures: read whole, in one request each, no other model has to look at them first.
_READING = ("--force_ocr", "--mode", "balanced")
# Marker's MarkdownRenderer writes {index of the page from 0} and 48 dashes before each page.
_PAGE = re.compile(r"^\{(\d+)\}-{48}[^\S\n]*$", re.MULTILINE)
_ANCHOR_OR_IMAGE = re.compile(r"<span id=\"[^\"\n]*\"></span>|!\[[^\]\n]*\]\([^()\n]*\)")
_ESCAPE_OR_CONTROL = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|[^\S\n\r ]|[\x00-\x09\x0b\x0c\x0e-\x1f\x7f-\x9f]")
_RAISED = re.compile(r"^(?:\w+\.)*\w*(?:Error|Exception|Exit|Interrupt)\b")
_COMPLAINT = re.compile(r"error|fail|not found|refused|timed out", re.IGNORECASE)
_CREDENTIALS = re.compile(r"(?<=://)[^/\s@]+@")
_PORT = re.compile(r"(127\.0\.0\.1|localhost):\d+| (?:on port|pid) \d+")
_MOST_SAID, _MOST_LOGGED = 400, 4_000


@dataclass(frozen=True, slots=True)
class Marker:
    """The command of LITREVIEW_MARKER_COMMAND, such as ``.marker/bin/marker_single``.

    It gets a start-up time and a time for each page; what takes longer is killed with all its descendants, including
    model servers in sessions of their own. It works in a folder of its own in `scratch`, else where temporary files go.
    """

    command: str
    scratch: Path | None = None
    seconds_to_start: float = _SECONDS_TO_START
    seconds_a_page: float = _SECONDS_A_PAGE

    def read_pages(self, path: Path, numbers: Sequence[int]) -> ParsedDocument:
        """Return the Markdown of the pages of a PDF that Marker could read; of what it could not, the reason it told.

        Raises:
            InputError: the command cannot be started.
        """
        parts = shlex.split(self.command)
        program = shutil.which(parts[0]) if parts else None
        if program is None:
            raise InputError(
                f"LITREVIEW_MARKER_COMMAND is {self.command!r}, which cannot be run; give the path of marker_single "
                "(`make marker` installs it) or leave it empty"
            )
        seconds = min(_LONGEST, self.seconds_to_start + self.seconds_a_page * len(numbers))
        with tempfile.TemporaryDirectory(prefix=SCRATCH, dir=self.scratch and self.scratch.resolve()) as folder:
            copy, output = Path(folder) / "document.pdf", Path(folder) / "output"
            shutil.copyfile(path, copy)
            options = ["--output_dir", str(output), "--output_format", "markdown", "--paginate_output"]
            options += ["--disable_image_extraction", "--page_range", ",".join(str(number - 1) for number in numbers)]
            environment = make_environment(Path(folder), _find_port())
            try:
                ended = run_apart(
                    [str(Path(program).absolute()), *_READING, *parts[1:], str(copy), *options],
                    folder=Path(folder),
                    environment=environment,
                    seconds=seconds,
                )
            except OSError as error:
                raise InputError(
                    f"LITREVIEW_MARKER_COMMAND names {program}, which cannot be started ({error.strerror}); "
                    "install it anew with `make marker` or leave the variable empty"
                ) from error
            finally:
                remove_container(environment)
            written = sorted(output.rglob("*.md"))
            is_sound = written and not written[0].is_symlink() and written[0].stat().st_size <= _MOST_BYTES
            markdown = written[0].read_text("utf-8", errors="replace") if ended.code == 0 and is_sound else ""
            pages = split_marker_pages(markdown, numbers)
            said = (ended.said or _read_server_logs(Path(folder))).replace(folder, "")
        if len(pages) == len(numbers):
            return ParsedDocument("parsed", "marker", tuple(pages.values()))
        reason = _explain(Ending(ended.code, said), seconds)
        return ParsedDocument("parsed" if pages else "scanned", "marker", tuple(pages.values()), reason=reason)


def split_marker_pages(markdown: str, numbers: Sequence[int]) -> dict[int, ParsedPage]:
    """Return Marker's paginated Markdown by page number from 1; only pages that were asked for and are not empty."""
    _, *parts = _PAGE.split(markdown)
    pages = {}
    for index, text in zip(parts[::2], parts[1::2], strict=True):
        number, read = int(index) + 1, _ANCHOR_OR_IMAGE.sub("", text).strip()
        if number in numbers and read:
            pages[number] = ParsedPage(number, read)
    return pages


def tell_complaint(said: str) -> str:
    """Return what a program gave as the cause when it failed, out of the end of its standard error, as one line.

    That is the exception it ended with, else the last line that complains, else its last line. Colours, progress bars,
    credentials in addresses and numbers of ports are gone; what is longer than 400 characters is cut.
    """
    lines = [line.rpartition("\r")[2].strip() for line in _ESCAPE_OR_CONTROL.sub("", said).split("\n")]
    lines = [line for line in lines if line]
    raised = [place for place, line in enumerate(lines) if _RAISED.match(line)]
    complaints = [line for line in lines if _COMPLAINT.search(line)]
    told = " ".join(lines[raised[-1] :]) if raised else (complaints or lines or [""])[-1]
    told = _PORT.sub(r"\1", _CREDENTIALS.sub("", told))
    return told if len(told) <= _MOST_SAID else f"{told[:_MOST_SAID]}…"


def _explain(ended: Ending, seconds: float) -> str:
    if ended.code is None:
        what = f"Marker took longer than {seconds:.0f} s and was ended"
    elif ended.code:
        what = f"Marker failed with exit code {ended.code}"
    else:
        what = "Marker ran and read none of the pages, or only some"
    told = tell_complaint(ended.said)
    return f"{what}: {told}" if told else f"{what}."


def _read_server_logs(home: Path) -> str:
    """Return the ends of what the servers wrote that Marker started, the last one's last."""
    logs = sorted(home.glob(".cache/datalab/surya/*_server.log"), key=lambda log: log.stat().st_mtime)
    return "\n".join(log.read_text("utf-8", errors="replace")[-_MOST_LOGGED:] for log in logs)


def _find_port() -> int:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        return int(listening.getsockname()[1])
