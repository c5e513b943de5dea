"""Works of a real world as each tool exports them: its own tags or columns, its line ends, and its ways with a DOI.

The shapes are those that the tools document or write: Scopus and Web of Science export records, PubMed the NBIB format,
Zotero BibTeX and CSL-JSON, EndNote XML, Covidence and Rayyan CSV.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Sequence
from io import StringIO
from typing import Any
from xml.sax.saxutils import escape

Work = dict[str, Any]
_ABSTRACT = 'Background: cortisol, "in hair"; 5 < 6 & more.\nResults: 50% [sic] {of} them.'


def _doi(work: Work, number: int) -> str:
    """Return the DOI in one of the ways in which exports have it."""
    bare = work["doi"].removeprefix("https://doi.org/")
    return (bare, bare.upper(), f"https://doi.org/{bare}", f"doi:{bare}", f"http://dx.doi.org/{bare}")[number % 5]


def _names(work: Work) -> list[str]:
    names = [one["author"]["display_name"] or "" for one in work["authorships"][:6]]
    return [f"{name.split()[-1]}, {' '.join(name.split()[:-1])}".rstrip(", ") for name in names if name.strip()]


def _bare(work: Work) -> str:
    return str(work["doi"].removeprefix("https://doi.org/"))


def _venue(work: Work) -> str:
    return (work.get("host_venue") or {}).get("display_name") or ""


def _biblio(work: Work, part: str) -> str:
    return (work.get("biblio") or {}).get(part) or ""


def _pages(work: Work) -> str:
    return "-".join(dict.fromkeys(filter(None, (_biblio(work, "first_page"), _biblio(work, "last_page")))))


def write_ris(works: Sequence[Work]) -> str:
    """Return RIS as reference managers write it, with CRLF and a byte order mark."""
    lines = []
    for number, work in enumerate(works):
        lines += ["TY  - JOUR", f"TI  - {work['title']}", *(f"AU  - {name}" for name in _names(work))]
        lines += [f"T2  - {_venue(work)}", f"PY  - {work['publication_year']}", f"VL  - {_biblio(work, 'volume')}"]
        lines += [f"SP  - {_biblio(work, 'first_page')}", f"EP  - {_biblio(work, 'last_page')}"]
        lines += [f"DO  - {_doi(work, number)}", "AB  - " + _ABSTRACT.replace("\n", " "), "DB  - Scopus", "ER  - ", ""]
    return "\ufeff" + "\r\n".join(lines)


def write_nbib(works: Sequence[Work]) -> str:
    """Return PubMed's format: the DOI beside other numbers of the article, long fields folded."""
    records = []
    for number, work in enumerate(works):
        title = work["title"]
        lines = [f"PMID- {40_000_000 + number}", "OWN - NLM", "STAT- MEDLINE", f"DP  - {work['publication_year']} Mar"]
        lines += [f"TI  - {title[:60]}", *([f"      {title[60:]}"] if title[60:] else [])]
        lines += [f"LID - S0306-4530(19)30{number:03} [pii]", f"LID - {_bare(work)} [doi]"]
        lines += [line for name in _names(work) for line in (f"FAU - {name}", f"AU  - {name.split(',')[0]} A")]
        lines += ["LA  - eng", "PT  - Journal Article", f"JT  - {_venue(work)}", f"AID - {_bare(work)} [doi]"]
        records.append("\n".join(lines))
    return "\n\n".join(records) + "\n"


def write_bibtex(works: Sequence[Work]) -> str:
    """Return BibTeX as Zotero writes it: titles with braces kept in capitals, signs of TeX escaped."""

    def tex(text: str) -> str:
        for sign in "\\{}":
            text = text.replace(sign, "")
        for sign in "&%$#_":
            text = text.replace(sign, f"\\{sign}")
        return text

    return "\n".join(
        f"@article{{key{number},\n\ttitle = {{{{{tex(work['title'])}}}}},"
        f"\n\tvolume = {{{tex(_biblio(work, 'volume'))}}},"
        f"\n\turl = {{{work['doi']}}},\n\tdoi = {{{_bare(work).replace('_', chr(92) + '_')}}},"
        f"\n\tabstract = {{{tex(_ABSTRACT)}}},\n\tjournal = {{{tex(_venue(work))}}},"
        f"\n\tauthor = {{{tex(' and '.join(_names(work)))}}},\n\tmonth = mar,\n\tyear = {{{work['publication_year']}}},"
        f"\n\tpages = {{{tex(_pages(work)).replace('-', '--')}}},\n}}\n"
        for number, work in enumerate(works)
    )


