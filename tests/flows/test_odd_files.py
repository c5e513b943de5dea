"""`litreview verify FILE.md FILE.bib [DIR]` and `check-bib` on files of any kind: findings, or one sentence."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from flows.verify.files import FilesToVerify, check_bib, verify_files
from storage.core.errors import InputError

RECORD = {
    "DOI": "10.1000/bees.7",
    "title": ["\u041f\u0447\u0451\u043b\u044b: \u043e\u043f\u044b\u0442"],
    "author": [{"family": "\u0416\u0443\u043a", "given": "\u0410."}],
}
_TITLE, _FAMILY = "\u041f\u0447\u0451\u043b\u044b", "\u0416\u0443\u043a"
BIB = f"@book{{bees, title = {{{_TITLE}}}, author = {{{_FAMILY}, B.}}, doi = {{10.1000/bees.7}}}}\n"
TEXT = "# Bees\n\nBees visit orchards [@bees].\n"
_PARTS = [*json.loads(Path(__file__).with_name("odd_parts.json").read_text("utf-8")), "x" * 20_000]
_texts = st.lists(st.sampled_from(_PARTS) | st.text(max_size=10), max_size=25).map("".join)
_files = _texts.map(str.encode) | _texts.map(lambda text: text.encode("utf-16")) | st.binary(max_size=60)
_files |= _texts.map(lambda text: b"\xef\xbb\xbf" + text.encode())
Litreview = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def files(tmp_path: Path) -> FilesToVerify:
    """Return a review, its bibliography and a folder of answers that contradicts one field."""
    (tmp_path / "json").mkdir()
    (tmp_path / "json" / "crossref.json").write_text(json.dumps(RECORD))
    (tmp_path / "review.md").write_text(TEXT)
    (tmp_path / "references.bib").write_text(BIB)
    return FilesToVerify(tmp_path / "review.md", tmp_path / "references.bib", tmp_path / "json")


@settings(max_examples=200, suppress_health_check=list(HealthCheck))
@given(review=_files, bibliography=_files, is_ours=st.booleans())
@example(review=b"It`s\r\n\r\n[@wasps] an`d", bibliography=BIB.encode(), is_ours=True)
def test_files_of_any_content_end_in_findings_or_one_sentence(
    files: FilesToVerify, review: bytes, bibliography: bytes, *, is_ours: bool
) -> None:
    """Whatever stands in the two files, there is a report without control characters or an error in one line."""
    files.review.write_bytes(review)
    files.bibliography.write_bytes(BIB.encode() if is_ours else bibliography)
    for as_json in (False, True):
        try:
            report, _ = verify_files(files, as_json=as_json)
            listed, _ = check_bib(files.bibliography, files.answers or Path(), "strict", as_json=as_json)
        except InputError as error:
            lines = str(error).splitlines()
        else:
            lines = ["said"]
            assert not {"\x00", "\x1b", "\u202e", "\u2028"} & set(report + listed)
        assert len(lines) == 1


@pytest.mark.parametrize("end", ["\r\n", "\r"])
def test_line_ends_of_other_systems_end_lines(files: FilesToVerify, end: str) -> None:
    """A lone backtick hides no citation of the next paragraph, and lines are counted, in files from any system."""
    files.review.write_bytes(end.join(["It`s", "", "So do wasps [@wasps] an`d", ""]).encode())
    files.bibliography.write_bytes(end.join(["", BIB.strip(), ""]).encode())
    told = json.loads(verify_files(FilesToVerify(files.review, files.bibliography), as_json=True)[0])
    places = {(one["key"], one["line"], one["finding_class"]) for one in told["findings"]}
    assert places == {("wasps", 3, "missing"), ("bees", 2, "uncited")}


def test_places_that_are_no_files_are_refused_in_one_sentence(files: FilesToVerify, tmp_path: Path) -> None:
    """A folder, a link to itself, a name with a null, a device without end and answers that are folders or dangling."""
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "other" / "folder.json").mkdir(parents=True)
    (tmp_path / "other" / "dangling.json").symlink_to("nowhere")
    for wrong, said in (
        (FilesToVerify(tmp_path, files.bibliography), "cannot be read"),
        (FilesToVerify(tmp_path / "loop", files.bibliography), "cannot be read"),
        (FilesToVerify(files.review, tmp_path / "a\x00b"), "cannot be read"),
        (FilesToVerify(Path("/dev/zero"), files.bibliography), "larger than 20 MB"),
        (FilesToVerify(files.review, files.bibliography, tmp_path / "other"), "holds no .json file"),
        (FilesToVerify(files.review, files.bibliography, files.review), "is not a folder"),
        (FilesToVerify(files.review, files.bibliography, None, tmp_path), "Retraction Watch file"),
    ):
        with pytest.raises(InputError, match=said) as raised:
            verify_files(wrong, as_json=False)
        assert len(str(raised.value).splitlines()) == 1


def test_a_terminal_without_the_letters_gets_escapes(
    files: FilesToVerify, litreview: Litreview, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the output's encoding lacks what sources state, it is printed as escapes instead of ending the command."""
    monkeypatch.setenv("PYTHONIOENCODING", "latin-1")
    told = litreview("check-bib", str(files.bibliography), str(files.answers))
    assert (told.returncode, told.stderr) == (1, "")
    assert "\\u0416" in told.stdout
