"""``litreview pool NAME``: what can be pooled, on whose word, what it comes to and where it is told."""

from __future__ import annotations

import json
import math
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from flows.context.pooling import pool_again
from flows.export.report import compose_review
from flows.verify.review import verify_review
from storage.core.canonical import canonical_hash
from storage.core.ledger import Ledger
from storage.core.places import PUBLISHED_FILE
from storage.publication.published import select_published
from storage.publication.share import share_corpus
from storage.writing.versions import open_snapshot
from tasks.environment.settings import Settings
from tests.flows.export.paged_review import make_paged_review

Pool = Callable[..., tuple[int, str, str]]

_TITLES = [f"Hair cortisol and stress, study {number}" for number in range(12)]
_NAME = f"{_TITLES[2]} by {_TITLES[0]} (OR)"
_OTHER = f"{_TITLES[3]} by {_TITLES[0]} (OR)"
_ASKED = 'SELECT measure, estimator, wanted, reason, reviewer FROM pooling ORDER BY "at"'


@pytest.fixture
def review(tmp_path: Path) -> Path:
    """Return the folder of a review with one comparison that can be pooled and one that cannot."""
    folder = tmp_path / "cortisol"
    make_paged_review(folder, _TITLES, "Stress")
    return folder


@pytest.fixture
def pool(review: Path, type_here: Callable[..., subprocess.CompletedProcess[str]]) -> Pool:
    """Return what runs the command with further arguments: exit code, standard output and error."""

    def run(*given: str) -> tuple[int, str, str]:
        done = type_here("pool", "cortisol", "--reviews", str(review.parent), *given)
        return done.returncode, done.stdout, done.stderr

    return run


def test_without_a_comparison_what_can_be_pooled_is_listed_and_nothing_changes(pool: Pool, review: Path) -> None:
    """By number with how many works, and the others of several works with why not."""
    before = (review / PUBLISHED_FILE).read_bytes()
    code, out, err = pool()
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[0].startswith(f"  1  {_NAME}: 4 works; results left out: ")
    assert lines[1] == "Cannot be pooled:"
    assert lines[2].startswith(f"     {_OTHER}: 2 of its works can be pooled, and 3 are needed; ")
    assert "an effect that points another way than its words" in lines[2]
    assert (review / PUBLISHED_FILE).read_bytes() == before


def test_a_request_is_on_record_and_computed_at_once(pool: Pool, review: Path) -> None:
    """Who, when, why and how; the numbers are those of the effects in SQL; each result has a weight or a reason."""
    code, out, err = pool("1", "--reviewer", "Ann Lee ann@x.org", "--reason", "the same scale", "--estimator", "dl")
    assert (code, err) == (0, "")
    assert select_published(review, _ASKED).rows() == [("OR", "dl", True, "the same scale", "person: Ann Lee")]
    rows = select_published(
        review,
        "SELECT s.effect, s.ci_low, s.ci_high FROM pooled_result AS p JOIN stated_effect AS s "
        "USING (finding_id, result) WHERE p.left_out = ''",
    ).rows()
    weights = [(3.919928 / math.log(high / low)) ** 2 for _, low, high in rows]
    mean = math.exp(math.fsum(w * math.log(row[0]) for w, row in zip(weights, rows, strict=True)) / math.fsum(weights))
    works, fixed, random, i2 = select_published(
        review, "SELECT works, fixed_effect, random_effect, i2 FROM pooled_effect"
    ).row(0)
    assert (works, len(rows)) == (4, 4)
    assert fixed == pytest.approx(mean, rel=1e-5)
    assert (random, i2) == (fixed, 0)
    assert out.splitlines()[0].startswith(f"{_NAME}, asked for by Ann Lee on 20")
    assert f"  Random effects (DerSimonian and Laird): {mean:.3g} (" in out
    assert "Nobody appraised the risk of bias of any of them." in out
    assert out.splitlines()[-1] == "Run 'litreview resume cortisol' to take this into the review."
    out_rows = select_published(review, "SELECT count(*) FROM pooled_result WHERE left_out <> ''").item()
    assert out.count("  Left out: ") == out_rows > 0


def test_it_is_told_beside_the_effects_and_in_the_appendix(pool: Pool, review: Path) -> None:
    """Not before it is asked for: then a figure with two diamonds, a table, and the appendix with person and works."""
    with open_snapshot(review) as ledger:
        _, meta, _ = compose_review(ledger)
    assert not [one for one in meta.layout.shown if one.name.startswith("pooled")]
    assert "Pooling on request" not in meta.appendix
    pool(_NAME.upper(), "--reviewer", "Ann")
    with open_snapshot(review) as ledger:
        _, meta, _ = compose_review(ledger)
        (fixed,) = ledger.select("SELECT fixed_effect FROM pooled_effect")["fixed_effect"]
    shown = {one.name: one for one in meta.layout.shown}
    names = list(shown)
    assert names.index("pooled-1") == max(place for place, name in enumerate(names) if name.startswith("forest")) + 1
    svg = str(shown["pooled-1"].content)
    assert svg.count('class="diamond"') == 2
    assert "Random effects (Paule and Mandel)" in svg
    assert f"Fixed effect: {fixed:.3g} (" in svg
    assert 'class="diamond"' not in str(shown["forest-1"].content)
    assert (
        "works that state none, more often those that found nothing, are missing from it" in shown["pooled-1"].caption
    )
    told = meta.layout.before["Discussion"]
    assert f"{fixed:.3g} (" in told[told.index("#figure-pooled-1") :]
    appendix = meta.appendix[meta.appendix.index("### Pooling on request") :]
    assert "asked for by Ann, 20" in appendix
    assert "an interval that does not lie around its effect" in appendix


