"""The command `minemind`: its subcommands in groups, and one place where everything that goes wrong is said."""

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

# What typer raises for words that it cannot take apart; it has a public name for the narrowest kind only.
USAGE_ERROR: Any = typer.BadParameter.__base__

# What is wrong with the words of a command line, whoever notices: an option, or the library that gets its value.
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
    """Run a command; gives the exit code."""
    prepare()
    return _answered(_completed(words), as_json="--json" in words)


def _answered(words: list[str], *, as_json: bool) -> int:
    """Run a command and say what went wrong; gives the exit code."""
    try:
        return _run(words)
    except mm.errors.TooLarge as error:  # a file; what a command line asks for is checked where it is read
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
    """Run a command; gives the exit code that it asks for.

    Not by typer's own `main`, which has its own words and codes for interrupts, closed pipes and wrong usage.
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
    """What typer found wrong, in words of ours: its own speak of Python's types."""
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
    """The value that was refused, where its checker says which."""
    cause = error.__cause__
    values = [str(fault["input"]) for fault in cause.errors()] if hasattr(cause, "errors") else []
    return f" {values[0]!r:.40}" if values else ""


def prepare() -> None:
    """What every command of ours wants of the process that it runs in."""
    prepare_streams()
    # What a text made its reader assume comes as notes; a strategy that cannot be loaded, say, as a warning.
    warnings.showwarning = lambda message, *_, **__: complain(f"note: {message}")
    warnings.simplefilter("always", mm.Assumption)


def _completed(words: list[str]) -> list[str]:
    """A file in place of a command asks for its analysis, and so does the American spelling."""
    if words[:1] == ["analyze"]:
        return ["analyse", *words[1:]]
    commands = {command.name for command in app.registered_commands}
    if words and words[0] not in commands and _names_a_file(words[0]):
        return ["analyse", *words]
    return words


def _names_a_file(word: str) -> bool:
    """Whether this can be no command: one that is mistyped should be told from a file that is not there."""
    is_file = os.path.isfile(word)  # noqa: PTH113  # Path raises where a name is too long
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
