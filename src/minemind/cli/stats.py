"""The command `stats`: what layouts are worth, in clicks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import astuple
from typing import Annotated

import typer

import minemind as mm
from minemind import filetypes
from minemind.answers import answer
from minemind.answers.answer import MetricsAnswer
from minemind.answers.json import error_json, metrics_json
from minemind.cli.options import register
from minemind.cli.output import complain, print_json, progress_bar, say_notes
from minemind.cli.position import Json, TimeLimit, named, read_bytes, saved_in
from minemind.deadline import Deadline
from minemind.formats import foreign
from minemind.source import Notes
from minemind.table import aligned
from minemind.worth import layout_of

__all__ = ["add_to"]


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    register(app, "Measure", stats)


def stats(
    files: Annotated[
        list[str],
        typer.Argument(metavar="FILE…", help="Layouts, saved games, records of games, or - for standard input."),
    ],
    _time_limit: TimeLimit = None,
    as_json: Json = False,
) -> None:
    """Click counts of boards (3BV, ZiNi) and their grades.

    3BV counts clicks without flags; ZiNi also uses flags and chords. The grade, from 1 to 5, is for the game's first
    click, or else for the centre; a board that needs a guess from there has none.

    Example: minemind stats examples/layouts/beginner.txt
    """
    deadline = Deadline()
    found: list[tuple[str, MetricsAnswer]] = []
    failed: list[tuple[str, mm.MineMindError]] = []
    with progress_bar("boards", len(files)) as advance:
        for name in files:
            try:
                deadline.look()
                layout, notes, start = _layout_in(name)
                found.append((name, answer.metrics(layout, notes, start=start)))
            except mm.MineMindError as error:
                failed.append((name, error))
            if advance:
                advance(1)
    _print_answer(found, failed) if as_json else _print_table(found, failed)
    if failed:
        raise typer.Exit(1)


def _layout_in(name: str) -> tuple[mm.Layout, Notes, mm.Cell | None]:
    """The layout in a file as it is, what was assumed to read it, and the first cell that was opened, if any."""
    found = read_bytes(name)
    with filetypes.naming(named(name)):
        content, assumed = filetypes.as_text(found)
    saved = saved_in(content, name)
    game, notes = (saved, ()) if saved else foreign.read(content, first_click=mm.FirstClick.ANY)
    opened = (turn.cell for turn in game.history if turn.action is mm.Action.OPEN)
    return layout_of(game), assumed + notes, next(opened, None)


def _print_answer(found: Iterable[tuple[str, MetricsAnswer]], failed: Iterable[tuple[str, mm.MineMindError]]) -> None:
    print_json(
        {
            "boards": [{"file": name, **metrics_json(worth)} for name, worth in found],
            "failed": [{"file": name, **error_json(error)} for name, error in failed],
        }
    )


def _print_table(found: list[tuple[str, MetricsAnswer]], failed: Iterable[tuple[str, mm.MineMindError]]) -> None:
    for name, worth in found:
        say_notes(f"{named(name)}: {note}" for note in worth.notes)
    if found:
        print(aligned([*_table(found)]))
    for name, error in failed:
        where = "" if named(name) in str(error) else f"{named(name)}: "
        complain(f"minemind: {where}{error}")


def _table(found: Iterable[tuple[str, MetricsAnswer]]) -> Iterator[tuple[str, ...]]:
    yield "board", "size", "mines", "openings", "islands", "3BV", "ZiNi", "8-way", "human", "grade"
    for name, answered in found:
        layout = answered.layout
        counts = (layout.mines, *astuple(answered.metrics))
        yield name, f"{layout.grid.rows}×{layout.grid.cols}", *map(str, counts), str(answered.grade or "–")
