"""Questions: what can be asked, and how each is answered. They are stateless and independent of HTTP."""

from __future__ import annotations

from abc import abstractmethod
from base64 import b64decode, b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from enum import StrEnum
from typing import Annotated, Any

from pydantic import FailFast, Field

import minemind as mm
from minemind import filetypes, notation
from minemind.answers import answer, schema
from minemind.answers.json import (
    about_board,
    analysis_json,
    candidates_json,
    fault_json,
    method_json,
    metrics_json,
    move_json,
    moves_json,
    no_guess_json,
    proved_json,
    strategy_json,
)
from minemind.answers.review import ReviewJson, review_json
from minemind.errors import quoted
from minemind.formats import saved
from minemind.formats.document import SCHEMA
from minemind.formats.reading import Read, read, wanting_a_position
from minemind.game import PRESETS
from minemind.notation import Notes
from minemind.reviews.source import read_replay
from minemind.solve.methods.registry import METHODS
from minemind.topology import TOPOLOGIES
from minemind.web import answers
from minemind.web.limits import (
    BODY_BYTES,
    CELLS_ACROSS,
    COMPUTATIONS,
    CONNECTIONS_PER_CLIENT,
    FILE_BODY_BYTES,
    GAMES,
    GUESSING_SECONDS,
    MARGINS,
    MINES_PER_CELL,
    QUEUE_PER_CLIENT,
    SECONDS,
)
from minemind.web.values import (
    Base64,
    Budget,
    Cell,
    Chosen,
    FirstClickName,
    Grade,
    GradePair,
    Natural,
    Positive,
    SavedGame,
    SeedText,
    Text,
    TopologyName,
    Value,
    WayName,
    Whole,
    Written,
)
from minemind.words import LANGUAGES

__all__ = [
    "Analyse",
    "Convert",
    "Explain",
    "Generate",
    "Guesses",
    "Hint",
    "Metrics",
    "Question",
    "Review",
    "Step",
    "about",
]

# Cells of a text that is taken apart before it is refused for its shape; its neighbour table has ten times as many
# entries, which leaves room for a reach of 4 on the largest board.
CELLS_READ = 10 * CELLS_ACROSS**2

# What a layout already says.
SIZES = frozenset({"preset", "rows", "cols", "mines", "topology", "reach", "holes", "max_per_cell"})

MethodName = StrEnum("MethodName", list(METHODS))  # type: ignore[misc]
PresetName = StrEnum("PresetName", list(PRESETS))  # type: ignore[misc]
Picture = StrEnum("Picture", ["svg", *filetypes.writable()])  # type: ignore[misc]
LanguageName = StrEnum("LanguageName", [*LANGUAGES])  # type: ignore[misc]

Seed = SeedText | Natural


class Question(Value):
    """A question."""

    lang: Annotated[LanguageName, Chosen] = Field(
        default=LanguageName.en,  # type: ignore[attr-defined]
        description="the language of all sentences in the answer",
    )

    @abstractmethod
    def answer(self) -> schema.Answer:
        """The answer. Raises `MineMindError` if there is none."""


class AboutABoard(Question):
    """A question about a position."""

    board: Text
    mines: Natural | None = Field(default=None, description="null: unknown; without it, what the text says")
    density: Annotated[float, Field(gt=0, lt=1)] | None = Field(
        default=None, description="each cell's probability of a mine, instead of a count"
    )
    trust_flags: bool = Field(default=True, description="false: flagged cells count as hidden")

    def read(self) -> tuple[mm.Board, Notes]:
        """The board in question, and what was assumed to read it."""
        given: dict[str, Any] = {"mines": self.mines} if "mines" in self.model_fields_set else {}
        if self.density is not None:
            given["density"] = self.density
        content = self.board.text.encode()
        with _small(), wanting_a_position(content):
            board, notes = mm.Board.of_source(notation.read(content, CELLS_READ), **given)
        _check_size(*board.grid.shape, board.max_per_cell)
        return board if self.trust_flags else board.unflagged(), notes


class Analyse(AboutABoard):
    """Every cell's probability of a mine, and what is certain."""

    method: Annotated[MethodName, Chosen] = MethodName.exact  # type: ignore[attr-defined]
    frontier: bool = Field(default=False, description="the independent parts of the frontier, too")

    def answer(self) -> schema.Analysis:
        """Like `minemind analyse --json` and `minemind frontier --json`."""
        return analysis_json(answer.analyse(*self.read(), method=self.method.value, with_frontier=self.frontier))


