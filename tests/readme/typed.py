"""What stands for NAME, … and files of one's own where commands of the pages are typed, and which are not, with why.

A command that is in neither table is typed as it stands.
"""

from __future__ import annotations

from dataclasses import dataclass

from tests.readme.commands import Command

SEARCHED = "business-finance-and-biodiversity"  # the folder of the first search of a reader's own
_TOPIC = "'business, finance and biodiversity'"
_CLAUDE = f"{_TOPIC} --quality high_quality --catalogue openalex --analyst anthropic --budget 5"
_ASKED = "--ask plan,screening,themes --ask-timeout 48 --on-timeout continue"

Keys = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Typed:
    """Lines typed for a command: what they may exit with, whether they go on beside the rest, keys by what is shown.

    `then` names what has to come about afterwards.
    """

    lines: tuple[str, ...]
    exits: tuple[int, ...] = (0,)
    beside: bool = False
    keys: Keys = ()
    then: str = ""


_FORMS: Keys = ((r"\[[^]]*an answer is needed[^]]*\]", "1\n"), (r"empty: [^]]*\]", "\n"), (r"q quit", "q"))

_TYPED = {
    "litreview COMMAND --help": Typed(("litreview status --help",)),
    "litreview resume NAME": Typed((f"litreview resume {SEARCHED}",)),
    'litreview sql NAME "FROM cost"': Typed(('litreview sql by-claude "FROM cost"',)),
    'litreview sql NAME "SELECT p.at, phase, kind, message FROM problem AS p ORDER BY p.at"': Typed(
        (f'litreview sql {SEARCHED} "SELECT p.at, phase, kind, message FROM problem AS p ORDER BY p.at"',)
    ),
    "litreview catalogue build SNAPSHOT STORE": Typed(("litreview catalogue build works.jsonl.gz store",)),
    'litreview catalogue build SNAPSHOT STORE --where "topic in T10325, Soil ecology and year >= 2010"': Typed(
        ("litreview catalogue build works.jsonl.gz slice --where 'year >= 2010'",)
    ),
    "litreview run TOPIC --catalogue STORE": Typed(
        (f"litreview run {_TOPIC} --catalogue store --quality quick --name from-a-store",)
    ),
    "litreview catalogue update SNAPSHOT STORE": Typed(("litreview catalogue update works.jsonl.gz store",)),
    "litreview catalogue info STORE": Typed(("litreview catalogue info store",)),
    "litreview catalogue info STORE --contents": Typed(("litreview catalogue info store --contents",)),
    "export ANTHROPIC_API_KEY=…": Typed(("export ANTHROPIC_API_KEY=a-key-of-nobody",)),
    "litreview resume NAME --budget 10": Typed(("litreview resume by-claude --budget 10",)),
    "LITREVIEW_REPLAY=reviews/NAME litreview run … --name AGAIN": Typed(
        (
            f"LITREVIEW_REPLAY=reviews/by-claude litreview run {_CLAUDE} --name again",
            "diff reviews/by-claude/review.md reviews/again/review.md",
        )
    ),
    "litreview export NAME --to screened-ris": Typed(("litreview export demo --to screened-ris",)),
    "litreview export NAME --to md --version N": Typed(("litreview export demo --to md --version 1",)),
    "litreview run … --ask plan,screening,themes --ask-timeout 48 --on-timeout continue": Typed(
        (f"litreview run {_TOPIC} --name asked --quality quick --catalogue works.jsonl.gz --no-server {_ASKED}",),
        keys=_FORMS,
    ),
    "litreview screen NAME": Typed((f"litreview screen {SEARCHED}",), keys=((r"1 of \d", "i"), (r"2 of \d", "q"))),
    "litreview screen NAME --as ANNA --screeners 2": Typed(
        (f"litreview screen {SEARCHED} --as Anna --screeners 2",), keys=((r"1 of \d", "u"), (r"2 of \d", "q"))
    ),
    "litreview screen NAME --as BEN": Typed((f"litreview screen {SEARCHED} --as Ben",), keys=((r"1 of \d", "q"),)),
    "litreview screen NAME --as ANNA --fulltext": Typed((f"litreview screen {SEARCHED} --as Anna --fulltext",)),
    "litreview screen NAME --as CLEO --conflicts": Typed((f"litreview screen {SEARCHED} --as Cleo --conflicts",)),
    "litreview appraise NAME": Typed((f"litreview appraise {SEARCHED}",), keys=((r"q quit", "q\n"),)),
    'litreview appraise NAME --reviewer "Ann Lee"': Typed(
        (f"litreview appraise {SEARCHED} --reviewer 'Ann Lee'",), keys=((r"q quit", "q\n"),)
    ),
    "litreview pool NAME": Typed((f"litreview pool {SEARCHED}",)),
    "litreview edits NAME": Typed((f"litreview edits {SEARCHED}",)),
    "litreview edits NAME review.docx": Typed(
        ("litreview export demo --to docx", "litreview edits demo reviews/demo/exports/review.docx")
    ),
    "litreview export NAME --to docx": Typed(("litreview export demo --to docx",)),
    "litreview schedule --name NAME --cron '0 6 * * 1'": Typed(
        (f"litreview schedule --name {SEARCHED} --cron '0 6 * * 1'",)
    ),
    "litreview update NAME": Typed((f"litreview update {SEARCHED}",)),
    "litreview estimate TOPIC --fulltext oa": Typed((f"litreview estimate {_TOPIC} --fulltext oa",)),
    "litreview verify review.md references.bib answers/": Typed(
        ("litreview verify review.md references.bib answers/",), exits=(0, 1)
    ),
    "litreview check-bib references.bib answers/": Typed(
        ("litreview check-bib references.bib answers/",), exits=(0, 1)
    ),
    'litreview sql NAME "FROM set_aside"': Typed(('litreview sql demo "FROM set_aside"',)),
    'litreview sql NAME "SELECT * FROM evidence"': Typed(('litreview sql demo "SELECT * FROM evidence"',)),
    'litreview sql NAME "SELECT …"': Typed(('litreview sql demo "SELECT citekey, title FROM corpus LIMIT 3"',)),
    "litreview why NAME WORK": Typed(
        ('litreview why demo "$(litreview sql demo --csv "SELECT work_id FROM corpus LIMIT 1" | tail -1)"',)
    ),
    "litreview status NAME": Typed((f"litreview status {SEARCHED}",)),
    "prefect server start": Typed(("prefect server start",), beside=True, then="server"),
    "litreview serve": Typed(("litreview serve",), beside=True, then="deployments"),
    "pip check": Typed(("pip check",), exits=(0, 1)),
    "litreview doctor": Typed(("litreview doctor",), exits=(0, 1)),
    "litreview prune NAME --days 90": Typed((f"litreview prune {SEARCHED} --days 90",)),
}

