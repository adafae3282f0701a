"""Selftest: checks that an installation is complete and answers correctly; run it by `python -m minemind.selftest`.

It is for anyone who has installed a wheel, on any machine: it tests how the engine plays, known answers, saving and
loading a game, the page's files, and every extra that is installed. It needs only the package, and takes a second or
two. The exit code is 0 if all is well, otherwise 1; with `--extras`, a missing extra is also a failure.
"""

from __future__ import annotations

import argparse
import io
import json
import platform
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple

import minemind as mm
from minemind.errors import MissingExtra

__all__ = ["KNOWN", "Known", "main"]

# A hash of some hundred games of the engine. A change to a strategy changes it; `engine_signature()` gives the new one.
SIGNATURE: Final = "00ac6c6f610d423a"


class Known(NamedTuple):
    """A position and the results of an independent count."""

    text: str
    solutions: int
    safe: frozenset[tuple[int, int]]
    mines: frozenset[tuple[int, int]]


KNOWN: Final = (
    Known("3 4 2\n01..\n01..\n01..", 3, frozenset({(0, 2), (2, 2)}), frozenset({(1, 2)})),
    Known("3 4 3 topology=hex\n1...\n....\n..2.", 12, frozenset({(0, 2), (0, 3), (1, 3), (2, 0)}), frozenset()),
    Known(
        "3 4 5 topology=torus k=2\n3...\n....\n..2.",
        24,
        frozenset({(0, 1), (0, 3), (1, 1), (1, 3), (2, 1), (2, 3)}),
        frozenset({(1, 0), (2, 0)}),
    ),
)

# A game as version 0.1.0 saved it, with one turn undone.
SAVED: Final[dict[str, Any]] = {
    "minemind": 1,
    "kind": "game",
    "layout": {"text": "1 4 1\n.*.."},
    "history": [["flag", 0, 1, 1]],
    "undone": [["open", 0, 0]],
    "board": {"text": "1 4 1\n.!.."},
}


class Broken(Exception):
    """A check has failed."""


def _expect(holds: object, complaint: str) -> None:
    """Raise `Broken` unless it holds. Not `assert`, which `python -O` leaves out."""
    if not holds:
        raise Broken(complaint)


def _engine() -> str:
    from minemind.lab.plan import engine_signature

    found = engine_signature()
    _expect(found == SIGNATURE, f"the engine plays differently here: its signature is {found}, not {SIGNATURE}")
    return found


def _answers() -> str:
    for known in KNOWN:
        analysis = mm.analyse(known.text)
        found = Known(known.text, int(analysis.solutions), frozenset(analysis.safe), frozenset(analysis.mines))
        _expect(found == known, f"{found}, not {known}")
    win = mm.win_probability("3 3 2\n1..\n...\n...").probability
    _expect(win == Fraction(11, 15), f"the probability of winning is {win}, not 11/15")
    return f"{len(KNOWN)} analyses, 1 endgame"


def _saved_game() -> str:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "game.json"
        path.write_text(json.dumps(SAVED), encoding="utf-8")
        game = mm.load(path)
        _expect(game.redo(), "the turn that was undone cannot be made again")
        mm.save(game, path)
        again = mm.load(path)
        _expect(again.board == game.board == mm.Board.parse("1 4 1\n1!.."), f"the board is {again.board}")
        _expect(game.open(0, 3), "the game does not go on")
        _expect(game.state is mm.State.WON, f"the game is {game.state.value}, not won")
    return "loaded, saved, loaded, won"


def _page() -> str:
    from minemind.web.site import INDEX, build_site

    site = build_site()  # fails if anything that the page loads is missing
    engines = [file for name, file in site.files.items() if name.endswith(".wasm")]
    _expect(INDEX in site.files, f"there is no {INDEX}")
    _expect([file.content[:4] for file in engines] == [b"\0asm"], "the page's engine is damaged")
    return f"{len(site.files)} files, {sum(len(file.content) for file in site.files.values()) // 1000:,} kB"


def _words() -> str:
    for language in mm.words.LANGUAGES:
        with mm.words.speaking(language):
            _expect(str(mm.explain("1 2 1\n1.", (0, 1))) != "", f"{language} has no words")
    return ", ".join(mm.words.LANGUAGES)


def _cli() -> str:
    import minemind.cli.shell.prompt  # noqa: F401  (no command but the shell needs it)

    command = [sys.executable, "-m", "minemind", "analyse", "-", "--json"]
    done = subprocess.run(command, input=KNOWN[0].text, capture_output=True, text=True, check=False)
    _expect(done.returncode == 0, done.stderr)
    _expect(json.loads(done.stdout)["solutions"] == str(KNOWN[0].solutions), done.stdout)
    return "minemind analyse"


