"""Help: what a command is for, its arguments and its options, as plain text that wraps at words.

The help of a command, the reference of the site and the messages about wrong values describe an option in the same
words. typer's own help names the types of Python, breaks words and draws boxes around them.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator
from typing import Any, get_args

import typer

from minemind.cli.entry import WIDTH, line_width

__all__ = ["HelpedCommand", "described", "indented", "named", "usage", "values_text"]

# Names longer than this have a line of their own.
NAMES_WIDTH = 26

# Placeholders for values whose options do not name them.
NAMES = {int: "N", float: "X", str: "TEXT"}
NUMBERS = {int: "a whole number", float: "a number"}

# What typer says about the options that it adds by itself.
OWN_WORDS = {
    "--help": "Show this message.",
    "--install-completion": "Install completion for the current shell.",
    "--show-completion": "Print the completion script of the current shell.",
}


class HelpedCommand(typer.core.TyperCommand):
    """A command with help in this form."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the help."""
        formatter.write(_help(self, ctx) + "\n")


def _help(command: Any, context: Any) -> str:
    parts = [f"Usage: {usage(command, context)}", *(_filled(part) for part in (command.help or "").split("\n\n"))]
    rows: dict[str, list[tuple[str, str]]] = {"argument": [], "option": []}
    for parameter in command.get_params(context):
        rows[parameter.param_type_name].append((named(parameter), described(parameter)))
    parts += [_section(f"{kind.title()}s", lines) for kind, lines in rows.items() if lines]
    return "\n\n".join(parts)


def usage(command: Any, context: Any) -> str:
    """How a command is typed."""
    arguments = [parameter for parameter in command.params if parameter.param_type_name == "argument"]
    given = [named(one) if one.required else f"[{named(one)}]" for one in arguments]
    return " ".join([context.command_path, *given, "[OPTIONS]"])


def _section(title: str, rows: list[tuple[str, str]]) -> str:
    width = max(len(names) for names, _ in rows if len(names) <= NAMES_WIDTH)
    return "\n".join([title, *(indented(*row, width) for row in rows)])


def indented(names: str, text: str, width: int) -> str:
    """A row: names at the left, and next to them what they mean."""
    margin = " " * (width + 4)
    if len(names) > width:
        return f"  {names}\n{_filled(text, margin, margin)}"
    return _filled(text, f"  {names:{width}}  ", margin)


def _filled(text: str, first: str = "", later: str = "") -> str:
    return textwrap.fill(
        " ".join(text.split()),
        max(line_width(), 2 * len(later), WIDTH // 2),
        initial_indent=first,
        subsequent_indent=later,
        break_long_words=False,
        break_on_hyphens=False,
    )


def named(parameter: Any) -> str:
    """How an argument or option is typed: a flag takes no value."""
    if parameter.param_type_name == "argument":
        return str(parameter.metavar or parameter.name.upper())
    names = ", ".join(sorted(parameter.opts, key=len))
    return names if parameter.is_flag else f"{names} {_value_name(parameter)}"


def _value_name(parameter: Any) -> str:
    choices = _choices(parameter)
    return parameter.metavar or "|".join(choices) or NAMES[_kind(parameter)]


def described(parameter: Any) -> str:
    """What an argument or option means, and its default."""
    text = OWN_WORDS.get(max(parameter.opts, key=len), parameter.help or "")
    default = _default(parameter)
    return f"{text} (default: {default})" if default else text


def _default(parameter: Any) -> str:
    if isinstance(parameter.show_default, str):
        return parameter.show_default
    value = None if parameter.param_type_name == "argument" else parameter.default
    return "" if value is None or isinstance(value, bool) or not parameter.show_default else str(value)


def values_text(parameter: Any) -> str:
    """What can be given for an argument or option, as part of a sentence; empty if anything can."""
    if choices := _choices(parameter):
        return f"choose from {', '.join(choices)}"
    least, most = getattr(parameter, "min", None), getattr(parameter, "max", None)
    limits = "" if least is None else f" from {least}" if most is None else f" from {least} to {most}"
    number = NUMBERS.get(_kind(parameter), "")
    return f"give {number}{limits}" if number else ""


def _choices(parameter: Any) -> list[str]:
    return [*map(str, _values(parameter.type_descriptor.choices))]


def _values(choices: Iterable[Any] | None) -> Iterator[Any]:
    for choice in choices or ():
        yield getattr(choice, "value", choice)


def _kind(parameter: Any) -> Any:
    """The type of a parameter's value, or of each of its values."""
    kind = parameter.type_descriptor.annotation
    return next(iter(get_args(kind)), kind)
