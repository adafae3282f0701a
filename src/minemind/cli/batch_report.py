"""Report: what a batch prints while it runs and when it ends: lines for people, or one JSON object for programs."""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from rich.text import Text

from minemind.cli.entry import INTERRUPTED
from minemind.cli.output import complain, console, print_json
from minemind.lab.batch.attempt import Failed, Finished, LeftOut, Outcome, Unread
from minemind.lab.batch.difficulty import Difficulty
from minemind.lab.batch.playing import Batch
from minemind.lab.batch.results import Score
from minemind.table import aligned

__all__ = ["BatchReport", "JsonReport", "Lines"]

STYLES = {"won": "green", "lost": "red", "stuck": "yellow"}


class BatchReport(ABC):
    """Adds up the outcomes, and says everything about a file once, however many strategies play it."""

    def __init__(self, batch: Batch, path: Path, label: str, timestamp: str) -> None:
        self.batch, self.path, self.label, self.timestamp = batch, path, label, timestamp
        self.scores: dict[str, dict[Difficulty, Score]] = {name: {} for name in batch.strategies}
        self.unread = self.failed = self.moved = 0  # files, games, and games in which mines were moved
        self.is_interrupted = False
        self._board, self._said = "", set[str]()

    def tell(self, outcome: Outcome) -> None:
        """Take the next outcome."""
        if isinstance(outcome, LeftOut):
            return
        for note in outcome.notes:
            if self._is_new(outcome.board, note):
                self.assumed(outcome.board, note)
        if isinstance(outcome, Finished):
            self.moved += outcome.moved > 0
            scores = self.scores[outcome.strategy]
            scores[outcome.difficulty] = scores.get(outcome.difficulty, Score()) + Score.of(outcome)
            self.finished(outcome)
        elif isinstance(outcome, Failed):
            self.failed += 1
            self.fell_over(outcome)
        elif isinstance(outcome, Unread) and self._is_new(outcome.board, outcome.message):
            self.unread += 1
            self.skipped(outcome)

    def _is_new(self, board: str, sentence: str) -> bool:
        """Whether this was not said about the board yet; the outcomes of a board are consecutive."""
        if board != self._board:
            self._board, self._said = board, set()
        is_new = sentence not in self._said
        self._said.add(sentence)
        return is_new

    @property
    def played(self) -> int:
        """The number of games that were finished."""
        return sum(self.total(name).boards for name in self.scores)

    def total(self, strategy: str) -> Score:
        """The score of a strategy on all boards."""
        return sum(self.scores[strategy].values(), Score())

    @property
    def code(self) -> int:
        """The exit code."""
        if self.is_interrupted:
            return INTERRUPTED
        return int(self.unread + self.failed > 0 or not self.played)

    @abstractmethod
    def assumed(self, board: str, note: str) -> None:
        """Report what had to be assumed."""

    @abstractmethod
    def finished(self, outcome: Finished) -> None:
        """Report a game that was played."""

    @abstractmethod
    def fell_over(self, outcome: Failed) -> None:
        """Report that a strategy failed."""

    @abstractmethod
    def skipped(self, outcome: Unread) -> None:
        """Report a file that could not be read."""

    @abstractmethod
    def end(self) -> None:
        """Report the end of the batch."""


class JsonReport(BatchReport):
    """One JSON object at the end."""

    def __init__(self, batch: Batch, path: Path, label: str, timestamp: str) -> None:
        super().__init__(batch, path, label, timestamp)
        self.lists: dict[str, list[dict[str, Any]]] = {"boards": [], "unreadable": [], "failed": [], "assumed": []}

    def assumed(self, board: str, note: str) -> None:
        """Report what had to be assumed."""
        self.lists["assumed"].append({"board": board, "message": note})

    def finished(self, outcome: Finished) -> None:
        """Report a game that was played."""
        self.lists["boards"].append(
            {
                "board": outcome.board,
                "strategy": outcome.strategy,
                "difficulty": outcome.difficulty.value,
                "result": outcome.result.value,
                "runtime_sec": outcome.seconds,
                "iterations": outcome.iterations,
                "expanded_states": outcome.expanded_states,
                "revealed": outcome.revealed,
                "flagged": outcome.flagged,
                "unknown": outcome.unknown,
                "hit_mine": outcome.hit_mine,
                "moved": outcome.moved,
            }
        )

    def fell_over(self, outcome: Failed) -> None:
        """Report that a strategy failed."""
        failed = {"board": outcome.board, "strategy": outcome.strategy, "message": outcome.message}
        self.lists["failed"].append(failed)

    def skipped(self, outcome: Unread) -> None:
        """Report a file that could not be read."""
        self.lists["unreadable"].append({"board": outcome.board, "message": outcome.message})

    def end(self) -> None:
        """Report the end of the batch."""
        print_json(
            {
                "label": self.label,
                "timestamp": self.timestamp,
                "summary": str(self.path),
                "interrupted": self.is_interrupted,
                "strategies": [
                    {"strategy": name, **_score_json(self.total(name)), "difficulties": _levels_json(scores)}
                    for name, scores in self.scores.items()
                ],
                **self.lists,
            }
        )


