"""Answers: what the schema says of each. `formats.answers` makes them, and tests hold the two equal."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from minemind.formats.document import SCHEMA
from minemind.web.values import Cell, Count, FirstClickName, SavedGame, Text, TopologyName, Value

__all__ = [
    "About",
    "Analysis",
    "Candidates",
    "Converted",
    "Dealt",
    "Error",
    "Moves",
    "Proved",
    "Stepped",
]

Chance = Annotated[float, Field(ge=0, le=1)]


class Answer(Value):
    """What every answer carries: the version of the schema."""

    minemind: Literal[SCHEMA]  # type: ignore[valid-type]


class Fault(Value):
    """One thing that is wrong with a text or a board, and where."""

    sentence: str
    cell: Cell | None
    line: int | None
    column: int | None


class Trouble(Value):
    """What went wrong."""

    kind: str
    message: str
    cells: list[Cell]
    faults: list[Fault]


class Error(Answer):
    """No answer, and why."""

    error: Trouble


class OfABoard(Answer):
    """What every answer says about the board that it is about."""

    rows: int
    cols: int
    mines: int | None
    topology: TopologyName
    max_per_cell: int


class Best(Value):
    """The cell to open next."""

    cell: Cell
    probability: Chance
    reason: str


class Constraint(Value):
    """Of these cells, so many are mines."""

    numbers: list[Cell]
    cells: list[Cell]
    mines: int


class Component(Value):
    """Constraints that hang together through shared cells."""

    cells: list[Cell]
    groups: list[list[Cell]]
    constraints: list[Constraint]
    solutions: Count
    solutions_by_mines: dict[str, Count]


class Analysis(OfABoard):
    """Every cell's chance of a mine, and what is certain."""

    method: str
    exact: bool
    quality: Literal["exact", "sound", "estimate"]
    solutions: Count | None
    safe: list[Cell]
    certain_mines: list[Cell]
    probability: list[list[Chance | None]]
    dead: list[Cell] | None
    fifty_fifties: list[tuple[Cell, Cell]] | None
    best: Best | None
    notes: list[str]
    components: list[Component] | None = Field(default=None, description="only with `frontier`")
    outside: Chance | None = Field(default=None, description="only with `frontier`; null where it is not known")


class Proof(Value):
    """Why a cell is certain."""

    cell: Cell
    is_mine: bool
    numbers: list[Cell]
    flags: list[Cell]
    uses_mine_count: bool
    kind: Literal["single", "subset", "combination", "mine count"]
    pattern: str | None
    sentence: str


class RunnerUp(Value):
    """A cell that comes close."""

    cell: Cell
    probability: Chance


class Move(Value):
    """What to do with a cell, and why: with a proof, if one was looked for; or with what speaks for a guess."""

    cell: Cell
    action: Literal["open", "flag"]
    mines: int
    certain: bool
    probability: Chance
    reason: str
    proof: Proof | None = None
    win: Chance | None = None
    next: Chance | None = None
    progress: Chance | None = None
    partner: Cell | None = None
    runners_up: list[RunnerUp] | None = None


class Moves(OfABoard):
    """What to do next."""

    moves: list[Move]


class Proved(OfABoard, Proof):
    """Why a cell is certain."""


class Candidate(Value):
    """A cell to guess from, and what speaks for it; without a mine count, what follows a guess is null."""

    cell: Cell
    risk: Chance
    next: Chance | None
    progress: Chance | None
    win: Chance | None
    margin: Annotated[float, Field(ge=0)]
    exact: bool
    partner: Cell | None
    numbers: dict[str, Chance] | None


class Candidates(OfABoard):
    """The cells to guess from, the best first; none where no guess is needed."""

    candidates: list[Candidate]


class Dealt(OfABoard):
    """A layout, and what it was dealt from."""

    seed: Count
    first_click: FirstClickName
    layout: Text


class Stepped(Answer):
    """A game after a step."""

    game: SavedGame
    moves: list[Move]
    state: Literal["playing", "won", "lost"]


class Converted(Answer):
    """What a text turned out to be."""

    kind: Literal["position", "layout", "solution", "configurations", "game"]
    board: Text
    layout: Text | None
    game: SavedGame | None
    boards: list[str]
    faults: list[Fault]
    assumed: list[str]
    svg: str | None = None


class Preset(Value):
    """A well-known size."""

    name: str
    rows: int
    cols: int
    mines: int


class Strategy(Value):
    """A player."""

    name: str
    summary: str


class Method(Value):
    """A way to infer."""

    name: str
    quality: Literal["exact", "sound", "estimate"]
    complete: bool
    summary: str
    time: str


class Limits(Value):
    """What a request may take, and what a client may have at once."""

    body_bytes: int
    rows: int
    cols: int
    max_per_cell: int
    seconds: float
    computations: int
    queue: int
    connections: int
    games: tuple[int, int]


class About(Answer):
    """What there is to be asked for."""

    version: str
    presets: list[Preset]
    topologies: list[TopologyName]
    first_clicks: list[FirstClickName]
    strategies: list[Strategy]
    methods: list[Method]
    limits: Limits
