"""Files: read and written whole, so that no file is ever half-written under its final name, or too large to read.

A write goes to a new file in the same folder, which is renamed once everything is on the disk. Whatever happens before
that, a full disk, a kill or an interrupt, the old file stays as it was.

A killed writer leaves its partial file behind, and the next writer in that folder removes it. A lock tells whether the
writer of a partial file is alive: it holds the lock from before the first byte until the file has its final name, and
the system releases it with the process.
"""

from __future__ import annotations

import errno
import os
import re
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from minemind.arguments import path as checked_path
from minemind.arguments import shown
from minemind.errors import Fault, FileError, ParseError, TooLarge

if sys.platform != "win32":  # on Windows nothing is locked, and so nothing is cleaned up
    import fcntl

__all__ = [
    "check_free",
    "is_partial",
    "read_file",
    "reading",
    "remove_abandoned",
    "suspecting_a_file_name",
    "sync_folder",
    "trouble",
    "write_file",
    "writing",
]

# No file of ours comes near this: a saved game of 4 million cells, each opened by a turn of its own, takes 100 MB.
MAX_BYTES = 256 * 2**20

# A text of one line that ends like the name of a file.
_FILE_NAME = re.compile(r".*\w\.[A-Za-z][A-Za-z0-9]{1,4}")

# How the names of partial files begin and end.
PARTIAL = (".minemind-", ".partial")

# What a path can raise: the system's errors, a NUL byte in it (ValueError), a loop of links (RuntimeError).
_TROUBLE = (OSError, ValueError, RuntimeError)


@contextmanager
def suspecting_a_file_name(text: str | bytes) -> Iterator[None]:
    """If a text cannot be read and looks like the name of a file, report that instead of the faults in its letters."""
    try:
        yield
    except ParseError:
        if not isinstance(text, str) or not _FILE_NAME.fullmatch(text):
            raise
        raise ParseError([Fault(f"{shown(text)} seems to be the name of a file; read it with mm.load")]) from None


def read_file(path: str | os.PathLike[str]) -> bytes:
    """All bytes of a file of reasonable size."""
    path = checked_path(path)
    try:
        with path.open("rb") as file:
            content = file.read(MAX_BYTES + 1)
    except _TROUBLE as error:
        raise trouble("read", path, error) from error
    if len(content) > MAX_BYTES:
        raise TooLarge(f"{os.fspath(path)!r} is larger than {MAX_BYTES // 2**20} MB; is it the right file?")
    return content


@contextmanager
def reading(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """A file of any size, to be read piece by piece."""
    try:
        file = Path(path).open("rb")  # noqa: SIM115  # closed below, where its errors are reported as well
    except _TROUBLE as error:
        raise trouble("read", path, error) from error
    with file:
        try:
            yield file
        except FileError:
            raise
        except OSError as error:
            raise trouble("read", path, error) from error


def write_file(path: str | os.PathLike[str], content: bytes, *, overwrite: bool = True) -> None:
    """Write a file whole, replacing an existing one if `overwrite`; or raise, and leave everything as it was."""
    with writing(path, overwrite=overwrite) as file:
        file.write(content)


@contextmanager
def writing(path: str | os.PathLike[str], *, overwrite: bool = True) -> Iterator[BinaryIO]:
    """A file to be written piece by piece; it is put in place when the block ends, and discarded if the block raises.

    Without `overwrite` an existing file is never touched, even if it appeared in the meantime.
    """
    path = checked_path(path)
    final = _final(path)
    try:
        with _replacing(final, path, overwrite=overwrite) as file:
            yield file
    except FileError:
        raise
    except OSError as error:
        raise trouble("write", path, error) from error


def is_partial(path: Path) -> bool:
    """Whether this is a partial file, by its name: still being written, or left by a killed writer."""
    return path.name.startswith(PARTIAL[0]) and path.name.endswith(PARTIAL[1])


def check_free(path: str | os.PathLike[str]) -> None:
    """Raise `FileError` if the path already exists."""
    if os.path.lexists(path):
        raise FileError(
            f"{os.fspath(path)!r} exists; choose another name, or --force to replace it",
            os.fspath(path),
            errno.EEXIST,
        )


def _final(path: Path) -> Path:
    """The path with its links followed; raises `FileError` if no regular file can be put there."""
    try:
        final = path.resolve()  # a link stays a link: what it points to is replaced
        is_special = (final.exists() and not final.is_file()) or path.absolute().is_relative_to("/dev")
    except _TROUBLE as error:
        raise trouble("write", path, error) from error
    if is_special:
        raise FileError(f"cannot write {os.fspath(path)!r}: it is not a regular file; choose another name")
    return final


@contextmanager
def _replacing(final: Path, path: str | os.PathLike[str], *, overwrite: bool) -> Iterator[BinaryIO]:
    if not overwrite:
        check_free(path)
    remove_abandoned(final.parent)
    partial, file = _new_partial(final.parent)
    try:
        with file:
            if final.exists():
                partial.chmod(final.stat().st_mode)
            yield file
            file.flush()
            os.fsync(file.fileno())
            if not overwrite:
                check_free(path)
            if sys.platform == "win32":  # Windows renames no open file
                file.close()
            partial.replace(final)
    except BaseException:
        partial.unlink(missing_ok=True)
        raise
    sync_folder(final.parent)


def _new_partial(folder: Path) -> tuple[Path, BinaryIO]:
    """A new file, locked, and its path. The name marks it as partial, and no two writers ever share one."""
    while True:
        partial = folder / f"{PARTIAL[0]}{os.urandom(8).hex()}{PARTIAL[1]}"
        file = partial.open("xb")
        try:
            # Until it is locked, another process may take the file for abandoned and remove it: then make another.
            if not _locks(file.fileno(), wait=True) or os.fstat(file.fileno()).st_nlink:
                return partial, file
        except BaseException:
            file.close()
            partial.unlink(missing_ok=True)
            raise
        file.close()


def remove_abandoned(folder: Path) -> None:
    """Remove the partial files of killed writers from a folder. A file that is being written is locked, and stays."""
    if sys.platform != "win32":
        for path in folder.glob(f"{PARTIAL[0]}*{PARTIAL[1]}"):
            with suppress(OSError):  # another user's, or gone already
                _remove_if_abandoned(path)


if sys.platform != "win32":

    def _remove_if_abandoned(path: Path) -> None:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
        try:
            # Names are never used twice: if the file got its final name meanwhile, nothing has this one.
            if stat.S_ISREG(os.fstat(descriptor).st_mode) and _locks(descriptor, wait=False):
                path.unlink()
        finally:
            os.close(descriptor)


def _locks(descriptor: int, *, wait: bool) -> bool:
    """Lock a file; False if the system has no locks, or if another process holds it and we do not `wait`."""
    if sys.platform != "win32":
        with suppress(OSError):
            fcntl.flock(descriptor, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
            return True
    return False


def sync_folder(folder: Path) -> None:
    """Make a new name in the folder survive a power cut, if the system can sync folders."""
    try:
        descriptor = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(descriptor)
    except OSError:
        pass
    finally:
        os.close(descriptor)


def trouble(verb: str, path: str | os.PathLike[str], error: Exception) -> FileError:
    """The `FileError` for what the system reported about a file."""
    reason = getattr(error, "strerror", None) or str(error)
    return FileError(f"cannot {verb} {os.fspath(path)!r}: {reason}", os.fspath(path), getattr(error, "errno", None))
