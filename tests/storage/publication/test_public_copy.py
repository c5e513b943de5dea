"""What a published copy hands on: no page without an open licence, no e-mail address, and the rest as it was."""

from __future__ import annotations

import duckdb
import pytest

from storage.core.ledger import open_published
from storage.core.places import PUBLISHED_FILE, WORKING_FILE
from storage.publication.public_copy import blank_stored_addresses
from storage.reading.abstracts import add_abstract
from storage.reading.fulltexts import Attempt, Retrieval, add_retrieval
from storage.reading.reading import add_reading
from storage.records.search import Response
from storage.records.writing import Claim, Draft, Finding, Page, Quote, Summary
from storage.runs.reviews import add_citekeys
from storage.writing.sections import add_section

PHRASE = "the heron at the weir kept its own counsel"
ADDRESSED = "Write to ada.bee+1@uni-x.example.org or {b,c}@cs.example.edu. Bees [@bee2020] rose to 5 @ noon."


@pytest.fixture
def store_text(ledger, make_work, find_works):
    """Return what stores a full text of one page for a work of a number."""

    def store(number, licence, text=PHRASE):
        find_works(ledger, [make_work(number)])
        attempt = Attempt(
            "local", "stored", licence=licence, sha256=f"{number}", pages=1, parser="pdftext", quality=1.0
        )
        page = Page(f"W{number}", 1, text, "full text")
        add_retrieval(ledger, Retrieval(f"W{number}", (attempt,), (page,)), "oa", [])

    return store


@pytest.mark.parametrize("licence", ["cc-by", "cc-by-sa", "cc0", "public-domain"])
def test_open_pages_are_handed_on(ledger, store_text, licence):
    """A licence that lets anyone hand on and change the text keeps its pages in the copy."""
    store_text(1, licence)
    ledger.publish()
    with open_published(ledger.folder) as connection:
        assert connection.execute("SELECT text FROM document WHERE page = 1").fetchall() == [(PHRASE,)]


@pytest.mark.parametrize("licence", [None, "cc-by-nc", "cc-by-nd", "publisher-specific, author manuscript"])
def test_closed_pages_are_not_and_leave_no_trace_in_the_file(ledger, store_text, licence):
    """Page and ten-to-one text are gone to the last byte; their hash says what was read; the working file has them."""
    store_text(1, licence)
    digest = {"work_id": "W1", "level": 2, "page": 0, "text": f"Digest: {PHRASE}", "source": "full text (in parts)"}
    short = digest | {"level": 1, "text": "About bees."}
    ledger.append("document", [digest, short])
    path = ledger.publish()
    with open_published(ledger.folder) as connection:
        assert connection.execute("SELECT text FROM document").fetchall() == [("About bees.",)]
        hashes = connection.execute("SELECT level, page, text_sha256 FROM withheld_page ORDER BY level").fetchall()
    assert [row[:2] for row in hashes] == [(0, 1), (2, 0)]
    assert hashes[0][2] == ledger.select(f"SELECT sha256('{PHRASE}')").item()
    assert PHRASE.encode() not in path.read_bytes()
    assert ledger.select("SELECT count(*) FROM document").item() == 3
    assert ledger.select("SELECT count(*) FROM withheld_page").item() == 0
    assert sorted(entry.name for entry in ledger.folder.iterdir()) == [WORKING_FILE, PUBLISHED_FILE]


def test_addresses_are_blanked_and_nothing_moves(ledger, store_text):
    """As many asterisks stand for each e-mail address; citekeys and other signs stay, in texts and in kept answers."""
    store_text(1, "cc-by", ADDRESSED)
    add_abstract(ledger, "W1", "x", Response("crossref", "https://a.org", '{"mail": "ada@uni-x.example.org"}'), [])
    ledger.publish()
    with open_published(ledger.folder) as connection:
        (text,) = connection.execute("SELECT text FROM document WHERE page = 1").fetchall()[0]
        bodies = connection.execute("SELECT body FROM response ORDER BY source").fetchall()
    assert len(text) == len(ADDRESSED)
    assert text.replace("*", "") == "Write to  or . Bees [@bee2020] rose to 5 @ noon."
    assert bodies[0] == (f'{{"mail": "{"*" * 21}"}}',)


def test_the_copy_is_otherwise_the_ledger(ledger, store_text):
    """Tables, views, comments, keys and rows are those of the working file."""
    store_text(1, "cc-by")
    ledger.publish()
    questions = (
        "SELECT table_name, column_name, data_type, comment FROM duckdb_columns() WHERE NOT internal ORDER BY ALL",
        "SELECT view_name, comment FROM duckdb_views() WHERE NOT internal ORDER BY ALL",
        "SELECT table_name, constraint_text FROM duckdb_constraints() ORDER BY ALL",
        "SELECT * FROM work ORDER BY work_id",
        "SELECT * FROM discovery ORDER BY ALL",
        "SELECT * FROM prisma ORDER BY ALL",
    )
    with open_published(ledger.folder) as connection:
        for question in questions:
            assert connection.sql(question).pl().equals(ledger.select(question)), question


def test_a_claim_on_a_withheld_page_is_not_called_unsupported(ledger, store_text, screen_works):
    """The copy does not judge what it cannot see; the working file does, and finds fault with another page."""
    store_text(1, None)
    screen_works(ledger, {"W1": "include"})
    add_citekeys(ledger, {"W1": "bee2020"})
    finding = Finding("W1", "A heron.", Quote("W1", 1, 4, 9, "heron", "full text"))
    pages = [Page("W1", 1, PHRASE, "full text")]
    add_reading(ledger, Summary("W1", "", "", "", (), "Short.", (finding,), "full text"), pages, "extractive")
    claim = Claim("Herons [@bee2020].", "bee2020", finding.finding_id)
    add_section(ledger, "introduction", 1, "Introduction", Draft("Text.", (claim,)))
    ledger.publish()
    with open_published(ledger.folder) as connection:
        assert connection.execute("SELECT count(*) FROM document WHERE page = 1").fetchone() == (0,)
        assert connection.execute("SELECT * FROM unsupported_claim").fetchall() == []
    assert ledger.select("SELECT * FROM unsupported_claim").is_empty()
    ledger.change("UPDATE document SET text = 'nothing of the kind' WHERE page = 1")
    assert ledger.select("SELECT citekey FROM unsupported_claim").item() == "bee2020"


def test_names_of_a_file_made_by_somebody_else_are_only_names(tmp_path):
    """A table and a column that try to end the statement are read and blanked as any other."""
    theirs = tmp_path / "theirs.duckdb"
    table, column = 'x" WHERE false; DROP TABLE kept; --', 'c", 1 AS "d'
    quoted_table, quoted_column = (f'"{name.replace(chr(34), chr(34) * 2)}"' for name in (table, column))
    with duckdb.connect(theirs) as connection:
        connection.execute("CREATE TABLE kept AS SELECT 'kept' AS n")
        connection.execute(f"CREATE TABLE {quoted_table} ({quoted_column} VARCHAR, many VARCHAR[])")
        connection.execute(f"INSERT INTO {quoted_table} VALUES ('to ada@x.org', ['b@y.org', 'c'])")
    with duckdb.connect(theirs) as connection:
        blank_stored_addresses(connection)
        assert connection.execute(f"FROM {quoted_table}").fetchall() == [("to *********", ["*******", "c"])]
        assert connection.execute("FROM kept").fetchall() == [("kept",)]
