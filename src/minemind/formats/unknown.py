"""Unknown: says in one sentence what a file seems to be if no format recognises it."""

from __future__ import annotations

import codecs
import re

from minemind.errors import UnknownFormat
from minemind.formats import mbf

__all__ = ["can_be_board", "is_text", "refusal"]

# How files of other kinds begin.
_BEGINNINGS = {
    b"\x89PNG": "a PNG image",
    b"\xff\xd8\xff": "a JPEG image",
    b"GIF8": "a GIF image",
    b"BM": "a BMP image",
    b"RIFF": "an image, a sound or a video",
    b"II*\0": "a TIFF image",
    b"MM\0*": "a TIFF image",
    b"PK": "a zip archive, or an Office document",
    b"\x1f\x8b": "a gzip archive",
    b"BZh": "a bzip2 archive",
    b"\xfd7zXZ": "an xz archive",
    b"\x28\xb5\x2f\xfd": "a zstd archive",
    b"7z\xbc\xaf": "a 7-Zip archive",
    b"Rar!": "a RAR archive",
    b"%PDF": "a PDF document",
    b"\xd0\xcf\x11\xe0": "an old Office document",
    b"{\\rtf": "an RTF document",
    b"\x7fELF": "a program",
    b"MZ": "a program",
    b"\xca\xfe\xba\xbe": "a program",
    b"\xcf\xfa\xed\xfe": "a program",
    b"\0asm": "a program",
    b"SQLite format 3": "an SQLite database",
    b"*umf": "a replay of an early Vienna Minesweeper (UMF)",
    b"RGMH": "a saved game of Windows Minesweeper",
}
_WIDE_TEXT = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE, codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)
_MARKUP = re.compile(rb"\s*(?:<!doctype html|<html|<head|<body)", re.IGNORECASE)
_XML = re.compile(rb"\s*<(?:\?xml|!--|[a-z])", re.IGNORECASE)

# Control characters that no text has: all but tabs, line ends and form feeds.
_CONTROL = re.compile(rb"[\x00-\x08\x0b\x0e-\x1f\x7f]")

# Beginnings of files that may be plain text, but hold no board.
_TEXTUAL = (b"%PDF", b"{\\rtf", b"<", b"[")

# Characters that no board has, and how many of them pass as typing errors, however small the board is.
_NO_CELL = re.compile(rb"[^\s0-9.?#!*HFMBox_,;|\x22\x2d\x80-\xff]")
_SLIPS = 3

_JSON_LIST = re.compile(rb"\s*\[\s*(?:[\[{\"0-9\x2d\]]|true|false|null).*\]\s*", re.DOTALL)

# The header of a board: rows, columns and mines, perhaps followed by options.
_HEADER = re.compile(rb"\d+ \d+ (?:\d+|\?)(?: |\s*$)")

_WANTED = "give a position, a layout or a game"

# How much of a file is examined for prose, and for UTF-16 and UTF-32 without a mark; no other check is limited to it.
_LOOK = 4096


def is_text(content: bytes) -> bool:
    """Whether these bytes can be UTF-8 text."""
    if _CONTROL.search(content):
        return False
    try:
        content.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def can_be_board(content: bytes) -> bool:
    """Whether this is a text, and not clearly one of another kind."""
    start = content.removeprefix(codecs.BOM_UTF8).lstrip()
    if not start or start.startswith(_TEXTUAL) or not is_text(content):
        return False
    return start.startswith(b"{") or not _is_prose(start)


def _is_prose(content: bytes) -> bool:
    """Whether over a third of the characters are ones that no board has; a text with a link or a header is no prose."""
    text = content[:_LOOK]
    if b"board=" in text or b"://" in text:
        return False
    if _HEADER.match(text.partition(b"\n")[0]):
        return False
    others = len(_NO_CELL.findall(text))
    return others > _SLIPS and 3 * others > len(b"".join(text.split()))


def refusal(content: bytes) -> UnknownFormat:
    """The error for a file that no format recognises; its sentence continues the name of the file."""
    if not content.removeprefix(codecs.BOM_UTF8).strip():
        return UnknownFormat("is empty")
    if what := _other_kind(content):
        return UnknownFormat(f"seems to be {what}, not a board; {_WANTED}")
    if content.startswith(_WIDE_TEXT) or _is_wide(content[:_LOOK]):
        return UnknownFormat("seems to be UTF-16 or UTF-32 text; save it as UTF-8")
    if mbf.seems_cut_off(content):
        return UnknownFormat("seems to be a board file (.mbf) that was cut off or damaged")
    if _CONTROL.search(content):
        return UnknownFormat(f"is neither text nor a format MineMind knows; {_WANTED}")
    return UnknownFormat("is not UTF-8 text; save it as UTF-8")


def _other_kind(content: bytes) -> str | None:
    """What kind a file is of, by its beginning, or because it is a text; None if that is unknown."""
    for beginning, what in _BEGINNINGS.items():
        if content.startswith(beginning) and not (len(beginning) == 2 and is_text(content)):
            return what
    if _MARKUP.match(content):
        return "a web page"
    if _XML.match(content):
        return "XML"
    if _JSON_LIST.fullmatch(content):
        return "JSON of another program"
    return "text of another kind" if is_text(content) else None


def _is_wide(content: bytes) -> bool:
    """Whether every other byte is zero, as in plain text of two or four bytes a character."""
    return len(content) > 3 and any(content[1::2]) != any(content[::2])
