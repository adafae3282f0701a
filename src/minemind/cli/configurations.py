"""Commands for those who study a real game by hand: every configuration of a board, and what they agree on."""

from __future__ import annotations

import sys
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, BinaryIO

import typer

import minemind as mm
from minemind.cli.files import Force
from minemind.cli.output import WrongUsage, cells, console, print_json, progress_bar, show
from minemind.cli.position import Density, File, Json, Mines, Overrides, Topology, read_text
from minemind.errors import roughly
from minemind.formats.answers import best_json, board_json, cells_json
from minemind.formats.files import check_free, reading
from minemind.formats.reading import wanting_a_position

if TYPE_CHECKING:
    from minemind.pipeline import Names, Outline, Solution

__all__ = ["add_to"]

NOTHING_TO_DO = "no hidden cell touches a number: there is nothing to do"

OutDir = Annotated[
    str | None, typer.Option(metavar="FOLDER", help="Where to write; else beside the input.", show_default=False)
]
Limit = Annotated[int, typer.Option(min=1, help="The most configurations to write.")]
Jobs = Annotated[int, typer.Option(min=1, help="How many processes solve clusters at once.")]
Strict = Annotated[bool, typer.Option("--strict", help="A short row or a turned header is an error.")]

# The same as in the pipeline, which is not loaded only to say so.
LIMIT = 10_000_000


def add_to(app: typer.Typer) -> None:
    """Register the commands of this room."""
    for command in (configurations, combine, pipeline):
        app.command(rich_help_panel="Files")(command)


def configurations(
    file: File,
    limit: Limit = LIMIT,
    jobs: Jobs = 1,
    out_dir: OutDir = None,
    force: Force = False,
    mines: Mines = None,
    topology: Topology = None,
    strict: Strict = False,
    as_json: Json = False,
) -> None:
    """Write every valid placement of mines beside the numbers.

    Example: minemind configurations board_20261115_120000.txt
    """
    from minemind.pipeline import Names

    outline = read_outline(file, Overrides(mines, topology=topology), strict=strict)
    names = Names.beside(file, out_dir)
    if outline.cells:
        check_outputs(file, [names.configurations], force=force)
        write_listing(outline, names, limit=limit, jobs=jobs, force=force)
    written = str(names.configurations) if outline.cells else None
    if as_json:
        print_json({**board_json(outline.board), "file": written, **counts_json(outline)})
    elif written is None:
        print(NOTHING_TO_DO)
    else:
        show_counts(outline)
        print(f"configurations file: {written}")


def combine(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A file of configurations, or - for standard input.")],
    out_dir: OutDir = None,
    force: Force = False,
    as_json: Json = False,
) -> None:
    """Keep what all configurations of a file agree on.

    Example: minemind combine configurations_20261115_120000.txt
    """
    from minemind.pipeline import Names

    solution, count = read_listing(file)
    path = Names.beside(file, out_dir).solution
    found = len(solution.safe) + len(solution.mines) + len(solution.uncertain)
    if found:
        check_outputs(file, [path], force=force)
        solution.write(path, force=force)
    if as_json:
        written = str(path) if found else None
        print_json({"file": written, "configurations": str(count), **solution_json(solution)})
    elif not found:
        print("no cell is marked o or x: there is nothing to do")
    else:
        print(f"configurations: {count:,}")
        show_found(solution)
        print(f"solution file: {path}")


def pipeline(
    file: Annotated[str | None, typer.Argument(metavar="FILE", help="A position, or - for standard input.")] = None,
    latest: Annotated[
        bool, typer.Option("-l", "--latest", help="Take the board_*.txt with the newest timestamp in its name.")
    ] = False,
    folder: Annotated[
        str | None, typer.Option("--dir", metavar="FOLDER", help="Where --latest looks.", show_default="here")
    ] = None,
    direct: Annotated[bool, typer.Option("--direct", help="Write the solution only, from exact analysis.")] = False,
    limit: Annotated[
        int | None, typer.Option(min=1, help="The most configurations to write.", show_default=f"{LIMIT}")
    ] = None,
    jobs: Annotated[
        int | None, typer.Option(min=1, help="How many processes solve clusters at once.", show_default="1")
    ] = None,
    out_dir: OutDir = None,
    force: Force = False,
    mines: Mines = None,
    density: Density = None,
    topology: Topology = None,
    strict: Strict = False,
    as_json: Json = False,
) -> None:
    """List configurations, combine them, show the result.

    Example: minemind pipeline --latest --dir games
    """
    from minemind.pipeline import Names, latest_board

    if (file is None) != latest:
        raise WrongUsage("give a file, or --latest, and not both")
    if file is not None and folder is not None:
        raise WrongUsage("--dir says where --latest looks; leave it out, or the file")
    if direct and (limit, jobs) != (None, None):
        raise WrongUsage("--direct lists no configurations; leave --limit and --jobs out")
    source = str(latest_board(folder or ".")) if file is None else file
    outline = read_outline(source, Overrides(mines, density, topology), strict=strict)
    written: list[Path] = []
    if outline.cells:
        names = Names.beside(source, out_dir)
        written = [names.solution] if direct else [names.configurations, names.solution]
        check_outputs(source, written, force=force)
    if direct or not written:
        solution = outline.solution()
    else:
        write_listing(outline, names, limit=limit or LIMIT, jobs=jobs or 1, force=force)
        solution = read_listing(str(names.configurations))[0].about(outline.cells)
    if written:
        solution.write(names.solution, force=force)
    answer(outline, solution, written, as_json=as_json)


