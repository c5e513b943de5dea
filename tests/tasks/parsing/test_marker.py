"""Pages on which no letters are recognised go to Marker, an external command that may be slow, broken or absent."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from storage.core.errors import InputError
from tasks.parsing.dispatch import add_pages, parse_file
from tasks.parsing.marker import Marker, find_server, make_environment, split_marker_pages, tell_complaint
from tasks.parsing.protocol import ParsedDocument
from tests.tasks.parsing.made_papers import tell
from tests.tasks.parsing.made_pdfs import wrap_column, write_pdf

DASHES = "-" * 48
# What marker_single does with the options it is given, without reading: it tells what it was asked.
SCRIPT = """
import json, os, sys, time, pathlib
asked = sys.argv[sys.argv.index("--page_range") + 1]
output = pathlib.Path(sys.argv[sys.argv.index("--output_dir") + 1]) / "document"
output.mkdir(parents=True)
pathlib.Path({log!r}).write_text(json.dumps({{"argv": sys.argv[1:], "environment": dict(os.environ)}}))
{then}
pages = ["{{" + index + "}}" + "-" * 48 + "\\n\\n" + {text!r} + " Page " + index for index in asked.split(",")]
(output / "document.md").write_text("\\n\\n".join(pages))
"""


def fake_marker(folder: Path, text: str = tell("scans", 3), then: str = "") -> tuple[str, Path]:
    script, log = folder / "marker_single", folder / "asked.json"
    script.write_text(f"#!{sys.executable}\n" + SCRIPT.format(log=str(log), text=text, then=then))
    script.chmod(0o755)
    return str(script), log


GARBLED = " ".join(f"x{number}kq zvtr bcd4f ghjk7 lm9np" for number in range(8))
UNREAD = ParsedDocument("scanned", "pdftext", reason="No words.", wanting=(1,), page_count=1)


@pytest.fixture
def unread(tmp_path) -> Path:
    """Return a PDF of one page whose words are none, however they are read."""
    return write_pdf(tmp_path / "unread.pdf", [wrap_column(60, 200, GARBLED, 80)])


@pytest.mark.slow
def test_a_page_without_words_is_read_by_marker(unread, tmp_path):
    """A page whose letters make no words comes from Marker, and the document says who read it."""
    command, log = fake_marker(tmp_path)
    document = parse_file(unread, marker_command=command)
    assert (document.status, document.parser, document.wanting, document.reason) == ("parsed", "marker", (), "")
    assert [page.number for page in document.pages] == [1]
    assert document.pages[0].text.startswith("In survey 1 of the scans")
    assert document.quality > 0.9
    asked = json.loads(log.read_text())["argv"]
    assert asked[asked.index("--page_range") + 1] == "0"


@pytest.mark.slow
def test_only_poor_pages_are_asked_for(tmp_path):
    """Of three pages the garbled one goes to Marker; the others stay as they were read."""
    garbled = wrap_column(60, 200, GARBLED, 80)
    sound = [wrap_column(60, 200, tell(topic, 6), 80) for topic in ("ponds", "lakes")]
    pdf = write_pdf(tmp_path / "a.pdf", [sound[0], garbled, sound[1]])
    command, log = fake_marker(tmp_path)
    document = parse_file(pdf, marker_command=command)
    assert document.parser == "pdftext, marker"
    assert [page.number for page in document.pages] == [1, 2, 3]
    assert document.pages[0].text == tell("ponds", 6)
    assert document.pages[1].text.endswith("Page 1")
    asked = json.loads(log.read_text())["argv"]
    assert asked[asked.index("--page_range") + 1] == "1"


def test_a_slow_marker_is_ended(unread, tmp_path):
    """Marker that doesn't come back is ended and what it last complained of is told; the scan is reported as a scan."""
    command, _ = fake_marker(tmp_path, then="print('still loading', file=sys.stderr, flush=True); time.sleep(60)")
    read = Marker(command, seconds_to_start=3.0, seconds_a_page=0.1).read_pages(unread, [1])
    assert read.pages == ()
    assert read.reason == "Marker took longer than 3 s and was ended: still loading"


