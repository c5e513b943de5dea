"""What README and the pages on a finished review have their readers type does what it should, in a fresh clone."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.readme.type_readme import main

pytestmark = pytest.mark.slow

_OF_A_REVIEW = (
    "README.md", "docs/languages.md", "docs/exports.md", "docs/verifying.md", "docs/asking-questions.md",
    "docs/querying-the-ledger.md",
)  # fmt: skip


def test_what_a_newcomer_types_first_does_what_it_should(
    shared_data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The README from top to bottom, then what its review can be used for; `make readme` types all pages."""
    assert shared_data.is_dir()
    status = main(tmp_path, _OF_A_REVIEW)
    assert status == 0, capsys.readouterr().out
