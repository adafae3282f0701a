"""The command line from end to end: every command as a real process, with text and JSON output."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import minemind as mm
from minemind.cli.entry import HELP, WIDTH
from tests.cli import schemas, write_help
from tests.cli.boards import BOARD
from tests.cli.running import COMMAND, on_a_terminal, run
from tests.cli.test_refusals import PYTHON
from tests.solve.lattice import lattice

GOLDEN = Path(__file__).parents[1] / "data" / "cli"
COMMANDS = [
    "analyse",
    "hint",
    "explain",
    "frontier",
    "matrix",
    "methods",
    "strategies",
    "solve",
    "generate",
    "template",
    "stats",
    "optimal",
    "bench",
    "compare",
    "quiz",
    "mcp",
    "batch",
    "serve",
    "page",
    "view",
    "play",
    "configurations",
    "combine",
    "pipeline",
]


def golden(name: str, shown: str) -> None:
    """Compare with the output that was last checked by hand; `MINEMIND_GOLDEN=1` rewrites it."""
    path = GOLDEN / name
    if os.environ.get("MINEMIND_GOLDEN"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(shown)
    assert shown == path.read_text()


def test_the_help_fits_on_a_screen_and_names_every_command() -> None:
    shown = run("--help").out
    assert len(shown.splitlines()) <= 52
    assert max(map(len, shown.splitlines())) <= 80
    assert all(f"\n  {command} " in shown for command in COMMANDS)
    nothing = run()
    assert (nothing.code, nothing.out, nothing.err) == (2, "", shown)


def test_the_help_is_what_the_commands_say_of_themselves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(WIDTH))
    assert write_help.pages() == HELP.read_text(), "python -m tests.cli.write_help rewrites it"


@pytest.mark.parametrize("command", COMMANDS)
def test_every_help_has_an_example_and_wraps_at_words(command: str) -> None:
    done = run(command, "--help")
    assert done.code == 0
    assert f"Example: minemind {command}" in done.out
    assert max(map(len, done.out.splitlines())) <= 80
    assert not PYTHON.search(done.out)


def test_a_flag_is_a_flag_in_the_help() -> None:
    shown = run("solve", "--help", environment={"COLUMNS": "60"}).out
    assert re.search(r"^  --watch +\w", shown, re.MULTILINE)
    assert re.search(r"^  --seed N +\w", shown, re.MULTILINE)
    assert max(map(len, shown.splitlines())) <= 60


def test_the_module_is_the_command_and_says_its_version() -> None:
    assert run("--version").out == f"minemind {mm.__version__}\n"
    script = Path(COMMAND[0]).parent / "minemind"
    assert (
        subprocess.run([script, "--version"], capture_output=True, text=True, check=True).stdout == run("--version").out
    )


def test_an_analysis_shows_the_chances_and_what_is_certain(board: str) -> None:
    done = run("analyse", board)
    assert (done.code, done.err) == (0, "")
    golden("analyse.txt", done.out)
    assert run(board).out == run("-", stdin=BOARD).out == done.out


def test_on_a_terminal_it_is_in_colour_and_in_a_pipe_it_is_not(board: str) -> None:
    assert b"\x1b[" in on_a_terminal([*COMMAND, "analyse", board])
    assert "\x1b" not in run("analyse", board).out


EXPERT = Path(__file__).parents[2] / "examples" / "positions" / "expert-guess.txt"


@pytest.mark.parametrize("words", [["analyse", str(EXPERT)], ["solve", "--preset", "expert", "--seed", "7"]])
def test_expert_is_drawn_with_coordinates_on_80_columns_without_colour(words: list[str]) -> None:
    lines = run(*words).out.splitlines()
    labels = lines.index(" " * 3 + " ".join(str(col % 10) for col in range(30)))
    assert [line[:2] for line in lines[labels + 1 : labels + 17]] == [f"{row:2}" for row in range(16)]
    assert max(map(len, lines[labels - 1 : labels + 18])) <= 80


def test_risks_that_do_not_fit_are_letters_and_else_percentages() -> None:
    analysis = mm.analyse(EXPERT.read_text())
    drawn = run("analyse", str(EXPERT)).out.splitlines()
    assert "a under 10 %" in drawn[18]
    for row, col in ((0, 29), (7, 24), (10, 26)):
        assert drawn[2 + row][3 + 2 * col] == "abcdefghij"[int(10 * analysis.probability[row, col])]
    wide = run("analyse", str(EXPERT), environment={"COLUMNS": "130"}).out
    assert f" {round(100 * analysis.probability[7, 24])}%" in wide
    assert "under 10 %" not in wide


def test_an_analysis_is_drawn_to_a_file(board: str, tmp_path: Path) -> None:
    done = run("analyse", board, "-o", "risks.svg", cwd=tmp_path)
    assert (done.code, done.err) == (0, "wrote risks.svg\n")
    assert (tmp_path / "risks.svg").read_text() == mm.analyse(BOARD).svg()
    assert run("analyse", board, "-o", "risks.svg", cwd=tmp_path).code == 1
    assert run("analyse", board, "-o", "risks.svg", "--force", cwd=tmp_path).code == 0
    assert run("analyse", board, "-o", "risks.gif", cwd=tmp_path).code == 2


def test_solve_gives_the_proof_of_every_certain_move_but_the_first_click() -> None:
    shown = run("solve", "--preset", "beginner", "--seed", "3").out
    first, *moves = re.findall(r"^ +\d+\. (.*)", shown, re.MULTILINE)
    assert "the first click" in first
    game = mm.Game.preset("beginner", seed=3)
    game.open(4, 4)
    for line, move in zip(moves, mm.play(mm.Game.preset("beginner", seed=3)).moves[1:], strict=True):
        assert line.endswith(f": {mm.explain(game.board, move.cell)}")
        game.open(*move.cell)


def test_a_board_that_no_screen_holds_is_not_drawn() -> None:
    shown = run("solve", "--size", "101x100", "--mines", "3000", "--seed", "1").out.splitlines()
    assert shown[2] == "(101×100 cells are too many to draw; --json lists them all)"
    assert shown[-1].startswith("lost at")
    shown = run("analyse", "-", stdin="101 100 900\n" + ("." * 100 + "\n") * 101).out.splitlines()
    assert shown[0] == "(101×100 cells are too many to draw; --json lists them all)"
    assert "safe: none" in shown


@pytest.mark.parametrize("method", [method.name for method in mm.methods()])
def test_every_method_answers_in_json(board: str, method: str) -> None:
    values = run("analyse", board, "--method", method, "--json").json
    jsonschema.validate(values, schemas.ANALYSE)
    analysis = mm.analyse(mm.Board.parse(BOARD), method)
    assert values["safe"] == [list(cell) for cell in sorted(analysis.safe)]
    assert values["certain_mines"] == [list(cell) for cell in sorted(analysis.mines)]
    assert values["exact"] == (analysis.quality is mm.solve.Quality.EXACT)
    assert values["solutions"] == (None if analysis.solutions is None else str(analysis.solutions))
    assert values["probability"][0][0] is None
    assert values["probability"][0][4] == 1


def test_the_best_cell_is_safe_if_there_is_one_and_else_the_champions_guess(board: str) -> None:
    best = run("analyse", board, "--json").json["best"]
    assert (best["cell"], best["probability"]) == ([0, 5], 0)
    assert best["reason"] == "the 1 at (0, 3) and the 1 at (1, 4) together prove that (0, 5) is safe"
    best = run("analyse", "-", "--json", stdin="1 6 2\n.1....").json["best"]
    assert (best["cell"], round(best["probability"], 6)) == ([0, 3], 0.333333)
    assert "50 % to win with perfect play" in best["reason"]
    assert run("analyse", "-", "--json", stdin="1 3 ?\n_..").json["best"] is None


OVERRIDES: list[tuple[list[str], dict[str, Any]]] = [
    (["--mines", "2"], {"mines": 2}),
    (["--mines", "unknown"], {"mines": None}),
    (["--density", "0.25"], {"density": 0.25}),
    (["--topology", "torus"], {"topology": "torus"}),
    (["--max-per-cell", "2"], {"max_per_cell": 2}),
]


@pytest.mark.parametrize(("words", "given"), OVERRIDES)
def test_what_is_given_goes_before_what_the_file_says(words: list[str], given: dict[str, Any]) -> None:
    text = "3 4 1\n....\n.1..\n....\n"
    wanted = mm.analyse(mm.Board.parse(text, **given))
    values = run("analyse", "-", "--json", *words, stdin=text).json
    assert values["solutions"] == str(wanted.solutions)
    assert values["probability"][0][0] == wanted.probability[0, 0]


def test_a_saved_game_is_a_position(tmp_path: Path) -> None:
    game = mm.Game.preset("beginner", seed=3)
    game.open(4, 4)
    mm.save(game, tmp_path / "game.json")
    values = run("analyse", str(tmp_path / "game.json"), "--json").json
    assert values["solutions"] == str(mm.analyse(game.board).solutions)
    assert run("analyse", str(tmp_path / "game.json"), "--json", "--mines", "11").json["mines"] == 11
    assert "a saved game is a whole board" in run("analyse", str(tmp_path / "game.json"), "--topology", "hex").err


def test_hints_are_moves_with_reasons(board: str) -> None:
    assert run("hint", board).out == f"{mm.hint(mm.Board.parse(BOARD))}\n"
    listed = run("hint", board, "--all").out.splitlines()
    assert listed == [str(move) for move in mm.certain_moves(mm.Board.parse(BOARD))]
    for words in (["hint", board], ["hint", board, "--all"], ["hint", "-"]):
        jsonschema.validate(run(*words, "--json", stdin="1 6 2\n.1....").json, schemas.HINT)
    assert run("hint", "-", stdin="1 3 ?\n_..").out == "no probability is known for any hidden cell\n"
    part = run("hint", "-", "--all", stdin=str(lattice(35, 35, seed=1, density=0.45)))
    assert (part.out.count("\n"), part.err) == (24, "note: other certain cells: too hard to find\n")


@pytest.mark.parametrize(
    ("position", "command", "answer"),
    [
        ("1 2 0\n00", "guesses", "no guess needed: no cell is hidden"),
        ("1 2 0\n00", "hint", "no cell is hidden"),
        ("1 2 0\n00", "hint --all", "no cell is hidden"),
        ("1 2 0\n00", "analyse", "best: none; no cell is hidden"),
        ("1 2 2\n..", "guesses", "no guess to compare: every hidden cell is a mine"),
        ("1 2 2\n..", "analyse", "best: none; every hidden cell is a mine"),
        ("1 2 ?\n..", "guesses", "no guess to compare: no risk is known; give the mine count"),
        ("1 2 ?\n..", "hint --all", "nothing is certain"),
        ("1 2 ?\n..", "analyse", "best: none; no probability is known for any hidden cell"),
    ],
)
def test_where_there_is_nothing_to_do_the_reason_is_said(position: str, command: str, answer: str) -> None:
    assert run(*command.split(), "-", stdin=position).out.splitlines()[-1] == answer


def test_a_risk_is_the_same_figure_in_the_map_and_in_the_sentence() -> None:
    printed = run("analyse", "-", stdin="3 3 1\n...\n.1.\n...").out
    assert printed.count("13%") == 8  # 12.5 %
    assert "open (0, 0): 13 % risk" in printed


def test_candidates_are_listed_with_what_speaks_for_them(board: str) -> None:
    done = run("guesses", "-", stdin="1 6 2\n.1....")
    assert done.out.splitlines()[0].split() == ["cell", "risk", "next", "progress", "win", "numbers"]
    assert len(done.out.splitlines()) == 1 + 5 + 1 + 6
    values = run("guesses", "-", "--json", stdin="1 6 2\n.1....").json
    jsonschema.validate(values, schemas.GUESSES)
    wanted = mm.guesses(mm.Board.parse("1 6 2\n.1...."))
    assert [tuple(candidate["cell"]) for candidate in values["candidates"]] == [each.cell for each in wanted]
    assert all(candidate["exact"] for candidate in values["candidates"])
    assert run("guesses", board).out == "no guess needed: some cells are safe; try hint\n"
    assert run("guesses", "-", "--games", "1", stdin="1 6 2\n.1....").code == 2


def test_without_a_mine_count_candidates_have_a_risk_and_no_chance_to_win() -> None:
    lines = run("guesses", "-", stdin="1 6 ?\n.1....").out.splitlines()
    assert lines[0].split() == ["cell", "risk", "numbers"]
    assert lines[1:3] == ["(0, 0)  50 %  0: 100 %", "(0, 2)  50 %  unknown"]
    assert "need a mine count" in lines[-1]
    values = run("guesses", "-", "--json", stdin="1 6 ?\n.1....").json
    jsonschema.validate(values, schemas.GUESSES)
    assert [(c["win"], c["numbers"]) for c in values["candidates"]] == [(None, {"0": 0.5}), (None, None)]


def test_a_proof_is_explained(board: str) -> None:
    done = run("explain", board, "0", "4")
    assert (
        done.out == "single number: the 1 at (0, 3) needs a mine in every hidden cell around it, so (0, 4) is a mine\n"
    )
    jsonschema.validate(run("explain", board, "0", "4", "--json").json, schemas.EXPLAIN)
    assert run("explain", board, "0", "7").code == 1
    assert "not certain: 11 % risk" in run("explain", board, "0", "7").err
    assert "off the board" in run("explain", board, "9", "9").err


def test_the_frontier_and_its_equations_are_shown(board: str) -> None:
    golden("frontier.txt", run("frontier", board).out)
    golden("matrix.txt", run("matrix", board).out)
    jsonschema.validate(run("frontier", board, "--json").json, schemas.FRONTIER)
    values = run("matrix", board, "--cells", "--json").json
    jsonschema.validate(values, schemas.MATRIX)
    assert all(len(column) == 1 for column in values["columns"])


def test_the_configurations_of_the_equations_are_listed_up_to_a_limit(tmp_path: Path) -> None:
    path = tmp_path / "board.txt"
    path.write_text("5 5 8\n#2###\n#####\n#3###\n#2#4#\n#####\n")
    values = run("matrix", str(path), "--json").json
    found = values["configurations"]
    assert (found["count"], found["left_out"], found["placements"]) == (7, 0, "2490")
    assert sum(int(one["placements"]) for one in found["listed"]) == 2490
    for one in found["listed"]:
        assert all(
            sum(a * x for a, x in zip(row, one["mines"], strict=False)) == row[-1]
            for row in [*values["table"], *values["reduced"]["table"]]
        )
        assert all(x <= most for x, most in zip(one["mines"], values["bounds"], strict=True))
    assert sorted(values["reduced"]["fixed"] + values["reduced"]["free"]) == list(range(8))
    assert values["reduced"]["free_bounds"] == [4, 1, 1]
    few = run("matrix", str(path), "--most", "3").out
    assert "configurations: 7 (placements: 2,490)\n[1 2 1 0 2 2 0 0 ]  placements: 360\n" in few
    assert few.endswith("… and 4 more; list them with --most 7\n")
    assert run("matrix", str(path), "--most", "-1").code == 2


def test_configurations_are_not_listed_where_there_are_too_many_to_try(tmp_path: Path) -> None:
    path = tmp_path / "board.txt"
    path.write_text("30 30 200\n" + "\n".join(["." * 30] * 30))
    done = run("matrix", str(path), "--cells")
    assert "configurations: not listed; the limit is 2,000,000 tuples" in done.out
    values = run("matrix", str(path), "--cells", "--json").json
    jsonschema.validate(values, schemas.MATRIX)
    assert values["configurations"]["count"] is None
    assert values["configurations"]["listed"] == []
    assert int(values["reduced"]["tuples"]) > 2_000_000


def test_an_analysis_names_dead_cells_and_fifty_fifties(tmp_path: Path) -> None:
    path = tmp_path / "board.txt"
    path.write_text("2 3 3\n.3!\n.3!\n")
    assert "dead (2): (0, 0) (1, 0)\n50/50 (1): (0, 0) or (1, 0)\n" in run("analyse", str(path)).out
    values = run("analyse", str(path), "--json").json
    jsonschema.validate(values, schemas.ANALYSE)
    assert values["dead"] == [[0, 0], [1, 0]]
    assert values["fifty_fifties"] == [[[0, 0], [1, 0]]]
    values = run("analyse", str(path), "--method", "local", "--json").json
    jsonschema.validate(values, schemas.ANALYSE)
    assert (values["dead"], values["fifty_fifties"]) == (None, None)


def test_what_there_is_is_listed() -> None:
    jsonschema.validate(run("methods", "--json").json, schemas.METHODS)
    jsonschema.validate(run("strategies", "--json").json, schemas.STRATEGIES)
    assert run("strategies").out == run("solve", "--list-strategies").out
    assert len(run("methods").out.splitlines()) == 2 * len(mm.methods())


def test_a_template_is_an_empty_position(tmp_path: Path) -> None:
    done = run("template", "--size", "2x3", cwd=tmp_path)
    name = done.out.strip()
    assert name.startswith("board_")
    assert tmp_path.joinpath(name).read_text() == "2 3 ?\n...\n...\n"
    assert run("template", "--size", "2x3", "--mines", "2", "-o", name, cwd=tmp_path).code == 1
    assert run("template", "--size", "2x3", "-o", name, "--force", cwd=tmp_path).code == 0


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (["template", "--size", "2x3"], "2 3 ?\n...\n...\n"),
        (["generate", "--size", "1x3", "--mines", "2", "--seed", "1"], "1 3 2\n.**\n"),
    ],
    ids=["template", "generate"],
)
def test_a_hyphen_is_standard_output(words: list[str], text: str, tmp_path: Path) -> None:
    assert run(*words, "-o", "-", cwd=tmp_path).out == text
    assert not [*tmp_path.iterdir()]


def test_a_search_to_the_end_is_seen_on_a_terminal() -> None:
    assert b"searching" in on_a_terminal([*COMMAND, "optimal", "--size", "4x4", "--mines", "4"])


def test_any_file_of_boards_can_be_viewed(board: str) -> None:
    golden("view.txt", run("view", board).out)
    golden("view_emoji.txt", run("view", board, "--emoji").out)
    solution = "ox#!\n12 _\n"
    assert run("view", "-", stdin=solution).out == "  0 1 2 3\n0 o x # !\n1 1 2   _\n"
    several = run("view", "-", "--limit", "2", stdin="ox\n\nxo\n\noo\n")
    assert several.out == "  0 1\n0 o x\n\n  0 1\n0 x o\n"
    assert several.err == "1 more board; --limit shows more\n"
    assert run("view", "-", stdin="1 2 1\n*.\n").out == "  0 1\n0 * .\n"


def test_every_symbol_has_an_emoji_of_its_own() -> None:
    shown = run("view", "-", "--emoji", stdin=".?#!_ox\n").out.strip("\n")
    assert len(set(shown)) == len(shown) == 7
    layout = run("view", "-", "--emoji", stdin="*. \n").out.strip("\n")
    assert len(set(layout[:2]) | set(shown)) == 9


def test_the_chance_to_win_is_exact() -> None:
    values = run("optimal", "--size", "4x4", "--mines", "4", "--first-click", "safe", "--json").json
    jsonschema.validate(values, schemas.OPTIMAL)
    assert values["win"] == "961/1365"
    assert values["best"][0] == [0, 1]
    assert run("optimal", "-", "--json", stdin="1 3 1\n!1.").json["win"] == "1"
    assert run("optimal", "-", stdin="1 3 1\n.1.").out == "1/2 (50.0 %), starting with (0, 0) (0, 2)\n"


def test_what_was_assumed_is_said_beside_the_answer() -> None:
    done = run("analyse", "-", "--json", stdin="...\n.1\n")
    assert done.code == 0
    (note,) = done.json["notes"]
    assert done.err == f"note: {note}\n"
    assert note.startswith("line 2: the row has 2 of 3 cells")
    assert done.json["cols"] == 3


def test_nothing_heavy_is_loaded_before_it_is_needed() -> None:
    program = "import sys, minemind.cli.main; print(*sorted(sys.modules))"
    done = subprocess.run([COMMAND[0], "-c", program], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert not loaded & {"prompt_toolkit", "pysat", "rich.live", "rich.progress", "matplotlib", "importlib.metadata"}


def test_completion_knows_the_commands_and_strategies() -> None:
    asked = {"_MINEMIND_COMPLETE": "complete_bash", "COMP_WORDS": "minemind an", "COMP_CWORD": "1"}
    assert run(environment=asked).out.split() == ["analyse"]
    asked = {"_MINEMIND_COMPLETE": "complete_bash", "COMP_WORDS": "minemind solve --strategy csp-", "COMP_CWORD": "3"}
    assert run(environment=asked).out.split() == ["csp-sat", "csp-prob"]


def test_a_part_of_a_larger_board_is_analysed_if_asked_for() -> None:
    text = "..\n11\n12\n"
    assert run("analyse", "-", stdin=text).code == 1
    done = run("analyse", "-", "--crop", stdin=text)
    assert done.code == 0
    assert done.err.startswith(
        "note: read as part of a larger board, because these numbers do not add up: the 1 at (2, 0)"
    )
