"""The command that serves tools for language models."""

from __future__ import annotations

import typer

import minemind as mm
from minemind.cli.options import register

__all__ = ["add_to"]


def add_to(app: typer.Typer) -> None:
    """Register the command of this room."""
    register(app, "Serve", mcp)


def mcp() -> None:
    """Serve tools for language models, over pipes (MCP).

    A program that speaks the Model Context Protocol starts this command: analyse, explain, hint, puzzle and judge are
    its tools. It ends when standard input ends.

    Example: minemind mcp
    """
    try:
        from minemind.mcp.server import serve
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] == "minemind":
            raise
        raise mm.errors.MissingExtra(
            'tools for language models need the MCP SDK: pip install "minemind-engine[mcp]"'
        ) from None
    serve()
