"""Schema: the shape of every answer in JSON.

The writers (json.py) fill these types, checked by mypy; the API's schema is made from the same types.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any, Literal, NotRequired

from minemind.dealer import Way
from minemind.formats.document import SCHEMA
from minemind.topology import TOPOLOGIES

if TYPE_CHECKING:
    from typing import TypedDict
else:
    try:  # pydantic, which makes the API's schema, reads no other on Python 3.11; it brings it along
        from typing_extensions import TypedDict
    except ImportError:
        from typing import TypedDict

__all__ = [
    "Analysis",
    "Answer",
    "Best",
    "BoardAnswer",
    "BoardFacts",
    "Candidate",
    "Candidates",
    "Cell",
    "Clicks",
    "Component",
    "Configuration",
    "Configurations",
    "Constraint",
    "Count",
    "Error",
    "ErrorDetails",
    "Fault",
    "Frontier",
    "Matrix",
    "Method",
    "Metrics",
    "Move",
    "Moves",
    "NoGuess",
    "Optimal",
    "Parts",
    "Probability",
    "Proof",
    "Proved",
    "Reduced",
    "RunnerUp",
    "Says",
    "Step",
    "Strategy",
    "Topology",
]


class Says:
    """Keywords of JSON Schema about a value, besides its type. Pydantic asks by the method's name."""

    def __init__(self, **words: object) -> None:
        self.words = words

    def __get_pydantic_json_schema__(self, core: Any, handler: Callable[[Any], dict[str, Any]]) -> dict[str, Any]:
        return {**handler(core), **self.words}


Cell = Annotated[
    list[int],
    Says(description="[row, col], from 0", items={"type": "integer", "minimum": 0}, minItems=2, maxItems=2),
]
Probability = Annotated[float, Says(minimum=0, maximum=1)]
# Decimal digits, because not every JSON reader keeps 64 bits.
Count = Annotated[str, Says(pattern=r"^[0-9]+$")]
Clicks = Annotated[int, Says(minimum=0)]
Topology = Annotated[str, Says(enum=list(TOPOLOGIES))]


class Answer(TypedDict):
    """What every answer has: the version of the schema."""

    minemind: Annotated[int, Says(const=SCHEMA)]


class Fault(TypedDict):
    """One thing that is wrong with a text or a board, and where."""

    sentence: str
    cell: Cell | None
    line: int | None
    column: int | None


class ErrorDetails(TypedDict):
    """What went wrong."""

    kind: str
    message: str
    cells: list[Cell]
    faults: list[Fault]


class Error(Answer):
    """No answer, and why."""

    error: ErrorDetails


class BoardFacts(TypedDict):
    """What every answer says about its board."""

    rows: int
    cols: int
    mines: int | None
    topology: Topology
    max_per_cell: int


class BoardAnswer(Answer, BoardFacts):
    """An answer about a board; `notes` are sentences: what was assumed to read it, and what is missing and why."""

    notes: list[str]


class NoGuess(TypedDict):
    """How a board was found that never needs a guess from its start on, and what that took."""

    start: Cell
    way: Annotated[str, Says(enum=list(Way))]
    budget: int
    attempts: int
    positions: int
    repairs: int
    grade: int | None


class Best(TypedDict):
    """The cell to open next."""

    cell: Cell
    probability: Probability
    reason: str


class Constraint(TypedDict):
    """Of these cells, so many are mines."""

    numbers: list[Cell]
    cells: list[Cell]
    mines: int


class Component(TypedDict):
    """Constraints that are connected through shared cells; the solutions are null if they could not be counted."""

    cells: list[Cell]
    groups: list[list[Cell]]
    constraints: list[Constraint]
    solutions: Count | None
    solutions_by_mines: dict[str, Count] | None


class Parts(TypedDict, total=False):
    """The independent parts of the frontier, if they were asked for."""

    components: Annotated[list[Component] | None, Says(description="only with `frontier`")]
    outside: Annotated[Probability | None, Says(description="only with `frontier`; null: unknown")]


