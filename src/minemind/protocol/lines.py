"""Lines: how requests come in and answers go out, whole lines of bounded length over plain file descriptors.

Not Python's own streams: a thread that waits in one of them would keep the process from ending.
"""

from __future__ import annotations

import os
import select
import threading
from collections.abc import Callable, Iterator

from minemind.errors import TooLarge
from minemind.formats.document import LINE_BYTES

__all__ = ["Output", "lines"]

# What is read at once: a pipe holds as much.
PIECE_BYTES = 64 * 1024


def lines(source: int) -> Iterator[bytes | TooLarge]:
    """The lines of a file descriptor until it ends. Of one that is too long there is only the error: it is skipped."""
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
    """Where answers go: whole lines, from any thread. It waits while nobody reads, so that nothing piles up."""

    def __init__(self, target: int) -> None:
        self.target, self._turn = target, threading.Lock()

    def send(self, line: str, first: Callable[[], object] | None = None) -> None:
        """Write a line, and do something just before, so that no line which follows from it comes earlier.

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
        except BlockingIOError:  # whoever started us has made it so, which Windows does not know of pipes
            select.select([], [self.target], [])
            return 0
