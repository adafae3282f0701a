"""Names: the names of the files of one position, and which position is the latest."""

from __future__ import annotations

import os
import re
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from minemind.errors import FileError

__all__ = ["Names", "latest_board"]

_TIMESTAMP = re.compile(r"(?<![0-9])[0-9]{8}_[0-9]{6}(?![0-9])")


class Names(NamedTuple):
    """The names of the files of one position: they share a folder, and what follows the first underscore."""

    folder: Path
    stamp: str

    @classmethod
    def beside(cls, path: str | os.PathLike[str], folder: str | os.PathLike[str] | None = None) -> Names:
        """The names that belong to that of a file, next to it or in another folder.

        If nothing follows an underscore in its name, the current time is used.

        >>> print(Names.beside("games/board_20261115_120000.txt").solution.as_posix())
        games/solution_20261115_120000.txt
        """
        stamp = Path(path).stem.partition("_")[2] or f"{datetime.now():%Y%m%d_%H%M%S}"
        return cls(Path(path).parent if folder is None else Path(folder), stamp)

    @property
    def configurations(self) -> Path:
        """The file that lists every valid placement of the mines."""
        return self.folder / f"configurations_{self.stamp}.txt"

    @property
    def solution(self) -> Path:
        """The file that says what all configurations agree on."""
        return self.folder / f"solution_{self.stamp}.txt"


def latest_board(folder: str | os.PathLike[str] = ".") -> Path:
    """The board file with the newest timestamp in its name; if none has one, the file that was changed last."""
    try:
        boards = [path for path in Path(folder).glob("board_*.txt") if path.is_file()]
        if boards:
            return max(boards, key=lambda path: (_timestamp(path), path.stat().st_mtime_ns, path.name))
    except OSError as error:
        raise FileError(f"cannot read the folder {os.fspath(folder)!r}: {error.strerror}", os.fspath(folder)) from error
    raise FileError(f"no board_*.txt found in {os.fspath(folder)!r}; give a file or another folder")


def _timestamp(path: Path) -> datetime:
    """The time in a file's name; the earliest possible time if there is none."""
    for written in _TIMESTAMP.findall(path.name):
        try:
            return datetime.strptime(written, "%Y%m%d_%H%M%S")  # the local time of some clock
        except ValueError:  # digits, but not a time
            continue
    return datetime.min
