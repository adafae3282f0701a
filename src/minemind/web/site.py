"""Site: the whole page as a handful of files that any web server can deliver, made in memory.

Files that never change under their name have a digest of their content in it: bundled scripts, styles, words, the
engine. The few names that others know stay: the page, the files that make it installable and usable without a network,
and the element for other pages. All addresses are relative, so that the site works in any folder of a host.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from minemind.web.bundle import bundle
from minemind.web.javascript import ScriptFault, stripped, tokens
from minemind.web.policy import META_POLICY

__all__ = ["ELEMENT", "ENCODINGS", "INDEX", "STATIC", "Site", "SiteFile", "brotli_is_missing", "build_site"]

STATIC = Path(__file__).with_name("static")
WORDS = Path(__file__).resolve().parents[1] / "words"

# Names that stay, without a digest.
INDEX = "index.html"
MANIFEST = "manifest.webmanifest"
SERVICE_WORKER = "service-worker.js"
ELEMENT = "minemind-board.js"

# Entries of the catalogues, by the beginnings of their names, that only the command line uses.
_SAID_BY_COMMANDS = """
    analysis.best analysis.components analysis.dead analysis.fifty-fifties analysis.method analysis.mines
    analysis.no-best analysis.note analysis.outside analysis.quality analysis.safe analysis.solutions assumed-share
    candidate cell.already cell.flagged cell.no-match cell.not- cell.nothing conclusion frontier game.given
    game.mines game.over game.seed game.several grade.moves guesses.exact guesses.legend. guesses.none
    guesses.numbers guesses.order guesses.partner guesses.unknown-numbers hint.all-flagged hint.nothing ignored
    impossible.some impossible.unknown list.none move.played proof.named record. review.action review.decided
    review.guess review.head. review.interrupted review.kinds review.measure.correctness review.measure.rqp
    review.measure.stnb review.measure.throughput review.moment. review.pluck review.profile review.report.all
    review.report.axis review.report.curve.text review.report.ring review.result review.risks review.skipped
    review.title review.unvalued review.why shell. text.faults text.more-faults text.note text.too-many-cells
    win.nothing
"""
NOT_THE_PAGES = tuple(_SAID_BY_COMMANDS.split())

# Files that no visitor waits for.
LATER = ("picture/worker.js", "icon.png")

# Not the system's types, which vary: browsers run no script and stream no engine of the wrong type.
TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
}
COMPRESSED_ALREADY = frozenset({".png"})

# The encodings by their names in HTTP, and the endings of the names of encoded copies.
ENCODINGS = {"br": ".br", "gzip": ".gz"}

# Digits of a digest in a name. Two files of a site never share it by chance: that takes some 2^40 files.
DIGITS = 20

# Levels of brotli: compressing the engine's 390 kB takes 20 ms at level 5, and 1 s at the last for a tenth less.
QUICK, BEST = 5, 11

_REFERENCE = re.compile(r'(?P<before>\b(?:href|src)=")(?P<name>[\w/-]+\.[\w.]+)(?=")')
_UNREAD = re.compile(r"<!--.*?-->\s*|(?<=\n) +", re.DOTALL)  # what browsers ignore: comments and indentation
_COMMENT = re.compile(rb"/\*.*?\*/", re.DOTALL)
_AROUND = re.compile(rb" ?([{};,]) ?|(?<=:) (?=[\w#\"-])")
_HEAD = re.compile(r'<meta charset="utf-8">\n')


class SiteFile(NamedTuple):
    """A file of the site."""

    name: str
    content: bytes
    is_lasting: bool  # whether the content under this name never changes

    @property
    def kind(self) -> str:
        """The media type of the file."""
        return TYPES[Path(self.name).suffix]

    @property
    def encodings(self) -> tuple[str, ...]:
        """The encodings that make it shorter, best first."""
        if Path(self.name).suffix in COMPRESSED_ALREADY:
            return ()
        return ("gzip",) if brotli_is_missing() else ("br", "gzip")

    def encoded(self, encoding: str, *, best: bool) -> bytes:
        """The content in an encoding: with `best` as short as possible, otherwise quickly."""
        if encoding == "gzip":
            return gzip.compress(self.content, 9, mtime=0)
        return bytes(_brotli().compress(self.content, quality=BEST if best else QUICK))


@dataclass(frozen=True)
class Site:
    """All files, by name."""

    files: dict[str, SiteFile]
    version: str
    kept: tuple[str, ...]  # for use without a network
    first_load: tuple[str, ...]  # those of them that a visitor waits for, with only the longest of the languages


@cache
def _brotli() -> Any:
    try:
        import brotli
    except ModuleNotFoundError:
        return None
    return brotli


def brotli_is_missing() -> bool:
    """Whether files can be compressed by gzip only."""
    return _brotli() is None


def build_site(static: Path = STATIC) -> Site:
    """The site, from the page's own files."""
    making = _Making(static.resolve())
    page = making.page()
    kept, first_load = (INDEX, *making.files), (INDEX, *making.first_load())
    version = _digest("\n".join((page, *making.files)).encode())
    for name, content in (
        (INDEX, page),
        (SERVICE_WORKER, making.service_worker(version)),
        (MANIFEST, making.manifest()),
        (ELEMENT, making.element()),
    ):
        making.files[name] = SiteFile(name, content.encode(), is_lasting=False)
    return Site(making.files, version, kept, first_load)


