"""Screening is simulated on published decisions, beside ASReview where it is installed."""

from __future__ import annotations

import gzip
import json
import sys
from pathlib import Path

import pytest

from storage.core.errors import InputError
from tasks.screening.features import build_features
from tests.benchmarks.asreview_peer import ASREVIEW, simulate_asreview
from tests.benchmarks.screen import measure_screen
from tests.benchmarks.screen_simulation import draw_priors, join_half, label_pool, simulate_screening
from tests.benchmarks.worlds import World, read_world

pytestmark = pytest.mark.slow

STAND_IN = """#!{python}
import json, sys
request = json.load(sys.stdin)
everything = range(len(request["texts"]))
orders = [[place for place in everything if place not in run] for run in request["priors"]]
print(json.dumps({{"orders": orders, "prepared": 2.0, "seconds": [1.0 for _ in orders]}}))
"""


def make_world(folder: Path, works: int = 40, every: int = 4) -> World:
    """Return a world in which every fourth work is included and words tell it."""
    folder.mkdir()
    lines, labels = [], ["openalex_id,included"]
    for place in range(works):
        kind = "hair cortisol" if place % every == 0 else "soil moisture"
        title = f"{kind} study{place % 7} site{place % 5}"
        lines.append(json.dumps({"id": f"https://openalex.org/W{place}", "title": title, "referenced_works": []}))
        labels.append(f"W{place},{int(place % every == 0)}")
    (folder / "works.jsonl.gz").write_bytes(gzip.compress("\n".join(lines).encode()))
    (folder / "labels.csv").write_text("\n".join(labels))
    (folder / "review.json").write_text('{"review_title": "Hair cortisol"}')
    return read_world(folder)


def test_screening_ends_when_the_needed_works_are_found(tmp_path):
    """No work is screened twice, no prior again, and the last one screened is an included one."""
    labelled = label_pool(make_world(tmp_path / "w"))
    priors = draw_priors(labelled.included, 3)
    order = simulate_screening(labelled, build_features(labelled.pool), priors)
    assert labelled.needed == 10
    assert len({*order, *priors}) == len(order) + 2
    assert labelled.included[order].sum() == 9
    assert labelled.included[order[-1]]
    assert len(order) < 15


def test_labels_of_a_half_are_known_and_the_other_half_is_screened(tmp_path):
    """The same works are to be screened before and after the import; only its labels differ, and are not counted."""
    labelled = label_pool(make_world(tmp_path / "w"))
    (before, one_of_each), (after, imported) = (join_half(labelled, 3, imports=known) for known in (False, True))

    def screened(part, priors):
        return {work_id for place, work_id in enumerate(part.pool.work_ids) if place not in priors}

    assert screened(before, one_of_each) == screened(after, imported)
    assert len(screened(after, imported)) == len(imported) == 20
    assert before.included[one_of_each].tolist() in ([True, False], [False, True])
    assert after.needed - after.included[imported].sum() == before.needed - 1 == 5
    order = simulate_screening(after, build_features(after.pool), imported)
    assert not set(order) & set(imported)
    assert after.included[order].sum() == 5
    rows = {row.measure: row.value for row in measure_screen([read_world(tmp_path / "w")], 2, tmp_path / "absent")}
    told = "records to 95% recall of half, mean"
    assert rows[f"{told}, after it"] <= rows[f"{told}, before the other half's labels are imported"]


def test_priors_are_one_of_each_and_the_seeds(tmp_path):
    """The same seed draws the same included and excluded work, another seed others."""
    included = label_pool(make_world(tmp_path / "w")).included
    drawn = [draw_priors(included, seed) for seed in range(5)]
    assert all(included[one] and not included[other] for one, other in drawn)
    assert drawn == [draw_priors(included, seed) for seed in range(5)]
    assert len(set(drawn)) > 1


def test_without_asreview_the_bench_says_so(tmp_path):
    """Our rows stand without peers or ratios, and one row says that ASReview is not there."""
    rows = measure_screen([make_world(tmp_path / "w")], 2, tmp_path / "absent")
    assert all(row.peer is None for row in rows)
    assert not [row for row in rows if "ratio" in row.measure]
    assert [row.value for row in rows if row.measure == "ASReview is there"] == [0]
    assert [row.seed for row in rows if row.measure == "records to 95% recall"] == [0, 1]


def test_ratios_are_of_mean_records(tmp_path):
    """With a peer that screens everything in order, the ratio is our mean over its, per world, mean and worst."""
    peer = tmp_path / "python"
    peer.write_text(STAND_IN.format(python=sys.executable))
    peer.chmod(0o755)
    rows = measure_screen([make_world(tmp_path / "w"), make_world(tmp_path / "v", works=60)], 2, peer)
    means = [row for row in rows if row.measure == "records to 95% recall, mean"]
    ratios = [row.value for row in rows if row.measure == "ratio to ASReview"]
    assert [row.peer for row in means] == [38, 58]
    assert ratios[:2] == pytest.approx([row.value / row.peer for row in means], abs=1e-4)
    assert ratios[2] == pytest.approx(sum(ratios[:2]) / 2, abs=1e-4)
    assert [row.value for row in rows if row.measure == "worst ratio to ASReview"] == [max(ratios[:2])]
    assert {row.measure: row.peer for row in rows if row.measure.startswith("seconds") and row.peer} == {
        "seconds to prepare 60 works": 2.0,
        "seconds to fit and rank 60 works": 1.0,
    }


def test_an_interpreter_without_asreview_is_one_sentence():
    """A Python that lacks ASReview is refused with what it said and the remedy."""
    with pytest.raises(InputError, match=r"No module named .*; run `make asreview` again") as caught:
        simulate_asreview(Path(sys.executable), ["a", "b"], [True, False], 1, [[0, 1]])
    assert "\n" not in str(caught.value)


def test_a_world_without_exclusions_cannot_be_measured(tmp_path):
    """Where everything is included there is no excluded prior; that is said in one sentence."""
    with pytest.raises(InputError, match="excludes no work"):
        label_pool(make_world(tmp_path / "w", every=1))


def test_asreview_itself_finds_the_needed_works(tmp_path):
    """The real ASReview, where it is installed, screens from the same priors until the needed works are found."""
    if not ASREVIEW.is_file():
        pytest.skip(reason="ASReview is not installed here; run `make asreview`")
    labelled = label_pool(make_world(tmp_path / "w"))
    priors = [draw_priors(labelled.included, seed) for seed in range(2)]
    orders = simulate_asreview(ASREVIEW, labelled.pool.texts, labelled.included.tolist(), labelled.needed, priors)
    assert [labelled.included[order].sum() for order in orders] == [9, 9]
