"""Entry: where the console script begins. It answers --version and --help at once; for the rest it loads the commands.

The commands need numpy, the engine, typer and rich, which take many times as long to load as Python itself. Their help
is a file that is generated from the commands, and a test keeps it up to date. `minemind engine` loads neither typer nor
rich, because programs start it and wait for it.
"""

from __future__ import annotations

import errno
import gc
import io
import os
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import NoReturn

from minemind import __version__

__all__ = [
    "HELP",
    "INTERRUPTED",
    "NO_EXTRA",
    "PAGE_BREAK",
    "WIDTH",
    "help_pages",
    "leave",
    "line_width",
    "main",
    "prepare_streams",
]

# The overview of the commands, followed by a page of help for each.
HELP = Path(__file__).with_name("help.txt")
PAGE_BREAK = "\f"

# Lines longer than this are hard to read, however wide a terminal is.
WIDTH = 80

ASKING_FOR_HELP = ("--help", "-h")

# If this is set, a shell asks for the completions of a word.
COMPLETION = "_MINEMIND_COMPLETE"

INTERRUPTED = 130

# Windows often calls it an invalid argument that the reader of a pipe has gone.
CLOSED_PIPE = {errno.EPIPE, errno.EINVAL} if sys.platform == "win32" else {errno.EPIPE}

# The packages of the extra [cli], by the names under which they are imported, and what to say if one is missing.
EXTRA = frozenset({"typer", "rich", "prompt_toolkit"})
NO_EXTRA = (
    "minemind: the command line needs typer, rich and prompt-toolkit, which are not installed; run\n"
    '    pip install "minemind-engine[cli]"'
)


def main(arguments: list[str] | None = None) -> NoReturn:
    """Answer a command line and exit."""
    prepare_streams()
    leave(partial(_answered, sys.argv[1:] if arguments is None else arguments))


def _answered(words: list[str]) -> int:
    """Answer a command line and return the exit code."""
    if COMPLETION not in os.environ:
        if words == ["--version"]:
            print(f"minemind {__version__}")
            return 0
        if page := _help_page(words):
            print(page, end="", file=sys.stdout if words else sys.stderr)
            return 0 if words else 2
        if words == ["engine"]:
            _engine()
    return _commanded(words)


def _engine() -> NoReturn:
    """Speak the engine protocol."""
    gc.disable()  # what is loaded stays: scanning it now and then takes a tenth of the start-up time
    # Otherwise numpy starts threads for linear algebra, which is not used here: another tenth.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    from minemind.protocol.engine import main as speak

    speak()


def _help_page(words: list[str]) -> str | None:
    """The page of help that these words ask for, if any; None also if a command's page needs shorter lines here."""
    overview, *pages = help_pages()
    *command, asking = words or ASKING_FOR_HELP[:1]
    if asking not in ASKING_FOR_HELP or len(command) > 1:
        return None
    if not command:
        return overview
    opening = f"Usage: minemind {command[0]} "
    return next((page for page in pages if page.startswith(opening)), None) if line_width() == WIDTH else None


def help_pages() -> list[str]:
    """The overview of the commands, and the help of each."""
    return HELP.read_text(encoding="utf-8").split(PAGE_BREAK)


def line_width() -> int:
    """The greatest length of a line of help on this terminal."""
    import shutil

    return min(shutil.get_terminal_size((WIDTH, 0)).columns, WIDTH)


def _commanded(words: list[str]) -> int:
    """Load the commands and run one."""
    try:
        from minemind.cli.main import answered

        return answered(words)
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in EXTRA:
            raise
        print(NO_EXTRA, file=sys.stderr)
        return 1


def leave(answer: Callable[[], int]) -> NoReturn:
    """Call `answer` and exit with the code that it returns: 0 answered, 1 no answer, 2 wrong usage, 130 interrupted.

    Ctrl-C may come while the commands are still being loaded.
    """
    try:
        code = _code_of(answer)
        sys.stdout.flush()
    except KeyboardInterrupt:  # while a slow reader takes the answer
        code = INTERRUPTED
        _drop_output()
    except OSError as error:
        code = _unwritten(error) if error.filename is None else _unusable(error)
    sys.exit(code)


def _code_of(answer: Callable[[], int]) -> int:
    try:
        return answer()
    except KeyboardInterrupt:
        return INTERRUPTED


def _unwritten(error: OSError) -> int:
    """The exit code if an answer cannot be written: a reader that has seen enough is no failure, a full disk is."""
    nowhere = _drop_output()
    if error.errno in CLOSED_PIPE:
        os.dup2(nowhere, sys.stderr.fileno())
        return 0
    print(f"minemind: cannot write the output: {error.strerror}", file=sys.stderr)
    return 1


def _drop_output() -> int:
    """Leave unwritten what is left, which Python tries to write once more when it ends. Returns a null device."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    return nowhere


def _unusable(error: OSError) -> int:
    """The exit code if the system refuses a file."""
    print(f"minemind: cannot use {error.filename!r}: {error.strerror}", file=sys.stderr)
    return 1


def prepare_streams() -> None:
    """Make the three standard streams usable, whatever the parent process has done to them."""
    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:  # closed by the parent process
            setattr(sys, name, Path(os.devnull).open("r" if name == "stdin" else "w"))  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal without × is no reason to stop
