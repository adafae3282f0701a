"""The command `minemind`: its subcommands in groups, and one place that reports everything that goes wrong."""

from __future__ import annotations

import os
import re
import sys
import warnings
from typing import Annotated, Any, NoReturn

import typer

import minemind as mm
from minemind.answers.json import error_json
from minemind.cli import (
    ask,
    batch,
    configurations,
    engine,
    files,
    games,
    generate,
    lab,
    mcp,
    optimal,
    page,
    quiz,
    report,
    review,
    serve,
    shell,
    stats,
    verify,
)
from minemind.cli.entry import COMPLETION, help_pages, leave, prepare_streams
from minemind.cli.help import named, values_text
from minemind.cli.output import WrongUsage, complain, print_json
from minemind.errors import FAULTS_IN_A_MESSAGE
from minemind.source import located
from minemind.words import phrase

__all__ = ["answered", "app", "main", "prepare"]

# What typer raises for words that it cannot parse; only its narrowest kind has a public name.
USAGE_ERROR: Any = typer.BadParameter.__base__

# Errors that mean wrong usage: raised by typer, by one of our options, or by the library that gets an option's value.
WRONG_USAGE: Any = (USAGE_ERROR, WrongUsage, mm.InvalidValue, mm.errors.OffBoard)

# Sentences of typer, and what we say instead.
SENTENCES = {
    r"option '(.+)' requires an argument": r"\1 needs a value",
    r"option '(.+)' does not take a value": r"\1 takes no value",
    r"got unexpected extra argument\S* \((.+)\)": r"too many arguments: \1",
    r"missing (?:argument|option) '(.+)'": r"\1 is missing",
    r"no such option: (\S+) \(Possible options: .*?([^ ,]+)\)": r"no such option: \1; did you mean \2?",
    r"\. Did you mean '(.+)'\?": r"; did you mean \1?",
}


class Overview(typer.core.TyperGroup):
    """All commands; their overview is the file that the entry prints."""

    def format_help(self, ctx: Any, formatter: Any) -> None:  # noqa: ARG002  # typer has no public name for either
        """Write the overview."""
        formatter.write(help_pages()[0])


app = typer.Typer(
    name="minemind",
    cls=Overview,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="A Minesweeper engine and solver: what is safe, why, and which guess is best.\n\n"
    "minemind FILE analyses a file; minemind COMMAND --help explains a command.",
)
for room in (
    ask,
    optimal,
    shell,
    review,
    games,
    lab,
    batch,
    quiz,
    report,
    stats,
    generate,
    files,
    verify,
    configurations,
    serve,
    page,
    engine,
    mcp,
):
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
    """Run a command and return the exit code."""
    prepare()
    return _answered(_completed(words), as_json="--json" in words)


def _answered(words: list[str], *, as_json: bool) -> int:
    """Run a command, report what went wrong, and return the exit code."""
    try:
        return _run(words)
    except mm.errors.TooLarge as error:  # a file; sizes given on the command line are checked when they are read
        _say(error, as_json=as_json)
        return 1
    except WRONG_USAGE as error:
        _say(_translated(error) if isinstance(error, USAGE_ERROR) else error, as_json=as_json)
        return 2
    except mm.MineMindError as error:
        _say(error, as_json=as_json)
        return 1
    except MemoryError:
        _say(mm.TooHard("not enough memory; try a smaller board"), as_json=as_json)
        return 1


def _run(words: list[str]) -> int:
    """Run a command and return the exit code that it asks for.

    This does not use typer's `main`, which has words and codes of its own for interrupts, closed pipes and wrong usage.
    """
    if COMPLETION in os.environ:
        return app(words, prog_name="minemind", standalone_mode=False) or 0
    group: Any = typer.main.get_command(app)
    try:
        with group.make_context("minemind", words) as context:
            group.invoke(context)
    except typer.Exit as end:
        return end.exit_code
    return 0


def _translated(error: Any) -> WrongUsage:
    """An error of typer in our own words: its own mention Python's types."""
    parameter = getattr(error, "param", None)
    values = values_text(parameter) if parameter else ""
    if values and type(error) is typer.BadParameter:
        return WrongUsage(f"{_name(parameter)}{_given(error)}: {values}")
    sentence = error.format_message().rstrip(".")
    sentence = sentence[0].lower() + sentence[1:]
    for theirs, ours in SENTENCES.items():
        sentence = re.sub(theirs, ours, sentence)
    more = f"; see {error.ctx.command_path} --help" if error.ctx and not sentence.endswith("?") else ""
    return WrongUsage(sentence + more)


def _name(parameter: Any) -> str:
    return next((name for name in parameter.opts if name.startswith("--")), named(parameter))


def _given(error: Any) -> str:
    """The value that was refused, if its checker tells."""
    cause = error.__cause__
    values = [str(fault["input"]) for fault in cause.errors()] if hasattr(cause, "errors") else []
    return f" {values[0]!r:.40}" if values else ""


def prepare() -> None:
    """Set up the process in the way that all our commands need."""
    prepare_streams()
    # What had to be assumed about a text comes as notes; a strategy that cannot be loaded, say, as a warning.
    warnings.showwarning = lambda message, *_, **__: complain(f"note: {message}")
    warnings.simplefilter("always", mm.Assumption)


def _completed(words: list[str]) -> list[str]:
    """The words with `analyse` put before a file that takes the place of a command, or instead of `analyze`."""
    if words[:1] == ["analyze"]:
        return ["analyse", *words[1:]]
    commands = {command.name for command in app.registered_commands}
    if words and words[0] not in commands and _names_a_file(words[0]):
        return ["analyse", *words]
    return words


def _names_a_file(word: str) -> bool:
    """Whether this cannot be a command: a file that does not exist is not reported as a mistyped command."""
    is_file = os.path.isfile(word)  # noqa: PTH113  # Path raises if a name is too long
    return word == "-" or is_file or (not word.startswith("-") and ("." in word or os.sep in word))


def _say(error: mm.MineMindError, *, as_json: bool) -> None:
    print_json(error_json(error)) if as_json else complain(f"minemind: {_sentence(error)}")


def _sentence(error: mm.MineMindError) -> str:
    """What went wrong. Several faults have a line each, and only the first few are listed."""
    if not error.faults:
        return str(error)
    opening = str(error).partition(str(error.faults[0]))[0].rstrip()
    shown = [*map(located, error.faults[:FAULTS_IN_A_MESSAGE])]
    if len(error.faults) == 1:
        return " ".join(filter(None, [opening, *shown]))
    left = len(error.faults) - len(shown)
    more = [phrase("text.more-faults", count=left)] if left else []
    return "\n  ".join([opening or phrase("text.faults", count=len(error.faults)), *shown, *more])
