"""Questions: those that only the API is asked, with their answers. They are stateless and independent of HTTP.

Those about a board, and for a game, are in `minemind.answers.questions`, as tools for language models also ask them.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from dataclasses import replace
from enum import StrEnum
from typing import Annotated, Any

from pydantic import Field

import minemind as mm
from minemind import filetypes
from minemind.answers import answer, asked, schema
from minemind.answers.json import (
    candidates_json,
    fault_json,
    method_json,
    metrics_json,
    move_json,
    strategy_json,
)
from minemind.answers.questions.boards import AboutABoard, AnalyseQuestion, ExplainQuestion, HintQuestion
from minemind.answers.questions.dealing import GenerateQuestion
from minemind.answers.questions.question import Question, Seed
from minemind.answers.questions.values import Base64, Chosen, SavedGame, Text, Whole, Written
from minemind.answers.review import ReviewJson, review_json
from minemind.formats import saved
from minemind.formats.document import SCHEMA
from minemind.formats.reading import Read, read
from minemind.game import PRESETS
from minemind.reviews.source import read_replay
from minemind.solve.guesses import THINK as USUAL_THINK
from minemind.topology import TOPOLOGIES
from minemind.web import answers
from minemind.web.limits import (
    BODY_BYTES,
    COMPUTATIONS,
    CONNECTIONS_PER_CLIENT,
    FILE_BODY_BYTES,
    GAMES,
    GUESSING_SECONDS,
    MARGINS,
    QUEUE_PER_CLIENT,
    SECONDS,
    THINK,
)

__all__ = [
    "AboutABoard",
    "AnalyseQuestion",
    "ConvertQuestion",
    "ExplainQuestion",
    "GenerateQuestion",
    "GuessesQuestion",
    "HintQuestion",
    "MetricsQuestion",
    "Question",
    "ReviewQuestion",
    "StepQuestion",
    "about",
]

Picture = StrEnum("Picture", ["svg", *filetypes.writable()])  # type: ignore[misc]


class GuessesQuestion(AboutABoard):
    """The candidates for a guess where no cell is safe, and how good each is."""

    games: Annotated[int, Field(ge=GAMES[0], le=GAMES[1]), Whole] = GAMES[1]
    think: Annotated[int, Field(ge=0, le=THINK), Whole] = Field(
        default=USUAL_THINK, description="how much to think about the best, in millions of units of work"
    )
    seed: Seed = "0"

    def answer(self) -> schema.CandidatesJson:
        """Like `minemind guesses --json`."""
        board, notes = self.read()
        how: dict[str, Any] = {"think": self.think, "games": self.games, "seed": int(self.seed)}
        return candidates_json(answer.guesses(board, notes, **how, time_limit=GUESSING_SECONDS))


class MetricsQuestion(Question):
    """Click counts of a layout: openings, islands, 3BV and ZiNi."""

    layout: Text

    def answer(self) -> schema.MetricsJson:
        """Like `minemind stats --json` for one file."""
        return metrics_json(answer.metrics(*asked.layout(self.layout.text)))


class StepQuestion(Question):
    """A game in which all certain moves are played."""

    game: SavedGame
    guess: bool = Field(default=False, description="guess once if nothing is certain")

    def answer(self) -> answers.SteppedJson:
        """The game afterwards, and the moves."""
        game = asked.game(self.game.model_dump(exclude_defaults=True))
        moves = mm.strategy.step(game)
        if not moves and self.guess:
            moves = mm.strategy.auto(game, guess=True, limit=1)
        return {
            "minemind": SCHEMA,
            "game": saved.to_json(game),
            "moves": [move_json(move) for move in moves],
            "state": game.state.value,
        }


class ReviewQuestion(Question):
    """A game, judged click by click: a saved game, or any file with a game that was played."""

    game: SavedGame | None = None
    text: Written | None = Field(default=None, description="a replay as text, a record or a saved game, instead")
    data: Base64 | None = Field(default=None, description="the bytes of such a file in base64, instead")
    margin: Annotated[float, Field(ge=MARGINS[0], le=MARGINS[1])] | None = Field(
        default=0.05, description="of estimated odds of winning, to either side; null: estimate none"
    )
    seed: Seed = "0"
    why: bool = Field(default=False, description="the proof or the guesses behind every judgement, too")

    def answer(self) -> ReviewJson:
        """Like `minemind review --json` for one game."""
        review = mm.review(self._played(), margin=self.margin, seed=int(self.seed))
        return review_json(review, review.whys() if self.why else None)

    def _played(self) -> mm.Game | mm.Replay:
        if [self.game, self.text, self.data].count(None) != 2:
            raise mm.InvalidValue("give a game, a text, or the data of a file, and only one of them")
        if self.game is not None:
            return asked.game(self.game.model_dump(exclude_defaults=True))
        content, name = _content(self.text, self.data)
        with asked.within_limits():
            replay = read_replay(content, name, max_cells=asked.CELLS_READ)
        asked.check_size(*replay.layout.grid.shape, replay.layout.max_per_cell)
        return replay


class ConvertQuestion(Question):
    """Any text or file that MineMind can read."""

    text: Written | None = Field(default=None, examples=["2 2 1\n*.\n.."])
    data: Base64 | None = Field(default=None, description="a file's bytes in base64, instead of a text")
    to: list[Annotated[Picture, Chosen]] = Field(default=[], max_length=len(Picture), description="what to write it as")

    def answer(self) -> answers.ConvertedJson:
        """What kind of file it is, what it holds, and the same in other formats."""
        if (self.text is None) == (self.data is None):
            raise mm.InvalidValue("give either a text or the data of a file")
        content, name = _content(self.text, self.data)
        with asked.within_limits(), filetypes.naming(name):
            found = self._read(content)
        asked.check_size(*found.board.grid.shape, found.board.max_per_cell)
        values: answers.ConvertedJson = {
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
        text, notes = filetypes.as_text(content, max_cells=asked.CELLS_READ)
        found = read(text, max_cells=asked.CELLS_READ)
        return replace(found, notes=notes + found.notes)


def _encoded(value: object, name: str) -> str:
    """A value as a file of the format `name`, in base64."""
    return b64encode(filetypes.written(value, filetypes.FORMATS[name])).decode()


def about() -> answers.AboutJson:
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
            "rows": asked.CELLS_ACROSS,
            "cols": asked.CELLS_ACROSS,
            "max_per_cell": asked.MINES_PER_CELL,
            "seconds": SECONDS,
            "computations": COMPUTATIONS,
            "queue": QUEUE_PER_CLIENT,
            "connections": CONNECTIONS_PER_CLIENT,
            "games": list(GAMES),
            "think": [0, THINK],
        },
    }


def _content(text: str | None, data: str | None) -> tuple[bytes, str]:
    """The bytes of the text or the file, whichever is given, and what messages call it."""
    return (b64decode(data or ""), "the file") if text is None else (text.encode(), "the text")
