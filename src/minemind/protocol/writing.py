"""Writing: answers as compact JSON. What an exact analysis says about each cell is written by the engine."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from minemind import _native
from minemind.answers.answer import AnalysisAnswer
from minemind.answers.json import analysis_facts_json, analysis_json, analysis_parts_json
from minemind.solve.exact import Exact

__all__ = ["analysis_text", "text"]

_encode = json.JSONEncoder(separators=(",", ":"), allow_nan=False).encode


def text(values: Mapping[str, Any]) -> str:
    """Values as JSON, in one line."""
    return _encode(values)


def analysis_text(answer: AnalysisAnswer) -> str:
    """An analysis as JSON: the same values as `analysis_json`."""
    if not isinstance(answer.analysis, Exact):
        return _encode(analysis_json(answer))
    facts, parts = _encode(analysis_facts_json(answer)), _encode(analysis_parts_json(answer))
    return f"{facts[:-1]},{_native.cells_json(answer.analysis._native)},{parts[1:]}"
