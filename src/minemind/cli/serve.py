"""The command that serves the page and the API."""

from __future__ import annotations

import threading
from typing import Annotated

import typer

import minemind as mm
from minemind.cli.options import register
from minemind.cli.output import complain

__all__ = ["add_to"]

INTERRUPTED = 130


def add_to(app: typer.Typer) -> None:
    """Register the command of this room."""
    register(app, "Play", serve)


def serve(
    port: Annotated[int, typer.Option(min=0, max=65535, help="Where to listen; 0 takes any that is free.")] = 8000,
    host: Annotated[str, typer.Option(help="At which address; 0.0.0.0 is all of this machine's.")] = "127.0.0.1",
    name: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="Another name of this server, as behind a proxy.")
    ] = None,
    trusted_proxy: Annotated[
        list[str] | None, typer.Option(metavar="ADDRESS", help="A proxy whose X-Forwarded-For header says who asks.")
    ] = None,
    open_page: Annotated[bool, typer.Option("--open", help="Open the page in a browser.")] = False,
) -> None:
    """The page and the API, for a browser on this machine.

    Example: minemind serve --open
    """
    try:
        from minemind.web import server as web
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] == "minemind":
            raise
        raise mm.MissingExtra('the page needs a web server: pip install "minemind-engine[web]"') from None
    proxies = web.trusted(trusted_proxy or ())
    listening = web.listen(host, port)
    where = web.address(host, listening)
    if not web.is_loopback(host):
        complain(f"note: whoever reaches this machine at {host} can ask, and use its processors; there is no password")
    print(f"MineMind is at {where} (Ctrl-C ends it)", flush=True)
    if open_page:
        import webbrowser

        threading.Thread(target=webbrowser.open, args=(where,), daemon=True).start()
    try:
        web.serve(listening, web.Hosts.of(host, name or ()), proxies)
    except KeyboardInterrupt:
        raise typer.Exit(INTERRUPTED) from None