def write_csl(works: Sequence[Work]) -> str:
    """Return CSL-JSON as Zotero writes it."""
    return json.dumps(
        [
            {
                "id": f"http://zotero.org/users/1/items/K{number}",
                "type": "article-journal",
                "title": work["title"],
                "container-title": _venue(work),
                "author": [{"family": name.split(",")[0], "given": name.partition(", ")[2]} for name in _names(work)],
                "issued": {"date-parts": [[str(work["publication_year"]), 3, 1]]},
                "DOI": _doi(work, number),
                "page": _pages(work),
                "abstract": _ABSTRACT,
                "language": "en",
            }
            for number, work in enumerate(works)
        ],
        ensure_ascii=False,
        indent="\t",
    )


def write_endnote(works: Sequence[Work]) -> str:
    """Return EndNote's XML: one line, every text in a style."""

    def styled(tag: str, text: str) -> str:
        style = '<style face="normal" font="default" size="100%">'
        return f"<{tag}>{style}{escape(text)}</style></{tag}>"

    records = "".join(
        f'<record><database name="My.enl" path="C:\\My.enl">My.enl</database><rec-number>{number}</rec-number>'
        f'<ref-type name="Journal Article">17</ref-type><contributors><authors>'
        f"{''.join(styled('author', name) for name in _names(work))}</authors></contributors><titles>"
        f"{styled('title', work['title'])}{styled('secondary-title', _venue(work))}</titles>"
        f"{styled('pages', _pages(work))}<dates>{styled('year', str(work['publication_year']))}</dates>"
        f"{styled('abstract', _ABSTRACT)}{styled('electronic-resource-num', _doi(work, number))}</record>"
        for number, work in enumerate(works)
    )
    return f'<?xml version="1.0" encoding="UTF-8" ?><xml><records>{records}</records></xml>'


def _write_table(heading: str, rows: Sequence[Sequence[object]], delimiter: str = ",", quoting: int = 0) -> str:
    table = StringIO()
    writer = csv.writer(table, delimiter=delimiter, quoting=quoting, lineterminator="\r\n")  # type: ignore[arg-type]
    writer.writerows([heading.split("|"), *rows])
    return table.getvalue()


def write_scopus(works: Sequence[Work]) -> str:
    """Return Scopus' CSV, every cell quoted, after a byte order mark."""
    heading = (
        "Authors|Author full names|Author(s) ID|Title|Year|Source title|Volume|Issue|Art. No.|Page start|Page end|"
        "Page count|Cited by|DOI|Link|Abstract|Document Type|Publication Stage|Open Access|Source|EID"
    )
    rows = [
        [
            "; ".join(name.split(",")[0] + " A." for name in _names(work)),
            "; ".join(f"{name} ({57_000_000_000 + number})" for name in _names(work)),
            "; ".join("57" for _ in _names(work)), work["title"], work["publication_year"], _venue(work),
            _biblio(work, "volume"), _biblio(work, "issue"), "", _biblio(work, "first_page"),
            _biblio(work, "last_page"), "", work["cited_by_count"], _bare(work), "https://www.scopus.com/inward/record.uri?eid=2-s2.0-1",
            _ABSTRACT, "Article", "Final", "", "Scopus", f"2-s2.0-850{number:08}",
        ]
        for number, work in enumerate(works)
    ]  # fmt: skip
    return "\ufeff" + _write_table(heading, rows, quoting=csv.QUOTE_ALL)


