"""Citekeys and the splitting of names they start from."""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storage.records.search import Author, Work
from tasks.metadata.names import Name, split_name
from tasks.references.citekeys import assign_citekeys

_VALID = re.compile(r"[a-z][a-z0-9]*")


def _work(
    work_id: str, title: str = "Hair cortisol and stress", author: str = "Ann Lee", year: int | None = 2020
) -> Work:
    return Work(work_id, title, year=year, authors=(Author(author),) if author else ())


@pytest.mark.parametrize(
    ("displayed", "name"),
    [
        ("Jan van der Valk", Name("Valk", "Jan", "van der")),
        ("Valk, Eline S. van der", Name("Valk", "Eline S.", "van der")),
        ("van der Valk, Eline", Name("Valk", "Eline", "van der")),
        ("Smith, J.", Name("Smith", "J.")),
        ("Lorillard S", Name("Lorillard", "S")),
        ("Li Wang", Name("Wang", "Li")),
        ("WHO Expert Committee", Name("WHO Expert Committee", corporate=True)),
        ("Global Mapping Team. Electronic address: h", Name("Global Mapping Team", corporate=True)),
        ("José García-López", Name("García-López", "José")),
        ("李雷", Name("李雷")),
        ("李 雷", Name("李", "雷")),
        ("Sir John O'Neil Jr.", Name("O'Neil", "John", suffix="Jr.")),
        ("King, Jr., Martin Luther", Name("King", "Martin Luther", suffix="Jr.")),
        ("John Smith, PhD", Name("Smith", "John")),
        ("Lind, Ann M. 1957-", Name("Lind", "Ann M.")),
        ("Ann Lind, 1957-2020", Name("Lind", "Ann")),
        ("K. Van der Biest", Name("Van der Biest", "K.")),
        ("Bas van Heycop ten Ham", Name("Heycop ten Ham", "Bas", "van")),
        ("Lind Gs", Name("Lind", "GS")),
        ("van der Moor Jm", Name("Moor", "JM", "van der")),
        ("Ada Ng", Name("Ng", "Ada")),
        ("Ada Lv", Name("Lv", "Ada")),
        ("Ada Kc", Name("Kc", "Ada")),
        ("Lind Li", Name("Li", "Lind")),
        ("Ada Bea Gs", Name("Gs", "Ada Bea")),
        ("A. Gs", Name("Gs", "A.")),
        ("Fábio de Oliveira Roque", Name("Roque", "Fábio de Oliveira")),
        ("Enrique G. de la Riva", Name("Riva", "Enrique G.", "de la")),
        ("Danilo da Silva Júnior", Name("Silva Júnior", "Danilo", "da")),
        ("Paul \u2018t Hart", Name("Hart", "Paul", "\u2018t")),
        ("Pharmacy, Bucharest, Romania", Name("Pharmacy, Bucharest, Romania", corporate=True)),
        ("Plato", Name("Plato")),
        ("van der", Name("der", particle="van")),
        (" \t", Name("")),
    ],
)
def test_names_are_split_as_their_bearers_use_them(displayed: str, name: Name):
    """Particles, suffixes, commas, bodies, single names and names written family first each get their parts."""
    assert split_name(displayed) == name


@pytest.mark.parametrize(
    ("work", "citekey"),
    [
        (_work("W1", "A cross-sectional study of stress", "Eline S. van der Valk", 2021), "vandervalk2021cross"),
        (_work("W1", "Über die Dörfer", "Jörg Müller-Strauß"), "mullerstrauss2020dorfer"),
        (_work("W1", "Stress", "Sir John O'Neil Jr.", None), "oneilndstress"),
        (_work("W1", "压力", "李雷"), "lilei2020ya"),
        (_work("W1", "Stress", "WHO Expert Committee"), "whoexpert2020stress"),
        (_work("W1", "Stress", "World Health Organization"), "worldhealth2020stress"),
        (_work("W1", "The handbook", ""), "anon2020handbook"),
        (_work("W1", "1984", "3M"), "m2020"),
        (_work("W1", "†", "∞"), "anon2020"),
    ],
)
def test_a_citekey_names_author_year_and_first_telling_word(work: Work, citekey: str):
    """A citekey can be read: surname with its particle, year or nd, first word that says something."""
    assert assign_citekeys([work], {}) == {"W1": citekey}


def test_collisions_are_lettered_beyond_z():
    """The twenty-ninth work of one stem gets `ab`; no key is given twice."""
    keys = assign_citekeys([_work(f"W{i:02}") for i in range(29)], {})
    assert [keys[f"W{i:02}"] for i in (0, 1, 26, 27, 28)] == [
        "lee2020hair", "lee2020haira", "lee2020hairz", "lee2020hairaa", "lee2020hairab",
    ]  # fmt: skip
    assert len(set(keys.values())) == 29


def test_a_lettered_key_never_meets_another_works_stem():
    """`stat` + `e` would be another work's `state`: it is skipped."""
    works = [_work(f"W{i}", "Stat") for i in range(7)]
    keys = assign_citekeys(works, {"W99": "lee2020state"})
    assert "lee2020state" not in keys.values()
    assert "lee2020statf" in keys.values()


def test_keys_once_given_are_kept_and_never_reused():
    """A later run keeps every key, even against the rule, and reserves those of works that have left."""
    taken = {"W2": "lee2020hair", "W3": "Legacy_Key", "gone": "lee2020haira"}
    keys = assign_citekeys([_work("W1"), _work("W2"), _work("W3")], taken)
    assert keys == {"W1": "lee2020hairb", "W2": "lee2020hair", "W3": "Legacy_Key"}


@given(st.lists(st.tuples(st.text(max_size=30), st.text(max_size=30), st.none() | st.integers(1, 9999)), max_size=12))
def test_any_works_in_any_order_get_the_same_valid_unique_keys(rows: list[tuple[str, str, int | None]]):
    """Whatever titles and names say, keys are valid, unique, and depend on the set of works only."""
    works = [_work(f"W{i}", title, author, year) for i, (title, author, year) in enumerate(rows)]
    keys = assign_citekeys(works, {})
    assert assign_citekeys(works[::-1], {}) == keys
    assert len(set(keys.values())) == len(works)
    assert all(_VALID.fullmatch(key) for key in keys.values())


def test_a_real_world_gets_valid_keys(shared_data: Path):
    """All works of a gold world get unique valid keys, nine in ten of them without a letter behind."""
    with gzip.open(shared_data / "worlds/van_der_valk_2021/works.jsonl.gz", "rt", encoding="utf-8") as lines:
        records = [json.loads(line) for line in lines]
    works = [
        Work(
            record["id"],
            record.get("title") or "",
            year=record.get("publication_year"),
            authors=tuple(Author(a["author"].get("display_name") or "") for a in record.get("authorships") or []),
        )
        for record in records
    ]
    keys = assign_citekeys(works, {})
    assert all(_VALID.fullmatch(key) for key in keys.values())
    assert len(set(keys.values())) == len(keys)
    alone = {key for key in keys.values() if key[:-1] not in keys.values()}
    assert len(alone) > 0.9 * len(keys)
