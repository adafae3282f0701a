"""The command `minemind`: its subcommands in groups, and one place where everything that goes wrong is said."""

from __future__ import annotations

import os
import sys
import warnings
from typing import Annotated, Any, NoReturn

import typer

import minemind as mm
from minemind.answers.json import error_json
from minemind.cli import ask, batch, configurations, files, games, lab, optimal, report, serve, shell
from minemind.cli.entry import HELP, leave, prepare_streams
from minemind.cli.output import WrongUsage, complain, print_json

__all__ = ["answered", "app", "main", "prepare"]

# What typer raises for words that it cannot take apart; it has a public name for the narrowest kind only.
USAGE_ERROR: Any = typer.BadParameter.__base__


class Overview(typer.core.TyperGroup):
    """All commands; their overview is the file that the entry prints."""

    def format_help(self, ctx: Any, formatter: Any) -> None:  # noqa: ARG002  # typer has no public name for either
        """Write the overview."""
        formatter.write(HELP.read_text(encoding="utf-8"))


app = typer.Typer(
    name="minemind",
    cls=Overview,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
    help="A Minesweeper engine and solver: what is safe, why, and which guess is best.\n\n"
    "minemind FILE analyses a file; minemind COMMAND --help explains a command.",
)
for room in (ask, optimal, shell, serve, games, lab, report, batch, files, configurations):
    room.add_to(app)


@app.callback(invoke_without_command=True)
def _about(
    version: Annotated[bool, typer.Option("--version", help="Print the version.", is_eager=True)] = False,
) -> None:
    if version:
        print(f"minemind {mm.__version__}")
        raise typer.Exit


def main(arguments: list[str] | None = None) -> NoReturn:
    """Run a command and exit."""
    words = sys.argv[1:] if arguments is None else arguments
    leave(lambda: answered(words))


def answered(words: list[str]) -> int:
    """Run a command; gives the exit code."""
    prepare()
    return _answered(_completed(words), as_json="--json" in words)


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
    prepare_streams()
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
