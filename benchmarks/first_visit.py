"""How long a first visit of the page takes over a slow network: `python -m benchmarks.first_visit`.

Chromium slows its own network down to 1.6 Mbit/s with a latency of 150 ms, and visits the site as `minemind page`
writes it, on a host that sends the copies made by brotli. It measures when the board is shown, and when the engine has
dealt around a first click. On a busy machine the least of several visits counts.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tests.web.browser import ARGUMENTS, App, chromium
from tests.web.hosting import hosted, published

VISITS = 10
NETWORK = {"offline": False, "latency": 150, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 1.6e6 / 8}

# Records when the page has set the attribute that it sets last.
WATCH = """new MutationObserver(() => (window.readyAt ??= document.documentElement?.dataset.ready && performance.now()))
  .observe(document, { attributes: true, subtree: true, attributeFilter: ["data-ready"] });"""


def visit(browser: Browser, address: str) -> tuple[float, float]:
    """The seconds until the board is shown, and until the engine has answered."""
    context = browser.new_context(viewport={"width": 1200, "height": 800}, service_workers="block")
    app = App(context, address)
    session = context.new_cdp_session(app.page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", NETWORK)
    app.page.add_init_script(WATCH)
    app.visit()
    app.first_click(4, 4)
    seen, answered = app.page.evaluate("() => [readyAt / 1000, performance.now() / 1000]")
    context.close()
    return seen, answered


def main() -> None:
    """Visit several times and print the least."""
    with (
        tempfile.TemporaryDirectory() as folder,
        hosted(published(Path(folder)), compressed=True) as host,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
        visits = [visit(browser, host.site) for _ in range(VISITS)]
        browser.close()
    seen, answered = (min(each) for each in zip(*visits, strict=True))
    print(f"board after {seen:.2f} s, engine after {answered:.2f} s (least of {VISITS} visits, 1.6 Mbit/s, 150 ms)")


if __name__ == "__main__":
    main()
