"""Entry: where the console script begins. It answers --version and --help at once; for the rest it loads the commands.

The commands need numpy, the engine, typer and rich, which take many times as long to load as Python itself. Their help
is a file that is written from the commands, and a test holds it to them. `minemind engine` needs neither typer nor
rich: programs start it, and wait for it.
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

# The overview of the commands, and then the help of each, a page for each.
HELP = Path(__file__).with_name("help.txt")
PAGE_BREAK = "\f"

# Lines longer than this are hard to read, however wide a terminal is.
WIDTH = 80

ASKING_FOR_HELP = ("--help", "-h")

# Where this is set, a shell asks what a word can be completed to.
COMPLETION = "_MINEMIND_COMPLETE"

INTERRUPTED = 130

# What the extra [cli] brings, by the names under which it is imported, and what to say where it is missing.
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
    """Answer, and give the exit code."""
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
    gc.disable()  # what is loaded stays: looking through it now and then takes a tenth of the start
    # Without it numpy starts threads for linear algebra, which nobody does here: another tenth.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    from minemind.protocol.engine import main as speak

    speak()


def _help_page(words: list[str]) -> str | None:
    """The page of help that answers these words; none where the lines of a command's would have to be shorter."""
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
    """How long a line of help may be here."""
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
    """Answer, and exit with the code that this gives: 0 answered, 1 no answer, 2 wrong usage, 130 interrupted.

    Ctrl-C may come as early as while the commands are being loaded.
    """
    try:
        code = answer()
        sys.stdout.flush()
    except KeyboardInterrupt:
        code = INTERRUPTED
    except OSError as error:
        code = _unwritten(error) if error.filename is None else _unusable(error)
    sys.exit(code)


def _unwritten(error: OSError) -> int:
    """The exit code where an answer cannot be written: a reader that has seen enough is no failure, a full disk is."""
    nowhere = os.open(os.devnull, os.O_WRONLY)  # Python tries once more to write what is left when it ends
    os.dup2(nowhere, sys.stdout.fileno())
    if error.errno == errno.EPIPE:
        os.dup2(nowhere, sys.stderr.fileno())
        return 0
    print(f"minemind: cannot write the output: {error.strerror}", file=sys.stderr)
    return 1


def _unusable(error: OSError) -> int:
    """The exit code where the system refuses a file."""
    print(f"minemind: cannot use {error.filename!r}: {error.strerror}", file=sys.stderr)
    return 1


def prepare_streams() -> None:
    """Make the three streams usable, whatever whoever started us has done to them."""
    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:  # closed by whoever started us
            setattr(sys, name, Path(os.devnull).open("r" if name == "stdin" else "w"))  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal without × is no reason to stop