def _levels_json(scores: Mapping[Difficulty, Score]) -> dict[str, Any]:
    return {level.value: _score_json(scores[level]) for level in Difficulty if level in scores}


def _score_json(score: Score) -> dict[str, Any]:
    return {
        "boards": score.boards,
        "won": score.won,
        "lost": score.lost,
        "stuck": score.stuck,
        "win_rate": score.win_rate,
        "ci95": list(score.ci95),
        "runtime_sec": score.seconds,
        "expanded_states": score.expanded_states,
    }


class Lines(BatchReport):
    """A line for every game as it ends, and a table of the strategies."""

    def __init__(self, batch: Batch, path: Path, label: str, timestamp: str) -> None:
        super().__init__(batch, path, label, timestamp)
        self._out, self._stdout = console(), sys.stdout
        self._width = max(map(len, ("strategy", *batch.strategies)))

    def _print(self, line: Text) -> None:
        """Print a line: on a terminal through the progress bar, which replaces `sys.stdout`; in a pipe past it."""
        with self._out.capture() as shown:
            self._out.print(line)
        print(shown.get(), end="", file=None if self._stdout.isatty() else self._stdout, flush=True)

    def assumed(self, board: str, note: str) -> None:
        """Report what had to be assumed."""
        complain(f"note: {board}: {note}")

    def finished(self, outcome: Finished) -> None:
        """Report a game that was played."""
        if not self.played - 1:
            names = f"revealed  flagged  unknown      time  {'strategy':{self._width}}  board"
            self._print(Text(f"result  {names}", "bold"))
        counts = f"{outcome.revealed:>8,}  {outcome.flagged:>7,}  {outcome.unknown:>7,}  {outcome.seconds:6.2f} s"
        result = (f"{outcome.result:6}", STYLES[outcome.result])
        self._print(Text.assemble(result, f"  {counts}  {outcome.strategy:{self._width}}  {outcome.board}"))

    def fell_over(self, outcome: Failed) -> None:
        """Report that a strategy failed."""
        complain(f"failed: {outcome.strategy} on {outcome.board}: {outcome.message}")

    def skipped(self, outcome: Unread) -> None:
        """Report a file that could not be read."""
        complain(f"skipped: {outcome.board}: {outcome.message}")

    def end(self) -> None:
        """Report the end of the batch."""
        try:
            self._show_table()
        finally:  # the reader of the lines may be gone, but the summary has all games
            for sentence in self._remarks():
                complain(sentence)

    def _show_table(self) -> None:
        if self.played:
            self._print(Text())
            for number, line in enumerate(aligned([*self._table()]).splitlines()):
                self._print(Text(line, "" if number else "bold"))

    def _table(self) -> Iterator[tuple[str, ...]]:
        yield "strategy", "won", "win rate (95 % interval)", "lost", "stuck", "time", "expanded"
        is_mixed = len({level for scores in self.scores.values() for level in scores}) > 1
        for name, scores in self.scores.items():
            yield name, *_cells(self.total(name))
            if is_mixed:
                yield from ((f"  {level}", *_cells(scores[level])) for level in Difficulty if level in scores)

    def _remarks(self) -> Iterator[str]:
        """The closing remarks, after the last game or an interruption."""
        if self.is_interrupted:
            yield f"note: interrupted after {self.played:,} of {self.batch.games:,} games"
        if self.moved:
            yield (
                f"note: mines were moved away from the first click in {_plural(self.moved, 'game')}; "
                "--first-click any plays layouts as they are"
            )
        if self.played:
            yield f"{_plural(self.played, 'row')} added to {self.path}"
        elif not (self.is_interrupted or self.unread or self.failed):
            yield "minemind: no board has that difficulty"
        if self.unread:
            yield f"minemind: skipped {_plural(self.unread, 'file')}"
        if self.failed:
            yield f"minemind: {_plural(self.failed, 'game')} could not be played"


def _cells(score: Score) -> tuple[str, ...]:
    low, high = score.ci95
    rate = "" if score.win_rate is None else f"{score.win_rate:.1%} ({low:.1%} … {high:.1%})"
    counts = f"{score.lost:,}", f"{score.stuck:,}", f"{score.seconds:,.2f} s", f"{score.expanded_states:,}"
    return f"{score.won:,}", rate, *counts


def _plural(count: int, what: str) -> str:
    return f"{count:,} {what}" if count == 1 else f"{count:,} {what}s"
