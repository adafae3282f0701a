"""The command `generate`: layouts, and boards that never need a guess.

Every board is printed or written as soon as it is found, so that Ctrl-C loses none.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer

import minemind as mm
from minemind.answers.json import about_board, no_guess_json
from minemind.cli.entry import INTERRUPTED
from minemind.cli.files import Force, cell_of, only_a_file
from minemind.cli.options import register
from minemind.cli.output import WrongUsage, complain, print_json, progress_bar
from minemind.cli.position import Json
from minemind.cli.setup import Budget, DealOptions, Grade, MostPerCell, NoGuess, Topology, WayName, grade_of, grid_of
from minemind.deadline import Deadline
from minemind.errors import FileError, counted
from minemind.files import check_free, read_file, trouble, write_file
from minemind.worth import three_bv

__all__ = ["add_to"]


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    register(app, "Files", generate)


Start = Annotated[
    str | None,
    typer.Option(
        metavar="ROW,COL", help="First click, which --first-click protects.", show_default="the centre with --no-guess"
    ),
]
FirstClick = Annotated[
    mm.FirstClick | None, typer.Option(help="Guarantee for the cell of --start.", show_default="opening")
]


@dataclass(frozen=True)
class NoGuessOptions:
    """Whether boards must never need a guess, and which of those are wanted."""

    no_guess: NoGuess = False
    way: WayName = None
    budget: Budget = None
    grade: Grade = None
    min_3bv: Annotated[int | None, typer.Option("--min-3bv", min=0, help="Minimum 3BV, with --no-guess.")] = None
    max_3bv: Annotated[int | None, typer.Option("--max-3bv", min=0, help="Maximum 3BV, with --no-guess.")] = None

    def check(self) -> None:
        """Raise `WrongUsage` if something is asked for that ordinary layouts do not have."""
        if not self.no_guess and self != NoGuessOptions():
            raise WrongUsage(
                "--way, --budget, --grade, --min-3bv and --max-3bv are for no-guess boards; add --no-guess"
            )


@dataclass(frozen=True)
class Destination:
    """Where layouts go: a file, a folder, or standard output."""

    output: Annotated[
        str | None,
        typer.Option(
            "-o",
            "--output",
            metavar="FILE",
            help="File to write.",
            show_default="standard output",
            callback=lambda name: None if name == "-" else name,
        ),
    ] = None
    out: Annotated[
        str | None, typer.Option("--out", metavar="FOLDER", help="Folder to write to, one file per layout.")
    ] = None
    certificate: Annotated[
        str | None,
        typer.Option(
            "--certificate",
            metavar="FILE",
            help="File for the proof that a --no-guess board needs no guess.",
            callback=only_a_file,
        ),
    ] = None
    force: Force = False

    def check(self, count: int) -> None:
        """Raise an error before the work begins if the files may not be written."""
        if self.certificate is not None and count > 1:
            raise WrongUsage("--certificate names the file of one board; leave out --count")
        if self.certificate is not None and not self.force:
            check_free(self.certificate)
        if self.output is not None and (count > 1 or self.out is not None):
            raise WrongUsage("--output names the file of one layout; for several give --out FOLDER alone")
        if self.force and self.output is None and self.out is None and self.certificate is None:
            raise WrongUsage("--force overwrites a file; name one: --output FILE")
        if self.output is not None and not self.force:
            check_free(self.output)
        if self.out is not None:
            try:
                Path(self.out).mkdir(parents=True, exist_ok=True)
            except (OSError, ValueError) as error:
                raise trouble("make the folder", self.out, error) from error

    def certify(self, board: Generated) -> None:
        """Write the certificate, if one is wanted."""
        if self.certificate is None or board.no_guess is None:
            return
        document = json.dumps(mm.no_guess.certify(board.no_guess).to_json(), ensure_ascii=False)
        write_file(self.certificate, f"{document}\n".encode(), overwrite=self.force)
        complain(f"wrote {self.certificate}; check it with: minemind verify {self.certificate}")

    def put(self, board: Generated) -> str | None:
        """Write a layout, unless a file in the folder holds it already. Returns the file's name, if there is one."""
        name = self.output if self.out is None else str(Path(self.out, board.name))
        if name is None:
            return None
        content = f"{board.layout}\n".encode()
        if not (self.out is not None and _holds(name, content)):
            write_file(name, content, overwrite=self.force)
        return name


def _holds(name: str, content: bytes) -> bool:
    try:
        return read_file(name) == content
    except FileError:
        return False


