"""Lines: how requests come in and answers go out: whole lines of bounded length over plain file descriptors.

Python's own streams are not used: a thread that waits in one of them would keep the process from ending.
"""

from __future__ import annotations

import os
import select
import threading
from collections.abc import Callable, Iterator

from minemind.errors import TooLarge
from minemind.formats.document import LINE_BYTES

__all__ = ["Output", "lines"]

# Bytes read at once: as many as a pipe holds.
PIECE_BYTES = 64 * 1024


def lines(source: int) -> Iterator[bytes | TooLarge]:
    """The lines of a file descriptor until it ends. A line that is too long is skipped, and replaced by an error."""
    kept, is_skipping = b"", False
    while piece := os.read(source, PIECE_BYTES):
        *ended, rest = piece.split(b"\n")
        for line in ended:
            if not is_skipping:
                whole = kept + line
                yield whole if len(whole) <= LINE_BYTES else _too_long()
            kept, is_skipping = b"", False
        if not is_skipping:
            kept += rest
        if len(kept) > LINE_BYTES:
            yield _too_long()
            kept, is_skipping = b"", True
    if kept:
        yield kept


def _too_long() -> TooLarge:
    return TooLarge(f"the line has more than {LINE_BYTES:,} bytes, and was skipped; send a shorter one")


class Output:
    """Where answers go: whole lines, from any thread. Sending waits while nobody reads, so nothing piles up."""

    def __init__(self, target: int) -> None:
        self.target, self._turn = target, threading.Lock()

    def send(self, line: str, first: Callable[[], object] | None = None) -> None:
        """Write a line; `first` is called just before, so that no line which results from it comes earlier.

        Raises `BrokenPipeError` if nobody will ever read it.
        """
        content = memoryview(line.encode() + b"\n")
        with self._turn:
            if first:
                first()
            while content:
                content = content[self._written(content) :]

    def _written(self, content: memoryview) -> int:
        try:
            return os.write(self.target, content)
        except BlockingIOError:  # the parent process made the pipe non-blocking, which Windows does not have
            select.select([], [self.target], [])
            return 0
