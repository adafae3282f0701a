"""Files read and written whole: never half a file under its final name, never more than fits.

A write goes to a new file beside the old one, which is renamed when everything is on the disk. Whatever happens in
between, a full disk, a kill or an interrupt, the old file is there as it was.

A killed writer leaves its partial file behind, and the next one to write into that folder removes it. Whether a partial
file has a living writer is known from its lock, which the system releases with the process: a writer holds it from
before the first byte until the file has its final name.
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

if sys.platform != "win32":  # there nothing is locked, and so nothing is cleaned up
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

# No file of ours comes near this: a saved game of 4 million cells, each opened by a turn of its own, has 100 MB.
MAX_BYTES = 256 * 2**20

# A text of one line that ends like the name of a file.
_FILE_NAME = re.compile(r".*\w\.[A-Za-z][A-Za-z0-9]{1,4}")

# How the names of files begin and end that are not whole yet.
PARTIAL = (".minemind-", ".partial")

# What a path can raise: the system's errors, a NUL byte in it (ValueError), a loop of links (RuntimeError).
_TROUBLE = (OSError, ValueError, RuntimeError)


@contextmanager
def suspecting_a_file_name(text: str | bytes) -> Iterator[None]:
    """If a text cannot be read and looks like the name of a file, say so instead of what is wrong with its letters."""
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
    """A file to read piece by piece, of whatever size."""
    try:
        file = Path(path).open("rb")  # noqa: SIM115  # closed below, where what goes wrong is said, too
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
    """Put a file in place, whole, over one that may be there; or raise and leave everything as it was."""
    with writing(path, overwrite=overwrite) as file:
        file.write(content)


@contextmanager
def writing(path: str | os.PathLike[str], *, overwrite: bool = True) -> Iterator[BinaryIO]:
    """A file to write piece by piece: it is put in place, whole, when the block ends, and not at all if that raises.

    Without `overwrite` a file that is there is never touched, even if it appeared meanwhile.
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
    """Whether this is what a writer that was killed left of a file."""
    return path.name.startswith(PARTIAL[0]) and path.name.endswith(PARTIAL[1])


def check_free(path: str | os.PathLike[str]) -> None:
    """Raise `FileError` if something is there already."""
    if os.path.lexists(path):
        raise FileError(
            f"{os.fspath(path)!r} exists; choose another name, or --force to replace it",
            os.fspath(path),
            errno.EEXIST,
        )


def _final(path: Path) -> Path:
    """What a path leads to, if a file can be put there."""
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
            if sys.platform == "win32":  # which renames no open file
                file.close()
            partial.replace(final)
    except BaseException:
        partial.unlink(missing_ok=True)
        raise
    sync_folder(final.parent)


def _new_partial(folder: Path) -> tuple[Path, BinaryIO]:
    """A new file, locked. As long as it is not whole its name says so, and no two writers ever share one."""
    while True:
        partial = folder / f"{PARTIAL[0]}{os.urandom(8).hex()}{PARTIAL[1]}"
        file = partial.open("xb")
        try:
            # Before it is locked, another process may take the file for abandoned; then there has to be a new one.
            if not _locks(file.fileno(), wait=True) or os.fstat(file.fileno()).st_nlink:
                return partial, file
        except BaseException:
            file.close()
            partial.unlink(missing_ok=True)
            raise
        file.close()


def remove_abandoned(folder: Path) -> None:
    """Remove what killed writers left in a folder. A file that is being written is locked, and stays."""
    if sys.platform != "win32":
        for path in folder.glob(f"{PARTIAL[0]}*{PARTIAL[1]}"):
            with suppress(OSError):  # another user's, or gone already
                _remove_if_abandoned(path)


if sys.platform != "win32":

    def _remove_if_abandoned(path: Path) -> None:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
        try:
            # Names are never used twice: if it has its final name by now, there is nothing under this one.
            if stat.S_ISREG(os.fstat(descriptor).st_mode) and _locks(descriptor, wait=False):
                path.unlink()
        finally:
            os.close(descriptor)


def _locks(descriptor: int, *, wait: bool) -> bool:
    """Take a file's lock, if the system has locks and, unless we wait, if it is free."""
    if sys.platform != "win32":
        with suppress(OSError):
            fcntl.flock(descriptor, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
            return True
    return False


def sync_folder(folder: Path) -> None:
    """Make the new name survive a power cut, where the system lets folders be synced."""
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
    """What the system says went wrong with a file."""
    reason = getattr(error, "strerror", None) or str(error)
    return FileError(f"cannot {verb} {os.fspath(path)!r}: {reason}", os.fspath(path), getattr(error, "errno", None))
