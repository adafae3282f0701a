"""Sentences and lists are wrapped for a terminal; JSON is the same in every encoding."""

from __future__ import annotations

from pathlib import Path

import pytest

from minemind.cli.output import folded
from tests.cli.running import run_in_a_new_process


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("short enough as it is, and not one word more", "short enough as it is, and not one word more"),
        (
            "mines (9): (0, 6) (0, 12) (0, 18) (0, 23) (1, 0) (1, 8)",
            "mines (9): (0, 6) (0, 12) (0, 18) (0, 23)\n  (1, 0) (1, 8)",
        ),
        (
            "  12. open (3, 4): 24 % risk; 76 % to survive this move",
            "  12. open (3, 4): 24 % risk; 76 % to\n      survive this move",
        ),
        (
            "exact      the native engine, which counts every solution",
            "exact      the native engine, which counts\n           every solution",
        ),
        (
            "a column so far right that nothing fits    beside it at all",
            "a column so far right that nothing fits\n  beside it at all",
        ),
        ("1: 26 %, 2: 42 %, 3: 25 %, 4: 7 %, 5: 1 %, 6: 1 %", "1: 26 %, 2: 42 %, 3: 25 %, 4: 7 %, 5: 1 %,\n  6: 1 %"),
        (
            "one line\nand another that is rather too long to fit",
            "one line\nand another that is rather too long to fit",
        ),
    ],
)
def test_long_lines_are_folded_between_words(text: str, shown: str) -> None:
    assert folded(text, 44) == shown


def test_cells_and_figures_stay_whole_however_narrow_it_is() -> None:
    text = "safe: (0, 6) (10, 12) (100, 18) with 24 % risk in 0.25 s"
    for width in range(8, 60):
        lines = folded(text, width).split("\n")
        assert " ".join(line.strip() for line in lines) == text
        assert not any(line.endswith((",", "24", "0.25")) for line in lines)


def test_json_through_a_pipe_loses_nothing_in_any_encoding(tmp_path: Path) -> None:
    (tmp_path / "odd.txt").write_text("9 9 1\n.1\n..\n")
    for encoding in ("utf-8", "cp1252", "ascii"):
        ran = run_in_a_new_process(
            "analyse", "odd.txt", "--json", cwd=tmp_path, environment={"PYTHONIOENCODING": encoding}
        )
        assert "9×9" in ran.json["error"]["message"]
