"""Writes a sample of every file that this version writes for later ones: `python -m tests.write_samples`.

It refuses to write anything if there are samples of this version: every later version has to read those
(tests/test_compatibility.py). The files of the pipeline are in the archive (tests/write_archive.py).
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

import minemind as mm
from tests.web.browser import ARGUMENTS, App, chromium, opened, serving

ROOT = Path(__file__).parents[1]
SAMPLES = Path(__file__).parent / "data" / f"version_{mm.__version__.replace('.', '_')}"

MOVED = "4 4 5 k=2\n*2 *2 . .\n. * . .\n. . . .\n. . . ."
CLICKS = [(4, 4), (0, 0), (8, 8)]


def write_games(folder: Path) -> None:
    game = mm.Game("expert", seed=26)
    game.keep_time()
    mm.strategy.auto(game, guess=True, limit=40)
    game.flag(*next(cell for cell in game.grid if game.board.hidden[cell]))
    game.undo()
    mm.save(game, folder / "game.json")
    given = mm.Game.from_layout(mm.Layout.parse(MOVED), first_click="opening", seed=5)
    given.open(0, 0)
    mm.save(given, folder / "game_of_a_layout.json")
    no_guess = mm.Game("intermediate", seed=3, no_guess=True)
    no_guess.open(8, 8)
    mm.save(no_guess, folder / "game_without_guesses.json")
    mm.play("beginner", "champion", seed=7).save(folder / "record.json")
    certificate = mm.no_guess.certify(mm.generate("beginner", seed=7))
    certificate.save(folder / "certificate.json")


def write_runs(folder: Path) -> None:
    bench = ["bench", "--strategy", "champion,rules", "--preset", "beginner", "--games", "20", "--seed", "1"]
    batch = ["batch", "examples/layouts", "--strategy", "rules", "--label", "sample", "--results-dir"]
    for words in ([*bench, "--out", str(folder / "run")], [*batch, str(folder / "batch")]):
        subprocess.run([sys.executable, "-m", "minemind", *words, "--jobs", "1"], cwd=ROOT, check=True)
    timings = folder / "run" / "timings.csv"  # names the machine
    timings.write_text(re.sub(r"[^,\n]+:\d+$", "somewhere:1", timings.read_text(), flags=re.MULTILINE))


def write_page(folder: Path) -> None:
    """What the page exports after a won and a lost game, and its links to a position and to a game."""
    with serving() as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
        with opened(browser, server.address) as app:
            _play(app.visit().open_drawer())
            links = [_link(app, "play")]
            app.view("analyse")
            app.load("3 4 2\n01..\n01!.\n01..")
            links.append(_link(app, "analyse"))
            (folder / "links.txt").write_text("\n".join(links) + "\n", encoding="utf-8")
            for view in ("history", "statistics"):
                app.view(view)
                _export(app.page, view, folder)


def _play(app: App) -> None:
    for seed, is_won in ((11, True), (12, False)):
        app.custom(9, 9, 10, seed=seed)
        app.first_click(*CLICKS[0])
        mines = set(app.mines)
        free = [(row, col) for row in range(9) for col in range(9) if (row, col) not in mines]
        for cell in free if is_won else sorted(mines)[:1]:
            if app.read("state") == "playing" and app.look(*cell) == "hidden":
                app.click(*cell)
        app.until(f"minemind.state === '{'won' if is_won else 'lost'}'")


def _link(app: App, view: str) -> str:
    app.view(view)
    app.press("l")
    app.page.wait_for_selector("#link-dialog[open]")
    link = app.page.input_value("#link-text").removeprefix(app.address)
    app.press("Escape")
    return link


def _export(page: Page, view: str, folder: Path) -> None:
    with page.expect_download() as coming:
        page.click(f"#{view}-export")
    coming.value.save_as(folder / f"page_{view}.json")


def main() -> None:
    if SAMPLES.exists():
        sys.exit(f"{SAMPLES} exists, and must stay as it is")
    with tempfile.TemporaryDirectory() as made:
        for write in (write_games, write_runs, write_page):
            write(Path(made))
        shutil.copytree(made, SAMPLES)


if __name__ == "__main__":
    main()
