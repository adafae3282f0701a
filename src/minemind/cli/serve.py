"""The command that serves the page and the API."""

from __future__ import annotations

import threading
from typing import Annotated

import typer

import minemind as mm
from minemind.cli.entry import INTERRUPTED
from minemind.cli.options import register
from minemind.cli.output import complain

__all__ = ["add_to"]


def add_to(app: typer.Typer) -> None:
    """Register the command of this room."""
    register(app, "Serve", serve)


def serve(
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port to listen on; 0 picks a free one.")] = 8000,
    host: Annotated[
        str, typer.Option(help="Address to listen on; 0.0.0.0 means every address of this machine.")
    ] = "127.0.0.1",
    name: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="Additional host name to answer to, for use behind a proxy."),
    ] = None,
    trusted_proxy: Annotated[
        list[str] | None, typer.Option(metavar="ADDRESS", help="Proxy whose X-Forwarded-For header is trusted.")
    ] = None,
    open_page: Annotated[bool, typer.Option("--open", help="Open the page in a browser.")] = False,
) -> None:
    """Serve the web page and the API from this machine.

    Example: minemind serve --open
    """
    try:
        from minemind.web import server as web
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] == "minemind":
            raise
        raise mm.errors.MissingExtra('the page needs a web server: pip install "minemind-engine[web]"') from None
    proxies = web.trusted(trusted_proxy or ())
    listening = web.listen(host, port)
    where = web.address(host, listening)
    if not web.is_loopback(host):
        complain(f"note: anyone who can reach {host} can use this server and its processors; there is no password")
    print(f"MineMind is at {where} (Ctrl-C ends it)", flush=True)
    if open_page:
        import webbrowser

        threading.Thread(target=webbrowser.open, args=(where,), daemon=True).start()
    try:
        web.serve(listening, web.Hosts.of(host, name or ()), proxies)
    except KeyboardInterrupt:
        raise typer.Exit(INTERRUPTED) from None
