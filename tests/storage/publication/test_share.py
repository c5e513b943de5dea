"""A corpus that is handed on: nothing in the file that is private, or that no licence allows to hand on."""

from __future__ import annotations

import zlib

import duckdb
import pytest

from storage.core.clock import now
from storage.core.places import PUBLISHED_FILE
from storage.publication.share import name_files, share_corpus
from storage.reading.fulltexts import Attempt, Retrieval, add_retrieval
from storage.reading.reading import FULL_TEXT, add_reading
from storage.records.search import Author, Response
from storage.records.writing import Claim, Draft, Finding, Page, Quote, Summary
from storage.runs.reviews import add_citekeys, add_problem, finish_run, start_run
from storage.writing.sections import add_section
from storage.writing.versions import open_snapshot

_LICENCES = {"W1": "cc-by", "W2": None, "W3": "cc-by-nc-nd", "W4": "cc-by-sa", "W5": "cc0", "W6": "cc-by-nc"}
_OPEN = {"W1", "W4", "W5"}
_MAIL = "ann.lee@example.org"


def _secret(work_id: str) -> str:
    return f"Only the pages of {work_id} say xyzzy{work_id}."


@pytest.fixture(scope="module")
def ledger_to_share(module_ledger, make_work, find_works, screen_works):
    """Return a published ledger with a full text of each licence, and with everything that must not leave the house."""
    ledger = module_ledger
    works = [
        make_work(
            int(work_id[1:]),
            abstract=f"Write to {_MAIL}. Hair grows.",
            authors=(Author("Ann Lee", affiliation=f"Lab. Electronic address: {_MAIL}"),),
            editors=(f"Editor {_MAIL}",),
            response=Response("test", f"test:{work_id}", f'{{"id": "{work_id}", "note": "mail\\n{_MAIL}"}}'),
        )
        for work_id in _LICENCES
    ]
    find_works(ledger, works)
    screen_works(ledger, dict.fromkeys(_LICENCES, "include"))
    add_citekeys(ledger, {work_id: f"lee{work_id[1:]}hair" for work_id in _LICENCES})
    for work_id, licence in _LICENCES.items():
        _read_full_text(ledger, work_id, licence)
    for name in ("introduction", "abstract"):
        add_section(ledger, name, 1, name, Draft("Hair.", (Claim("Hair.", "lee2hair", _finding("W2").finding_id),)))
    with ledger.transaction():
        ledger.append("llm_answer", [{"request_sha256": "r", "body": "Answer that quotes xyzzyANSWER."}])
        ledger.append("llm_batch", [{"batch_id": "msgbatch_xyzzyBATCH", "status": "ended"}])
        ledger.append(
            "catalogue_answer",
            [{"base_url": "https://x.org", "path": "/w", "number": 0, "body": zlib.compress(_MAIL.encode())}],
        )
        ledger.append(
            "response",
            [
                {"response_id": "loose", "source": "s", "url": "u", "status": 200, "body": "xyzzyLOOSE"}
                | {"fetched_at": now()}
            ],
        )
    run = start_run(ledger, "1", {"catalogue": "/home/ann/works.jsonl", "pdfs": "/home/ann/my papers"}, None)
    finish_run(ledger, run, "failed", 0, "the folder '/home/ann/my reviews' cannot be written")
    add_problem(ledger, "retrieval", "unreadable", "/home/ann/papers/lee 2015.pdf is encrypted")
    ledger.publish()
    return ledger


def _finding(work_id: str) -> Finding:
    text = _secret(work_id)
    return Finding(work_id, "It says so.", Quote(work_id, 1, 0, 16, text[:16], FULL_TEXT))


def _read_full_text(ledger, work_id: str, licence: str | None) -> None:
    page = Page(work_id, 1, _secret(work_id), FULL_TEXT)
    stored = Attempt(
        "local", "stored", None, f"/home/ann/papers/{work_id}.pdf", licence, work_id.ljust(64, "0"), 1, "p", 1.0
    )
    add_retrieval(ledger, Retrieval(work_id, (stored,), (page,)), "oa", ())
    summary = Summary(
        work_id, "", "", "", (), "About hair.", (_finding(work_id),), FULL_TEXT, digest=f"Digest: xyzzy{work_id}."
    )
    add_reading(ledger, summary, [page], "test")


