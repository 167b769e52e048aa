"""The bridges of `doudizhu_fast.interop` beside what they stand for: random games, dealing and observations included.

`python benches/peers/adapters.py [--seconds S] [--rounds N] [--update FILE]`. One table, all in the same run; both
sides are driven by the same loop and answer the same questions.
"""

import argparse
import importlib
import random
import shlex
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import report
from run import pin
from work import LENGTH, SEED, Amount, Entry

import doudizhu_fast as ddz
from doudizhu_fast.interop import douzero as douzero_bridge
from doudizhu_fast.interop import rlcard as rlcard_bridge

GAMES = "random games through the environment"
DECISIONS = "decisions of finished games encoded"
UNITS = {GAMES: "games/s", DECISIONS: "decisions/s"}
ENCODED_GAMES = 256


def rlcard_entries() -> Iterator[Entry]:
    """RLCard's environment: states with observations, legal actions by id."""
    import rlcard

    draw = random.Random(SEED).random

    def play(env: Any) -> int:
        state, _ = env.reset()
        moves = 0
        while not env.is_over():
            actions = list(state["legal_actions"])
            state, _ = env.step(actions[int(draw() * len(actions))])
            moves += 1
        return moves

    config = {"seed": SEED}
    yield _games("RLCard", play, rlcard.make("doudizhu", config=config), 2)
    yield _games("interop.rlcard", play, rlcard_bridge.DoudizhuEnv(config), 10)


def douzero_entries() -> Iterator[Entry]:
    """DouZero's environment: batches of observation and action; and the same arrays for whole games at once."""
    from douzero.env.env import Env, get_obs

    draw = random.Random(SEED).random
    np.random.seed(SEED)

    def play(env: Any) -> int:
        observation, done, moves = env.reset(), False, 0
        while not done:
            actions = observation["legal_actions"]
            observation, _, done, _ = env.step(actions[int(draw() * len(actions))])
            moves += 1
        return moves

    yield _games("DouZero", play, Env("adp"), 2)
    yield _games("interop.douzero", play, douzero_bridge.Env("adp", seed=SEED), 10)
    hands, offsets, moves = _finished_games()
    infosets = [infoset for row in range(2) for infoset in _infosets(hands, offsets, moves, row)]

    def theirs(infosets: list[Any]) -> Amount:
        rows = sum(len(get_obs(infoset)["x_no_action"]) > 0 for infoset in infosets)
        return Amount(rows, rows)

    def ours(_: None) -> Amount:
        encoded = 0
        for decisions, index in douzero_bridge.decisions_of_games(hands, offsets, moves).values():
            assert len(decisions.x_no_action()) == len(decisions.z()) == len(index)
            encoded += len(index)
        assert encoded == len(moves)
        return Amount(encoded, encoded)

    one = (1.0, 1.0)
    yield Entry(DECISIONS, "DouZero", "douzero", lambda: infosets, theirs, one)
    yield Entry(DECISIONS, "interop.douzero", "douzero", lambda: None, ours, one)


def openspiel_entries() -> Iterator[Entry]:
    """OpenSpiel's game, deal and auction included: theirs in C++, ours a Python game."""
    import pyspiel

    from doudizhu_fast.interop import openspiel as bridge

    draw = random.Random(SEED).random

    def play(game: Any) -> int:
        state = game.new_initial_state()
        while state.is_chance_node():
            outcomes = state.legal_actions()
            state.apply_action(outcomes[int(draw() * len(outcomes))])
        moves = 0
        while not state.is_terminal():
            actions = state.legal_actions()
            state.apply_action(actions[int(draw() * len(actions))])
            moves += 1
        return moves

    yield _games("OpenSpiel", play, pyspiel.load_game("dou_dizhu"), 20)
    name = bridge.register().short_name
    yield _games("interop.openspiel", play, pyspiel.load_game(name), 2)


