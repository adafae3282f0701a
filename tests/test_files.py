"""Files are read and written whole, whatever happens in between."""

from __future__ import annotations

import errno
import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import minemind as mm
from minemind import files

SAVING_FOR_EVER = """
import sys, minemind as mm
path = sys.argv[1]
games = []
for seed in (1, 2):
    games.append(mm.Game(300, 300, 9000, seed=seed))
    games[-1].open(0, 0)
print("ready", flush=True)
while True:
    for game in games:
        mm.save(game, path)
"""

SAVING_ON_A_FULL_DISK = """
import resource, signal, sys, minemind as mm
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
try:
    mm.save(mm.Game(100, 100, 1000, seed=1), sys.argv[1])
except mm.errors.FileError as error:
    print(error)
"""


def test_a_process_killed_while_saving_leaves_a_whole_file(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    mm.save(mm.Game(3, 3, 1, seed=3), path)
    moments = random.Random(5)
    for _ in range(10):
        with subprocess.Popen([sys.executable, "-c", SAVING_FOR_EVER, path], stdout=subprocess.PIPE) as process:
            assert process.stdout is not None
            assert process.stdout.readline() == b"ready\n"
            time.sleep(moments.uniform(0, 0.05))
            process.send_signal(signal.SIGKILL)
        assert mm.load(path).seed in (1, 2, 3)


def test_whoever_reads_while_a_game_is_saved_reads_a_whole_file(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    mm.save(mm.Game(3, 3, 1, seed=3), path)
    with subprocess.Popen([sys.executable, "-c", SAVING_FOR_EVER, path], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"ready\n"
        seeds: list[str] = []
        try:
            while len(seeds) < 1_000 or len(set(seeds)) < 2:
                seeds.append(json.loads(path.read_bytes())["seed"])
        finally:
            process.kill()


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_a_process_that_dies_at_any_step_leaves_the_old_file(tmp_path: Path, step: str) -> None:
    path = tmp_path / "game.json"
    path.write_text("precious")
    program = (
        f"import os, sys, minemind as mm; os.{step} = lambda *_: os._exit(9); mm.save(mm.Game(9, 9, 9), sys.argv[1])"
    )
    assert subprocess.run([sys.executable, "-c", program, path], check=False).returncode == 9
    assert path.read_text() == "precious"


HALF_WRITTEN = """
import sys, time
from minemind.files import writing
with writing(sys.argv[1]) as file:
    file.write(b"half")
    file.flush()
    print("ready", flush=True)
    time.sleep(600)
"""


def writer(path: Path) -> subprocess.Popen[bytes]:
    """A process in the middle of writing a file."""
    process = subprocess.Popen([sys.executable, "-c", HALF_WRITTEN, path], stdout=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stdout.readline() == b"ready\n"
    return process


def partials(folder: Path) -> int:
    return sum(map(files.is_partial, folder.iterdir()))


def test_what_a_killed_writer_left_is_removed_by_the_next_and_what_is_being_written_is_not(tmp_path: Path) -> None:
    with writer(tmp_path / "a") as dead, writer(tmp_path / "b") as alive:
        dead.kill()
        dead.wait()
        assert partials(tmp_path) == 2
        files.write_file(tmp_path / "c", b"whole")
        assert partials(tmp_path) == 1
        alive.kill()
        alive.wait()
    files.remove_abandoned(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["c"]


WRITING_AND_CLEANING = """
import sys
from pathlib import Path
from minemind.files import remove_abandoned, write_file
path = Path(sys.argv[1])
for number in range(150):
    write_file(path, b"%d" % number)
    remove_abandoned(path.parent)
"""


def test_writers_that_clean_up_at_once_never_take_a_file_from_each_other(tmp_path: Path) -> None:
    command = [sys.executable, "-c", WRITING_AND_CLEANING]
    processes = [subprocess.Popen([*command, tmp_path / name], stderr=subprocess.PIPE) for name in "abcd"]
    assert [process.communicate()[1] for process in processes] == [b""] * 4
    assert sorted(path.name for path in tmp_path.iterdir()) == [*"abcd"]
    assert {path.read_bytes() for path in tmp_path.iterdir()} == {b"149"}


def test_a_writer_whose_file_was_taken_for_abandoned_before_it_was_locked_makes_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lock, taken = files._locks, list[Path]()

    def late(descriptor: int, *, wait: bool) -> bool:
        if wait and not taken:
            taken.extend(tmp_path.iterdir())
            monkeypatch.setattr(files, "_locks", lock)
            files.remove_abandoned(tmp_path)
        return lock(descriptor, wait=wait)

    monkeypatch.setattr(files, "_locks", late)
    files.write_file(tmp_path / "new", b"whole")
    assert len(taken) == 1
    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [("new", b"whole")]


def test_only_files_are_cleaned_up(tmp_path: Path) -> None:
    (tmp_path / ".minemind-folder.partial").mkdir()
    (tmp_path / ".minemind-link.partial").symlink_to(tmp_path / "precious")
    os.mkfifo(tmp_path / ".minemind-pipe.partial")
    (tmp_path / "precious").write_text("precious")
    files.remove_abandoned(tmp_path)
    assert len(list(tmp_path.iterdir())) == 4


def test_a_write_that_fails_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text("precious")
    done = subprocess.run(
        [sys.executable, "-c", SAVING_ON_A_FULL_DISK, path], capture_output=True, text=True, check=True
    )
    assert done.stdout == f"cannot write {str(path)!r}: File too large\n"
    assert path.read_text() == "precious"
    assert list(tmp_path.iterdir()) == [path]


def test_an_interrupt_while_writing_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(_: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupt)
    with pytest.raises(KeyboardInterrupt):
        files.write_file(tmp_path / "new", b"content")
    assert list(tmp_path.iterdir()) == []


def test_a_link_stays_a_link_and_permissions_stay_what_they_were(tmp_path: Path) -> None:
    target, link = tmp_path / "target", tmp_path / "link"
    target.write_bytes(b"old")
    target.chmod(0o640)
    link.symlink_to(target)
    files.write_file(link, b"new")
    assert link.is_symlink()
    assert target.read_bytes() == b"new"
    assert target.stat().st_mode & 0o777 == 0o640


def test_names_of_any_letters_and_length_are_written(tmp_path: Path) -> None:
    for name in ("漢" * 80, "x" * 255, "a b\n"):
        files.write_file(tmp_path / name, b"content")
        assert files.read_file(tmp_path / name) == b"content"


def test_trouble_says_what_the_system_said(tmp_path: Path) -> None:
    with pytest.raises(mm.errors.FileError) as caught:
        mm.load(tmp_path / "missing")
    assert (caught.value.errno, caught.value.filename) == (errno.ENOENT, str(tmp_path / "missing"))
    assert str(caught.value).endswith("missing': No such file or directory")


def test_a_loop_of_links_is_no_file(tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to(tmp_path / "b")
    (tmp_path / "b").symlink_to(tmp_path / "a")
    with pytest.raises(mm.errors.FileError, match="cannot write"):
        files.write_file(tmp_path / "a", b"")


@pytest.mark.parametrize("name", ["", "no/such/folder/file", "nul\0byte", "x" * 300])
def test_a_path_that_cannot_be_written_says_why(tmp_path: Path, name: str) -> None:
    with pytest.raises(mm.errors.FileError, match="cannot write"):
        files.write_file(tmp_path / name, b"")


def test_only_regular_files_are_replaced(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", Path("/dev/null"), Path("/dev/stdout"), tmp_path):
        with pytest.raises(mm.errors.FileError, match="not a regular file"):
            files.write_file(path, b"")
    assert Path("/dev/null").is_char_device()


@pytest.mark.parametrize("name", ["missing", "nul\0byte", ""])
def test_a_path_that_cannot_be_read_says_why(tmp_path: Path, name: str) -> None:
    with pytest.raises(mm.errors.FileError, match="cannot read"):
        mm.load(tmp_path / name)


def test_an_endless_file_is_not_read_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "MAX_BYTES", 2**20)
    with pytest.raises(mm.errors.TooLarge, match="larger than 1 MB"):
        mm.load("/dev/zero")
