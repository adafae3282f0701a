"""Draws the picture of docs/algorithm.md: `python -m tests.write_layers`.

It counts the page's small frontier in the plainest way, layer by layer, and draws the result; a test compares the file
with what this draws, and the counts on the page with the engine's.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from html import escape
from math import comb
from pathlib import Path
from typing import NamedTuple

PICTURE = Path(__file__).parent.parent / "docs" / "images" / "layers.svg"

# Each group: its name, its size, and which of the three numbers see it.
GROUPS = (("A", 2, (0,)), ("B", 1, (0, 1)), ("C", 1, (0, 1, 2)), ("D", 1, (1, 2)), ("E", 2, (2,)))
NEEDS = (2, 1, 2)

WIDTH, HEIGHT, BOX, TOP = 176, 74, (104, 44), 62

STYLE = """<style>
text { font: 14px sans-serif; text-anchor: middle; fill: #20242a }
.head { font-weight: bold } .note { font-size: 12px; fill: #56616b } .step { font-size: 12px; fill: #1b5e8c;
        stroke: #fbfbf8; stroke-width: 5px; paint-order: stroke }
.back { fill: #fbfbf8 } .box { fill: #e8f1f8; stroke: #1b5e8c } line { stroke: #1b5e8c }
.dead { fill: #eeeeea; stroke: #9aa3ab; stroke-dasharray: 4 3 }
</style>"""

Needs = tuple[int, ...]
Polynomial = dict[int, int]  # ways by mines


class Step(NamedTuple):
    """One way to decide a group."""

    source: Needs
    target: Needs
    mines: int
    ways: int


def rest_after(layer: int) -> list[int]:
    """How many cells of each number are decided later."""
    return [sum(size for _, size, seen in GROUPS[layer + 1 :] if number in seen) for number in range(len(NEEDS))]


def steps_from(needs: Needs, layer: int) -> list[Step]:
    """The possible steps: no number may have too many mines, or miss more than it has cells left."""
    _, size, seen = GROUPS[layer]
    found = []
    for mines in range(size + 1):
        after = tuple(need - mines * (number in seen) for number, need in enumerate(needs))
        if all(0 <= need <= rest for need, rest in zip(after, rest_after(layer), strict=True)):
            found.append(Step(needs, after, mines, comb(size, mines)))
    return found


def count() -> tuple[list[dict[Needs, Polynomial]], list[list[Step]]]:
    """The states of every layer with their polynomials, and the steps between two layers."""
    layers: list[dict[Needs, Polynomial]] = [{NEEDS: {0: 1}}]
    steps = []
    for layer in range(len(GROUPS)):
        steps.append([step for needs in layers[-1] for step in steps_from(needs, layer)])
        following: dict[Needs, Polynomial] = defaultdict(lambda: defaultdict(int))
        for step in steps[-1]:
            for mines, ways in layers[-1][step.source].items():
                following[step.target][mines + step.mines] += ways * step.ways
        layers.append(dict(following))
    return layers, steps


def living(steps: list[list[Step]]) -> list[set[Needs]]:
    """The states of every layer from which the end can be reached."""
    alive = [{(0,) * len(NEEDS)}]
    for between in reversed(steps):
        alive.append({step.source for step in between if step.target in alive[-1]})
    return alive[::-1]


def written(polynomial: Polynomial) -> str:
    """The polynomial as people write it."""
    powers = {0: "", 1: "x", 2: "x²", 3: "x³", 4: "x⁴"}
    terms = ((ways, powers[mines]) for mines, ways in sorted(polynomial.items()))
    return " + ".join(power if ways == 1 and power else f"{ways}{power}" for ways, power in terms)


def open_needs(needs: Needs, layer: int) -> str:
    """What the open numbers need: those that have a group before this layer and one after it."""
    before = {number for _, _, seen in GROUPS[:layer] for number in seen}
    after = {number for _, _, seen in GROUPS[layer:] for number in seen}
    listed = [f"n{number + 1}: {needs[number]}" for number in sorted(before & after)]
    return "  ".join(listed) or ("start" if layer == 0 else "end")


Place = tuple[float, float]


def picture() -> str:
    """The layers from left to right; what leads nowhere is dashed."""
    layers, steps = count()
    alive = living(steps)
    width, height = WIDTH * len(layers) - 16, TOP + HEIGHT * max(map(len, layers)) + 30
    places = {
        (layer, needs): (WIDTH * layer + 66.0, TOP + (height - TOP - 24) * (row + 0.5) / len(states))
        for layer, states in enumerate(layers)
        for row, needs in enumerate(states)
    }
    lines = [
        drawn_step(
            step, places[layer, step.source], places[layer + 1, step.target], is_alive=step.target in alive[layer + 1]
        )
        for layer, between in enumerate(steps)
        for step in between
    ]
    boxes = [
        drawn_state(open_needs(needs, layer), written(layers[layer][needs]), place, is_alive=needs in alive[layer])
        for (layer, needs), place in places.items()
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" '
        f'aria-label="Layers of states of a small frontier">{STYLE}'
        f'<rect class="back" width="{width}" height="{height}"/>{"".join([*heads(), *lines, *boxes])}</svg>\n'
    )


def heads() -> Iterator[str]:
    """The names of the groups, over the steps that decide them."""
    for layer, (name, size, _) in enumerate(GROUPS):
        x = WIDTH * (layer + 0.5) + 66
        yield f'<text class="head" x="{x:g}" y="22">{name}</text>'
        yield f'<text class="note" x="{x:g}" y="40">{size} cell{"s" * (size > 1)}</text>'


def drawn_step(step: Step, source: Place, target: Place, *, is_alive: bool) -> str:
    """A line from one box to another, with the mines of the group and the ways to place them."""
    (x1, y1), (x2, y2) = (source[0] + BOX[0] / 2, source[1]), (target[0] - BOX[0] / 2, target[1])
    label = f"{step.mines}" + (f" (×{step.ways})" if step.ways > 1 else "")
    return (
        f'<line class="{"" if is_alive else "dead"}" x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}"/>'
        f'<text class="step" x="{0.7 * x1 + 0.3 * x2:g}" y="{0.7 * y1 + 0.3 * y2 + 4:g}">{label}</text>'
    )


def drawn_state(needs: str, polynomial: str, place: Place, *, is_alive: bool) -> str:
    """A box: what the open numbers need, and the ways to get there."""
    x, y = place
    return (
        f'<rect class="{"box" if is_alive else "dead"}" x="{x - BOX[0] / 2:g}" y="{y - BOX[1] / 2:g}" '
        f'width="{BOX[0]}" height="{BOX[1]}" rx="6"/>'
        f'<text class="head" x="{x:g}" y="{y - 4:g}">{escape(needs)}</text>'
        f'<text x="{x:g}" y="{y + 14:g}">{polynomial}</text>'
    )


if __name__ == "__main__":
    PICTURE.write_text(picture(), encoding="utf-8")
