"""The command `minemind`: its subcommands in groups, and one place where everything that goes wrong is said."""

from __future__ import annotations

import io
import sys
import warnings
from pathlib import Path
from typing import Annotated

import typer

import minemind as mm
from minemind.cli import ask, configurations, files, games, lab, optimal, shell
from minemind.cli.output import ANSWERS_JSON, complain, print_json

__all__ = ["app", "main", "prepare"]

app = typer.Typer(
    name="minemind",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
    help="A Minesweeper engine and solver: what is safe, why, and which guess is best. "
    "[dim]minemind FILE analyses a file.[/dim]",
)
for room in (ask, optimal, shell, games, lab, files, configurations):
    room.add_to(app)


@app.callback(invoke_without_command=True)
def _about(
    version: Annotated[bool, typer.Option("--version", help="Say which version this is.", is_eager=True)] = False,
) -> None:
    if version:
        print(f"minemind {mm.__version__}")
        raise typer.Exit


def main(arguments: list[str] | None = None) -> None:
    """Run a command; the exit code says how it went: 0 answered, 1 no answer, 2 wrong usage, 130 interrupted."""
    words = sys.argv[1:] if arguments is None else arguments
    prepare()
    try:
        app(_completed(words), prog_name="minemind")
    except mm.MineMindError as error:
        _say(error)
        sys.exit(1)


def prepare() -> None:
    """What every command of ours wants of the process that it runs in."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal without × is no reason to stop
    warnings.showwarning = lambda message, *_, **__: complain(f"note: {message}")
    warnings.simplefilter("always", mm.Assumption)


def _completed(words: list[str]) -> list[str]:
    """A file in place of a command asks for its analysis."""
    commands = {command.name for command in app.registered_commands}
    if words and words[0] not in commands and (words[0] == "-" or Path(words[0]).is_file()):
        return ["analyse", *words]
    return words


def _say(error: mm.MineMindError) -> None:
    if ANSWERS_JSON.get():
        cells = [list(cell) for cell in getattr(error, "cells", ())]
        print_json({"error": {"kind": type(error).__name__, "message": str(error), "cells": cells}})
    else:
        complain(f"minemind: {error}")
