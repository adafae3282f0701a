from collections.abc import Sequence
import enum
from typing import Annotated

import numpy
from numpy.typing import NDArray


class Contradiction(Exception):
    pass

class TooHard(Exception):
    pass

class OutOfTime(Exception):
    pass

class Stop:
    def __init__(self, seconds: float) -> None: ...

    def set(self) -> None: ...

    def enter(self) -> None: ...

    @staticmethod
    def leave() -> None: ...

    @property
    def work(self) -> int: ...

    @property
    def is_due(self) -> bool: ...

class FirstClick(enum.Enum):
    ANY = 0

    SAFE = 1

    OPENING = 2

class Expansion(enum.Enum):
    BFS = 0

    DFS = 1

class Graph:
    def __init__(self, offsets: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], targets: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], cells: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], cols: int) -> None: ...

    @property
    def cols(self) -> int: ...

def split_mix(seed: int, index: int) -> int: ...

def deal_layout(graph: Graph, *, mines: int, per_cell: int, first: int, rule: FirstClick, seed: int, seconds: float) -> Annotated[NDArray[numpy.int32], dict(shape=(None,))]: ...

def neighbour_sums(graph: Graph, values: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Annotated[NDArray[numpy.int32], dict(shape=(None,))]: ...

def flood(graph: Graph, *, numbers: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], faces: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], start: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], expansion: Expansion) -> Annotated[NDArray[numpy.int32], dict(shape=(None,))]: ...

class MineModel(enum.Enum):
    COUNTED = 0

    UNCOUNTED = 1

    DENSITY = 2

class CountCache:
    def __init__(self, capacity: int) -> None: ...

    def clear(self) -> None: ...

    @property
    def size(self) -> int: ...

    @property
    def bytes(self) -> int: ...

class Analysis:
    @property
    def cols(self) -> int: ...

    @property
    def probability(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,), writable=False)]: ...

    @property
    def expected(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,), writable=False)]: ...

    @property
    def safe(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,))]: ...

    @property
    def obvious(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,))]: ...

    @property
    def mines(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,))]: ...

    @property
    def outside(self) -> float: ...

    @property
    def outside_cells(self) -> int: ...

    @property
    def known_mines(self) -> int: ...

    @property
    def counted(self) -> int: ...

    @property
    def states(self) -> int: ...

    @property
    def log_solutions(self) -> float: ...

    @property
    def components(self) -> int: ...

    def groups(self, component: int) -> list[list[int]]: ...

    def constraints(self, component: int) -> list[tuple[int, int]]: ...

    def fewest(self, component: int) -> int: ...

    def ways_modulo(self, component: int, prime: int, *, seconds: float) -> list[int]: ...

    def numbers(self, cell: int, *, seconds: float) -> list[float]: ...

    def dead(self, *, cache: CountCache, seconds: float) -> Annotated[NDArray[numpy.int32], dict(shape=(None,))]: ...

    def fifty_fifties(self, *, seconds: float) -> list[tuple[int, int]]: ...

    def draw(self, seed: int, *, seconds: float) -> Annotated[NDArray[numpy.int32], dict(shape=(None,))]: ...

    def assume(self, cell: int, shown: int, *, cache: CountCache, seconds: float) -> Analysis: ...

def propagate(graph: Graph, faces: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], *, per_cell: int, seconds: float) -> Annotated[NDArray[numpy.int32], dict(shape=(None,))]: ...

def analyse(graph: Graph, faces: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], *, per_cell: int, model: MineModel, mines: int, odds: float, cache: CountCache, seconds: float) -> Analysis: ...

def cells_json(analysis: Analysis) -> str: ...

class Technique(enum.IntEnum):
    ASSUMPTION = 0

    SINGLE = 1

    SUBSET = 2

    OVERLAP = 3

    SUM = 4

    MINE_COUNT = 5

    CONTRADICTION = 6

class Prover:
    def __init__(self, graph: Graph, faces: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], *, per_cell: int, mines_left: int, work: int, seconds: float) -> None: ...

    def prove(self, cell: int, *, is_mine: bool) -> tuple[list[int], bool, Technique, int, int, list[tuple[Technique, list[int], bool, list[int], list[int], int, int, int, list[int]]]]: ...

def easiest_path(graph: Graph, mines: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], *, per_cell: int, start: int, work: int, cache: CountCache, seconds: float) -> tuple[list[tuple[int, int, tuple[list[int], bool, Technique, int, int, list[tuple[Technique, list[int], bool, list[int], list[int], int, int, int, list[int]]]]]], Annotated[NDArray[numpy.int32], dict(shape=(None,))], bool]: ...

