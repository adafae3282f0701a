"""Fault: what a program is told if a question fails for a reason other than the question."""

from __future__ import annotations

from contextlib import suppress

from minemind.errors import MineMindError, TooHard

__all__ = ["EngineFault", "engine_fault", "no_memory"]


class EngineFault(MineMindError):
    """An error of the engine."""


def engine_fault(error: Exception) -> EngineFault:
    """The error for an unexpected exception, with its place, so that it can be reported."""
    with suppress(Exception):
        import traceback

        last = traceback.extract_tb(error.__traceback__)[-1]
        place = f"{last.filename.rpartition('/')[2]}, line {last.lineno}"
        return EngineFault(
            f"an error of the engine: {type(error).__name__} in {place}; please report it with the request"
        )
    return EngineFault("an error of the engine; please report it with the request")


def no_memory() -> TooHard:
    """The error for when memory runs out."""
    return TooHard("not enough memory; try a smaller board")
