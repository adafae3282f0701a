"""Values: the parts of questions and answers, so that the schema is complete and nothing else is accepted."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, FailFast, Field

from minemind.answers.asked import CELLS_ACROSS
from minemind.dealer import GRADES, MAX_BUDGET, Way
from minemind.formats.document import SCHEMA
from minemind.layout import FirstClick
from minemind.topology import TOPOLOGIES

__all__ = [
    "Base64",
    "Budget",
    "Cell",
    "Chosen",
    "Count",
    "FirstClickName",
    "Grade",
    "GradePair",
    "NoGuessSetup",
    "SavedGame",
    "SeedText",
    "Text",
    "TopologyName",
    "Value",
    "WayName",
    "Written",
]

# Enumerations of what there is, so that the schema lists it.
TopologyName = StrEnum("TopologyName", list(TOPOLOGIES))  # type: ignore[misc]
FirstClickName = StrEnum("FirstClickName", [rule.value for rule in FirstClick])  # type: ignore[misc]
WayName = StrEnum("WayName", [way.value for way in Way])  # type: ignore[misc]

# JSON has neither names nor pairs: these are made of what it has.
Chosen: Any = Field(strict=False)


def _without_point(value: object) -> object:
    """To JSON, 3.0 is a whole number."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


# Stands last, where it leaves the schema alone.
Whole = BeforeValidator(_without_point)
Natural = Annotated[int, Field(ge=0), Whole]
Positive = Annotated[int, Field(ge=1), Whole]
Budget = Annotated[int, Field(ge=0, le=MAX_BUDGET), Whole]
Grade = Annotated[int, Field(ge=GRADES[0], le=GRADES[-1]), Whole]
GradePair = Annotated[tuple[Grade, Grade], Field(strict=False, description="the least and the greatest")]
Index = Annotated[int, Field(ge=0, lt=CELLS_ACROSS), Whole]
Cell = Annotated[tuple[Index, Index], Field(strict=False, description="[row, col], from 0")]


# Decimal digits, because not every JSON reader keeps 64 bits.
Count = Annotated[str, Field(pattern=r"^[0-9]+$")]
SeedText = Annotated[str, Field(pattern=r"^[0-9]{1,20}$")]


def _whole(text: str) -> str:
    """A text of whole characters: JSON can escape lone surrogates, which no file holds."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise ValueError("the text contains half of a surrogate pair") from None
    return text


Written = Annotated[str, AfterValidator(_whole)]

# Bytes, in the alphabet of RFC 4648 and with its padding.
Base64 = Annotated[str, Field(pattern=r"^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$")]


class Value(BaseModel):
    """What JSON holds, exactly: no other fields, and no text where a number belongs."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Text(Value):
    """A board or a layout: see docs/notation.md."""

    text: Written = Field(
        description="a line `rows cols mines`, with ? for an unknown count, then a line a row: . hidden, ! flagged, "
        "a digit open; in a layout * is a mine",
        examples=["1 3 1\n.1."],
    )


Opened = Annotated[tuple[Literal["open", "chord"], Index, Index], Field(strict=False)]
Flagged = Annotated[tuple[Literal["flag"], Index, Index, Natural], Field(strict=False)]


# The first wrong one is enough: listing all of them takes longer than playing the game.
Turns = Annotated[list[Opened | Flagged], FailFast()]


Times = Annotated[list[float | None], FailFast()]


class NoGuessSetup(Value):
    """How the mines of a game are dealt that never needs a guess."""

    way: Annotated[WayName, Chosen]
    budget: Budget
    grade: GradePair | None = None


class SavedGame(Value):
    """A game with every turn since it began. It has a seed and a first-click rule, a layout, or all three."""

    minemind: Annotated[int, Field(ge=1, le=SCHEMA, description="the version of the schema"), Whole]
    kind: Literal["game"]
    seed: SeedText | None = None
    first_click: Annotated[FirstClickName, Chosen] | None = None
    no_guess: NoGuessSetup | None = None
    layout: Text | None = None
    history: Turns
    times: Times = Field(default=[], description="when each turn of the history was played, in seconds")
    undone: Turns
    board: Text