def read_outline(file: str, overrides: Overrides, *, strict: bool) -> Outline:
    """The position that is to be studied."""
    from minemind.pipeline import Outline

    content = read_text(file)
    with wanting_a_position(content):
        return Outline.read(content, **overrides.count, topology=overrides.topology, strict=strict)


def check_outputs(source: str, paths: list[Path], *, force: bool) -> None:
    """Raise before the work begins if a file cannot be put where it belongs."""
    for path in paths:
        if path.resolve() == Path(source).resolve():
            raise mm.InvalidValue(f"{str(path)!r} would replace the file that it is made of; choose another --out-dir")
        if not force:
            check_free(path)


def write_listing(outline: Outline, names: Names, *, limit: int, jobs: int, force: bool) -> None:
    """Write the configurations, with a bar on a terminal."""
    from minemind.pipeline import check_limit, write_configurations

    check_limit(outline, limit)
    with progress_bar("writing configurations", int(outline.configurations)) as progress:
        write_configurations(outline, names.configurations, limit=limit, jobs=jobs, force=force, progress=progress)


def read_listing(file: str) -> tuple[Solution, int]:
    """What the configurations of a file agree on, and how many they are; with a bar on a terminal."""
    from minemind.pipeline import combine

    with opened(file) as content:
        size = Path(file).stat().st_size if Path(file).is_file() else None
        with progress_bar("reading configurations", size) as progress:
            return combine(content, progress)


def opened(file: str) -> AbstractContextManager[BinaryIO]:
    """A file to read piece by piece; - is standard input."""
    return nullcontext(sys.stdin.buffer) if file == "-" else reading(file)


def answer(outline: Outline, solution: Solution, written: list[Path], *, as_json: bool) -> None:
    """Everything that the pipeline found out."""
    from minemind.solve.guesses import best_guess

    best = None if solution.safe else best_guess(outline.analysis)
    if as_json:
        files = {path.name.partition("_")[0]: str(path) for path in written}
        print_json(
            {
                **board_json(outline.board),
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
        risk = f"{best.probability:.1%} risk of a mine"
        print(f"safest: {tuple(best.cell)}, {'safe by the mine count' if best.cell in outline.analysis.safe else risk}")
    for path in written:
        print(f"{path.name.partition('_')[0]} file: {path}")


def show_solution(outline: Outline, solution: Solution) -> None:
    """The solution as a picture, and what was counted."""
    from minemind.cli.picture import picture

    header, _, _ = str(outline.board).partition("\n")  # so that the picture knows the shape and the topology
    show(console(), picture(f"{header}\n".encode() + solution.text, emoji=False))
    print()
    show_counts(outline)
    show_found(solution)


def show_counts(outline: Outline) -> None:
    """How much there is to find out."""
    count = configurations_of(outline)
    print(f"outline cells: {len(outline.cells):,}")
    print(f"clusters: {outline.clusters:,}")
    print(f"configurations: {'too many to count' if count is None else roughly(count)}")


def show_found(solution: Solution) -> None:
    """What all configurations agree on."""
    print(f"safe ({len(solution.safe):,}): {cells(solution.safe)}")
    print(f"mines ({len(solution.mines):,}): {cells(solution.mines)}")
    print(f"uncertain: {len(solution.uncertain):,}")


def configurations_of(outline: Outline) -> int | None:
    """How many there are; None where nobody can count them, which is no reason to say nothing else."""
    try:
        return outline.configurations
    except mm.TooHard:
        return None


def counts_json(outline: Outline) -> dict[str, Any]:
    """What was counted, as programs read it."""
    count = configurations_of(outline)
    return {
        "outline": len(outline.cells),
        "clusters": outline.clusters,
        "configurations": None if count is None else str(count),
    }


def solution_json(solution: Solution) -> dict[str, Any]:
    """What is certain, as programs read it."""
    return {
        "safe": cells_json(solution.safe),
        "certain_mines": cells_json(solution.mines),
        "uncertain": cells_json(solution.uncertain),
    }
