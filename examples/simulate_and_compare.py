# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # Many games, and who plays them best
#
# A hundred thousand games take a second: enough to see what a rule change does, how payoffs are spread, and which of
# several players is the strongest. The file is a notebook in jupytext's percent format and a plain Python program;
# everything follows from the seed.

# %%
import numpy as np

import doudizhu_fast as ddz

SEED = 2026

# %% [markdown]
# ## Whole games behind one call
#
# Deal, auction, play and payment of 50,000 games between players of the policy `rule`.

# %%
result = ddz.simulate(50_000, "rule", seed=SEED)
result

# %% [markdown]
# Payoffs double with every bomb, so the axis is logarithmic.

# %%
_ = result.plot()

# %% [markdown]
# ## The columns
#
# Each game is one row of numpy arrays. Does it pay to bid high?

# %%
columns = result.columns
played = columns["landlord"] >= 0
for bid in (1, 2, 3):
    chosen = played & (columns["bid"] == bid)
    won = int(columns["landlord_won"][chosen].sum())
    rate = ddz.Estimate.of_rate(won, int(chosen.sum()))
    print(f"bid {bid}: {chosen.sum():6,} games, the landlord wins {rate.brief}")

# %%
bombs, games = np.unique(columns["bombs"][played], return_counts=True)
for number, count in zip(bombs.tolist(), games.tolist(), strict=True):
    print(f"{number} bombs: {count / played.sum():7.3%}")

# %% [markdown]
# Every game can be looked at again: its record is played anew from the seed.

# %%
richest = int(np.argmax(np.abs(columns["payoffs"]).max(axis=1)))
result.game(richest)

# %% [markdown]
# ## Three players or four
#
# The same question under other rules: how often does the landlord win, when all play alike?

# %%
for rules in ("three_player", "national", "four_player"):
    rate = ddz.simulate(10_000, "rule", rules, seed=SEED, columns=False).landlord_win_rate
    print(f"{rules:13} {rate}")

# %% [markdown]
# ## A tournament
#
# Every bot meets every other one on the same deals and in both roles, so that the luck of the cards is the same for
# all of them. `elo` is a rating in which 400 points more are ten times the chances.

# %%
contest = ddz.bots.tournament(["rule", "greedy", "random"], 2_000, seed=SEED)
contest

# %%
_ = contest.plot()

# %% [markdown]
# ## A bot of one's own
#
# A bot is any object with `bid` and `play`. This one goes out if it can, and otherwise plays the lowest of its
# largest moves.


# %%
class Largest:
    """Gets rid of as many cards as possible at once."""

    name = "largest"

    def bid(self, view: ddz.View) -> int:
        """Never bids."""
        return 0

    def play(self, view: ddz.View) -> ddz.Move:
        """Plays the most cards, the lowest of them first."""
        return min(view.legal_moves(), key=lambda move: (-len(move.cards), int(move.cards)))


newcomer = ddz.bots.tournament(["greedy", "random", Largest()], 60, seed=SEED)
newcomer