class Hint(AboutABoard):
    """What to do next, and why."""

    all: bool = Field(default=False, description="all certain moves, not only one")

    def answer(self) -> schema.Moves:
        """Like `minemind hint --json`."""
        return moves_json(answer.hint(*self.read(), every=self.all))


class Explain(AboutABoard):
    """Why a cell is certain."""

    cell: Cell

    def answer(self) -> schema.Proved:
        """Like `minemind explain --json`."""
        board, notes = self.read()
        return proved_json(answer.explain(board, self.cell, notes))


class Guesses(AboutABoard):
    """The candidates for a guess where no cell is safe, and how good each is."""

    games: Annotated[int, Field(ge=GAMES[0], le=GAMES[1]), Whole] = GAMES[1]
    seed: Seed = "0"

    def answer(self) -> schema.Candidates:
        """Like `minemind guesses --json`."""
        board, notes = self.read()
        return candidates_json(
            answer.guesses(board, notes, games=self.games, seed=int(self.seed), time_limit=GUESSING_SECONDS)
        )


class Generate(Question):
    """A game to be dealt: a preset, or rows, columns and mines; or a layout whose first click is to be made safe."""

    preset: Annotated[PresetName, Chosen] | None = None
    rows: Positive | None = None
    cols: Positive | None = None
    mines: Natural | None = None
    topology: Annotated[TopologyName, Chosen] = TopologyName.square  # type: ignore[attr-defined]
    reach: Positive = 1
    holes: Annotated[list[Cell], FailFast()] = Field(default=[], description="cells that the board does not have")
    max_per_cell: Positive = 1
    first_click: Annotated[FirstClickName, Chosen] = FirstClickName.opening  # type: ignore[attr-defined]
    start: Cell | None = Field(default=None, description="the first click, to which `first_click` applies")
    seed: Seed | None = Field(default=None, description="null: random; for a layout, 0")
    no_guess: bool = Field(default=False, description="a board that never needs a guess from `start`, or the centre")
    way: Annotated[WayName, Chosen] | None = Field(default=None, description="how it is found; null: uniform")
    budget: Budget | None = Field(default=None, description="the most work to spend on it; null: the usual")
    grade: Grade | GradePair | None = Field(default=None, description="how hard it is to be, from 1 to 5; null: any")
    min_3bv: Natural | None = Field(default=None, description="the minimum 3BV that it may have")
    max_3bv: Natural | None = Field(default=None, description="the maximum 3BV that it may have")
    layout: Text | None = Field(default=None, description="instead of a size: mines to move out of the way of `start`")

    def answer(self) -> answers.Dealt:
        """The layout, and everything that it was dealt from."""
        asked = {"way", "budget", "grade", "min_3bv", "max_3bv"} & self.model_fields_set
        if asked and not self.no_guess:
            raise mm.InvalidValue(f"{', '.join(sorted(asked))}: only for no-guess boards; add no_guess")
        return self._dealt() if self.layout is None else self._cleared(self.layout)

    def _dealt(self) -> answers.Dealt:
        size = self._size()
        _check_size(size.rows, size.cols, self.max_per_cell)
        with _small():
            shape = (size.rows, size.cols, self.topology.value, self.reach)
            grid = mm.Grid(*shape, holes=self.holes, max_cells=CELLS_READ)
        rule, per_cell = self.first_click.value, self.max_per_cell
        seed = None if self.seed is None else int(self.seed)
        game = mm.Game(mines=size.mines, seed=seed, first_click=rule, max_per_cell=per_cell, grid=grid)
        assert game.seed is not None
        if self.no_guess:
            return self._without_a_guess(game)
        layout = mm.Layout.deal(
            grid, game.mines, seed=game.seed, first=self.start, first_click=rule, max_per_cell=per_cell
        )
        return self._answer(game.board, game.seed, layout)

    def _without_a_guess(self, game: mm.Game) -> answers.Dealt:
        found = mm.generate(
            mines=game.mines,
            seed=game.seed,
            first_click=game.first_click,
            max_per_cell=game.max_per_cell,
            grid=game.grid,
            start=self.start,
            way=self.way.value if self.way else mm.Way.UNIFORM,
            budget=self.budget,
            grade=self.grade,
            min_3bv=self.min_3bv,
            max_3bv=self.max_3bv,
        )
        return self._answer(game.board, found.seed, found.layout, found=found)

    def _cleared(self, given: Text) -> answers.Dealt:
        if not SIZES.isdisjoint(self.model_fields_set):
            raise mm.InvalidValue("both a layout and a size are given; give only one")
        if self.no_guess:
            raise mm.InvalidValue("a given layout is not dealt; to deal a no-guess board, give a size")
        layout, notes = _layout(given)
        rule, seed = self.first_click.value, int(self.seed or 0)
        game = mm.Game.from_layout(layout, seed=seed, first_click=rule)
        if self.start is not None:
            layout = layout.cleared(self.start, first_click=rule, seed=seed)
        return self._answer(game.board, seed, layout, notes)

    def _answer(
        self, board: mm.Board, seed: int, layout: mm.Layout, notes: Notes = (), found: mm.NoGuess | None = None
    ) -> answers.Dealt:
        return {
            **about_board(board, notes),
            "seed": str(seed),
            "first_click": self.first_click.value,
            "no_guess": no_guess_json(found) if found else None,
            "layout": {"text": str(layout)},
        }

    def _size(self) -> mm.game.Preset:
        given = (self.rows, self.cols, self.mines)
        if self.preset is not None:
            if given != (None, None, None):
                raise mm.InvalidValue("both a preset and a size are given; give only one")
            return PRESETS[self.preset.value]
        if self.rows is None or self.cols is None or self.mines is None:
            raise mm.InvalidValue("the size is missing; give rows, cols and mines, or a preset")
        return mm.game.Preset(self.rows, self.cols, self.mines)


