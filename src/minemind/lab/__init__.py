"""The laboratory: many games by many strategies, crash-safe results, fair comparisons, reports."""

from minemind.lab.batch.batch import Batch
from minemind.lab.batch.results import BatchResults
from minemind.lab.cluster import cluster_workers
from minemind.lab.comparison import Comparison, Paired, Sprt, Verdict, compare
from minemind.lab.plan import Plan
from minemind.lab.report import Report, write_report
from minemind.lab.run import Standing, play_run
from minemind.lab.store import Stored, Writer, open_run, writing_run
from minemind.lab.workers import Workers, local_workers

__all__ = [
    "Batch",
    "BatchResults",
    "Comparison",
    "Paired",
    "Plan",
    "Report",
    "Sprt",
    "Standing",
    "Stored",
    "Verdict",
    "Workers",
    "Writer",
    "cluster_workers",
    "compare",
    "local_workers",
    "open_run",
    "play_run",
    "write_report",
    "writing_run",
]
