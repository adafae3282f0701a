"""Would the tests notice? Breaks a copy of the tree in dangerous ways, one at a time: `make mutants`.

A mutant replaces one piece of text in one file. The tests that should catch it are run on the copy, the engine is
rebuilt if the mutant is in it, and survivors are reported. Not in CI: it takes some minutes.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent


@dataclass(frozen=True)
class Mutant:
    """What is broken, where, and the tests that must then fail."""

    name: str
    file: str
    old: str
    new: str
    tests: tuple[str, ...]

    @property
    def is_native(self) -> bool:
        """Whether the engine must be rebuilt."""
        return self.file.startswith("engine/")

    def apply(self, tree: Path) -> None:
        """Break a tree. The text must occur exactly once; otherwise the code has changed and the mutant is outdated."""
        path = tree / self.file
        text = path.read_text()
        if text.count(self.old) != 1:
            sys.exit(f"{self.name}: {self.file} has {self.old!r} {text.count(self.old)} times; renew the mutant")
        path.write_text(text.replace(self.old, self.new))

    def undo(self, tree: Path) -> None:
        """Restore the file."""
        shutil.copy(ROOT / self.file, tree / self.file)


SIMULATE, FORK = "tests/strategy/test_simulate.py", "tests/solve/test_fork.py"

# The most dangerous mutants.
MUTANTS = [
    Mutant(
        "counting: a step into a dead end counts as possible",
        "engine/count/count.cpp",
        "if (draft.can_end[steps_[step].to]) draft.possible",
        "draft.possible",
        ("tests/solve/test_exact.py",),
    ),
    Mutant(
        "counting: the outside may hold a mine more than it has slots",
        "engine/analysis/analysis.cpp",
        "most_outside_ <= outside_slots_) return;",
        "most_outside_ <= outside_slots_ + 1) return;",
        ("tests/solve/test_exact.py", "tests/solve/test_limits.py"),
    ),
    Mutant(
        "metrics: a flag saves one click, however many mines it stands for",
        "engine/review/metrics.cpp",
        "premium_[neighbour] += terrain_.mines(mined);",
        "premium_[neighbour] += 1;",
        ("tests/test_worth.py",),
    ),
    Mutant(
        "review: a guess is forced although something was certain",
        "engine/review/review.cpp",
        "risk.safe.empty() ? Judgement::forced_guess",
        "risk.safe.size() < 2 ? Judgement::forced_guess",
        ("tests/reviews/test_brute_force.py", "tests/reviews/test_review.py"),
    ),
    Mutant(
        "review: the cells of a chord are taken for independent",
        "engine/review/win.cpp",
        "    now = given_free.get();",
        "    now = &analysis;",
        ("tests/reviews/test_brute_force.py", "tests/reviews/test_review.py"),
    ),
    Mutant(
        "review: an odd click is effective",
        "engine/review/review.cpp",
        "performance_.effective += judged.opened > 0 || is_chord;",
        "performance_.effective += 1;",
        ("tests/reviews/test_performance.py",),
    ),
    Mutant(
        "no guess: the mine count is one too many",
        "engine/play/no_guess.cpp",
        "prior{MineModel::counted, deal_.mines, 1}",
        "prior{MineModel::counted, deal_.mines + 1, 1}",
        ("tests/no_guess/test_dealing.py",),
    ),
    Mutant(
        "no guess: a board with repairs is not played again",
        "engine/play/no_guess.cpp",
        "    return repairs;",
        "    return 0;",
        ("tests/no_guess/test_dealing.py",),
    ),
    Mutant(
        "no guess: repairs put mines where the first click promises none",
        "engine/play/repair.cpp",
        "return those(area, [this](Cell cell) { return !is_promised_[cell]; });",
        "return area;",
        ("tests/no_guess/test_dealing.py",),
    ),
    Mutant(
        "no guess: layouts are dealt from the same seed again and again",
        "engine/play/no_guess.cpp",
        "own.seed = split_mix(deal_.seed, board_.work.layouts - layouts_before_);",
        "own.seed = split_mix(deal_.seed, (board_.work.layouts - layouts_before_) % 4);",
        ("tests/no_guess/test_dealing.py",),
    ),
    Mutant(
        "no guess: the seed of a board says nothing of the layouts before it that were of another grade",
        "engine/play/no_guess.cpp",
        "    layouts_before_ = board_.work.layouts;\n",
        "",
        ("tests/no_guess/test_dealing_grades.py",),
    ),
    Mutant(
        "no guess: the first move that is hard enough decides the grade",
        "engine/play/no_guess.cpp",
        "while (hardest <= most) {",
        "while (hardest < most) {",
        ("tests/no_guess/test_dealing_grades.py",),
    ),
    Mutant(
        "proofs by the mine count: a solution is not improved where a number is left out",
        "engine/prove/mine_totals.cpp",
        "    while (improve(component, part))",
        "    while (false && improve(component, part))",
        ("tests/solve/test_proof.py",),
    ),
    Mutant(
        "proofs by the mine count: only the first part beside a number is looked at",
        "engine/prove/mine_totals.cpp",
        "if (!is_found[first]) parts",
        "if (!is_found[first] && parts.empty()) parts",
        ("tests/solve/test_proof.py",),
    ),
    Mutant(
        "endings: an upper bound passes for the value",
        "engine/play/endgame.cpp",
        "is_exact = best > alpha || bound <= best;",
        "is_exact = true;",
        ("tests/solve/test_endgame.py",),
    ),
    Mutant(
        "look-ahead: a safe cell that tells nothing is progress",
        "engine/analysis/trial.cpp",
        "[&](Cell other) { return after_.is_unknown(other); }",
        "[](Cell) { return true; }",
        ("tests/solve/test_guesses.py", "tests/solve/test_analysis.py"),
    ),
    Mutant(
        "estimator: a first click that hits a mine ends a game that must not die",
        "engine/play/game_runner.cpp",
        "if (match_.is_weighted && game_.mines[deal.first] > 0) {",
        "if (false) {",
        (f"{SIMULATE}::test_every_estimator_agrees_with_counting_wins",),
    ),
    Mutant(
        "grade: numbers that have changed are compared one way only",
        "engine/prove/easiest_path.cpp",
        "        compare(other, number);\n",
        "",
        ("tests/no_guess/test_grade.py",),
    ),
    Mutant(
        "grade: only safe cells are compared",
        "engine/prove/easiest_path.cpp",
        "if (per_cell_ == 1)",
        "if (per_cell_ < 1)",
        ("tests/no_guess/test_grade.py",),
    ),
    Mutant(
        "verify: a step may build on an assumption that has ended",
        "src/minemind/no_guess/verifier.py",
        "        self.visible -= set(range(opened, len(self.facts)))\n",
        "",
        ("tests/no_guess/test_verify.py",),
    ),
    Mutant(
        "verify: sums that are just possible count as refuted",
        "src/minemind/no_guess/inference.py",
        "(at_least > at_most).any()",
        "(at_least >= at_most).any()",
        ("tests/no_guess/test_inference.py", "tests/no_guess/test_verify.py"),
    ),
    Mutant(
        "fork: the cache's lock is left out",
        "engine/core/fork_mutex.cpp",
        "pthread_atfork([] { all->lock(); }, [] { all->unlock(); }, [] { all->unlock(); });",
        "",
        (FORK,),
    ),
    Mutant(
        "store: a record's check does not hold its index",
        "src/minemind/lab/store.py",
        "index = np.arange(first, first + len(records)",
        "index = np.arange(0, len(records)",
        ("tests/lab/test_store.py",),
    ),
    Mutant(
        "store: two writers of one file",
        "src/minemind/formats/append.py",
        "fcntl.LOCK_EX",
        "fcntl.LOCK_SH",
        ("tests/lab/test_store.py",),
    ),
    Mutant(
        "guard: a page from somewhere else may ask",
        "src/minemind/web/guard.py",
        "if any(origin not in (",
        "if not origins and any(origin not in (",
        ("tests/web/test_guard.py",),
    ),
    Mutant(
        "queue: whoever asks most is served first",
        "src/minemind/web/queue.py",
        "self._waiting[client] = jobs  # behind all others",
        "self._waiting = {client: jobs, **self._waiting}",
        ("tests/web/test_queue.py",),
    ),
]

# Tests must import the package in the copy, not the installed one: this removes the hooks of editable installations.
SITE = """
import sys
sys.meta_path[:] = [finder for finder in sys.meta_path if "Editable" not in type(finder).__name__
                    and "Redirecting" not in type(finder).__name__]