@pytest.mark.parametrize(
    ("text", "then", "reason"),
    [
        (
            "",
            "raise RuntimeError('llama-server binary not found. Install with: brew')",
            "exit code 1: RuntimeError: llama",
        ),
        ("", "sys.exit(3)", "Marker failed with exit code 3."),
        ("", "print('Inference error: refused', file=sys.stderr)", "read none of the pages, or only some: Inference"),
        ("x1kq zvtr bcd4f ghjk7 lm9np", "", "No words."),
    ],
)
def test_a_failing_or_garbling_marker_changes_nothing(unread, tmp_path, text, then, reason):
    """An exit code other than 0, or text that is as poor, leaves the scan a scan, with the reason."""
    command, _ = fake_marker(tmp_path, text, then)
    if not text:
        command, _ = fake_marker(tmp_path, text, f"{then}; pages = []; sys.exit(0)")
    document = add_pages(UNREAD, Marker(command).read_pages(unread, [1]))
    assert (document.status, document.pages, document.wanting) == ("scanned", (), (1,))
    assert reason in document.reason


def test_what_a_program_complains_of_is_one_short_clean_line():
    """Colours, progress bars, credentials, ports and the way to the exception are left out; the length is bounded."""
    said = (
        "\x1b[32mloading\x1b[0m\n 10%|#   |\r100%|####|\nTraceback (most recent call last):\n"
        '  File "/a/b.py", line 3, in start\n'
        "surya.inference.backends.spawn.SpawnError: SURYA_INFERENCE_URL=http://me:pw@127.0.0.1:4411/v1 is not "
        "reachable\n"
        "  Start the server.\n"
    )
    assert tell_complaint(said) == (
        "surya.inference.backends.spawn.SpawnError: SURYA_INFERENCE_URL=http://127.0.0.1/v1 is not reachable "
        "Start the server."
    )
    assert len(tell_complaint("ValueError: " + "x" * 5000)) == 401
    assert tell_complaint("") == ""


def test_marker_gets_what_it_reads_and_no_keys(unread, tmp_path, monkeypatch):
    """Marker's environment names its server and its models' place; no secret, no setting of ours, no offline switch."""
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-secret")
    monkeypatch.setenv("VLLM_API_KEY", "sk-secret")
    monkeypatch.setenv("AWS_SESSION_TOKEN", "sk-secret")
    monkeypatch.setenv("LITREVIEW_CONTACT_EMAIL", "me@example.org")
    monkeypatch.setenv("SOME_SETTING", "of another program")
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    monkeypatch.setenv("TRANSFORMERS_OFFLINE", "1")
    monkeypatch.setenv("HF_HOME", "/models")
    monkeypatch.setenv("SURYA_INFERENCE_URL", "http://127.0.0.1:9/v1")
    monkeypatch.setenv("SURYA_MAX_TOKENS_FULL_PAGE", "4096")
    command, log = fake_marker(tmp_path)
    Marker(command).read_pages(unread, [1])
    environment = json.loads(log.read_text())["environment"]
    assert environment["HF_HOME"] == "/models"
    assert environment["SURYA_INFERENCE_URL"] == "http://127.0.0.1:9/v1"
    assert environment["SURYA_MAX_TOKENS_FULL_PAGE"] == "4096"
    assert "sk-secret" not in environment.values()
    names = {"HF_HUB_OFFLINE", "TRANSFORMERS_OFFLINE", "LITREVIEW_CONTACT_EMAIL", "SOME_SETTING"}
    assert not names & environment.keys()


def test_runs_do_not_share_servers_but_models(tmp_path):
    """Each run has a HOME of its own, where Marker notes its servers; what is downloaded stays with the user."""
    given = {"HOME": "/home/ada", "PATH": "/bin"}
    environment = make_environment(tmp_path, 4411, given)
    assert environment["HOME"] == str(tmp_path)
    assert environment["HF_HOME"] == environment["DOCKER_HF_CACHE_PATH"] == "/home/ada/.cache/huggingface"
    assert environment["MODEL_CACHE_DIR"].startswith("/home/ada/")
    assert environment["SURYA_INFERENCE_PORT"] == "4411"


