"""The wheel holds everything in one import package, and works beside anybody's own `flows`, `tasks` and `storage`.

`make wheel` installs it into a fresh environment of each Python and uses it there (`test_installed.py`).
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import zipfile
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
LAYERS = ("flows", "tasks", "storage")
MODULES = {"flows", "flows.cli.main", "tasks", "tasks.parsing", "tasks.parsing.worker", "storage", "storage.schema"}
_BUILD = "import sys; sys.path.insert(0, 'deployments'); import one_package; one_package.build_wheel(sys.argv[1])"


@pytest.fixture(scope="module")
def builder() -> Any:
    """Return the build backend that pyproject.toml names, as a module."""
    spec = spec_from_file_location("one_package", ROOT / "deployments" / "one_package.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel and return a folder with what it would install."""
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run([sys.executable, "-c", _BUILD, str(folder)], cwd=ROOT, check=True, capture_output=True, timeout=300)
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder / "site")
    return folder / "site"


@pytest.fixture
def elsewhere(tmp_path: Path) -> Path:
    """Return a folder with somebody else's code in it, under our names; importing it fails."""
    for name in ("flows", "storage"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text("raise RuntimeError('somebody else')\n", encoding="utf-8")
    (tmp_path / "tasks.py").write_text("raise RuntimeError('somebody else')\n", encoding="utf-8")
    return tmp_path


def test_everything_lies_in_one_package(site: Path) -> None:
    """Every file of the three layers and the sheets of the deployments, under one name; nothing beside it."""
    package, information = sorted(site.iterdir(), key=lambda path: path.name.endswith(".dist-info"))
    assert information.name.endswith(".dist-info")
    installed = {str(path.relative_to(package)) for path in package.rglob("*") if path.is_file()}
    ours = {
        str(path.relative_to(ROOT))
        for layer in LAYERS
        for path in (ROOT / layer).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert installed == ours | {"__init__.py", "deployments/prefect.yaml", "deployments/automations.yaml"}
    assert (information / "top_level.txt").read_text("utf-8").split() == [package.name]
    command = (information / "entry_points.txt").read_text("utf-8")
    assert f"litreview = {package.name}.flows.cli.main:end" in command
    assert "\nName: litreview-engine\n" in (information / "METADATA").read_text("utf-8")


def test_nothing_inside_names_a_module_without_the_package(site: Path) -> None:
    """No import, no text that is a module's name, no entrypoint leads to a `flows` at the top."""
    bare = []
    for source in site.rglob("*.py"):
        for node in ast.walk(ast.parse(source.read_text("utf-8"))):
            match node:
                case ast.ImportFrom(module=str(name), level=0) | ast.Constant(value=str(name)):
                    names = [name]
                case ast.Import(names=aliases):
                    names = [alias.name for alias in aliases]
                case _:
                    continue
            bare += [
                (source.name, node.lineno, name)
                for name in names
                if re.fullmatch(r"(flows|tasks|storage)(\.\w+)*", name)
                and (not isinstance(node, ast.Constant) or (ROOT / name.replace(".", "/")).with_suffix(".py").exists())
            ]
    assert not bare
    (sheet,) = site.rglob("prefect.yaml")
    entrypoints = re.findall(r"entrypoint: (\S+)", sheet.read_text("utf-8"))
    assert len(entrypoints) >= 7
    assert all(re.fullmatch(r"litreview_engine\.flows(\.\w+)+", entrypoint) for entrypoint in entrypoints)


def test_it_works_beside_code_of_the_same_names(site: Path, elsewhere: Path) -> None:
    """In a folder with other `flows`, `tasks` and `storage`: deployments load, and processes of its own find it."""
    script = """
import pickle, sys
from pathlib import Path
from litreview_engine.flows.cli.deployments import OUR_SHEET, read_deployments
import litreview_engine
import litreview_engine.storage.core.ledger as ledger_module
from litreview_engine.storage.core.ledger import PUBLISHED_FILE, Ledger
from litreview_engine.storage.records.search import Work
from litreview_engine.tasks.parsing.confinement import ConfinedParser

for deployment in read_deployments(OUR_SHEET):
    print(deployment.entrypoint)
with Ledger(Path("review")) as ledger:
    ledger.publish()
print((Path("review") / PUBLISHED_FILE).is_file())
Path("article.xml").write_text("<article><body><p>" + "Bees sleep at night in summer. " * 40 + "</p></body></article>")
print(Path(ledger_module._SOURCES) == Path(litreview_engine.__file__).parents[1])
print(ConfinedParser("jats").parse(Path("article.xml")).status)
print(pickle.loads(pickle.dumps(Work)).__module__)
print(sorted({name.partition(".")[0] for name in sys.modules} & {"flows", "tasks", "storage"}))
"""
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=elsewhere,
        env={"PATH": "/usr/bin:/bin", "HOME": str(elsewhere), "PYTHONPATH": str(site), "DO_NOT_TRACK": "1"},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    *entrypoints, published, found, status, module, foreign = done.stdout.splitlines()
    assert "litreview_engine.flows.review.review" in entrypoints
    assert (published, found, status) == ("True", "True", "parsed")
    assert (module, foreign) == ("litreview_engine.storage.records.search", "[]")


@pytest.mark.parametrize(
    ("source", "renamed"),
    [
        ("from flows.cli.main import app", "from litreview_engine.flows.cli.main import app"),
        ("from  tasks import parsing", "from  litreview_engine.tasks import parsing"),
        ("import flows.cli.main as door", "import litreview_engine.flows.cli.main as door"),
        ("if x: from flows.cli.main import app  # é", "if x: from litreview_engine.flows.cli.main import app  # é"),
        ("é = files('storage.schema')", "é = files('litreview_engine.storage.schema')"),
        ('door = "flows.cli.main:app"', 'door = "litreview_engine.flows.cli.main:app"'),
        ('called = ("-m", r"tasks.parsing.worker")', 'called = ("-m", r"litreview_engine.tasks.parsing.worker")'),
        ('"""flows.cli.main is a door."""', '"""flows.cli.main is a door."""'),
        ("from . import flows", "from . import flows"),
        ("from flowsheets import storage", "from flowsheets import storage"),
        ('column = "storage.size"', 'column = "storage.size"'),
        ('told = "see tasks.parsing.worker"', 'told = "see tasks.parsing.worker"'),
        (
            "from tasks.parsing import (\n    worker,\n)\n",
            "from litreview_engine.tasks.parsing import (\n    worker,\n)\n",
        ),
    ],
)
def test_names_of_our_modules_are_renamed_and_nothing_else(builder: Any, source: str, renamed: str) -> None:
    """Imports and whole texts that name a module or something in one; not prose, columns or others' modules."""
    assert builder.rename_modules(source, MODULES) == renamed


@pytest.mark.parametrize(
    "source", ["import flows.cli.main", "import os, flows.cli.main as door", 'module = f"tasks.{name}"']
)
def test_what_cannot_be_renamed_ends_the_build(builder: Any, source: str) -> None:
    """A name bound at the top, and a module's name put together while running, with the line."""
    with pytest.raises(ValueError, match="line 1 "):
        builder.rename_modules(source, MODULES)