class Generated(NamedTuple):
    """A layout, the seed that gives it again, and what it guarantees for the first click."""

    layout: mm.Layout
    seed: int
    first_click: mm.FirstClick
    no_guess: mm.no_guess.NoGuess | None = None

    @property
    def name(self) -> str:
        """The name of its file."""
        if self.no_guess is None:
            return f"layout_{self.seed}.txt"
        row, col = self.no_guess.start
        return f"no_guess_{self.seed}_from_{row}_{col}.txt"

    @property
    def sentence(self) -> str:
        """How a no-guess board was found, in a sentence."""
        assert self.no_guess is not None
        found, worth = self.no_guess, three_bv(self.layout, Deadline())
        repairs = f", {counted(found.repairs, 'repair')}" if found.repairs else ""
        work = f"{counted(found.attempts, 'layout')} dealt{repairs}"
        board = f"{found.way}, grade {found.grade}, 3BV {worth}"
        return f"no guess from {tuple(found.start)}: seed {self.seed}, {board}; {work}"

    def json(self, file: str | None) -> dict[str, Any]:
        """The board as values that JSON can hold."""
        return {
            **about_board(self.layout),
            "file": file,
            "seed": str(self.seed),
            "first_click": self.first_click.value,
            "three_bv": three_bv(self.layout, Deadline()),
            "no_guess": no_guess_json(self.no_guess) if self.no_guess else None,
            "layout": {"text": str(self.layout)},
        }


class DealReport:
    """Reports every layout and where it was written; as JSON, all of them at the end."""

    def __init__(self, where: Destination, *, as_json: bool) -> None:
        self.where, self.as_json = where, as_json
        self.is_begun = self.is_interrupted = False
        self.boards: list[dict[str, Any]] = []

    def add(self, board: Generated) -> None:
        """Write a layout, or print it."""
        file = self.where.put(board)
        self.where.certify(board)
        if self.as_json:
            self.boards.append(board.json(file))
        elif file is None:
            if self.is_begun:
                print()
            print(board.layout, flush=True)
            self.is_begun = True
        elif self.where.out is not None:
            print(file, flush=True)
        else:
            complain(f"wrote {file}")
        if board.no_guess and self.where.out is None and not self.as_json:
            complain(board.sentence)

    def end(self) -> None:
        """Print the JSON, if that is wanted."""
        if self.as_json:
            print_json({"boards": self.boards, "interrupted": self.is_interrupted})


def generate(
    *,
    which: DealOptions,
    start: Start = None,
    first_click: FirstClick = None,
    max_per_cell: MostPerCell = 1,
    topology: Topology = "square",  # type: ignore[assignment]
    how: NoGuessOptions,
    count: Annotated[int, typer.Option("--count", min=1, help="Number of layouts.")] = 1,
    where: Destination,
    as_json: Json = False,
) -> None:
    """Generate layouts, including no-guess boards.

    With --no-guess, every move after the first click can be deduced, with the help of the mine count if need be.
    --way uniform deals until a layout needs no guess, so all such boards are equally likely. --way repaired moves mines
    where a guess would be needed; use it for boards with many mines.

    Example: minemind generate --preset expert --no-guess --seed 7 -o layout.txt
    """
    how.check()
    where.check(count)
    if where.certificate is not None and not how.no_guess:
        raise WrongUsage("--certificate proves that a board needs no guess; add --no-guess")
    if first_click and start is None and not how.no_guess:
        raise WrongUsage("--first-click protects the first cell; say which one it is: --start ROW,COL")
    size = which.wanted()
    game = mm.Game(
        mines=size.mines,
        seed=which.seed,
        first_click=first_click or mm.FirstClick.OPENING,
        max_per_cell=max_per_cell,
        grid=grid_of(size, topology),
    )
    report = DealReport(where, as_json=as_json)
    try:
        with progress_bar("boards", count) as advance:
            for board in _boards(game, cell_of(start) if start else None, how, count):
                report.add(board)
                if advance:
                    advance(1)
    except KeyboardInterrupt:
        report.is_interrupted = True
    report.end()
    if which.seed is None and not as_json and not (how.no_guess and count == 1):
        complain(f"seed {game.seed}")
    if report.is_interrupted:
        raise typer.Exit(INTERRUPTED)


def _boards(game: mm.Game, start: mm.Cell | None, how: NoGuessOptions, count: int) -> Iterator[Generated]:
    """Boards with the rules of a game: the first from its seed, the others from the next seeds of the same run."""
    assert game.seed is not None
    for index in range(count):
        seed = mm.strategy.game_seed(game.seed, index) if index else game.seed
        yield _no_guess(game, seed, start, how) if how.no_guess else _layout(game, seed, start)


def _layout(game: mm.Game, seed: int, start: mm.Cell | None) -> Generated:
    layout = mm.Layout.deal(
        game.grid,
        game.mines,
        seed=seed,
        first=start,
        first_click=game.first_click,
        max_per_cell=game.max_per_cell,
    )
    return Generated(layout, seed, game.first_click)


def _no_guess(game: mm.Game, seed: int, start: mm.Cell | None, how: NoGuessOptions) -> Generated:
    board = mm.generate(
        mines=game.mines,
        seed=seed,
        first_click=game.first_click,
        max_per_cell=game.max_per_cell,
        grid=game.grid,
        start=start,
        way=how.way or mm.no_guess.Way.UNIFORM,
        budget=how.budget,
        grade=grade_of(how.grade),
        min_3bv=how.min_3bv,
        max_3bv=how.max_3bv,
    )
    grade = board.grade or mm.no_guess.grade(board.layout, board.start).grade
    return Generated(board.layout, board.seed, board.first_click, replace(board, grade=grade))
