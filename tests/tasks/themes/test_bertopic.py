"""Works into themes: the acceptance rule, repeatability, degenerate input, and real BERTopic on real works."""

from __future__ import annotations

import gzip
import json
import random
import subprocess
import sys
import warnings
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tasks.screening.embeddings import embed_texts, instant_vectors
from tasks.themes.bertopic import ThemeDocument, group_into_themes
from tasks.themes.clusterings import cluster_works, holds_acceptance_rule, measure_coherence
from tasks.themes.words import choose_words, extract_terms

SUBJECTS = {
    "hair": "hair cortisol concentration and chronic stress in adults with obesity",
    "bank": "central banks regulate systemic financial risk after the crisis",
    "reef": "coral reefs bleach under warming oceans and acid seas",
    "soil": "soil microbes fix nitrogen for wheat and maize roots",
    "moon": "lunar craters show the age of volcanic basalt plains",
    "song": "zebra finches learn songs from adult tutors while young",
}


def make_documents(count, subjects=tuple(SUBJECTS)):
    return [
        ThemeDocument(f"W{number:04}", f"{SUBJECTS[subjects[number % len(subjects)]]} case{number}", f"Title {number}")
        for number in range(count)
    ]


def make_blobs(sizes, spread, seed):
    """Return unit vectors in blobs of the sizes given; `spread` 0 makes the members of a blob identical."""
    chance = np.random.default_rng(seed)
    centres = chance.normal(size=(len(sizes), 24))
    points = np.concatenate(
        [centre + spread * chance.normal(size=(size, 24)) for centre, size in zip(centres, sizes, strict=True)]
    )
    return (points / np.linalg.norm(points, axis=1, keepdims=True)).astype(np.float32)


def embed_instantly(documents):
    return np.array(instant_vectors([document.text for document in documents]), dtype=np.float32)


def assert_valid(grouping, documents):
    """Every work is in one group, groups hold the acceptance rule, order and numbers are as promised."""
    assert [assignment.work_id for assignment in grouping.assignments] == sorted(d.work_id for d in documents)
    assert all(0 <= assignment.probability <= 1 for assignment in grouping.assignments)
    members = {}
    for assignment in grouping.assignments:
        members.setdefault(assignment.group, []).append(assignment.work_id)
    assert sorted(members) == list(range(len(grouping.groups)))
    ranks = [(-len(members[number]), members[number][0]) for number in range(len(members))]
    assert ranks == sorted(ranks)
    largest, total = len(members[0]) if members else 0, len(documents)
    if total >= 25:
        assert 5 <= len(members) <= 15
        assert largest <= 0.4 * total
    elif total >= 4:
        assert 2 <= len(members) <= 4
    else:
        assert len(members) == min(total, 1)
    for number, group in enumerate(grouping.groups):
        assert set(group.representative_ids) <= set(members[number])
        assert 1 <= len(group.representative_ids) <= 3
        assert len(group.words) <= 10
        assert -1 <= group.coherence <= 1


@pytest.fixture(scope="module")
def real_works(shared_data):
    """Return 80 works of a real systematic review's search, with embeddings of title and abstract."""
    documents = []
    with gzip.open(shared_data / "worlds" / "van_der_valk_2021" / "works.jsonl.gz", "rt") as lines:
        for line in lines:
            work = json.loads(line)
            index = work.get("abstract_inverted_index") or {}
            words = sorted((place, word) for word, places in index.items() for place in places)
            if work["title"] and words and len(documents) < 80:
                text = f"{work['title']}. {' '.join(word for _, word in words)}"
                documents.append(ThemeDocument(work["id"].rsplit("/", 1)[-1], text, work["title"]))
    return documents, np.array(embed_texts([document.text for document in documents]), dtype=np.float32)


