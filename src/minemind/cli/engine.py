"""The command that speaks the engine protocol. The entry runs it before typer is loaded; this is its help."""

from __future__ import annotations

import typer

from minemind.cli.options import register

__all__ = ["add_to"]


def add_to(app: typer.Typer) -> None:
    """Register the command of this room."""
    register(app, "Serve", engine)


def engine() -> None:
    """Answer other programs, in lines of JSON over a pipe.

    Chess engines speak UCI; this is its counterpart for Minesweeper, described in docs/protocol.md.

    Example: echo '{"ask": "hello"}' | minemind engine
    """
    from minemind.protocol.engine import main

    main()
