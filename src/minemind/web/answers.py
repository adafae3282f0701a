"""Answers that only the API gives; those that the command line gives as well are in `minemind.answers.schema`."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, Any, Literal, NotRequired

from pydantic import ConfigDict, with_config
from typing_extensions import TypedDict, is_typeddict

from minemind.answers import review, schema
from minemind.answers.questions.values import SavedGame, Text
from minemind.answers.schema import Says

__all__ = ["AboutJson", "ConvertedJson", "LimitsJson", "PresetJson", "SteppedJson"]

if TYPE_CHECKING:  # answers are only written here, never read: they hold what these models describe as plain values
    GameJson = dict[str, Any]
    TextJson = dict[str, str]
else:
    GameJson, TextJson = SavedGame, Text


class SteppedJson(schema.AnswerJson):
    """A game after a step."""

    game: GameJson
    moves: list[schema.MoveJson]
    state: Literal["playing", "won", "lost"]


class ConvertedJson(schema.AnswerJson):
    """What kind of text it is and what it holds; `notes` say what was assumed to read it."""

    kind: Literal["position", "layout", "solution", "configurations", "game"]
    board: TextJson
    layout: TextJson | None
    game: GameJson | None
    boards: list[str]
    faults: list[schema.FaultJson]
    notes: list[str]
    svg: NotRequired[str | None]
    files: NotRequired[Annotated[dict[str, str], Says(description="by format, in base64")]]


class PresetJson(TypedDict):
    """A preset: the name of a size."""

    name: str
    rows: int
    cols: int
    mines: int


class LimitsJson(TypedDict):
    """The limits of a request, and of one client."""

    body_bytes: int
    file_body_bytes: int
    rows: int
    cols: int
    max_per_cell: int
    seconds: float
    computations: int
    queue: int
    connections: int
    games: Annotated[list[int], Says(description="the fewest, and the most", minItems=2, maxItems=2)]
    think: Annotated[list[int], Says(description="the least, and the most", minItems=2, maxItems=2)]


class AboutJson(schema.AnswerJson):
    """What the server offers."""

    version: str
    presets: list[PresetJson]
    topologies: list[schema.Topology]
    first_clicks: list[schema.FirstClickName]
    strategies: list[schema.StrategyJson]
    methods: list[schema.MethodJson]
    limits: LimitsJson


# No answer has a field that is not in the schema.
for _shape in (*vars(schema).values(), *vars(review).values(), *vars(sys.modules[__name__]).copy().values()):
    if is_typeddict(_shape):
        with_config(ConfigDict(extra="forbid"))(_shape)