def test_real_works_become_coherent_themes_by_density(real_works):
    """HDBSCAN with leaf selection groups real works; the words come from their texts and meet more than by chance."""
    documents, vectors = real_works
    grouping = group_into_themes(documents, vectors)
    assert_valid(grouping, documents)
    assert grouping.method.startswith("bertopic-hdbscan-leaf")
    by_id = {document.work_id: document for document in documents}
    members = {assignment.work_id: assignment.group for assignment in grouping.assignments}
    for number, group in enumerate(grouping.groups):
        texts = [set(extract_terms(by_id[work].text)) for work, its in members.items() if its == number]
        assert len(group.words) == 10
        assert all(any(word.replace(" ", "_") in text for text in texts) for word in group.words)
    chance = random.Random(0)  # noqa: S311 - test data, not a secret
    everything = sorted({term for document in documents for term in extract_terms(document.text)})
    terms = [frozenset(extract_terms(document.text)) for document in documents]
    by_chance = np.mean([measure_coherence(chance.sample(everything, 10), terms) for _ in range(10)])
    assert np.mean([group.coherence for group in grouping.groups]) > by_chance + 0.3


def test_the_order_of_the_works_does_not_matter(real_works):
    """Shuffled works give the same grouping."""
    documents, vectors = real_works
    order = np.random.default_rng(3).permutation(len(documents))
    shuffled = group_into_themes([documents[number] for number in order], vectors[order])
    assert shuffled == group_into_themes(documents, vectors)


def test_another_process_groups_the_same_and_prints_nothing_else(real_works, tmp_path):
    """Import and grouping leave the terminal alone, and another process finds the same to the last digit."""
    documents, vectors = real_works
    np.save(tmp_path / "vectors.npy", vectors)
    (tmp_path / "works.json").write_text(json.dumps([[d.work_id, d.text, d.title] for d in documents]))
    script = (
        "import json, pathlib, sys, numpy as np\n"
        "from tasks.themes.bertopic import ThemeDocument, group_into_themes\n"
        "folder = pathlib.Path(sys.argv[1])\n"
        "works = [ThemeDocument(*work) for work in json.loads((folder / 'works.json').read_text())]\n"
        "sys.stdout.write(repr(group_into_themes(works, np.load(folder / 'vectors.npy'))))"
    )
    result = subprocess.run(
        [sys.executable, "-W", "default::UserWarning", "-W", "default::FutureWarning", "-c", script, str(tmp_path)],
        cwd=Path(__file__).resolve().parents[3],
        capture_output=True,
        text=True,
        check=True,
    )
    assert result.stdout == repr(group_into_themes(documents, vectors))
    assert result.stderr == ""


def test_groups_are_the_subjects():
    """Works on six clearly different subjects end up in groups of one subject each, named by its words."""
    documents = make_documents(60)
    grouping = group_into_themes(documents, embed_instantly(documents))
    assert_valid(grouping, documents)
    subjects = {a.work_id: (a.group, int(a.work_id[1:]) % len(SUBJECTS)) for a in grouping.assignments}
    assert len(set(subjects.values())) == len(grouping.groups)
    assert any("cortisol" in word for group in grouping.groups for word in group.words)


@pytest.mark.parametrize("count", [0, 1, 2, 3, 4, 5, 7, 12, 24, 25, 26])
@pytest.mark.parametrize("kind", ["different", "identical", "without text"])
def test_any_number_of_works_gets_valid_groups(count, kind):
    """Few works, identical works and works without a word are grouped too, without a warning."""
    documents = make_documents(count)
    if kind == "identical":
        documents = [ThemeDocument(d.work_id, SUBJECTS["hair"], "") for d in documents]
    if kind == "without text":
        documents = [ThemeDocument(d.work_id, "", "") for d in documents]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        grouping = group_into_themes(documents, embed_instantly(documents).reshape(count, 384))
    assert_valid(grouping, documents)
    if kind == "without text":
        assert all(group.words == () and group.coherence == 0 for group in grouping.groups)
    if kind == "identical" and count >= 4:
        assert "identical" in grouping.method


@pytest.mark.parametrize("value", [0.0, np.nan, np.inf])
def test_broken_vectors_end_in_valid_groups(value):
    """Vectors of zeros, of no number or of infinite length do not stop a review."""
    documents = make_documents(30)
    vectors = np.full((30, 384), value, dtype=np.float32)
    assert_valid(group_into_themes(documents, vectors), documents)


