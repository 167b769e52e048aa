"""Train a small network to judge moves, from games against itself, and watch it learn to beat random play.

`python examples/train_evaluator.py` needs numpy and the compiled engine, two or three minutes and one core; with
`--plot curve.png` matplotlib too. Everything follows from `--seed`.

The network judges a move by what is known once it is made: the cards kept, the cards played, how many cards the others
hold. It is told at the end of each game whether its side won, and nothing else. Many games are played side by side by
one `BatchGame`, and a step of all of them is a few calls of numpy.
"""

import argparse
import time
from pathlib import Path
from typing import NamedTuple

import numpy as np

import doudizhu_fast as ddz
from doudizhu_fast.bots import tournament
from doudizhu_fast.observation import observe

PLAYERS, RANKS, KINDS = 3, 15, 15
SHIFTS = np.arange(0, 4 * RANKS, 4, dtype=np.uint64)
HELD = 4  # of a rank, at most
# Where an observation tells the kind to beat, the passes since, and from where on each seat: its last move and a count.
KIND_TO_BEAT, PASSES, SEATS, PER_SEAT = 3 * RANKS, 3 * RANKS + 3, 3 * RANKS + 7, RANKS + 1
WIDTH = 2 * RANKS * HELD + RANKS + KINDS + 2 * 8 + PLAYERS + 2


def counts_of(packed):
    """The cards of packed moves by rank, uint8 of shape (n, 15)."""
    return (packed[:, None] >> SHIFTS & np.uint64(15)).astype(np.uint8)


def thermometer(counts, steps):
    """Each count as so many ones: what a network takes in more easily than a number."""
    return (counts[:, :, None] > np.arange(steps)).reshape(len(counts), -1)


def features(observations, seats, moves):
    """What the network sees of moves: one row for each, of observations of the seats that would make them.

    Args:
        observations: uint8 of shape (n, width), see `BatchGame.observe`.
        seats: Who would move, shape (n,); seat 0 is the landlord.
        moves: Packed moves, uint64 of shape (n,).

    Returns:
        float32 of shape (n, WIDTH).
    """
    played = counts_of(moves)
    kept = observations[:, :RANKS] - played
    others = observations[:, SEATS + PER_SEAT + RANKS :: PER_SEAT]  # how many the next seats hold
    # Whether the play to beat is the partner's: the seat before passed or is the landlord, or is he.
    leader = (seats - 1 - observations[:, PASSES].astype(np.int64)) % PLAYERS
    partner = (observations[:, KIND_TO_BEAT] > 0) & (seats > 0) & (leader > 0)
    parts = [
        thermometer(kept, HELD),
        thermometer(played, HELD),
        observations[:, RANKS : 2 * RANKS] / HELD,
        np.eye(KINDS)[(moves >> np.uint64(60)).astype(np.int64)],
        thermometer(others, 8),
        np.eye(PLAYERS)[seats],
        partner[:, None],
        kept.sum(axis=1, keepdims=True) / 20,
    ]
    return np.concatenate(parts, axis=1, dtype=np.float32)


