"""Verify: checks a certificate without the engine, so that nobody has to trust the engine.

The layout and its geometry are read again (minefield.py), the game is replayed, and every step must follow from only
the numbers and the steps that it names (inference.py).
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from minemind.arguments import shown
from minemind.errors import InvalidValue, ParseError, TooHard, counted
from minemind.no_guess.certificate import FLAG, OPEN, Certificate, ProvenMove, ProvenStep
from minemind.no_guess.inference import Fact, WorkLeft, follows
from minemind.no_guess.minefield import Minefield, Place

__all__ = ["Verdict", "is_opening", "verify"]

ASSUMPTION, CONTRADICTION = "assumption", "contradiction"

# How many numbers a step of each technique reads, and whether it reads the mine count. Assumptions and contradictions
# have rules of their own.
DEDUCTIONS: Mapping[str, tuple[range, bool]] = {
    "single": (range(2), False),
    "subset": (range(2, 3), False),
    "overlap": (range(2, 3), False),
    "sum": (range(10**9), False),
    "mine count": (range(10**9), True),
}


@dataclass(frozen=True)
class Verdict:
    r"""Whether a certificate is right, and if not, where and why; `move` and `step` count from 0.

    As a bool, it is true if the certificate is right.

    >>> verdict = mm.no_guess.verify(mm.no_guess.certify("3 4 2\n...*\n....\n...*", start=(0, 0)))
    >>> bool(verdict), verdict.is_valid, str(verdict)
    (True, True, 'valid: the first click and 2 moves clear the board, and every step follows')
    """

    is_valid: bool
    sentence: str
    move: int | None = None
    step: int | None = None

    def __bool__(self) -> bool:
        return self.is_valid

    def __str__(self) -> str:
        return self.sentence


class _Flaw(Exception):
    """What is wrong with a certificate, and in which step of a move."""

    def __init__(self, sentence: str, step: int | None = None) -> None:
        super().__init__(sentence)
        self.sentence, self.step = sentence, step


def verify(certificate: Certificate | str | os.PathLike[str]) -> Verdict:
    r"""Check whether a certificate, or the file of one, is right.

    It is right if the first click is safe by its rule, every number is open and shows what the layout says, every step
    follows from only the numbers and the steps that it names, every move is what its last step says, and at the end
    every free cell is open. Raises `BadSave` or `FileError` if the file cannot be read, and `TooHard` if a step leaves
    more cases than can be checked.

    >>> from dataclasses import replace
    >>> certificate = mm.no_guess.certify("3 4 2\n...*\n....\n...*", start=(0, 0))
    >>> print(mm.no_guess.verify(replace(certificate, moves=certificate.moves[1:])))
    move 1, open (1, 3): step 1 does not follow from what it names
    >>> print(mm.no_guess.verify(replace(certificate, moves=certificate.moves[:1])))
    the moves end, but a free cell is still closed: (1, 3)
    """
    if isinstance(certificate, str | os.PathLike):
        certificate = Certificate.load(certificate)
    if not isinstance(certificate, Certificate):
        raise InvalidValue(f"{shown(certificate)} is not a certificate; give a Certificate, or the path of its file")
    try:
        field = Minefield.parse(certificate.layout)
    except ParseError as error:
        return Verdict(is_valid=False, sentence=f"the layout is not valid: {error}")
    return _checked(certificate, field)


def _checked(certificate: Certificate, field: Minefield) -> Verdict:
    at: int | None = None
    try:
        replay = _CheckedGame(field, certificate.start, certificate.first_click)
        for place, move in enumerate(certificate.moves):
            at = place
            replay.make(move)
        at = None
        replay.finish()
    except _Flaw as flaw:
        return Verdict(is_valid=False, sentence=_where(certificate, at) + flaw.sentence, move=at, step=flaw.step)
    except TooHard as error:
        raise TooHard(f"{_where(certificate, at)}{error}") from None
    moves = counted(len(certificate.moves), "move")
    sentence = f"valid: the first click and {moves} clear the board, and every step follows"
    return Verdict(is_valid=True, sentence=sentence)


def _where(certificate: Certificate, at: int | None) -> str:
    if at is None:
        return ""
    move = certificate.moves[at]
    return f"move {at + 1}, {move.action} {move.cell}: "


def is_opening(field: Minefield, start: Place) -> bool:
    """Whether the opening rule allows this first click: its neighbours hold mines only if these fit nowhere else."""
    around = field.around(start)
    kept = len(around) - sum(field.counts[place] > 0 for place in around)
    others = len(field.counts) - 1 - len(around)
    # This many neighbours must hold mines, because the other cells cannot hold them all.
    given_up = -(-(field.mines - others * field.per_cell) // field.per_cell)
    return kept >= len(around) - max(0, given_up)


class _CheckedGame:
    """The game, replayed as far as the moves are right."""

    def __init__(self, field: Minefield, start: Place, rule: str) -> None:
        self.field, self.work = field, WorkLeft()
        self.closed = set(field.counts)
        self.opened: dict[Place, int] = {}
        self.mines_left = field.mines
        self._check_start(start, rule)
        self._open(start)

    def _check_start(self, start: Place, rule: str) -> None:
        if start not in self.closed:
            raise _Flaw(f"the first click {start} is not on the board")
        if self.field.counts[start]:
            raise _Flaw(f"the first click {start} holds a mine")
        if rule not in ("opening", "safe"):
            raise _Flaw(f"the first-click rule {shown(rule)} does not make the first click safe; opening and safe do")
        if rule == "opening" and not is_opening(self.field, start):
            raise _Flaw(f"the first click {start} is not an opening: a neighbour holds a mine")

    def _open(self, place: Place) -> None:
        """Open a free cell, and all cells around every zero."""
        pending = [place]
        self.closed.discard(place)
        while pending:
            cell = pending.pop()
            around = self.field.around(cell)
            self.work.spend(len(around) + 1)
            self.opened[cell] = sum(self.field.counts[other] for other in around)
            if self.opened[cell] == 0:
                fresh = [other for other in around if other in self.closed]
                self.closed.difference_update(fresh)
                pending += fresh

    def make(self, move: ProvenMove) -> None:
        """Check a move and make it."""
        if move.action not in (OPEN, FLAG):
            raise _Flaw("a move opens a cell, or flags it")
        if move.cell not in self.closed:
            state = "is already open" if move.cell in self.opened else "is already flagged"
            raise _Flaw(f"the cell {state if move.cell in self.field.counts else 'is not on the board'}")
        _Argument(self, move).check()
        if self.field.counts[move.cell] != move.mines:
            raise _Flaw(f"the cell holds {counted(self.field.counts[move.cell], 'mine')}")
        if move.action == OPEN:
            self._open(move.cell)
        else:
            self.closed.discard(move.cell)
            self.mines_left -= move.mines

    def finish(self) -> None:
        """Check that nothing is left to open."""
        left = sorted(place for place in self.closed if not self.field.counts[place])
        if left:
            words = "a free cell is" if len(left) == 1 else f"{len(left):,} free cells are"
            raise _Flaw(
                f"the moves end, but {words} still closed: {'' if len(left) == 1 else 'the first is '}{left[0]}"
            )

    def number_fact(self, number: Place, claimed: int) -> Fact:
        """What an open number says about closed cells; flags are what earlier moves have proven."""
        if number not in self.opened:
            raise _Flaw(f"the number at {number} is not open at this moment")
        if self.opened[number] != claimed:
            raise _Flaw(f"the number at {number} is {self.opened[number]}, not {claimed}")
        around = self.field.around(number)
        self.work.spend(len(around) + 1)
        hidden = frozenset(place for place in around if place in self.closed)
        flagged = sum(self.field.counts[place] for place in around if place not in self.closed)
        return Fact(hidden, claimed - flagged, claimed - flagged)

    def mine_count_fact(self) -> Fact:
        """What the mine count says about closed cells."""
        return Fact(frozenset(self.closed), self.mines_left, self.mines_left)


class _Argument:
    """The proof of a move, checked step by step."""

    def __init__(self, replay: _CheckedGame, move: ProvenMove) -> None:
        self.replay, self.move, self.per_cell = replay, move, replay.field.per_cell
        if len(move.numbers) != len(move.shown):
            raise _Flaw("not every number says what it shows")
        if len(set(move.numbers)) < len(move.numbers):
            raise _Flaw("the proof names a number twice")
        self.numbers = {
            number: replay.number_fact(number, claimed)
            for number, claimed in zip(move.numbers, move.shown, strict=True)
        }
        self.facts: list[Fact] = []
        self.assumed: list[int] = []  # the assumptions that are open, each within the one before
        self.visible: set[int] = set()  # the steps that may be named: none under an assumption that has ended

    def check(self) -> None:
        """Raise a flaw unless the steps show what the move does."""
        for place, step in enumerate(self.move.steps):
            try:
                self._check_step(place, step)
            except _Flaw as flaw:
                raise _Flaw(f"step {place + 1} {flaw.sentence}", place) from None
            except TooHard as error:
                raise TooHard(f"step {place + 1} is too hard to check: {error}") from None
        if self.assumed:
            raise _Flaw("the proof leaves an assumption open")
        if not self.move.steps or not self._is_shown(self.facts[-1]):
            what = "is safe" if self.move.action == OPEN else f"holds exactly {counted(self.move.mines, 'mine')}"
            raise _Flaw(f"the last step does not show that the cell {what}")

    def _is_shown(self, fact: Fact) -> bool:
        """Whether a fact says that the cell holds as many mines as the move claims."""
        if self.move.cell not in fact.cells:
            return False
        if self.move.action == OPEN:
            return fact.most == 0
        is_full = fact.least == len(fact.cells) * self.per_cell
        return 0 < self.move.mines == (self.per_cell if is_full else fact.least if self._is_exact(fact) else -1)

    @staticmethod
    def _is_exact(fact: Fact) -> bool:
        return len(fact.cells) == 1 and fact.least == fact.most

    def _check_step(self, place: int, step: ProvenStep) -> None:
        fact = self._fact(step)
        self._check_names(step)
        if step.technique == ASSUMPTION:
            self._assume(place, step)
        elif step.technique == CONTRADICTION:
            self._end_assumption(step, fact)
        else:
            self._check_deduction(step, fact)
        if step.depth != len(self.assumed):
            raise _Flaw(f"stands at depth {step.depth}, but under {counted(len(self.assumed), 'assumption')}")
        self.facts.append(fact)
        self.visible.add(place)

    def _fact(self, step: ProvenStep) -> Fact:
        cells = frozenset(step.cells)
        if len(cells) < len(step.cells):
            raise _Flaw("names a cell twice")
        if not cells <= self.replay.closed:
            raise _Flaw(f"is about {min(cells - self.replay.closed)}, which is not a hidden cell")
        return Fact(cells, step.at_least, step.at_most)

    def _check_names(self, step: ProvenStep) -> None:
        """Every number must be one of the proof's, and every step one that may be named."""
        for number in step.numbers:
            if number not in self.numbers:
                raise _Flaw(f"reads {number}, which is not among the numbers of the proof")
        for named in step.steps:
            if named >= len(self.facts):
                raise _Flaw(f"names step {named + 1}, which does not come before it")
            if named not in self.visible:
                raise _Flaw(f"names step {named + 1}, which holds under an assumption that has ended")

    def _assume(self, place: int, step: ProvenStep) -> None:
        if step.numbers or step.steps or step.uses_mine_count:
            raise _Flaw("is an assumption and rests on nothing, but names something")
        self.assumed.append(place)

    def _end_assumption(self, step: ProvenStep, fact: Fact) -> None:
        """End an assumption from which something impossible follows; the step states its opposite."""
        if not self.assumed or step.numbers or step.uses_mine_count or len(step.steps) != 2:
            raise _Flaw("does not end an assumption: a contradiction names the last assumption, and what is impossible")
        opened, absurd = step.steps
        if opened != self.assumed[-1]:
            raise _Flaw("does not end the last assumption")
        if self.facts[absurd].cells or self.facts[absurd].least < 1:
            raise _Flaw(f"names step {absurd + 1} as impossible, which it is not")
        if not self._is_opposite(fact, self.facts[opened]):
            raise _Flaw("says more than the opposite of its assumption")
        self.visible -= set(range(opened, len(self.facts)))
        self.assumed.pop()

    def _is_opposite(self, fact: Fact, assumption: Fact) -> bool:
        """Whether every number of mines in these cells agrees with the fact or with the assumption."""
        if fact.cells != assumption.cells:
            return False
        capacity = len(fact.cells) * self.per_cell
        below, above = min(assumption.least - 1, capacity), max(assumption.most + 1, 0)
        covers_below = below < 0 or (fact.least <= 0 and below <= fact.most)
        covers_above = above > capacity or (fact.least <= above and capacity <= fact.most)
        return covers_below and covers_above

    def _check_deduction(self, step: ProvenStep, fact: Fact) -> None:
        if step.technique not in DEDUCTIONS:
            raise _Flaw(f"takes an unknown technique, {shown(step.technique)}")
        numbers, uses_mine_count = DEDUCTIONS[step.technique]
        if len(step.numbers) not in numbers or step.uses_mine_count != uses_mine_count:
            raise _Flaw(f"is not what the technique {step.technique!r} takes")
        if step.technique == "subset" and not self._is_subset(step):
            raise _Flaw("compares two numbers of which neither contains the other")
        if not follows(self._sources(step), fact, self.per_cell, self.replay.work):
            raise _Flaw("does not follow from what it names")

    def _is_subset(self, step: ProvenStep) -> bool:
        """Whether one of two numbers has every hidden cell of the other, except those that the named steps settle."""
        one, other = (self.numbers[number].cells for number in step.numbers)
        settled = frozenset[Place]().union(*(self.facts[named].cells for named in step.steps))
        return one - settled <= other or other - settled <= one

    def _sources(self, step: ProvenStep) -> Sequence[Fact]:
        count = [self.replay.mine_count_fact()] if step.uses_mine_count else []
        return [
            *(self.numbers[number] for number in step.numbers),
            *count,
            *(self.facts[named] for named in step.steps),
        ]
