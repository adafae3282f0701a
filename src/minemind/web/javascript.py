"""JavaScript as a list of tokens: just enough of the language to leave out comments and blanks.

Strings, templates and regular expressions are single tokens, and are never changed. Line ends stay, because JavaScript
gives them a meaning. What is left of a file is the same program, which a test checks with a real parser.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from minemind.errors import MineMindError

__all__ = ["ScriptFault", "Token", "stripped", "tokens"]


class ScriptFault(MineMindError):
    """A script of the page that cannot be put into a bundle; the message says where the fault is."""


class Token(NamedTuple):
    """A piece of a script: its kind (word, sign, string, template, regex, blank or comment) and its text."""

    kind: str
    text: str


_TOKEN = re.compile(
    r"""
      (?P<comment> //[^\n]* | /\*.*?\*/ )
    | (?P<blank> \s+ )
    | (?P<word> [\w$#]+ )
    | (?P<string> "(?:[^"\\\n]|\\.)*" | '(?:[^'\\\n]|\\.)*' )
    | (?P<template> ` )
    | (?P<sign> . )
    """,
    re.VERBOSE | re.DOTALL,
)
_REGEX = re.compile(r"/(?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/[a-z]*")
_TEMPLATE_TEXT = re.compile(r"(?:[^`\\$]|\\.|\$(?!\{))*", re.DOTALL)

# A slash after one of these begins a regular expression; after any other word, `)`, `]` or `}` it divides.
_BEFORE_REGEX = frozenset({"return", "typeof", "case", "in", "of", "do", "else", "void", "delete", "await", "yield"})

# A blank next to one of these separates nothing. + and - are not among them, because two of them could join; nor is the
# slash, which could become a comment.
_SEPARATING = frozenset("(){}[];,:?=<>&|!*%^~")


def tokens(script: str) -> Iterator[Token]:
    """All tokens of a script, in order; their texts, joined, are the script."""
    place, last = 0, Token("sign", ";")
    while place < len(script):
        token = _token_at(script, place, last)
        yield token
        place += len(token.text)
        if token.kind not in ("blank", "comment"):
            last = token


def _token_at(script: str, place: int, last: Token) -> Token:
    found = _TOKEN.match(script, place)
    assert found is not None
    assert found.lastgroup is not None
    if found.lastgroup == "template":
        return Token("template", script[place : _template_end(script, place)])
    if found[0] == "/" and _is_regex_next(last):
        regex = _REGEX.match(script, place)
        if regex is None:
            raise ScriptFault(f"line {_line(script, place)}: this regular expression does not end")
        return Token("regex", regex[0])
    if found[0] in "\"'":
        raise ScriptFault(f"line {_line(script, place)}: this string does not end")
    return Token(found.lastgroup, found[0])


def _is_regex_next(last: Token) -> bool:
    if last.kind == "word":
        return last.text in _BEFORE_REGEX
    return last.kind == "sign" and last.text not in ")]}"


def _template_end(script: str, start: int) -> int:
    """The end of the template that begins at `start`, with the code inside it."""
    place = start + 1
    while True:
        text = _TEMPLATE_TEXT.match(script, place)
        assert text is not None
        place = text.end()
        if script.startswith("`", place):
            return place + 1
        if place >= len(script):
            raise ScriptFault(f"line {_line(script, start)}: this template does not end")
        place = _code_end(script, place + len("${"))


def _code_end(script: str, place: int) -> int:
    """The end of the code that begins at `place`, inside a template, with its closing brace."""
    depth, read = 1, 0
    for token in tokens(script[place:]):
        read += len(token.text)
        if token.kind == "sign":
            depth += (token.text == "{") - (token.text == "}")
        if depth == 0:
            return place + read
    raise ScriptFault(f"line {_line(script, place)}: this template does not end")


def _line(script: str, place: int) -> int:
    return script.count("\n", 0, place) + 1


def stripped(script: list[Token]) -> list[Token]:
    """The same program without comments, indentation, and blanks that separate nothing."""
    kept: list[Token] = []
    gap = ""  # between the last token that was kept and the next: nothing, a blank or a line end
    for token in script:
        if token.kind in ("blank", "comment"):
            gap = "\n" if "\n" in gap + token.text else " "
            continue
        if kept and (gap == "\n" or (gap and not _is_separated(kept[-1], token))):
            kept.append(Token("blank", gap))
        kept.append(token)
        gap = ""
    return kept


def _is_separated(one: Token, other: Token) -> bool:
    return any(token.kind == "sign" and token.text in _SEPARATING for token in (one, other))
