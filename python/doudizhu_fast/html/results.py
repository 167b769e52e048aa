"""Results for notebooks: estimates, tables of analyses, tournaments, simulations."""

from typing import Any

from doudizhu_fast.html.parts import (
    bar,
    cards,
    code,
    estimate,
    move,
    note,
    pairs,
    panel,
    share,
    table,
    text,
)

__all__ = [
    "bid_table",
    "equity",
    "figure",
    "min_plays",
    "move_table",
    "odds",
    "probability",
    "review",
    "simulation",
    "solution",
    "tournament",
]

_SHOWN_ROWS = 20
_SHOWN_MOVES = 40


def figure(value: Any) -> str:
    """Show an Estimate: the figure, its interval, the size of the sample.

    Example:
        >>> from doudizhu_fast.estimates import Estimate
        >>> "95 % interval" in figure(Estimate.of_rate(353, 1000))
        True
    """
    told = f"95 % interval {value.low:.4g} to {value.high:.4g}, n = {value.n:,}"
    return panel("", f"<b>{estimate(value)}</b> {note(told)}")


def simulation(value: Any) -> str:
    """Show a SimulationResult: how often landlords win, payoffs and length.

    Example:
        >>> from doudizhu_fast.simulation import simulate
        >>> "landlord wins" in simulation(simulate(20, "greedy", seed=5))
        True
    """
    rows = [
        ["landlord wins", share(value.landlord_win_rate)],
        ["payoff of the landlord", estimate(value.landlord_payoff)],
        ["payoff of a peasant", estimate(value.peasant_payoff)],
        ["plays in a game", estimate(value.mean_plays)],
    ]
    if value.void:
        rows.append(["void games", f"{value.void:,}"])
    held = "with auctions" if value.auction else "without auctions"
    return panel(
        f"{value.n:,} games of {', '.join(value.players)}, {value.rules}, {held}",
        pairs(rows),
        foot=f"seed {value.seed}",
    )


def equity(value: Any) -> str:
    """Show an Equity: the hand, how often it wins, what it is paid.

    Example:
        >>> from doudizhu_fast.analysis import equity as ask
        >>> "wins" in equity(ask("3456789TJQKA22BR3", n=50, seed=1))
        True
    """
    rows = [
        ["wins", share(value.win)],
        [f"payoff at bid {value.bid}", estimate(value.payoff)],
        ["not doubled", f"{value.doublings[0] / value.n:.1%}"],
    ]
    bottom = "" if value.bottom is None else f" {note('bottom')} {cards(value.bottom)}"
    return panel(
        f"As {_words(value.role)}, {value.rules}",
        cards(value.hand) + bottom,
        pairs(rows),
        foot=_sample(value),
    )


def bid_table(value: Any) -> str:
    """Show a BidTable: every call with what it is worth, then what the hand is worth as landlord.

    Example:
        >>> from doudizhu_fast.analysis import bid_table as ask
        >>> bid_table(ask("3456789TJQKA22BR3", n=50, seed=1)).count("<tr") >= 7
        True
    """
    rows = [
        [
            str(row.bid or "pass"),
            estimate(row.payoff),
            share(row.win),
            f"{row.landlord.mean:.1%}",
            _behind(row, number == 0),
        ]
        for number, row in enumerate(value.rows)
    ]
    landlord = [
        ["wins", share(value.landlord_win)],
        ["breaks even at", share(value.break_even)],
        ["payoff at bid 1", estimate(value.landlord_payoff)],
    ]
    bottom = [
        [row.rank.letter for row in value.bottom],
        [f"{row.win.mean:.0%}" for row in value.bottom],
    ]
    return panel(
        f"What to bid, {value.rules}",
        cards(value.hand),
        table(["bid", "payoff", "wins", "landlord", "behind"], rows, best=0, right="rrlrl"),
        note("as landlord"),
        pairs(landlord),
        note("as landlord, where the bottom holds"),
        table(bottom[0], [bottom[1]], right="r" * len(bottom[0])),
        foot=_sample(value),
    )


