"""Schema: the shape of what only the protocol says; most results are those of the API, in `minemind.answers.schema`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal, NotRequired

from minemind.answers import schema
from minemind.answers.schema import Says

if TYPE_CHECKING:
    from typing import TypedDict
else:
    TypedDict = schema.TypedDict

__all__ = [
    "INFOS",
    "RESULTS",
    "GuessInfoJson",
    "HelloJson",
    "HintInfoJson",
    "OptionsJson",
    "PlayInfoJson",
    "PlayerMovesJson",
    "PositionJson",
    "StoppedJson",
    "WorkInfoJson",
]


class OptionsJson(schema.AnswerJson):
    """The options of this session."""

    lang: str
    time_limit: Annotated[float | None, Says(description="seconds for every request without one of its own")]
    info: Annotated[float, Says(description="the least number of seconds between two info lines", minimum=0)]
    strategy: Annotated[str, Says(description="who answers `move` and `play` where they do not say")]


class RequestLimitsJson(TypedDict):
    """What a request may be at most."""

    line_bytes: int
    pending: Annotated[int, Says(description="requests that wait; after these no more are read")]
    rows: int
    cols: int
    max_per_cell: int


class HelloJson(schema.AnswerJson):
    """Who answers, and what can be asked."""

    name: str
    version: str
    protocol: Annotated[int, Says(const=1)]
    requests: list[str]
    methods: list[str]
    strategies: list[str]
    topologies: list[str]
    presets: list[str]
    languages: list[str]
    options: OptionsJson
    limits: RequestLimitsJson


class PositionJson(schema.BoardAnswerJson):
    """The position that later requests are about; the state only of one that was reached by moves."""

    board: schema.TextJson
    state: Literal["playing", "won", "lost"] | None


class PlayerMoveJson(TypedDict):
    """A move of a player: what it does with a cell, by default opens it, and why."""

    cell: schema.Cell
    action: NotRequired[Literal["open", "flag"]]
    mines: NotRequired[Annotated[int, Says(description="how many a flag claims, by default one", minimum=1)]]
    reason: NotRequired[str]


class PlayerMovesJson(TypedDict):
    """The next moves of a player, in order; none if it gives up."""

    minemind: NotRequired[int]
    moves: list[PlayerMoveJson]


class StoppedJson(schema.AnswerJson):
    """The requests that were waiting or being answered, by their ids, and are told to stop."""

    stopped: list[int | str | None]


class BestSoFarJson(TypedDict):
    """The best guess so far; what it wins is null until games were played."""

    cell: schema.Cell
    risk: schema.Probability
    win: schema.Probability | None
    margin: float


class GuessInfoJson(TypedDict):
    """How far the games behind guesses are: moves looked ahead (null: to the end), and games played from the best."""

    depth: int | None
    games: int
    best: BestSoFarJson


class WorkInfoJson(TypedDict):
    """How much work was done."""

    work: Annotated[float, Says(description="so far, in millions of units, like `think`", minimum=0)]


class BestByRiskJson(TypedDict):
    """The best guess without thinking."""

    cell: schema.Cell
    risk: schema.Probability


class HintInfoJson(WorkInfoJson):
    """How far thinking about a guess is, and what would be guessed without it."""

    best: BestByRiskJson


class PlayInfoJson(TypedDict):
    """How far a game is: its last move, and how many there were."""

    moves: int
    opened: int
    cell: schema.Cell
    action: Literal["open", "flag", "chord"]


class PlayedMoveJson(TypedDict):
    """A move of a game that was played."""

    cell: schema.Cell
    action: Literal["open", "flag", "chord"]
    mines: int
    reason: str
    probability: schema.Probability
    is_certain: bool
    opened: int
    is_searched: bool


class RecordJson(schema.AnswerJson):
    """A game as a strategy played it: the same as in a file, from which `mm.Record` reads it."""

    kind: Literal["record"]
    strategy: str
    expansion: Literal["bfs", "dfs"]
    seed: schema.Count
    start: dict[str, Any]
    moves: list[PlayedMoveJson]
    result: Literal["won", "lost", "stuck"]
    iterations: int
    expanded_states: int
    opened: int
    flags: int
    guesses: int
    seconds: float
    times: list[float]
    forfeit: NotRequired[str]


# The result of each request, and its info lines.
RESULTS = {
    "hello": HelloJson,
    "options": OptionsJson,
    "position": PositionJson,
    "analyse": schema.AnalysisJson,
    "hint": schema.MovesJson,
    "guesses": schema.CandidatesJson,
    "explain": schema.ProvedJson,
    "win": schema.OptimalJson,
    "generate": schema.DealtJson,
    "play": RecordJson,
    "move": PlayerMovesJson,
    "stop": StoppedJson,
}
INFOS = {
    "hint": HintInfoJson,
    "guesses": GuessInfoJson,
    "win": WorkInfoJson,
    "generate": WorkInfoJson,
    "play": PlayInfoJson,
}
