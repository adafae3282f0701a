"""Crash-safe append-only files: a record is added whole or not at all, by one writer at a time.

A file is locked while it is written. If a writer was killed in the middle of a record, the next writer cuts off the
part that it left.
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from minemind.errors import FileError
from minemind.files import sync_folder, trouble

if sys.platform == "win32":
    import msvcrt
    import time
else:
    import fcntl

__all__ = ["Growing", "growing"]


# Windows locks bytes, and keeps others from reading them. This one is the last that its C library can lock, beyond
# 58 million games of a run. A waiting writer tries again after this many seconds.
_LOCKED_BYTE = 2**31 - 1
_ASK_AGAIN_SECONDS = 0.1

# Binary, because Windows would otherwise change line ends. Child processes do not inherit the file, or its lock.
_MODE = os.O_RDWR | os.O_APPEND | os.O_CREAT | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)


class Growing:
    """A file that is open and locked for appending."""

    def __init__(self, descriptor: int, path: str | os.PathLike[str]) -> None:
        self.descriptor, self.path = descriptor, path

    @property
    def size(self) -> int:
        """Its size in bytes."""
        return os.fstat(self.descriptor).st_size

    def read(self, start: int, count: int) -> bytes:
        """Up to `count` bytes from `start` on; fewer at the end of the file."""
        os.lseek(self.descriptor, start, os.SEEK_SET)  # appending goes to the end, wherever this is
        return os.read(self.descriptor, count)

    def cut(self, size: int) -> None:
        """Truncate the file to `size` bytes."""
        os.ftruncate(self.descriptor, size)

    def append(self, content: bytes) -> None:
        """Append to the file and flush it to disk; if that fails, raise `FileError` and leave the file as it was."""
        before = self.size
        try:
            rest = memoryview(content)
            while rest:
                rest = rest[os.write(self.descriptor, rest) :]
            os.fsync(self.descriptor)
        except BaseException as error:
            self.cut(before)
            if isinstance(error, OSError):
                raise trouble("write", self.path, error) from error
            raise


@contextmanager
def growing(path: str | os.PathLike[str], *, wait: bool = True) -> Iterator[Growing]:
    """Open a file for appending, and create it if necessary. Other writers wait, or are refused without `wait`."""
    is_new = not os.path.lexists(path)
    try:
        descriptor = os.open(Path(path), _MODE, 0o666)
    except (OSError, ValueError) as error:
        raise trouble("write", path, error) from error
    try:
        if is_new:
            sync_folder(Path(path).absolute().parent)  # so that its name survives a power cut, too
        _lock(descriptor, path, wait=wait)
        yield Growing(descriptor, path)
    finally:
        os.close(descriptor)  # which releases the lock, too


def _lock(descriptor: int, path: str | os.PathLike[str], *, wait: bool) -> None:
    try:
        _take_lock(descriptor, wait=wait)
    except OSError as error:
        if error.errno in (errno.EWOULDBLOCK, errno.EAGAIN, errno.EACCES):
            sentence = f"{os.fspath(path)!r} is being written by another process"
            raise FileError(sentence, os.fspath(path), errno.EWOULDBLOCK) from error
        raise trouble("lock", path, error) from error


if sys.platform == "win32":

    def _take_lock(descriptor: int, *, wait: bool) -> None:
        """Take the lock, which Windows also releases when the process ends; or raise `OSError` with EACCES."""
        while True:
            os.lseek(descriptor, _LOCKED_BYTE, os.SEEK_SET)
            try:
                return msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
            except OSError as error:
                if not wait or error.errno != errno.EACCES:
                    raise
            time.sleep(_ASK_AGAIN_SECONDS)

else:

    def _take_lock(descriptor: int, *, wait: bool) -> None:
        """Take the lock, which the system releases when the process ends; or raise `OSError` with EWOULDBLOCK."""
        fcntl.flock(descriptor, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
