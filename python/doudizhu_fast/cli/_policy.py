"""How the demonstration bids and plays: a few rules of thumb, written to be read, not to win."""

import doudizhu_fast as ddz

__all__ = ["choose_bid", "choose_move"]

# With this many cards an opponent is close enough to the end for bombs to be spent.
_CLOSE_TO_THE_END = 5

_BOMBS = (ddz.Kind.BOMB, ddz.Kind.ROCKET)


def choose_bid(view: ddz.View) -> int:
    """Bid one for each two, joker and bomb beyond the first, where the bids so far leave room for it."""
    counts = view.hand.counts
    strong = int(counts[ddz.Rank.TWO :].sum()) + int((counts[: ddz.Rank.TWO] >= 4).sum())
    affordable = [bid for bid in view.legal_bids() if bid < strong]
    return max(affordable, default=0)


def choose_move(view: ddz.View) -> ddz.Move:
    """Go out if a move does; otherwise get rid of low cards on a lead, and answer as cheaply as possible."""
    moves = view.legal_moves()
    for move in moves:
        if move.cards == view.hand:
            return move
    return _lead(view, moves) if view.to_beat is None else _follow(view, moves)


def _lead(view: ddz.View, moves: list[ddz.Move]) -> ddz.Move:
    """The largest play that holds the lowest card; low kickers before high ones."""
    lowest = min(view.hand)
    candidates = [move for move in moves if lowest in move.cards and move.kind not in _BOMBS]
    return min(candidates or moves, key=lambda move: (-len(move.cards), int(move.cards)))


def _follow(view: ddz.View, moves: list[ddz.Move]) -> ddz.Move:
    """Leave a partner's play alone, spare bombs, else take the lowest answer."""
    if _standing_side(view) == view.role:
        return ddz.PASS
    answers = [move for move in moves if move != ddz.PASS and move.kind not in _BOMBS]
    bombs = [move for move in moves if move.kind in _BOMBS]
    if answers:
        return min(answers, key=lambda move: (move.rank, int(move.cards)))
    if bombs and _opponent_cards(view) <= _CLOSE_TO_THE_END:
        return bombs[0]
    return ddz.PASS


def _standing_side(view: ddz.View) -> ddz.Role:
    seat = next(
        seat
        for seat, action in reversed(view.history)
        if isinstance(action, ddz.Move) and action != ddz.PASS
    )
    return _role(view, seat)


def _opponent_cards(view: ddz.View) -> int:
    return min(count for seat, count in enumerate(view.counts) if _role(view, seat) != view.role)


def _role(view: ddz.View, seat: int) -> ddz.Role:
    return ddz.Role.LANDLORD if seat == view.landlord else ddz.Role.PEASANT
