"""What a reader of the README has and this machine need not: a fresh clone, an environment, files and services."""

from __future__ import annotations

import gzip
import os
import re
import shutil
import subprocess
import sys
import venv
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import orjson

from tests.benchmarks.servers.messages_server import serve_anthropic
from tests.benchmarks.servers.scripted import SCRIPTS
from tests.benchmarks.servers.server import serve_openalex
from tests.benchmarks.servers.world import World
from tests.fakes.scholarly_services import serve_scholarly_services

REPOSITORY = Path(__file__).resolve().parents[2]
DATA = REPOSITORY.parent / "shared" / "data"
_WORKS = 120
_MONEY = re.compile(r"business|financ|invest|compan|corporat", re.IGNORECASE)
_NATURE = re.compile(r"biodivers|nature|ecolog|ecosystem|conservation", re.IGNORECASE)
_KEPT = ("PATH", "LANG", "LC_ALL", "TERM", "TMPDIR", "SSL_CERT_FILE", "PYTHON")


def clone(folder: Path) -> Path:
    """Return a fresh clone of what is committed here."""
    made = folder / "litreview"
    subprocess.run(["git", "clone", "--quiet", "--no-hardlinks", REPOSITORY, made], check=True)
    return made


def lend_environment(checkout: Path) -> None:
    """Give a clone the packages of the environment this runs in, and commands of its own that import the clone."""
    builder = venv.EnvBuilder(with_pip=False, symlinks=True)
    builder.create(checkout / ".venv")
    binaries = checkout / ".venv" / "bin"
    lent = next(Path(each) for each in sys.path if each.endswith("site-packages"))
    (site,) = (checkout / ".venv" / "lib").glob("python*/site-packages")
    (site / "lent.pth").write_text(f"{checkout}\n{lent}\n", "utf-8")
    for script in Path(sys.executable).parent.iterdir():
        if not (binaries / script.name).exists() and script.is_file():
            head, _, body = script.read_bytes().partition(b"\n")
            if head.startswith(b"#!") and b"python" in head:
                (binaries / script.name).write_bytes(f"#!{binaries / 'python'}\n".encode() + body)
                (binaries / script.name).chmod(0o755)
    for done in ("installed", "developed"):
        (checkout / ".venv" / done).touch()


def lay_out_files(checkout: Path) -> None:
    """Put files into a clone that the README takes a reader to have: a catalogue, a review and its bibliography."""
    chosen = [line for line in gzip.open(DATA / "worlds" / "ipbes" / "works.jsonl.gz") if _is_of_topic(line)]  # noqa: SIM115
    with gzip.open(checkout / "works.jsonl.gz", "wb") as catalogue:
        catalogue.writelines(chosen[:_WORKS])
    written = DATA / "provenance" / "extended-mind-cognitive-offloading"
    shutil.copy(written / "literature-review-final.md", checkout / "review.md")
    shutil.copy(written / "literature-all.bib", checkout / "references.bib")
    shutil.copytree(written / "json", checkout / "answers")


def _is_of_topic(line: bytes) -> bool:
    record = orjson.loads(line)
    title = record.get("title") or ""
    return bool(record.get("abstract_inverted_index") and _MONEY.search(title) and _NATURE.search(title))


@contextmanager
def services_of(checkout: Path) -> Iterator[dict[str, str]]:
    """Serve OpenAlex, Anthropic and the scholarly services on this machine; yield an environment that names them."""
    home = checkout.parent / "home"
    home.mkdir(exist_ok=True)
    environment = {name: os.environ[name] for name in _KEPT if name in os.environ}
    environment |= {
        "HOME": str(home),
        "PATH": f"{checkout / '.venv' / 'bin'}:{environment['PATH']}",
        "HF_HUB_OFFLINE": "1",
        "DO_NOT_TRACK": "1",
        "PREFECT_SERVER_ANALYTICS_ENABLED": "false",
        "COLUMNS": "160",
        "NO_PROXY": "127.0.0.1,localhost",
    }
    with ExitStack() as stack:
        openalex = stack.enter_context(serve_openalex(World(checkout / "works.jsonl.gz")))
        anthropic = stack.enter_context(serve_anthropic(SCRIPTS))
        scholarly = stack.enter_context(serve_scholarly_services([]))
        names = ("UNPAYWALL", "EUROPE_PMC", "ARXIV", "SEMANTIC_SCHOLAR", "CORE", "CROSSREF", "OPENCITATIONS")
        yield (
            environment
            | {"LITREVIEW_OPENALEX_URL": openalex.url, "ANTHROPIC_BASE_URL": anthropic.url}
            | {f"LITREVIEW_{name}_URL": scholarly.url for name in names}
        )