def move_table(value: Any) -> str:
    """Show a MoveTable: every move with what it is worth, up to the twentieth.

    Example:
        >>> from doudizhu_fast.analysis import move_table as ask
        >>> from doudizhu_fast.position import Position
        >>> move_table(ask(Position(["33", "4", "5"], 0, 0))).count("<tr")
        3
    """
    rows = [
        [
            move(row.move),
            estimate(row.payoff),
            share(row.win),
            _behind(row, number == 0),
            f"{row.n:,}",
        ]
        for number, row in enumerate(value.rows[:_SHOWN_ROWS])
    ]
    rest = len(value.rows) - len(rows)
    return panel(
        f"What seat {value.seat} ({_words(value.role)}) may play, {value.rules}",
        table(["move", "payoff", "wins", "behind", "deals"], rows, best=0, right="lrllr"),
        note(f"and {rest} more moves") if rest > 0 else "",
        foot=_sample(value),
    )


def review(value: Any) -> str:
    """Show a Review: the mistakes, then the totals of the seats.

    Example:
        >>> from doudizhu_fast.analysis import review as ask
        >>> from doudizhu_fast.simulation import simulate
        >>> "mistakes" in review(ask(simulate(1, seed=5, auction=False).game(0), 100, seed=1))
        True
    """
    rows = [
        [
            str(row.number),
            f"{row.seat} {_words(row.role)}",
            move(row.move),
            move(row.best),
            f"{row.loss.mean:g}" if row.judged == "exact" else estimate(row.loss),
            note(row.judged),
        ]
        for row in value.mistakes
    ]
    totals = [
        [
            f"{row.seat} {_words(row.role)}",
            str(row.choices),
            str(row.mistakes),
            f"{row.proven_loss:.2f}",
            estimate(row.loss),
        ]
        for row in value.seats
    ]
    lost = "payoff" if value.objective == "payoff" else "chance of winning"
    return panel(
        f"{len(value.mistakes)} mistakes in {len(value.moves)} moves, {value.rules}, losses in {lost}",
        table(["move", "seat", "played", "best", "loss", ""], rows, right="rlllrl") if rows else "",
        table(
            ["seat", "choices", "mistakes", "lost by them", "lost in all"], totals, right="lrrrr"
        ),
        foot=_sample(value),
    )


def solution(value: Any) -> str:
    """Show a Solution: who wins, by which moves, and a game to the end.

    Example:
        >>> from doudizhu_fast.analysis import solve
        >>> "the landlord" in solution(solve("ddz1 three_player 3344/56/78 0 0 - 0"))
        True
    """
    winner = "not proven" if value.winner is None else f"the {_words(value.winner)}"
    if value.winner is not None and value.winner.name == "PEASANT":
        winner += "s"
    rows = [["wins", f"<b>{winner}</b>"]]
    if value.value is not None:
        rows.append(["payoff", f"{value.value:+} for the landlord"])
    moves = value.winning_moves[:_SHOWN_MOVES]
    shown = "&ensp; ".join(move(each) for each in moves) or note("none")
    more = f" {note(f'and {len(value.winning_moves) - len(moves)} more')}"
    rows.append(["winning moves", shown + (more if len(value.winning_moves) > len(moves) else "")])
    if value.line:
        rows.append(["a game", code(" ".join(str(each) for each in value.line))])
    title = "Solved" if value.complete else "A limit was reached: what is proven"
    return panel(
        f"{title}, all hands open",
        pairs(rows),
        foot=f"{value.nodes:,} positions in {value.seconds:.3f} s",
    )


