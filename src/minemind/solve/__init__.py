"""Board in, answers out: what the numbers imply. Nothing here knows a game."""

from minemind.solve.analysis import Analysis, Inference, Quality
from minemind.solve.endgame import Win, win_probability
from minemind.solve.exact import Exact, Numbers
from minemind.solve.explain import Kind, Proof, explain
from minemind.solve.guesses import Candidate, guesses
from minemind.solve.hint import certain_moves, hint
from minemind.solve.methods import Method, analyse, methods
from minemind.solve.move import Agreement, Guess, Move, Promise
from minemind.solve.problem import Component, Constraint, Group, Problem, View
from minemind.solve.rules import Conclusion, Reason

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
    "Kind",
    "Method",
    "Move",
    "Numbers",
    "Problem",
    "Promise",
    "Proof",
    "Quality",
    "Reason",
    "View",
    "Win",
    "analyse",
    "certain_moves",
    "explain",
    "guesses",
    "hint",
    "methods",
    "win_probability",
]