class Analysis(BoardAnswer, Parts):
    """Every cell's probability of a mine, and what is certain. The notes say what is null, and why."""

    method: str
    exact: bool
    quality: Literal["exact", "sound", "estimate"]
    solutions: Count | None
    safe: list[Cell]
    certain_mines: list[Cell]
    probability: list[list[Probability | None]]
    best: Best | None
    dead: list[Cell] | None
    fifty_fifties: list[list[Cell]] | None


Table = tuple[tuple[int, ...], ...]


class Reduced(TypedDict):
    """Equations solved for their fixed columns."""

    table: Table
    labels: tuple[str, ...]
    fixed: tuple[int, ...]
    free: tuple[int, ...]
    free_bounds: tuple[int, ...]
    tuples: Count
    redundant: tuple[str, ...]


class Configuration(TypedDict):
    """The mines of every column, and how many placements this stands for."""

    mines: tuple[int, ...]
    placements: Count


class Configurations(TypedDict):
    """The first configurations, and their number; null if there are too many tuples to try."""

    limit_of_tuples: int
    count: int | None
    left_out: int | None
    placements: Count | None
    listed: list[Configuration]


class Matrix(BoardAnswer):
    """A board as simultaneous equations, reduced, and their configurations."""

    columns: list[list[Cell]]
    bounds: list[int]
    table: Table
    labels: tuple[str, ...]
    reduced: Reduced
    configurations: Configurations


class Frontier(BoardAnswer):
    """The independent parts of the frontier, and the probability of a mine outside it."""

    components: list[Component]
    outside: Probability | None


class Step(TypedDict):
    """A line of a proof: so many mines are in these cells, by these numbers and earlier steps, counted from 0."""

    technique: str
    numbers: list[Cell]
    uses_mine_count: bool
    steps: list[int]
    cells: list[Cell]
    at_least: int
    at_most: int
    depth: int
    sentence: str


class Proof(TypedDict):
    """Why a cell is certain."""

    cell: Cell
    is_mine: bool
    numbers: list[Cell]
    flags: list[Cell]
    uses_mine_count: bool
    technique: str
    grade: int
    together: int
    pattern: str | None
    sentence: str
    steps: list[Step]


class Proved(BoardAnswer, Proof):
    """Why a cell is certain."""


class RunnerUp(TypedDict):
    """An alternative to the chosen cell."""

    cell: Cell
    probability: Probability


class Move(TypedDict):
    """What to do with a cell, and why: with its proof, if one was asked for, or with how good a guess it is."""

    cell: Cell
    action: Literal["open", "flag"]
    mines: int
    certain: bool
    probability: Probability
    reason: str
    proof: NotRequired[Proof]
    win: NotRequired[Probability | None]
    next: NotRequired[Probability | None]
    progress: NotRequired[Probability | None]
    partner: NotRequired[Cell | None]
    runners_up: NotRequired[list[RunnerUp]]


class Moves(BoardAnswer):
    """What to do next."""

    moves: list[Move]


class Candidate(TypedDict):
    """A candidate for a guess, and how good it is; without a mine count, what follows a guess is null."""

    cell: Cell
    risk: Probability
    next: Probability | None
    progress: Probability | None
    win: Probability | None
    margin: Annotated[float, Says(minimum=0)]
    exact: bool
    behind: Annotated[float, Says(minimum=0)]
    behind_margin: Annotated[float, Says(minimum=0)]
    games: Annotated[int, Says(minimum=0)]
    may_be_best: bool
    hint: bool
    recommended: bool
    partner: Cell | None
    numbers: dict[str, Probability] | None


class Candidates(BoardAnswer):
    """The candidates for a guess, best first; none if no guess is needed."""

    candidates: list[Candidate]


class Metrics(BoardAnswer):
    """What a layout is worth, in clicks."""

    openings: Clicks
    islands: Clicks
    three_bv: Clicks
    zini: Clicks
    eight_way_zini: Clicks
    human_zini: Clicks


class Optimal(Answer):
    """The exact probability of winning with perfect play, as a fraction, and the cells to begin with."""

    win: str
    best: list[Cell]
    notes: list[str]


class Strategy(TypedDict):
    """A player."""

    name: str
    summary: str


class Method(TypedDict):
    """A method of inference."""

    name: str
    quality: Literal["exact", "sound", "estimate"]
    complete: bool
    summary: str
    time: str
