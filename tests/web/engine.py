"""The engine of the page in Node, and positions of all kinds to ask it about."""

from __future__ import annotations

import json
import random
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import minemind as mm
from minemind import words
from minemind.web.answering import reply_to
from tests.web.node import MODEL, node

TOPOLOGIES = ("square", "torus", "hex")

# What the page says when it runs out of work or memory.
PARTS = ("best", "solutions", "dead", "fifty-fifties", "components")
MISSING = (*(f"missing.{part}.{why}" for part in PARTS for why in ("time", "hard")), "missing.moves.hard")


class PageEngine:
    """A process that answers as the page's worker does: see model/engine.js."""

    def __init__(self) -> None:
        command = [node(), str(MODEL / "engine.js")]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, name: str, **body: Any) -> dict[str, Any]:
        """The answer or the error, in the form of the worker."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps({"name": name, "body": body}) + "\n")
        self.process.stdin.flush()
        told: dict[str, Any] = json.loads(self.process.stdout.readline())
        return told


@contextmanager
def page_engine() -> Iterator[PageEngine]:
    engine = PageEngine()
    try:
        yield engine
    finally:
        engine.process.kill()
        engine.process.communicate()


def answer_of_python(name: str, **body: Any) -> dict[str, Any]:
    """The answer of the API, or its error, in the same form."""
    reply = reply_to(name, json.dumps(body).encode())
    answer = json.loads(reply.content)
    return {"error": answer["error"]} if reply.status != 200 else {"answer": answer}


def is_cut_off(found: dict[str, Any], expected: dict[str, Any]) -> bool:
    """Whether the page ran out of work or memory; Python has more of both here."""
    if "error" in found:
        return found["error"]["kind"] == "TooHard" and found != expected
    with words.speaking("de"):
        sentences = {words.phrase(key) for key in MISSING}
    sentences |= {words.phrase(key) for key in MISSING}
    if not sentences.isdisjoint(found["answer"].get("notes", [])):
        return True
    # Or there was not enough work left to look ahead from a guess.
    moves = [each["answer"].get("moves") or [] if "answer" in each else [] for each in (found, expected)]
    return [bool(each) and each[0].get("next", 0) is None for each in moves] == [True, False]


def random_grid(dice: random.Random, most: int = 9) -> mm.Grid:
    rows, cols = dice.randint(1, most), dice.randint(1, most)
    cells = [(row, col) for row in range(rows) for col in range(cols)]
    holes = dice.sample(cells, dice.choice([0, 0, len(cells) // 5]))
    return mm.Grid(rows, cols, dice.choice(TOPOLOGIES), dice.choice([1, 1, 1, 2]), holes)


def random_position(dice: random.Random) -> dict[str, Any]:
    """The fields of a question that describe its board: of any kind, in any state of play, sometimes impossible."""
    if dice.random() < 0.25:
        game = mm.Game(dice.choice(list(mm.game.PRESETS)), seed=dice.randrange(2**32))
    else:
        grid, per_cell = random_grid(dice), dice.choice([1, 1, 1, 2, 3])
        share = dice.choice([0.1, 0.15, 0.2, 0.3])
        mines = round((grid.size - 1) * per_cell * share)
        game = mm.Game(mines=mines, seed=dice.randrange(2**32), max_per_cell=per_cell, grid=grid)
    play_on(game, dice)
    return {"board": {"text": str(changed(game.board, dice))}, **dice.choice(WAYS_TO_COUNT)}


# The mine count of the text, no count, another count, or a density; and flags that are not trusted.
WAYS_TO_COUNT: Sequence[dict[str, Any]] = (
    *([{}] * 6),
    {"mines": None},
    {"mines": 3},
    {"density": 0.2},
    {"trust_flags": False},
)


def play_on(game: mm.Game, dice: random.Random) -> None:
    """Open and flag some cells, without a mistake."""
    cells = list(game.grid)
    if game.mines < game.grid.size:
        game.open(dice.choice(cells))
    for _ in range(dice.choice([0, 2, 5, 20, 60])):
        if game.state is not mm.State.PLAYING or game.layout is None:
            break
        cell = dice.choice(cells)
        mines = int(game.layout.counts[cell])
        if not mines:
            game.open(cell)
        elif dice.random() < 0.4 and not game.board.flags[cell]:
            game.flag(cell, mines=mines)


def changed(board: mm.Board, dice: random.Random) -> mm.Board:
    """The same board, in one of ten cases with a number changed by one."""
    opened = [cell for cell in board.grid if board.opened[cell]]
    if not opened or dice.random() > 0.1:
        return board
    faces = board.faces.copy()
    faces[dice.choice(opened)] += dice.choice([-1, 1, 1])
    return board if (faces[board.opened] < 0).any() else board.showing(faces)
