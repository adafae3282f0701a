"""The laboratory: many games by many strategies, crash-safe results, fair comparisons, reports."""

from minemind.lab.batch.playing import Batch
from minemind.lab.batch.results import BatchResults
from minemind.lab.cluster import cluster_workers
from minemind.lab.comparison import Comparison, Paired, Sprt, SprtVerdict, compare
from minemind.lab.plan import Plan
from minemind.lab.quizzes.quizzing import QuizAnswer, QuizResult, quiz
from minemind.lab.report import Report, write_report
from minemind.lab.run import Standing, play_run
from minemind.lab.store import RunWriter, Stored, open_run, writing_run
from minemind.lab.workers import ChunkWorkers, local_workers

__all__ = [
    "Batch",
    "BatchResults",
    "ChunkWorkers",
    "Comparison",
    "Paired",
    "Plan",
    "QuizAnswer",
    "QuizResult",
    "Report",
    "RunWriter",
    "Sprt",
    "SprtVerdict",
    "Standing",
    "Stored",
    "cluster_workers",
    "compare",
    "local_workers",
    "open_run",
    "play_run",
    "quiz",
    "write_report",
    "writing_run",
]
