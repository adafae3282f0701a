"""Native: the one door to the compiled engine. Arrays in, values out, errors translated.

Nothing else imports the engine or sees its exceptions: what it cannot do within its limits is a `TooHard` that says
which limit, and numbers that contradict each other are a `Contradiction`. Boards and grids are unknown here: a cell is
an index, and a `Graph` says which cells exist and which are neighbours. What both sides must agree on, such as the
record of a game, is the engine's, and is read from it here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

import _minemind_engine as engine
from _minemind_engine import (
    BILLION,
    QUANTUM,
    TENTHS,
    Analysis,
    Breadth,
    ClickKind,
    CountCache,
    GameEnd,
    Graph,
    Judgement,
    Phase,
    Recording,
    Result,
    Stop,
    Strategy,
    Technique,
    phase_of_guess,
    phase_of_solutions,
    split_mix,
)
from minemind.errors import BadReplay, Impossible, MineMindError, TooHard

__all__ = [
    "BILLION",
    "CACHE",
    "OUTCOME",
    "QUANTUM",
    "TENTHS",
    "Analysis",
    "Breadth",
    "ClickKind",
    "Contradiction",
    "CountCache",
    "Dealing",
    "Decision",
    "Ending",
    "EndingMove",
    "GameEnd",
    "Graph",
    "JudgedClick",
    "Judgement",
    "ObviousMoves",
    "Outcomes",
    "Path",
    "PathMove",
    "Performance",
    "Phase",
    "Proof",
    "Prospect",
    "Prover",
    "Rates",
    "Recording",
    "Result",
    "Reviewed",
    "Step",
    "Stop",
    "Strategy",
    "Technique",
    "ThreeBv",
    "TimeLimit",
    "analyse",
    "assume",
    "clicks",
    "dead_cells",
    "deal_layout",
    "deal_no_guess",
    "decide",
    "draw",
    "easiest_path",
    "fifty_fifties",
    "first_click",
    "flood",
    "game_outcome",
    "look_ahead",
    "numbers",
    "open_obvious",
    "phase_of_guess",
    "phase_of_solutions",
    "play_on",
    "rates",
    "read_recording",
    "recording",
    "review",
    "simulate",
    "split_mix",
    "three_bv",
    "ways_modulo",
    "write_recording",
    "zini",
]

IntArray: TypeAlias = NDArray[np.int32]
Outcomes: TypeAlias = NDArray[np.void]
Value = TypeVar("Value")

# What the counts of components may take, for all threads of a process: some ten thousand Expert components.
CACHE_BYTES = 64 * 2**20

# Components that were counted before; `analyse` looks here unless it is told otherwise.
CACHE = CountCache(CACHE_BYTES)


def _record_type() -> np.dtype[np.void]:
    names, numbers, offsets, counts = zip(*engine.outcome_fields(), strict=True)
    formats = [(number, (count,)) if count > 1 else number for number, count in zip(numbers, counts, strict=True)]
    return np.dtype({"names": list(names), "formats": formats, "offsets": list(offsets)})


# What came of a game: the engine's record, whose fields are explained in engine/play/game_outcome.hpp.
OUTCOME = _record_type()


class TimeLimit(Protocol):
    """What ends a question: a deadline."""

    @property
    def seconds(self) -> float:
        """What is left; inf if there is no end."""

    def passed(self) -> TooHard:
        """What to raise after the end."""


class Contradiction(Impossible):
    """No mines agree with what the engine was given; `indices` are numbers where it noticed, if numbers are why."""

    def __init__(self, indices: Sequence[int]) -> None:
        super().__init__("the numbers contradict each other")
        self.indices = tuple(indices)


_FAILURES = (engine.Contradiction, engine.OutOfTime, engine.TooHard)


def _ask(
    question: Callable[[], Value], deadline: TimeLimit, graph: Graph | Analysis | None = None, too_hard: str = ""
) -> Value:
    """An answer of the engine, or what it raises in the package's own terms."""
    try:
        return question()
    except _FAILURES as failure:
        raise _translated(failure, deadline, graph, too_hard) from None


def _translated(
    failure: Exception, deadline: TimeLimit, graph: Graph | Analysis | None, too_hard: str = ""
) -> MineMindError:
    """What to raise; of what is too hard, `too_hard` or which component of the graph it is."""
    if isinstance(failure, engine.OutOfTime):
        return deadline.passed()
    if isinstance(failure, engine.Contradiction):
        return Contradiction(failure.args[0])
    states, index = failure.args
    return TooHard(too_hard) if graph is None else _uncountable(states, divmod(index, graph.cols))


