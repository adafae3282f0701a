"""Draws the pictures of positions in README and docs: `python -m tests.write_pictures`.

Every picture shows what MineMind says about a file in examples/. A test compares the committed files with what this
draws, so a picture never shows an outdated answer.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from pathlib import Path

import minemind as mm
from minemind.html_report.palette import PALETTE
from minemind.reviews.curve import win_curve

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "docs" / "images"
POSITIONS = ROOT / "examples" / "positions"

SIZE = 28  # of a cell
LABELS = 22  # left of a board, for the numbers of its rows
TITLE = 46  # above a board, for its title and the numbers of its columns
GAP = 26
LINE = 20

STYLE = f"""<style>
text {{ font: 12px sans-serif; text-anchor: middle; dominant-baseline: central; fill: #20242a }}
.back {{ fill: #fbfbf8 }} .title {{ font: bold 14px sans-serif }} .label {{ fill: #56616b; font-size: 11px }}
.number {{ font: bold {SIZE * 5 // 8}px sans-serif }} .caption {{ font-size: 13px }}
.hidden {{ fill: #b8c4ce; stroke: #6b7780 }} .open {{ fill: #ffffff; stroke: #c9c9c2 }}
.ring {{ fill: none; stroke: #1b5e8c; stroke-width: 3 }} .target {{ fill: none; stroke: #0b6b2e; stroke-width: 3 }}
.dead {{ stroke: #20242a; stroke-width: 2 }}
</style>"""

NUMBER_COLOURS = ("#0000fd", "#017e00", "#fe0000", "#00007f", "#7f0000", "#007f7e", "#000000", "#7f7f7f")
GROUP_COLOURS = ("#f6c9a8", "#bfe0b0", "#b5d3f0", "#e3c2e8", "#f3e59a")

Cells = Mapping[mm.Cell, str]


@dataclass(frozen=True)
class Panel:
    """One drawn board: colours and words for its hidden cells, rings around some, a line under those that are dead."""

    board: mm.Board
    title: str
    fills: Cells = field(default_factory=dict)
    words: Cells = field(default_factory=dict)
    rings: Cells = field(default_factory=dict)  # "ring" or "target"
    dead: frozenset[mm.Cell] = frozenset()

    @property
    def width(self) -> int:
        return LABELS + self.board.grid.cols * SIZE

    @property
    def height(self) -> int:
        return TITLE + self.board.grid.rows * SIZE

    def drawn(self, left: float, top: float) -> Iterator[str]:
        """The elements of the panel, with its corner at a place."""
        grid, x0, y0 = self.board.grid, left + LABELS, top + TITLE
        yield text(x0 + grid.cols * SIZE / 2, top + 10, self.title, "title")
        yield from (text(x0 + (col + 0.5) * SIZE, y0 - 9, str(col), "label") for col in range(grid.cols))
        yield from (text(x0 - 11, y0 + (row + 0.5) * SIZE, str(row), "label") for row in range(grid.rows))
        for cell in grid:
            yield from self._cell(cell, x0 + cell.col * SIZE, y0 + cell.row * SIZE)
        for cell, kind in self.rings.items():
            yield box(x0 + cell[1] * SIZE, y0 + cell[0] * SIZE, kind)

    def _cell(self, cell: mm.Cell, x: float, y: float) -> Iterator[str]:
        token = self.board[cell]
        yield box(x, y, "open" if token.isdigit() else "hidden", self.fills.get(cell, ""))
        if token.isdigit() and token != "0":
            colour = NUMBER_COLOURS[int(token) - 1]
            yield text(x + SIZE / 2, y + SIZE / 2, token, "number", f' style="fill:{colour}"')
        yield text(x + SIZE / 2, y + SIZE / 2, self.words[cell]) if cell in self.words else ""
        if cell in self.dead:
            yield f'<line class="dead" x1="{x + 6:g}" y1="{y + 23:g}" x2="{x + SIZE - 6:g}" y2="{y + 23:g}"/>'


def text(x: float, y: float, words: str, kind: str = "", more: str = "") -> str:
    """A text, centred at a place."""
    return f'<text{f" class={kind!r}" if kind else ""}{more} x="{x:g}" y="{y:g}">{escape(words)}</text>'


def box(x: float, y: float, kind: str, fill: str = "") -> str:
    """A cell, or a ring around one."""
    colour = f' style="fill:{fill}"' if fill else ""
    return f'<rect class="{kind}"{colour} x="{x:g}" y="{y:g}" width="{SIZE}" height="{SIZE}"/>'


def picture(panels: Sequence[Panel], description: str, caption: str = "") -> str:
    """Boards side by side, with a sentence below."""
    width = sum(panel.width for panel in panels) + GAP * (len(panels) + 1)
    lines = textwrap.wrap(caption, width // 7)
    height = max(panel.height for panel in panels) + 2 * 16 + LINE * len(lines)
    elements: list[str] = []
    left = GAP - LABELS / 2
    for panel in panels:
        elements += panel.drawn(left, 16)
        left += panel.width + GAP
    for number, words in enumerate(lines):
        elements.append(text(width / 2, height - 14 - LINE * (len(lines) - 1 - number), words, "caption"))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
        f'role="img" aria-label="{escape(description)}">{STYLE}'
        f'<rect class="back" width="{width}" height="{height}" rx="8"/>{"".join(elements)}</svg>\n'
    )


def position(name: str) -> mm.Board:
    """A file in examples/positions."""
    return mm.Board.parse((POSITIONS / f"{name}.txt").read_text())


def heat(board: mm.Board) -> tuple[Cells, Cells]:
    """The colour and the risk in percent of every hidden cell: green is safe, red a mine."""
    risks = {cell: float(mm.analyse(board).probability[cell]) for cell in board.grid if board.hidden[cell]}
    fills = {cell: f"hsl({120 * (1 - risk) ** 2:.0f},65%,70%)" for cell, risk in risks.items()}
    return fills, {cell: f"{100 * risk:.0f}" for cell, risk in risks.items()}


def cover() -> str:
    """A position, and what MineMind knows about it: every risk, and the proof of the one safe cell."""
    board = position("middlegame")
    [safe] = mm.analyse(board).safe
    proof = mm.explain(board, safe)
    fills, words = heat(board)
    knows = Panel(
        board,
        "what MineMind knows: every risk, in percent",
        fills,
        words,
        dict.fromkeys(proof.numbers, "ring") | {safe: "target"},
    )
    caption = f"{proof.sentence}."
    return picture(
        [Panel(board, "what you see"), knows],
        "A Minesweeper position, its risks, and the proof of a safe cell",
        caption,
    )


def proof() -> str:
    """A 1-2-1: the numbers that prove that the cell over the 2 is safe."""
    board = position("one-two-one")
    proof = mm.explain(board, (0, 4))
    rings = dict.fromkeys(proof.numbers, "ring") | {mm.Cell(0, 4): "target"}
    title = proof.pattern or proof.technique
    return picture([Panel(board, title, rings=rings)], "A 1-2-1 and the safe cell that it proves")


# A position for each technique, and a cell whose proof needs it.
TECHNIQUES = {
    "single": ("3 3 ?\n.10\n110\n000", (0, 0)),
    "subset": ("3 5 ?\n.....\n11211\n00000", (0, 2)),
    "overlap": ("2 4 ?\n....\n_12_", (0, 3)),
    "sum": ("3 3 ?\n01.\n12.\n...", (2, 2)),
    "mine count": ("2 4 2\n02..\n02..", (0, 3)),
    "contradiction": ("4 5 4\n001..\n222..\n!!21.\n.....", (1, 4)),
}


def techniques(names: Sequence[str]) -> str:
    """A position for each of some techniques: the numbers of a proof, and the cell that it is about."""
    panels = []
    for name in names:
        text, cell = TECHNIQUES[name]
        board, proof = mm.Board.parse(text), mm.explain(text, cell)
        assert proof.technique.value == name
        rings = dict.fromkeys(proof.numbers, "ring") | {proof.cell: "target"}
        flags = {place: "!" for place in board.grid if board.flags[place]}
        panels.append(Panel(board, f"{proof.grade}: {name}", words=flags, rings=rings))
    return picture(panels, f"A position for each of these techniques: {', '.join(names)}")


def groups() -> str:
    """The five groups of the small frontier in docs/algorithm.md."""
    board = mm.Board.parse("2 7 5\n.......\n.212...")
    [component] = mm.solve.Problem(board).components
    names = {cell: name for name, group in zip("ABCDE", component.groups, strict=True) for cell in group.cells}
    fills = {cell: GROUP_COLOURS["ABCDE".index(name)] for cell, name in names.items()}
    return picture([Panel(board, "groups A to E", fills, names)], "Five groups of hidden cells")


def components() -> str:
    """The independent parts of a frontier, in colours; what propagation decided is marked."""
    board = position("components")
    analysis = mm.analyse(board)
    parts = {cell: number for number, component in enumerate(analysis.components) for cell in component.cells}
    fills = {cell: GROUP_COLOURS[number] for cell, number in parts.items()}
    words = {cell: "ABCDE"[number] for cell, number in parts.items()}
    mines = dict.fromkeys(analysis.mines, "x")
    panel = Panel(board, "components A to E; x: certain mines", fills, mines | words)
    return picture([panel], "A position whose frontier falls apart into five components")


def fifty_fifty() -> str:
    """An endgame with a 50/50 and dead cells."""
    board = position("endgame")
    analysis = mm.analyse(board)
    fills, words = heat(board)
    rings = {cell: "ring" for pair in analysis.fifty_fifties or () for cell in pair}
    panel = Panel(board, "risks in percent", fills, words, rings, dead=analysis.dead or frozenset())
    return picture([panel], "An endgame with a 50/50, framed, and two dead cells, underlined")


def hexagons() -> str:
    """Hexagons, as a notebook shows an analysis."""
    drawn = mm.analyse(position("hexagons"))._repr_svg_()
    assert drawn is not None
    return drawn + "\n"


def moment(review: mm.Review, move: mm.reviews.ReviewedMove, cols: int) -> Panel:
    """The position before a click, or its first columns: what was opened, framed blue, and what was better."""
    board = review.board(move).unflagged()
    fills, words = heat(board)
    better = {move.best: "target"} if move.alternative and move.best else {}
    shown = mm.Board(mm.Grid(board.grid.rows, cols), board.faces[:, :cols])
    return Panel(shown, f"move {move.number}: {move.kind}", fills, words, {**better, move.cell: "ring"})


MOMENTS = "Risks in percent. Framed blue: what was opened; green: what was better."


def review_moments() -> str:
    """The risks of the reviewed game."""
    review = mm.review(ROOT / "examples" / "games" / "beginner.json")
    panels = [moment(review, move, cols=9) for move in review.risks]
    return picture(panels, "Three positions of a reviewed game", MOMENTS)


def replay_moments() -> str:
    """The last risks of the reviewed replay. Only the left of its board is still hidden."""
    review = mm.review(ROOT / "examples" / "games" / "intermediate.rawvf", margin=None)
    panels = [moment(review, move, cols=7) for move in review.risks[-3:]]
    return picture(panels, "Three positions of a reviewed replay, the left part of its board", MOMENTS)


def review_curve() -> str:
    """The curve of the same game, in the colours of a light page."""
    drawn = win_curve(mm.review(ROOT / "examples" / "games" / "beginner.json"))
    for name, colour in PALETTE.items():
        drawn = drawn.replace(f"var(--{name})", colour.light)
    start, _, rest = drawn.partition(">")
    paper = '<rect width="100%" height="100%" fill="#ffffff"/>'
    return start.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ') + f">{paper}{rest}\n"


PICTURES = {
    "cover.svg": cover,
    "proof.svg": proof,
    "techniques-easy.svg": lambda: techniques(["single", "subset", "overlap"]),
    "techniques-hard.svg": lambda: techniques(["sum", "mine count", "contradiction"]),
    "groups.svg": groups,
    "components.svg": components,
    "fifty-fifty.svg": fifty_fifty,
    "hexagons.svg": hexagons,
    "review-moments.svg": review_moments,
    "review-curve.svg": review_curve,
    "replay-moments.svg": replay_moments,
}

if __name__ == "__main__":
    for name, draw in PICTURES.items():
        (FOLDER / name).write_text(draw(), encoding="utf-8")
