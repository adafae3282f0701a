"""Page: the frame of a report, a self-contained HTML file: it needs no network, no scripts and no other files."""

from __future__ import annotations

from html import escape
from pathlib import Path

from minemind.html_report.palette import PALETTE

__all__ = ["framed"]

STYLE = Path(__file__).with_name("report.css")


def framed(title: str, body: str, language: str = "en") -> str:
    """The whole page around its body, which is HTML."""
    return (
        f'<!doctype html>\n<html lang="{language}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f"<title>{escape(title)}</title>\n<style>\n{_colours()}{STYLE.read_text('utf-8')}</style>\n</head>\n"
        f"<body>\n<main>\n{body}\n</main>\n</body>\n</html>\n"
    )


def _colours() -> str:
    """The palette as variables."""
    light = "".join(f"--{name}:{colour.light};" for name, colour in PALETTE.items())
    dark = "".join(f"--{name}:{colour.dark};" for name, colour in PALETTE.items())
    return f":root{{{light}}}\n@media (prefers-color-scheme:dark){{:root{{{dark}}}}}\n"
