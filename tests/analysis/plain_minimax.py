"""Random endings, and a minimax over the public positions that tries everything and remembers nothing."""

import random
from collections.abc import Collection

import doudizhu_fast as ddz

PRESETS = ["three_player", "rlcard", "douzero", "openspiel", "botzone", "four_player"]


def allowed(position: ddz.Position, banned: Collection[ddz.Kind] = ()) -> list[ddz.Move]:
    return [move for move in position.legal_moves() if move.kind not in banned]


class TooLongError(Exception):
    """A position takes more moves than a test has time for."""


class Minimax:
    """Best play of both sides, found by trying everything.

    Args:
        banned: Kinds that nobody may play.
        most: After so many positions it gives up with :class:`TooLongError`.
    """

    def __init__(self, banned: Collection[ddz.Kind] = (), most: int = 10**9) -> None:
        self.banned = banned
        self.left = most

    def moves(self, position: ddz.Position) -> list[ddz.Move]:
        self.left -= 1
        if self.left < 0:
            raise TooLongError
        return allowed(position, self.banned)

    def landlord_wins(self, position: ddz.Position) -> bool:
        if position.winner is not None:
            return position.winner is ddz.Role.LANDLORD
        wanted = position.turn == position.landlord
        for move in self.moves(position):
            if self.landlord_wins(position.play(move)) is wanted:
                return wanted
        return not wanted

    def winning_moves(self, position: ddz.Position) -> list[ddz.Move]:
        wanted = position.turn == position.landlord
        moves = self.moves(position)
        return [move for move in moves if self.landlord_wins(position.play(move)) is wanted]

    def payoff(self, position: ddz.Position, low: int = -(10**6), high: int = 10**6) -> int:
        """What the landlord gets where that lies between two bounds, else a bound: what is cut off cannot matter."""
        payoffs = position.payoffs
        if payoffs is not None:
            return payoffs[position.landlord]
        for move in self.moves(position):
            value = self.payoff(position.play(move), low, high)
            if position.turn == position.landlord:
                low = max(low, value)
            else:
                high = min(high, value)
            if low >= high:
                break
        return low if position.turn == position.landlord else high


def random_ending(draw: random.Random, cards: int, preset: str) -> ddz.Position:
    """An open position of at most so many cards, often with cards that make chains, trios and bombs."""
    rules = ddz.Rules.parse(preset)
    four = rules.players == 4
    seats = 4 if four else draw.choice([2, 3, 3])
    lowest = draw.randrange(0, 11)
    width = draw.choice([4, 5, 6, 15])
    ranks = [rank for rank in ddz.Rank if lowest <= rank < lowest + width]
    copies = 8 if four else 4
    pack = [rank for rank in ranks for _ in range(copies if rank <= ddz.Rank.TWO else copies // 4)]
    jokers = {ddz.Rank.BLACK_JOKER, ddz.Rank.RED_JOKER}
    pack += jokers - set(pack) if draw.random() < 0.3 else []
    draw.shuffle(pack)
    while True:
        sizes = [draw.randint(1, max(1, 2 * cards // seats - 1)) for _ in range(seats)]
        if sum(sizes) <= min(cards, len(pack)):
            break
    hands = [[pack.pop() for _ in range(size)] for size in sizes]
    landlord, turn = draw.randrange(seats), draw.randrange(seats)
    position = ddz.Position(
        [ddz.Hand(hand) for hand in hands],
        landlord,
        turn,
        rules=rules,
        bid=draw.randint(1, 3),
        plays=draw.choice([(0, 0), (1, 0), (1, 3), (2, 0), (5, 5)]),
        doublings=draw.choice([0, 0, 2]),
    )
    for _ in range(draw.choice([0, 1, 1, 2, 3])):
        after = position.play(draw.choice(position.legal_moves()))
        if after.winner is None:
            position = after
    return position
