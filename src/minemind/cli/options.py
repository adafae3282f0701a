"""Options: those that several commands share are defined once, as the fields of a dataclass.

A command with a parameter of such a class has all its options, with their defaults and help, and gets one value.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from enum import StrEnum
from functools import wraps
from inspect import Parameter
from typing import Annotated, Any, get_type_hints

import typer

from minemind import words
from minemind.cli.help import HelpedCommand

__all__ = ["Lang", "LanguageName", "register"]

LanguageName = StrEnum("LanguageName", [*words.LANGUAGES])  # type: ignore[misc]  # so that help and completion list them


def _speak(language: LanguageName) -> LanguageName:
    words.speak(str(language))
    return language


Lang = Annotated[LanguageName, typer.Option("--lang", help="Language of the output.", callback=_speak)]


def register(app: typer.Typer, panel: str, *commands: Callable[..., None]) -> None:
    """Add commands to the command line, in a panel of its overview."""
    for command in commands:
        app.command(cls=HelpedCommand, rich_help_panel=panel)(_with_option_sets(command))


def _with_option_sets(command: Callable[..., None]) -> Callable[..., None]:
    """The command as typer sees it: every parameter that is a set of options replaced by its options."""
    own = inspect.signature(command, eval_str=True).parameters.values()

    @wraps(command)
    def called(**given: Any) -> None:
        command(**{parameter.name: _argument(parameter, given) for parameter in own})

    expanded = [option for parameter in own for option in _options(parameter)]
    called.__signature__ = inspect.Signature(expanded)  # type: ignore[attr-defined]
    called.__annotations__ = {option.name: option.annotation for option in expanded}
    return called


def _options(parameter: Parameter) -> Iterator[Parameter]:
    if not is_dataclass(parameter.annotation):
        yield parameter.replace(kind=Parameter.KEYWORD_ONLY)
        return
    kinds = get_type_hints(parameter.annotation, include_extras=True)
    for option in fields(parameter.annotation):
        yield Parameter(option.name, Parameter.KEYWORD_ONLY, default=option.default, annotation=kinds[option.name])


def _argument(parameter: Parameter, given: dict[str, Any]) -> Any:
    options = parameter.annotation
    if not is_dataclass(options):
        return given[parameter.name]
    assert isinstance(options, type)
    return options(**{option.name: given[option.name] for option in fields(options)})
