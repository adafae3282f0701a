"""Limits: how much one question may take, whoever carries it. They load nothing: the server itself reads them, too."""

from __future__ import annotations

from typing import Final

__all__ = ["SECONDS", "THINK"]

# Seconds of any computation: a person waits that long.
SECONDS: Final = 2.0

# Millions of units of work to think about a guess, about 6 ms each: most of the time of a computation.
THINK: Final = 200
