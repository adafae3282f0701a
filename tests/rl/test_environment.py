"""The environment of one game: Gymnasium's own checks, rewards by hand, and the games of `mm.Game` and `simulate`."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import minemind as mm
from minemind.rl import ENVIRONMENT, MinesweeperEnv

WITHOUT_GYMNASIUM = """
import sys
sys.modules["gymnasium"] = None
import minemind as mm
try:
    import minemind.rl
except mm.errors.MissingExtra as error:
    print(error)
"""


def make(**options: Any) -> MinesweeperEnv:
    env = gymnasium.make(ENVIRONMENT, **options).unwrapped
    assert isinstance(env, MinesweeperEnv)
    return env


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"preset": "expert", "observation": "one-hot"},
        {"rows": 5, "cols": 4, "mines": 5, "topology": "hex", "holes": [(0, 0)], "probability": True},
        {"rows": 6, "cols": 6, "mines": 6, "max_per_cell": 3, "reach": 2, "reward": "risk"},
        {"no_guess": True, "reward": "cells"},
    ],
)
def test_gymnasium_finds_nothing_to_complain_about(options: dict[str, Any]) -> None:
    check_env(make(**options))


def test_a_seed_deals_the_game_that_it_always_deals() -> None:
    env = make(preset="expert", render_mode="ansi")
    for seed in (7, 0, 2**64 - 1):
        _, info = env.reset(seed=seed)
        game = mm.Game("expert", seed=seed)
        game.open(3, 5)
        observed, *_ = env.step(3 * 30 + 5)
        assert env.board == game.board
        assert np.array_equal(observed == -1, game.board.hidden)
        assert env.render() == str(game.board)
        assert info["seed"] == seed
    assert env.reset()[1]["seed"] == mm.strategy.game_seed(2**64 - 1, 1)
    assert env.reset()[1]["seed"] == mm.strategy.game_seed(2**64 - 1, 2)


def test_without_a_seed_games_differ() -> None:
    assert len({make().reset()[1]["seed"] for _ in range(3)}) == 3


# With seed 2, opening the first cell of a row of five puts the only mine next to it: 1 . . . .
ROW: dict[str, Any] = {"rows": 1, "cols": 5, "mines": 1, "first_click": "safe"}


@pytest.mark.parametrize(
    ("reward", "won", "lost"),
    [("win", [0, 0, 1], [0, 0]), ("cells", [0.25, 0.25, 0.5], [0.25, 0]), ("risk", [0, 0, 1], [0, -1])],
)
def test_rewards_by_hand(reward: str, won: list[float], lost: list[float]) -> None:
    env = make(**ROW, reward=reward)
    for cells, earned, text in (((0, 2, 4), won, "1.100"), ((0, 1), lost, "1....")):
        env.reset(seed=2)
        played = [env.step(cell) for cell in cells]
        assert [step[1] for step in played] == earned
        assert [step[2] for step in played] == [*[False] * (len(cells) - 1), True]
        assert played[-1][4]["won"] == (earned is won)
        assert str(env.board) == f"1 5 1\n{text}"


def test_an_action_without_effect_earns_nothing() -> None:
    env = make(rows=2, cols=3, mines=1, holes=[(0, 0)], first_click="safe", reward="cells")
    before, _ = env.reset(seed=1)
    observed, reward, is_over, _, info = env.step(0)
    assert (reward, is_over) == (0, False)
    assert np.array_equal(before, observed)
    assert info["action_mask"].tolist() == [0, 1, 1, 1, 1, 1]
    observed, first, *_ = env.step(1)
    assert first > 0
    again, reward, *_ = env.step(1)
    assert reward == 0
    assert np.array_equal(again, observed)


def test_the_risk_of_a_move_is_compared_with_that_of_the_safest() -> None:
    env = make(preset="beginner", reward="risk", probability=True)
    _, info = env.reset(seed=7)
    assert info["probability"] == pytest.approx(np.full((9, 9), 10 / 81))
    *_, info = env.step(40)
    risks = mm.analyse(env.board).probability
    assert info["probability"] == pytest.approx(np.nan_to_num(risks), abs=1e-9)
    worst = int(np.nanargmax(risks))
    _, reward, is_over, _, after = env.step(worst)
    assert (reward, is_over, after["won"]) == (pytest.approx(np.nanmin(risks) - np.nanmax(risks)), True, False)
    assert np.array_equal(after["probability"], info["probability"])  # opening a mine shows nothing new
    with pytest.raises(mm.errors.IllegalMove, match="call reset"):
        env.step(0)


def test_masks_fit_the_space_that_samples() -> None:
    env = make(preset="intermediate")
    _, info = env.reset(seed=1)
    env.action_space.seed(1)
    is_over = False
    while not is_over:
        action = env.action_space.sample(info["action_mask"])
        assert env.board.hidden.reshape(-1)[action]
        _, _, is_over, _, info = env.step(action)


def test_the_exact_player_wins_the_same_games_as_in_simulate() -> None:
    games, seed = 60, 5
    env = make(preset="beginner")
    player = mm.strategy.get_strategy("exact")
    won = []
    for index in range(games):
        _, info = env.reset(seed=mm.strategy.game_seed(seed, index))
        is_over = False
        while not is_over:
            for move in player.moves(env.board):
                if not is_over and env.board.hidden[move.cell]:
                    _, reward, is_over, _, info = env.step(env.board.grid.index(move.cell))
        won.append(info["won"])
        assert reward == info["won"]
    simulated = mm.simulate("beginner", strategy="exact", games=games, seed=seed, threads=1)
    assert won == (simulated.outcomes["result"] == 0).tolist()
    low, high = simulated.ci95
    assert low <= sum(won) / games <= high


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"prest": "expert"}, "'prest' is not an option; choose from preset, rows"),
        ({"preset": "expart"}, "'expart' is not a preset; choose from beginner, intermediate, expert"),
        ({"preset": "expert", "rows": 3}, "give a preset, or rows, cols and mines, but not both"),
        ({"rows": 3, "cols": 3}, "give rows, cols and mines, or a preset"),
        ({"rows": 3, "cols": 3, "mines": 9}, "the mine count is 9; this grid holds 0 to 8"),
        ({"topology": "cube"}, "cube"),
        ({"first_click": "lucky"}, "'lucky' is not a first-click rule; choose from opening, safe, any"),
        ({"no_guess": True, "first_click": "any"}, "use opening or safe"),
        ({"grade": 3}, "add no_guess=True"),
        ({"reward": "fun"}, "'fun' is not a reward; choose from win, cells, risk"),
        ({"observation": "picture"}, "'picture' is not an observation; choose from plane, one-hot"),
        ({"probability": 1}, "probability is 1; give True or False"),
        ({"max_per_cell": 16}, "a cell could show 128, and observations hold numbers up to 127"),
        ({"render_mode": "sixel"}, "'sixel' is not a render mode; choose from ansi"),
    ],
)
def test_bad_options_say_what_to_do(options: dict[str, Any], message: str) -> None:
    with pytest.raises(mm.InvalidValue, match=message):
        MinesweeperEnv(**options)


def test_bad_calls_say_what_to_do() -> None:
    env = make()
    with pytest.raises(mm.errors.IllegalMove, match="no game is being played; call reset"):
        env.step(0)
    env.reset(seed=1)
    for action in (-1, 81, 0.5):
        with pytest.raises(mm.InvalidValue, match=r"the action is .*; give a whole number from 0 to 80"):
            env.step(action)  # type: ignore[arg-type]
    with pytest.raises(mm.InvalidValue, match="the seed"):
        env.reset(seed=-1)
    with pytest.raises(mm.InvalidValue, match="reset has no option 'layout'"):
        env.reset(options={"layout": "*.."})


def test_without_gymnasium_the_message_says_what_to_install() -> None:
    done = subprocess.run([sys.executable, "-c", WITHOUT_GYMNASIUM], capture_output=True, text=True, check=True)
    assert done.stdout == 'agents need Gymnasium: pip install "minemind-engine[rl]"\n'