class Strategy(enum.Enum):
    RULES = 0

    EXACT = 1

    ENDGAME = 2

    CHAMPION = 3

    LOOKAHEAD = 4

class Breadth(enum.Enum):
    BEST = 0

    CLOSE = 1

    ALL = 2

QUANTUM: float = 1e-09

class Ending:
    @property
    def parts(self) -> int: ...

    def cells(self, part: int) -> list[int]: ...

    def weight(self, part: int, free: Sequence[int]) -> int: ...

    def won(self, part: int, free: Sequence[int]) -> int: ...

    def best_moves(self, part: int, candidates: Sequence[int]) -> list[tuple[int, int, int]]: ...

def list_ending(analysis: Analysis, *, most_solutions: int, most_nodes: int, seconds: float) -> Ending: ...

def decide(analysis: Analysis, player: tuple[Strategy, int], faces: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], rank: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], *, cache: CountCache, seconds: float) -> tuple[int, float, float | None, float | None, float | None, int | None]: ...

def search_ending(analysis: Analysis, think: int, faces: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], rank: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], *, cache: CountCache, seconds: float) -> tuple[tuple[int, float, float | None, float | None, float | None, int | None] | None, int]: ...

def ending_limits(think: int) -> tuple[int, int]: ...

def look_ahead(analysis: Analysis, breadth: Breadth, rank: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], *, cache: CountCache, seconds: float) -> list[tuple[int, float, float, float, float, int | None]]: ...

def play_off(analysis: Analysis, faces: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], rank: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], guesses: Sequence[int], *, work: int, most_games: int, seed: int, thinks: bool, cache: CountCache, seconds: float, progress: object | None) -> tuple[list[tuple[float, float, float, float, bool, int]], int]: ...

class Result(enum.Enum):
    WON = 0

    LOST = 1

    STUCK = 2

    UNPLAYED = 3

class Phase(enum.Enum):
    NONE = 0

    OPENING = 1

    MIDDLE = 2

    LATE = 3

    ENDGAME = 4

    COIN_FLIP = 5

TENTHS: int = 10

BILLION: int = 1000000000

def outcome_fields() -> list[tuple[str, str, int, int]]: ...

def phase_of_guess(risk: float, is_searched: bool) -> Phase: ...

def phase_of_solutions(log_solutions: float) -> Phase: ...

def record(*, result: Result, risks: Sequence[float], opened: int, moves: int, lost_by: float | None, phase: Phase) -> Annotated[NDArray[numpy.uint8], dict(shape=(None,))]: ...

def open_obvious(graph: Graph, *, faces: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], numbers: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], per_cell: int, seconds: float) -> tuple[Annotated[NDArray[numpy.int32], dict(shape=(None,))], Annotated[NDArray[numpy.int32], dict(shape=(None,))], Annotated[NDArray[numpy.int32], dict(shape=(None,))], int]: ...

def simulate(graph: Graph, *, rank: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], mines: int, per_cell: int, start: int, rule: FirstClick, player: tuple[Strategy, int], seed: int, first: int, games: int, threads: int, weighted: bool, baseline: tuple[Strategy, int] | None, baseline_games: int, progress: object | None) -> tuple[Annotated[NDArray[numpy.uint8], dict(shape=(None,))], bool]: ...

class Reward(enum.Enum):
    WIN = 0

    CELLS = 1

    RISK = 2

HIDDEN_BYTE: int = -1

NO_CELL_BYTE: int = -2

LARGEST_BYTE: int = 127

class GameBatch:
    def __init__(self, graph: Graph, *, mines: int, per_cell: int, rule: FirstClick, no_guess: tuple[DealingWay, tuple[int, int] | None, int] | None, reward: Reward, probability: bool, games: int) -> None: ...

    def restart(self, which: Annotated[NDArray[numpy.bool_], dict(shape=(None,), order='C', device='cpu', writable=False)], seeds: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None: ...

    def start_next(self, which: Annotated[NDArray[numpy.bool_], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None: ...

    def step(self, cells: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], starts_next: Annotated[NDArray[numpy.bool_], dict(shape=(None,), order='C', device='cpu', writable=False)], seconds: float) -> int | None: ...

    @property
    def faces(self) -> Annotated[NDArray[numpy.int8], dict(shape=(None, None), writable=False)]: ...

    @property
    def probability(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None, None), writable=False)]: ...

    @property
    def seeds(self) -> Annotated[NDArray[numpy.uint64], dict(shape=(None,), writable=False)]: ...

    @property
    def rewards(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,), writable=False)]: ...

    @property
    def won(self) -> Annotated[NDArray[numpy.bool_], dict(shape=(None,), writable=False)]: ...

    @property
    def lost(self) -> Annotated[NDArray[numpy.bool_], dict(shape=(None,), writable=False)]: ...