_BENCH = "minutes to hours long: make bench"
_OWN = "a target with tests or measurements of its own, minutes to hours long"
_POOLED = "wants effects that can be pooled: flows/human/test_pool_command.py"
_INSTALLS = "installs gigabytes anew: make wheel does it for each Python"
_LEFT = {
    "make test": "the tests: typed by themselves",
    "make slow": "the tests: typed by themselves",
    "make marker": "fetches 6 GB",
    "litreview run … --import scopus.csv --import rayyan.ris": "wants files of one's own: flows/test_imports.py",
    "litreview run … --protocol protocol.toml": "wants a protocol of one's own: flows/test_protocols.py",
    'litreview update NAME --protocol protocol.toml --reason "…"': "as above: flows/test_amendments.py",
    'litreview run … --seed-collection "Hair cortisol"': "wants a Zotero library: test_seed_collections.py",
    "litreview update NAME --import rayyan.ris": "wants a file of one's own: flows/test_imports.py",
    "litreview screen NAME --web": "serves until it is interrupted: flows/human/test_screening_page.py",
    "litreview screen NAME --web --screeners 2": "as above",
    'litreview appraise NAME --from rob2.csv --reviewer "Ann Lee"': "flows/human/test_appraise_command.py",
    "litreview export NAME --to robvis": "as above",
    'litreview pool NAME 1 --reviewer "Ann Lee" --reason "same scale, same comparator"': _POOLED,
    'litreview pool NAME "mortality by statins (RR)" --estimator dl': _POOLED,
    'litreview pool NAME "mortality by statins (RR)" --withdraw': _POOLED,
    "litreview verify demo --ask-model": "wants a model of one's own: tasks/verification/support/test_asking.py",
    "litreview mcp NAME": "speaks with a program: flows/test_programs.py",
    "make local": "fetches a model, and a server for it",
    ".marker/bin/marker_single FILE": "wants what `make marker` fetches, and a server of a model",
    "export --share": "an option named in a sentence, no command",
    "prefect deployment run": "named in a sentence; typed in a block",
    "make operated": _OWN,
    "make scale": _OWN,
    "make bench": _OWN,
    "make faults": _OWN,
    "make storms": _OWN,
    "make leases": _OWN,
    "make wheel": _OWN,
    "make readme": "what types all this",
    "make asreview": "fetches ASReview into an environment of its own",
    "sh deployments/torch.sh .venv/bin/python": "fetches PyTorch, which no command of the pages needs",
    "pip wheel --no-deps -w dist .": _INSTALLS,
    "pip install --no-deps -r requirements.lock dist/litreview_engine*.whl": _INSTALLS,
    "pip install dist/litreview_engine*.whl": _INSTALLS,
    "pip install -r requirements-dask.lock": "make scale",
    "pip install -r requirements-s3.lock": "wanted for profiles and single sign-on of AWS alone",
}
_LOCAL = "takes hours with what `make local` fetches: make localised"
_LEFT_ALL = {"litreview bench ": _BENCH, "uv ": _INSTALLS, "LITREVIEW_LOCAL_MODEL=": _LOCAL}


def choose(command: Command) -> Typed | str:
    """Return what is typed for a command of the shell, or why it is not."""
    text = command.text.removeprefix(".venv/bin/")
    if reason := _LEFT.get(text) or next((why for start, why in _LEFT_ALL.items() if text.startswith(start)), ""):
        return reason
    if text.startswith("prefect deployment run "):
        return Typed((command.text,), then="run")
    if text.startswith("litreview schedule ") and "--timezone" in text:
        return Typed((command.text,), then="schedule")
    return _TYPED.get(text, Typed((command.text,)))


def list_stale(commands: list[Command]) -> list[str]:
    """Return what the tables hold and the pages no longer."""
    there = {command.text.removeprefix(".venv/bin/") for command in commands}
    return sorted((_TYPED.keys() | _LEFT.keys()) - there)