class Metrics(Question):
    """Click counts of a layout: openings, islands, 3BV and ZiNi."""

    layout: Text

    def answer(self) -> schema.Metrics:
        """Like `minemind stats --json` for one file."""
        return metrics_json(answer.metrics(*_layout(self.layout)))


class Step(Question):
    """A game in which all certain moves are played."""

    game: SavedGame
    guess: bool = Field(default=False, description="guess once if nothing is certain")

    def answer(self) -> answers.Stepped:
        """The game afterwards, and the moves."""
        game = _game(self.game)
        moves = mm.step(game)
        if not moves and self.guess:
            moves = mm.auto(game, guess=True, limit=1)
        return {
            "minemind": SCHEMA,
            "game": saved.to_json(game),
            "moves": [move_json(move) for move in moves],
            "state": game.state.value,
        }


class Review(Question):
    """A game, judged click by click: a saved game, or any file with a game that was played."""

    game: SavedGame | None = None
    text: Written | None = Field(default=None, description="a replay as text, a record or a saved game, instead")
    data: Base64 | None = Field(default=None, description="the bytes of such a file in base64, instead")
    margin: Annotated[float, Field(ge=MARGINS[0], le=MARGINS[1])] | None = Field(
        default=0.05, description="of estimated odds of winning, to either side; null: estimate none"
    )
    seed: Seed = "0"

    def answer(self) -> ReviewJson:
        """Like `minemind review --json` for one game."""
        return review_json(mm.review(self._played(), margin=self.margin, seed=int(self.seed)))

    def _played(self) -> mm.Game | mm.Replay:
        if [self.game, self.text, self.data].count(None) != 2:
            raise mm.InvalidValue("give a game, a text, or the data of a file, and only one of them")
        if self.game is not None:
            return _game(self.game)
        content, name = _content(self.text, self.data)
        with _small():
            replay = read_replay(content, name, max_cells=CELLS_READ)
        _check_size(*replay.layout.grid.shape, replay.layout.max_per_cell)
        return replay


