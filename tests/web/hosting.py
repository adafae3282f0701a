"""The site as `minemind page` writes it, on a plain web server under a sub-path, which logs its requests."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from minemind.web.publish import publish
from minemind.web.site import build_site

SUB_PATH = "deep/site"


class Host:
    """A server like `python -m http.server`. It can be stopped and started again at the same address."""

    def __init__(self, folder: Path, *, for_others: bool = False, compressed: bool = False) -> None:
        self.folder, self.for_others, self.compressed = folder, for_others, compressed
        self.asked: list[str] = []
        self.port = 0
        self.start()

    def start(self) -> None:
        handler = partial(_Handler, self, directory=str(self.folder))
        self._server = ThreadingHTTPServer(("127.0.0.1", self.port), handler)
        self._server.daemon_threads = True
        self.port = self._server.server_address[1]
        threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def site(self) -> str:
        """The address of the page."""
        return f"{self.address}/{SUB_PATH}"


class _Handler(SimpleHTTPRequestHandler):
    def __init__(self, host: Host, *arguments: Any, **more: Any) -> None:
        self.host = host
        super().__init__(*arguments, **more)

    def translate_path(self, path: str) -> str:
        found = super().translate_path(path)
        file = found + "index.html" if found.endswith("/") else found
        self.is_compressed = self.host.compressed and Path(f"{file}.br").exists()
        return f"{file}.br" if self.is_compressed else found

    def guess_type(self, path: Any) -> str:
        return super().guess_type(str(path).removesuffix(".br"))

    def end_headers(self) -> None:
        if self.host.for_others:
            self.send_header("Access-Control-Allow-Origin", "*")
        if getattr(self, "is_compressed", False):
            self.send_header("Content-Encoding", "br")
        super().end_headers()

    def log_message(self, *_: Any) -> None:
        self.host.asked.append(self.path)


def published(folder: Path) -> Path:
    """Write the site into a folder, under a sub-path, and return the folder."""
    for _ in publish(build_site(), folder / SUB_PATH):
        pass
    return folder


@contextmanager
def hosted(folder: Path, *, for_others: bool = False, compressed: bool = False) -> Iterator[Host]:
    """Serve a folder; for_others: to pages of other hosts, too; compressed: it sends the copies made by brotli."""
    host = Host(folder, for_others=for_others, compressed=compressed)
    try:
        yield host
    finally:
        host.stop()
