"""Every public name has a docstring with an example, and every example gives the output that it shows."""

from __future__ import annotations

import doctest
import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import Any, get_origin

import pytest

import minemind as mm
from minemind import solve
from minemind.strategy import registry

# Classes whose members must be documented: those that the root exports, and what `analyse` returns.
CLASSES = {name: value for name in mm.__all__ if inspect.isclass(value := getattr(mm, name))} | {"Exact": solve.Exact}


def modules() -> Iterator[str]:
    yield "minemind"
    for found in pkgutil.walk_packages(mm.__path__, "minemind."):
        if not found.name.startswith(("minemind.cli", "minemind.web", "minemind.__main__")):
            yield found.name


def documented(thing: Any, name: str) -> Iterator[tuple[str, str]]:
    """The docstrings of a module or a class and of everything defined in it, by name."""
    yield name, inspect.cleandoc(thing.__doc__ or "")
    for key, value in vars(thing).items():
        member = unwrapped(value)
        module = thing.__name__ if isinstance(thing, ModuleType) else thing.__module__
        if getattr(member, "__module__", None) != module:
            continue
        if inspect.isclass(member):
            yield from documented(member, f"{name}.{key}")
        elif inspect.isfunction(member):
            yield f"{name}.{key}", inspect.cleandoc(member.__doc__ or "")


def unwrapped(value: Any) -> Any:
    """The function behind a method or a property."""
    if isinstance(value, classmethod | staticmethod):
        return value.__func__
    if isinstance(value, property):
        return value.fget
    return value.func if isinstance(value, cached_property) else value


@pytest.mark.parametrize("name", list(modules()))
def test_examples_give_what_they_show(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    monkeypatch.setattr(registry, "_REGISTERED", {})  # what an example registers does not outlive it
    module = importlib.import_module(name)
    for place, text in documented(module, name):
        runner.run(doctest.DocTestParser().get_doctest(text, {**vars(module), "mm": mm}, place, name, 0))
    assert runner.summarize(verbose=False).failed == 0


def public_members(kind: type) -> dict[str, Any]:
    """The public methods and properties of a class, with those that it inherits from other classes of ours."""
    found: dict[str, Any] = {}
    for base in reversed(kind.__mro__):
        if base.__module__.startswith("minemind"):
            found |= {name: value for name, value in vars(base).items() if not name.startswith("_")}
    return {name: value for name, value in found.items() if inspect.isfunction(unwrapped(value))}


def is_documentable(name: str) -> bool:
    """Whether a name can have a docstring: constants and aliases cannot."""
    value = getattr(mm, name)
    return inspect.isclass(value) or inspect.isfunction(value) or inspect.ismodule(value)


@pytest.mark.parametrize("name", [name for name in mm.__all__ if is_documentable(name)])
def test_every_public_name_has_an_example(name: str) -> None:
    assert ">>> " in (getattr(mm, name).__doc__ or "")


def test_what_has_no_docstring_is_in_the_tour() -> None:
    assert mm.__doc__
    for name in mm.__all__:
        if not is_documentable(name):
            assert f"`{name}`" in mm.__doc__, name


@pytest.mark.parametrize("name", CLASSES)
def test_every_public_method_has_an_example_and_every_property_is_in_one(name: str) -> None:
    kind = CLASSES[name]
    shown = "\n".join(base.__doc__ or "" for base in kind.__mro__ if base.__module__.startswith("minemind"))
    for member, value in public_members(kind).items():
        text = unwrapped(value).__doc__ or ""
        is_shown = f".{member}" in shown.partition(">>>")[2] and not inspect.isfunction(value)
        assert ">>> " in text or is_shown, f"{name}.{member}"
        assert text.strip(), f"{name}.{member}"


def test_help_reads_as_a_tour() -> None:
    """The package's docstring mentions every public name."""
    assert mm.__doc__
    missing = [name for name in mm.__all__ if f"mm.{name}" not in mm.__doc__ and f"`{name}`" not in mm.__doc__]
    assert missing == []


def test_no_alias_hides_what_it_is() -> None:
    assert all(get_origin(getattr(mm, name)) is None for name in mm.__all__ if is_documentable(name))
