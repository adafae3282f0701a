"""Names: the bytes of a name in a file of another program, as text.

Old programs wrote names in the character set of the player's Windows, and did not say which. Chinese players, who are
many, wrote two high bytes for every character; others a single one between ASCII letters.
"""

from __future__ import annotations

import re

__all__ = ["decoded", "printable"]

# High bytes occur only in pairs.
_PAIRS = re.compile(rb"([\x00-\x7f]|[\xa1-\xfe][\xa1-\xfe])*")


def decoded(name: bytes, encoding: str = "") -> str:
    r"""A name as text, without unprintable characters; the file may say that it is `utf8`, or not (`windows`).

    >>> from minemind.formats.names import decoded
    >>> decoded(b"\xcd\xf5\xbc\xce\xc4\xfe"), decoded(b"M\xfcller"), decoded("Ada ♥".encode())
    ('王嘉宁', 'Müller', 'Ada ♥')
    """
    if encoding != "windows":
        try:
            return printable(name.decode("utf-8"))
        except UnicodeDecodeError:
            pass
    if _PAIRS.fullmatch(name):
        return printable(name.decode("gb18030", "replace"))
    return printable(name.decode("cp1252", "replace"))


def printable(text: str) -> str:
    """A text without unprintable characters."""
    return "".join(sign for sign in text if sign.isprintable()).strip()
