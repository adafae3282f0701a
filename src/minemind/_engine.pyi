import enum
from typing import Annotated

import numpy
from numpy.typing import NDArray


def warn_of_leaks(wanted: bool) -> None: ...

class FirstClick(enum.Enum):
    ANY = 0

    SAFE = 1

    OPENING = 2

class Expansion(enum.Enum):
    BFS = 0

    DFS = 1

class Graph:
    def __init__(self, offsets: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], targets: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], cells: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None: ...

def split_mix(seed: int, index: int) -> int: ...

def deal_layout(graph: Graph, *, mines: int, per_cell: int, first: int, rule: FirstClick, seed: int) -> Annotated[NDArray[numpy.int32], dict(shape=(None,))]: ...

def flood(graph: Graph, *, numbers: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], faces: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], start: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], expansion: Expansion) -> Annotated[NDArray[numpy.int32], dict(shape=(None,))]: ...
