"""`minemind configurations`, `combine` and `pipeline` as users run them: in pipes, on terminals, interrupted."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import jsonschema
import pytest

import minemind as mm
from minemind import pipeline
from minemind.cli import configurations
from tests.cli.running import COMMAND, on_a_terminal, plain, run
from tests.cli.schemas import BOARD, CELL, CELLS, CHANCE, COUNT, answer, part

# Eight hidden cells around one number, twice: 784 configurations.
RINGS = "3 7 ?\n..._...\n.2._.2.\n..._...\n"

# One component of 38 cells that takes half a minute to enumerate: 1,812,175 configurations.
LONG = ["." * 15, ".2.2.2.2.2.2.3.", "." * 15]

# Three components of 28 cells, half a second each, to share among processes; their product would fill any disk.
WIDE = ["_".join([row] * 3) for row in ("." * 11, ".2.2.2.2.3.", "." * 11)]

MEMORY = """
import sys
from minemind.cli.main import main
try:
    main(sys.argv[1:])
finally:
    with open("/proc/self/status") as status:
        print(next(line.split()[1] for line in status if line.startswith("VmHWM")), file=sys.stderr)
"""

FULL_DISK = """
import resource, signal, sys
from minemind.cli.main import main
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, 10_000))
main(sys.argv[1:])
"""

LISTED = answer(
    **BOARD,
    file={"type": ["string", "null"]},
    outline={"type": "integer"},
    clusters={"type": "integer"},
    configurations=COUNT,
)
COMBINED = answer(
    file={"type": ["string", "null"]}, configurations=COUNT, safe=CELLS, certain_mines=CELLS, uncertain=CELLS
)
SOLVED = answer(
    **BOARD,
    configurations_file={"type": ["string", "null"]},
    solution_file={"type": ["string", "null"]},
    outline={"type": "integer"},
    clusters={"type": "integer"},
    configurations={"anyOf": [COUNT, {"type": "null"}]},
    safe=CELLS,
    certain_mines=CELLS,
    uncertain=CELLS,
    best={"anyOf": [part(cell=CELL, probability=CHANCE, reason={"type": "string"}), {"type": "null"}]},
    solution=part(text={"type": "string"}),
)


@pytest.fixture
def board(tmp_path: Path) -> Path:
    path = tmp_path / "board_7.txt"
    path.write_text(RINGS)
    return path


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_both_steps_write_their_files_beside_the_input(board: Path) -> None:
    listed = run("configurations", str(board))
    file = board.with_name("configurations_7.txt")
    assert (listed.code, listed.err) == (0, "")
    assert listed.out == f"outline cells: 16\nclusters: 2\nconfigurations: 784\nconfigurations file: {file}\n"
    assert file.read_text().count("\n\n") == 783
    combined = run("combine", str(file))
    assert (combined.code, combined.err) == (0, "")
    solution = board.with_name("solution_7.txt")
    assert combined.out == (
        f"configurations: 784\nsafe (0): none\nmines (0): none\nuncertain: 16\nsolution file: {solution}\n"
    )
    assert solution.read_text() == "###_###\n#2#_#2#\n###_###\n\n"


def test_the_pipeline_shows_the_solution_and_the_safest_cell_where_nothing_is_certain(board: Path) -> None:
    ran = run("pipeline", board.name, cwd=board.parent)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.splitlines() == [
        "  0 1 2 3 4 5 6",
        "0 # # # _ # # #",
        "1 # 2 # _ # 2 #",
        "2 # # # _ # # #",
        "",
        "outline cells: 16",
        "clusters: 2",
        "configurations: 784",
        "safe (0): none",
        "mines (0): none",
        "uncertain: 16",
        "safest: (0, 2), 25 % risk",
        "configurations file: configurations_7.txt",
        "solution file: solution_7.txt",
    ]
    assert names(board.parent) == ["board_7.txt", "configurations_7.txt", "solution_7.txt"]


def test_the_direct_way_writes_the_same_solution_and_no_list(tmp_path: Path) -> None:
    (tmp_path / "board_1.txt").write_bytes(b"1 5 2\r\n.1.1.\r\n")
    for folder, options in (("listed", []), ("direct", ["--direct"])):
        (tmp_path / folder).mkdir()
        ran = run("pipeline", "board_1.txt", "--out-dir", folder, *options, cwd=tmp_path)
        assert "safe (1): (0, 2)\nmines (2): (0, 0) (0, 4)" in ran.out
        assert (tmp_path / folder / "solution_1.txt").read_bytes() == b"x1o1x\r\n\r\n"
    assert names(tmp_path / "direct") == ["solution_1.txt"]


def test_a_cell_that_only_the_mine_count_makes_safe_is_named(tmp_path: Path) -> None:
    ran = run("pipeline", "-", stdin="1 5 1\n.1._x\n", cwd=tmp_path)
    assert "mines (0): none" in ran.out
    assert "safest: (0, 4), safe by the mine count" in ran.out


def test_programs_read_json(board: Path) -> None:
    here = board.parent
    listed = run("configurations", board.name, "--json", cwd=here).json
    jsonschema.validate(listed, LISTED)
    assert (listed["file"], listed["configurations"]) == ("configurations_7.txt", "784")
    combined = run("combine", "configurations_7.txt", "--json", cwd=here).json
    jsonschema.validate(combined, COMBINED)
    assert (combined["file"], len(combined["uncertain"])) == ("solution_7.txt", 16)
    solved = run("pipeline", "--latest", "--direct", "--force", "--json", cwd=here).json
    jsonschema.validate(solved, SOLVED)
    assert (solved["configurations_file"], solved["solution_file"]) == (None, "solution_7.txt")
    assert solved["best"]["cell"] == [0, 2]
    assert solved["solution"]["text"] == (here / "solution_7.txt").read_text().rstrip()


def test_the_latest_board_is_taken_from_a_folder(tmp_path: Path) -> None:
    for name, text, changed in [("board_1.txt", ".1\n", 9), ("board_2.txt", "1.1\n", 5)]:
        (tmp_path / name).write_text(text)
        os.utime(tmp_path / name, (changed, changed))
    ran = run("pipeline", "-l", "--dir", str(tmp_path))
    assert ran.code == 0
    assert names(tmp_path) == ["board_1.txt", "board_2.txt", "configurations_1.txt", "solution_1.txt"]


@pytest.mark.parametrize(
    "words",
    [
        ["pipeline"],
        ["pipeline", "board_7.txt", "--latest"],
        ["pipeline", "board_7.txt", "--dir", "."],
        ["pipeline", "--dir", "."],
        ["pipeline", "board_7.txt", "--direct", "--limit", "9"],
        ["pipeline", "board_7.txt", "--direct", "--jobs", "2"],
    ],
)
def test_wrong_usage_is_code_2(words: list[str], board: Path) -> None:
    assert run(*words, cwd=board.parent).code == 2
    assert names(board.parent) == ["board_7.txt"]


def test_standard_input_and_saved_games_are_positions_too(tmp_path: Path) -> None:
    ran = run("pipeline", "-", stdin=".1.\n", cwd=tmp_path)
    assert ran.code == 0
    first, second = names(tmp_path)
    assert re.fullmatch(r"configurations_\d{8}_\d{6}\.txt", first)
    assert second == first.replace("configurations", "solution")
    assert run("combine", "-", "--json", "--out-dir", "/dev/null", stdin="11\n").json["file"] is None
    game = mm.Game.preset("beginner", seed=3)
    game.open(0, 0)
    mm.save(game, tmp_path / "game_5.json")
    assert run("pipeline", "game_5.json", "--mines", "unknown", cwd=tmp_path).code == 0
    assert mm.Board.parse((tmp_path / "solution_5.txt").read_bytes()).faces.tolist() == game.board.faces.tolist()


def test_nothing_to_do_is_no_failure(tmp_path: Path) -> None:
    (tmp_path / "board_1.txt").write_text("...\n.!.\n")
    for command in ("configurations", "pipeline"):
        ran = run(command, "board_1.txt", cwd=tmp_path)
        assert (ran.code, ran.err) == (0, "")
        assert "no hidden cell touches a number; nothing to do" in ran.out
    assert "no cell is marked o or x" in run("combine", "board_1.txt", cwd=tmp_path).out
    assert names(tmp_path) == ["board_1.txt"]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("!1!\n!..\n", r"this board contradicts itself: \(0, 1\): shows 1, but 3 mines are flagged around it"),
        ("1.1.1\n", r"no configuration is valid: these numbers cannot all be right: 1 at \(0, 0\); 1 at \(0, 2\); "),
        ("...\n.Z.\n", "minemind: line 2, column 2: 'Z' is not a valid cell"),
        ("3 60 ?\n" + "\n".join("_".join([row] * 15) for row in ("...", ".2.", "...")).replace("\n", "_\n") + "_\n",
         r"there are about 10\^21 configurations, .* --direct"),
    ],
)  # fmt: skip
def test_what_cannot_be_done_is_one_sentence_and_no_file(text: str, sentence: str, tmp_path: Path) -> None:
    (tmp_path / "board_1.txt").write_text(text)
    ran = run("pipeline", "board_1.txt", cwd=tmp_path)
    assert (ran.code, ran.out, ran.err.count("\n")) == (1, "", 1)
    assert re.search(sentence, ran.err)
    assert names(tmp_path) == ["board_1.txt"]


def test_errors_are_json_for_programs(tmp_path: Path) -> None:
    ran = run("configurations", "-", "--json", stdin="1.1.1\n", cwd=tmp_path)
    assert ran.code == 1
    assert ran.json["error"]["kind"] == "Impossible"
    assert ran.json["error"]["cells"] == [[0, 0], [0, 2], [0, 4]]


def test_a_ragged_file_is_filled_up_with_a_note_or_refused(tmp_path: Path) -> None:
    ran = run("pipeline", "-", "--direct", stdin="..\n1..\n", cwd=tmp_path)
    assert (ran.code, ran.err) == (0, "note: line 1: the row has 2 of 3 cells; the rest is read as '.'\n")
    strict = run("pipeline", "-", "--strict", "--json", stdin="..\n1..\n", cwd=tmp_path)
    assert (strict.code, strict.json["error"]["kind"]) == (1, "ParseError")


def test_files_are_replaced_only_by_force_and_never_by_what_is_made_of_them(board: Path) -> None:
    solution = board.with_name("solution_7.txt")
    solution.write_text("precious")
    refused = run("pipeline", str(board))
    assert (refused.code, refused.err) == (
        1, f"minemind: {str(solution)!r} exists; choose another name, or --force to replace it\n",
    )  # fmt: skip
    assert names(board.parent) == ["board_7.txt", "solution_7.txt"]
    assert run("pipeline", str(board), "--force").code == 0
    assert solution.read_text().startswith("###")
    own = run("configurations", str(board.with_name("configurations_7.txt")), "--force", "--limit", "1")
    assert (own.code, "would overwrite the file that it is made from" in own.err) == (2, True)


def test_a_bar_shows_on_a_terminal_how_far_it_is(board: Path) -> None:
    output = on_a_terminal([*COMMAND, "pipeline", str(board)]).decode()
    assert "writing configurations" in output
    assert "reading configurations" in output
    assert "100%" in output
    assert "uncertain: 16" in output


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="memory is measured as Linux does")
def test_a_million_configurations_take_less_than_100_megabytes(tmp_path: Path) -> None:
    rows = ["._" * 20, "1_" * 20, "._" * 20]  # 20 clusters of two configurations
    (tmp_path / "board_1.txt").write_text("\n".join(rows))
    command = [sys.executable, "-c", MEMORY, "pipeline", "board_1.txt", "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=tmp_path, env=plain())
    assert json.loads(done.stdout)["configurations"] == str(2**20)
    assert (tmp_path / "configurations_1.txt").stat().st_size == 2**20 * 124 - 1
    assert int(done.stderr) < 100 * 1024
    (tmp_path / "configurations_1.txt").unlink()


def test_a_full_disk_leaves_nothing_behind(board: Path) -> None:
    command = [sys.executable, "-c", FULL_DISK, "configurations", str(board)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=plain())
    file = board.with_name("configurations_7.txt")
    assert (done.returncode, done.stderr) == (1, f"minemind: cannot write {str(file)!r}: File too large\n")
    assert names(board.parent) == ["board_7.txt"]


def is_running(group: int) -> bool:
    """Whether any process of a group still runs."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


