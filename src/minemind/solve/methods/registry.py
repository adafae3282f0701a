"""Methods of inference, with what each promises and costs; and `analyse`, which runs any of them."""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal, overload

import numpy as np

from minemind.arguments import named, whole
from minemind.boardlike import BoardLike, as_board
from minemind.deadline import Deadline
from minemind.errors import Impossible, InvalidValue, TooHard, counted
from minemind.grid import Cell, frozen
from minemind.solve import exact
from minemind.solve.analysis import Analysis, Findings, Inference, Quality
from minemind.solve.exact import Exact
from minemind.solve.impossible import explain_contradiction
from minemind.solve.methods import rules
from minemind.solve.problem import Problem

__all__ = ["METHODS", "Method", "analyse", "methods"]


class _Loaded:
    """The function of a method that has a file of its own, which is loaded when it is first asked for."""

    def __init__(self, name: str) -> None:
        self.name = name

    @cached_property
    def _infer(self) -> Callable[..., Analysis]:
        return import_module(f"minemind.solve.methods.{self.name}").infer  # type: ignore[no-any-return]

    def __call__(self, *given: Any, **options: Any) -> Analysis:
        return self._infer(*given, **options)

    @property
    def __signature__(self) -> inspect.Signature:
        return inspect.signature(self._infer)


@dataclass(frozen=True)
class Method:
    """A method of inference: what it finds, and what it costs for a frontier of n cells.

    >>> method = mm.methods()[0]
    >>> method.name, method.quality.value, method.options["strict"]
    ('rules', 'sound', True)
    """

    name: str
    summary: str
    quality: Quality
    complete: bool  # whether it finds every certain cell
    time: str
    space: str
    shines: str
    fails: str
    infer: Callable[..., Analysis]
    obeys_limit: bool = True  # whether max_cells changes what it works on, and not only what it reports
    max_cells: int | None = None  # its own limit by default

    @property
    def options(self) -> dict[str, Any]:
        """Its options, with their defaults."""
        parameters = inspect.signature(self.infer).parameters.values()
        return {p.name: p.default for p in parameters if p.kind is inspect.Parameter.KEYWORD_ONLY}


def _exactly(problem: Problem, deadline: Deadline) -> Analysis:
    """The engine's answer; as plain values if something is excluded."""
    found = exact.analyse_problem(problem, deadline)
    if not problem.excluded:
        return found
    findings = Findings(problem)
    unknown = np.isnan(findings.probability)
    findings.probability = np.where(unknown, found.probability, findings.probability)
    findings.expected = np.where(unknown, found.expected, findings.expected)
    findings.safe |= found.safe
    findings.mines |= found.mines
    return findings.inference("exact", Quality.EXACT, complete=True)


METHODS: dict[str, Method] = {
    method.name: method
    for method in (
        Method(
            name="rules",
            summary="single numbers, and pairs of numbers of which one sees all hidden cells of the other",
            quality=Quality.SOUND,
            complete=False,
            time="O(n): a number is compared with the few beside it, again for each cell that becomes known",
            space="O(n²) bits for a component of n cells",
            shines="instant, and every conclusion names its reason",
            fails="deductions from three or more numbers, the mine count, and every guess",
            infer=_Loaded("rules"),
            obeys_limit=False,
        ),
        Method(
            name="matrix",
            summary="simultaneous equations, reduced without fractions; then all values of the free variables",
            quality=Quality.EXACT,
            complete=True,
            time="O(n³) to reduce, exponential in the free variables",
            space="O(n²)",
            shines="shows which numbers are redundant, and what depends on what",
            fails="boards that leave more than about fifteen free variables",
            infer=_Loaded("matrix"),
        ),
        Method(
            name="enumerate",
            summary="every solution of every component, one by one",
            quality=Quality.EXACT,
            complete=True,
            time="exponential in the cells of a component",
            space="O(n)",
            shines="small components, and seeing the solutions themselves",
            fails="components above k_max cells, which the engine counts instead",
            infer=_Loaded("enumerate"),
        ),
        Method(
            name="sat",
            summary="a SAT solver, asked for each group whether the opposite is possible",
            quality=Quality.SOUND,
            complete=True,
            time="two questions per group, and one per total where the mine count matters; each may be exponential",
            space="O(n²) clauses for a component of n cells",
            shines="certain cells of large boards, and of components too wide to be counted",
            fails="gives no probabilities; wide components with a tight mine count; needs minemind-engine[sat]",
            infer=_Loaded("sat"),
        ),
        Method(
            name="sampling",
            summary="random solutions, weighted so that each counts the same",
            quality=Quality.ESTIMATE,
            complete=False,
            time="O(n · samples); a larger component makes the error larger, not the time longer",
            space="O(n · samples)",
            shines="a standard error for every probability, and a second opinion on everything else",
            fails="rare events, components of hundreds of cells, and certainty",
            infer=_Loaded("sampling"),
        ),
        Method(
            name="local",
            summary="each number by itself, averaged",
            quality=Quality.ESTIMATE,
            complete=False,
            time="O(n)",
            space="O(n)",
            shines="a first impression of any board at once",
            fails="numbers that share cells, where it can be far off",
            infer=_Loaded("local"),
            obeys_limit=False,
        ),
        Method(
            name="exact",
            summary="the native engine: all solutions counted, group by group",
            quality=Quality.EXACT,
            complete=True,
            time="exponential in the width of a component, linear in its length; microseconds in games",
            space="like its time",
            shines="everything that a game can show",
            fails="lattices of more than about twelve by twelve numbers, or dozens of mines in a cell: it refuses them",
            infer=_exactly,
        ),
    )
}


