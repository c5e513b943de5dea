"""``litreview screen NAME --web``: who may ask it what, blindness, verdicts that outlive it, several people at once."""

from __future__ import annotations

import signal
import socket
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import pytest

from flows.cli.main import main
from storage.core.ledger import Ledger
from storage.publication.published import select_published
from storage.screening.criteria import add_criteria
from tests.flows.human.page_servers import PageServer
from tests.flows.human.reviews import OpenReview

_HOSTILE = "</script><script>alert(1)</script> <img src=x onerror=alert(2)> ünïcödé 樹木 \u202etrees"
Serve = Callable[..., PageServer]


@pytest.fixture
def serve(searched: OpenReview, home: Path, tmp_path: Path, closed_port: int) -> Iterator[Serve]:
    """Return what serves the page of a copy of the searched review at one port, two people required."""
    assert searched
    servers: list[PageServer] = []

    def start(*options: str) -> PageServer:
        server = PageServer(tmp_path.name, home, closed_port, *(options or ("--screeners", "2")))
        servers.append(server)
        return server

    yield start
    for server in servers:
        server.kill()


def read(home: Path, tmp_path: Path, sql: str) -> list[tuple[Any, ...]]:
    with Ledger(home / tmp_path.name) as ledger:
        return ledger.select(sql).rows()


def test_only_the_page_itself_is_answered(serve: Serve) -> None:
    """Without the token, under another name of this machine, or sent by another site, nothing is told or taken."""
    server = serve()
    verdict = {"id": "v", "who": "Eve", "mode": "queue", "kind": "own", "criterion": "", "note": "", "work": "W14"}
    verdict["verdict"] = "include"

    def send(method: str = "GET", path: str = "/api/view?who=Eve&mode=queue&work=", **headers: str) -> httpx.Response:
        kept = {name: value for name, value in (server.headers | headers).items() if value}
        return httpx.request(method, f"{server.origin}{path}", json=verdict if method == "POST" else None, headers=kept)

    assert send().status_code == 200
    page = send(path=f"/?token={server.token}", **{"X-Litreview-Token": "", "Origin": ""})
    assert page.status_code == 200
    for wrong in (
        send(**{"X-Litreview-Token": ""}),
        send(**{"X-Litreview-Token": server.token[:-1]}),
        send(path="/?token=%C3%BC"),
        send(path=f"/api/view?who=Eve&mode=queue&work=&token={server.token}", **{"X-Litreview-Token": ""}),
        send(path="/", **{"X-Litreview-Token": ""}),
        send(path="/?token=x"),
        send(path="/favicon.ico", **{"X-Litreview-Token": ""}),
        send(Host="evil.example"),
        send(Host=f"evil.example:{server.port}"),
        send(Origin="http://evil.example"),
        send("POST", "/api/verdict", Origin=""),
        send("POST", "/api/verdict", Origin="null"),
        send("POST", "/api/verdict", Origin=f"http://127.0.0.1:{server.port + 1}"),
        send("POST", "/api/verdict", **{"X-Litreview-Token": "x"}),
        send("POST", "/api/verdict", **{"Content-Type": "text/plain"}),
        send("OPTIONS", "/api/verdict", Origin="http://evil.example"),
    ):
        assert wrong.status_code == 403
        assert "access-control-allow-origin" not in wrong.headers
        assert "title" not in wrong.text
    assert send("POST", "/api/view").status_code == 404
    assert send(path="/api/verdict").status_code == 404
    assert send(path="/api/nothing").status_code == 404
    with pytest.raises(httpx.ConnectError):
        httpx.get(f"http://[::1]:{server.port}/")
    assert server.get("progress", who="Eve")["judged"] == 0


def test_what_it_sends_lets_a_browser_do_nothing_else(serve: Serve) -> None:
    """The policy admits one script and one style by hash; nothing is cached, framed or referred; no token is logged."""
    server = serve()
    page = httpx.get(server.address)
    policy = page.headers["content-security-policy"]
    assert policy.startswith("default-src 'none'; script-src 'sha256-")
    assert "unsafe" not in policy
    for name, value in (("referrer-policy", "no-referrer"), ("cache-control", "no-store"), ("x-frame-options", "DENY")):
        assert page.headers[name] == value
    assert "server" not in page.headers
    assert "http://" not in page.text.replace("http://www.w3.org", "")
    assert server.token not in page.text
    server.get("view", who="Anna", mode="queue", work="")
    assert server.log.count(server.token) == 1


