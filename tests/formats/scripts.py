"""Scripts: one game in every format of other programs, for the tests of readers and writers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import minemind as mm
from minemind import filetypes
from minemind.formats.replays import REPLAYS
from minemind.replay import Click
from tests.formats import recorded
from tests.formats.recorded import Script, avf, clicked, evf, mvf, rawvf, rmv

OPEN, FLAG, CHORD = mm.Action.OPEN, mm.Action.FLAG, mm.Action.CHORD
LAYOUT = mm.Layout.parse("*00\n000\n00*".replace("0", "."))
MINES = ((0, 0), (2, 2))

# A corner opened, a flag, a chord that uses it, a cell opened again without effect, and one more cell.
CLICKS = (
    Click(mm.Cell(0, 2), OPEN, 0, 0.0),
    Click(mm.Cell(0, 0), FLAG, 1, 1.25),
    Click(mm.Cell(0, 1), CHORD, 0, 2.5),
    Click(mm.Cell(0, 1), OPEN, 0, 300.0),
    Click(mm.Cell(2, 0), OPEN, 0, 301.0),
)
PLAYED = clicked((0, "o", 0, 2), (1250, "f", 0, 0), (2500, "c", 0, 1), (300_000, "o", 0, 1), (301_000, "o", 2, 0))
SCRIPT = Script(3, 3, MINES, PLAYED, milliseconds=301_000)

WRITERS: dict[str, Callable[[Script], bytes]] = {
    "avf": avf,
    "avf of FreeSweeper": lambda script: avf(script, version=0),
    "avf with a comma": lambda script: avf(script, comma=","),
    "rmv 1": rmv,
    "rmv 2": lambda script: rmv(script, version=2),
    "mvf 0.97": lambda script: mvf(script, year=2005),
    "mvf 0.97 of 2008": lambda script: mvf(script, year=2008),
    "mvf 0.97 without titles": lambda script: mvf(script, year=0),
    "mvf 2006": lambda script: mvf(script, year=2006),
    "mvf 2007": lambda script: mvf(script, year=2007),
    "evf 0": lambda script: evf(script, version=0, signed=False),
    "evf 1": lambda script: evf(script, version=1),
    "evf 2": lambda script: evf(script, version=2),
    "evf 3": lambda script: evf(script, version=3),
    "evf 4": lambda script: evf(script, version=4),
    "evf 4, translated": lambda script: evf(script, version=4, summary=8),
    "rawvf": rawvf,
    "rawvf without a heading": lambda script: rawvf(script, has_heading=False),
    "rawvf of Windows": lambda script: rawvf(script, newline="\r\n"),
}
every_format = pytest.mark.parametrize("write", list(WRITERS.values()), ids=list(WRITERS))


def samples() -> Iterator[Path]:
    """Recorded games in the folders around the project, if there are any."""
    for folder in Path(__file__).parents:
        yield from sorted(path for known in REPLAYS for path in folder.glob(f"shared/data/replays/*{known.endings[0]}"))


def write_replay(replay: object, name: str) -> bytes:
    return filetypes.written(replay, filetypes.named_format(name))


LEFT, LEFT_UP, RIGHT, RIGHT_UP = recorded.LEFT, recorded.LEFT_UP, recorded.RIGHT, recorded.RIGHT_UP
START = PLAYED[:2]


def at(kind: int, row: int, col: int) -> tuple[int, int, int, int]:
    return 100, kind, col * 16 + 8, row * 16 + 8
