"""What tools/ generates for the site; `make docs` builds the site itself, strictly."""

from __future__ import annotations

import re
from typing import Any

import pytest
import typer

from minemind.cli.main import app
from tools import command_line, doctests, site


def test_the_reference_of_the_command_line_has_every_command_and_option() -> None:
    text = command_line.reference()
    group: Any = typer.main.get_command(app)
    for name, command in group.commands.items():
        section = text.split(f"\n## {name}\n")[1].partition("\n## ")[0]
        for parameter in command.params:
            assert all(option in section for option in parameter.opts if option.startswith("--")), (name, parameter)
            assert " ".join((parameter.help or "").split()) in section, (name, parameter)


def test_it_shows_no_types_of_python() -> None:
    assert not re.search("<(bool|str|int|float|list)", command_line.reference())


@pytest.mark.parametrize(
    ("text", "fenced"),
    [
        ("A sentence.", "A sentence."),
        ("One.\n\n>>> 1 + 1\n2\n\nTwo.", "One.\n\n```pycon\n>>> 1 + 1\n2\n```\n\nTwo."),
        (">>> 1\n1", "```pycon\n>>> 1\n1\n```"),
        ("Examples:\n\n    >>> 1\n    1", "Examples:\n\n    ```pycon\n    >>> 1\n    1\n    ```"),
    ],
)
def test_examples_in_docstrings_become_blocks_of_code(text: str, fenced: str) -> None:
    assert doctests.fenced(text) == fenced


def test_examples_in_the_docstring_of_a_module_do_as_well() -> None:
    for page, text in site._reference():
        quoted = [line for line in re.sub("```pycon\n.*?\n```", "", text, flags=re.DOTALL).split("\n") if ">>>" in line]
        assert not quoted, page
