"""Commands for studying a real game by hand: every configuration of a board, and what they agree on."""

from __future__ import annotations

import sys
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, BinaryIO

import typer

import minemind as mm
from minemind.answers.json import about_board, best_json, cells_json
from minemind.answers.text import cells_text
from minemind.cli.files import Force
from minemind.cli.options import register
from minemind.cli.output import WrongUsage, console, print_json, progress_bar, say, say_notes, show
from minemind.cli.position import Density, File, Json, Mines, Overrides, Topology, read_text
from minemind.errors import roughly
from minemind.files import check_free, reading
from minemind.formats.reading import wanting_a_position
from minemind.words import spoken

if TYPE_CHECKING:
    from minemind.pipeline import Names, Outline, Solution

__all__ = ["add_to"]

NOTHING_TO_DO = "no hidden cell touches a number; nothing to do"

# The default of the pipeline, which is not loaded just for this.
LIMIT = 10_000_000


def add_to(app: typer.Typer) -> None:
    """Register the commands of this room."""
    register(app, "Files", configurations, combine, pipeline)


@dataclass(frozen=True)
class OutputOptions:
    """Where files are written."""

    out_dir: Annotated[
        str | None, typer.Option(metavar="FOLDER", help="Folder to write to.", show_default="that of the input")
    ] = None
    force: Force = False

    def check(self, source: str, paths: list[Path]) -> None:
        """Raise an error before the work begins if one of the files may not be written."""
        for path in paths:
            if path.resolve() == Path(source).resolve():
                raise mm.InvalidValue(
                    f"{str(path)!r} would overwrite the file that it is made from; choose another --out-dir"
                )
            if not self.force:
                check_free(path)


@dataclass(frozen=True)
class ListingOptions(OutputOptions):
    """How a position is read, and how its configurations are listed."""

    limit: Annotated[
        int | None, typer.Option(min=1, help="Maximum number of configurations to write.", show_default=f"{LIMIT}")
    ] = None
    jobs: Annotated[
        int | None, typer.Option(min=1, help="Number of processes that solve components in parallel.", show_default="1")
    ] = None
    mines: Mines = None
    topology: Topology = None
    strict: Annotated[
        bool, typer.Option("--strict", help="Refuse short rows, and headers with rows and columns swapped.")
    ] = False

    def read(self, file: str, density: float | None = None) -> Outline:
        """Read the position to be studied, and print what had to be assumed."""
        from minemind.pipeline import Outline

        content, count = read_text(file), Overrides(self.mines, density).count
        with wanting_a_position(content):
            outline = Outline.read(content, **count, topology=self.topology, strict=self.strict)
        say_notes(outline.notes)
        return outline

    def write(self, outline: Outline, names: Names) -> None:
        """Write the configurations, with a progress bar on a terminal."""
        from minemind.pipeline import check_limit, write_configurations

        limit = self.limit or LIMIT
        check_limit(outline, limit)
        with progress_bar("writing configurations", int(outline.configurations)) as progress:
            write_configurations(
                outline, names.configurations, limit=limit, jobs=self.jobs or 1, force=self.force, progress=progress
            )


def configurations(*, file: File, how: ListingOptions, as_json: Json = False) -> None:
    """List every mine configuration that fits the numbers.

    Example: minemind configurations board_20261115_120000.txt
    """
    from minemind.pipeline import Names

    outline = how.read(file)
    names = Names.beside(file, how.out_dir)
    if outline.cells:
        how.check(file, [names.configurations])
        how.write(outline, names)
    written = str(names.configurations) if outline.cells else None
    if as_json:
        print_json({**about_board(outline.board, outline.notes), "file": written, **counts_json(outline)})
    elif written is None:
        print(NOTHING_TO_DO)
    else:
        show_counts(outline)
        print(f"configurations file: {written}")


def combine(
    *,
    file: Annotated[str, typer.Argument(metavar="FILE", help="A file of configurations, or - for standard input.")],
    where: OutputOptions,
    as_json: Json = False,
) -> None:
    """Combine configurations: keep what they all agree on.

    Example: minemind combine configurations_20261115_120000.txt
    """
    from minemind.pipeline import Names

    solution, count = read_listing(file)
    path = Names.beside(file, where.out_dir).solution
    found = len(solution.safe) + len(solution.mines) + len(solution.uncertain)
    if found:
        where.check(file, [path])
        solution.write(path, force=where.force)
    if as_json:
        written = str(path) if found else None
        print_json({"file": written, "configurations": str(count), **solution_json(solution)})
    elif not found:
        print("no cell is marked o or x; nothing to do")
    else:
        print(f"configurations: {count:,}")
        show_found(solution)
        print(f"solution file: {path}")