def write_web_of_science(works: Sequence[Work]) -> str:
    """Return Web of Science's table with the columns of its Excel export."""
    heading = (
        "Publication Type|Authors|Author Full Names|Article Title|Source Title|Language|Document Type|Abstract|Volume|"
        "Issue|Start Page|End Page|DOI|DOI Link|Publication Year|Pubmed Id|UT (Unique WOS ID)"
    )
    rows = [
        [
            "J", "; ".join(name.split(",")[0] + ", A" for name in _names(work)), "; ".join(_names(work)),
            work["title"], _venue(work).upper(), "English", "Article", _ABSTRACT, _biblio(work, "volume"),
            _biblio(work, "issue"), _biblio(work, "first_page"), _biblio(work, "last_page"), _bare(work),
            f"http://dx.doi.org/{_bare(work)}", work["publication_year"], "", f"WOS:0004500{number:08}",
        ]
        for number, work in enumerate(works)
    ]  # fmt: skip
    return _write_table(heading, rows)


def write_web_of_science_tags(works: Sequence[Work]) -> str:
    """Return Web of Science's tab-delimited file, whose columns are two-letter tags."""
    heading = "PT|AU|AF|TI|SO|LA|DT|AB|PY|VL|IS|BP|EP|DI|PM|UT"
    rows = [
        [
            "J", "; ".join(name.split(",")[0] + ", A" for name in _names(work)), "; ".join(_names(work)),
            work["title"], _venue(work).upper(), "English", "Article", _ABSTRACT.replace("\n", " "),
            work["publication_year"], _biblio(work, "volume"), _biblio(work, "issue"), _biblio(work, "first_page"),
            _biblio(work, "last_page"), _bare(work), "", f"WOS:0004500{number:08}",
        ]
        for number, work in enumerate(works)
    ]  # fmt: skip
    return "\ufeff" + _write_table(heading, rows, delimiter="\t")


def write_covidence(works: Sequence[Work]) -> str:
    """Return Covidence's CSV: some excluded with a reason among the notes."""
    heading = (
        "Title|Authors|Abstract|Published Year|Published Month|Journal|Volume|Issue|Pages|Accession Number|DOI|Ref|"
        "Covidence #|Study|Notes|Tags"
    )
    rows = [
        [
            work["title"], "; ".join(_names(work)), _ABSTRACT, work["publication_year"], "3", _venue(work),
            _biblio(work, "volume"), _biblio(work, "issue"), _pages(work), "", _doi(work, number), "", f"#{number}",
            f"Study {number}", "" if number % 3 else "Exclusion reason: Wrong study design; ", "",
        ]
        for number, work in enumerate(works)
    ]  # fmt: skip
    return _write_table(heading, rows)


def write_rayyan(works: Sequence[Work]) -> str:
    """Return Rayyan's CSV: in some rows the DOI stands in the address alone, verdicts among the notes."""
    heading = (
        "key|title|year|month|day|journal|issn|volume|issue|pages|authors|url|language|publisher|location|abstract|notes|"
        "doi|keywords|pubmed_id|pmc_id"
    )
    rows = [
        [
            f"rayyan-{number}", work["title"], work["publication_year"], 3, 1, _venue(work), "",
            _biblio(work, "volume"), _biblio(work, "issue"), _pages(work), " and ".join(_names(work)),
            f"https://dx.doi.org/{_bare(work)}", "eng", "", "", _ABSTRACT,
            f'RAYYAN-INCLUSION: {{"Ada"=>"{"Excluded" if number % 3 else "Included"}"}} | RAYYAN-LABELS: x',
            "" if number % 4 == 0 else _doi(work, number), "", "", "",
        ]
        for number, work in enumerate(works)
    ]  # fmt: skip
    return _write_table(heading, rows)


TOOLS: dict[str, Callable[[Sequence[Work]], str]] = {
    "manager.ris": write_ris,
    "pubmed.nbib": write_nbib,
    "zotero.bib": write_bibtex,
    "zotero.json": write_csl,
    "endnote.xml": write_endnote,
    "scopus.csv": write_scopus,
    "web-of-science.csv": write_web_of_science,
    "savedrecs.tsv": write_web_of_science_tags,
    "covidence.csv": write_covidence,
    "rayyan.csv": write_rayyan,
}
"""What writes works as a tool exports them, by the name of its file."""
