"""Players whose games are reviewed: all kinds of clicks, from careful ones to wild ones."""

from __future__ import annotations

import random

import minemind as mm
from minemind.replay import Click, Replay


def wild(rng: random.Random, layout: mm.Layout, clicks: int, rule: str = "any") -> Replay:
    """Clicks anywhere, with or without effect: opens, flags right and wrong, chords."""
    cells = [*layout.grid]
    made = []
    for _ in range(clicks):
        cell, action = rng.choice(cells), rng.choices([*mm.Action], [5, 3, 2])[0]
        claim = rng.randint(0, layout.max_per_cell) if action is mm.Action.FLAG else 0
        made.append(Click(cell, action, claim))
    return Replay(layout, tuple(made), mm.FirstClick(rule))


def is_over(game: mm.Game) -> bool:
    return game.state is not mm.State.PLAYING


def human(rng: random.Random, layout: mm.Layout, care: float) -> Replay:
    """A player who opens a safe cell with probability `care`, otherwise any; also flags, mostly mines, and chords."""
    game = mm.Game.from_layout(layout)
    made: list[Click] = []
    while game.state is mm.State.PLAYING and len(made) < 200:
        if not (hidden := [cell for cell in layout.grid if game.board.hidden[cell]]):
            break  # all that is left is flagged
        safe = sorted(mm.analyse(game.board.unflagged()).safe & set(hidden))
        if rng.random() < 0.2 and game.turns:
            cell = rng.choice(hidden)
            made.append(Click(cell, mm.Action.FLAG, 1 if layout.counts[cell] or rng.random() < 0.1 else 0))
            if made[-1].mines:
                game.flag(cell, mines=1)
            continue
        cell = rng.choice(safe if safe and rng.random() < care else hidden)
        made.append(Click(cell, mm.Action.OPEN))
        game.open(cell)
        if rng.random() < 0.3 and not is_over(game):
            around = [near for near in layout.grid if game.board.opened[near]]
            made.append(Click(rng.choice(around), mm.Action.CHORD))
            game.chord(made[-1].cell)
    return Replay(layout, tuple(made))


def random_player(seed: int, size: str = "beginner") -> mm.Game:
    """A game of a player who opens random hidden cells."""
    game, rng = mm.Game(size, seed=seed), random.Random(seed)
    while game.state is mm.State.PLAYING:
        game.open(rng.choice([cell for cell in game.grid if game.board.hidden[cell]]))
    return game


def careless_game(seed: int) -> mm.Game:
    """An Expert game won by opening random free cells: lucky guesses, although something was certain."""
    luck = random.Random(seed)
    game = mm.Game("expert", seed=seed)
    game.open(8, 15)
    assert game.layout is not None
    while game.state is mm.State.PLAYING:
        free = [cell for cell in game.grid if game.board.hidden[cell] and not game.layout.counts[cell]]
        game.open(luck.choice(free))
    return game
