"""Catalogue: the entries of every language, and the chosen language."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from typing import Any

from minemind.arguments import unknown
from minemind.words.template import Entry, Renderer

__all__ = ["ENGLISH", "FOLDER", "LANGUAGES", "Catalogue", "phrase", "speak", "speaking", "spoken"]

FOLDER = Path(__file__).parent
ENGLISH = "en"

# English first, then the others by their names.
LANGUAGES = tuple(sorted((path.stem for path in FOLDER.glob("*.json")), key=lambda name: (name != ENGLISH, name)))

# Per thread or task, so that a server can speak several languages at once.
_SPOKEN: ContextVar[str] = ContextVar("language", default=ENGLISH)


class Catalogue(Renderer):
    """All entries of a language."""

    def __init__(self, language: str) -> None:
        self.language = language
        entries: dict[str, Entry] = json.loads((FOLDER / f"{language}.json").read_text(encoding="utf-8"))
        super().__init__(entries)


@cache
def _read(language: str) -> Catalogue:
    return Catalogue(language)


def spoken() -> Catalogue:
    """The catalogue of the chosen language."""
    return _read(_SPOKEN.get())


def phrase(key: str, **values: Any) -> str:
    """A sentence in the chosen language."""
    return spoken().phrase(key, values)


def speak(language: str) -> None:
    """Choose the language of all texts from now on."""
    _SPOKEN.set(_checked(language))


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Choose the language of all texts in the block."""
    token = _SPOKEN.set(_checked(language))
    try:
        yield
    finally:
        _SPOKEN.reset(token)


def _checked(language: str) -> str:
    if language not in LANGUAGES:
        raise unknown(language, LANGUAGES, "an available language")
    return language
