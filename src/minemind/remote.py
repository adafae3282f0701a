"""Remote: an engine in a process of its own, asked as the functions of this package are.

`mm.Remote("minemind engine")` is this engine; any other program that speaks the protocol of docs/protocol.md will do.
What it answers is read as carefully as a file: a program that dies, hangs or says what cannot be is a `BadProgram`.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from types import TracebackType
from typing import Any, SupportsIndex, TypeVar

import numpy as np

from minemind import errors
from minemind.arguments import callback, fraction
from minemind.board import Action, Board
from minemind.boardlike import BoardLike, as_board
from minemind.errors import BadProgram, Fault, InvalidValue, MineMindError
from minemind.formats.document import field, text_of
from minemind.grid import Cell, CellLike, as_cell, frozen
from minemind.layout import FirstClick, Layout
from minemind.program import Program, ProgramError
from minemind.size import Preset, SizeLike
from minemind.solve.analysis import Analysis, Inference, Quality
from minemind.solve.endgame import Win
from minemind.solve.exact import Numbers
from minemind.solve.guesses import Candidate, Progress
from minemind.solve.methods.registry import METHODS
from minemind.solve.move import Agreement, Guess, Move
from minemind.solve.proof import Proof, Step, Technique
from minemind.strategy.record import Record

__all__ = ["Remote"]

# What is waited for an answer, beyond the time limit of the question.
SECONDS = 60.0

# Decimal digits of a number of solutions: a board of the largest size has fewer.
MOST_DIGITS = 100_000

# Python reads no longer ones from a text.
DIGITS_AT_ONCE = 4_000

Value = TypeVar("Value")


class Remote:
    r"""An engine in a process of its own: a program that speaks the engine protocol, such as `minemind engine`.

    The command is split as a shell would, without a shell; `minemind` is this installation. The program is started by
    the first question, and ended with the block. Each question has the arguments and the answer of the function of the
    same name, and raises the same errors; boards are limited to 100×100 cells. A program that does not answer within
    `timeout` seconds, dies or breaks the protocol is ended, and raises `BadProgram`; the next question starts it again.

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
        """End the program. The next question would start it again.

        >>> mm.Remote().close()
        """
        self._program.close()

    def stop(self) -> None:
        """Stop the question that another thread waits for: it gets what is known by then, or raises `Stopped`.

        >>> mm.Remote().stop()
        """
        self._program.stop()

    def hello(self) -> dict[str, Any]:
        """Who answers, what can be asked, and the limits, as the program says it.

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
        return self._read(_analysis, given, self._ask("analyse", about, time_limit))

    def hint(self, board: BoardLike, *, think: int = 0, time_limit: float | None = None) -> Move | None:
        r"""What to do next, and why; see `mm.hint`.

        >>> with mm.Remote() as engine:
        ...     engine.hint("1 3 1\n1..").cell
        Cell(row=0, col=1)
        """
        given = as_board(board)
        moves = self._read(_moves, given, self._ask("hint", {**_about(given), "think": think}, time_limit))
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
                callback_given(*self._read(_progress, given, info))

        found = self._ask("guesses", {**_about(given), **how, "seed": str(seed)}, time_limit, tell)
        return self._read(_candidates, given, found)

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
        return self._read(_proof, given, self._ask("explain", {**_about(given), "cell": list(place)}, time_limit))

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
        return self._read(_win, given, self._ask("win", {**_about(given), "first_click": rule}, time_limit))

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
        """Mines for a game, by default such that it never needs a guess; see `mm.generate`.

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
                raise _raised(error.values) from None

    def _read(self, read: Callable[..., Value], *values: Any) -> Value:
        """A part of an answer; `BadProgram` if it is not what was asked for."""
        try:
            return read(*values)
        except (MineMindError, ArithmeticError, LookupError, TypeError, ValueError) as error:
            self._program.kill()
            raise BadProgram(f"{self._program.name} gave an answer that {_why(error)}; see docs/protocol.md") from None


