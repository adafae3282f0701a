"""The command `verify`: checks certificates of boards that need no guess."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

import typer

import minemind as mm
from minemind.answers.json import error_json
from minemind.cli.options import register
from minemind.cli.output import complain, print_json, progress_bar, say
from minemind.cli.position import Json, named, read_bytes
from minemind.formats.document import parsed

__all__ = ["add_to"]


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    register(app, "Files", verify)


def verify(
    files: Annotated[list[str], typer.Argument(metavar="FILE…", help="Certificates, or - for standard input.")],
    as_json: Json = False,
) -> None:
    """Check certificates of no-guess boards.

    The engine is not used: every step of every proof must follow from the numbers and steps that it names. Exits with 1
    if a certificate is wrong, and says which move is wrong and why.

    Example: minemind verify certificate.json
    """
    checked: list[tuple[str, mm.no_guess.Verdict]] = []
    failed: list[tuple[str, mm.MineMindError]] = []
    with progress_bar("certificates", len(files)) as advance:
        for name in files:
            try:
                checked.append((name, mm.no_guess.verify(_certificate_in(name))))
            except mm.MineMindError as error:
                failed.append((name, error))
            if advance:
                advance(1)
    _print_answer(checked, failed) if as_json else _print_lines(checked, failed)
    if failed or not all(verdict for _, verdict in checked):
        raise typer.Exit(1)


def _certificate_in(name: str) -> mm.no_guess.Certificate:
    content = read_bytes(name)
    if not content.lstrip().startswith(b"{"):
        wanted = "minemind generate --no-guess --certificate FILE writes one"
        raise mm.errors.BadSave(f"{named(name)} is not a certificate; {wanted}")
    try:
        return mm.no_guess.Certificate.from_json(parsed(content, "certificate"))
    except mm.errors.BadSave as error:
        raise mm.errors.BadSave(f"{named(name)} {error}") from None


def _print_answer(
    checked: Iterable[tuple[str, mm.no_guess.Verdict]], failed: Iterable[tuple[str, mm.MineMindError]]
) -> None:
    print_json(
        {
            "certificates": [
                {
                    "file": name,
                    "is_valid": verdict.is_valid,
                    "sentence": verdict.sentence,
                    "move": verdict.move,
                    "step": verdict.step,
                }
                for name, verdict in checked
            ],
            "failed": [{"file": name, **error_json(error)} for name, error in failed],
        }
    )


def _print_lines(
    checked: Iterable[tuple[str, mm.no_guess.Verdict]], failed: Iterable[tuple[str, mm.MineMindError]]
) -> None:
    for name, verdict in checked:
        if verdict:
            say(f"{named(name)}: {verdict}")
        else:
            complain(f"minemind: {named(name)}: {verdict}")
    for name, error in failed:
        where = "" if named(name) in str(error) else f"{named(name)}: "
        complain(f"minemind: {where}{error}")
