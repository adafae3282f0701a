"""Publish: the site written into a folder, for any web server to deliver.

The folder can be one that was published to before: its list says which files are ours, so that those of an older
version are removed, and no others. Every file is replaced as a whole, and the page last, so that a visitor meanwhile
gets either the old site or the new one.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Generator
from pathlib import Path
from typing import NamedTuple

from minemind.errors import FileError
from minemind.files import is_partial, read_file, trouble, write_file
from minemind.formats.document import SCHEMA
from minemind.web.site import ENCODINGS, INDEX, Site, SiteFile

__all__ = ["LIST", "Published", "publish"]

# The list of our files in a folder.
LIST = "minemind-site.json"

# The form of our files' names: never a path that leads elsewhere, even if the list was tampered with.
_NAME = re.compile(r"[\w-]+(\.[\w-]+)+", re.ASCII)


class Published(NamedTuple):
    """A file of the site as it was written, with the bytes of each of its copies."""

    name: str
    bytes: int
    encoded: dict[str, int]

    @property
    def smallest(self) -> int:
        """The size of the shortest copy, which is the least that a server has to send."""
        return min((self.bytes, *self.encoded.values()))


def publish(site: Site, folder: Path) -> Generator[Published, None, None]:
    """Write a site, file by file. Raises `FileError` if the folder holds anything that is not ours."""
    old = _ours(folder)
    new = {name for file in site.files.values() for name in (file.name, *_copies(file))}
    # Listed before they are written: what an interrupted run leaves behind is still ours.
    _list(folder, site, old | new)
    for file in sorted(site.files.values(), key=lambda file: (file.name == INDEX, not file.is_lasting)):
        yield _written(folder, file)
    for name in old - new:
        (folder / name).unlink(missing_ok=True)
    _list(folder, site, new)


def _ours(folder: Path) -> set[str]:
    """The names of our files in a folder, which is created if it does not exist."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        found = [path for path in folder.iterdir() if not is_partial(path)]
    except OSError as error:
        raise trouble("write", folder, error) from error
    if not found:
        return set()
    if not (folder / LIST).is_file():
        raise FileError(
            f"{os.fspath(folder)!r} holds other files; choose an empty folder, or one that holds an older site",
            os.fspath(folder),
        )
    return _listed(folder)


def _listed(folder: Path) -> set[str]:
    """The names on the list of a folder. Raises `FileError` unless all of them are names of files in it."""
    try:
        names = json.loads(read_file(folder / LIST))["files"]
        if all(isinstance(name, str) and _NAME.fullmatch(name) for name in names):
            return set(names)
    except (ValueError, TypeError, KeyError):
        pass
    path = os.fspath(folder / LIST)
    raise FileError(f"{path!r} is damaged; choose another folder, or empty this one", path)


def _list(folder: Path, site: Site, names: set[str]) -> None:
    said = {"minemind": SCHEMA, "kind": "site", "version": site.version, "files": sorted(names)}
    write_file(folder / LIST, json.dumps(said, indent=1).encode() + b"\n")


def _copies(file: SiteFile) -> dict[str, str]:
    """The names of a file's compressed copies, and the encoding of each."""
    return {file.name + ENCODINGS[encoding]: encoding for encoding in file.encodings}


def _written(folder: Path, file: SiteFile) -> Published:
    """Write a file after its compressed copies, which a server may prefer as soon as the file is there."""
    sizes = {}
    for name, encoding in _copies(file).items():
        content = file.encoded(encoding, best=True)
        sizes[encoding] = len(content)
        write_file(folder / name, content)
    write_file(folder / file.name, file.content)
    return Published(file.name, len(file.content), sizes)
