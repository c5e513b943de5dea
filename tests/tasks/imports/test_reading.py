"""Exports of every tool are read alike, with the verdicts in them; a malformed line is named."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from storage.core.errors import InputError
from tasks.imports.reading import read_import
from tasks.imports.works import read_work
from tasks.provenance.reference_fields import read_fields

from . import exports

FILES = {
    "a.ris": (exports.RIS, "Scopus", ("include", "exclude")),
    "a.nbib": (exports.NBIB, "PubMed", ("", "")),
    "a.bib": (exports.BIBTEX, "BibTeX file", ("", "")),
    "a.json": (exports.CSL, "CSL-JSON file", ("", "")),
    "a.xml": (exports.ENDNOTE, "Medline", ("", "")),
    "scopus.csv": (exports.SCOPUS, "Scopus", ("", "")),
    "wos.txt.csv": (exports.WEB_OF_SCIENCE, "Web of Science", ("", "")),
    "covidence.csv": (exports.COVIDENCE, "Covidence", ("", "exclude")),
    "rayyan.csv": (exports.RAYYAN, "Rayyan", ("include", "exclude")),
    "asreview.csv": (exports.ASREVIEW, "ASReview", ("include", "exclude")),
}


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("name", FILES)
def test_the_same_article_is_read_from_every_export(tmp_path, name):
    """Title, people, year, venue, volume, issue, pages and DOI come out alike, with source and labels."""
    text, source, labels = FILES[name]
    file = read_import(write(tmp_path, name, text))
    assert [record.label for record in file.records] == list(labels)
    first, second = file.records
    assert first.source == source
    work = read_work(first)
    assert work is not None
    assert work.title.casefold() == "flower strips and the wild bees of arable land"
    assert [author.name for author in work.authors] == ["Lehmann, Ada", "Okoye, Ben"]
    assert (work.doi, work.year, work.volume, work.issue) == ("10.1234/bee.1", 2019, "12", "3")
    assert (work.venue or "").casefold() == "journal of bees"
    assert (work.pages or "").replace("\N{EN DASH}", "-") == "101-110"
    other = read_work(second)
    assert other is not None
    assert other.work_id != work.work_id


@pytest.mark.parametrize("name", FILES)
def test_every_field_stands_in_the_record_kept(tmp_path, name):
    """What a reference states is found again at its path, and the record's own text is kept whole."""
    text = FILES[name][0]
    for record in read_import(write(tmp_path, name, text)).records:
        body = json.loads(record.response.body)
        assert body["raw"].strip().splitlines()[0].strip()[:20] in text or name == "a.json"
        stated = {field.field: field.value for field in read_fields("import", record.response.body)}
        work = read_work(record)
        assert work is not None
        assert stated["title"] == work.title
        assert stated.get("doi") == work.doi
        assert stated.get("year") == (str(work.year) if work.year else None)


def test_lines_are_those_of_the_file(tmp_path):
    """A record is known by the line it begins in, also after cells and values of several lines."""
    lines = {
        name: [record.line for record in read_import(write(tmp_path, name, text)).records]
        for name, (text, _, _) in FILES.items()
    }
    assert lines["a.ris"] == [1, 18]
    assert lines["a.bib"] == [1, 9]
    assert lines["scopus.csv"] == [2, 4]
    assert lines["a.nbib"] == [1, 20]
    assert lines["a.xml"] == [3, 12]


BAD = {
    "b.ris": ("TY  - JOUR\nTI  - One\n\nTY  - JOUR\nER  - \n", "line 1: the record that begins here has no end"),
    "c.ris": ("Some words\n", "line 1: a RIS record begins with 'TY  - '"),
    "b.nbib": ("PMID- 1\nTI  - One\nwild words\n", "line 3: a line begins with a tag"),
    "c.nbib": ("TI  - One\n", "line 1: the record that begins here has no PMID"),
    "b.json": ('[\n  {"title": "One",}\n]', "line 2: not JSON"),
    "c.json": ('{"a": 1}', "line 1: CSL-JSON is a list of items"),
    "b.xml": ("<xml>\n<records><record></records></xml>", "line 2: it is not well-formed"),
    "c.xml": ('<!DOCTYPE x [<!ENTITY a "b">]><xml>&a;</xml>', "it declares entities"),
    "b.csv": ("Name,DOI\nOne,10.1/x\n", "line 1: no column is called Title"),
    "c.csv": ("Title,Year\nOne,2001\nTwo, and three,2002\n", "line 3: the row has 3 cells"),
    "d.csv": ('Title,Year\n"One,2001\n', "the table cannot be read"),
    "b.bib": ("@article{a,\n  title = {One\n", "line"),
    "words.txt": ("nothing known\n", "line 1: the format cannot be told"),
    "empty.ris": ("\n", "line 1: no record is in the file"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_malformed_file_is_named_with_line_and_remedy(tmp_path, name):
    """One sentence: file, line, what is wrong, and what to do."""
    text, said = BAD[name]
    with pytest.raises(InputError) as refused:
        read_import(write(tmp_path, name, text))
    message = str(refused.value)
    assert name in message
    assert said in message
    assert "\n" not in message


def test_a_file_that_is_not_there_is_named(tmp_path):
    """The sentence names the option."""
    with pytest.raises(InputError, match="correct the option --import"):
        read_import(tmp_path / "no.ris")


def test_a_column_of_ones_own_holds_the_labels(tmp_path):
    """--label-column names it; other words than verdicts are refused with their line."""
    path = write(tmp_path, "own.csv", "Title,Mine\nOne,included\nTwo,Exclude\nThree,\nFour,maybe\n")
    assert [record.label for record in read_import(path, "mine").records] == ["include", "exclude", "", ""]
    with pytest.raises(InputError, match="line 2: 'good' is not a verdict"):
        read_import(write(tmp_path, "bad.csv", "Title,Mine\nOne,good\n"), "Mine")
    with pytest.raises(InputError, match="no column is called 'yours'"):
        read_import(path, "yours")


@pytest.mark.parametrize(
    ("note", "label"),
    [
        ('RAYYAN-INCLUSION: {"Ann"=>"Included", "Bob"=>"Excluded"}', ""),
        ('RAYYAN-INCLUSION: {"Ann"=>"Maybe"}', ""),
        ('RAYYAN-INCLUSION: {"Ann"=>"Excluded"} | RAYYAN-EXCLUSION-REASONS: x', "exclude"),
        ("ASReview_relevant", "include"),
        ("ASReview_not_seen", ""),
        ("<p>ASReview_irrelevant</p>", "exclude"),
    ],
)
def test_notes_hold_verdicts(tmp_path, note, label):
    """What people differ about, or leave open, is no verdict."""
    path = write(tmp_path, "n.ris", f"TY  - JOUR\nTI  - One title of a work\nN1  - {note}\nER  - \n")
    assert [record.label for record in read_import(path).records] == [label]


def test_what_an_analyst_decided_is_not_taken_for_a_persons_verdict(tmp_path):
    """Of what litreview exported, only the verdicts of people come back as labels."""
    for judge, label in (("analyst", ""), ("person", "include")):
        text = f"title,included,litreview_verdict_by\nOne title of a work,1,{judge}\n"
        assert [one.label for one in read_import(write(tmp_path, "own.csv", text)).records] == [label]


def test_addresses_are_blanked_before_anything_is_kept(tmp_path):
    """E-mail addresses of authors are neither kept nor passed on."""
    path = write(tmp_path, "e.ris", "TY  - JOUR\nTI  - One title of a work\nAD  - ann@example.org\nER  - \n")
    assert "example.org" not in read_import(path).records[0].response.body
