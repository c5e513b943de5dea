"""A week of a team: protocol, import, two screeners who differ, an amendment, edits by hand and in Word, an update."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import pytest
from statsmodels.stats.inter_rater import cohens_kappa, to_table

from flows.human.edits_session import bring_edits
from flows.review import review
from tests.benchmarks.servers.messages_server import serve_anthropic
from tests.benchmarks.servers.scripted import SCRIPTS
from tests.flows.editing_by_hand.edited_review import NAME, EditedReview, edit_word, set_up
from tests.flows.hair_protocol import PROTOCOL
from tests.flows.human.page_servers import PageServer
from tests.flows.updating.living_world import TOPIC, write_first

pytestmark = pytest.mark.slow

AMENDED = PROTOCOL.replace("mice or rats", "mice, rats or dogs")
WHY = "Dogs were forgotten."
_VERDICTS = ("include", "exclude", "unsure")
_CONFLICTS = (("include", "exclude"), ("include", "exclude"), ("exclude", "include"), ("unsure", "include"))
_SAID = (*_CONFLICTS, ("exclude", "include"), ("include", "include"), ("include", "include"), ("exclude", "exclude"))
_RIS = """\
TY  - JOUR
TI  - A letter on hair that no index has
AU  - Nobody, N.
PY  - 2019
DB  - Scopus
ER  -
"""
_EDITS = ("Ours, on the background.", "Ours, on what was found: nobody knows.", "Ours, on what to do next.")
_BY_WORD = "Ours, by way of Word"


@dataclass(frozen=True)
class Week:
    """The review after all, what people wrote in it, and what it said before the update."""

    review: EditedReview
    mine: tuple[str, ...]
    standing: list[str]
    decided: dict[str, str]


@pytest.fixture(scope="module")
def week(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Week]:
    """Live through the week."""
    home = tmp_path_factory.mktemp("week")
    protocol, letters = home / "protocol.toml", home / "letters.ris"
    protocol.write_text(PROTOCOL, "utf-8")
    letters.write_text(_RIS, "utf-8")
    ours = EditedReview(home)
    with pytest.MonkeyPatch.context() as environment, serve_anthropic(SCRIPTS) as service:
        set_up(environment, home)
        environment.setenv("ANTHROPIC_BASE_URL", service.url)
        environment.setenv("ANTHROPIC_API_KEY", "key")
        write_first(home / "works.jsonl")
        review.fn(
            TOPIC, name=NAME, catalogue=str(home / "works.jsonl"), reviews=str(ours.folder.parent), quality="quick",
            analyst="anthropic", supervision="none", grey=True, protocol=str(protocol), imports=(str(letters),),
            batch=False, quiet=True,
        )  # fmt: skip
        decided = screen(ours)
        ours.resume(batch=False)
        headings = [line for line in ours.file.read_text("utf-8").split("\n\n") if line.startswith("### ")]
        chosen = [one for one in headings if headings.count(one) == 1][:3]
        ours.edit(*((f"{one}\n\n", f"{one}\n\n{text}\n\n") for one, text in zip(chosen, _EDITS, strict=True)))
        bring_edits(ours.folder, None)
        ours.resume(batch=False)
        word = edit_word(ours.export_word(), (_EDITS[2], f"{_BY_WORD}: {_EDITS[2]}"))
        bring_edits(ours.folder, word)
        mine = (*_EDITS[:2], f"{_BY_WORD}: {_EDITS[2]}")
        ours.resume(batch=False)
        standing = ours.paragraphs()
        protocol.write_text(AMENDED, "utf-8")
        ours.grow()
        ours.update(protocol=str(protocol), reason=WHY, batch=False)
        yield Week(ours, mine, standing, decided)


def screen(ours: EditedReview) -> dict[str, str]:
    """Have Anna and Ben judge eight works at once, and Cleo end what they differ on; return her verdicts by work."""
    import socket  # noqa: PLC0415 - for one number

    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    server = PageServer(NAME, ours.folder.parent, port, "--screeners", "2")
    decided: dict[str, str] = {}
    try:
        with ThreadPoolExecutor(2) as people:
            for said in _SAID:
                work = server.get("view", who="Anna", mode="queue", work="")["work"]["id"]
                told = people.map(lambda who, what, work=work: server.judge(who, work, what), ("Anna", "Ben"), said)
                list(told)
        for _ in range(5):
            work = server.get("view", who="Cleo", mode="conflicts", work="")["work"]["id"]
            server.judge("Cleo", work, "exclude", kind="third", mode="conflicts")
            decided[work] = "exclude"
        assert server.stop()[0] == 0
    finally:
        server.kill()
    return decided


def test_every_verdict_is_on_record_and_kappa_is_statsmodels(week: Week) -> None:
    """Sixteen verdicts and five that ended conflicts; agreement as statsmodels computes it."""
    kinds: list[tuple[Any, ...]] = week.review.ask(
        "SELECT kind, count(*) FROM screener_verdict GROUP BY ALL ORDER BY 1"
    )
    assert kinds == [("own", 16), ("third", 5)]
    table, _ = to_table([[_VERDICTS.index(verdict) for verdict in both] for both in _SAID], bins=3)
    ((works, percent, kappa),) = week.review.ask("SELECT works, percent, kappa FROM screener_agreement")
    assert (works, percent) == (8, pytest.approx(37.5))
    assert kappa == pytest.approx(cohens_kappa(table).kappa)


def test_nothing_that_people_decided_was_overruled(week: Week) -> None:
    """Neither by the resumes nor by the amendment and the update."""
    now = dict(week.review.ask("SELECT work_id, verdict FROM screening_decision WHERE method = 'human'"))
    assert {work: now.get(work) for work in week.decided} == week.decided
    assert len(now) == len(_SAID)


def test_the_amendment_is_on_record(week: Week) -> None:
    """With its reason; what it withdrew is not in force."""
    assert week.review.ask("SELECT number, reason FROM protocol_version ORDER BY number") == [(1, ""), (2, WHY)]
    stated = week.review.ask("SELECT text FROM stated_criterion WHERE name = 'E1'")
    assert stated == [("population: mice, rats or dogs",)]
    assert week.review.ask("SELECT count(*) FROM outdated_judgement") == [(0,)]


def test_no_human_text_changed(week: Week) -> None:
    """Three sections and the Word file, byte for byte, before and after the update."""
    after = week.review.paragraphs()
    assert [week.standing.count(one) for one in week.mine] == [1, 1, 1]
    assert [after.count(one) for one in week.mine] == [1, 1, 1]
    files = week.review.ask("SELECT file, count(*) FROM hand_edit GROUP BY ALL ORDER BY ALL")
    assert [name for name, _ in files] == ["review-edited.docx", "review.md"]
    assert dict(files)["review.md"] == 3


def test_the_import_is_counted(week: Week) -> None:
    """The letter that no index has stands in PRISMA by its database."""
    counts = dict(week.review.ask("SELECT item, n FROM prisma"))
    assert (counts["imported_records"], counts["imported_from Scopus"]) == (1, 1)


def test_it_verifies(week: Week) -> None:
    """What people wrote cites nothing, and everything else holds."""
    report, code = week.review.verify()
    assert code == 0, report