@given(
    sizes=st.lists(st.integers(1, 60), min_size=1, max_size=9).filter(lambda sizes: 4 <= sum(sizes) <= 160),
    spread=st.sampled_from([0.0, 0.05, 0.5]),
    seed=st.integers(0, 99),
)
@settings(max_examples=12, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
def test_the_acceptance_rule_holds_for_any_blobs(sizes, spread, seed):
    """However unequal and tight the blobs are, 5-15 groups (2-4 below 25 works) hold at most 40% of the works each."""
    vectors = make_blobs(sizes, spread, seed)
    documents = make_documents(len(vectors))
    assert_valid(group_into_themes(documents, vectors), documents)


def test_kmeans_takes_over_where_density_fails():
    """Works below 25, where density says nothing, are grouped by KMeans at the number of groups that fits best."""
    vectors = make_blobs([6, 6, 6], 0.05, seed=1)
    clustering = cluster_works([document.text for document in make_documents(18)], vectors, 42)
    assert clustering.method == "bertopic-kmeans 3 on PCA"
    assert [set(clustering.labels[start : start + 6].tolist()) for start in (0, 6, 12)] == [
        {clustering.labels[start]} for start in (0, 6, 12)
    ]


@pytest.mark.parametrize(
    ("sizes", "holds"),
    [
        ([20, 20, 20, 20, 20], True),
        ([40, 15, 15, 15, 15], True),
        ([41, 15, 15, 15, 14], False),
        ([25, 25, 25, 25], False),
        ([7] * 15, True),
        ([7] * 16, False),
        ([30, 30, 30, 9, 1], False),
        ([20, 4], True),
        ([24], False),
        ([5, 5, 5, 5, 4], False),
    ],
)
def test_acceptance_rule(sizes, holds):
    """The rule counts groups and shares as stated, on either side of each limit."""
    labels = np.repeat(np.arange(len(sizes)), sizes)
    assert holds_acceptance_rule(labels) is holds


def test_vectors_and_documents_must_match():
    """A vector too few is the caller's error and says so."""
    with pytest.raises(ValueError, match="3 documents need as many vectors, not 2"):
        group_into_themes(make_documents(3), np.zeros((2, 384), dtype=np.float32))


def test_npmi_of_known_pairs():
    """Words always together have 1, never together -1, independent ones 0; one word alone has nothing to say."""
    documents = [{"a", "b", "c"}, {"a", "b"}, {"c", "d"}, {"d"}]
    assert measure_coherence(["a", "b"], documents) == 1.0
    assert measure_coherence(["a", "d"], documents) == -1.0
    assert measure_coherence(["a", "c"], documents) == 0.0
    assert measure_coherence(["a"], documents) == 0.0
    assert measure_coherence(["a", "b", "d"], documents) == round((1 - 1 - 1) / 3, 6)
    assert measure_coherence(["x", "y"], [{"x", "y"}]) == 1.0


def test_terms_name_subjects():
    """Numbers, markup, stop words and the words of scholarly writing are left out; phrases end at punctuation."""
    text = "<jats:p>This study (2021): hair cortisol, obesity &amp; long-term STRESS in the Müller data.</jats:p>"
    assert extract_terms(text) == [
        "hair",
        "cortisol",
        "hair_cortisol",
        "obesity",
        "long-term",
        "stress",
        "long-term_stress",
        "müller",
    ]
    assert extract_terms("12 345 p 3.5 using these findings") == []


def test_chosen_words_each_add_something():
    """Words that a chosen phrase already has, in any inflection, are passed over."""
    ranked = ["hair_cortisol", "hair", "cortisols", "obesity", "obesity_stress", "stress", "obese_children"]
    assert choose_words(ranked, 3) == ("hair cortisol", "obesity", "obesity stress")


def test_sizes_of_groups_are_reported_for_every_work():
    """No work is left an outlier: the groups' sizes add up to the works."""
    documents = make_documents(40)
    grouping = group_into_themes(documents, embed_instantly(documents))
    assert sum(Counter(assignment.group for assignment in grouping.assignments).values()) == 40
