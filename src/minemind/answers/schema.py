"""Schema: the shape of every answer in JSON.

The writers (json.py) fill these types, checked by mypy; the API's schema is made from the same types.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any, Literal, NotRequired

from minemind.dealer import Way
from minemind.formats.document import SCHEMA
from minemind.layout import FirstClick
from minemind.topology import TOPOLOGIES

if TYPE_CHECKING:
    from typing import TypedDict
else:
    try:  # the only one that pydantic, which makes the API's schema, reads on Python 3.11; it depends on it
        from typing_extensions import TypedDict
    except ImportError:
        from typing import TypedDict

__all__ = [
    "AnalysisFactsJson",
    "AnalysisJson",
    "AnalysisPartsJson",
    "AnswerJson",
    "BestJson",
    "BoardAnswerJson",
    "BoardFactsJson",
    "CandidateJson",
    "CandidatesJson",
    "Cell",
    "Clicks",
    "ComponentJson",
    "ConfigurationJson",
    "ConfigurationsJson",
    "ConstraintJson",
    "Count",
    "DealtJson",
    "ErrorDetailsJson",
    "ErrorJson",
    "FaultJson",
    "FirstClickName",
    "FrontierJson",
    "JudgedJson",
    "MatrixJson",
    "MethodJson",
    "MetricsJson",
    "MoveJson",
    "MovesJson",
    "NoGuessJson",
    "OptimalJson",
    "PartsJson",
    "Probability",
    "ProofJson",
    "ProvedJson",
    "ReducedJson",
    "RunnerUpJson",
    "Says",
    "StepJson",
    "StrategyJson",
    "TextJson",
    "Topology",
]


class Says:
    """JSON Schema keywords about a value, besides its type. Pydantic finds the method by its name."""

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
FirstClickName = Annotated[str, Says(enum=list(FirstClick))]


class AnswerJson(TypedDict):
    """What every answer has: the version of the schema."""

    minemind: Annotated[int, Says(const=SCHEMA)]


class FaultJson(TypedDict):
    """One thing that is wrong with a text or a board, and where."""

    sentence: str
    cell: Cell | None
    line: int | None
    column: int | None


class ErrorDetailsJson(TypedDict):
    """What went wrong."""

    kind: str
    message: str
    cells: list[Cell]
    faults: list[FaultJson]


class ErrorJson(AnswerJson):
    """No answer, and why."""

    error: ErrorDetailsJson


class BoardFactsJson(TypedDict):
    """What every answer says about its board."""

    rows: int
    cols: int
    mines: int | None
    topology: Topology
    max_per_cell: int


class BoardAnswerJson(AnswerJson, BoardFactsJson):
    """An answer about a board; `notes` are sentences: what was assumed to read it, and what is missing and why."""

    notes: list[str]


class NoGuessJson(TypedDict):
    """How a board was found that never needs a guess from its start on, and what that took."""

    start: Cell
    way: Annotated[str, Says(enum=list(Way))]
    budget: int
    attempts: int
    positions: int
    repairs: int
    grade: int | None


class TextJson(TypedDict):
    """A board or a layout: see docs/notation.md."""

    text: str


class DealtJson(BoardAnswerJson):
    """A layout, and what it was dealt from; `no_guess` is null if it was not asked for."""

    seed: Count
    first_click: FirstClickName
    no_guess: NoGuessJson | None
    layout: TextJson


class BestJson(TypedDict):
    """The cell to open next."""

    cell: Cell
    probability: Probability
    reason: str


class ConstraintJson(TypedDict):
    """Of these cells, so many are mines."""

    numbers: list[Cell]
    cells: list[Cell]
    mines: int


class ComponentJson(TypedDict):
    """Constraints that are connected through shared cells; the solutions are null if they could not be counted."""

    cells: list[Cell]
    groups: list[list[Cell]]
    constraints: list[ConstraintJson]
    solutions: Count | None
    solutions_by_mines: dict[str, Count] | None


class PartsJson(TypedDict, total=False):
    """The independent parts of the frontier, if they were asked for."""

    components: Annotated[list[ComponentJson] | None, Says(description="only with `frontier`")]
    outside: Annotated[Probability | None, Says(description="only with `frontier`; null: unknown")]


class AnalysisFactsJson(BoardAnswerJson):
    """How an analysis was made, and how many solutions there are."""

    method: str
    exact: bool
    quality: Literal["exact", "sound", "estimate"]
    solutions: Count | None


class AnalysisPartsJson(PartsJson):
    """What follows from an analysis."""

    best: BestJson | None
    dead: list[Cell] | None
    fifty_fifties: list[list[Cell]] | None


class AnalysisJson(AnalysisFactsJson, AnalysisPartsJson):
    """Every cell's probability of a mine, and what is certain. The notes say what is null, and why."""

    safe: list[Cell]
    certain_mines: list[Cell]
    probability: list[list[Probability | None]]


