"""Remote: an engine in a process of its own, used like the functions of this package.

`mm.Remote("minemind engine")` is this engine; any other program that speaks the protocol of docs/protocol.md works as
well. Its answers are checked as strictly as a file: a program that dies, hangs or sends anything invalid is a
`BadProgram`.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from types import TracebackType
from typing import Any, SupportsIndex, TypeVar

from minemind import errors, replies
from minemind.arguments import callback, fraction
from minemind.board import Board
from minemind.boardlike import BoardLike, as_board
from minemind.errors import BadProgram, InvalidValue, MineMindError
from minemind.formats.document import text_of
from minemind.grid import CellLike, as_cell
from minemind.layout import FirstClick, Layout
from minemind.program import Program, ProgramError
from minemind.size import Preset, SizeLike
from minemind.solve.analysis import Analysis
from minemind.solve.endgame import Win
from minemind.solve.guesses import Candidate, Progress
from minemind.solve.move import Move
from minemind.solve.proof import Proof
from minemind.strategy.record import Record

__all__ = ["Remote"]

# How long to wait for an answer, in addition to the time limit of the question.
SECONDS = 60.0

Value = TypeVar("Value")


class Remote:
    r"""An engine in a process of its own: a program that speaks the engine protocol, such as `minemind engine`.

    The command is split as a shell would, but run without a shell; `minemind` is this installation. The first question
    starts the program, and the end of the block ends it. Each method takes the arguments, gives the answer and raises
    the errors of the corresponding function; boards are limited to 100×100 cells. A program that does not answer within
    `timeout` seconds, dies or breaks the protocol is killed and raises `BadProgram`; the next question starts it again.

    >>> with mm.Remote("minemind engine") as engine:
    ...     analysis = engine.analyse("3 4 2\n01..\n01..\n01..")
    ...     move = engine.hint("3 4 2\n01..\n01..\n01..")
    >>> sorted(analysis.safe), analysis.solutions
    ([Cell(row=0, col=2), Cell(row=2, col=2)], 3)
    >>> move.why
    'the 1 at (1, 1) and the 1 at (2, 1) together prove that (0, 2) is safe'
    """

    def __init__(self, command: str | Sequence[str] = "minemind engine", *, timeout: float | None = SECONDS) -> None:
        self._program = Program(command)
        wanted = "a number of seconds above 0, or None"
        self.timeout = None if timeout is None else fraction(timeout, "the timeout", wanted)
        if self.timeout is not None and not self.timeout > 0:
            raise InvalidValue(f"the timeout is {timeout!r}; give {wanted}")
        self._turn = threading.Lock()

    def __repr__(self) -> str:
        return f"Remote({self._program.name})"

    def __enter__(self) -> Remote:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the program; another question starts it again.

        >>> mm.Remote().close()
        """
        self._program.close()

    def stop(self) -> None:
        """Stop the question that another thread waits for: it returns what is known by then, or raises `Stopped`.

        >>> mm.Remote().stop()
        """
        self._program.stop()

    def hello(self) -> dict[str, Any]:
        """The program's name, the questions that it answers, and its limits, as it reports them.

        >>> with mm.Remote() as engine:
        ...     engine.hello()["name"]
        'MineMind'
        """
        return self._ask("hello")

    def analyse(self, board: BoardLike, method: str = "exact", *, time_limit: float | None = None) -> Analysis:
        r"""Each cell's probability of a mine, and the certain cells; see `mm.analyse`.

        >>> with mm.Remote() as engine:
        ...     engine.analyse("1 3 1\n1..").probability.tolist()
        [[nan, 1.0, 0.0]]
        """
        given = as_board(board)
        about = {**_about(given), "method": method, "parts": ["solutions", "dead", "fifty_fifties"]}
        return self._read(replies.analysis, given, self._ask("analyse", about, time_limit))

    def hint(self, board: BoardLike, *, think: int = 0, time_limit: float | None = None) -> Move | None:
        r"""The next move, and the reason for it; see `mm.hint`.

        >>> with mm.Remote() as engine:
        ...     engine.hint("1 3 1\n1..").cell
        Cell(row=0, col=1)
        """
        given = as_board(board)
        moves = self._read(replies.moves, given, self._ask("hint", {**_about(given), "think": think}, time_limit))
        return moves[0] if moves else None

    def guesses(
        self,
        board: BoardLike,
        *,
        think: int | None = None,
        games: int | None = None,
        seed: int = 0,
        time_limit: float | None = None,
        progress: Progress | None = None,
    ) -> tuple[Candidate, ...]:
        r"""The candidates for a guess, those that win most first; see `mm.guesses`.

        >>> with mm.Remote() as engine:
        ...     engine.guesses("2 2 1\n1.\n..")[0].win
        0.3333333333333333
        """
        given, callback_given = as_board(board), callback(progress, "progress")
        how = {name: value for name, value in (("think", think), ("games", games)) if value is not None}

        def tell(info: dict[str, Any]) -> None:
            if callback_given:
                callback_given(*self._read(replies.progress, info))

        found = self._ask("guesses", {**_about(given), **how, "seed": str(seed)}, time_limit, tell)
        return self._read(replies.candidates, found)

    def explain(
        self,
        board: BoardLike,
        cell: SupportsIndex | CellLike,
        col: SupportsIndex | None = None,
        *,
        time_limit: float | None = None,
    ) -> Proof:
        r"""Why a hidden cell is certainly safe, or certainly a mine; see `mm.explain`.

        >>> with mm.Remote() as engine:
        ...     engine.explain("1 3 1\n1..", 0, 1).sentence
        'the 1 at (0, 0) needs a mine in every hidden cell around it, so (0, 1) is a mine'
        """
        given = as_board(board)
        place = given.grid.cell(given.grid.index(as_cell(cell, col)))
        return self._read(
            replies.proof, given, self._ask("explain", {**_about(given), "cell": list(place)}, time_limit)
        )

    def win(
        self, board: BoardLike, first_click: FirstClick | str = FirstClick.ANY, *, time_limit: float | None = None
    ) -> Win:
        r"""The exact probability of winning with perfect play; see `mm.win_probability`.

        >>> with mm.Remote() as engine:
        ...     engine.win("2 2 1\n1.\n..").probability
        Fraction(1, 3)
        """
        given = as_board(board)
        rule = FirstClick(first_click).value
        return self._read(replies.win, self._ask("win", {**_about(given), "first_click": rule}, time_limit))

    def generate(
        self,
        size: SizeLike,
        *,
        seed: int | None = None,
        start: CellLike | None = None,
        no_guess: bool = True,
        time_limit: float | None = None,
        **more: Any,
    ) -> Layout:
        """A layout for a game, by default one that never needs a guess; see `mm.generate`.

        `more` are other fields of the request, such as `grade` or `topology`.

        >>> with mm.Remote() as engine:
        ...     engine.generate("beginner", seed=7) == mm.generate("beginner", seed=7).layout
        True
        """
        values = {**_size(size, seed), "no_guess": no_guess, **more}
        if start is not None:
            values["start"] = list(as_cell(start))
        found = self._ask("generate", values, time_limit)
        return self._read(lambda result: Layout.parse(text_of(result, "layout")), found)

    def play(
        self,
        size: SizeLike,
        strategy: str = "champion",
        *,
        seed: int | None = None,
        time_limit: float | None = None,
        **more: Any,
    ) -> Record:
        """Let a strategy play a game to its end; see `mm.play`. `more` are other fields of the request.

        >>> with mm.Remote() as engine:
        ...     engine.play("beginner", seed=7) == mm.play("beginner", seed=7)
        True
        """
        found = self._ask("play", {**_size(size, seed), "strategy": strategy, **more}, time_limit)
        return self._read(Record.from_json, found)

    def _ask(
        self,
        question: str,
        values: Mapping[str, Any] | None = None,
        time_limit: float | None = None,
        tell: Callable[[dict[str, Any]], object] | None = None,
    ) -> dict[str, Any]:
        limited = {} if time_limit is None else {"time_limit": time_limit}
        wait = None if self.timeout is None else self.timeout + (time_limit or 0)
        with self._turn:
            try:
                return self._program.ask(question, {**(values or {}), **limited}, wait, tell)
            except ProgramError as error:
                raise replies.raised(error.values) from None

    def _read(self, read: Callable[..., Value], *values: Any) -> Value:
        """The answer as `read` reads it; raises `BadProgram` if it is not what was asked for."""
        try:
            return read(*values)
        except (MineMindError, ArithmeticError, LookupError, TypeError, ValueError) as error:
            self._program.kill()
            raise BadProgram(f"{self._program.name} gave an answer that {_why(error)}; see docs/protocol.md") from None


def _why(error: Exception) -> str:
    return str(error) if isinstance(error, errors.BadSave) else f"cannot be read ({type(error).__name__}: {error})"


def _about(board: Board) -> dict[str, Any]:
    return {"board": {"text": str(board)}}


def _size(size: SizeLike, seed: int | None) -> dict[str, Any]:
    given = Preset.of(size)._asdict()
    return given if seed is None else {**given, "seed": str(seed)}
