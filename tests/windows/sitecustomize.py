"""Shows Windows to MineMind's modules and tests, and to no others: Python runs it first if its folder is on the path.

What Windows does not have is missing in the standard library's modules as these import them; what it does differently
is imitated: a lock's offset in the file has 31 bits, and an open file can be neither renamed nor removed. Child
processes that inherit the path see the same.
"""

from __future__ import annotations

import builtins
import errno
import fcntl
import os
import select
import signal
import socket
import struct
import subprocess
import sys
import time
from pathlib import Path
from types import ModuleType
from typing import Any, NoReturn

# What Python documents as unavailable on Windows, as far as anybody might use it.
MISSING = {
    "os": """
        O_CLOEXEC O_NOFOLLOW O_NONBLOCK chown confstr fchmod fchown fdatasync fork forkpty fpathconf getegid geteuid
        getgid getgroups getloadavg getpgid getpriority getsid getuid initgroups killpg lchown lockf mkfifo mknod nice
        openpty pipe2 posix_fadvise posix_fallocate posix_spawn posix_spawnp pread preadv pwrite pwritev
        register_at_fork sched_getaffinity sched_setaffinity sched_yield sendfile set_blocking setegid seteuid setgid
        setpgid setpriority setsid setuid statvfs sync sysconf tcgetpgrp uname wait wait3 wait4 waitid
    """,
    "select": "PIPE_BUF POLLERR POLLHUP POLLIN POLLOUT epoll poll",
    "signal": """
        ITIMER_PROF ITIMER_REAL ITIMER_VIRTUAL SIGALRM SIGBUS SIGCHLD SIGCONT SIGHUP SIGKILL SIGPIPE SIGQUIT SIGSTOP
        SIGTSTP SIGUSR1 SIGUSR2 SIGXCPU SIGXFSZ SIG_BLOCK SIG_SETMASK SIG_UNBLOCK alarm getitimer pause pthread_kill
        pthread_sigmask setitimer siginterrupt sigpending sigtimedwait sigwait sigwaitinfo
    """,
    "time": "clock_getres clock_gettime clock_gettime_ns clock_settime pthread_getcpuclockid tzset",
}
NO_MODULES = {"fcntl", "grp", "posix", "pty", "pwd", "resource", "syslog", "termios", "tty"}

LAST_BYTE = 2**31 - 1


class Seen(ModuleType):
    """A module as it is on Windows."""

    def __init__(self, real: ModuleType, **changed: Any) -> None:
        super().__init__(real.__name__)
        missing = MISSING.get(real.__name__, "").split()
        self.__dict__.update(_real=real, _missing=missing, **changed)

    def __getattr__(self, name: str) -> Any:
        if name in self._missing:
            raise AttributeError(f"Windows has no {self.__name__}.{name}")
        return getattr(self._real, name)

    def __setattr__(self, name: str, value: object) -> None:
        setattr(self._real, name, value)


def lock(descriptor: int, mode: int, count: int) -> None:
    """Imitate `msvcrt.locking`."""
    place = os.lseek(descriptor, 0, os.SEEK_CUR)
    if place > LAST_BYTE:
        raise OSError(errno.EINVAL, "Invalid argument")
    kind = fcntl.F_UNLCK if mode == 0 else fcntl.F_WRLCK
    try:
        fcntl.fcntl(descriptor, fcntl.F_OFD_SETLK, struct.pack("hhqqi4x", kind, os.SEEK_SET, place, count, 0))
    except (BlockingIOError, PermissionError):
        raise PermissionError(errno.EACCES, "Permission denied") from None


def opened(path: Any, flags: int, *more: Any) -> int:
    """Imitate `os.open`, which does not open folders."""
    if os.path.isdir(path):  # noqa: PTH112
        raise PermissionError(errno.EACCES, "Permission denied", os.fspath(path))
    return os.open(path, flags, *more)


def selected(*lists: Any) -> Any:
    """Imitate `select.select`, which takes only sockets."""
    for each in (each for some in lists[:3] for each in some):
        if not isinstance(each, socket.socket):
            raise OSError(errno.ENOTSOCK, "An operation was attempted on something that is not a socket")
    return select.select(*lists)


def kept_while_open(real: Any) -> Any:
    """A function that removes or renames files, but refuses those that this process has open."""

    def checked(path: Any, *more: Any, **options: Any) -> Any:
        for one in (path, *more[:1]):
            if isinstance(one, str | os.PathLike) and _is_open(os.path.realpath(one)):
                raise PermissionError(errno.EACCES, "The process cannot access the file: it is in use", os.fspath(path))
        return real(path, *more, **options)

    return checked


def _is_open(path: str) -> bool:
    """Whether this process has it open, be it by a test: that would be in the way on Windows, too."""
    return any(_leads_to(link, path) for link in Path("/proc/self/fd").iterdir())


def _leads_to(link: Path, path: str) -> bool:
    try:
        return os.readlink(link) == path  # noqa: PTH115
    except OSError:
        return False


def seen() -> dict[str, ModuleType]:
    """The modules that differ on Windows, by name."""
    msvcrt = ModuleType("msvcrt")
    msvcrt.__dict__.update(locking=lock, LK_UNLCK=0, LK_LOCK=1, LK_NBLCK=2)
    return {
        "msvcrt": msvcrt,
        "os": Seen(os, name="nt", O_BINARY=0, open=opened),
        "select": Seen(select, select=selected),
        "signal": Seen(signal),
        "subprocess": Seen(subprocess, CREATE_NEW_PROCESS_GROUP=0),
        "sys": Seen(sys, platform="win32"),
        "time": Seen(time),
    }


def show() -> None:
    """Give these modules to all of ours that import them from now on, and guard open files."""
    real, different = builtins.__import__, seen()

    def found(name: str, where: Any = None, *more: Any, **options: Any) -> Any:
        module = real  # for all modules but ours
        if ((where or {}).get("__name__") or "").partition(".")[0] in ("minemind", "tests"):
            if name in NO_MODULES:
                return _none(name)
            if name in different:
                return different[name]
        return module(name, where, *more, **options)

    builtins.__import__ = found  # type: ignore[assignment]
    for name in ("remove", "unlink", "rename", "replace"):
        setattr(os, name, kept_while_open(getattr(os, name)))


def _none(name: str) -> NoReturn:
    raise ModuleNotFoundError(f"Windows has no {name}", name=name)


show()
