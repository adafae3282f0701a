"""Play a Beginner game and print the reason for every move: python examples/explain_every_move.py [SEED]."""

import sys

import minemind as mm

game = mm.Game.preset("beginner", seed=int(sys.argv[1]) if len(sys.argv) > 1 else 7)
game.open(4, 4)
while game.state is mm.State.PLAYING and (move := mm.hint(game.board)):  # certain, with a proof, or the best guess
    print(move)
    if move.action is mm.Action.OPEN:
        game.open(*move.cell)
    else:
        game.flag(*move.cell)
print(game.board)
print(game.state.value)
