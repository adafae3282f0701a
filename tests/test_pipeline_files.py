"""The files of a position: their names, and that none is replaced or left half written."""

from __future__ import annotations

import errno
import os
import re
from pathlib import Path

import pytest

import minemind as mm
from minemind import files, pipeline
from minemind.pipeline import Names, Outline
from tests.test_pipeline import rings


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "configurations.txt"


# Names


def test_all_files_of_a_position_share_what_follows_the_first_underscore(tmp_path: Path) -> None:
    names = Names.beside(tmp_path / "board_2026_11.a.txt")
    assert names.configurations == tmp_path / "configurations_2026_11.a.txt"
    assert names.solution == tmp_path / "solution_2026_11.a.txt"
    assert Names.beside(names.configurations, "elsewhere").solution == Path("elsewhere/solution_2026_11.a.txt")


@pytest.mark.parametrize("name", ["mygame.txt", "board_.txt", "-"])
def test_without_one_they_share_the_present_time(name: str) -> None:
    assert re.fullmatch(r"20\d{6}_\d{6}", Names.beside(name).stamp)


def test_the_latest_board_has_the_newest_timestamp_in_its_name(tmp_path: Path) -> None:
    for changed, name in enumerate(
        ["board_20261115_120000.txt", "board_9_20261115_130000_b.txt", "board_20251231_235959.txt", "board_zz.txt",
         "board_20269999_999999.txt", "board_120261116_120000.txt"]
    ):  # fmt: skip
        (tmp_path / name).touch()
        os.utime(tmp_path / name, (changed, changed))
    assert pipeline.latest_board(tmp_path) == tmp_path / "board_9_20261115_130000_b.txt"


def test_without_timestamps_the_latest_board_is_the_one_that_was_changed_last(tmp_path: Path) -> None:
    with pytest.raises(mm.errors.FileError, match=r"^no board_\*\.txt found in .*; give a file or another folder$"):
        pipeline.latest_board(tmp_path)
    for name, changed in [("board_1.txt", 5), ("board_3.txt", 7), ("board_2.txt", 7), ("other_4.txt", 9)]:
        (tmp_path / name).touch()
        os.utime(tmp_path / name, (changed, changed))
    assert pipeline.latest_board(tmp_path) == tmp_path / "board_3.txt"


# Files are whole, or not there


def test_a_file_that_exists_is_replaced_only_by_force(path: Path) -> None:
    outline = Outline.read(b".1.\n")
    path.write_text("precious")
    for write in (pipeline.write_configurations, lambda outline, path: outline.solution().write(path)):
        with pytest.raises(mm.errors.FileError, match="exists; choose another name, or --force") as caught:
            write(outline, path)
        assert caught.value.errno == errno.EEXIST
    assert path.read_text() == "precious"
    outline.solution().write(path, force=True)
    assert path.read_text() == "#1#\n\n"


def test_a_file_that_appears_meanwhile_is_not_replaced(path: Path) -> None:
    with pytest.raises(mm.errors.FileError, match="exists"):
        pipeline.write_configurations(Outline.read(b".1.\n"), path, progress=lambda _: path.write_text("precious"))
    assert [file.read_text() for file in path.parent.iterdir()] == ["precious"]


@pytest.mark.parametrize("error", [OSError(errno.ENOSPC, "No space left on device"), KeyboardInterrupt()])
def test_whatever_stops_the_writing_leaves_nothing_behind(path: Path, error: BaseException) -> None:
    def stop(_: int) -> None:
        raise error

    expected = mm.errors.FileError if isinstance(error, OSError) else KeyboardInterrupt
    with pytest.raises(expected) as caught:
        pipeline.write_configurations(Outline.read(rings(3)), path, progress=stop)
    assert list(path.parent.iterdir()) == []
    if isinstance(error, OSError):
        assert str(caught.value) == f"cannot write {str(path)!r}: No space left on device"


def test_what_goes_wrong_elsewhere_is_not_blamed_on_the_file(path: Path) -> None:
    with pytest.raises(ValueError, match="not our file's fault"), files.writing(path):
        raise ValueError("not our file's fault")
    assert list(path.parent.iterdir()) == []


def test_a_file_that_cannot_be_read_says_why(tmp_path: Path) -> None:
    for missing in (tmp_path / "missing", tmp_path):
        with pytest.raises(mm.errors.FileError, match="cannot read"), files.reading(missing) as file:
            file.read()