class _Making:
    """A site that is being made."""

    def __init__(self, static: Path) -> None:
        self.static = static
        self.files: dict[str, SiteFile] = {}
        self._located: dict[Path, str | None] = {}  # None while it is being made
        self._parts: set[str] = set()

    def page(self) -> str:
        """The page, with the rules for what it may load, and its references as they are in the site."""
        text = _UNREAD.sub("", (self.static / INDEX).read_text(encoding="utf-8"))
        text = _REFERENCE.sub(lambda found: found["before"] + self._referred(found["name"]), text)
        rules = f'<meta charset="utf-8">\n<meta http-equiv="Content-Security-Policy" content="{META_POLICY}">\n'
        return _HEAD.sub(rules, text, count=1)

    def service_worker(self, version: str) -> str:
        """The script that keeps the site for use without a network, with the list of what it keeps."""
        kept = {"version": version, "files": ["./", *(f"./{name}" for name in self.files)]}
        script = (self.static / SERVICE_WORKER).read_text(encoding="utf-8")
        program = "".join(token.text for token in stripped(list(tokens(script))))
        return f"self.SITE={json.dumps(kept)};\n{program}\n"

    def manifest(self) -> str:
        """The manifest, which makes the page installable."""
        said = json.loads((self.static / MANIFEST).read_text(encoding="utf-8"))
        for icon in said["icons"]:
            icon["src"] = self._locate(self.static / icon["src"])
        return json.dumps(said)

    def element(self) -> str:
        """The element for other pages, in one script."""
        return bundle(self.static / ELEMENT, self._locate, self._store)

    def first_load(self) -> Iterator[str]:
        """The files built so far that a visitor waits for."""
        languages = [name for path, name in self._located.items() if name and path.parent == WORDS]
        longest = max(languages, key=lambda name: len(self.files[name].content), default=None)
        later = {*self._parts, *languages, *(self._located.get(self.static / name) for name in LATER)} - {longest}
        return (name for name in self.files if name not in later)

    def _referred(self, name: str) -> str:
        return f"./{name}" if name == MANIFEST else self._locate(self.static / name)

    def _locate(self, path: Path) -> str:
        """The address of a file in the site; the file is added if it is not there yet."""
        if path not in self._located:
            self._located[path] = None
            self._located[path] = self._add(path, self._content(path))
        name = self._located[path]
        if name is None:
            raise ScriptFault(f"{path.name} loads itself, so that its name cannot have its digest")
        return f"./{name}"

    def _store(self, part: Path, script: str) -> str:
        """Add a part of a bundle, which is named after a file on the disk, and return its address."""
        name = self._add(part, script.encode())
        self._parts.add(name)
        return f"./{name}"

    def _add(self, path: Path, content: bytes) -> str:
        name = f"{path.stem}.{_digest(content)}{path.suffix}"
        self.files[name] = SiteFile(name, content, is_lasting=True)
        return name

    def _content(self, path: Path) -> bytes:
        if path.suffix == ".js":
            return bundle(path, self._locate, self._store).encode()
        try:
            content = path.read_bytes()
        except FileNotFoundError:
            raise ScriptFault(f"there is no {path.name} for the page to load") from None
        return COMPACTED.get(path.suffix, bytes)(content)


def _compact(text: bytes) -> bytes:
    """A catalogue as JSON without blanks, and without the entries that the page never uses."""
    said = {key: value for key, value in json.loads(text).items() if not key.startswith(NOT_THE_PAGES)}
    return json.dumps(said, ensure_ascii=False, separators=(",", ":")).encode()


def _compact_style(text: bytes) -> bytes:
    """A style sheet without comments, and without blanks that mean nothing."""
    return _AROUND.sub(rb"\1", b" ".join(_COMMENT.sub(b"", text).split()))


COMPACTED = {".json": _compact, ".css": _compact_style}


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:DIGITS]
