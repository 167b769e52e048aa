"""This library in its four shapes, under our own rules and under those of every peer."""

import random
from collections.abc import Iterator
from importlib.metadata import version

import numpy as np
from work import AUCTION, FOLLOW, HANDS, LEAD, PLAY, PLAYS, PRESETS, SEED, Amount, Cases, Entry

import doudizhu_fast as ddz

NAME = "doudizhu-fast"
SIMULATE, BATCH = "simulate()", "BatchGame(4096)"
LISTED, COUNTED = "Game, list of moves", "Game, count and index"
ONE, MANY = "legal_moves()", "legal_moves_batch()"

BATCH_GAMES = 4_096
STEPS = 20
# Until the games of a batch stand at every stage: all begin at once.
WARM_UP = 400


def versions() -> str:
    """What is measured."""
    return f"{NAME} {version(NAME)}"


def entries(cases: Cases) -> Iterator[Entry]:
    """Every shape of every work."""
    assert ddz.backend() == "native"
    for preset in PRESETS:
        yield from _games(cases, PLAY, preset)
        if preset in ("three_player", "openspiel"):
            yield from _games(cases, AUCTION, preset)
        yield from _lists(cases, preset)


def _games(cases: Cases, work: str, preset: str) -> Iterator[Entry]:
    auction = work == AUCTION
    # Like OpenSpiel's games, those in which all pass end there.
    rules = getattr(ddz.Rules, preset)()
    if auction:
        rules = rules.replace(all_pass="void")
    yield _simulated(work, preset, rules, auction)
    yield _batched(work, preset, rules, auction)
    for who, play in ((LISTED, _play_listed), (COUNTED, _play_counted)):
        yield _one_by_one(cases, work, preset, rules, auction, who, play)


def _simulated(work: str, preset: str, rules: ddz.Rules, auction: bool) -> Entry:
    seeds = iter(range(10**9))

    def run(seed: int) -> Amount:
        result = ddz.simulate(5_000, rules=rules, seed=seed, auction=auction, threads=1)
        return Amount(result.n, int(result.columns["plays"].sum()))

    return Entry(work, SIMULATE, preset, lambda: next(seeds), run, PLAYS)


def _batched(work: str, preset: str, rules: ddz.Rules, auction: bool) -> Entry:
    batch = ddz.BatchGame(BATCH_GAMES, rules, seed=SEED, auction=auction, threads=1)
    choose = np.random.default_rng(SEED)
    warm = False

    def run(steps: int) -> Amount:
        ended = 0
        for _ in range(steps):
            offsets, _ = batch.legal_moves()
            batch.step((choose.random(BATCH_GAMES) * np.diff(offsets)).astype(np.int64))
            ended += int(batch.done.sum())
        return Amount(ended, steps * BATCH_GAMES)

    def prepare() -> int:
        nonlocal warm
        if not warm:
            run(WARM_UP)
            warm = True
        return STEPS

    return Entry(work, BATCH, preset, prepare, run)


def _one_by_one(cases, work, preset, rules, auction, who, play) -> Entry:
    draw = random.Random(SEED).random
    # Without an auction the games are dealt before the clock runs, as those of the peers are.
    played = rules if auction else rules.replace(auction="none", all_pass="redeal")
    key = f"{who} {preset} {auction}"

    def prepare() -> list:
        numbers = cases.next_deals(key, 100)
        if auction:
            return numbers
        return [ddz.Game.of_run(SEED, number, played) for number in numbers]

    def run(games: list) -> Amount:
        moves = 0
        for game in games:
            moves += play(game, draw)
        return Amount(len(games), moves)

    def run_with_auction(numbers: list) -> Amount:
        moves = 0
        for number in numbers:
            game = ddz.Game.of_run(SEED, number, played)
            while bids := game.legal_bids():
                game.bid(bids[int(draw() * len(bids))])
                moves += 1
            moves += play(game, draw)
        return Amount(len(numbers), moves)

    return Entry(work, who, preset, prepare, run_with_auction if auction else run)


def _play_listed(game: ddz.Game, draw) -> int:
    moves = 0
    while legal := game.legal_moves():
        game.play(legal[int(draw() * len(legal))])
        moves += 1
    return moves


def _play_counted(game: ddz.Game, draw) -> int:
    moves = 0
    while count := game.count_moves():
        game.play_index(int(draw() * count))
        moves += 1
    return moves


def _lists(cases: Cases, preset: str) -> Iterator[Entry]:
    rules = getattr(ddz.Rules, preset)()
    hands = {
        LEAD: [(case.landlord, None) for case in cases.questions],
        FOLLOW: [(case.follower, case.lead) for case in cases.questions],
    }
    for work, questions in hands.items():
        mean = cases.expected(work, preset) / HANDS
        packed = np.array([int(hand) for hand, _ in questions], dtype=np.uint64)
        standing = np.array([int(lead or 0) for _, lead in questions], dtype=np.uint64)

        def one_by_one(questions: list) -> Amount:
            return Amount(HANDS, sum(len(ddz.legal_moves(*asked, rules)) for asked in questions))

        def at_once(arrays: tuple) -> Amount:
            _, moves = ddz.legal_moves_batch(*arrays, rules, threads=1)
            return Amount(HANDS, len(moves))

        yield Entry(
            work, ONE, preset, lambda questions=questions: questions, one_by_one, (mean, mean)
        )
        yield Entry(
            work, MANY, preset, lambda arrays=(packed, standing): arrays, at_once, (mean, mean)
        )
