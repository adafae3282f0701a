"""Page: a report as one HTML file that needs nothing else: no network, no scripts, no other files.

Everything that comes from results is plain text here, and is escaped when it becomes part of the page.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape

from minemind.html_report.markup import Cells, HtmlTable
from minemind.html_report.page import framed
from minemind.lab.batch.attempt import printable
from minemind.lab.report.charts import ChartKind
from minemind.lab.report.commands import batch_command, is_typed, run_commands
from minemind.lab.report.results import BatchRead, Entry, Results, RunRead
from minemind.lab.report.sections import Section

__all__ = ["page_of"]

FOR_PYTHON = "Grids with holes or a longer reach can be played only from Python."


def page_of(
    results: Results, parts: Iterable[Section], drawings: Mapping[ChartKind, Sequence[str]], notes: Sequence[str]
) -> str:
    """The whole page; `drawings` has the elements that show the panels of each figure."""
    body = "\n".join(
        [
            f"<header><h1>MineMind report</h1><p>{escape(_summary(results))}</p></header>",
            *([f'<ul class="notes">{"".join(f"<li>{escape(note)}</li>" for note in notes)}</ul>'] if notes else []),
            *(_section(part, drawings.get(part.kind, ())) for part in parts),
            f"<section><h2>What was played</h2>{''.join(_sources(results))}</section>",
        ]
    )
    return framed("MineMind report", body)


def _summary(results: Results) -> str:
    strategies = {played.strategy for played in results.played}
    games, players = _counted(results.games, "game"), _counted(len(strategies), "strategy", "strategies")
    sources = [_counted(len(results.runs), "run"), _counted(len(results.batches), "batch", "batches")]
    return f"{games} of {players}, from {' and '.join(source for source in sources if source[0] != '0')}"


def _counted(count: int, one: str, several: str = "") -> str:
    return f"{count:,} {one if count == 1 else several or f'{one}s'}"


def _section(part: Section, panels: Sequence[str]) -> str:
    texts = "".join(f"<p>{escape(text)}</p>" for text in (part.text, *part.remarks))
    heading = f"<h2>{escape(part.title)}</h2>{texts}"
    if not panels:
        return f'<section id="{part.kind}">{heading}<p>No data.</p></section>'
    figures = "".join(f"<figure>{panel}</figure>" for panel in panels)
    table = f"<details><summary>The numbers</summary>{part.table.html}</details>" if part.is_folded else part.table.html
    return f'<section id="{part.kind}">{heading}<div class="panels">{figures}</div>{table}</section>'


def _sources(results: Results) -> Iterator[str]:
    for run in results.runs:
        yield f"<h3>{escape(run.name)}</h3>{_run(run)}"
    for batch in results.batches:
        yield f"<h3>{escape(batch.name)}</h3>{_batch(batch)}"


def _run(run: RunRead) -> str:
    stored = run.stored
    about = (
        f"{run.games:,} of {run.planned:,} games, by MineMind {printable(stored.version)}, whose engine has the "
        f"signature {printable(stored.signature)}."
    )
    head = ["strategy", "board", "mines", "first click", "start", "seed", "estimator", "games"]
    table = HtmlTable(head, (("", tuple(map(_match, run.played))),))
    rest = "" if all(map(is_typed, stored.plan.matches)) else f"<p>{escape(FOR_PYTHON)}</p>"
    gains = "".join(f"<p>{escape(_gain(played))}</p>" for played in run.played if played.gain.games)
    return f"<p>{escape(about)}</p>{table.html}{gains}{_again(run_commands(stored.plan))}{rest}"


def _gain(played: Entry) -> str:
    """A sentence that says how much more often a strategy wins than its baseline."""
    assert played.match is not None
    low, high = played.gain.ci95
    gain = f"{100 * played.gain.difference:+.3f} percentage points ({100 * low:+.3f} to {100 * high:+.3f})"
    return f"{played.match.strategy} wins {gain} more than {played.match.baseline}, by advantage."


def _match(played: Entry) -> Cells:
    match = played.match
    assert match is not None
    return [
        played.strategy,
        match.preset or f"{match.grid.rows}×{match.grid.cols} {match.grid.topology}",
        f"{match.mines:,}" + (f", up to {match.max_per_cell} in a cell" if match.max_per_cell > 1 else ""),
        match.first_click.value,
        "its own" if match.start is None else str(tuple(match.start)),
        str(match.seed),
        match.estimator.value,
        f"{played.tally.games:,}",
    ]


def _batch(batch: BatchRead) -> str:
    first, last = batch.began
    when = f"started {first}" if first == last else f"started from {first} to {last}"
    about = f"{batch.games:,} games in {printable(str(batch.path))}, {when}."
    table = HtmlTable(
        ["strategy", "games"], (("", tuple([one.strategy, f"{one.tally.games:,}"] for one in batch.played)),)
    )
    command = batch_command([played.strategy for played in batch.played], batch.label)
    return f"<p>{escape(about)}</p>{table.html}{_again([command])}"


def _again(commands: Sequence[str]) -> str:
    """The commands to type, one per line."""
    lines = "\n".join(map(printable, commands))
    return f"<p>To repeat it:</p><pre><code>{escape(lines)}</code></pre>" if lines else ""
