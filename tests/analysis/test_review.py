"""review(): losses are those of the solver and of the move table, and only what is proven is a mistake."""

import json
import pickle

import pytest

import doudizhu_fast as ddz
from doudizhu_fast import (
    Game,
    GameRecord,
    IllegalMoveError,
    InvalidArgumentError,
    InvalidRecordError,
    Position,
    Role,
)

pytestmark = pytest.mark.skipif(
    ddz.backend() != "native", reason="the reference engine has no analysis"
)
if ddz.backend() == "native":
    from doudizhu_fast.analysis import Review, move_table, review, solve


def game_record(seed: int, policy: str = "random", rules: str | None = None) -> GameRecord:
    return ddz.simulate(1, policy, rules=rules, seed=seed).game(0)


def positions(record: GameRecord) -> list[Position]:
    """The open position before every move."""
    game = Game.replay(record)
    for _ in record.plays:
        game.undo()
    before = []
    for move in record.plays:
        before.append(game.position)
        game.play(move)
    return before


@pytest.mark.parametrize("rules", ["three_player", "rlcard", "four_player"])
@pytest.mark.parametrize("objective", ["win", "payoff"])
def test_exact_losses_are_the_difference_that_the_solver_finds(rules: str, objective: str) -> None:
    judged = lost = 0
    for seed in range(8):
        if judged >= 15 and lost:
            break
        record = game_record(seed, rules=rules)
        result = review(record, 100, seed=seed, objective=objective)
        for row, before in zip(result.moves, positions(record), strict=True):
            if row.judged != "exact":
                continue
            judged += 1
            assert sum(map(len, before.hands)) <= 18
            worth = {m: _worth(before, before.play(m), objective) for m in before.legal_moves()}
            assert row.loss.mean == max(worth.values()) - worth[row.move]
            assert worth[row.best] == max(worth.values())
            assert (row.best == row.move) == (row.loss.mean == 0)
            assert row.mistake == (row.loss.mean > 0)
            assert (row.loss.low, row.loss.high) == (row.loss.mean, row.loss.mean)
            lost += row.mistake
    assert judged >= 15
    assert lost >= 1


def _worth(before: Position, after: Position, objective: str) -> int:
    """What a move is worth to the seat that made it."""
    landlord = before.turn == before.landlord
    if objective == "win":
        return int((solve(after).winner is Role.LANDLORD) == landlord)
    value = solve(after, "payoff").value
    assert value is not None
    return value if landlord else -value // (len(before.hands) - 1)


def test_forced_moves_cost_nothing_and_are_no_choice() -> None:
    record = game_record(1)
    result = review(record, 100, seed=1)
    counts = [before.count_moves() for before in positions(record)]
    assert [row.judged == "forced" for row in result.moves] == [count == 1 for count in counts]
    assert all(row.loss.mean == 0 for row in result.moves if row.judged == "forced")
    assert sum(seat.choices for seat in result.seats) == sum(count > 1 for count in counts)


def test_sampled_losses_are_those_of_the_move_table() -> None:
    record = game_record(2)
    result = review(record, 3000, seed=1)
    game = Game(deal=record.deals[-1], rules=record.rules)
    for bid in record.calls[-1]:
        game.bid(bid)
    seen = 0
    for row in result.moves[:12]:
        if row.judged == "sampled":
            table = move_table(game.view(row.seat), 3000, seed=99)
            behind = next(each.behind for each in table.rows if each.move == row.move)
            if behind.n == 3000 and row.best == table.best.move:
                # Two samples of one figure, each with its own error.
                error = (row.loss.stderr**2 + behind.stderr**2) ** 0.5
                assert abs(row.loss.mean - behind.mean) <= 5 * error
                seen += 1
        game.play(row.move)
    assert seen >= 3


def test_good_play_is_not_accused() -> None:
    """The reviewed player makes the moves that the table calls best; what is left is chance."""
    accused = choices = 0
    for seed in range(6):
        game = Game(seed=seed, rules="botzone")
        while game.phase is ddz.Phase.AUCTION:
            game.bid(max(game.legal_bids()))
        while game.turn is not None:
            table = move_table(game.view(game.turn), 300, seed=seed)
            game.play(table.best.move)
        result = review(game.record(), 300, seed=seed + 1000, exact_cards=0)
        accused += bool(result.mistakes)
        choices += sum(seat.choices for seat in result.seats)
    assert choices >= 60
    # One in twenty is to be expected; three of six would be one in four hundred.
    assert accused <= 2