def test_nobody_sees_what_others_said_before_they_have(serve: Serve, home: Path, tmp_path: Path) -> None:
    """The analyst and Anna are silent until Ben has judged; a third sees neither; then each sees all."""
    server = serve()
    first = server.get("view", who="Anna", mode="queue", work="")["work"]["id"]
    told = server.judge("Anna", first, "include", note="Trees of streets.")
    assert told["after"]["said"] == ["Others have yet to judge it; what they and the analyst say is shown then."]
    shown = server.get("view", who="Ben", mode="queue", work="")
    assert (shown["work"]["id"], shown["said"], shown["mine"]) == (first, [], "")
    assert "Analyst" not in str(shown)
    assert "Trees of streets" not in str(shown)
    assert "Anna" not in str(shown)
    told = server.judge("ben", first, "exclude")
    assert told["after"]["said"][0] == "Anna: include. Trees of streets."
    assert told["after"]["said"][1].startswith("Analyst: ")
    conflict = server.get("view", who="Cleo", mode="conflicts", work="")
    assert (conflict["work"]["id"], conflict["said"], conflict["may_agree"]) == (first, [], False)
    mine = server.get("view", who="Anna", mode="conflicts", work="")
    assert mine["may_agree"]
    assert "ben: exclude" in mine["said"]
    told = server.judge("Cleo", first, "exclude", kind="third", mode="conflicts")
    assert told["after"]["said"][-1] == "Decided by a third person."
    server.stop()
    decided = read(home, tmp_path, "SELECT verdict, decided_by FROM screening_decision WHERE method = 'human'")
    assert decided == [("exclude", "person: Cleo")]


def test_each_person_has_another_work_once_enough_have_one(serve: Serve) -> None:
    """Two have the first work before them; the third who comes has the next."""
    server = serve()
    works = [server.get("view", who=who, mode="queue", work="")["work"]["id"] for who in ("Anna", "Ben", "Cleo", "Dan")]
    assert works[0] == works[1]
    assert works[2] == works[3] != works[0]
    told = server.post("skip", who="Anna", mode="queue", work=works[0]).json()
    assert told["work"]["id"] != works[0]
    told = server.judge("Anna", told["work"]["id"], "unsure")
    assert told["previous"]
    back = server.get("view", who="Anna", mode="queue", work=told["previous"])
    assert (back["work"]["id"], back["mine"]) == (told["previous"], "unsure")
    undone = server.post("undo", id="u", who="Anna", mode="queue", withdraws=told["last"]["id"]).json()
    assert (undone["work"]["id"], undone["mine"], undone["last"]) == (told["previous"], "", None)


def test_what_cannot_be_taken_is_refused_in_a_sentence(serve: Serve) -> None:
    """A name that is none, an unknown work, verdict or criterion, parts that are no text or too long, no JSON."""
    server = serve()
    work = server.get("view", who="Anna", mode="queue", work="")["work"]["id"]
    good = {"id": "v", "who": "Anna", "mode": "queue", "kind": "own", "criterion": "", "note": "", "work": work}
    good["verdict"] = "include"
    for part, value in (
        ("who", " "), ("who", "a@b.org"), ("work", "W0"), ("verdict", "maybe"), ("verdict", None), ("kind", "boss"),
        ("criterion", "x"), ("id", ""), ("id", ["v"]), ("note", "x" * 2_001), ("note", 5), ("kind", "consensus"),
    ):  # fmt: skip
        refused = server.post("verdict", **(good | {part: value}))
        assert (refused.status_code, bool(refused.json()["error"])) == (409, True), part
    assert server.post("undo", id="u", who="Anna", mode="queue", withdraws="v").status_code == 409
    headers = server.headers | {"Content-Type": "application/json"}
    for body in (b"{", b"[]", b"\xff"):
        assert httpx.post(f"{server.origin}/api/verdict", content=body, headers=headers).status_code == 404
    assert httpx.post(f"{server.origin}/api/verdict", content=b" " * 50_000, headers=headers).status_code == 413
    assert server.post("verdict", **good).status_code == 200


