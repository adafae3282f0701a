"""Batch: every layout below a folder, played by every strategy.

The games and their order do not depend on the number of processes.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from itertools import islice
from pathlib import Path, PurePosixPath

from minemind.errors import FileError, InvalidValue
from minemind.files import trouble
from minemind.lab.batch import summary
from minemind.lab.batch.attempt import Attempt, Finished, Outcome, Unread, attempted, printable
from minemind.lab.batch.difficulty import Difficulty, named
from minemind.lab.batch.results import BatchResults
from minemind.lab.processes import defer_interrupt, processes
from minemind.layout import FirstClick
from minemind.strategy.registry import get_strategy

__all__ = ["Batch", "run"]

# Games queued per process: enough that a long one leaves no process idle, and few enough that finished ones waiting
# for it take little memory.
WINDOW = 64


@dataclass(frozen=True)
class Batch:
    """The files to play, the strategies, and the options."""

    folder: Path
    boards: tuple[str, ...]  # paths below the folder, in order
    strategies: tuple[str, ...]
    start: tuple[int, int] | None = None  # the first click; otherwise the strategy's own
    difficulties: frozenset[Difficulty] = frozenset()  # all, if none is selected
    unread: tuple[Unread, ...] = ()  # folders that could not be read
    first_click: FirstClick | None = None  # otherwise an opening if the header counts the mines, else any
    revealed: bool = False  # whether the numbers in layouts start open

    @classmethod
    def below(
        cls,
        folder: str | os.PathLike[str],
        strategies: Iterable[str] = ("champion",),
        *,
        pattern: str = "*.txt",
        start: tuple[int, int] | None = None,
        difficulties: Iterable[Difficulty | str] = (),
        first_click: FirstClick | str | None = None,
        revealed: bool = False,
    ) -> Batch:
        """All files below a folder that match `pattern`: by name, or if it has a slash, by the end of their path.

        Links to files are played, links to folders are not followed. Raises `FileError` if no file matches.
        """
        names = tuple(dict.fromkeys(str(get_strategy(name)) for name in strategies))
        wanted = frozenset(map(Difficulty, difficulties))
        found, unread = _files(Path(folder), pattern)
        boards = tuple(board for board in found if not wanted or named(board) in {None, *wanted})
        if not boards:
            raise FileError(f"every file in {os.fspath(folder)!r} is named for another difficulty")
        rule = None if first_click is None else FirstClick(first_click)
        return cls(Path(folder), boards, names, start, wanted, unread, rule, revealed)

    @property
    def games(self) -> int:
        """The number of games, unless files cannot be read or boards are left out."""
        return len(self.boards) * len(self.strategies)

    def play(self, jobs: int = 1) -> Generator[list[Outcome]]:
        """The outcomes, ordered by board and then by strategy; those ready at the same time are yielded together.

        With one job, the games are played in this process, which knows strategies that are registered only here.
        """
        attempts = self._attempts()
        if (workers := min(jobs, self.games)) == 1:
            yield from ([attempted(attempt)] for attempt in attempts)
            return
        with processes(workers) as pool:
            waiting = deque(pool.submit(attempted, attempt) for attempt in islice(attempts, workers * WINDOW))
            while waiting:
                done = [waiting.popleft().result()]
                while waiting and waiting[0].done():
                    done.append(waiting.popleft().result())
                waiting.extend(pool.submit(attempted, attempt) for attempt in islice(attempts, len(done)))
                yield done

    def results(self, jobs: int = 1) -> BatchResults:
        """Play everything, and return all outcomes."""
        played = (outcome for outcomes in self.play(jobs) for outcome in outcomes)
        return BatchResults(self.strategies, (*self.unread, *played))

    def _attempts(self) -> Iterator[Attempt]:
        for path in self.boards:
            for name in self.strategies:
                file = self.folder / path
                yield Attempt(
                    file, printable(path), name, self.start, self.difficulties, self.first_click, self.revealed
                )


def run(
    batch: Batch,
    path: str | os.PathLike[str],
    tell: Callable[[Outcome], object],
    *,
    label: str,
    timestamp: str,
    jobs: int = 1,
) -> None:
    """Play a batch; add its games to the summary at `path`, and report all outcomes to `tell`.

    A game is on disk before it is reported. Ctrl-C takes effect between two games, so everything in the summary was
    also reported.
    """
    summary.append(path, ())
    for unread in batch.unread:
        tell(unread)
    with closing(batch.play(jobs)) as played:
        for outcomes in played:
            rows = [outcome.row(label, timestamp) for outcome in outcomes if isinstance(outcome, Finished)]
            with defer_interrupt():
                if rows:
                    summary.append(path, rows)
                for outcome in outcomes:
                    tell(outcome)


def _files(folder: Path, pattern: str) -> tuple[list[str], tuple[Unread, ...]]:
    """The files below a folder that match, in order, and the folders that could not be read."""
    if not pattern:
        raise InvalidValue("the pattern is empty; give one like '*.txt'")
    _check_folder(folder)
    errors: list[OSError] = []
    below = (
        PurePosixPath(Path(parent, name).relative_to(folder).as_posix())
        for parent, _, names in os.walk(folder, onerror=errors.append)
        for name in names
    )
    found = sorted(str(path) for path in below if path.match(pattern))
    unread = tuple(_unlisted(folder, error) for error in errors)
    if not found:
        raise FileError(unread[0].message if unread else f"no file in {os.fspath(folder)!r} matches {pattern!r}")
    return found, unread


def _check_folder(folder: Path) -> None:
    name = os.fspath(folder)
    if not folder.exists():
        raise FileError(f"folder {name!r} not found; check the path", name)
    if not folder.is_dir():
        raise FileError(
            f"{name!r} is not a folder; give the folder that it is in, or play it with minemind solve", name
        )


def _unlisted(folder: Path, error: OSError) -> Unread:
    below = Path(error.filename).relative_to(folder).as_posix()
    return Unread(printable(below), "", message=str(trouble("list", error.filename, error)))