def test_it_is_computed_anew_from_the_effects_as_they_are(pool: Pool, review: Path) -> None:
    """Another effect gives another average; with too few it is not done, and the appendix says so; then it is again."""
    pool("1")
    read = "SELECT fixed_effect FROM pooled_effect"
    first = select_published(review, read).item()
    with Ledger(review) as ledger:
        ledger.change("UPDATE extraction SET value = '2.1' WHERE field = 'effect' AND value = '1.4'")
        pool_again(ledger)
        second = ledger.select(read).item()
        ledger.change("UPDATE extraction SET field = 'ci_100' WHERE field = 'ci_low'")
        pool_again(ledger)
        assert not ledger.select(read).height
        _, meta, _ = compose_review(ledger)
        ledger.change("UPDATE extraction SET field = 'ci_low' WHERE field = 'ci_100'")
        pool_again(ledger)
        assert ledger.select(read).item() == second != first
    assert "It is not done now, since fewer than three works of the review can be pooled." in meta.appendix
    assert "pooled-1" not in {one.name for one in meta.layout.shown}


def test_verify_computes_it_anew(pool: Pool, review: Path) -> None:
    """What stands on record is what the effects come to; changed by hand, on either side, it is named."""
    pool("1")
    settings = Settings(_env_file=None)

    def failed() -> list[str]:
        report = json.loads(verify_review(review, settings, as_json=True)[0])
        (check,) = [one for one in report["checks"] if one["name"].startswith("pooled effects")]
        assert check["checked"] == 1
        return [one["reason"] for one in report["failures"] if one["place"] == "pooling"]

    assert failed() == []
    with Ledger(review) as ledger:
        ledger.change("UPDATE pooled_effect SET i2 = 0.5")
    (reason,) = failed()
    assert reason.startswith("the effects on record come to other numbers; resume")
    with Ledger(review) as ledger:
        ledger.change("DELETE FROM pooled_effect")
    (reason,) = failed()
    assert reason.startswith("the effects on record come to an average; resume")
    with Ledger(review) as ledger:
        pool_again(ledger)
    assert failed() == []


def test_a_request_can_be_taken_back(pool: Pool, review: Path) -> None:
    """Both are on record, nothing is pooled, and what was never asked for cannot be taken back."""
    pool("1")
    code, out, _ = pool(_NAME, "--withdraw", "--reviewer", "Bo")
    assert (code, out.splitlines()[0]) == (0, f"{_NAME}: no longer pooled.")
    asked = select_published(review, _ASKED)
    assert asked.select("wanted", "reviewer").rows() == [(True, "person"), (False, "person: Bo")]
    for table in ("current_pooling", "pooled_effect", "pooled_result"):
        assert not select_published(review, f"FROM {table}").height
    code, _, err = pool(_NAME, "--withdraw")
    assert (code, err.startswith(f"litreview: nobody asked for '{_NAME}'")) == (2, True)


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (("7",), "there is no comparison 7; give a number from 1 to 1"),
        (("sleep by naps",), "the review has no comparison 'sleep by naps'"),
        ((_OTHER,), f"'{_OTHER}' cannot be pooled: 2 of its works can be pooled, and 3 are needed"),
        (("1", "--estimator", "reml"), "'reml' is no estimator; give --estimator pm or dl"),
        (("--withdraw",), "say which comparison; 'litreview pool cortisol' lists them"),
    ],
)
def test_what_cannot_be_pooled_is_refused_in_one_sentence(
    pool: Pool, review: Path, given: tuple[str, ...], told: str
) -> None:
    """Exit 2, with the remedy, and nothing on record."""
    code, out, err = pool(*given)
    assert (code, out) == (2, "")
    assert err.startswith(f"litreview: {told}")
    assert err.count("\n") == 1
    assert not select_published(review, _ASKED).height


def test_two_measures_of_one_comparison_are_not_pooled_together(pool: Pool, review: Path) -> None:
    """Named without a measure, both are told."""
    with Ledger(review) as ledger:
        ledger.change("UPDATE extraction SET value = 'RR' WHERE field = 'measure' AND work_id IN ('W3', 'W5')")
        ledger.publish()
    code, _, err = pool(_NAME.removesuffix(" (OR)"))
    assert code == 2
    assert "is reported as OR (2 works), RR (2 works), which cannot be pooled together; read its effects" in err


def test_requests_are_shared_and_hashed_without_their_time(pool: Pool, review: Path, tmp_path: Path) -> None:
    """The copy for others has them, without an address; another estimator is another review, another day is not."""
    hashes = []
    with open_snapshot(review) as copy:
        hashes.append(canonical_hash(copy))
    pool("1", "--reason", "asked bo@example.org")
    shared = tmp_path / "shared"
    shared.mkdir()
    with open_snapshot(review) as copy:
        share_corpus(copy, shared / PUBLISHED_FILE)
        for change in ("reason = reason", '"at" = "at" + INTERVAL 1 DAY', "estimator = 'dl'"):
            with copy.transaction():
                copy.change(f"UPDATE pooling SET {change}")
            hashes.append(canonical_hash(copy))
    none, asked, later, otherwise = hashes
    assert asked == later
    assert len({none, asked, otherwise}) == 3
    assert "example.org" not in json.dumps(select_published(shared, _ASKED).rows())
    assert select_published(shared, "SELECT works FROM pooled_effect").item() == 4
