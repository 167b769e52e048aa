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
# # One hand, from the deal to the review
#
# A hand is dealt. Should it bid, what should it lead, who wins the ending, and which moves of the game were mistakes?
# Each cell asks one of these questions. The file is a notebook in jupytext's percent format and a plain Python
# program; everything follows from the seeds.

# %%
import doudizhu_fast as ddz
from doudizhu_fast import analysis

SEED = 52
DEALS = 2_000

# %% [markdown]
# ## The hand
#
# `deal` is the same for everybody who gives it the same seed. The fewest plays that empty a hand, when nobody
# interferes, are a first measure of how good it is.

# %%
deal = ddz.deal(SEED)
seat = deal.first_bidder
hand = deal.hands[seat]
hand

# %%
analysis.min_plays(hand)

# %% [markdown]
# ## What the others may hold
#
# These chances are exact: all ways to deal the 37 unseen cards are counted. `player +1` sits after us.

# %%
odds = analysis.odds(hand)
odds

# %%
print("a pair of aces is beaten by the next player in", odds.beats("AA", 1))

# %% [markdown]
# ## The auction
#
# What is each call worth? Every call is tried on the same random deals of the hidden cards, which the policy `rule`
# plays to the end. The intervals are 95 % ones; `behind` compares the calls on the same deals, which tells more than
# their own intervals.

# %%
bids = analysis.bid_table(hand, DEALS, seed=SEED)
bids

# %%
_ = bids.plot()

# %% [markdown]
# How much are the bottom cards worth? The same hand with and without two aces and a two among them:

# %%
unknown = analysis.equity(hand, DEALS, seed=SEED)
known = analysis.equity(hand, DEALS, seed=SEED, bottom="AA2")
axes = unknown.plot()
_ = known.plot(axes)
print(f"the aces and the two are worth {known.win.mean - unknown.win.mean:+.1%} of the games")

# %% [markdown]
# ## The lead
#
# We bid 3, take the bottom and lead. A move table weighs all legal moves, and spends its effort on those that may be
# the best.

# %%
game = ddz.Game(seed=SEED)
game.bid(3)
view = game.view(seat)
leads = analysis.move_table(view, 500, seed=SEED)
leads

# %%
_ = leads.plot()

# %% [markdown]
# ## The game
#
# The policy `rule` plays all seats from here. Its views hold no hidden card.

# %%
bot = ddz.bots.get("rule")
while game.turn is not None:
    game.play(bot.play(game.view(game.turn)))
game

# %% [markdown]
# ## The ending, exactly
#
# With few cards left the solver tells who wins with open hands, whatever anybody does. Here is the last position of
# this game that had at least 18 cards.

# %%
ending = game.copy()
while sum(ending.counts) < 18:
    ending.undo()
ending.position

# %%
solution = analysis.solve(ending.position)
solution

# %% [markdown]
# ## The review
#
# Which moves cost something? Near the end the loss is exact; before that it is sampled from what the player could
# know, and called a mistake only where chance is ruled out. Full marks are mistakes.

# %%
review = analysis.review(game.record(), 300, seed=SEED)
review

# %%
_ = review.plot()