def test_a_container_is_removed(unread, tmp_path, monkeypatch):
    """The container in which Marker may have started its server, out of reach of any signal, is removed by its name."""
    docker, log = tmp_path / "docker", tmp_path / "docker.log"
    docker.write_text(f'#!/bin/sh\necho "$@" >> {log}\n')
    docker.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    monkeypatch.delenv("SURYA_INFERENCE_URL", raising=False)
    command, asked = fake_marker(tmp_path)
    Marker(command).read_pages(unread, [1])
    port = json.loads(asked.read_text())["environment"]["SURYA_INFERENCE_PORT"]
    assert log.read_text() == f"rm --force surya-vllm-{port}\n"


def test_the_model_server_is_found(tmp_path):
    """It is what the user names, else a container where there is a GPU, else llama.cpp's program."""
    server = tmp_path / "llama-server"
    given = {"SURYA_INFERENCE_BACKEND": "llamacpp", "PATH": str(tmp_path)}
    assert find_server(given) == ("llama-server", None)
    server.write_text("#!/bin/sh\n")
    server.chmod(0o755)
    assert find_server(given) == ("llama-server", str(server))
    assert find_server(given | {"SURYA_INFERENCE_BACKEND": "vllm"}) == ("docker", None)
    assert find_server(given | {"LLAMA_CPP_BINARY": "/nowhere"}) == ("/nowhere", None)
    assert find_server(given | {"SURYA_INFERENCE_URL": "http://a/v1"}) == ("SURYA_INFERENCE_URL", "http://a/v1")


def test_a_command_that_is_not_there_is_an_input_error(unread):
    """A wrong LITREVIEW_MARKER_COMMAND is said in one sentence with the remedy."""
    with pytest.raises(InputError, match="make marker"):
        Marker("/nowhere/marker_single").read_pages(unread, [1])


def test_a_command_whose_interpreter_is_gone_is_an_input_error(unread, tmp_path):
    """So is one that is there and does not start, as after its environment was moved."""
    command = tmp_path / "marker_single"
    command.write_text("#!/nowhere/python\n")
    command.chmod(0o755)
    with pytest.raises(InputError, match="cannot be started"):
        Marker(str(command)).read_pages(unread, [1])


def test_marker_may_have_options_of_its_own(unread, tmp_path):
    """Words after the command are passed on before the file and overrule ours."""
    command, log = fake_marker(tmp_path)
    Marker(f"{command} --mode fast").read_pages(unread, [1])
    asked = json.loads(log.read_text())["argv"]
    assert asked[:5] == ["--force_ocr", "--mode", "balanced", "--mode", "fast"]
    assert asked[5].endswith("document.pdf")


def test_paginated_markdown_is_split():
    """Marker counts pages from 0; pages nobody asked for, empty ones, anchors and images are left out."""
    pages = {0: '<span id="page-0-0"></span>One\n\n![](_page_0_Picture.jpeg)', 2: "# Three", 3: " ", 7: "Eight"}
    markdown = "".join(f"\n\n{{{index}}}{DASHES}\n\n{text}" for index, text in pages.items())
    read = split_marker_pages(markdown, [1, 3, 4])
    assert {number: page.text for number, page in read.items()} == {1: "One", 3: "# Three"}


def test_references_of_a_scan_are_kept_apart(unread, tmp_path):
    """A scan's references, which only Marker saw, leave its pages."""
    command, _ = fake_marker(tmp_path, f"{tell('scans', 5)}\n\n## References\n\nBee, A. (2001). Flowers.")
    document = add_pages(UNREAD, Marker(command).read_pages(unread, [1]))
    assert document.references.startswith("Bee, A. (2001). Flowers.")
    assert document.pages[0].text == tell("scans", 5)
