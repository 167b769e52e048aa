"""The policies as bots: what they say follows from the view alone, and random numbers from the seed."""

import pytest

import doudizhu_fast as ddz
from doudizhu_fast import _backend

pytestmark = pytest.mark.skipif(
    ddz.backend() != "native", reason="the policies decide in the engine"
)

VIEW = ddz.View.from_text("34567889TTJJQKA22", seat=1, landlord=0, plays="5")


@pytest.mark.parametrize("name", ["rule", "greedy"])
def test_any_completion_of_a_view_gives_the_same_decision(name: str) -> None:
    bot = ddz.bots.get(name)
    checked = 0
    for index in range(15):
        game = ddz.Game.of_run(5, index, "douzero")
        while game.turn is not None:
            view = game.view(game.turn)
            chosen = bot.play(view)
            for phase in (view.sample(checked)._phase, game.position._phase):
                decided = _backend.engine.policy_play(name, phase, (1, 2), 0)
                assert decided == int(chosen)
            game.play(chosen)
            checked += 1
    assert checked > 500


def test_random_bots_draw_evenly_and_by_their_seed() -> None:
    counts: dict[ddz.Move, int] = dict.fromkeys(VIEW.legal_moves(), 0)
    bot = ddz.bots.get("random", seed=3)
    answers = [bot.play(VIEW) for _ in range(3000)]
    for move in answers:
        counts[move] += 1
    expected = 3000 / len(counts)
    assert all(abs(count - expected) < 5 * expected**0.5 for count in counts.values())
    again = ddz.bots.get("random", seed=3)
    assert [again.play(VIEW) for _ in range(50)] == answers[:50]
    other = ddz.bots.get("random", seed=4)
    assert [other.play(VIEW) for _ in range(50)] != answers[:50]


def test_random_bids_are_legal() -> None:
    view = ddz.View.from_text("34567889TTJJQKA22", seat=1, bids="1")
    bot = ddz.bots.get("random", seed=3)
    assert {bot.bid(view) for _ in range(200)} == {0, 2, 3}


def test_a_view_of_another_seat_or_phase_is_refused() -> None:
    bot = ddz.bots.get("rule")
    game = ddz.Game(seed=1)
    for view, ask, reason in (
        (game.view((game.turn + 1) % 3), bot.bid, "not_to_act"),
        (game.view(0), bot.play, "auction_not_over"),
        (VIEW, bot.bid, "auction_over"),
    ):
        with pytest.raises(ddz.WrongPhaseError) as caught:
            ask(view)
        assert caught.value.reason == reason
