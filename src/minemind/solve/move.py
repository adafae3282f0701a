"""Move: advice, as a cell, what to do with it, and why. What a player did is a `Turn`."""

from __future__ import annotations

from dataclasses import dataclass

from minemind.board import Action
from minemind.grid import Cell
from minemind.layout import FirstClick
from minemind.solve.methods.rules import Conclusion
from minemind.solve.proof import Proof

__all__ = ["Agreement", "Guess", "Move", "Promise"]


@dataclass(frozen=True)
class Agreement:
    """Certain, for it is so in every solution; the method found that out, and names no numbers.

    >>> mm.solve.Agreement("exact").method
    'exact'
    """

    method: str

    def __str__(self) -> str:
        return f"every solution agrees ({self.method})"


@dataclass(frozen=True)
class Promise:
    """The first cell of a game that promises something of it.

    >>> mm.solve.Promise(mm.FirstClick.SAFE).rule.value
    'safe'
    """

    rule: FirstClick

    def __str__(self) -> str:
        return f"the first click is {'an opening' if self.rule is FirstClick.OPENING else 'safe'}"


@dataclass(frozen=True)
class Guess:
    r"""Nothing is certain: the probability of a mine in the chosen cell, and the next cells with theirs.

    >>> guess = mm.hint("3 3 2\n1..\n...\n...").reason
    >>> guess.probability, round(guess.win, 3), guess.runners_up[0][0]
    (0.2, 0.733, Cell(row=2, col=0))
    """

    probability: float
    runners_up: tuple[tuple[Cell, float], ...] = ()
    method: str = "exact"
    win: float | None = None  # the chance to win from here, where it was found out
    # Where the choice was made by what follows: the chance to survive the safest step after this, too, and, if it is
    # no mine, the chance that something safe comes of it.
    next: float | None = None
    progress: float | None = None
    partner: Cell | None = None  # … and what makes the guess due now or later: see `Candidate`
    is_searched: bool = False  # whether it begins perfect play: the game was searched to its end

    def __str__(self) -> str:
        by = "" if self.method == "exact" else f", as {self.method} sees it"
        others = ", ".join(f"{tuple(cell)} {chance:.1%}" for cell, chance in self.runners_up)
        return f"nothing is certain; a mine is here with a chance of {self.probability:.1%}{by}{self._why()}" + (
            f" (next: {others})" if others else ""
        )

    def _why(self) -> str:
        if self.win is not None:
            return f", and perfect play wins with {self.win:.1%}"
        if self.next is None or self.progress is None:
            return ""
        if self.partner is not None:
            return (
                f"; whether here or in {tuple(self.partner)}, only a guess can tell, so it costs no more now than later"
            )
        return f"; it and the safest next step go well with {self.next:.1%}, and it leads on with {self.progress:.1%}"


@dataclass(frozen=True)
class Move:
    r"""A cell, what to do with it, and why. A flag claims `mines`.

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
        """What to do with a cell that surely holds so many mines: flag them, or open it.

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
        """Whether it cannot be wrong, if the flags on the board are not."""
        return not isinstance(self.reason, Guess)

    @property
    def probability(self) -> float:
        """The chance of a mine in the cell, as far as who moves knows."""
        return self.reason.probability if isinstance(self.reason, Guess) else float(self.mines > 0)

    def __str__(self) -> str:
        return f"{self.action} {tuple(self.cell)}: {self.reason}"