def _cluster() -> str:
    from distributed import Client

    alone = {"processes": False, "n_workers": 1, "threads_per_worker": 1, "dashboard_address": None}
    with Client(**alone) as client:  # type: ignore[no-untyped-call]
        _expect(client.submit(sum, [1, 2]).result(timeout=60) == 3, "a worker did not add 1 and 2")
    return "a worker"


def _mcp() -> str:
    from minemind.mcp.server import make_server

    return str(make_server().name)


def _page_extra() -> str:
    import brotli

    text = KNOWN[0].text.encode()
    _expect(brotli.decompress(brotli.compress(text)) == text, "what was compressed cannot be read")
    return "compressed"


def _pandas() -> str:
    frame = mm.simulate("beginner", strategy="exact", games=10, threads=1).to_pandas()
    return f"{len(frame)} rows"


def _plot() -> str:
    from matplotlib.figure import Figure

    drawn = io.BytesIO()
    figure = Figure()
    figure.add_subplot().plot([0, 1])
    figure.savefig(drawn, format="svg")
    _expect(b"<svg" in drawn.getvalue(), "this is not an SVG")
    return "a figure"


def _png() -> str:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "board.png"
        mm.Board.parse(KNOWN[0].text).save(path)
        _expect(path.read_bytes().startswith(b"\x89PNG"), "this is not a PNG")
    return "a board"


def _rl() -> str:
    import gymnasium

    import minemind.rl

    observation, _ = gymnasium.make(minemind.rl.ENVIRONMENT, preset="beginner").reset(seed=7)
    return f"observations of {observation.shape}"


def _sat() -> str:
    for known in KNOWN:  # the first needs no solver: single numbers decide it
        analysis = mm.analyse(known.text, "sat")
        _expect((frozenset(analysis.safe), frozenset(analysis.mines)) == (known.safe, known.mines), str(analysis))
    return f"{len(KNOWN)} analyses"


def _web() -> str:
    from minemind.web.app import make_app
    from minemind.web.incidents import Incidents
    from minemind.web.server import server_config
    from minemind.web.traffic import Traffic
    from minemind.web.workers import WorkerPool

    app = make_app(WorkerPool(count=0))
    server_config(app, Traffic(Incidents()), frozenset()).load()
    return type(app).__name__


CORE: Final[dict[str, Callable[[], str]]] = {
    "engine": _engine,
    "answers": _answers,
    "saved game": _saved_game,
    "page": _page,
    "words": _words,
}
EXTRAS: Final[dict[str, Callable[[], str]]] = {
    "cli": _cli,
    "cluster": _cluster,
    "mcp": _mcp,
    "page": _page_extra,
    "pandas": _pandas,
    "plot": _plot,
    "png": _png,
    "rl": _rl,
    "sat": _sat,
    "web": _web,
}

# For each extra, the module whose absence means that it is not installed.
MARKS: Final = {
    "cli": "typer",
    "cluster": "distributed",
    "mcp": "mcp",
    "page": "brotli",
    "pandas": "pandas",
    "plot": "matplotlib",
    "png": "resvg_py",
    "rl": "gymnasium",
    "sat": "pysat",
    "web": "fastapi",
}


def _is_installed(extra: str) -> bool:
    from importlib.util import find_spec

    return find_spec(MARKS[extra]) is not None


def _passes(name: str, check: Callable[[], str], *, is_required: bool = True) -> bool:
    """Run one check, print the result, and return whether it passed."""
    try:
        seen = check()
    except MissingExtra as error:  # something else that the extra needs, such as a font
        print(f"  {'FAIL' if is_required else '-   '} {name}: {error}")
        return not is_required
    except Exception as error:  # anything may go wrong in an installation, and this is here to find it
        print(f"  FAIL {name}: {'' if isinstance(error, Broken) else type(error).__name__ + ': '}{error}")
        return False
    print(f"  ok   {name}: {seen}")
    return True


def _extra_passes(extra: str, *, is_required: bool) -> bool:
    name = f"[{extra}]"
    if _is_installed(extra):
        return _passes(name, EXTRAS[extra], is_required=is_required)
    print(f"  {'FAIL' if is_required else '-   '} {name}: not installed")
    return not is_required


def main(arguments: list[str] | None = None) -> int:
    """Check everything, and return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m minemind.selftest", description="Is this installation whole?")
    parser.add_argument("--extras", action="store_true", help="fail if an extra is not installed")
    given = parser.parse_args(arguments)
    print(f"MineMind {mm.__version__} in {Path(mm.__file__).parent}")
    print(f"  {platform.python_implementation()} {platform.python_version()}, {platform.platform()}")
    passed = [_passes(name, check) for name, check in CORE.items()]
    passed += [_extra_passes(extra, is_required=given.extras) for extra in EXTRAS]
    print("all is well" if all(passed) else "this installation is broken; please report what is above")
    return 0 if all(passed) else 1


if __name__ == "__main__":
    sys.exit(main())
