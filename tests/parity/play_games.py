"""Plays random games, auction included, on the engine in use and prints the record of each, a line a game.

Run as ``python play_games.py PRESET GAMES``.
"""

import sys

import numpy as np

import doudizhu_fast as ddz


def play(preset: str, seed: int) -> ddz.GameRecord:
    """Play one game with uniformly random bids and moves."""
    game = ddz.Game(seed=seed, rules=preset)
    choose = np.random.default_rng(seed)
    while game.phase is not ddz.Phase.OVER:
        if game.phase is ddz.Phase.AUCTION:
            bids = game.legal_bids()
            game.bid(bids[int(choose.integers(len(bids)))])
        else:
            game.play_index(int(choose.integers(game.count_moves())))
    return game.record()


if __name__ == "__main__":
    preset, games = sys.argv[1], int(sys.argv[2])
    print(ddz.backend())
    for seed in range(games):
        print(play(preset, seed).to_json())