def stopped(board: Path, how: signal.Signals, *options: str) -> tuple[int, str]:
    """Start a long listing, stop it once the file is being written, and wait for the end of all its processes."""
    command = [*COMMAND, "configurations", str(board), "--limit", str(10**15), *options]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=plain(), start_new_session=True)
    while process.poll() is None and len(names(board.parent)) == 1:
        time.sleep(0.01)
    time.sleep(0.3 if options else 0.05)
    process.send_signal(how)
    _, complaint = process.communicate(timeout=30)
    while is_running(process.pid):  # if a process is left behind, the test times out
        time.sleep(0.01)
    return process.returncode, complaint


@pytest.mark.parametrize(("rows", "options"), [(LONG, []), (WIDE, ["--jobs", "2"])], ids=["one job", "several jobs"])
def test_ctrl_c_leaves_nothing_behind(rows: list[str], options: list[str], board: Path) -> None:
    board.write_text("\n".join(rows))
    code, complaint = stopped(board, signal.SIGINT, *options)
    assert (code, "Traceback" in complaint) == (130, False)
    assert names(board.parent) == ["board_7.txt"]


def test_a_kill_leaves_nothing_under_the_final_name(board: Path) -> None:
    board.write_text("\n".join(LONG))
    stopped(board, signal.SIGKILL)
    assert "configurations_7.txt" not in names(board.parent)
    assert run("configurations", str(board), "--limit", "100").code == 1


def test_the_limit_in_the_help_is_the_limit() -> None:
    assert configurations.LIMIT == pipeline.DEFAULT_LIMIT


def test_every_command_shows_an_example() -> None:
    for command in (configurations.configurations, configurations.combine, configurations.pipeline):
        assert f"Example: minemind {command.__name__} " in str(command.__doc__)
