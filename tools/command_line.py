"""The command line's reference as Markdown, from the commands themselves: `python -m tools.command_line`.

tools/site.py makes a page of it whenever the site is built, so that it cannot be out of date.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import typer

from minemind.cli.help import described, named, usage
from minemind.cli.main import app

__all__ = ["reference"]

OPENING = """# Command line

`minemind COMMAND --help` prints what this page says about a command. `minemind FILE` is short for
`minemind analyse FILE`. Wherever a file is expected, `-` is standard input. Rows and columns count from 0.

Answers go to standard output, notes and errors to standard error. The exit code is 0 if the question was answered, 1 if
it has no answer or the input is bad, 2 for a usage error, and 130 after Ctrl-C.
"""

# Every command has these, and says the same about them.
EVERYWHERE = {"--help", "--install-completion", "--show-completion"}


def reference() -> str:
    """The whole page: a table of all commands, then each with its arguments and options."""
    group: Any = typer.main.get_command(app)
    context = typer.Context(group, info_name="minemind")
    commands = [group.get_command(context, name) for name in group.list_commands(context)]
    parts = [OPENING, *_contents(commands)]
    parts += [part for command in commands for part in _command(command, context)]
    return "\n".join(parts) + "\n"


def _contents(commands: list[Any]) -> Iterator[str]:
    panel = None
    for command in commands:
        if command.rich_help_panel != panel:
            panel = command.rich_help_panel
            yield f"\n| {panel} | |\n|---|---|"
        yield f"| [`{command.name}`](#{command.name}) | {_cell(_first_line(command.help))} |"
    yield ""


def _command(command: Any, parent: Any) -> Iterator[str]:
    context = typer.Context(command, info_name=command.name, parent=parent)
    about, _, example = command.help.partition("Example: ")
    yield f"## {command.name}\n\n{about.strip()}\n"
    yield f"```text\n{usage(command, context)}\n```\n"
    if example:
        yield f"For example:\n\n```sh\n{' '.join(example.split())}\n```\n"
    yield from _table("argument", command, context)
    yield from _table("option", command, context)


def _table(kind: str, command: Any, context: Any) -> Iterator[str]:
    rows = [
        f"| `{_cell(named(parameter))}` | {_cell(described(parameter))} |"
        for parameter in command.get_params(context)
        if parameter.param_type_name == kind and EVERYWHERE.isdisjoint(parameter.opts)
    ]
    if rows:
        yield "\n".join([f"| {kind} | |", "|---|---|", *rows, ""])


def _cell(text: str) -> str:
    """A text without line breaks, for a cell of a table."""
    return re.sub(r"\s+", " ", text)


def _first_line(text: str) -> str:
    return text.strip().partition("\n")[0]


if __name__ == "__main__":
    print(reference(), end="")
