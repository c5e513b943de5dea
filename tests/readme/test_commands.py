"""What is typed of the README is what stands in it: nothing is passed over, and no stand-in outlives its command."""

from __future__ import annotations

from tests.readme.commands import README, read_commands
from tests.readme.typed import Typed, choose, list_stale


def test_commands_are_found_in_blocks_and_sentences_but_not_in_figures() -> None:
    """Each once, in order, without its comment; listings of files are none."""
    text = (
        "Say `litreview list` or `litreview.py`.\n\n    make review   # quick\n    export A=b\n\n"
        "    review.md   a file\n\nor\n\n    from flows import x\n    x.y\n\n"
        "```sql\nSELECT 1;\n```\n\n    make review\n"
    )
    found = [(each.line, each.kind, each.text) for each in read_commands(text)]
    assert found == [
        (1, "shell", "litreview list"),
        (3, "shell", "make review"),
        (4, "shell", "export A=b"),
        (10, "python", "from flows import x\nx.y\n"),
        (13, "sql", "SELECT 1;\n"),
    ]


def test_every_command_of_the_readme_is_typed_or_has_a_reason() -> None:
    """What stands for something (NAME, …) has a stand-in, and the tables hold nothing that the README has lost."""
    commands = read_commands(README.read_text("utf-8"))
    shell = [each for each in commands if each.kind == "shell"]
    assert len(shell) > 50
    for each in shell:
        what = choose(each)
        if isinstance(what, Typed):
            for line in what.lines:
                assert not {"NAME", "TOPIC", "WORK", "FILE", "DIR", "…"} & set(line.replace('"', " ").split()), line
    assert list_stale(commands) == []
