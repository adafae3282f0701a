"""Names: how the files of one position are called, and which position is the latest."""

from __future__ import annotations

import os
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from minemind.errors import FileTrouble

__all__ = ["Names", "latest_board"]


class Names(NamedTuple):
    """The names that the files of one position share: a folder, and what follows the first underscore."""

    folder: Path
    stamp: str

    @classmethod
    def beside(cls, path: str | os.PathLike[str], folder: str | os.PathLike[str] | None = None) -> Names:
        """The names that go with that of a file, beside it or in another folder.

        Where nothing follows an underscore, the present time does.

        >>> print(Names.beside("games/board_20261115_120000.txt").solution.as_posix())
        games/solution_20261115_120000.txt
        """
        stamp = Path(path).stem.partition("_")[2] or f"{datetime.now():%Y%m%d_%H%M%S}"
        return cls(Path(path).parent if folder is None else Path(folder), stamp)

    @property
    def configurations(self) -> Path:
        """Where every valid placement of mines is listed."""
        return self.folder / f"configurations_{self.stamp}.txt"

    @property
    def solution(self) -> Path:
        """Where it is said what they agree on."""
        return self.folder / f"solution_{self.stamp}.txt"


def latest_board(folder: str | os.PathLike[str] = ".") -> Path:
    """The board file that was changed last; of several changed at once, the last by name."""
    try:
        boards = [path for path in Path(folder).glob("board_*.txt") if path.is_file()]
        if boards:
            return max(boards, key=lambda path: (path.stat().st_mtime_ns, path.name))
    except OSError as error:
        raise FileTrouble(f"cannot look into {os.fspath(folder)!r}: {error.strerror}", os.fspath(folder)) from error
    raise FileTrouble(f"no file in {os.fspath(folder)!r} is called board_*.txt; name one, or another folder")