def min_plays(value: Any) -> str:
    """Show a MinPlays: the fewest plays, and one way or all.

    Example:
        >>> from doudizhu_fast.analysis import min_plays as ask
        >>> "2 plays" in min_plays(ask("333444567"))
        True
    """
    ways = [value.plays] if value.decompositions is None else value.decompositions
    rows = [["&ensp; ".join(move(each) for each in plays)] for plays in ways[:_SHOWN_ROWS]]
    rest = len(ways) - len(rows)
    plays = "1 play" if value.count == 1 else f"{value.count} plays"
    return panel(
        f"The hand needs {plays}",
        pairs(rows),
        note(f"and {rest} more decompositions") if rest > 0 else "",
    )


def probability(value: Any) -> str:
    """Show a Probability: in percent, as a bar and as a fraction.

    Example:
        >>> from doudizhu_fast.analysis import Probability
        >>> "25.0000 %" in probability(Probability(3, 12))
        True
    """
    return panel("", f"{bar(value.value)} <b>{100 * value.value:.4f} %</b> {note(value.fraction)}")


def odds(value: Any) -> str:
    """Show Odds: what is known, and how likely bombs, the rocket and high cards are in every place.

    Example:
        >>> from doudizhu_fast.analysis import odds as ask
        >>> "rocket" in odds(ask("3344556677889TTJQ"))
        True
    """
    *others, left = value.sizes
    places: list[Any] = ["any"]
    if len(others) > 1:
        places += [*range(1, len(others) + 1), *(["bottom"] if left else [])]
    questions = [("bomb", value.bomb), ("rocket", value.rocket)]
    rows = [
        [name, *(f"{100 * ask(place).value:.2f} %" for place in places)] for name, ask in questions
    ]
    for letter in ("2", "B", "R"):
        if value.unseen.count(letter):
            chances = (value.at_least(letter, 1, place) for place in places)
            rows.append([cards(letter), *(f"{100 * chance.value:.2f} %" for chance in chances)])
    heads = [f"player +{place}" if isinstance(place, int) else place for place in places]
    held = cards(value.hand) if value.hand else note(f"{value.sizes[0]} random cards")
    return panel(
        f"Odds, {value.rules}, {len(value.unseen)} cards unseen",
        held,
        table(["", *heads], rows, right="l" + "r" * len(heads)),
    )


def tournament(value: Any) -> str:
    """Show a TournamentResult: the standings, and who took how much from whom.

    Example:
        >>> from doudizhu_fast.bots import tournament as hold
        >>> tournament(hold(["greedy", "random"], 20, seed=1)).count("<table")
        2
    """
    rows = [
        [
            text(row.name),
            f"{row.elo:+.0f}",
            share(row.win),
            share(row.landlord),
            share(row.peasant),
        ]
        for row in value.standings
    ]
    names = [row.name for row in value.standings]
    scores = {(pair.first, pair.second): pair.score.mean for pair in value.pairs}
    scores |= {(pair.second, pair.first): 1 - pair.score.mean for pair in value.pairs}
    held = "with auctions" if value.auction else "without auctions"
    return panel(
        f"{value.games:,} games on {value.deals:,} deals, {value.rules}, {held}",
        table(["bot", "elo", "wins", "as landlord", "as peasant"], rows, best=0, right="lrlll"),
        note("share of the games that the bot of the row won against that of the column"),
        _matrix(names, scores),
        foot=f"seed {value.seed}",
    )


def _matrix(names: list[str], scores: dict[tuple[str, str], float]) -> str:
    rows = []
    for first in names:
        cells = [
            note("-")
            if first == second
            else f"{bar(scores[first, second])} {scores[first, second]:.1%}"
            for second in names
        ]
        rows.append([text(first), *cells])
    return table(["", *names], rows)


def _behind(row: Any, best: bool) -> str:
    if best:
        return "best"
    return note("tied") if row.tied else estimate(row.behind)


def _sample(value: Any) -> str:
    return f"{value.n:,} deals, played out by {value.policy}, seed {value.seed}"


def _words(role: Any) -> str:
    name: str = role.name
    return name.lower()