def test_an_awful_move_is_a_mistake() -> None:
    game = Game(seed=3, rules="botzone")
    game.bid(3)
    landlord = game.turn
    assert landlord is not None
    # The rocket or the highest solo led first, with a whole hand still to play.
    moves = game.legal_moves()
    highest = max(
        (move for move in moves if move.kind is ddz.Kind.SOLO), key=lambda move: move.rank
    )
    game.play(highest)
    (row,) = review(game.record(), 2000, seed=1).moves
    assert (row.seat, row.role, row.judged) == (landlord, Role.LANDLORD, "sampled")
    assert row.mistake
    assert row.loss.low > 0


def test_totals_add_up() -> None:
    result = review(game_record(4, "greedy"), 200, seed=1)
    for seat in result.seats:
        rows = [row for row in result.moves if row.seat == seat.seat and row.judged != "forced"]
        assert seat.choices == len(rows) == seat.loss.n
        assert seat.loss.mean == pytest.approx(sum(row.loss.mean for row in rows))
        assert seat.mistakes == sum(row.mistake for row in rows)
        assert seat.proven_loss == pytest.approx(sum(r.loss.mean for r in rows if r.mistake))
        variance = sum(row.loss.stderr**2 for row in rows)
        assert seat.loss.stderr == pytest.approx(variance**0.5)
    assert {seat.role for seat in result.seats} == {Role.LANDLORD, Role.PEASANT}


def test_the_seed_alone_decides() -> None:
    record = game_record(5)
    once = review(record, 100, seed=7, threads=1)
    assert once == review(record.to_json(), 100, seed=7, threads=2)
    assert once != review(record, 100, seed=8)
    assert pickle.loads(pickle.dumps(once)) == once
    assert json.loads(json.dumps(once.to_dict()))["seed"] == 7


def test_unfinished_and_void_games() -> None:
    game = Game(seed=1)
    assert review(game.record(), seed=1).moves == ()
    void = ddz.Game(deal=ddz.deal(1))
    for _ in range(3):
        void.bid(0)
    result = review(void.record(), seed=1)
    assert (result.moves, result.seats, result.mistakes) == ((), (), ())


def test_progress_is_told_for_every_move() -> None:
    record = game_record(6)
    told: list[tuple[int, int]] = []
    review(record, 100, seed=1, progress=lambda done, total: told.append((done, total)))
    total = len(record.plays)
    assert told == [(done, total) for done in range(1, total + 1)]


def test_texts() -> None:
    result = review(game_record(5), 200, seed=1)
    assert isinstance(result, Review)
    assert f"{len(result.mistakes)} mistakes" in repr(result)
    assert len(str(result).splitlines()) == len(result.mistakes) + 3


def test_what_cannot_be_reviewed() -> None:
    record = game_record(1)
    with pytest.raises(InvalidRecordError):
        review("{}")
    with pytest.raises(InvalidRecordError):
        review(record.to_json().replace('"multiplier":', '"multiplier":1'))
    for wrong in (None, 5, b"{}"):
        with pytest.raises(InvalidArgumentError, match="record"):
            review(wrong)  # type: ignore[arg-type]
    for n in (0, -1, 99, 10**9):
        with pytest.raises(InvalidArgumentError, match="n must"):
            review(record, n)
    for arguments in (
        {"policy": "nobody"},
        {"objective": "fun"},
        {"exact_cards": -1},
        {"threads": 0},
    ):
        with pytest.raises(InvalidArgumentError):
            review(record, 100, **arguments)


def test_move_table_of_some_moves() -> None:
    view = ddz.View.from_text("34567889TTJJQKA22", seat=1, landlord=0, plays="3")
    table = move_table(view, 100, seed=1, moves=["A", "pass", "A"])
    assert {str(row.move) for row in table.rows} == {"A", "pass"}
    assert {row.n for row in table.rows} == {100}
    with pytest.raises(IllegalMoveError):
        move_table(view, 100, moves=["33"])
    for wrong in ([], "pass", 5):
        with pytest.raises(InvalidArgumentError, match="moves must be"):
            move_table(view, 100, moves=wrong)  # type: ignore[arg-type]
