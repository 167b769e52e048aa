"""BatchGame: every game of it is the game that `Game` plays, whatever the threads; bad input moves nothing."""

import os
import subprocess
import sys

import numpy as np
import pytest

import doudizhu_fast as ddz

pytestmark = pytest.mark.skipif(
    ddz.backend() != "native", reason="the reference engine has no batches; see the last test"
)

CALL = 15


def chosen(batch: ddz.BatchGame, choose: np.random.Generator) -> np.ndarray:
    """A random index for every game."""
    return (choose.random(len(batch)) * batch.counts()).astype(np.int64)


def act(game: ddz.Game, packed: int) -> None:
    if packed >> 60 == CALL:
        game.bid(packed & 3)
    else:
        game.play(
            ddz.PASS if packed == 0 else next(m for m in game.legal_moves() if int(m) == packed)
        )


def packed_actions(game: ddz.Game) -> list[int]:
    bids = [CALL << 60 | bid for bid in game.legal_bids()]
    return bids or [int(move) for move in game.legal_moves()]


@pytest.mark.parametrize("auction", [False, True])
@pytest.mark.parametrize("rules", ["three_player", "four_player", "openspiel", "botzone"])
def test_games_of_a_batch_are_games(rules: str, auction: bool) -> None:
    played = ddz.Rules.parse(rules)
    alone = played if auction else played.replace(auction="none", all_pass="redeal")
    n = 5
    batch = ddz.BatchGame(n, rules, seed=11, auction=auction, threads=1)
    numbers = list(range(n))
    games = [ddz.Game.of_run(11, number, alone) for number in numbers]
    choose = np.random.default_rng(3)
    ended = steps = 0
    while ended < 4 * n:
        offsets, moves = batch.legal_moves()
        assert batch.counts().tolist() == np.diff(offsets).tolist()
        assert batch.turn.tolist() == [game.turn for game in games]
        for g, game in enumerate(games):
            assert moves[offsets[g] : offsets[g + 1]].tolist() == packed_actions(game)
        indices = chosen(batch, choose)
        picked = moves[offsets[:-1] + indices]
        if steps % 2:
            batch.step_moves(picked)
        else:
            batch.step(indices)
        done, paid = batch.done, batch.payoffs
        for g in range(n):
            act(games[g], int(picked[g]))
            assert done[g] == (games[g].turn is None)
            if done[g]:
                assert paid[g].tolist() == list(games[g].payoffs), (g, numbers[g])
                numbers[g] += n
                games[g] = ddz.Game.of_run(11, numbers[g], alone)
                ended += 1
        steps += 1
    assert steps > 60


@pytest.mark.parametrize("rules", ["three_player", "four_player"])
def test_threads_change_nothing(rules: str) -> None:
    runs = []
    for threads in (1, 2, 8):
        batch = ddz.BatchGame(3000, rules, seed=5, auction=True, threads=threads)
        choose = np.random.default_rng(1)
        seen = []
        for _ in range(30):
            offsets, moves = batch.legal_moves()
            seen += [offsets.tobytes(), moves.tobytes(), batch.observe().tobytes()]
            batch.step(chosen(batch, choose))
            seen += [batch.done.tobytes(), batch.payoffs.tobytes()]
        runs.append(seen)
    assert len(runs[0]) == 150
    assert runs[0] == runs[1] == runs[2]


def test_without_auto_reset_finished_games_stand_still() -> None:
    batch = ddz.BatchGame(40, seed=2, auto_reset=False)
    choose = np.random.default_rng(2)
    over = np.zeros(40, dtype=bool)
    payoffs = np.zeros((40, 3), dtype=np.int32)
    for _ in range(200):
        indices = chosen(batch, choose)
        indices[over] = 10**9
        batch.step(indices)
        payoffs[batch.done] = batch.payoffs[batch.done]
        over |= batch.done
        assert ((batch.counts() == 0) == over).all()
        assert ((batch.turn == -1) == over).all()
        if over.all():
            break
    assert over.all()
    assert not batch.observe().any()
    assert (batch.payoffs == payoffs).all()
    batch.step(np.full(40, -1))
    assert not batch.done.any()


@pytest.mark.parametrize("rules", ["three_player", "four_player"])
def test_observations_are_what_the_seat_to_act_may_know(rules: str) -> None:
    alone = ddz.Rules.parse(rules).replace(auction="none")
    batch = ddz.BatchGame(1, rules, seed=9)
    game = ddz.Game.of_run(9, 0, alone)
    seats = alone.players
    choose = np.random.default_rng(4)
    rows = 0
    while True:
        view = game.view(game.turn)
        row = batch.observe()[0]
        assert row.shape == (batch.observation_width,)
        assert row[:15].tolist() == view.hand.counts.tolist()
        assert row[15:30].tolist() == view.unseen.counts.tolist()
        standing = view.to_beat
        cards = standing.cards.counts.tolist() if standing else [0] * 15
        assert row[30:45].tolist() == cards
        told = [standing.kind, standing.rank, standing.length] if standing else [0, 0, 0]
        role = 1 if view.role is ddz.Role.LANDLORD else 2
        assert row[45:52].tolist() == [*told, view.passes, role, 1, view.doublings]
        last = dict(view.history)
        for step in range(seats):
            seat = (view.turn + step) % seats
            part = row[52 + 16 * step : 68 + 16 * step].tolist()
            assert part[:15] == (last[seat].cards.counts.tolist() if seat in last else [0] * 15)
            assert part[15] == view.counts[seat]
        rows += 1
        k = int(choose.integers(game.count_moves()))
        game.play_index(k)
        batch.step(np.array([k]))
        if game.turn is None:
            break
    assert rows > 20