def _uncountable(states: int, around: tuple[int, int]) -> TooHard:
    why = f"it needs more than {states:,} states" if states else "it has too many hidden cells"
    return TooHard(f"the component around {around} is too complex to count: {why}; open more of its cells first")


# --- Boards


def first_click(rule: str) -> engine.FirstClick:
    """The engine's name for a rule of the first click."""
    return engine.FirstClick[rule.upper()]


def deal_layout(
    graph: Graph, *, mines: int, per_cell: int, first: int | None, rule: str, seed: int, deadline: TimeLimit
) -> IntArray:
    """How many mines every index holds."""
    return _ask(
        lambda: engine.deal_layout(
            graph,
            mines=mines,
            per_cell=per_cell,
            first=-1 if first is None else first,
            rule=first_click(rule),
            seed=seed,
            seconds=deadline.seconds,
        ),
        deadline,
        graph,
    )


class Dealing(NamedTuple):
    """What came of dealing until a layout needs no guess, and the work it took.

    `mines` has no entry if none was found. `too_hard` layouts could not be analysed, and `fewest_left` free cells were
    hidden in the best of those that need a guess.
    """

    mines: IntArray
    attempts: int
    positions: int
    repairs: int
    too_hard: int
    fewest_left: int | None


def deal_no_guess(
    graph: Graph,
    *,
    mines: int,
    per_cell: int,
    first: int,
    rule: str,
    seed: int,
    way: str,
    budget: int,
    deadline: TimeLimit,
) -> Dealing:
    """How many mines every index holds in a layout that needs no guess; the budget is what the work may add up to."""
    return Dealing(
        *_ask(
            lambda: engine.deal_no_guess(
                graph,
                mines=mines,
                per_cell=per_cell,
                first=first,
                rule=first_click(rule),
                seed=seed,
                way=engine.DealingWay[way.upper()],
                budget=budget,
                seconds=deadline.seconds,
            ),
            deadline,
            graph,
        )
    )


def flood(graph: Graph, *, numbers: IntArray, faces: IntArray, start: IntArray, expansion: str) -> IntArray:
    """The indices that open where these are opened, in the order of the expansion."""
    order = engine.Expansion[expansion.upper()]
    return engine.flood(graph, numbers=numbers, faces=faces, start=start, expansion=order)


# --- Analyses

# Python 3.11 takes its time to find a member of an enumeration.
_COUNTED, _DENSITY, _UNCOUNTED = engine.MineModel.COUNTED, engine.MineModel.DENSITY, engine.MineModel.UNCOUNTED


def analyse(
    graph: Graph,
    faces: IntArray,
    *,
    per_cell: int,
    deadline: TimeLimit,
    mines: int | None = None,
    density: float | None = None,
    cache: CountCache = CACHE,
) -> Analysis:
    """What faces imply, one for every index; with neither mine count nor density, every solution counts once."""
    model, odds = _COUNTED, 1.0
    if density is not None:
        model, odds = _DENSITY, density / (1 - density)
    elif mines is None:
        model = _UNCOUNTED
    try:  # like `_ask`, but this is asked so often that another call would show
        return engine.analyse(
            graph,
            faces,
            per_cell=per_cell,
            model=model,
            mines=mines or 0,
            odds=odds,
            cache=cache,
            seconds=deadline.seconds,
        )
    except _FAILURES as failure:
        raise _translated(failure, deadline, graph) from None


def assume(analysis: Analysis, cell: int, shown: int, *, cache: CountCache, deadline: TimeLimit) -> Analysis:
    """The analysis after a hidden cell was opened and showed a number."""
    return _ask(lambda: analysis.assume(cell, shown, cache=cache, seconds=deadline.seconds), deadline, analysis)


def numbers(analysis: Analysis, cell: int, deadline: TimeLimit) -> list[float]:
    """The probability of every number that a hidden cell may show, if it is safe."""
    return _ask(lambda: analysis.numbers(cell, seconds=deadline.seconds), deadline, analysis)


def dead_cells(analysis: Analysis, cache: CountCache, deadline: TimeLimit) -> IntArray:
    """The hidden cells that show the same number wherever they are free."""
    return _ask(
        lambda: analysis.dead(cache=cache, seconds=deadline.seconds),
        deadline,
        too_hard="the board is too large to find its dead cells; open more of it first",
    )


