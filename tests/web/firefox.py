"""Firefox, driven over WebDriver BiDi: the parts of that protocol that the tests of the page need.

Debian has no geckodriver, and none is needed: Firefox itself speaks BiDi over a WebSocket.
"""

from __future__ import annotations

import itertools
import json
import os
import re
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

from tests.web.browser import PATIENCE, installed

PROGRAMS = ("firefox-esr", "firefox")

# No requests to the outside, and no dialogs on the first start.
PREFERENCES: dict[str, Any] = {
    "app.update.auto": False,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.homepage_override.mstone": "ignore",
    "datareporting.policy.dataSubmissionEnabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "remote.prefs.recommended": True,
    "toolkit.telemetry.enabled": False,
}


class Firefox:
    """A tab of Firefox."""

    def __init__(self, connection: ClientConnection) -> None:
        self._connection = connection
        self._numbers = itertools.count(1)
        self.wrong: list[str] = []
        self.ask("session.new", capabilities={})
        self.ask("session.subscribe", events=["log.entryAdded"])
        self.tab = self.ask("browsingContext.getTree")["contexts"][0]["context"]

    def ask(self, method: str, **params: Any) -> Any:
        """Send a command and return its result; errors that are logged meanwhile are kept."""
        number = next(self._numbers)
        self._connection.send(json.dumps({"id": number, "method": method, "params": params}))
        while True:
            said = json.loads(self._connection.recv(timeout=PATIENCE))
            if said.get("method") == "log.entryAdded":
                self._heard(said["params"])
            if said.get("id") == number:
                assert said["type"] == "success", said
                return said["result"]

    def _heard(self, entry: dict[str, Any]) -> None:
        if entry["level"] == "error":
            self.wrong.append(str(entry["text"]))

    def visit(self, address: str, until: str = "document.documentElement.dataset.ready") -> Firefox:
        self.ask("browsingContext.navigate", context=self.tab, url=address, wait="complete")
        self.until(until)
        return self

    def evaluate(self, expression: str) -> Any:
        """The value of an expression, as JSON."""
        answer = self.ask(
            "script.evaluate",
            expression=f"Promise.resolve({expression}).then((value) => JSON.stringify(value ?? null))",
            target={"context": self.tab},
            awaitPromise=True,
        )
        assert answer["type"] == "success", answer["exceptionDetails"]["text"]
        return json.loads(answer["result"]["value"])

    def until(self, condition: str) -> None:
        """Wait for a condition of the page, which is checked every 15 ms."""
        holds = self.evaluate(
            f"""new Promise((resolve) => {{
              const end = performance.now() + {PATIENCE * 900};
              const look = () => ({condition}) ? resolve(true)
                : performance.now() > end ? resolve(false) : setTimeout(look, 15);
              look();
            }})"""
        )
        said = (
            ""
            if holds
            else self.evaluate("[minemind.text, document.querySelector('#play-message').innerText].join('\\n')")
        )
        assert holds, f"never: {condition}; the page says\n{said}"

    def click(self, x: float, y: float, button: int = 0) -> None:
        moves = [
            {"type": "pointerMove", "x": round(x), "y": round(y)},
            {"type": "pointerDown", "button": button},
            {"type": "pointerUp", "button": button},
        ]
        mouse = {"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": moves}
        self.ask("input.performActions", context=self.tab, actions=[mouse])

    def press(self, selector: str) -> None:
        """Click on an element of the page, once it is on top, enabled and no longer moving."""
        x, y = self._resting(f"document.querySelector({json.dumps(selector)})", "middleOf(it)")
        self.click(x, y)

    def choose(self, selector: str, value: str) -> None:
        """Choose a value from a list."""
        self.evaluate(
            f"(() => {{ const it = document.querySelector({json.dumps(selector)}); it.value = {json.dumps(value)};"
            " it.dispatchEvent(new Event('input', { bubbles: true })); })()"
        )

    def _resting(self, element: str, point: str) -> tuple[float, float]:
        """The place of a point of an element, once it is the same in two frames and nothing covers it."""
        found: list[float] | None = self.evaluate(
            f"""new Promise((resolve) => {{
              const end = performance.now() + {PATIENCE * 900};
              const middleOf = (it) => {{
                it.scrollIntoView({{ block: 'nearest' }});
                const {{ x, y, width, height }} = it.getBoundingClientRect();
                return [x + width / 2, y + height / 2];
              }};
              let before = '';
              const look = () => {{
                const it = {element};
                const at = it && {point};
                const isOnTop = it && it.contains(document.elementFromPoint(...at));
                if (isOnTop && !it.disabled && String(at) === before) return resolve(at);
                if (performance.now() > end) return resolve(null);
                before = String(at);
                requestAnimationFrame(look);
              }};
              requestAnimationFrame(look); // a board takes the size of its frame after the next one
            }})"""
        )
        assert found, f"never at rest: {element}"
        x, y = found
        return x, y

    def open(self, row: int, col: int, button: int = 0) -> None:
        """Click on a cell."""
        x, y = self._resting("document.querySelector('.view:not([hidden]) .host')", f"minemind.point({row}, {col})")
        self.click(x, y, button)

    def type(self, keys: str) -> None:
        strokes = [{"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]
        self.ask(
            "input.performActions", context=self.tab, actions=[{"type": "key", "id": "keyboard", "actions": strokes}]
        )

    def go(self, by: int) -> None:
        """Go back or forward in the history."""
        self.ask("browsingContext.traverseHistory", context=self.tab, delta=by)


@contextmanager
def running(**preferences: Any) -> Iterator[Firefox]:
    """Run Firefox with a new profile and some preferences."""
    path = installed("Firefox", PROGRAMS)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        lines = (f"user_pref({json.dumps(k)}, {json.dumps(v)});" for k, v in (PREFERENCES | preferences).items())
        (Path(profile) / "user.js").write_text("\n".join(lines))
        command = [path, "--headless", "--no-remote", "--remote-debugging-port", "0", "--profile", profile]
        environment = {**os.environ, "HOME": profile, "MOZ_CRASHREPORTER_DISABLE": "1"}
        process = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, env=environment
        )
        try:
            with connect(f"{_address(process)}/session", max_size=None) as connection:
                yield Firefox(connection)
        finally:
            process.kill()
            process.communicate()


def _address(process: subprocess.Popen[str]) -> str:
    assert process.stderr is not None
    for line in process.stderr:
        if found := re.search(r"BiDi listening on (ws://\S+)", line):
            return found[1]
    raise AssertionError("Firefox ended before it listened")