def _why(error: Exception) -> str:
    return str(error) if isinstance(error, errors.BadSave) else f"cannot be read ({type(error).__name__}: {error})"


def _raised(values: Mapping[str, Any]) -> MineMindError:
    """The error that a program answered with: one of ours, if it is of a kind that we know."""
    kind, message = values["kind"], str(values["message"])
    known = getattr(errors, kind, None)
    faults = [_fault(one) for one in values.get("faults") or () if isinstance(one, dict)]
    if known is errors.Impossible:
        return errors.Impossible(message, faults, [Cell(*cell) for cell in values.get("cells") or ()])
    if known is errors.ParseError and faults:
        return errors.ParseError(faults)
    if known is errors.OffBoard:
        return errors.OffBoard(message, Cell(*(values.get("cells") or [(-1, -1)])[0]))
    if isinstance(known, type) and issubclass(known, MineMindError) and known is not errors.ParseError:
        return known(message)
    return BadProgram(f"it answered with an error of the kind {kind!r:.40}: {message}")


def _fault(values: Mapping[str, Any]) -> Fault:
    cell = values.get("cell")
    return Fault(
        str(values.get("sentence")), None if cell is None else _cell(cell), values.get("line"), values.get("column")
    )


def _about(board: Board) -> dict[str, Any]:
    return {"board": {"text": str(board)}}


def _size(size: SizeLike, seed: int | None) -> dict[str, Any]:
    given = Preset.of(size)._asdict()
    return given if seed is None else {**given, "seed": str(seed)}


def _analysis(board: Board, values: dict[str, Any]) -> Analysis:
    method, rows = field(values, "method", str), field(values, "probability", list)
    risks = np.array([[math.nan if risk is None else risk for risk in row] for row in rows], dtype=np.float64)
    if risks.shape != board.grid.shape or not ((risks >= 0) & (risks <= 1) | np.isnan(risks)).all():
        raise ValueError("the probabilities are not those of the board")
    quality = Quality(field(values, "quality", str))
    pairs = values.get("fifty_fifties")
    return Inference(
        board,
        method,
        quality,
        quality is Quality.EXACT or (method in METHODS and METHODS[method].complete),
        probability=frozen(risks),
        # With several mines per cell, how many are expected is not said.
        expected=frozen(risks if board.max_per_cell == 1 else np.where(risks == 0, 0.0, math.nan)),
        safe=frozenset(_cells(values["safe"])),
        mines=frozenset(_cells(values["certain_mines"])),
        solutions=_count(values.get("solutions")),
        notes=tuple(map(str, field(values, "notes", list))),
        dead=None if values.get("dead") is None else frozenset(_cells(values["dead"])),
        fifty_fifties=None if pairs is None else tuple((_cell(one), _cell(other)) for one, other in pairs),
    )


def _moves(board: Board, values: dict[str, Any]) -> list[Move]:
    return [_move(board, move) for move in field(values, "moves", list)]


def _move(board: Board, values: dict[str, Any]) -> Move:
    action = Action(field(values, "action", str))
    return Move(_cell(values["cell"]), action, _reason(board, values), field(values, "mines", int))


def _reason(board: Board, values: dict[str, Any]) -> Proof | Agreement | Guess:
    if "proof" in values:
        return _proof(board, values["proof"])
    if field(values, "certain", bool):
        return Agreement("exact")
    return Guess(
        _risk(values["probability"]),
        tuple((_cell(other["cell"]), _risk(other["probability"])) for other in values.get("runners_up", ())),
        win=_maybe(_risk, values.get("win")),
        next=_maybe(_risk, values.get("next")),
        progress=_maybe(_risk, values.get("progress")),
        partner=_maybe(_cell, values.get("partner")),
        is_searched=values.get("win") is not None,
    )