Table = tuple[tuple[int, ...], ...]


class ReducedJson(TypedDict):
    """Equations solved for their fixed columns."""

    table: Table
    labels: tuple[str, ...]
    fixed: tuple[int, ...]
    free: tuple[int, ...]
    free_bounds: tuple[int, ...]
    tuples: Count
    redundant: tuple[str, ...]


class ConfigurationJson(TypedDict):
    """The mines of every column, and how many placements this stands for."""

    mines: tuple[int, ...]
    placements: Count


class ConfigurationsJson(TypedDict):
    """The first configurations, and their number; null if there are too many tuples to try."""

    limit_of_tuples: int
    count: int | None
    left_out: int | None
    placements: Count | None
    listed: list[ConfigurationJson]


class MatrixJson(BoardAnswerJson):
    """A board as simultaneous equations, reduced, and their configurations."""

    columns: list[list[Cell]]
    bounds: list[int]
    table: Table
    labels: tuple[str, ...]
    reduced: ReducedJson
    configurations: ConfigurationsJson


class FrontierJson(BoardAnswerJson):
    """The independent parts of the frontier, and the probability of a mine outside it."""

    components: list[ComponentJson]
    outside: Probability | None


class StepJson(TypedDict):
    """A line of a proof: so many mines are in these cells, by these numbers and earlier steps, counted from 0."""

    technique: str
    numbers: list[Cell]
    subtracted: Annotated[list[Cell], Says(description="those of the numbers that are taken from the others' sum")]
    uses_mine_count: bool
    steps: list[int]
    cells: list[Cell]
    at_least: int
    at_most: int
    depth: int
    sentence: str


class ProofJson(TypedDict):
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
    steps: list[StepJson]


class ProvedJson(BoardAnswerJson, ProofJson):
    """Why a cell is certain."""


class RunnerUpJson(TypedDict):
    """An alternative to the chosen cell."""

    cell: Cell
    probability: Probability


class MoveJson(TypedDict):
    """What to do with a cell, and why: with its proof, if one was asked for, or with how good a guess it is."""

    cell: Cell
    action: Literal["open", "flag"]
    mines: int
    certain: bool
    probability: Probability
    reason: str
    proof: NotRequired[ProofJson]
    win: NotRequired[Probability | None]
    next: NotRequired[Probability | None]
    progress: NotRequired[Probability | None]
    partner: NotRequired[Cell | None]
    runners_up: NotRequired[list[RunnerUpJson]]


class MovesJson(BoardAnswerJson):
    """What to do next."""

    moves: list[MoveJson]


class JudgedJson(BoardAnswerJson):
    """A move, what the numbers decide about its cell and why, and a better move; null if there is none."""

    cell: Cell
    action: Literal["open", "flag"]
    judgement: Literal["proven", "wrong", "guess", "needless guess"]
    certainty: Literal["safe", "mine", "undecided"]
    probability: Probability | None
    sentence: str
    proof: ProofJson | None
    better: MoveJson | None


class CandidateJson(TypedDict):
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


class CandidatesJson(BoardAnswerJson):
    """The candidates for a guess, best first; none if no guess is needed."""

    candidates: list[CandidateJson]


class MetricsJson(BoardAnswerJson):
    """What a layout is worth, in clicks."""

    openings: Clicks
    islands: Clicks
    three_bv: Clicks
    zini: Clicks
    eight_way_zini: Clicks
    human_zini: Clicks
    start: Cell
    grade: Annotated[int, Says(minimum=1, maximum=5)] | None


class OptimalJson(AnswerJson):
    """The exact probability of winning with perfect play, as a fraction, and the cells to begin with."""

    win: str
    best: list[Cell]
    notes: list[str]


class StrategyJson(TypedDict):
    """A player."""

    name: str
    summary: str


class MethodJson(TypedDict):
    """A method of inference."""

    name: str
    quality: Literal["exact", "sound", "estimate"]
    complete: bool
    summary: str
    time: str
