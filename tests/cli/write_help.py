"""Writes the help that `minemind --help` and `minemind COMMAND --help` print: `python -m tests.cli.write_help`."""

from __future__ import annotations

import textwrap
from typing import Any

import typer

from minemind.cli.entry import HELP, PAGE_BREAK, WIDTH
from minemind.cli.help import described, indented, named
from minemind.cli.main import app


def pages() -> str:
    """The overview, and the help of every command."""
    group: Any = typer.main.get_command(app)
    context = group.make_context("minemind", [], resilient_parsing=True)
    helps = [_help(command, context) for command in group.commands.values()]
    return PAGE_BREAK.join([overview(), *helps])


def _help(command: Any, parent: Any) -> str:
    with command.make_context(command.name, [], parent=parent, resilient_parsing=True) as context:
        return str(command.get_help(context)) + "\n"


def overview() -> str:
    """The commands by panel, each with the first line of its help, and the options."""
    group: Any = typer.main.get_command(app)
    panels: dict[str, list[tuple[str, str]]] = {}
    for name, command in group.commands.items():
        panels.setdefault(command.rich_help_panel, []).append((name, command.help.partition("\n")[0]))
    width = max(map(len, group.commands))
    options = [
        *((named(option), described(option)) for option in group.params),
        ("-h, --help", "Show this message."),
    ]
    about = [textwrap.fill(paragraph, WIDTH) for paragraph in group.help.split("\n\n")]
    sections = [_section(title, rows, width) for title, rows in panels.items()]
    sections.append(_section("Options", options, max(len(names) for names, _ in options)))
    return "\n\n".join(["Usage: minemind COMMAND [OPTIONS]", *about, *sections]) + "\n"


def _section(title: str, rows: list[tuple[str, str]], width: int) -> str:
    return "\n".join([title, *(indented(*row, width) for row in rows)])


if __name__ == "__main__":
    HELP.write_text(pages(), encoding="utf-8")