def test_text_of_papers_is_sent_as_text(serve: Serve, home: Path, tmp_path: Path) -> None:
    """Titles, abstracts, criteria and notes with markup and control characters come as parts of text, the note too."""
    with Ledger(home / tmp_path.name) as ledger, ledger.transaction():
        ledger.change("UPDATE work SET title = $hostile, abstract = $hostile, venue = $hostile", hostile=_HOSTILE)
        add_criteria(ledger, [], [_HOSTILE])
    server = serve()
    told = server.get("view", who="Anna", mode="queue", work="")
    text = "".join(part for part, _ in told["work"]["abstract"])
    assert "ünïcödé 樹木" in text
    assert "\u202e" not in str(told)
    assert ["trees", True] in told["work"]["abstract"]
    server.judge("Anna", told["work"]["id"], "include", note=f"{_HOSTILE} a@b.org")
    server.stop()
    (note,) = read(home, tmp_path, "SELECT note FROM screener_verdict")[0]
    assert "a@b.org" not in note
    assert len(note) <= 300


def test_many_at_once_lose_nothing(serve: Serve, home: Path, tmp_path: Path) -> None:
    """Two people, each from four connections at once, every verdict sent twice: each is on record, once."""
    server = serve()
    works = [work for (work,) in select_published(home / tmp_path.name, "SELECT work_id FROM screenable").rows()]
    given = [
        {"id": uuid4().hex, "who": who, "mode": "queue", "kind": "own", "criterion": "", "note": "", "work": work}
        | {"verdict": "include" if number % 3 or who == "Anna" else "exclude"}
        for number, work in enumerate(works)
        for who in ("Anna", "Ben")
    ]
    with ThreadPoolExecutor(8) as hands:
        answers = list(hands.map(lambda one: server.post("verdict", **one).status_code, [*given, *given]))
    assert set(answers) == {200}
    code, out = server.stop()
    assert code == 0
    kept = read(home, tmp_path, "SELECT verdict_id, work_id, verdict FROM screener_verdict ORDER BY ALL")
    assert kept == sorted((one["id"], one["work"], one["verdict"]) for one in given)
    differ = sum(not number % 3 for number in range(len(works)))
    assert f"{differ} conflicts wait" in out
    assert "Anna and Ben agree on" in out


def test_a_killed_server_loses_no_verdict(serve: Serve, home: Path, tmp_path: Path) -> None:
    """What it answered is on record, and what is sent again to the next one counts once."""
    given = []
    for who in ("Anna", "Ben", "Anna"):
        server = serve()
        for verdict in ("include", "exclude", "unsure"):
            work = server.get("view", who=who, mode="queue", work="")["work"]["id"]
            given.append((who, work, verdict))
            one = {"id": f"v{len(given)}", "who": who, "mode": "queue", "kind": "own", "criterion": "", "note": ""}
            assert server.post("verdict", work=work, verdict=verdict, **one).status_code == 200
        server.kill()
    server = serve()
    again = server.post("verdict", work=work, verdict=verdict, **one)
    assert again.status_code == 200
    code, out = server.stop(signal.SIGTERM)
    assert (code, "wait for" in out) == (0, True)
    kept = read(home, tmp_path, "SELECT screener, work_id, verdict FROM screener_verdict ORDER BY seq")
    assert kept == [(f"person: {who}", work, verdict) for who, work, verdict in given]
    published = select_published(home / tmp_path.name, "SELECT count(*) FROM screener_verdict").item()
    assert published == len(given)


def test_what_does_not_go_together_is_refused(
    serve: Serve, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Options of the terminal, a port without the page, a port that is taken, a review in use."""
    server = serve()

    def refuse(*options: str) -> str:
        argv = ["litreview", "screen", tmp_path.name, "--reviews", str(home), *options]
        monkeypatch.setattr(sys, "argv", argv)
        with pytest.raises(SystemExit) as ended:
            main()
        assert ended.value.code == 2
        return capsys.readouterr().err

    assert "leave out --as, --conflicts and --fulltext" in refuse("--web", "--as", "Anna")
    assert "--port is for the page" in refuse("--port", "5000")
    assert "in use by process" in refuse("--web")
    assert "in use by process" in refuse("--as", "Anna")
    server.stop()
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert f"port {port} cannot be listened on" in refuse("--web", "--port", str(port))