class ZiniForm(enum.Enum):
    GREEDY = 0

    HUMAN = 1

def three_bv(graph: Graph, mines: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], *, seconds: float) -> tuple[int, int, int]: ...

def zini(graph: Graph, mines: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], orders: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], *, form: ZiniForm, seconds: float) -> list[int]: ...

class DealingWay(enum.Enum):
    UNIFORM = 0

    REPAIRED = 1

def deal_no_guess(graph: Graph, *, mines: int, per_cell: int, first: int, rule: FirstClick, seed: int, way: DealingWay, grades: tuple[int, int] | None, budget: int, seconds: float) -> tuple[Annotated[NDArray[numpy.int32], dict(shape=(None,))], int, int, int, int, int, int, int, int, int | None]: ...

class BadFile(Exception):
    pass

class Recording:
    @property
    def rows(self) -> int: ...

    @property
    def cols(self) -> int: ...

    @property
    def mines(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,))]: ...

    @property
    def pixels(self) -> int: ...

    @pixels.setter
    def pixels(self, arg: int, /) -> None: ...

    @property
    def has_marks(self) -> bool: ...

    @has_marks.setter
    def has_marks(self, arg: bool, /) -> None: ...

    @property
    def promise(self) -> str: ...

    @promise.setter
    def promise(self, arg: str, /) -> None: ...

    @property
    def program(self) -> bytes: ...

    @program.setter
    def program(self, arg: bytes, /) -> None: ...

    @property
    def player(self) -> bytes: ...

    @player.setter
    def player(self, arg: bytes, /) -> None: ...

    @property
    def encoding(self) -> str: ...

    @property
    def milliseconds(self) -> int: ...

    @milliseconds.setter
    def milliseconds(self, arg: int, /) -> None: ...

    @property
    def three_bv(self) -> int: ...

    @three_bv.setter
    def three_bv(self, arg: int, /) -> None: ...

    @property
    def is_won(self) -> bool: ...

    @is_won.setter
    def is_won(self, arg: bool, /) -> None: ...

    @property
    def events(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,))]: ...

def recording(*, rows: int, cols: int, mines: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], events: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Recording: ...

def read_avf(file: bytes) -> Recording: ...

def read_evf(file: bytes) -> Recording: ...

def read_mbf(file: bytes) -> Recording: ...

def read_mvf(file: bytes) -> Recording: ...

def read_rawvf(file: bytes) -> Recording: ...

def read_rmv(file: bytes) -> Recording: ...

def write_evf(recording: Recording) -> bytes: ...

def write_rawvf(recording: Recording) -> bytes: ...

def clicks(graph: Graph, *, mines: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], events: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], pixels: int, has_marks: bool) -> Annotated[NDArray[numpy.int32], dict(shape=(None,))]: ...

class ClickKind(enum.Enum):
    OPENED = 0

    FLAGGED = 1

    CHORDED = 2

class Judgement(enum.Enum):
    SAFE = 0

    PROMISED = 1

    FORCED_GUESS = 2

    NEEDLESS_GUESS = 3

    BAD_GUESS = 4

    OPENED_MINE = 5

    FLAG_PROVEN = 6

    FLAG_UNPROVEN = 7

    FLAG_WRONG = 8

    UNFLAG = 9

    WASTED = 10

    UNCOUNTED = 11

class GameEnd(enum.Enum):
    UNFINISHED = 0

    WON = 1

    LOST = 2

def review(graph: Graph, *, mines: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], faces: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], rank: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], clicks: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], per_cell: int, promised: bool, margin: float, most_games: int, seed: int, seconds: float) -> tuple[list[tuple[Judgement, float, int, int, int, float, int, Technique, int, tuple[float, float, bool], tuple[float, float, bool], tuple[float, float, bool], float]], GameEnd, tuple[int, int, int, int, int, int]]: ...

def rates(performance: tuple[int, int, int, int, int, int], *, seconds: float, stnb_factor: float) -> tuple[float, float, float, float, float, float]: ...