"""


class Copy:
    """A copy of the tree that can be broken, built and tested."""

    def __init__(self, tree: Path) -> None:
        self.tree, self.build = tree, tree / "build"
        listed = subprocess.check_output(["git", "ls-files", "-z", "-co", "--exclude-standard"], cwd=ROOT, text=True)
        for name in filter(None, listed.split("\0")):
            target = tree / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, target)
        (tree / "hooks").mkdir()
        (tree / "hooks" / "sitecustomize.py").write_text(SITE)

    def make(self) -> bool:
        """Build the engine, and return whether that worked."""
        nanobind = self._said(sys.executable, "-m", "nanobind", "--cmake_dir")
        configure = [
            "cmake",
            "-S",
            str(self.tree),
            "-B",
            str(self.build),
            "-DCMAKE_BUILD_TYPE=Release",
            "-DMINEMIND_TESTING=ON",
        ]
        configure += [f"-DPython_EXECUTABLE={sys.executable}", f"-Dnanobind_DIR={nanobind}"]
        steps = ([] if self.build.exists() else [configure]) + [["cmake", "--build", str(self.build)]]
        for step in steps:
            if subprocess.run(step, stdout=subprocess.DEVNULL, check=False).returncode:
                return False
        for module in self.build.glob("_minemind_*"):
            if module.is_file():
                shutil.copy(module, self.tree / "src")
        return True

    def complaint(self, tests: tuple[str, ...]) -> str:
        """The output of some tests if they fail; empty if they pass."""
        paths = (self.tree / "hooks", self.tree / "src", self.tree)
        environment = os.environ | {"PYTHONPATH": os.pathsep.join(map(str, paths)), "PYTHONDONTWRITEBYTECODE": "1"}
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-n", "auto", "-m", "not long", "--timeout", "600"]
        done = subprocess.run([*command, *tests], cwd=self.tree, env=environment, capture_output=True, check=False)
        return done.stdout.decode() if done.returncode else ""

    @staticmethod
    def _said(*command: str) -> str:
        return subprocess.check_output(command, text=True).strip()


def main(wanted: str = "") -> int:
    """Try all mutants, or those whose names contain a text; the exit code is 1 if any survives."""
    chosen = [mutant for mutant in MUTANTS if wanted in mutant.name]
    survivors = 0
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        copy = Copy(Path(folder))
        if not copy.make():
            sys.exit("the engine cannot be built")
        if complaint := copy.complaint(tuple(dict.fromkeys(test for mutant in chosen for test in mutant.tests))):
            sys.exit(f"the tests must pass before anything is broken:\n{complaint}")
        for mutant in chosen:
            mutant.apply(copy.tree)
            if mutant.is_native and not copy.make():
                sys.exit(f"{mutant.name}: it does not compile; renew the mutant")
            is_caught = bool(copy.complaint(mutant.tests))
            mutant.undo(copy.tree)
            if mutant.is_native:
                copy.make()
            _say(f"{'caught  ' if is_caught else 'SURVIVED'}  {mutant.name}")
            survivors += not is_caught
    _say(f"{len(chosen) - survivors} of {len(chosen)} mutants caught")
    return int(survivors > 0)


def _say(sentence: str) -> None:
    sys.stdout.write(f"{sentence}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:2]))
