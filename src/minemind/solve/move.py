"""Move: advice, as a cell, what to do with it, and why. What a player did is a `Turn`."""

from __future__ import annotations

from dataclasses import dataclass

from minemind.board import Action
from minemind.grid import Cell
from minemind.layout import FirstClick
from minemind.solve.methods.rules import Conclusion
from minemind.solve.proof import Proof
from minemind.words import phrase

__all__ = ["Agreement", "Guess", "Move", "Promise"]


@dataclass(frozen=True)
class Agreement:
    """The reason for a move that is certain because all solutions agree; the method names no numbers.

    >>> mm.solve.Agreement("exact").method
    'exact'
    """

    method: str

    def __str__(self) -> str:
        return phrase("agreement", method=self.method)


@dataclass(frozen=True)
class Promise:
    """The reason for a first click that the rules of the game promise to be safe.

    >>> mm.solve.Promise(mm.FirstClick.SAFE).rule.value
    'safe'
    """

    rule: FirstClick

    def __str__(self) -> str:
        return phrase("promise", rule=self.rule.value)


@dataclass(frozen=True)
class Guess:
    r"""The reason for a guess, because no cell is safe: its risk, and the alternatives with theirs.

    >>> guess = mm.hint("3 3 2\n1..\n...\n...").reason
    >>> guess.probability, round(guess.win, 3), guess.runners_up[0][0]
    (0.2, 0.733, Cell(row=2, col=0))
    """

    probability: float
    runners_up: tuple[tuple[Cell, float], ...] = ()
    method: str = "exact"
    win: float | None = None  # the probability of winning from here, if the game was searched to its end
    # If the choice was made by look-ahead: the probability of surviving this move and the next, and the probability of
    # progress, that something safe follows if this cell is safe.
    next: float | None = None
    progress: float | None = None
    partner: Cell | None = None  # the other cell of a 50/50, a guess that cannot be avoided: see `Candidate`
    is_searched: bool = False  # whether it is the first move of perfect play: the game was searched to its end

    def __str__(self) -> str:
        others = [{"cell": cell, "risk": risk} for cell, risk in self.runners_up]
        return phrase(
            "guess",
            risk=self.probability,
            method=self.method,
            win=self.win,
            partner=self.partner,
            next=self.next,
            progress=self.progress,
            runners_up=others or None,
        )


@dataclass(frozen=True)
class Move:
    r"""A cell, what to do with it, and why. A flag claims `mines` mines.

    >>> move = mm.hint("3 4 2\n01..\n01..\n01..")
    >>> move.cell, move.action.value, move.mines
    (Cell(row=0, col=2), 'open', 0)
    >>> move.is_certain, move.probability, move.why == str(move.reason)
    (True, 0.0, True)
    """

    cell: Cell
    action: Action
    reason: Conclusion | Proof | Agreement | Promise | Guess
    mines: int = 0

    @classmethod
    def certain(cls, cell: Cell, mines: int, reason: Conclusion | Proof | Agreement) -> Move:
        """The move for a cell that certainly holds this many mines: flag it, or open it if there are none.

        >>> mm.Move.certain(mm.Cell(0, 2), 1, mm.solve.Agreement("exact")).action.value
        'flag'
        """
        return cls(cell, Action.FLAG if mines else Action.OPEN, reason, mines)

    @property
    def why(self) -> str:
        """The reason, as a sentence."""
        return str(self.reason)

    @property
    def is_certain(self) -> bool:
        """Whether the move is certain, provided that the flags on the board are right."""
        return not isinstance(self.reason, Guess)

    @property
    def probability(self) -> float:
        """The probability of a mine in the cell, as far as the player knows."""
        return self.reason.probability if isinstance(self.reason, Guess) else float(self.mines > 0)

    def __str__(self) -> str:
        return phrase("move", action=str(self.action), cell=self.cell, reason=str(self.reason))