def fifty_fifties(analysis: Analysis, deadline: TimeLimit) -> list[tuple[int, int]]:
    """The pairs of cells that nothing but a guess can tell apart."""
    return _ask(
        lambda: analysis.fifty_fifties(seconds=deadline.seconds),
        deadline,
        too_hard="there are more than a million 50/50s, too many to list",
    )


def draw(analysis: Analysis, seed: int, deadline: TimeLimit) -> IntArray:
    """Mines at random, one of all solutions, each as likely as any other."""
    return _ask(lambda: analysis.draw(seed, seconds=deadline.seconds), deadline, analysis)


def ways_modulo(analysis: Analysis, component: int, prime: int, deadline: TimeLimit) -> list[int]:
    """The ways of a component modulo a prime, by its mines from the fewest on."""
    return _ask(lambda: analysis.ways_modulo(component, prime, seconds=deadline.seconds), deadline, analysis)


# --- Proofs


class Step(NamedTuple):
    """A line of a proof: from some numbers and earlier steps, how many mines some cells hold."""

    technique: Technique
    numbers: list[int]
    counts_mines: bool
    steps: list[int]
    cells: list[int]
    at_least: int
    at_most: int
    depth: int


class Proof(NamedTuple):
    """Why a cell is certain: a minimal set of numbers, perhaps with the mine count, and steps from them to the cell."""

    numbers: list[int]
    counts_mines: bool
    technique: Technique
    grade: int
    together: int
    steps: list[tuple[Technique, list[int], bool, list[int], list[int], int, int, int]]  # each makes a `Step`


class Prover:
    """Proves the certain cells of some faces; `work` is what all proofs may take together, in units of some ns."""

    def __init__(
        self, graph: Graph, faces: IntArray, *, per_cell: int, mines_left: int | None, work: int, deadline: TimeLimit
    ) -> None:
        left = -1 if mines_left is None else mines_left
        self._deadline = deadline
        self._prover = engine.Prover(
            graph, faces, per_cell=per_cell, mines_left=left, work=work, seconds=deadline.seconds
        )

    def prove(self, cell: int, *, is_mine: bool) -> Proof:
        """The proof of a cell that is certain."""
        return Proof(
            *_ask(
                lambda: self._prover.prove(cell, is_mine=is_mine),
                self._deadline,
                too_hard="all solutions agree on this cell, but the numbers that prove it are too hard to find",
            )
        )


class PathMove(NamedTuple):
    """A cell that is opened, or flagged with so many mines, and the proof of it."""

    cell: int
    mines: int
    proof: Proof


class Path(NamedTuple):
    """The moves that clear a layout without a guess, the faces they lead to, and whether every free cell is open."""

    moves: list[PathMove]
    faces: IntArray
    is_cleared: bool


def easiest_path(graph: Graph, mines: IntArray, *, per_cell: int, start: int, work: int, deadline: TimeLimit) -> Path:
    """Clears a layout by always making the move with the easiest proof; `mines` says how many every index holds.

    `work` is what all proofs may take together, in units of some ns.
    """
    moves, faces, is_cleared = _ask(
        lambda: engine.easiest_path(
            graph, mines, per_cell=per_cell, start=start, work=work, cache=CACHE, seconds=deadline.seconds
        ),
        deadline,
        too_hard="the board is too hard to count, or its proofs are too hard to find",
    )
    return Path([PathMove(cell, claimed, Proof(*proof)) for cell, claimed, proof in moves], faces, is_cleared)


# --- Guesses


class Decision(NamedTuple):
    """A cell to open where nothing is certain, and what was found out about it."""

    cell: int
    risk: float
    win: float | None
    next: float | None
    progress: float | None
    partner: int | None


class Prospect(NamedTuple):
    """What follows if a cell is opened."""

    cell: int
    risk: float
    next: float
    progress: float
    partner: int | None


class EndingMove(NamedTuple):
    """A cell of an ending: in how many solutions it is safe, and in how many the game is won by it."""

    cell: int
    safe: int
    won: int


def decide(analysis: Analysis, strategy: Strategy, rank: IntArray, deadline: TimeLimit) -> Decision:
    """Which cell a strategy opens where nothing is certain."""
    seconds = deadline.seconds
    return Decision(
        *_ask(lambda: engine.decide(analysis, strategy, rank, cache=CACHE, seconds=seconds), deadline, analysis)
    )


def look_ahead(analysis: Analysis, breadth: Breadth, rank: IntArray, deadline: TimeLimit) -> list[Prospect]:
    """What follows each of the cells that come into question, the best first."""
    seconds = deadline.seconds
    found = _ask(lambda: engine.look_ahead(analysis, breadth, rank, cache=CACHE, seconds=seconds), deadline, analysis)
    return list(map(Prospect._make, found))


