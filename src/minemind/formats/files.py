"""Files read and written whole: never half a file under its final name, never more than fits.

A write goes to a new file beside the old one, which is renamed when everything is on the disk. Whatever happens in
between, a full disk, a kill or an interrupt, the old file is there as it was.
"""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from minemind.errors import FileTrouble, TooLarge

__all__ = ["read_file", "write_file"]

# No file of ours comes near this: a saved game of 4 million cells, each opened by a turn of its own, has 100 MB.
MAX_BYTES = 256 * 2**20

# What a path can raise: the system's errors, a NUL byte in it (ValueError), a loop of links (RuntimeError).
_TROUBLE = (OSError, ValueError, RuntimeError)


def read_file(path: str | os.PathLike[str]) -> bytes:
    """All bytes of a file of reasonable size."""
    try:
        with Path(path).open("rb") as file:
            content = file.read(MAX_BYTES + 1)
    except _TROUBLE as error:
        raise _trouble("read", path, error) from error
    if len(content) > MAX_BYTES:
        raise TooLarge(f"{os.fspath(path)!r} is larger than {MAX_BYTES // 2**20} MB; is it the right file?")
    return content


def write_file(path: str | os.PathLike[str], content: bytes) -> None:
    """Put a file in place, whole, over one that may be there; or raise and leave everything as it was."""
    try:
        final = Path(path).resolve()  # a link stays a link: what it points to is replaced
        if (final.exists() and not final.is_file()) or Path(path).absolute().is_relative_to("/dev"):
            raise FileTrouble(f"cannot write {os.fspath(path)!r}: it is not a regular file; choose another name")
        _replace(final, content)
    except FileTrouble:
        raise
    except _TROUBLE as error:
        raise _trouble("write", path, error) from error


def _replace(final: Path, content: bytes) -> None:
    # As long as the file is not whole its name says so, and no two writers ever share one. After a kill it stays.
    partial = final.with_name(f".minemind-{secrets.token_hex(8)}.partial")
    try:
        with partial.open("xb") as file:
            if final.exists():
                partial.chmod(final.stat().st_mode)
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        partial.replace(final)
    except BaseException:
        partial.unlink(missing_ok=True)
        raise
    _sync_folder(final.parent)


def _sync_folder(folder: Path) -> None:
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


def _trouble(verb: str, path: str | os.PathLike[str], error: Exception) -> FileTrouble:
    reason = getattr(error, "strerror", None) or str(error)
    return FileTrouble(f"cannot {verb} {os.fspath(path)!r}: {reason}", os.fspath(path), getattr(error, "errno", None))