@pytest.mark.parametrize("rules", ["three_player", "four_player"])
def test_observations_of_the_auction_are_what_the_caller_may_know(rules: str) -> None:
    batch = ddz.BatchGame(1, rules, seed=9, auction=True)
    game = ddz.Game.of_run(9, 0, ddz.Rules.parse(rules))
    rows = 0
    for bid in (1, 0, 2):
        view = game.view(game.turn)
        row = batch.observe()[0]
        assert row[:15].tolist() == view.hand.counts.tolist()
        assert row[15:30].tolist() == view.unseen.counts.tolist()
        assert not row[30:50].any()
        assert row[50] == max((said for _, said in view.bids), default=0)
        for step in range(game.rules.players):
            part = row[52 + 16 * step : 68 + 16 * step].tolist()
            assert part == [0] * 15 + [view.counts[(view.turn + step) % game.rules.players]]
        game.bid(bid)
        batch.step_moves(np.array([CALL << 60 | bid], dtype=np.uint64))
        rows += 1
    assert rows == 3


def test_many_rows_are_as_those_of_few() -> None:
    """Rows are written in blocks; a batch of any length has those of its games."""
    rows = 0
    many = ddz.BatchGame(70, seed=4, threads=1)
    choose = np.random.default_rng(1)
    for _ in range(5):
        many.step(chosen(many, choose))
    for n in (1, 31, 32, 33, 64, 65, 70):
        few = ddz.BatchGame(n, seed=4, threads=1)
        choose = np.random.default_rng(1)
        for _ in range(5):
            # The first of 70 draws are those of the long batch.
            few.step((choose.random(70)[:n] * few.counts()).astype(np.int64))
        assert (few.observe() == many.observe()[:n]).all()
        rows += n
    assert rows == 296


FORKED = """
import os, warnings
import numpy as np
import doudizhu_fast as ddz
warnings.simplefilter("ignore")
batch = ddz.BatchGame(5000, seed=1, threads=2)
offsets, moves = batch.legal_moves()
child = os.fork()
again, moves_again = batch.legal_moves()
assert (again == offsets).all() and (moves_again == moves).all()
batch.step(np.zeros(5000, dtype=np.int64))
if child == 0:
    os._exit(0)
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the system does not fork")
def test_a_forked_child_plays_on() -> None:
    """The threads of a batch stay with the process that made it."""
    done = subprocess.run(
        [sys.executable, "-c", FORKED], capture_output=True, text=True, timeout=60
    )
    assert done.stdout == "0\n", done.stderr


def state(batch: ddz.BatchGame) -> list[bytes]:
    return [batch.observe().tobytes(), batch.counts().tobytes(), batch.turn.tobytes()]


def test_a_refused_step_moves_no_game() -> None:
    batch = ddz.BatchGame(6, seed=1)
    before = state(batch)
    counts = batch.counts()
    too_far = np.zeros(6, dtype=np.int64)
    too_far[4] = counts[4]
    with pytest.raises(ddz.InvalidArgumentError) as caught:
        batch.step(too_far)
    assert (caught.value.reason, caught.value.game) == ("index_out_of_range", 4)
    with pytest.raises(ddz.InvalidArgumentError):
        batch.step(-too_far - 1)
    offsets, moves = batch.legal_moves()
    packed = moves[offsets[:-1]].copy()
    packed[3] = 0
    with pytest.raises(ddz.IllegalMoveError) as illegal:
        batch.step_moves(packed)
    assert illegal.value.reason == "pass_on_lead"
    assert illegal.value.index == 3
    packed[3] = 2**64 - 1
    with pytest.raises(ddz.IllegalMoveError):
        batch.step_moves(packed)
    packed[3] = CALL << 60
    with pytest.raises(ddz.IllegalMoveError):
        batch.step_moves(packed)
    assert state(batch) == before


def test_arguments_of_the_wrong_sort_are_refused() -> None:
    batch = ddz.BatchGame(3, seed=1)
    before = state(batch)
    wrong = [
        (lambda: batch.step([0, 0, 0]), "wrong_type"),
        (lambda: batch.step(np.zeros(3)), "wrong_dtype"),
        (lambda: batch.step(np.zeros(2, dtype=np.int64)), "wrong_shape"),
        (lambda: batch.step(np.zeros((3, 1), dtype=np.int64)), "wrong_shape"),
        (lambda: batch.step_moves(np.zeros(4, dtype=np.uint64)), "wrong_shape"),
        (lambda: batch.step_moves(None), "wrong_type"),
        (lambda: batch.observe(np.zeros((3, 5), dtype=np.uint8)), "wrong_shape"),
        (lambda: batch.observe(np.zeros((3, 100))), "wrong_dtype"),
        (lambda: batch.observe(np.zeros((3, 200), dtype=np.uint8)[:, ::2]), "wrong_type"),
        (lambda: batch.observe("rows"), "wrong_type"),
        (lambda: ddz.BatchGame(0), "out_of_range"),
        (lambda: ddz.BatchGame(2**40), "out_of_range"),
        (lambda: ddz.BatchGame(1.5), "wrong_type"),
        (lambda: ddz.BatchGame(1, threads=0), "out_of_range"),
        (lambda: ddz.BatchGame(1, auction="yes"), "wrong_type"),
        (lambda: ddz.BatchGame(1, seed=-1), "bad_seed"),
    ]
    for number, (call, reason) in enumerate(wrong):
        with pytest.raises(ddz.InvalidArgumentError) as caught:
            call()
        assert caught.value.reason == reason, number
    assert len(wrong) == 16
    assert state(batch) == before


def test_rows_are_written_where_the_caller_wants_them() -> None:
    batch = ddz.BatchGame(3, seed=1)
    out = np.full((3, batch.observation_width), 7, dtype=np.uint8)
    assert batch.observe(out) is out
    assert (out == batch.observe()).all()