@pytest.fixture(scope="module")
def shared(ledger_to_share, tmp_path_factory):
    """Return the file that was shared, in a folder of its own."""
    target = tmp_path_factory.mktemp("shared") / PUBLISHED_FILE
    with open_snapshot(ledger_to_share.folder) as snapshot:
        share_corpus(snapshot, target)
    return target


def test_no_full_text_goes_without_licence(shared):
    """Pages and digests stay for CC BY, CC BY-SA and CC0; of the others they are not anywhere in the file."""
    content = shared.read_bytes()
    with duckdb.connect(shared, read_only=True) as connection:
        kept = connection.execute("SELECT DISTINCT work_id FROM document WHERE page > 0 OR level = 2").fetchall()
        digests = connection.execute("SELECT count(*) FROM document WHERE level = 2").fetchone()
        short = connection.execute("SELECT count(*) FROM document WHERE level = 1").fetchone()
    assert {work_id for (work_id,) in kept} == _OPEN
    assert (digests, short) == ((3,), (6,))
    for work_id in _LICENCES.keys() - _OPEN:
        assert f"xyzzy{work_id}".encode() not in content


def test_claims_stay_supported(shared):
    """A claim on words of a page that was withheld is not called unsupported, and its quote is still there."""
    with duckdb.connect(shared, read_only=True) as connection:
        assert connection.execute("FROM unsupported_claim").fetchall() == []
        assert connection.execute("SELECT text FROM quote WHERE work_id = 'W2'").fetchall() == [("Only the pages o",)]


def test_nothing_private_is_in_the_file(shared):
    """No e-mail address, path of the machine, answer of a model, batch of an account or loose answer, in any table."""
    with duckdb.connect(shared, read_only=True) as connection:
        tables = [name for (name,) in connection.execute("SELECT table_name FROM duckdb_tables()").fetchall()]
        told = "\n".join(str(connection.execute(f'FROM "{table}"').fetchall()) for table in tables)
    for private in (_MAIL, "@example.org", "/home/", "ann/", "xyzzyANSWER", "xyzzyBATCH", "xyzzyLOOSE"):
        assert private not in told, private
        assert private.encode() not in shared.read_bytes(), private
    assert "W2.pdf" in told
    assert "'my reviews' cannot be written" in told


def test_answers_that_state_metadata_stay_readable(shared):
    """The answers records were read from are there, as JSON still, with asterisks for addresses."""
    with duckdb.connect(shared, read_only=True) as connection:
        bodies = connection.execute("SELECT json_extract_string(body, 'note') FROM response").fetchall()
        affiliations = connection.execute("SELECT DISTINCT authors[1].affiliation, editors[1] FROM work").fetchall()
    blank = "*" * len(_MAIL)
    assert bodies == [(f"mail\n{blank}",)] * 6
    assert affiliations == [(f"Lab. Electronic address: {blank}", f"Editor {blank}")]


def test_the_copy_explains_itself(shared, ledger_to_share):
    """Views, comments and counts are those of the review."""
    ask = "SELECT (SELECT count(*) FROM corpus), (SELECT count(*) FROM current_section), "
    ask += "(SELECT count(comment) FROM duckdb_columns()), (SELECT count(*) FROM duckdb_views() WHERE NOT internal)"
    with duckdb.connect(shared, read_only=True) as connection:
        assert connection.execute(ask).fetchone() == ledger_to_share.select(ask).row(0)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("'/home/ann lee/lit' cannot be written", "'lit' cannot be written"),
        ('{"catalogue":"C:\\\\Users\\\\ann\\\\w.jsonl"}', '{"catalogue":"w.jsonl"}'),
        ("see ~/papers/x.pdf, file:///srv/y.pdf", "see x.pdf, y.pdf"),
        ("local:/srv/a/b.pdf", "local:b.pdf"),
        ("https://x.org/a/b and 10.1/a/b, and/or n/a", "https://x.org/a/b and 10.1/a/b, and/or n/a"),
        ('{"model":"sentence-transformers/all"}', '{"model":"sentence-transformers/all"}'),
    ],
)
def test_of_a_path_the_name_stays(text, named):
    """Paths of a machine lose their folders; web addresses, DOIs and names with a slash do not."""
    assert name_files(text) == named
