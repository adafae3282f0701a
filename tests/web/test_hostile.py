"""A thousand bodies at the limits of what is valid: all get an answer or an error, and no worker is lost."""

from __future__ import annotations

import asyncio
import json
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np

import minemind as mm
from minemind.answers.asked import CELLS_ACROSS, MINES_PER_CELL
from minemind.board import HIDDEN
from minemind.web.limits import GAMES
from minemind.web.reply import Reply, refused
from minemind.web.workers import WorkerPool

BODIES = 1000
# Some are too hard, and soon refused. The worst takes 0.2 s of CPU time; after a second, a worker would be killed.
SECONDS, GRACE = 0.02, 1.0

SIZES = [1, 2, 3, 5, 9, 30, CELLS_ACROSS, CELLS_ACROSS + 1]
PER_CELL = [1, 2, 3, MINES_PER_CELL - 1, MINES_PER_CELL, MINES_PER_CELL + 1, 99, 255]
TOPOLOGIES = ["square", "torus", "hex"]
METHODS = ["exact", "rules", "matrix", "enumerate", "sat", "sampling", "local"]


def hostile(seed: int) -> Iterator[tuple[str, bytes]]:
    """Questions, each with a size, a number of mines per cell and a mine count near some limit."""
    rng = random.Random(seed)
    while True:
        # Large boards take long to read, and differ little from each other.
        rows, cols = (rng.choice(SIZES if rng.random() < 0.1 else SIZES[:6]) for _ in range(2))
        grid = mm.Grid(rows, cols, rng.choice(TOPOLOGIES), rng.choice([1, 1, 1, 2, 4]))
        per_cell = rng.choice(PER_CELL)
        slots = rows * cols * per_cell
        mines = rng.choice([0, 1, slots // 2, slots - per_cell, slots - 1, slots, slots + 1, rng.randrange(slots + 1)])
        yield rng.choice([_about_a_text, _about_a_text, _about_a_text, _about_a_size])(rng, grid, per_cell, mines)


def _about_a_text(rng: random.Random, grid: mm.Grid, per_cell: int, mines: int) -> tuple[str, bytes]:
    text = rng.choice([_possible, _arbitrary])(rng, grid, per_cell, mines)
    name = rng.choice(["analyse", "hint", "explain", "guesses", "convert"])
    questions: dict[str, dict[str, Any]] = {
        "analyse": {"method": rng.choice(METHODS), "frontier": rng.random() < 0.3},
        "hint": {"all": rng.random() < 0.3},
        "explain": {"cell": _place(rng, grid)},
        "guesses": {"games": rng.choice(GAMES)},
        "convert": {"to": rng.choice([[], ["svg"]])},
    }
    about = {"text": text} if name == "convert" else {"board": {"text": text}}
    return name, json.dumps({**about, **questions[name]}).encode()


def _about_a_size(rng: random.Random, grid: mm.Grid, per_cell: int, mines: int) -> tuple[str, bytes]:
    question: dict[str, Any] = {"rows": grid.rows, "cols": grid.cols, "mines": mines, "max_per_cell": per_cell}
    question |= {"topology": grid.topology, "reach": grid.reach, "start": rng.choice([None, _place(rng, grid)])}
    return "generate", json.dumps({**question, "first_click": rng.choice(["opening", "safe", "any"])}).encode()


def _place(rng: random.Random, grid: mm.Grid) -> list[int]:
    return [rng.randrange(grid.rows) % CELLS_ACROSS, rng.randrange(grid.cols) % CELLS_ACROSS]


def _possible(rng: random.Random, grid: mm.Grid, per_cell: int, mines: int) -> str:
    """A possible board: a layout with about this many mines, of which every n-th cell is open."""
    counts = np.random.default_rng(rng.getrandbits(64)).binomial(
        per_cell, min(1, mines / (grid.rows * grid.cols * per_cell)), grid.shape
    )
    counts.flat[:: (every := rng.choice([2, 3, 5, 20]))] = 0
    layout = mm.Layout(grid, counts, max_per_cell=per_cell)
    faces = np.full(grid.shape, HIDDEN, dtype=np.int32)
    faces.flat[::every] = layout.numbers.flat[::every]
    return str(mm.Board(grid, faces, mines=layout.mines, max_per_cell=per_cell))


def _arbitrary(rng: random.Random, grid: mm.Grid, per_cell: int, mines: int) -> str:
    """Any board: without numbers, or with a few that hardly fit, and perhaps with some flags."""
    faces, weights = ".!0129", rng.choice([(1, 0, 0, 0, 0, 0), (20, 1, 0, 0, 0, 0), (20, 0, 1, 2, 1, 1)])
    lines = ["".join(rng.choices(faces, weights, k=grid.cols)) for _ in range(grid.rows)]
    header = f"{grid.rows} {grid.cols} {mines} k={per_cell} topology={grid.topology} reach={grid.reach}"
    return "\n".join([header, *lines])


async def replies(bodies: list[tuple[str, bytes]]) -> tuple[list[Reply], WorkerPool]:
    """The replies of the workers to all bodies, sent by four clients."""
    workers = WorkerPool(count=2, seconds=SECONDS, grace=GRACE)
    workers.start()
    waiting, said = iter(bodies), list[Reply]()

    async def client(address: str) -> None:
        for name, body in waiting:
            try:
                said.append(await workers.ask(address, name, body))
            except mm.TooHard as error:
                said.append(refused(error))

    try:
        await asyncio.gather(*(client(address) for address in "abcd"))
        await asyncio.gather(*(workers.ask(address, "generate", b"{}") for address in "ab"))
        assert len(workers.workers) == workers.count
    finally:
        await workers.close()
    return said, workers


def test_a_thousand_bodies_at_the_edges_are_answered_and_the_workers_go_on() -> None:
    source = hostile(17)
    said, workers = asyncio.run(replies([next(source) for _ in range(BODIES)]))
    assert {reply.status for reply in said} == {200, 422}
    kinds = Counter(json.loads(reply.content).get("error", {}).get("kind", "answer") for reply in said)
    assert kinds.total() == BODIES
    # All of these occur, or the bodies are not at the limits.
    assert kinds.keys() == {"answer", "TooLarge", "TooHard", "Impossible", "InvalidValue"}
    # Questions that are too hard end by themselves: no worker has to be killed, and none dies.
    assert workers.incidents.counts == {}
