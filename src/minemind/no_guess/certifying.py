"""Certify: makes the certificate of a layout that needs no guess, from its easiest path."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from minemind import _native
from minemind.arguments import shown
from minemind.errors import InvalidValue, counted
from minemind.game import Game
from minemind.grid import CellLike
from minemind.layout import FirstClick, Layout, check_seed
from minemind.no_guess.certificate import FLAG, OPEN, Certificate, ProvenMove, ProvenStep
from minemind.no_guess.dealing import NoGuess
from minemind.no_guess.minefield import Minefield, Place
from minemind.no_guess.path import Path, path_of
from minemind.no_guess.verifier import is_opening
from minemind.worth import LayoutLike

__all__ = ["certify"]


def certify(
    layout: LayoutLike | NoGuess,
    start: CellLike | None = None,
    *,
    first_click: FirstClick | str | None = None,
    seed: int | None = None,
    way: str | None = None,
    time_limit: float | None = None,
) -> Certificate:
    r"""The certificate of a layout that needs no guess from a first click: every move, with its proof.

    The moves are those by which `grade` grades the board. `first_click` is the rule under which the first click is
    safe: by default that of the game, or `opening` if the layout agrees with it, and otherwise `safe`. `seed` and `way`
    are written down as they are; a game has its own, and the result of `mm.generate` also has its start. Raises
    `InvalidValue` if the board needs a guess, and otherwise what `mm.no_guess.grade` raises.

    >>> certificate = mm.no_guess.certify("3 4 2\n...*\n....\n...*", start=(0, 0))
    >>> [step.technique for step in certificate.moves[0].steps], bool(mm.no_guess.verify(certificate))
    (['subset'], True)
    >>> certificate = mm.no_guess.certify(mm.generate("beginner", seed=7))
    >>> certificate.start, certificate.seed, certificate.way, certificate.budget
    ((4, 4), 7, 'uniform', 100000)
    >>> mm.no_guess.certify("2 4 2\n....\n.*.*", start=(0, 0))
    Traceback (most recent call last):
    minemind.errors.InvalidValue: the layout needs a guess: after 0 moves from (0, 0) no hidden cell is safe for certain
    """
    origin = _origin(layout)
    if isinstance(layout, NoGuess):
        path = path_of(layout.layout, layout.start if start is None else start, time_limit)
    else:
        path = path_of(layout, start, time_limit)
    if not path.is_cleared:
        moves = counted(len(path.moves), "move")
        raise InvalidValue(
            f"the layout needs a guess: after {moves} from {tuple(path.start)} no hidden cell is safe for certain"
        )
    if way is not None and not isinstance(way, str):
        raise InvalidValue(f"the way is {shown(way)}; give its name, or None")
    drawn = origin.seed if seed is None else seed
    return Certificate(
        layout=_text_of(path.layout),
        start=(path.start.row, path.start.col),
        first_click=_rule(path, origin.first_click if first_click is None else first_click),
        moves=tuple(_CertificateWriter(path).moves()),
        seed=None if drawn is None else check_seed(drawn),
        way=origin.way if way is None else way,
        budget=origin.budget,
    )


class _Origin(NamedTuple):
    """How a board was dealt, as far as that is known."""

    seed: int | None = None
    first_click: FirstClick | None = None
    way: str | None = None
    budget: int | None = None


def _origin(given: LayoutLike | NoGuess) -> _Origin:
    if isinstance(given, NoGuess):
        return _Origin(given.seed, given.first_click, given.way.value, given.budget)
    if not isinstance(given, Game):
        return _Origin()
    way, budget = (given.dealer.way.value, given.dealer.budget) if given.dealer else (None, None)
    return _Origin(given.seed, given.first_click, way, budget)


def _text_of(layout: Layout) -> str:
    """The text of a layout without the cells that start open."""
    return str(Layout(layout.grid, layout.counts, max_per_cell=layout.max_per_cell))


def _rule(path: Path, given: FirstClick | str | None) -> str:
    """The rule that makes the first click safe; for `any` or no rule, the strongest that it fulfils."""
    rule = None if given is None else FirstClick(given)
    has_opening = is_opening(Minefield.parse(_text_of(path.layout)), (path.start.row, path.start.col))
    if rule is FirstClick.OPENING and not has_opening:
        raise InvalidValue(f"{tuple(path.start)} is not an opening: a neighbour holds a mine; use first_click='safe'")
    if rule in (FirstClick.OPENING, FirstClick.SAFE):
        return str(rule)
    return "opening" if has_opening else "safe"


class _CertificateWriter:
    """Writes the moves of a path in terms of rows and columns."""

    def __init__(self, path: Path) -> None:
        self.path, self.cols = path, path.layout.grid.cols
        self.shown = path.layout.numbers.reshape(-1).tolist()

    def moves(self) -> Iterable[ProvenMove]:
        """All of them, in order."""
        for cell, mines, proof in self.path.moves:
            yield ProvenMove(
                action=FLAG if mines else OPEN,
                cell=self._place(cell),
                mines=mines,
                numbers=self._places(proof.numbers),
                shown=tuple(self.shown[number] for number in proof.numbers),
                steps=tuple(self._step(_native.NativeStep(*step)) for step in proof.steps),
            )

    def _step(self, step: _native.NativeStep) -> ProvenStep:
        return ProvenStep(
            technique=step.technique.name.lower().replace("_", " "),
            numbers=self._places(step.numbers),
            uses_mine_count=step.counts_mines,
            steps=tuple(step.steps),
            cells=self._places(step.cells),
            at_least=step.at_least,
            at_most=step.at_most,
            depth=step.depth,
        )

    def _places(self, indices: list[int]) -> tuple[Place, ...]:
        return tuple(self._place(index) for index in indices)

    def _place(self, index: int) -> Place:
        return divmod(index, self.cols)