class Convert(Question):
    """Any text or file that MineMind can read."""

    text: Written | None = Field(default=None, examples=["2 2 1\n*.\n.."])
    data: Base64 | None = Field(default=None, description="a file's bytes in base64, instead of a text")
    to: list[Annotated[Picture, Chosen]] = Field(default=[], max_length=len(Picture), description="what to write it as")

    def answer(self) -> answers.Converted:
        """What kind of file it is, what it holds, and the same in other formats."""
        if (self.text is None) == (self.data is None):
            raise mm.InvalidValue("give either a text or the data of a file")
        content, name = _content(self.text, self.data)
        with _small(), filetypes.naming(name):
            found = self._read(content)
        _check_size(*found.board.grid.shape, found.board.max_per_cell)
        values: answers.Converted = {
            "minemind": SCHEMA,
            "kind": found.kind.value,
            "board": {"text": str(found.board)},
            "layout": None if found.layout is None else {"text": str(found.layout)},
            "game": None if found.game is None else saved.to_json(found.game),
            "boards": list(found.boards),
            "faults": [fault_json(fault) for fault in found.board.faults()],
            "notes": list(found.notes),
        }
        shown = found.layout if found.kind == "layout" else found.board
        if "svg" in self.to and shown is not None:
            values["svg"] = shown._repr_svg_()
        if wanted := [name.value for name in self.to if name != "svg"]:
            value = shown if found.kind != "game" else found.game
            values["files"] = {name: _encoded(value, name) for name in wanted}
        return values

    def _read(self, content: bytes) -> Read:
        text, notes = filetypes.as_text(content, max_cells=CELLS_READ)
        found = read(text, max_cells=CELLS_READ)
        return replace(found, notes=notes + found.notes)


def _content(text: str | None, data: str | None) -> tuple[bytes, str]:
    """The bytes of a text or of a file, one of which is given, and what messages call it."""
    return (b64decode(data or ""), "the file") if text is None else (text.encode(), "the text")


def _encoded(value: object, name: str) -> str:
    """A file in this format, in base64."""
    return b64encode(filetypes.written(value, filetypes.FORMATS[name])).decode()


def about() -> answers.About:
    """What the server offers."""
    return {
        "minemind": SCHEMA,
        "version": mm.__version__,
        "presets": [
            {"name": name, "rows": size.rows, "cols": size.cols, "mines": size.mines} for name, size in PRESETS.items()
        ],
        "topologies": list(TOPOLOGIES),
        "first_clicks": list(mm.FirstClick),
        "strategies": [strategy_json(player) for player in mm.strategies()],
        "methods": [method_json(method) for method in mm.methods()],
        "limits": {
            "body_bytes": BODY_BYTES,
            "file_body_bytes": FILE_BODY_BYTES,
            "rows": CELLS_ACROSS,
            "cols": CELLS_ACROSS,
            "max_per_cell": MINES_PER_CELL,
            "seconds": SECONDS,
            "computations": COMPUTATIONS,
            "queue": QUEUE_PER_CLIENT,
            "connections": CONNECTIONS_PER_CLIENT,
            "games": list(GAMES),
        },
    }


def _game(given: SavedGame) -> mm.Game:
    """The game in question."""
    with _small(), _about("the game"):
        game = saved.from_json(given.model_dump(exclude_defaults=True), max_cells=CELLS_READ)
    _check_size(*game.grid.shape, game.board.max_per_cell)
    return game


def _layout(given: Text) -> tuple[mm.Layout, Notes]:
    """The layout in question, and what was assumed to read it."""
    with _small(), filetypes.naming("the text"):
        text, assumed = filetypes.as_text(given.text.encode(), max_cells=CELLS_READ)
        layout, notes = mm.Layout.of_source(notation.read(text, CELLS_READ))
    _check_size(*layout.grid.shape, layout.max_per_cell)
    return layout, assumed + notes


@contextmanager
def _small() -> Iterator[None]:
    """Raise the API's own error for what is too large to be read."""
    try:
        yield
    except mm.errors.TooLarge:
        raise _too_large("this board, or its reach,") from None


def _check_size(rows: int, cols: int, max_per_cell: int) -> None:
    if max(rows, cols) > CELLS_ACROSS:
        raise _too_large(f"a board of {quoted(rows)}×{quoted(cols)} cells")
    if max_per_cell > MINES_PER_CELL:
        raise mm.errors.TooLarge(
            f"up to {quoted(max_per_cell)} mines per cell are more than this server's limit of {MINES_PER_CELL}; "
            "use the command line"
        )


def _too_large(what: str) -> mm.errors.TooLarge:
    return mm.errors.TooLarge(
        f"{what} is too large for this server; ask about a part of at most {CELLS_ACROSS}×{CELLS_ACROSS} cells, "
        "or use the command line"
    )


@contextmanager
def _about(what: str) -> Iterator[None]:
    """Name the part of the request that a saved game came in."""
    try:
        yield
    except mm.errors.BadSave as error:
        raise mm.errors.BadSave(f"{what} {error}") from None
