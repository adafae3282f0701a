"""Certificate: a board that needs no guess, with every move and its proof, as a JSON document.

Reading one needs no engine: neither this file nor verifier.py imports it. Steps mean the same as in a `mm.Proof`; cells
and numbers are those of the text of the layout.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from minemind.arguments import shown
from minemind.errors import BadSave
from minemind.formats.document import SCHEMA, check_kind, damaged, field, read_document, text_of, write_document
from minemind.no_guess.minefield import Place
from minemind.words import phrase

__all__ = ["Certificate", "ProvenMove", "ProvenStep"]

KIND = "certificate"

# No count, row, column or place in a list comes near this, and sums of them fit 64 bits.
MAX_INTEGER = 10**12

# A seed is a word of 64 bits.
MAX_SEED = 2**64 - 1

OPEN, FLAG = "open", "flag"


@dataclass(frozen=True)
class ProvenStep:
    """A line of a proof: how many mines `cells` hold, as follows from only the numbers and earlier steps it names."""

    technique: str
    numbers: tuple[Place, ...]
    uses_mine_count: bool
    steps: tuple[int, ...]  # counted from 0
    cells: tuple[Place, ...]
    at_least: int
    at_most: int
    depth: int  # the number of assumptions that it is under


@dataclass(frozen=True)
class ProvenMove:
    """A cell that is opened, or flagged with `mines` mines, the numbers that prove it, and the steps of the proof."""

    action: str
    cell: Place
    mines: int
    numbers: tuple[Place, ...]
    shown: tuple[int, ...]  # by each of the numbers
    steps: tuple[ProvenStep, ...]


@dataclass(frozen=True)
class Certificate:
    r"""A board that needs no guess: its layout, the first click, and then all moves in order, each with its proof.

    `first_click` is the rule that makes the first click safe, `opening` or `safe`; `seed`, `way` and `budget` say
    how the board was dealt, if that is known. `mm.no_guess.certify` makes a certificate, `mm.no_guess.verify`
    checks it.

    >>> certificate = mm.no_guess.certify("3 4 2\n...*\n....\n...*", start=(0, 0))
    >>> certificate.start, certificate.first_click, [(move.action, move.cell) for move in certificate.moves]
    ((0, 0), 'opening', [('flag', (0, 3)), ('open', (1, 3))])
    >>> print(certificate)
    certificate: 3×4, 2 mines, no guess from (0, 0) (first click opening), 2 moves with proofs
    """

    layout: str
    start: Place
    first_click: str
    moves: tuple[ProvenMove, ...]
    seed: int | None = None
    way: str | None = None
    budget: int | None = None

    def __str__(self) -> str:
        """What it certifies, in a line."""
        rows, cols, mines, *_ = (*self.layout.split(maxsplit=3)[:3], "?", "?", "?")  # a file may hold anything
        return phrase(
            "certificate",
            rows=rows,
            cols=cols,
            mines=phrase("game.mines", count=int(mines)) if mines.isdecimal() else mines,
            start=self.start,
            first_click=self.first_click,
            moves=phrase("grade.moves", count=len(self.moves)),
        )

    def save(self, path: str | os.PathLike[str]) -> None:
        r"""Write the certificate to a file.

        >>> mm.no_guess.certify("3 4 2\n...*\n....\n...*", start=(0, 0)).save("certificate.json")
        """
        write_document(path, self.to_json())

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Certificate:
        r"""Read a certificate from a file; raises `BadSave` if its form is wrong. Only `verify` checks the proofs.

        >>> certificate = mm.no_guess.certify("3 4 2\n...*\n....\n...*", start=(0, 0))
        >>> certificate.save("certificate.json")
        >>> mm.no_guess.Certificate.load("certificate.json") == certificate
        True
        """
        return read_document(path, KIND, cls.from_json)

    def to_json(self) -> dict[str, Any]:
        r"""The certificate as values that JSON can hold.

        >>> mm.no_guess.certify("3 4 2\n...*\n....\n...*", start=(0, 0)).to_json()["start"]
        [0, 0]
        """
        origin = {"seed": None if self.seed is None else str(self.seed), "way": self.way, "budget": self.budget}
        return {
            "minemind": SCHEMA,
            "kind": KIND,
            "layout": {"text": self.layout},
            **{name: value for name, value in origin.items() if value is not None},
            "start": list(self.start),
            "first_click": self.first_click,
            "moves": [_move_to_json(move) for move in self.moves],
        }

    @classmethod
    def from_json(cls, values: object) -> Certificate:
        r"""A certificate from the values of `to_json`; raises `BadSave` for anything else.

        >>> certificate = mm.no_guess.certify("3 4 2\n...*\n....\n...*", start=(0, 0))
        >>> mm.no_guess.Certificate.from_json(certificate.to_json()) == certificate
        True
        """
        check_kind(values, KIND)
        assert isinstance(values, Mapping)
        return cls(
            layout=text_of(values, "layout"),
            start=_place(values.get("start"), "the start"),
            first_click=field(values, "first_click", str),
            moves=tuple(_move_from_json(move, f"move {n}") for n, move in enumerate(field(values, "moves", list), 1)),
            seed=_seed(field(values, "seed", str)) if "seed" in values else None,
            way=field(values, "way", str) if "way" in values else None,
            budget=_whole(values["budget"], "the budget") if "budget" in values else None,
        )


def _move_to_json(move: ProvenMove) -> dict[str, Any]:
    return {
        "action": move.action,
        "cell": list(move.cell),
        **({"mines": move.mines} if move.action == FLAG else {}),
        "numbers": [list(number) for number in move.numbers],
        "shown": list(move.shown),
        "steps": [_step_to_json(step) for step in move.steps],
    }


def _step_to_json(step: ProvenStep) -> dict[str, Any]:
    return {
        "technique": step.technique,
        "numbers": [list(number) for number in step.numbers],
        "uses_mine_count": step.uses_mine_count,
        "steps": list(step.steps),
        "cells": [list(cell) for cell in step.cells],
        "at_least": step.at_least,
        "at_most": step.at_most,
        "depth": step.depth,
    }


def _move_from_json(values: object, where: str) -> ProvenMove:
    if not isinstance(values, dict) or values.get("action") not in (OPEN, FLAG):
        raise damaged(f"{where} is neither an open nor a flag")
    numbers, seen = values.get("numbers"), values.get("shown")
    if not isinstance(seen, list) or not isinstance(numbers, list) or len(seen) != len(numbers):
        raise damaged(f"{where} does not say what each of its numbers shows")
    if not isinstance(steps := values.get("steps"), list):
        raise damaged(f"{where} has no steps")
    return ProvenMove(
        action=values["action"],
        cell=_place(values.get("cell"), f"the cell of {where}"),
        mines=_whole(values.get("mines"), f"the flag of {where}") if values["action"] == FLAG else 0,
        numbers=_places(numbers, f"{where}, its numbers"),
        shown=tuple(_whole(number, f"what a number of {where} shows") for number in seen),
        steps=tuple(_step_from_json(step, f"step {n} of {where}") for n, step in enumerate(steps, 1)),
    )


def _step_from_json(values: object, where: str) -> ProvenStep:
    if not isinstance(values, dict):
        raise damaged(f"{where} is not an object")
    technique, counted, steps = (values.get(name) for name in ("technique", "uses_mine_count", "steps"))
    if not isinstance(technique, str) or not isinstance(counted, bool) or not isinstance(steps, list):
        raise damaged(f"{where} lacks its technique, uses_mine_count or steps")
    at_least, at_most, depth = (
        _whole(values.get(name), f"{name} of {where}") for name in ("at_least", "at_most", "depth")
    )
    return ProvenStep(
        technique=technique,
        numbers=_places(values.get("numbers"), f"{where}, its numbers"),
        uses_mine_count=counted,
        steps=tuple(_whole(step, f"a step that {where} names") for step in steps),
        cells=_places(values.get("cells"), f"{where}, its cells"),
        at_least=at_least,
        at_most=at_most,
        depth=depth,
    )


def _places(values: object, what: str) -> tuple[Place, ...]:
    if not isinstance(values, list):
        raise damaged(f"{what}: {shown(values)} is not a list of cells")
    return tuple(_place(value, what) for value in values)


def _place(value: object, what: str) -> Place:
    match value:
        case [int(row), int(col)] if _are_whole((row, col)):
            return row, col
    raise damaged(f"{what}: {shown(value)} is not a cell; a cell is [row, col], from 0")


def _whole(value: object, what: str) -> int:
    if isinstance(value, int) and _are_whole((value,)):
        return value
    raise damaged(f"{what} is {shown(value)}, which is not a whole number from 0")


def _are_whole(values: Iterable[int]) -> bool:
    """Whether all are whole numbers from 0: JSON's true is an integer to Python, and -1 indexes a list from its end."""
    return all(type(value) is int and 0 <= value <= MAX_INTEGER for value in values)


def _seed(text: str) -> int:
    if text.isascii() and text.isdecimal() and len(text) <= len(str(MAX_SEED)) and int(text) <= MAX_SEED:
        return int(text)
    raise BadSave(f"is damaged: the seed {shown(text)} is not a whole number")
