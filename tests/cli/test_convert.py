"""`minemind convert`, and boards of other programs in every command that reads boards."""

from __future__ import annotations

from pathlib import Path

import pytest

import minemind as mm
from minemind import filetypes
from tests.cli.running import run

LAYOUT = mm.Layout.parse(".*..\n....\n*..*")
MBF = bytes([4, 3, 0, 3, 0, 2, 1, 0, 3, 2])
TEXT = "3 4 3\n.*..\n....\n*..*\n"
MINE = "4x3x3\n1H11\nHHHH\nHHHH\n"


@pytest.fixture
def here(tmp_path: Path) -> Path:
    (tmp_path / "board.mbf").write_bytes(MBF)
    (tmp_path / "board.mine").write_text(MINE)
    return tmp_path


def test_the_ending_of_the_target_says_the_format(here: Path) -> None:
    for name in ("board.txt", "board.mgb", "copy.MBF", "layout.mine", "game.json"):
        done = run("convert", "board.mbf", name, cwd=here)
        assert (done.code, done.out, done.err) == (0, f"{name}\n", "")
    assert (here / "board.txt").read_text() == TEXT
    assert (here / "copy.MBF").read_bytes() == MBF
    assert mm.load(here / "board.mgb") == mm.load(here / "layout.mine") == LAYOUT
    assert mm.load(here / "game.json", mm.Game).given == LAYOUT


@pytest.mark.parametrize("name", ["tatham", "ptta", "mgb"])
def test_text_goes_through_a_pipe(name: str) -> None:
    done = run("convert", "-", "-", "--to", name, stdin=TEXT)
    back = run("convert", "-", "-", "--to", "mbf-hex", stdin=done.out)
    assert (done.code, back.out) == (0, MBF.hex(" ") + "\n")


def test_what_had_to_be_assumed_is_a_note() -> None:
    done = run("convert", "-", "-", "--to", "text", stdin="4x3:2,0,u409\n")
    assert (done.code, done.out) == (0, TEXT)
    assert done.err == "note: the game starts with a click at (0, 2), which is not part of the layout\n"


@pytest.mark.parametrize(
    ("words", "code", "complaint"),
    [
        (("board.mbf", "board.foo"), 2, "'board.foo' does not say which format to write; give --to and one of game, "),
        (("board.mbf", "-"), 2, "standard output does not say which format to write"),
        (("board.mbf", "board.mine"), 1, "'board.mine' exists"),
        (("board.mine", "other.mbf"), 2, "a position does not show the mines"),
        (("nothing.mbf", "other.txt"), 1, "No such file"),
        (("board.mbf", "x.txt", "--to", "pdf"), 2, "--to"),
        ((".", "x.txt"), 1, "Is a directory"),
    ],
)
def test_what_cannot_be_converted_is_said(here: Path, words: tuple[str, ...], code: int, complaint: str) -> None:
    done = run("convert", *words, cwd=here)
    assert done.code == code
    assert complaint in done.err
    assert sorted(path.name for path in here.iterdir()) == ["board.mbf", "board.mine"]


def test_a_file_is_overwritten_only_if_asked(here: Path) -> None:
    assert run("convert", "board.mbf", "board.mine", "--force", cwd=here).code == 0
    assert mm.load(here / "board.mine") == LAYOUT


def test_every_command_reads_every_format(here: Path) -> None:
    links = {
        name: filetypes.written(LAYOUT, filetypes.FORMATS[name]) for name in ("tatham", "ptta", "mgb", "mbf-hex", "mbf")
    }
    for content in links.values():
        assert "0 . * . ." in run("view", "-", stdin=content).out
    assert "3×4      3" in run("stats", "-", stdin=links["tatham"]).out
    assert run("solve", "-", "--json", stdin=links["mgb"]).json["start"]["layout"]["text"] == TEXT.strip()
    refused = run("analyse", "-", stdin=links["ptta"])
    assert (refused.code, "this is a layout, not a position" in refused.err) == (1, True)
    assert run("hint", "board.mine", cwd=here).code == 0
    link = filetypes.written(mm.Board.parse("2 3 1\n..1\n111"), filetypes.FORMATS["mine-link"])
    assert "(0, 1)" in run("analyse", "-", stdin=link).out
    assert run("view", "-", stdin="⬜1️⃣\n🚩1️⃣\n").out.splitlines()[1] == "0 . 1"


def test_a_batch_reads_every_format(here: Path) -> None:
    done = run("batch", ".", "--pattern", "*.mbf", "--strategy", "csp", "--jobs", "1", cwd=here)
    assert done.code == 0, done.err


def test_the_shell_loads_and_saves_other_formats(here: Path) -> None:
    done = run("play", stdin="load board.mbf\nsave copy.mbf\nopen 1 3\nsave played.mgb\nquit\n", cwd=here)
    assert "loaded board.mbf: 3×4, 3 mines" in done.out
    assert (here / "copy.mbf").read_bytes() == MBF
    assert mm.load(here / "played.mgb", mm.Layout).mines == 3


@pytest.mark.parametrize("command", ["view", "analyse", "stats"])
def test_what_is_no_board_is_refused_by_every_command_in_one_line(command: str, here: Path) -> None:
    (here / "picture.txt").write_bytes(b"\x89PNG\r\n\x1a\n\x1b[31m\x07" + bytes(200))
    done = run(command, "picture.txt", cwd=here)
    assert (done.code, done.out) == (1, "")
    assert done.err.startswith("minemind: 'picture.txt' seems to be a PNG image, not a board")
    assert done.err.count("\n") == 1
    assert "\x1b" not in done.err


def test_records_and_certificates_can_be_viewed(tmp_path: Path) -> None:
    mm.save(mm.play((3, 3, 1), seed=1), tmp_path / "record.json")
    mm.save(mm.no_guess.certify("3 4 2\n...*\n....\n...*", start=(0, 0)), tmp_path / "certificate.json")
    for name in ("record.json", "certificate.json"):
        done = run("view", name, cwd=tmp_path)
        assert (done.code, done.out[:5]) == (0, "  0 1")
