"""The command that writes the page for any web server."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from minemind.cli.options import register
from minemind.cli.output import complain, print_json, progress_bar
from minemind.cli.position import Json

__all__ = ["add_to"]


def add_to(app: typer.Typer) -> None:
    """Register the command of this room."""
    register(app, "Serve", page)


def page(
    out: Annotated[
        str, typer.Option("--out", metavar="FOLDER", help="Folder to write to: a new or empty one, or an older site.")
    ],
    as_json: Json = False,
) -> None:
    """Write the web page as files for any web server.

    The page runs the engine in the browser and needs no program on the server. Every file also has compressed copies,
    for servers that send them; the package brotli makes smaller ones: pip install "minemind-engine[page]"

    Example: minemind page --out site
    """
    from minemind.web.publish import publish
    from minemind.web.site import brotli_is_missing, build_site

    site = build_site()
    published = []
    with progress_bar("writing", len(site.files)) as advance:
        for file in publish(site, Path(out)):
            published.append(file)
            if advance:
                advance(1)
    if brotli_is_missing():
        complain('note: copies are compressed by gzip only; for brotli: pip install "minemind-engine[page]"')
    loaded, kept = (
        sum(file.smallest for file in published if file.name in names) for names in (site.first_load, site.kept)
    )
    if as_json:
        files = [{"name": file.name, "bytes": file.bytes, "encoded": file.encoded} for file in published]
        sums = {"first_load_bytes": loaded, "kept_bytes": kept}
        print_json({"folder": out, "version": site.version, **sums, "files": files})
        return
    for file in published:
        sizes = "".join(f", {size:,} as {encoding}" for encoding, size in file.encoded.items())
        print(f"{file.name}  {file.bytes:,} bytes{sizes}")
    print(
        f"{len(published)} files in {out}; a first visit waits for {loaded:,} bytes, {kept:,} are kept for offline use"
    )