class Evaluator:
    """A network with one hidden layer: from the features of a move to how the game will end, -1 to 1."""

    def __init__(self, draw, hidden=64):
        """Start from random weights."""
        scale = np.sqrt(2 / WIDTH)
        self.weights = [
            draw.normal(0, scale, (WIDTH, hidden)).astype(np.float32),
            np.zeros(hidden, np.float32),
            np.zeros(hidden, np.float32),
            np.zeros(1, np.float32),
        ]
        self._means = [np.zeros_like(weight) for weight in self.weights]
        self._squares = [np.zeros_like(weight) for weight in self.weights]
        self._steps = 0

    def __call__(self, rows):
        """Judge moves."""
        inner, bias, outer, offset = self.weights
        return np.tanh(np.maximum(rows @ inner + bias, 0) @ outer + offset)

    def learn(self, rows, ends, rate):
        """One step of Adam on the squared error; gives the mean of it."""
        inner, bias, outer, offset = self.weights
        hidden = np.maximum(rows @ inner + bias, 0)
        judged = np.tanh(hidden @ outer + offset)
        error = judged - ends
        slope = (2 / len(rows)) * error * (1 - judged**2)
        back = (slope[:, None] * outer) * (hidden > 0)
        gradients = [
            rows.T @ back,
            back.sum(axis=0),
            hidden.T @ slope,
            slope.sum(keepdims=True),
        ]
        self._steps += 1
        for at, gradient in enumerate(gradients):
            self._means[at] += 0.1 * (gradient - self._means[at])
            self._squares[at] += 0.001 * (gradient**2 - self._squares[at])
            mean = self._means[at] / (1 - 0.9**self._steps)
            square = self._squares[at] / (1 - 0.999**self._steps)
            self.weights[at] -= (rate * mean / (np.sqrt(square) + 1e-8)).astype(np.float32)
        return float((error**2).mean())


class Played(NamedTuple):
    """Finished games: what was seen of the moves made, how those games ended for their players, who won."""

    rows: np.ndarray
    ends: np.ndarray
    landlord_won: np.ndarray


def play(evaluators, games, seed, draw, exploring=0.0):
    """Play games to their ends, all side by side.

    Args:
        evaluators: Who plays as landlord and who as peasants; None draws evenly from the legal moves.
        games: How many.
        seed: The root of the deals.
        draw: numpy's generator, for random moves.
        exploring: The share of moves that are drawn instead of chosen.
    """
    batch = ddz.BatchGame(games, seed=seed, auto_reset=False, threads=1)
    seen, owners, movers = [], [], []
    payoffs = np.zeros((games, PLAYERS), np.int32)
    while True:
        offsets, moves = batch.legal_moves()
        sizes = np.diff(offsets)
        alive = np.flatnonzero(sizes)
        if not len(alive):
            break
        seats = batch.turn.astype(np.int64)
        chosen = (draw.random(games) * sizes).astype(np.int64)
        observations = batch.observe()
        for role, evaluator in enumerate(evaluators):
            mine = (sizes > 0) & ((seats > 0) == bool(role))
            if evaluator is None or not mine.any():
                continue
            owner = np.repeat(np.arange(games), np.where(mine, sizes, 0))
            rows = features(observations[owner], seats[owner], moves[np.repeat(mine, sizes)])
            starts = np.concatenate([[0], np.cumsum(sizes[mine])[:-1]])
            best = first_best(evaluator(rows), starts, sizes[mine])
            kept = draw.random(mine.sum()) < exploring
            chosen[mine] = np.where(kept, chosen[mine], best)
            seen.append(rows[starts + chosen[mine]])
            owners.append(np.flatnonzero(mine))
            movers.append(seats[mine])
        batch.step(chosen)
        payoffs[batch.done] = batch.payoffs[batch.done]
    if not seen:
        return Played(np.empty((0, WIDTH)), np.empty(0), payoffs[:, 0] > 0)
    ends = np.sign(payoffs[np.concatenate(owners), np.concatenate(movers)]).astype(np.float32)
    return Played(np.concatenate(seen), ends, payoffs[:, 0] > 0)


def first_best(values, starts, sizes):
    """The place of the highest value in each run of values."""
    highest = np.maximum.reduceat(values, starts)
    places = np.flatnonzero(values == np.repeat(highest, sizes))
    runs = np.searchsorted(starts, places, side="right") - 1
    _, first = np.unique(runs, return_index=True)
    return places[first] - starts


