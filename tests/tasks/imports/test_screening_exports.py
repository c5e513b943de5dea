"""Exports of Covidence and Rayyan: verdicts, who gave them, and the reasons of exclusions."""

from __future__ import annotations

from pathlib import Path

import pytest

from storage.records.imports import ImportedOpinion
from tasks.imports.reading import read_import

COVIDENCE = """\
Title,Authors,Abstract,Published Year,Published Month,Journal,Volume,Issue,Pages,Accession Number,DOI,Ref,Covidence #,Study,Notes,Tags
Hair cortisol in nurses,"Heslop, P.; Müller, Ü.",Background: nurses.,2015,Mar,Stress,26,4,136-140,107520452. Language: English,10.1000/nurses,6535,#1581,Heslop 2015,{note},Ongoing study
Hair cortisol in mice,"Ito, K.",,2016,,Stress,,,,,,6536,#1582,Ito 2016,,
"""  # noqa: E501 - rows as they are exported
RAYYAN = """\
key,title,authors,journal,issn,volume,issue,pages,year,publisher,url,abstract,notes
rayyan-1,Hair cortisol in nurses,Heslop P. and Müller Ü.,Stress,1025-3890,26,4,136-140,2015,Taylor,https://doi.org/10.1000/nurses,Background.,"RAYYAN-INCLUSION: {""Anna""=>""Included"", ""Ben O'Neil""=>""Included""} | RAYYAN-LABELS: nurses,shift work"
rayyan-2,Hair cortisol in mice,Ito K.,Stress,,,,,2016,,,,"RAYYAN-INCLUSION: {""Anna""=>""Excluded"", ""Ben O'Neil""=>""Excluded""} | RAYYAN-EXCLUSION-REASONS: wrong population,foreign language | USER-NOTES: {""Anna""=>[""mice | rats""]}"
rayyan-3,Hair cortisol in teachers,Sato M.,Stress,,,,,2017,,,,"RAYYAN-INCLUSION: {""Anna""=>""Included"", ""Ben O'Neil""=>""Maybe""}"
rayyan-4,Hair cortisol in pilots,Berg A.,Stress,,,,,2018,,,,
"""  # noqa: E501 - rows as they are exported


def _write(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_rayyan_says_who_said_what_and_why(tmp_path: Path) -> None:
    """Its export of thirteen columns has all of it in notes; people who differ make no label, but are kept."""
    file = read_import(_write(tmp_path, "articles.csv", RAYYAN))
    assert [record.label for record in file.records] == ["include", "exclude", "", ""]
    assert {record.source for record in file.records[:3]} == {"Rayyan"}
    anna, ben = "Anna", "Ben O'Neil"
    assert [record.opinions for record in file.records] == [
        (ImportedOpinion(anna, "include"), ImportedOpinion(ben, "include")),
        (ImportedOpinion(anna, "exclude"), ImportedOpinion(ben, "exclude")),
        (ImportedOpinion(anna, "include"), ImportedOpinion(ben, "unsure")),
        (),
    ]
    assert [record.reasons for record in file.records] == [(), ("wrong population", "foreign language"), (), ()]


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("review_243232_included_csv_20230909042812.csv", "include"),
        ("review_243232_select_csv_20230909042812.csv", "include"),
        ("review_243232_irrelevant_csv_20230909042812.csv", "exclude"),
        ("review_243232_excluded_csv_20230909042812.csv", "exclude"),
        ("review_243232_screen_csv_20230909042812.csv", ""),
        ("everything.csv", ""),
    ],
)
def test_covidence_has_a_file_for_each_list(tmp_path: Path, name: str, label: str) -> None:
    """The list that a record stands in is its verdict; what its name does not say, only a reason of exclusion does."""
    file = read_import(_write(tmp_path, name, COVIDENCE.format(note="")))
    assert [(record.source, record.label) for record in file.records] == [("Covidence", label)] * 2
    assert '"10.1000/nurses"' in file.records[0].response.body
    file = read_import(_write(tmp_path, name, COVIDENCE.format(note='"Exclusion reason: Wrong study design; "')))
    assert file.records[0].reasons == ("Wrong study design",)
    assert file.records[0].label == (label or "exclude")
    assert file.records[1].reasons == ()


def test_notes_are_data(tmp_path: Path) -> None:
    """Addresses are blanked, markup is taken off, and what is long is cut, in names and reasons alike."""
    note = 'RAYYAN-INCLUSION: {""a@b.org""=>""Excluded"", ""<b>Eve</b>""=>""Excluded""} | RAYYAN-EXCLUSION-REASONS: '
    row = f'title,notes\nHair,"{note}<i>steel</i>,{"x" * 500}"\n'
    (record,) = read_import(_write(tmp_path, "a.csv", row)).records
    assert record.label == "exclude"
    assert all("@" not in one.screener and "<" not in one.screener for one in record.opinions)
    assert record.reasons[0] == "steel"
    assert len(record.reasons[1]) == 200