def pipeline(
    *,
    file: Annotated[str | None, typer.Argument(metavar="FILE", help="A position, or - for standard input.")] = None,
    latest: Annotated[
        bool, typer.Option("-l", "--latest", help="Use the board_*.txt with the newest timestamp in its name.")
    ] = False,
    folder: Annotated[
        str | None,
        typer.Option("--dir", metavar="FOLDER", help="Folder that --latest searches.", show_default="this one"),
    ] = None,
    direct: Annotated[bool, typer.Option("--direct", help="Write only the solution, from exact analysis.")] = False,
    how: ListingOptions,
    density: Density = None,
    as_json: Json = False,
) -> None:
    """List configurations, combine them and show the solution.

    Example: minemind pipeline --latest --dir games
    """
    from minemind.pipeline import Names, latest_board

    if folder is not None and not latest:
        raise WrongUsage(f"--dir is for --latest; {'add --latest' if file is None else 'leave out --dir'}")
    if (file is None) != latest:
        raise WrongUsage("give either a file or --latest")
    if direct and (how.limit, how.jobs) != (None, None):
        raise WrongUsage("--direct lists no configurations; leave out --limit and --jobs")
    source = str(latest_board(folder or ".")) if file is None else file
    outline = how.read(source, density)
    written: list[Path] = []
    if outline.cells:
        names = Names.beside(source, how.out_dir)
        written = [names.solution] if direct else [names.configurations, names.solution]
        how.check(source, written)
    if direct or not written:
        solution = outline.solution()
    else:
        how.write(outline, names)
        solution = read_listing(str(names.configurations))[0].about(outline.cells)
    if written:
        solution.write(names.solution, force=how.force)
    answer(outline, solution, written, as_json=as_json)


def read_listing(file: str) -> tuple[Solution, int]:
    """What the configurations of a file agree on, and how many there are; with a progress bar on a terminal."""
    from minemind.pipeline import combine

    with opened(file) as content:
        size = Path(file).stat().st_size if Path(file).is_file() else None
        with progress_bar("reading configurations", size) as progress:
            return combine(content, progress)


def opened(file: str) -> AbstractContextManager[BinaryIO]:
    """A file to read piece by piece; - is standard input."""
    return nullcontext(sys.stdin.buffer) if file == "-" else reading(file)


def answer(outline: Outline, solution: Solution, written: list[Path], *, as_json: bool) -> None:
    """Print everything that the pipeline has found."""
    from minemind.solve.choice import best_guess

    best = None if solution.safe else best_guess(outline.analysis)
    if as_json:
        files = {path.name.partition("_")[0]: str(path) for path in written}
        print_json(
            {
                **about_board(outline.board, outline.notes),
                "configurations_file": files.get("configurations"),
                "solution_file": files.get("solution"),
                **counts_json(outline),
                **solution_json(solution),
                "best": best_json(best),
                "solution": {"text": str(solution)},
            }
        )
        return
    show_solution(outline, solution)
    if not written:
        print(NOTHING_TO_DO)
    elif best:
        risk = f"{spoken().figures.percent(best.probability)} risk"
        print(f"safest: {tuple(best.cell)}, {'safe by the mine count' if best.cell in outline.analysis.safe else risk}")
    for path in written:
        print(f"{path.name.partition('_')[0]} file: {path}")


def show_solution(outline: Outline, solution: Solution) -> None:
    """Print the solution as a picture, and its counts."""
    from minemind.cli.picture import picture

    header, _, _ = str(outline.board).partition("\n")  # so that the picture knows the shape and the topology
    show(console(), picture(f"{header}\n".encode() + solution.text, emoji=False))
    print()
    show_counts(outline)
    show_found(solution)


def show_counts(outline: Outline) -> None:
    """Print the numbers of outline cells, clusters and configurations."""
    count = configurations_of(outline)
    print(f"outline cells: {len(outline.cells):,}")
    print(f"clusters: {outline.clusters:,}")
    print(f"configurations: {'too many to count' if count is None else roughly(count)}")


def show_found(solution: Solution) -> None:
    """Print what all configurations agree on."""
    say(f"safe ({len(solution.safe):,}): {cells_text(solution.safe)}")
    say(f"mines ({len(solution.mines):,}): {cells_text(solution.mines)}")
    print(f"uncertain: {len(solution.uncertain):,}")


def configurations_of(outline: Outline) -> int | None:
    """The number of configurations; None if they are too hard to count, which does not affect the other results."""
    try:
        return outline.configurations
    except mm.TooHard:
        return None


def counts_json(outline: Outline) -> dict[str, Any]:
    """The counts as values that JSON can hold."""
    count = configurations_of(outline)
    return {
        "outline": len(outline.cells),
        "clusters": outline.clusters,
        "configurations": None if count is None else str(count),
    }


def solution_json(solution: Solution) -> dict[str, Any]:
    """The cells of a solution as values that JSON can hold."""
    return {
        "safe": cells_json(solution.safe),
        "certain_mines": cells_json(solution.mines),
        "uncertain": cells_json(solution.uncertain),
    }