def share_won(evaluator, games, seed):
    """How often it wins against random play, half of the games in each role: the mean and its 95 % interval."""
    draw = np.random.default_rng(seed)
    as_landlord = play((evaluator, None), games // 2, seed, draw).landlord_won
    as_peasants = ~play((None, evaluator), games // 2, seed, draw).landlord_won
    # The same deals in both roles: a deal is one observation.
    won = (as_landlord.astype(float) + as_peasants) / 2
    half = 1.96 * won.std(ddof=1) / np.sqrt(len(won))
    return won.mean(), won.mean() - half, won.mean() + half


class LearnedBot:
    """The network as a bot, for games, tournaments and environments."""

    name = "learned"

    def __init__(self, evaluator):
        """Play by a network."""
        self._evaluator = evaluator

    def bid(self, view):
        """Pass: it never learned to call."""
        return 0

    def play(self, view):
        """Play the move that is judged best."""
        moves = view.legal_moves()
        packed = np.array([int(move) for move in moves], np.uint64)
        seats = np.full(len(moves), (view.seat - view.landlord) % PLAYERS)
        rows = features(np.repeat(observe(view)[None], len(moves), axis=0), seats, packed)
        return moves[int(self._evaluator(rows).argmax())]


def train(waves, games, seed, told=print, probe=1_000):
    """Train a network, wave by wave of games against itself.

    Args:
        waves: How often games are played and then learned from.
        games: The games of a wave.
        seed: What everything random follows from.
        told: What is done with a line of the curve as it comes.
        probe: The games against random play behind a point of the curve.

    Returns:
        The network, and rows of (games played, share won against random play, low, high).
    """
    draw = np.random.default_rng(seed)
    evaluator = Evaluator(draw)
    curve = [(0, *share_won(evaluator, probe, seed))]
    began = time.perf_counter()
    for wave in range(1, waves + 1):
        exploring = 0.1 * (1 - wave / waves) + 0.01
        played = play((evaluator, evaluator), games, seed + wave, draw, exploring)
        rate = 0.002 * (1 - wave / (waves + 1))
        errors = [
            evaluator.learn(played.rows[part], played.ends[part], rate)
            for part in np.array_split(draw.permutation(len(played.rows)), len(played.rows) // 1024)
        ]
        # Most is learned at the beginning: points at 1, 2, 4, 8 waves and so on.
        if wave & (wave - 1) == 0 or wave == waves:
            curve.append((wave * games, *share_won(evaluator, probe, seed)))
            mean, low, high = curve[-1][1:]
            told(
                f"{wave * games:8,} games, {time.perf_counter() - began:4.0f} s: error {np.mean(errors):.3f},"
                f" wins {mean:.3f} ({low:.3f} to {high:.3f}) against random play"
            )
    return evaluator, curve


def draw_curve(curve, path):
    """The learning curve as a picture."""
    from matplotlib.figure import Figure

    games, mean, low, high = np.array(curve).T
    figure = Figure(figsize=(7, 4), layout="constrained")
    axes = figure.subplots()
    axes.fill_between(games, low, high, alpha=0.25)
    axes.plot(games, mean, marker="o")
    axes.axhline(0.5, color="grey", linewidth=0.8)
    axes.set_xscale("symlog", base=2, linthresh=games[1])
    axes.set_xlim(left=0)
    axes.set_xticks(games, [f"{int(number):,}" for number in games])
    axes.set(xlabel="games played against itself", ylabel="games won against random play")
    figure.savefig(path)


def main():
    """Train, show the curve, and let the network play others."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--waves", type=int, default=64)
    parser.add_argument("--games", type=int, default=256, help="games of a wave")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--plot", type=Path, help="where the curve is drawn")
    told = parser.parse_args()
    evaluator, curve = train(told.waves, told.games, told.seed)
    if told.plot is not None:
        draw_curve(curve, told.plot)
    mean, low, high = share_won(evaluator, 20_000, told.seed + 10_000)
    print(
        f"against random play, 10,000 new deals in both roles: {mean:.3f} ({low:.3f} to {high:.3f})"
    )
    print(
        tournament([LearnedBot(evaluator), "random", "greedy", "rule"], 200, seed=told.seed).table()
    )


if __name__ == "__main__":
    main()
