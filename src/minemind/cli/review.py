"""The command `review`: games judged click by click, and a player's profile over several of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

import typer

import minemind as mm
from minemind.answers.json import error_json
from minemind.answers.review import profile_json, review_json
from minemind.answers.text import whys_text
from minemind.cli.entry import INTERRUPTED
from minemind.cli.files import Force, only_a_file
from minemind.cli.options import Lang, LanguageName, register
from minemind.cli.output import WrongUsage, complain, print_json, progress_bar, say, say_notes
from minemind.cli.position import Json, TimeLimit, named, read_bytes
from minemind.deadline import Deadline
from minemind.files import check_free, is_partial, trouble, write_file
from minemind.reviews.report import profile_page, review_page
from minemind.reviews.review import MARGIN
from minemind.reviews.source import holds_game, read_replay
from minemind.reviews.text import profile_text, review_text
from minemind.words import phrase, spoken

__all__ = ["add_to"]


@dataclass
class Reviews:
    """What became of the files: reviews, errors, files without a game, and how many were left at an interruption."""

    found: list[tuple[str, mm.Review]] = field(default_factory=list)
    failed: list[tuple[str, mm.MineMindError]] = field(default_factory=list)
    skipped: list[str] = field(default_factory=list)
    left: int = 0

    @property
    def names(self) -> list[str]:
        """The files that were reviewed."""
        return [name for name, _ in self.found]

    @property
    def profile(self) -> mm.reviews.Profile | None:
        """The profile of several games; None for a single one, or if none was reviewed."""
        is_single = len(self.found) + len(self.failed) + self.left == 1
        return None if is_single or not self.found else mm.reviews.profile([one for _, one in self.found])

    @property
    def notes(self) -> Iterator[str]:
        """Notes on what was not reviewed without being an error."""
        if self.skipped:
            yield phrase("review.skipped", count=len(self.skipped), files=spoken().cut(self.skipped, ", "))
        if self.left:
            games = phrase("review.profile.games", count=len(self.found))
            yield phrase("review.interrupted", games=games, left=self.left)

    @property
    def code(self) -> int:
        """The exit code."""
        return INTERRUPTED if self.left else int(bool(self.failed) or not self.found)


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    register(app, "Play", review)


def review(
    games: Annotated[
        list[str],
        typer.Argument(
            metavar="GAME…", help="Replays, records, saved games, folders of these, or - for standard input."
        ),
    ],
    html: Annotated[
        str | None, typer.Option("--html", metavar="FILE", help="HTML report to write.", callback=only_a_file)
    ] = None,
    margin: Annotated[
        float | None,
        typer.Option(
            metavar="POINTS",
            help="Margin of estimated odds, in percentage points.",
            show_default=f"{100 * MARGIN:g}",
        ),
    ] = None,
    no_games: Annotated[
        bool, typer.Option("--no-games", help="Play no games: odds of winning only where they are exact.")
    ] = False,
    why: Annotated[
        bool, typer.Option("--why", help="Prove every certain click and what was missed; compare guesses.")
    ] = False,
    _time_limit: TimeLimit = None,
    force: Force = False,
    as_json: Json = False,
    _lang: Lang = LanguageName.en,  # type: ignore[attr-defined]
) -> None:
    """Judge every click of a game; of several, profile the player.

    Which risks were necessary, what was overlooked, what was luck and what was skill. The HTML report has the curve of
    the odds of winning and a picture of every key moment.

    Example: minemind review game.json --html review.html
    """
    if margin is not None and not 0.1 <= margin <= 50:
        raise WrongUsage(f"--margin {margin:g}: give percentage points, from 0.1 to 50")
    if margin is not None and no_games:
        raise WrongUsage("--no-games estimates nothing; leave out --margin")
    if html and not force:
        check_free(Path(html))
    files = [*_files(games)]
    if why and len(files) > 1 and not as_json:
        raise WrongUsage("--why: give one game, or ask for --json")
    reviews = _reviewed(files, None if no_games else MARGIN if margin is None else margin / 100)
    profile = reviews.profile
    if html and reviews.found:
        write_file(html, _page(reviews, profile).encode(), overwrite=force)
    if as_json:
        _print_answer(reviews, profile, why=why)
    else:
        _print_text(reviews, profile, html, why=why)
    if reviews.code:
        raise typer.Exit(reviews.code)


def _files(games: Iterable[str]) -> Iterator[tuple[str, bool]]:
    """The files that are named, and those in named folders at any depth, sorted; and whether each is in a folder."""
    for name in games:
        if name == "-" or not Path(name).is_dir():
            yield name, False
            continue
        try:
            inside = sorted(path for path in Path(name).rglob("*") if path.is_file() and not is_partial(path))
        except OSError as error:
            raise trouble("read", Path(name), error) from error
        if not inside:
            raise WrongUsage(f"the folder {name!r} has no files; give games, or a folder with some")
        yield from ((str(path), True) for path in inside)


def _reviewed(files: Sequence[tuple[str, bool]], margin: float | None) -> Reviews:
    """Review all files, or those finished before Ctrl-C; if there are none, `KeyboardInterrupt` is raised."""
    deadline, reviews = Deadline(), Reviews()
    with progress_bar("games", len(files)) as advance:
        for place, (name, is_inside) in enumerate(files):
            try:
                deadline.look()
                _review_one(reviews, name, margin, may_skip=is_inside)
            except mm.MineMindError as error:
                reviews.failed.append((name, error))
            except KeyboardInterrupt:
                if not reviews.found:
                    raise
                reviews.left = len(files) - place
                break
            if advance:
                advance(1)
    return reviews


def _review_one(reviews: Reviews, name: str, margin: float | None, *, may_skip: bool) -> None:
    """Review a file; with `may_skip` it need not hold a game: folders of games may have notes and pictures in them."""
    content = read_bytes(name)
    if may_skip and not holds_game(content):
        reviews.skipped.append(name)
    else:
        reviews.found.append((name, mm.review(read_replay(content, named(name)), margin=margin)))


def _page(reviews: Reviews, profile: mm.reviews.Profile | None) -> str:
    if profile:
        return profile_page(profile, reviews.names)
    [(name, one)] = reviews.found
    return review_page(one, name)


def _print_answer(reviews: Reviews, profile: mm.reviews.Profile | None, *, why: bool) -> None:
    print_json(
        {
            "games": [{"file": name, **review_json(one, one.whys() if why else None)} for name, one in reviews.found],
            "profile": profile and profile_json(profile),
            "failed": [{"file": name, **error_json(error)} for name, error in reviews.failed],
            "skipped": reviews.skipped,
            "left": reviews.left,
        }
    )


def _print_text(reviews: Reviews, profile: mm.reviews.Profile | None, html: str | None, *, why: bool) -> None:
    if reviews.found:
        one = reviews.found[0][1]
        say(profile_text(profile, reviews.names) if profile else review_text(one))
        if why and not profile:
            say("\n" + whys_text(one, one.whys()))
        if html:
            print(f"\n{html}")
    say_notes(reviews.notes)
    if not (reviews.found or reviews.failed):
        complain("minemind: none of these files contains a game; give replays, records or saved games")
    for name, error in reviews.failed:
        where = "" if named(name) in str(error) else f"{named(name)}: "
        complain(f"minemind: {where}{error}")
