"""The greedy policy, written again from its description: an independent player for the tests of rollouts."""

import doudizhu_fast as ddz
from doudizhu_fast import Kind, Move, Position


def greedy_move(position: Position) -> Move:
    """What it plays."""
    moves = position.legal_moves()
    seat, landlord = position.turn, position.landlord
    hand = position.hands[seat]
    if position.to_beat is None:
        quiet = [move for move in moves if move.kind < Kind.BOMB]
        return max(quiet or moves, key=lambda move: (len(move), -moves.index(move)))
    last = [move for move in moves if len(move) == len(hand)]
    if last:
        return last[0]
    owner = (seat - 1 - position.passes) % len(position.hands)
    if landlord not in (seat, owner):
        return ddz.PASS
    answers = [move for move in moves if move != ddz.PASS and move.kind < Kind.BOMB]
    return answers[0] if answers else ddz.PASS


def greedy_bid(hand: str, highest: int) -> int:
    """What it bids with cards as text."""
    points = 3 * hand.count("R") + 2 * hand.count("B") + hand.count("2")
    points += 3 * sum(hand.count(rank) >= 4 for rank in "3456789TJQKA2")
    bid = (points >= 4) + (points >= 6) + (points >= 8)
    return bid if bid > highest else 0


def played_out(position: Position) -> Position:
    """The end of a game in which it plays every seat."""
    while position.turn is not None:
        position = position.play(greedy_move(position))
    return position


def cards_without(hand: str) -> list[str]:
    """The cards of one pack that are not these."""
    pack = list("3456789TJQKA2" * 4 + "BR")
    for card in hand:
        pack.remove(card)
    return pack