def _proof(board: Board, values: dict[str, Any]) -> Proof:
    numbers = _cells(values["numbers"])
    return Proof(
        cell=_cell(values["cell"]),
        is_mine=field(values, "is_mine", bool),
        numbers=numbers,
        shown=_shown(board, numbers),
        flags=_cells(values["flags"]),
        mines=board.mines if field(values, "uses_mine_count", bool) else None,
        technique=Technique(field(values, "technique", str)),
        grade=field(values, "grade", int),
        together=field(values, "together", int),
        steps=tuple(_step(board, step) for step in field(values, "steps", list)),
        pattern=_maybe(str, values["pattern"]),
        board=board,
    )


def _step(board: Board, values: dict[str, Any]) -> Step:
    numbers = _cells(values["numbers"])
    return Step(
        Technique(field(values, "technique", str)),
        numbers,
        _shown(board, numbers),
        board.mines if field(values, "uses_mine_count", bool) else None,
        tuple(map(int, field(values, "steps", list))),
        _cells(values["cells"]),
        field(values, "at_least", int),
        field(values, "at_most", int),
        board.max_per_cell,
        field(values, "depth", int),
        _cells(values.get("subtracted", ())),
    )


def _shown(board: Board, numbers: Sequence[Cell]) -> tuple[int, ...]:
    return tuple(int(board.faces[board.grid.cell(board.grid.index(cell))]) for cell in numbers)


def _candidates(board: Board, values: dict[str, Any]) -> tuple[Candidate, ...]:  # noqa: ARG001
    return tuple(map(_candidate, field(values, "candidates", list)))


def _candidate(values: dict[str, Any]) -> Candidate:
    shown = values["numbers"]
    numbers = (
        None if shown is None else Numbers(values["risk"], {int(number): _risk(shown[number]) for number in shown})
    )
    return Candidate(
        _cell(values["cell"]),
        _risk(values["risk"]),
        _maybe(_risk, values["next"]),
        _maybe(_risk, values["progress"]),
        numbers,
        _maybe(_risk, values["win"]),
        float(values["margin"]),
        is_exact=field(values, "exact", bool),
        partner=_maybe(_cell, values["partner"]),
        behind=float(values["behind"]),
        behind_margin=float(values["behind_margin"]),
        games=field(values, "games", int),
        is_apart=values["win"] is not None and not field(values, "may_be_best", bool),
        is_hint=field(values, "hint", bool),
        is_recommended=field(values, "recommended", bool),
    )


def _progress(board: Board, values: dict[str, Any]) -> tuple[int, Candidate]:  # noqa: ARG001
    best = field(values, "best", dict)
    win, margin = _maybe(_risk, best["win"]), float(best["margin"])
    found = Candidate(_cell(best["cell"]), _risk(best["risk"]), None, None, None, win, margin, is_exact=False)
    return field(values, "games", int), found


def _win(board: Board, values: dict[str, Any]) -> Win:  # noqa: ARG001
    return Win(Fraction(field(values, "win", str)), _cells(values["best"]))


def _cell(value: Any) -> Cell:
    match value:
        case [int(row), int(col)] if not (isinstance(row, bool) or isinstance(col, bool)):
            return Cell(row, col)
    raise ValueError(f"{value!r:.40} is not a cell")


def _cells(values: Any) -> tuple[Cell, ...]:
    return tuple(map(_cell, values))


def _risk(value: Any) -> float:
    if type(value) not in (int, float) or not 0 <= value <= 1:
        raise ValueError(f"{value!r:.40} is not a probability")
    return float(value)


def _count(value: Any) -> int | None:
    if value is None:
        return None
    if not isinstance(value, str) or not value.isdecimal() or len(value) > MOST_DIGITS:
        raise ValueError(f"{value!r:.40} is not a count")
    pieces = [value[place : place + DIGITS_AT_ONCE] for place in range(0, len(value), DIGITS_AT_ONCE)]
    return reduce(lambda number, piece: number * 10 ** len(piece) + int(piece), pieces, 0)


def _maybe(read: Callable[[Any], Value], value: Any) -> Value | None:
    return None if value is None else read(value)
