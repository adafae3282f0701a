r"""Board in, answers out: what the numbers imply. Nothing here depends on a game.

`Problem` decomposes a board into the constraints of its numbers, independent components and interchangeable groups;
`Exact` is what `analyse` gives by default.

>>> problem = mm.solve.Problem(mm.Board.parse("3 4 2\n1...\n....\n...."))
>>> [len(component.cells) for component in problem.components], len(problem.outside)
([3], 8)
"""

from minemind.solve.analysis import Analysis, Inference, Quality
from minemind.solve.endgame import Win, win_probability
from minemind.solve.exact import Exact, Numbers
from minemind.solve.guesses import Candidate
from minemind.solve.hint import certain_moves
from minemind.solve.methods.registry import Method, analyse
from minemind.solve.methods.rules import Conclusion, Reason
from minemind.solve.move import Agreement, Guess, Move, Promise
from minemind.solve.problem import Component, Constraint, Group, NumberConstraint, Problem
from minemind.solve.proof import Proof, Step, Technique, explain

__all__ = [
    "Agreement",
    "Analysis",
    "Candidate",
    "Component",
    "Conclusion",
    "Constraint",
    "Exact",
    "Group",
    "Guess",
    "Inference",
    "Method",
    "Move",
    "NumberConstraint",
    "Numbers",
    "Problem",
    "Promise",
    "Proof",
    "Quality",
    "Reason",
    "Step",
    "Technique",
    "Win",
    "analyse",
    "certain_moves",
    "explain",
    "win_probability",
]
