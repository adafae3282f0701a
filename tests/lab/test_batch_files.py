"""The files that a batch plays, by name and difficulty, in folders with other files."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

import minemind as mm
from minemind.lab.batch.attempt import Finished, LeftOut, Outcome, Unread, printable
from minemind.lab.batch.playing import Batch, run
from tests.lab.batches import SMALL, layouts_below, outcomes, rows_in


def test_difficulties_are_chosen_by_name_before_a_file_is_read(tmp_path: Path) -> None:
    for name in ("expert/broken.txt", "beginner/broken.txt", "plain.txt", "dense.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("broken")
    (tmp_path / "plain.txt").write_text("*" + "." * 9)
    (tmp_path / "dense.txt").write_text("***...")
    todo = Batch.below(tmp_path, ["csp"], difficulties=["beginner"])
    told = outcomes(todo)
    assert [(outcome.board, type(outcome)) for outcome in told] == [
        *(("beginner/broken.txt", Unread), ("dense.txt", LeftOut), ("plain.txt", Finished))
    ]
    assert len(Batch.below(tmp_path, difficulties=["expert", "beginner"]).boards) == 4
    with pytest.raises(mm.errors.FileError, match=r"every file in .* is named for another difficulty"):
        Batch.below(tmp_path / "..", pattern=f"{tmp_path.name}/expert/*", difficulties=["beginner"])
    with pytest.raises(mm.InvalidValue, match="'hard' is not a difficulty; choose from beginner"):
        Batch.below(tmp_path, difficulties=["hard"])


def test_a_folder_that_holds_nothing_is_said(tmp_path: Path) -> None:
    (tmp_path / "file.txt").write_text(SMALL)
    (tmp_path / "empty").mkdir()
    for folder, complaint in (
        ("missing", "not found; check the path"),
        ("file.txt", "is not a folder; give the folder that it is in, or play it with minemind solve"),
        ("empty", r"no file in .* matches '\*.txt'"),
    ):
        with pytest.raises(mm.errors.FileError, match=complaint):
            Batch.below(tmp_path / folder)
    with pytest.raises(mm.InvalidValue, match="the pattern is empty"):
        Batch.below(tmp_path, pattern="")
    with pytest.raises(mm.InvalidValue, match="'nobody' is not a strategy"):
        Batch.below(tmp_path, ["nobody"])


def test_links_pipes_and_giants_are_survived(tmp_path: Path) -> None:
    (tmp_path / "real.txt").write_text(SMALL)
    (tmp_path / "link.txt").symlink_to("real.txt")
    (tmp_path / "gone.txt").symlink_to("nowhere")
    (tmp_path / "loop.txt").symlink_to("loop.txt")
    (tmp_path / "around").symlink_to(".")
    (tmp_path / "folder.txt").mkdir()
    os.mkfifo(tmp_path / "pipe.txt")
    with (tmp_path / "giant.txt").open("wb") as file:
        file.truncate(10**12)
    (tmp_path / "binary.txt").write_bytes(bytes(range(256)))
    (tmp_path / "lines.txt").write_bytes(b"\n" * 200_000)
    (tmp_path / "nothing.txt").touch()
    told = outcomes(Batch.below(tmp_path, ["csp"]))
    wanted = "give a position, a layout or a game"
    assert [outcome.board for outcome in told if isinstance(outcome, Finished)] == ["link.txt", "real.txt"]
    assert [
        (outcome.board, outcome.message.rpartition(": ")[2]) for outcome in told if isinstance(outcome, Unread)
    ] == [
        ("binary.txt", f"the file is neither text nor a format MineMind knows; {wanted}"),
        ("giant.txt", f"'{tmp_path}/giant.txt' is larger than 16 MB; is it a layout?"),
        ("gone.txt", "No such file or directory"),
        ("lines.txt", f"'{tmp_path}/lines.txt' has more than 100,000 lines; is it a layout?"),
        ("loop.txt", "Too many levels of symbolic links"),
        ("nothing.txt", "the file is empty"),
        ("pipe.txt", "it is not a regular file"),
    ]


def test_a_folder_that_cannot_be_looked_into_is_said_and_the_others_are_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, look = layouts_below(tmp_path / "boards"), os.scandir

    def refuse(path: str) -> Any:
        if Path(path).name == locked:
            raise PermissionError(13, "Permission denied", os.fspath(path))
        return look(path)

    monkeypatch.setattr(os, "scandir", refuse)
    locked = "c"
    told: list[Outcome] = []
    run(Batch.below(folder, ["csp"]), tmp_path / "summary.csv", told.append, label="l", timestamp="t")
    assert told[0] == Unread("c", "", message=f"cannot list '{folder}/c': Permission denied")
    assert len([outcome for outcome in told if isinstance(outcome, Finished)]) == 3
    locked = "boards"
    with pytest.raises(mm.errors.FileError, match=r"cannot list .*boards': Permission denied"):
        Batch.below(folder)


def test_names_that_cannot_be_printed_are_written_so_that_they_can(tmp_path: Path) -> None:
    boards = tmp_path / "boards"
    boards.mkdir()
    for name in (b"two\nlines.txt", b"\xff\x1b[31m.txt", 'ü, "quoted".txt'.encode()):
        Path(os.fsdecode(os.fsencode(boards) + b"/" + name)).write_text(SMALL)
    names = [r"two\nlines.txt", 'ü, "quoted".txt', r"\udcff\x1b[31m.txt"]
    path, told = tmp_path / "summary.csv", list[Outcome]()
    run(Batch.below(boards, ["csp"]), path, told.append, label="l", timestamp="t", jobs=2)
    assert [type(outcome) for outcome in told] == [Finished] * 3
    assert [outcome.board for outcome in told] == names
    assert [row["board"] for row in rows_in(path)] == names
    assert printable("a/b c.txt") == "a/b c.txt"
