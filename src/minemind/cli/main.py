"""The command `minemind`: its subcommands in groups, and one place where everything that goes wrong is said."""

from __future__ import annotations

import errno
import io
import os
import sys
import warnings
from pathlib import Path
from typing import Annotated, Any

import typer

import minemind as mm
from minemind.answers.json import error_json
from minemind.cli import ask, batch, configurations, files, games, lab, optimal, report, serve, shell
from minemind.cli.output import WrongUsage, complain, print_json

__all__ = ["app", "main", "prepare"]

# What typer raises for words that it cannot take apart; it has a public name for the narrowest kind only.
USAGE_ERROR: Any = typer.BadParameter.__base__

app = typer.Typer(
    name="minemind",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
    help="A Minesweeper engine and solver: what is safe, why, and which guess is best. "
    "[dim]minemind FILE analyses a file.[/dim]",
)
for room in (ask, optimal, shell, serve, games, lab, report, batch, files, configurations):
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
        code = _answered(_completed(words), as_json="--json" in words)
        sys.stdout.flush()
    except OSError as error:  # what reads our answers is gone, or the disk is full
        if error.errno != errno.EPIPE:
            complain(f"minemind: cannot write the answer: {error.strerror}")
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # Python tries once more when it ends
        code = 1
    sys.exit(code)


def _answered(words: list[str], *, as_json: bool) -> int:
    """Run a command and say what went wrong; gives the exit code."""
    try:
        return app(words, prog_name="minemind", standalone_mode=not as_json) or 0
    except SystemExit as end:
        return int(end.code or 0)
    except mm.MineMindError as error:
        _say(error, as_json=as_json)
        return 2 if isinstance(error, WrongUsage) else 1
    except USAGE_ERROR as error:
        _say(WrongUsage(error.format_message()), as_json=as_json)
        return 2
    except MemoryError:
        _say(mm.TooHard("there is not enough memory for that; try a smaller board"), as_json=as_json)
        return 1


def prepare() -> None:
    """What every command of ours wants of the process that it runs in."""
    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:  # closed by whoever started us
            setattr(sys, name, Path(os.devnull).open("r" if name == "stdin" else "w"))  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal without × is no reason to stop
    # What a text made its reader assume comes as notes; a strategy that cannot be loaded, say, as a warning.
    warnings.showwarning = lambda message, *_, **__: complain(f"note: {message}")
    warnings.simplefilter("always", mm.Assumption)


def _completed(words: list[str]) -> list[str]:
    """A file in place of a command asks for its analysis."""
    commands = {command.name for command in app.registered_commands}
    if words and words[0] not in commands and _names_a_file(words[0]):
        return ["analyse", *words]
    return words


def _names_a_file(word: str) -> bool:
    """Whether this can be no command: one that is mistyped should be told from a file that is not there."""
    is_file = os.path.isfile(word)  # noqa: PTH113  # Path raises where a name is too long
    return word == "-" or is_file or (not word.startswith("-") and ("." in word or os.sep in word))


def _say(error: mm.MineMindError, *, as_json: bool) -> None:
    print_json(error_json(error)) if as_json else complain(f"minemind: {error}")
