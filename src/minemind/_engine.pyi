import enum
from typing import Annotated

import numpy
from numpy.typing import NDArray


class FirstClick(enum.Enum):
    ANY = 0

    SAFE = 1

    OPENING = 2

def split_mix(seed: int, index: int) -> int: ...

def deal_layout(offsets: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], targets: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], cells: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], *, mines: int, per_cell: int, first: int, rule: FirstClick, seed: int) -> Annotated[NDArray[numpy.int32], dict(shape=(None,))]: ...