def play_on(
    analysis: Analysis,
    faces: IntArray,
    rank: IntArray,
    cells: Sequence[int],
    *,
    strategy: Strategy,
    games: int,
    seed: int,
    deadline: TimeLimit,
) -> NDArray[np.float64]:
    """What games count for that begin with each of these cells: a row for each round, fewer if time runs out."""
    weights = _ask(
        lambda: engine.play_on(
            analysis, faces, rank, cells, strategy=strategy, games=games, seed=seed, seconds=deadline.seconds
        ),
        deadline,
        analysis,
    )
    return weights.reshape(-1, len(cells))


class Ending:
    """All solutions of an analysis, in parts that tell nothing about each other, each to be searched to its end."""

    def __init__(self, analysis: Analysis, most_solutions: int, most_nodes: int, deadline: TimeLimit) -> None:
        self._deadline = deadline
        self._too_hard = (
            "too many solutions are left to search the game to its end: "
            f"the limits are {most_solutions:,} solutions and {most_nodes:,} states; open more cells first"
        )
        self._parts = self._ask(
            lambda: engine.list_ending(
                analysis, most_solutions=most_solutions, most_nodes=most_nodes, seconds=deadline.seconds
            )
        )
        self.parts = range(self._parts.parts)

    def cells(self, part: int) -> list[int]:
        """The cells that are not certain."""
        return self._parts.cells(part)

    def weight(self, part: int, free: Sequence[int] = ()) -> int:
        """The solutions in which these cells are free."""
        return self._ask(lambda: self._parts.weight(part, free))

    def won(self, part: int, free: Sequence[int] = ()) -> int:
        """The solutions that are won by perfect play once these cells are open."""
        return self._ask(lambda: self._parts.won(part, free))

    def best_moves(self, part: int, candidates: Sequence[int]) -> list[EndingMove]:
        """Those of the candidates that win most."""
        return list(map(EndingMove._make, self._ask(lambda: self._parts.best_moves(part, candidates))))

    def _ask(self, question: Callable[[], Value]) -> Value:
        return _ask(question, self._deadline, too_hard=self._too_hard)


# --- Games


class ObviousMoves(NamedTuple):
    """Cells that were opened one after the other, with all that opened with them."""

    cells: IntArray
    areas: IntArray  # how many cells opened with each, itself included
    opened: IntArray  # these cells, one move after the other
    rounds: int  # how often all that was safe was opened at once


def open_obvious(
    graph: Graph, *, faces: IntArray, numbers: IntArray, per_cell: int, deadline: TimeLimit
) -> ObviousMoves:
    """Open what numbers show singly and in pairs, until nothing more follows; faces and layout must agree."""
    seconds = deadline.seconds
    return ObviousMoves(
        *_ask(
            lambda: engine.open_obvious(graph, faces=faces, numbers=numbers, per_cell=per_cell, seconds=seconds),
            deadline,
            graph,
        )
    )


def simulate(
    graph: Graph,
    *,
    rank: IntArray,
    mines: int,
    per_cell: int,
    start: int,
    rule: str,
    strategy: Strategy,
    seed: int,
    first: int,
    games: int,
    threads: int,
    weighted: bool,
    progress: Callable[[int], object] | None,
) -> tuple[Outcomes, bool]:
    """What came of some games, and whether they were interrupted: then some are unplayed.

    `progress` is told how many are done, now and then; what it raises ends them.
    """
    records, is_interrupted = engine.simulate(
        graph,
        rank=rank,
        mines=mines,
        per_cell=per_cell,
        start=start,
        rule=first_click(rule),
        strategy=strategy,
        seed=seed,
        first=first,
        games=games,
        threads=threads,
        weighted=weighted,
        progress=progress,
    )
    return records.view(OUTCOME), is_interrupted


def game_outcome(
    result: Result, risks: Sequence[float], *, opened: int, moves: int, lost_by: float | None, phase: Phase
) -> Outcomes:
    """The record of one game that was played outside the engine; `lost_by` is the risk of what hit a mine."""
    return engine.record(result=result, risks=risks, opened=opened, moves=moves, lost_by=lost_by, phase=phase).view(
        OUTCOME
    )


# --- Metrics


class ThreeBv(NamedTuple):
    """The 3BV of a layout, and what it is made of."""

    openings: int
    islands: int
    three_bv: int


