"""Dealing: the question for a new game, or for a layout whose first click is made safe."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from pydantic import FailFast, Field

from minemind.answers import schema
from minemind.answers.deal import Setup, deal
from minemind.answers.questions.question import Question, Seed
from minemind.answers.questions.values import (
    Budget,
    Cell,
    Chosen,
    FirstClickName,
    Grade,
    GradePair,
    Natural,
    Positive,
    Text,
    TopologyName,
    WayName,
)
from minemind.size import PRESETS, Preset

__all__ = ["GenerateQuestion", "SizedQuestion"]

PresetName = StrEnum("PresetName", list(PRESETS))  # type: ignore[misc]


class SizedQuestion(Question):
    """A question for something of a size: a preset, or rows, columns and mines."""

    preset: Annotated[PresetName, Chosen] | None = None
    rows: Positive | None = None
    cols: Positive | None = None
    mines: Natural | None = None

    def size(self) -> Preset:
        """The size. Raises `InvalidValue` if there is none, or more than one."""
        preset = None if self.preset is None else self.preset.value
        return Setup(preset=preset, rows=self.rows, cols=self.cols, mines=self.mines).size


class GenerateQuestion(SizedQuestion):
    """A game to be dealt: a preset, or rows, columns and mines; or a layout whose first click is to be made safe."""

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

    def answer(self) -> schema.DealtJson:
        """The layout, and everything that it was dealt from."""
        given = {name: value for name, value in self.model_dump().items() if name in self.model_fields_set}
        given.pop("lang", None)
        if self.seed is not None:
            given["seed"] = int(self.seed)
        if self.layout is not None:
            given["layout"] = self.layout.text
        return deal(**given)
