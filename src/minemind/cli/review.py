"""The command `review`: games judged click by click, and a player's profile over several of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Annotated

import typer

import minemind as mm
from minemind.answers.json import error_json
from minemind.answers.review import profile_json, review_json
from minemind.cli.files import Force
from minemind.cli.options import Lang, LanguageName, register
from minemind.cli.output import WrongUsage, complain, print_json, progress_bar, say
from minemind.cli.position import Json, TimeLimit, named, read_bytes
from minemind.files import check_free, is_partial, trouble, write_file
from minemind.reviews.report import profile_page, review_page
from minemind.reviews.review import MARGIN
from minemind.reviews.source import read_replay
from minemind.reviews.text import profile_text, review_text

__all__ = ["add_to"]

Reviewed = tuple[str, mm.Review]
Failed = tuple[str, mm.MineMindError]


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    register(app, "Measure", review)


def review(
    games: Annotated[
        list[str],
        typer.Argument(metavar="GAME…", help="Replays, records, saved games, folders of these, or - for stdin."),
    ],
    html: Annotated[str | None, typer.Option("--html", metavar="FILE", help="HTML report to write.")] = None,
    margin: Annotated[
        float, typer.Option(metavar="POINTS", help="Margin of estimated odds, in points of a percent.")
    ] = 100 * MARGIN,
    no_games: Annotated[
        bool, typer.Option("--no-games", help="Play no games: odds of winning only where they are exact.")
    ] = False,
    time_limit: TimeLimit = None,
    force: Force = False,
    as_json: Json = False,
    _lang: Lang = LanguageName.en,  # type: ignore[attr-defined]
) -> None:
    """Judge every click of a game; of several games, make a player's profile.

    Which risks were necessary, what was overlooked, what was luck and what was skill. The HTML report has the curve of
    the odds of winning and a picture of every key moment.

    Example: minemind review game.json --html review.html
    """
    if not 0.1 <= margin <= 50:
        raise WrongUsage(f"--margin {margin:g}: give points of a percent, from 0.1 to 50")
    if html and not force:
        check_free(Path(html))
    names = [*_files(games)]
    found, failed = _reviewed(names, None if no_games else margin / 100, time_limit)
    is_profile = len(names) != 1
    if html and found:
        write_file(html, _page(found, is_profile=is_profile).encode(), overwrite=force)
    _print_answer(found, failed, is_profile=is_profile) if as_json else _print_text(found, failed, is_profile, html)
    if failed or not found:
        raise typer.Exit(1)


def _files(games: Iterable[str]) -> Iterator[str]:
    """The files that are named, and those in folders, however deep, in the order of their names."""
    for name in games:
        if name == "-" or not Path(name).is_dir():
            yield name
            continue
        try:
            inside = sorted(path for path in Path(name).rglob("*") if path.is_file() and not is_partial(path))
        except OSError as error:
            raise trouble("read", Path(name), error) from error
        if not inside:
            raise WrongUsage(f"the folder {name!r} has no files; give games, or a folder with some")
        yield from map(str, inside)


def _reviewed(
    names: Sequence[str], margin: float | None, time_limit: float | None
) -> tuple[list[Reviewed], list[Failed]]:
    found: list[Reviewed] = []
    failed: list[Failed] = []
    with progress_bar("games", len(names)) as advance:
        for name in names:
            try:
                replay = read_replay(read_bytes(name), named(name))
                found.append((name, mm.review(replay, margin=margin, time_limit=time_limit)))
            except mm.MineMindError as error:
                failed.append((name, error))
            if advance:
                advance(1)
    return found, failed


def _page(found: Sequence[Reviewed], *, is_profile: bool) -> str:
    names = [name for name, _ in found]
    if is_profile:
        return profile_page(mm.profile([one for _, one in found]), names)
    return review_page(found[0][1], names[0])


def _print_answer(found: Sequence[Reviewed], failed: Iterable[Failed], *, is_profile: bool) -> None:
    profiled = profile_json(mm.profile([one for _, one in found])) if is_profile and found else None
    print_json(
        {
            "games": [{"file": name, **review_json(one)} for name, one in found],
            "profile": profiled,
            "failed": [{"file": name, **error_json(error)} for name, error in failed],
        }
    )


def _print_text(found: Sequence[Reviewed], failed: Iterable[Failed], is_profile: bool, html: str | None) -> None:
    if found:
        names = [name for name, _ in found]
        say(profile_text(mm.profile([one for _, one in found]), names) if is_profile else review_text(found[0][1]))
        if html:
            print(f"\n{html}")
    for name, error in failed:
        where = "" if named(name) in str(error) else f"{named(name)}: "
        complain(f"minemind: {where}{error}")