def _games(who: str, play: Callable[[Any], int], environment: Any, count: int) -> Entry:
    def run(environment: Any) -> Amount:
        return Amount(count, sum(play(environment) for _ in range(count)))

    # An auction makes games longer by a call or three, and some end in it.
    low, high = LENGTH
    return Entry(GAMES, who, "", lambda: environment, run, (low, high + 2))


def _finished_games() -> tuple[Any, Any, Any]:
    """The hands at the start of play and the moves of random games, as `decisions_of_games` takes them."""
    result = ddz.simulate(ENCODED_GAMES, rules="douzero", seed=SEED, auction=False)
    records = [result.game(number) for number in range(ENCODED_GAMES)]
    games = [ddz.Game.replay(record) for record in records]
    played = [[move for _, move in game.history if isinstance(move, ddz.Move)] for game in games]
    hands = [[int(hand) for hand in _at_start(game)] for game in games]
    offsets = np.cumsum([0, *map(len, played)])
    moves = [int(move) for game in played for move in game]
    return np.array(hands, np.uint64), offsets, np.array(moves, np.uint64)


def _at_start(game: ddz.Game) -> list[ddz.Hand]:
    first, *others = game.deal.hands
    assert game.landlord == 0
    return [first + game.deal.bottom, *others]


def _infosets(hands: Any, offsets: Any, moves: Any, row: int) -> Iterator[Any]:
    """What DouZero's encoder is given at every decision of a game."""
    position = ddz.Position(
        [ddz.Hand.from_packed(int(hand)) for hand in hands[row]], 0, 0, rules="douzero"
    )
    history: list[ddz.Move] = []
    for packed in moves[offsets[row] : offsets[row + 1]].tolist():
        yield douzero_bridge.infoset(position, history)
        move = ddz.Move.from_packed(packed)
        history.append(move)
        position = position.play(move)


def installed() -> list[Entry]:
    """The bridges whose system can be imported, each after the system itself."""
    entries: list[Entry] = []
    for package, make in (
        ("rlcard", rlcard_entries),
        ("douzero.env.env", douzero_entries),
        ("pyspiel", openspiel_entries),
    ):
        try:
            importlib.import_module(package)
        except ImportError as error:
            print(f"left out: {package} ({error})", file=sys.stderr)
        else:
            entries.extend(make())
    return entries


def table(entries: list[Entry]) -> list[list[str]]:
    """One row for each bridge and work: theirs, ours, how many times as fast."""
    rows = [["work", "who", "theirs", "ours", "ratio"]]
    for theirs, ours in zip(entries[::2], entries[1::2], strict=True):
        assert theirs.work == ours.work
        unit = UNITS[ours.work]
        rates = [f"{entry.rate:,.0f} {unit}" for entry in (theirs, ours)]
        rows.append([ours.work, ours.who, *rates, report.times(ours.rate / theirs.rate)])
    return rows


def main() -> None:
    """Read the command line, measure, check and report."""
    parser = argparse.ArgumentParser(description="Measure the bridges beside their systems.")
    parser.add_argument("--seconds", type=float, default=0.5, help="CPU time of one measurement")
    parser.add_argument("--rounds", type=int, default=5, help="measurements of each, interleaved")
    parser.add_argument("--update", type=Path, help="write the table between the markers of this")
    arguments = parser.parse_args()
    pinned = pin()
    entries = installed()
    for entry in entries:
        entry.run(entry.prepare())
    for _ in range(arguments.rounds):
        for entry in entries:
            entry.measure(arguments.seconds)
    for entry in entries:
        entry.check()
    host = report.machine()
    command = shlex.join(["python", "benches/peers/adapters.py", *sys.argv[1:]])
    text = (
        f"{host['cpu']}, Python {host['python']}; one thread, process CPU time{pinned}, median of {arguments.rounds}"
        f" interleaved rounds of {arguments.seconds:g} s each: `{command}`.\n\n"
    )
    print(text + report.aligned(table(entries), markdown=False))
    if arguments.update:
        told = text + report.aligned(table(entries), markdown=True)
        report.update(arguments.update, told, "adapters")


if __name__ == "__main__":
    main()