def three_bv(graph: Graph, mines: IntArray, deadline: TimeLimit) -> ThreeBv:
    """How many clicks a layout takes without flags; `mines` says how many every index holds."""
    return ThreeBv(*_ask(lambda: engine.three_bv(graph, mines, seconds=deadline.seconds), deadline))


def zini(graph: Graph, mines: IntArray, orders: IntArray, *, form: str, deadline: TimeLimit) -> list[int]:
    """How many it takes with flags by the greedy rule, for each order of all cells; these follow one another."""
    rule, seconds = engine.ZiniForm[form.upper()], deadline.seconds
    return _ask(lambda: engine.zini(graph, mines, orders, form=rule, seconds=seconds), deadline)


# --- Recorded games of other programs


def read_recording(kind: str, content: bytes) -> Recording:
    """What a file of this kind holds: `avf`, `evf`, `mvf`, `rawvf` or `rmv`."""
    readers = {
        "avf": engine.read_avf,
        "evf": engine.read_evf,
        "mvf": engine.read_mvf,
        "rawvf": engine.read_rawvf,
        "rmv": engine.read_rmv,
    }
    try:
        return readers[kind](content)
    except engine.BadFile as bad:
        what, offset = bad.args
        raise BadReplay(f"cannot be read as {kind.upper()}: {what} (byte {offset:,})") from None


def recording(rows: int, cols: int, mines: IntArray, events: IntArray) -> Recording:
    """A recording to be written; every event is milliseconds, kind, x and y."""
    return engine.recording(rows=rows, cols=cols, mines=mines, events=events)


def write_recording(kind: str, recording: Recording) -> bytes:
    """A file of this kind: `evf` or `rawvf`."""
    return engine.write_evf(recording) if kind == "evf" else engine.write_rawvf(recording)


def clicks(graph: Graph, mines: IntArray, events: IntArray, *, pixels: int, has_marks: bool) -> IntArray:
    """The clicks in mouse events: cell (-1 off the board), kind (open, flag, chord), whether flagged, milliseconds."""
    return engine.clicks(graph, mines=mines, events=events, pixels=pixels, has_marks=has_marks).reshape(-1, 4)


# --- Reviews

Win: TypeAlias = tuple[float, float, bool]  # the probability of winning, its margin, and whether it is exact


class JudgedClick(NamedTuple):
    """What the engine thinks of a click; a cell is -1 if there is none, and a probability nan if it is unknown."""

    kind: Judgement
    risk: float
    opened: int
    certain: int
    best: int
    best_risk: float
    overlooked: int
    technique: Technique
    grade: int
    before: Win
    chosen: Win
    after: Win
    cost_margin: float


class Performance(NamedTuple):
    """How a game was clicked: its clicks, those that got further, and the 3BV of the board and of what is open."""

    opens: int
    flags: int
    chords: int
    effective: int
    three_bv: int
    solved: int


class Rates(NamedTuple):
    """What follows from a performance and the seconds that it took; nan where something is divided by 0."""

    three_bv_per_second: float
    efficiency: float
    correctness: float
    throughput: float
    rqp: float
    stnb: float


class Reviewed(NamedTuple):
    """A game, judged click by click until its end."""

    clicks: list[JudgedClick]
    end: GameEnd
    performance: Performance


def review(
    graph: Graph,
    *,
    mines: IntArray,
    faces: IntArray,
    rank: IntArray,
    clicks: Sequence[tuple[int, ClickKind, int]],
    per_cell: int,
    promised: bool,
    margin: float,
    most_games: int,
    seed: int,
    deadline: TimeLimit,
) -> Reviewed:
    """Judge clicks on a layout: `mines` and `faces` say what every index holds, and shows before the first click.

    Games are played until the 95 % intervals of winning are within the margin; with a margin of 0, none are.
    """
    judged, end, performance = _ask(
        lambda: engine.review(
            graph,
            mines=mines,
            faces=faces,
            rank=rank,
            clicks=clicks,
            per_cell=per_cell,
            promised=promised,
            margin=margin,
            most_games=most_games,
            seed=seed,
            seconds=deadline.seconds,
        ),
        deadline,
        graph,
    )
    return Reviewed(list(map(JudgedClick._make, judged)), end, Performance(*performance))


def rates(performance: Performance, *, seconds: float, stnb_factor: float) -> Rates:
    """What follows from the counts; nan for the seconds or the factor makes nan of what depends on them."""
    return Rates(*engine.rates(performance, seconds=seconds, stnb_factor=stnb_factor))
