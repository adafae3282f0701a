"""Games that commands deal and play, from seeds and from layouts."""

from __future__ import annotations

import json
import re
from pathlib import Path

import jsonschema
import pytest

import minemind as mm
from tests.cli import schemas
from tests.cli.boards import LAYOUT
from tests.cli.running import COMMAND, on_a_terminal, run


def test_a_game_is_played_with_reasons() -> None:
    words = ["solve", "--size", "6x9", "--mines", "8", "--seed", "7", "--strategy", "csp-sat:dfs"]
    done = run(*words)
    record = mm.play(mm.Game(6, 9, 8, seed=7), "csp-sat:dfs")
    lines = done.out.splitlines()
    assert [line.partition(". ")[2].partition(":")[0] for line in lines[1 : 1 + len(record.moves)]] == [
        str(move).partition(":")[0] for move in record.moves
    ]
    assert lines[-1].startswith(record.summary)
    values = run(*words, "--json").json
    jsonschema.validate(values, schemas.RECORD)
    assert mm.Record.from_json(values).moves == record.moves
    assert done.out.count("\n6 ") == run(*words, "--watch").out.count("\n6 ")


def test_a_game_can_be_watched_on_a_terminal() -> None:
    words = ["solve", "--size", "3x3", "--mines", "1", "--seed", "1", "--watch", "--speed", "500"]
    shown = on_a_terminal([*COMMAND, *words])
    assert b"\x1b[" in shown
    assert shown.count(b"won: ") == 1
    words = ["solve", "--preset", "beginner", "--seed", "7", "--watch", "--speed", "500"]
    narrow = on_a_terminal([*COMMAND, *words], columns=44).decode()
    lines = re.split(r"[\r\n]+", re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", narrow))
    assert max(map(len, lines)) <= 44
    assert any(line.startswith("      ") and line.endswith(("is safe", "prove that")) for line in lines)


def test_a_layout_is_played_and_a_size_alone_is_dealt(tmp_path: Path) -> None:
    layout = tmp_path / "layout.txt"
    assert run("generate", "--preset", "beginner", "--seed", "5", "-o", str(layout)).code == 0
    dealt = mm.Layout.parse(layout.read_text())
    assert (dealt.grid.shape, dealt.mines) == ((9, 9), 10)
    values = run("solve", str(layout), "--json").json
    assert values["start"]["layout"]["text"] == str(dealt)
    fresh = run("solve", "-", "--seed", "9", "--json", stdin="4 4 3\n....\n....\n....\n....\n").json
    assert fresh["start"]["seed"] == "9"
    assert mm.Record.from_json(fresh).game().mines == 3


def test_layouts_are_generated_from_seeds() -> None:
    one = run("generate", "--size", "4x5", "--mines", "6", "--seed", "1")
    assert (one.code, one.err) == (0, "")
    assert run("generate", "--size", "4x5", "--mines", "6", "--seed", "1").out == one.out
    drawn = run("generate", "--size", "4x5", "--mines", "6")
    seed = drawn.err.removeprefix("seed ").strip()
    assert run("generate", "--size", "4x5", "--mines", "6", "--seed", seed).out == drawn.out
    kept = mm.Layout.parse(run("generate", "--size", "4x5", "--mines", "6", "--seed", "3", "--start", "1,1").out)
    assert not kept.counts[:3, :3].any()


def test_a_lost_game_ends_with_its_mines() -> None:
    lines = run("solve", "-", stdin="1 2 ?\n*.\n").out.splitlines()
    assert lines[0].endswith(": 1×2, 1 mine, given layout")
    assert "0 X ." in lines
    assert "X exploded mine" in lines


def test_json_is_json_whatever_the_seed() -> None:
    values = run("solve", "--preset", "beginner", "--seed", str(2**64 - 1), "--json").out
    assert json.loads(values)["start"]["seed"] == str(2**64 - 1)


@pytest.mark.parametrize(
    ("options", "moved"),
    [([], 3), (["--first-click", "safe"], 1), (["--first-click", "any"], 0), (["--topology", "hex"], 3)],
)
def test_mines_of_a_layout_make_way_for_the_first_click(options: list[str], moved: int) -> None:
    played = run("solve", "-", "--strategy", "exact", *options, stdin=LAYOUT)
    assert played.code == 0
    assert ("lost at (1, 1)" in played.out) == (not moved)
    mines = "1 mine was" if moved == 1 else f"{moved} mines were"
    assert played.err == (
        f"note: {mines} moved away from the first click; --first-click any plays a layout as it is\n" if moved else ""
    )
    record = mm.Record.from_json(run("solve", "-", "--strategy", "exact", *options, "--json", stdin=LAYOUT).json)
    assert record.replay().moved == moved


def test_a_seed_decides_where_mines_of_a_layout_go_and_how_a_strategy_guesses() -> None:
    records = [run("solve", "-", "--json", "--seed", seed, stdin=LAYOUT).json for seed in ("1", "1", "2")]
    assert [record["start"]["seed"] for record in records] == ["1", "1", "2"] == [record["seed"] for record in records]
    assert records[0]["moves"] == records[1]["moves"]


def test_numbers_of_a_layout_can_be_open_from_the_start() -> None:
    record = run("solve", "-", "--revealed", "--json", stdin="2 3 1\n*1.\n1..\n").json
    assert record["start"]["board"]["text"] == "2 3 1\n.1.\n1.."
