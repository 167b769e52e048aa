"""Values for notebooks: hands, moves, deals, positions, views, games, records, matches, rules."""

from typing import Any

from doudizhu_fast.html.parts import cards, code, move, note, panel, table

__all__ = ["deal", "game", "hand", "match", "move_value", "position", "record", "rules", "view"]

_SHOWN_ACTIONS = 12
_SHOWN_GAMES = 12


def hand(value: Any) -> str:
    """Show a Hand: its cards, and how many they are.

    Example:
        >>> from doudizhu_fast.hand import Hand
        >>> "2 cards" in hand(Hand("33"))
        True
    """
    count = len(value)
    return panel("", cards(value) + " " + note(f"{count} card{'' if count == 1 else 's'}"))


def move_value(value: Any) -> str:
    """Show a Move: its cards and its kind.

    Example:
        >>> from doudizhu_fast.move import Move
        >>> "trio with solo" in move_value(Move("333+4"))
        True
    """
    kind = note(_words(value.kind)) if value else ""
    return panel("", f"{move(value)} {kind}")


def deal(value: Any) -> str:
    """Show a Deal: all hands, the bottom cards, who begins.

    Example:
        >>> from doudizhu_fast.deals import deal as draw
        >>> deal(draw(7)).count("<tr")
        5
    """
    rows = []
    for seat, held in enumerate(value.hands):
        turned = "" if value.turned_up is None else f" with the turned-up {value.turned_up.letter}"
        remark = f"begins{turned}" if seat == value.first_bidder else ""
        rows.append([str(seat), cards(held), note(remark)])
    rows.append(["bottom", cards(value.bottom), ""])
    return panel(f"Deal, {value.rules}", table(["seat", "cards", ""], rows))


def position(value: Any) -> str:
    """Show a Position: all hands, who is to move, and the standing play.

    Example:
        >>> from doudizhu_fast.position import Position
        >>> "to move" in position(Position(["33", "4", "5"], 0, 0))
        True
    """
    rows = [
        [str(seat), _role(seat, value.landlord), cards(held), _task(seat, value.turn, value.winner)]
        for seat, held in enumerate(value.hands)
    ]
    return panel(
        f"Position, {value.rules}, bid {value.bid}",
        table(["seat", "role", "cards", ""], rows),
        _standing(value),
        code(value.text),
    )


def view(value: Any) -> str:
    """Show a View: what one seat may know, and no hidden card.

    Example:
        >>> from doudizhu_fast.game import Game
        >>> "unseen" in view(Game(seed=7).view(0))
        True
    """
    rows = []
    for seat, count in enumerate(value.counts):
        own = seat == value.seat
        held = cards(value.hand) if own else note(f"{count} cards")
        task = _task(seat, value.turn, value.winner)
        rows.append([f"{seat}{' (you)' if own else ''}", _role(seat, value.landlord), held, task])
    known = [["bottom", "", cards(value.bottom), ""]] if value.bottom is not None else []
    return panel(
        f"View of seat {value.seat}, {value.rules}, {_words(value.phase)}",
        table(["seat", "role", "cards", ""], rows + known),
        _standing(value),
        f"{note('unseen')} {cards(value.unseen)}",
        _actions(value.history),
    )


def game(value: Any) -> str:
    """Show a Game: all hands, where it stands, and what was done last.

    Example:
        >>> from doudizhu_fast.game import Game
        >>> "auction" in game(Game(seed=7))
        True
    """
    payoffs = value.payoffs
    rows = []
    for seat, held in enumerate(value.hands):
        paid = "" if payoffs is None else f"{payoffs[seat]:+}"
        task = paid or _task(seat, value.turn, value.winner)
        rows.append([str(seat), _role(seat, value.landlord), cards(held), task])
    rows.append(["bottom", "", cards(value.bottom), ""])
    origin = "a given deal" if value.seed is None else f"seed {value.seed}"
    stake = f"bid {value.highest_bid}, multiplier {value.multiplier}"
    return panel(
        f"Game, {value.rules}, {origin}: {_words(value.phase)}, {stake}",
        table(["seat", "role", "cards", ""], rows),
        _standing(value),
        _actions(value.history),
    )


def record(value: Any) -> str:
    """Show a GameRecord: the deal, the calls, all moves, the payment.

    Example:
        >>> from doudizhu_fast.game import Game
        >>> "unfinished" in record(Game(seed=7).record())
        True
    """
    dealt = value.deals[-1]
    rows = [
        [
            str(seat),
            _role(seat, value.landlord),
            cards(held),
            "" if value.payoffs is None else f"{value.payoffs[seat]:+}",
        ]
        for seat, held in enumerate(dealt.hands)
    ]
    rows.append(["bottom", "", cards(dealt.bottom), ""])
    calls = " ".join(str(bid) if bid else "pass" for bid in value.calls[-1])
    moves = " ".join(str(each) for each in value.plays)
    state = "unfinished" if value.payoffs is None else f"multiplier {value.multiplier}"
    return panel(
        f"Record of a game, {value.rules}, bid {value.bid}, {state}",
        table(["seat", "role", "dealt", "paid"], rows, right="lllr"),
        f"{note('calls')} {code(calls)}" if calls else "",
        f"{note(f'{len(value.plays)} moves')} {code(moves)}",
    )


def match(value: Any) -> str:
    """Show a Match: the totals, and what the last games paid.

    Example:
        >>> from doudizhu_fast.match import Match
        >>> "total" in match(Match(3, seed=3))
        True
    """
    records = value.records
    first = max(0, len(records) - _SHOWN_GAMES)
    rows = [
        [str(number), *(f"{amount:+}" for amount in records[number].payoffs or ())]
        for number in range(first, len(records))
    ]
    rows.append(["total", *(f"{total:+}" for total in value.totals)])
    length = "" if value.games is None else f" of {value.games}"
    return panel(
        f"Match, {value.rules}: {value.played}{length} games played",
        table(
            ["game", *value.players], rows, best=len(rows) - 1, right="l" + "r" * len(value.players)
        ),
    )


def rules(value: Any) -> str:
    """Show Rules: their text, and every switch.

    Example:
        >>> from doudizhu_fast.rules import Rules
        >>> rules(Rules()).count("<tr") > 10
        True
    """
    rows = [[name, code(setting)] for name, setting in value._values().items()]
    return panel(f"Rules {value.text}", table(["switch", "value"], rows))


def _role(seat: int, landlord: int | None) -> str:
    if landlord is None:
        return ""
    return "landlord" if seat == landlord else "peasant"


def _task(seat: int, turn: int | None, winner: Any) -> str:
    if turn == seat:
        return "<b>to move</b>"
    return note("over") if winner is not None and turn is None and seat == 0 else ""


def _standing(value: Any) -> str:
    if value.to_beat is None or value.turn is None:
        return ""
    return f"{note('to beat')} {move(value.to_beat)}"


def _actions(history: Any) -> str:
    last = history[-_SHOWN_ACTIONS:]
    if not last:
        return ""
    words = []
    for seat, what in last:
        text = str(what) if not isinstance(what, int) else f"bid {what}" if what else "pass"
        words.append(f"{seat}: {text}")
    more = "... " if len(history) > len(last) else ""
    return f"{note('last actions')} {code(more + ', '.join(words))}"


def _words(value: Any) -> str:
    name: str = value.name
    return name.lower().replace("_", " ")
