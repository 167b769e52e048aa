"""Games, positions and records as plain data for the page: what is told here is all that it gets to see."""

from collections.abc import Iterable, Sequence
from typing import Any

from doudizhu_fast.deals import Deal
from doudizhu_fast.enums import Phase
from doudizhu_fast.exceptions import DoudizhuError
from doudizhu_fast.game import Game
from doudizhu_fast.move import Move
from doudizhu_fast.records import GameRecord
from doudizhu_fast.view import View

__all__ = ["deal_data", "error_data", "moves_data", "record_data", "view_data"]


def error_data(error: DoudizhuError) -> dict[str, Any]:
    """Tell what went wrong, in words and by reason.

    Example:
        >>> from doudizhu_fast.exceptions import RequestError
        >>> error_data(RequestError("busy"))
        {'error': {'reason': 'busy', 'message': 'the game is busy with the last request'}}
    """
    return {"error": {"reason": error.reason, "message": error.message}}


def moves_data(moves: Sequence[Move], most: int) -> dict[str, Any]:
    """List moves with their kinds, up to a number of them; all are counted.

    Example:
        >>> moves_data([Move("3"), Move("333+4")], 1)
        {'count': 2, 'moves': [{'move': '3', 'kind': 'SOLO'}]}
    """
    listed = [{"move": str(move), "kind": move.kind.name} for move in moves[:most]]
    return {"count": len(moves), "moves": listed}


def deal_data(deal: Deal) -> dict[str, Any]:
    """Tell all about a deal.

    Example:
        >>> from doudizhu_fast.deals import deal
        >>> deal_data(deal(0))["bottom"]
        '352'
    """
    return {
        "rules": deal.rules.text,
        "hands": [str(hand) for hand in deal.hands],
        "bottom": str(deal.bottom),
        "first_bidder": deal.first_bidder,
        "turned_up": None if deal.turned_up is None else deal.turned_up.letter,
    }


def view_data(view: View, most: int) -> dict[str, Any]:
    """Tell what one seat may know, and what it may do.

    Example:
        >>> view_data(Game(seed=7).view(1), 10)["counts"]
        [17, 17, 17]
    """
    return {
        "rules": view.rules.text,
        "seat": view.seat,
        "hand": str(view.hand),
        "counts": list(view.counts),
        "phase": view.phase.name,
        "turn": view.turn,
        "landlord": view.landlord,
        "first_bidder": view.first_bidder,
        "turned_up": None if view.turned_up is None else view.turned_up.letter,
        "bottom": None if view.bottom is None else str(view.bottom),
        "highest_bid": view.highest_bid,
        "to_beat": None if view.to_beat is None else str(view.to_beat),
        "multiplier": view.multiplier,
        "spring": view.spring,
        "history": _actions(view.history),
        "legal_bids": view.legal_bids(),
        "legal_moves": moves_data(view.legal_moves(), most),
        "winner": None if view.winner is None else view.winner.name,
        "payoffs": None if view.payoffs is None else list(view.payoffs),
    }


def record_data(record: GameRecord, game: Game) -> dict[str, Any]:
    """Tell a whole game step by step, all hands open.

    Args:
        record: A record that was replayed without an error.
        game: The game at its start.

    Example:
        >>> game = Game(seed=7, rules="rlcard")
        >>> game.play_index(0)
        >>> told = record_data(game.record(), Game(seed=7, rules="rlcard"))
        >>> len(told["steps"]), told["steps"][1]["action"]["seat"]
        (2, 0)
    """
    steps = [_step(game, None)]
    for calls in record.calls:
        for bid in calls:
            action: dict[str, Any] = {"seat": game.turn, "bid": bid}
            game.bid(bid)
            steps.append(_step(game, action))
    for move in record.plays:
        action = {"seat": game.turn, "move": str(move), "kind": move.kind.name}
        game.play(move)
        steps.append(_step(game, action))
    return {
        "rules": record.rules.text,
        "players": record.rules.players,
        "json": record.to_json(),
        "winner": None if game.winner is None else game.winner.name,
        "payoffs": None if game.payoffs is None else list(game.payoffs),
        "steps": steps,
    }


def _step(game: Game, action: dict[str, Any] | None) -> dict[str, Any]:
    return {
        "action": action,
        "deal": len(game.deals) - 1,
        "hands": [str(hand) for hand in game.hands],
        "bottom": str(game.bottom),
        "phase": game.phase.name,
        "turn": game.turn,
        "landlord": game.landlord,
        "to_beat": None if game.to_beat is None else str(game.to_beat),
        "highest_bid": game.highest_bid,
        "multiplier": game.multiplier,
        "position": game.position.text
        if game.landlord is not None and game.phase is not Phase.AUCTION
        else None,
    }


def _actions(history: Iterable[tuple[int, int | Move]]) -> list[dict[str, Any]]:
    return [
        {"seat": seat, "move": str(action), "kind": action.kind.name}
        if isinstance(action, Move)
        else {"seat": seat, "bid": action}
        for seat, action in history
    ]