def methods() -> tuple[Method, ...]:
    """All methods of inference, for `analyse(board, method=…)`.

    >>> [method.name for method in mm.methods()]
    ['rules', 'matrix', 'enumerate', 'sat', 'sampling', 'local', 'exact']
    """
    return tuple(METHODS.values())


# Python keeps every overload for ever, and with it all that its module holds of the engine; unless it never runs.
if TYPE_CHECKING:

    @overload
    def analyse(
        board: BoardLike,
        method: Literal["exact"] = ...,
        *,
        trust_flags: bool = ...,
        time_limit: float | None = ...,
        max_cells: None = ...,
    ) -> Exact: ...
    @overload
    def analyse(
        board: BoardLike,
        method: str = ...,
        *,
        trust_flags: bool = ...,
        time_limit: float | None = ...,
        max_cells: int | None = ...,
        **options: Any,
    ) -> Analysis: ...


def analyse(
    board: BoardLike,
    method: str = "exact",
    *,
    trust_flags: bool = True,
    time_limit: float | None = None,
    max_cells: int | None = None,
    **options: Any,
) -> Analysis:
    r"""What the numbers and the mine count of a board imply, exactly or by another method.

    Flags are trusted unless `trust_flags` is off. Components of more than `max_cells` cells, after propagation, are
    excluded: their cells get no answer, and their numbers are not used. `methods()` lists the methods and their
    options. Raises `Impossible` for a board that no layout explains (which the rules and the local estimate may not
    notice), and `TooHard` if memory, a limit or the time limit (in seconds) is not enough; Ctrl-C stops it at once.

    >>> analysis = mm.analyse("3 4 2\n01..\n01..\n01..")
    >>> sorted(analysis.safe), analysis.solutions
    ([Cell(row=0, col=2), Cell(row=2, col=2)], 3)
    >>> mm.analyse([[1, None, None]]).mines, mm.analyse(mm.Game("beginner")).outside == 10 / 81
    (frozenset({Cell(row=0, col=1)}), True)
    """
    board = as_board(board)
    if not trust_flags:
        board = board.unflagged()
    if method == "exact" and max_cells is None and not options:
        return exact.analyse(board, time_limit)
    chosen, max_cells, options = _checked(named(method, METHODS, "a method"), max_cells, options)
    deadline = Deadline(time_limit)
    excused = frozenset() if options.get("strict", True) else rules.overflagged(board)
    if any(fault.cell not in excused for fault in board.faults()):
        raise explain_contradiction(board, [], deadline)
    limit = chosen.max_cells if max_cells is None else max_cells
    try:
        entire = Problem(board, deadline=deadline, excluded=excused)
        problem, gone = _limited(entire, limit, deadline)
        return _mask_excluded(chosen.infer(problem if chosen.obeys_limit else entire, deadline, **options), gone)
    except Impossible:
        with suppress(TooHard):
            exact.analyse(board, deadline.seconds)  # which says why, and raises
        raise


def _checked(method: str, max_cells: int | None, options: dict[str, Any]) -> tuple[Method, int | None, dict[str, Any]]:
    chosen = METHODS[method]
    if unknown := sorted(set(options) - set(chosen.options)):
        known = f"its options are {', '.join(chosen.options)}" if chosen.options else "it has no options"
        raise InvalidValue(f"the method {method!r} has no option {unknown[0]!r}; {known}")
    checked = {name: _coerce(chosen.options[name], name, value) for name, value in options.items()}
    if max_cells is not None:
        max_cells = whole(max_cells, "max_cells")
    return chosen, max_cells, checked


def _coerce(default: Any, name: str, value: Any) -> Any:
    """An option as a value of the type of its default: a bool, a whole number, or a name that the method checks."""
    if isinstance(default, str):
        return value
    if isinstance(default, bool):
        if isinstance(value, bool | np.bool_):
            return bool(value)
        raise InvalidValue(f"{name} is {value!r}; give True or False")
    return whole(value, name, None)


def _limited(problem: Problem, limit: int | None, deadline: Deadline) -> tuple[Problem, frozenset[Cell]]:
    """The problem without its components above the limit, and their cells."""
    if limit is None:
        return problem, frozenset()
    rest = rules.propagate(problem, deadline)
    gone = frozenset(cell for part in rest.components if len(part.cells) > limit for cell in part.cells)
    return (rest.excluding_around(gone), gone) if gone else (problem, gone)


def _mask_excluded(found: Analysis, gone: frozenset[Cell]) -> Analysis:
    """The answer without the excluded cells."""
    if not gone or not isinstance(found, Inference):
        return found
    note = f"{counted(len(gone), 'cell')} in components above max_cells excluded; their numbers are ignored elsewhere"
    return replace(
        found,
        quality=Quality.SOUND if found.quality is Quality.SOUND else Quality.ESTIMATE,
        complete=False,
        probability=_masked(found.probability, gone),
        expected=_masked(found.expected, gone),
        standard_error=None if found.standard_error is None else _masked(found.standard_error, gone),
        safe=found.safe - gone,
        mines=found.mines - gone,
        solutions=None,
        notes=(*found.notes, note),
    )


def _masked(values: np.ndarray[Any, np.dtype[np.float64]], cells: frozenset[Cell]) -> np.ndarray[Any, Any]:
    masked = values.copy()
    for cell in cells:
        masked[cell] = math.nan
    return frozen(masked)
