"""Pictures of answers: the heat map of an analysis, and a proof walked step by step."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from minemind.board import Board
from minemind.grid import Cell
from minemind.svg import INK, MINE_COLOUR, SAFE_COLOUR, Drawing, Picture

if TYPE_CHECKING:
    from minemind.solve.analysis import Analysis
    from minemind.solve.proof import Proof, Step

__all__ = ["HeatMap", "ProofSteps"]

# The rings around the numbers of a step, and around cells for which it only says how many mines they hold together.
NUMBER_RING, SHARED_RING = "#1b4fd8", "#e67700"


class HeatMap(Picture):
    """The risks of an analysis, with a ring around the best cell to open."""

    def __init__(self, analysis: Analysis) -> None:
        self.analysis = analysis

    def __str__(self) -> str:
        return str(self.analysis)

    def _drawing(self) -> Drawing:
        best = self.analysis.best
        return self.analysis._drawing()._replace(rings={best.cell: INK} if best else {})


class _StepPicture(Picture):
    """The board of a proof, with rings around the numbers of a step and around the cells that it is about."""

    def __init__(self, board: Board, step: Step) -> None:
        self.board, self.step = board, step

    def _drawing(self) -> Drawing:
        ring = {"safe": SAFE_COLOUR, "mine": MINE_COLOUR}.get(self.step.fact, SHARED_RING)
        rings: dict[Cell, str] = dict.fromkeys(self.step.cells, ring)
        return self.board._drawing()._replace(rings=rings | dict.fromkeys(self.step.numbers, NUMBER_RING))


class ProofSteps:
    """A proof as HTML: its sentence, and below it every step with its picture. It needs no script."""

    def __init__(self, proof: Proof) -> None:
        self.proof = proof

    def __str__(self) -> str:
        steps = (f"{number}. {step}" for number, step in enumerate(self.proof.steps, start=1))
        return "\n".join([str(self.proof), *steps])

    def _repr_html_(self) -> str:
        steps = "".join(map(self._step, self.proof.steps))
        return f"<div><p><strong>{escape(self.proof.sentence)}</strong></p><ol>{steps}</ol></div>"

    def _step(self, step: Step) -> str:
        drawn = _StepPicture(self.proof.board, step)._repr_svg_() or ""
        return f'<li style="margin-left:{2 * step.depth}em"><p>{escape(step.sentence)}</p>{drawn}</li>'
