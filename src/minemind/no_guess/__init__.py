r"""Boards that need no guess: how they are dealt, how hard they are, and certificates that anybody can check.

`mm.generate` deals one for a first click, as a `NoGuess`, in one of two `Way`s. `grade` says how hard any layout is, as
a `Grade`; `puzzle` gives a position whose next step has a certain grade, as a `Puzzle`. `certify` writes down every
move with its proof, and `verify` checks such a `Certificate` without the engine.

>>> layout = "3 4 2\n...*\n....\n...*"
>>> mm.no_guess.grade(layout, start=(0, 0)).grade
2
>>> mm.no_guess.verify(mm.no_guess.certify(layout, start=(0, 0))).is_valid
True
"""

# Loaded on first use, so that checking certificates needs no engine.

from __future__ import annotations

from importlib import import_module as _import_module
from typing import TYPE_CHECKING

__all__ = ["Certificate", "Grade", "NoGuess", "Puzzle", "Verdict", "Way", "certify", "grade", "puzzle", "verify"]

if TYPE_CHECKING:
    from minemind.dealer import Way
    from minemind.no_guess.certificate import Certificate
    from minemind.no_guess.certifying import certify
    from minemind.no_guess.dealing import NoGuess
    from minemind.no_guess.grading import Grade, grade
    from minemind.no_guess.puzzles import Puzzle, puzzle
    from minemind.no_guess.verifier import Verdict, verify
else:
    _MODULES = {
        "minemind.dealer": ("Way",),
        "minemind.no_guess.certificate": ("Certificate",),
        "minemind.no_guess.certifying": ("certify",),
        "minemind.no_guess.dealing": ("NoGuess",),
        "minemind.no_guess.grading": ("Grade", "grade"),
        "minemind.no_guess.puzzles": ("Puzzle", "puzzle"),
        "minemind.no_guess.verifier": ("Verdict", "verify"),
    }
    _WHERE = {name: module for module, names in _MODULES.items() for name in names}

    def __getattr__(name: str) -> object:
        """A public name."""
        if name not in _WHERE:
            raise AttributeError(f"module 'minemind.no_guess' has no attribute {name!r}")
        globals()[name] = value = getattr(_import_module(_WHERE[name]), name)
        return value

    def __dir__() -> list[str]:
        return [*__all__, "__all__", "__doc__"]
