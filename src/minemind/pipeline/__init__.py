"""The file workflow for studying a real game by hand: board_* → configurations_* → solution_* files.

`Outline` is the part of a board to be solved, `write_configurations` writes every configuration of it, and `combine`
reads that file and keeps what all of them agree on. `Outline.solution` gives the same without the file.
"""

from minemind.pipeline.listing import DEFAULT_LIMIT, check_limit, write_configurations
from minemind.pipeline.names import Names, latest_board
from minemind.pipeline.outline import Outline
from minemind.pipeline.sheet import Sheet
from minemind.pipeline.solution import Combined, Solution, combine

__all__ = [
    "DEFAULT_LIMIT",
    "Combined",
    "Names",
    "Outline",
    "Sheet",
    "Solution",
    "check_limit",
    "combine",
    "latest_board",
    "write_configurations",
]
