"""Texts that Python and the page must read alike: cases that both take from one file; see tests/web/model."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from minemind import ParseError, notation

CASES = json.loads((Path(__file__).parent / "data" / "texts.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["says"])
def test_a_text_is_read_as_its_case_says(case: dict[str, Any]) -> None:
    if "fault" in case:
        first = faults_of(case["text"])[0]
        assert [first.line, first.column] == case["fault"]["at"]
        assert case["fault"]["says"] in first.sentence
        return
    source = notation.read(case["text"])
    assert source.faults == ()
    assert [list(row.tokens) for row in source.rows] == case["tokens"]
    assert [*source.header.shape, source.header.mines] == case["size"]
    assert [note.line for note in source.notes] == case.get("notes", [])


def faults_of(text: str) -> tuple[Any, ...]:
    try:
        return notation.read(text).faults
    except ParseError as error:
        return tuple(error.faults)
