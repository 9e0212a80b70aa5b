"""The smallest agent: whoever is to move plays any legal action, until the game is over.

python examples/agents/random_agent.py anne
"""

import sys

import mezani

game = mezani.game(sys.argv[1] if len(sys.argv) > 1 else "anne")
state, rng = game.new(seed=7), mezani.Rng(1)
while not state.is_over:
    actions = state.legal_actions()
    action = actions[rng.below(len(actions))]
    print(f"seat {state.seat + 1}: {game.action_text(state, action)}")
    state.play(action)
print(f"scores {state.scores()}, won by {' and '.join(f'seat {seat + 1}' for seat in state.winners())}")
