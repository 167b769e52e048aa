"""``ddz demo``: whole games, told from the deal to the payment."""

from collections.abc import Iterator
from typing import Annotated, Any

import typer
from rich.console import Console

import doudizhu_fast as ddz
from doudizhu_fast.cli._options import (
    JsonOption,
    PlayersOption,
    chosen_rules,
    complete_rules,
    read_seed,
)
from doudizhu_fast.cli._output import (
    deal_data,
    deal_table,
    emit_json,
    move_data,
    moves_table,
    new_console,
    new_table,
    print_table,
    print_title,
)
from doudizhu_fast.cli._policy import choose_bid, choose_move

__all__ = ["demo"]

_SHOWN_OF_A_KIND = 12


def demo(
    seed: Annotated[
        int,
        typer.Option(
            "--seed", metavar="N", parser=read_seed, help="The seed of the deals, from 0."
        ),
    ] = 211,
    rules: Annotated[
        list[str] | None,
        typer.Option(
            "--rules",
            metavar="RULES",
            autocompletion=complete_rules,
            help="Play under these rules; may be repeated. Without: three_player and four_player.",
        ),
    ] = None,
    players: PlayersOption = None,
    json: JsonOption = False,
) -> None:
    """Play a game for three players and one for four.

    Both are told from the deal to the payment. The players follow a few rules of thumb.

    Examples:
      ddz demo
      ddz demo --seed 5 --rules national
    """
    both = ["three_player", "four_player"] if players is None else [None]
    chosen = [chosen_rules(text, players) for text in rules or both]
    games = [_play(seed, each) for each in chosen]
    if json:
        emit_json({"seed": seed, "games": [_game_data(game) for game in games]})
        return
    console = new_console()
    for number, game in enumerate(games):
        if number:
            console.print()
        _tell(console, game)


def _play(seed: int, rules: ddz.Rules) -> ddz.Game:
    game = ddz.Game(seed=seed, rules=rules)
    while (seat := game.turn) is not None:
        if game.phase is ddz.Phase.AUCTION:
            game.bid(choose_bid(game.view(seat)))
        else:
            game.play(choose_move(game.view(seat)))
    return game


def _auctions(game: ddz.Game) -> Iterator[tuple[ddz.Deal, tuple[tuple[int, int], ...]]]:
    """Every deal of a game with its calls as (seat, bid)."""
    record = game.record()
    for deal, bids in zip(record.deals, record.calls, strict=True):
        if not bids:
            yield deal, ()
            continue
        auction = ddz.Auction(game.rules, deal.first_bidder)
        for bid in bids:
            auction.bid(bid)
        yield deal, auction.history


def _first_lead(game: ddz.Game) -> list[ddz.Move]:
    """What the landlord could lead."""
    if game.landlord is None:
        return []
    return ddz.legal_moves(game.deal.hands[game.landlord] + game.bottom, rules=game.rules)


def _tell(console: Console, game: ddz.Game) -> None:
    rules = game.rules
    print_title(console, f"A game for {rules.players} players ({rules}, seed {game.seed}):")
    for deal, calls in _auctions(game):
        _chapter(console, "The deal")
        print_table(console, deal_table(deal))
        if calls:
            _chapter(console, "The auction")
            console.print(", ".join(_call_text(seat, bid) for seat, bid in calls) + ".")
    landlord = game.landlord
    if landlord is None:
        console.print("Nobody has bid: the game is void.")
        return
    console.print(
        f"Seat {landlord} becomes the landlord at {game.highest_bid}, takes {game.bottom} and leads."
    )
    leads = _first_lead(game)
    _chapter(console, f"The first lead: {len(leads)} moves to choose from")
    print_table(console, moves_table(leads, most=_SHOWN_OF_A_KIND))
    _chapter(console, "The play")
    table = new_table(">trick", *(_seat_title(seat, landlord) for seat in range(rules.players)))
    for row in _rows(game):
        table.add_row(*row)
    print_table(console, table)
    _chapter(console, "The payment")
    _tell_payment(console, game, landlord)


def _chapter(console: Console, title: str) -> None:
    console.print()
    print_title(console, title)


def _call_text(seat: int, bid: int) -> str:
    return f"seat {seat} bids {bid}" if bid else f"seat {seat} passes"


def _seat_title(seat: int, landlord: int) -> str:
    return f"seat {seat} (landlord)" if seat == landlord else f"seat {seat}"


def _moves(game: ddz.Game) -> list[tuple[int, ddz.Move]]:
    return [(seat, act) for seat, act in game.history if isinstance(act, ddz.Move)]


def _rows(game: ddz.Game) -> Iterator[list[str]]:
    """One row per round of the table, numbered where a trick begins, one cell per seat."""
    players = game.rules.players
    row: list[str] = []
    trick = 0
    passes = players - 1
    for seat, move in _moves(game):
        leads = passes == players - 1
        if leads or seat == 0:
            if row:
                yield row
            trick += leads
            row = [str(trick) if leads else "", *[""] * players]
        row[seat + 1] = str(move)
        passes = passes + 1 if move == ddz.PASS else 0
    yield row


def _tell_payment(console: Console, game: ddz.Game, landlord: int) -> None:
    winner = "landlord wins" if game.winner is ddz.Role.LANDLORD else "peasants win"
    spring = " with a spring" if game.spring else ""
    console.print(
        f"The {winner}{spring}. Every peasant settles with the landlord for "
        f"bid {game.highest_bid} x multiplier {game.multiplier} = {game.stake}."
    )
    payoffs = game.payoffs or ()
    table = new_table(*(f">{_seat_title(seat, landlord)}" for seat in range(len(payoffs))))
    table.add_row(*(f"{payoff:+}" for payoff in payoffs))
    print_table(console, table)


def _game_data(game: ddz.Game) -> dict[str, Any]:
    return {
        "rules": str(game.rules),
        "deals": [
            deal_data(deal) | {"calls": [list(call) for call in calls]}
            for deal, calls in _auctions(game)
        ],
        "landlord": game.landlord,
        "bid": game.highest_bid,
        "leads": [str(move) for move in _first_lead(game)],
        "moves": [{"seat": seat} | move_data(move) for seat, move in _moves(game)],
        "winner": None if game.winner is None else game.winner.name,
        "multiplier": game.multiplier,
        "payoffs": list(game.payoffs or ()),
    }
