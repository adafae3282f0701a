"""The catalogue: every language says the same, and the language can be chosen."""

from __future__ import annotations

import contextvars
import doctest
import json
import threading
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

import minemind as mm
from minemind import words
from minemind.words.catalogue import FOLDER
from minemind.words.template import PLACEHOLDER

OTHERS = [language for language in words.LANGUAGES if language != words.ENGLISH]


def entries(language: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((FOLDER / f"{language}.json").read_text(encoding="utf-8"))
    return found


def shape(entry: Any) -> Any:
    """An entry without its words: its choices, its parts, and the placeholders of each text."""
    if isinstance(entry, str):
        return sorted(match.group() for match in PLACEHOLDER.finditer(entry))
    if "parts" in entry:
        return entry["parts"]
    return {name: case if name == "by" else shape(case) for name, case in entry.items()}


def texts(entry: Any) -> Iterator[str]:
    if isinstance(entry, str):
        yield entry
    elif "parts" in entry:
        yield entry["join"]
    else:
        for name, case in entry.items():
            if name != "by":
                yield from texts(case)


def test_english_and_german_are_there() -> None:
    assert words.LANGUAGES == ("en", "de")


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_no_key_stands_twice_where_the_second_would_replace_the_first(language: str) -> None:
    def keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        assert [key for key, times in Counter(key for key, _ in pairs).items() if times > 1] == []
        return dict(pairs)

    json.loads((FOLDER / f"{language}.json").read_text(), object_pairs_hook=keys)


@pytest.mark.parametrize("language", OTHERS)
def test_every_language_has_the_keys_choices_and_placeholders_of_english(language: str) -> None:
    english, other = entries(words.ENGLISH), entries(language)
    assert list(other) == list(english)
    assert {key: shape(entry) for key, entry in other.items()} == {key: shape(entry) for key, entry in english.items()}


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_all_that_entries_refer_to_is_there(language: str) -> None:
    known = words.Catalogue(language)
    for key, entry in known.entries.items():
        for text in texts(entry):
            assert text == text.strip() or "join" in entry, key
            assert text.count("{") == len(PLACEHOLDER.findall(text)), key
            for _, form in PLACEHOLDER.findall(text):
                assert not form or form in known._formats or form.removeprefix("each ") in known.entries, (key, form)
        if not isinstance(entry, str):
            assert set(entry.get("parts", ())) <= set(known.entries), key


def test_the_docstring_is_true() -> None:
    assert doctest.testmod(words).failed == 0
    assert doctest.testmod(words).attempted > 3


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(mm.InvalidValue, match=r"^'xx' is not an available language; choose from en, de$"):
        words.speak("xx")
    with pytest.raises(mm.InvalidValue), words.speaking("../en"):
        pass


def test_a_language_lasts_as_long_as_its_block_even_after_an_error() -> None:
    with words.speaking("de"):
        assert words.phrase("hint.nothing-certain") == "nichts ist eindeutig"
    assert words.phrase("hint.nothing-certain") == "nothing is certain"
    with pytest.raises(ZeroDivisionError), words.speaking("de"):
        raise ZeroDivisionError
    assert words.phrase("hint.nothing-certain") == "nothing is certain"


def test_a_chosen_language_stays_and_other_threads_keep_theirs() -> None:
    heard: list[str] = []

    def listen() -> None:
        heard.append(words.phrase("language"))

    def choose() -> None:
        words.speak("de")
        thread = threading.Thread(target=listen)
        thread.start()
        thread.join()
        listen()

    contextvars.copy_context().run(choose)
    assert heard == ["English", "Deutsch"]
