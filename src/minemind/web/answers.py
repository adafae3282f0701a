"""Answers that only the API gives; those that the command line gives, too, are in `minemind.answers.schema`."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, Any, Literal, NotRequired

from pydantic import ConfigDict, with_config
from typing_extensions import TypedDict, is_typeddict

from minemind.answers import review, schema
from minemind.answers.schema import Says
from minemind.layout import FirstClick
from minemind.web.values import SavedGame, Text

__all__ = ["About", "Converted", "Dealt", "Limits", "Preset", "Stepped"]

if TYPE_CHECKING:  # an answer is written, and never read here: it has what these models describe, as plain values
    GameJson = dict[str, Any]
    TextJson = dict[str, str]
else:
    GameJson, TextJson = SavedGame, Text

FirstClickName = Annotated[str, Says(enum=list(FirstClick))]


class Dealt(schema.BoardAnswer):
    """A layout, and what it was dealt from; `no_guess` is null if it was not asked for."""

    seed: schema.Count
    first_click: FirstClickName
    no_guess: schema.NoGuess | None
    layout: TextJson


class Stepped(schema.Answer):
    """A game after a step."""

    game: GameJson
    moves: list[schema.Move]
    state: Literal["playing", "won", "lost"]


class Converted(schema.Answer):
    """What kind of text it is and what it holds; `notes` say what was assumed to read it."""

    kind: Literal["position", "layout", "solution", "configurations", "game"]
    board: TextJson
    layout: TextJson | None
    game: GameJson | None
    boards: list[str]
    faults: list[schema.Fault]
    notes: list[str]
    svg: NotRequired[str | None]
    files: NotRequired[Annotated[dict[str, str], Says(description="by format, in base64")]]


class Preset(TypedDict):
    """A preset: the name of a size."""

    name: str
    rows: int
    cols: int
    mines: int


class Limits(TypedDict):
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


class About(schema.Answer):
    """What the server offers."""

    version: str
    presets: list[Preset]
    topologies: list[schema.Topology]
    first_clicks: list[FirstClickName]
    strategies: list[schema.Strategy]
    methods: list[schema.Method]
    limits: Limits


# No answer has a field that is not in the schema.
for _shape in (*vars(schema).values(), *vars(review).values(), *vars(sys.modules[__name__]).copy().values()):
    if is_typeddict(_shape):
        with_config(ConfigDict(extra="forbid"))(_shape)
