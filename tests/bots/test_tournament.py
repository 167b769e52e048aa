"""tournament: all play the same deals in the same roles; figures are those of the games; a log is gone on with."""

import json
import math
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import doudizhu_fast as ddz
from doudizhu_fast.bots._standings import elo_ratings, ratio
from doudizhu_fast.bots.tournament import TournamentResult, tournament

needs_native = pytest.mark.skipif(
    ddz.backend() != "native", reason="the package's bots decide in the engine"
)


class Chooser:
    """Bids and plays the first or the last thing that is legal."""

    def __init__(self, name: str, place: int) -> None:
        self.name, self.place = name, place

    def bid(self, view: ddz.View) -> int:
        return view.legal_bids()[self.place]

    def play(self, view: ddz.View) -> ddz.Move:
        return view.legal_moves()[self.place]


class Failing(Chooser):
    """Gives up after some moves."""

    left = 100

    def play(self, view: ddz.View) -> Any:
        self.left -= 1
        return super().play(view) if self.left > 0 else "3" * 20


FIRST, LAST = Chooser("first", 0), Chooser("last", -1)


def games_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()[1:]]


def mean_of(values: Iterable[float]) -> float:
    listed = list(values)
    assert listed
    return sum(listed) / len(listed)


def test_every_bot_plays_every_deal_in_every_role(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    third = Chooser("third", 0)
    result = tournament([FIRST, LAST, third], 4, seed=9, log=path)
    games = games_of(path)
    assert result.games == len(games) == 3 * 2 * 4
    assert {(*game["players"], game["deal"]) for game in games} == {
        (landlord, peasants, peasants, deal)
        for landlord in ("first", "last", "third")
        for peasants in ("first", "last", "third")
        if peasants != landlord
        for deal in range(4)
    }
    bots = {"first": FIRST, "last": LAST, "third": third}
    for game in games:
        record = ddz.bots.play_game(
            [bots[name] for name in game["players"]], 9, auction=False, index=game["deal"]
        )
        assert (tuple(game["payoffs"]), game["landlord"]) == (record.payoffs, record.landlord)


def test_figures_are_those_of_the_games(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    result = tournament([FIRST, LAST], 12, seed=9, log=path)
    games = games_of(path)
    by_name = {standing.name: standing for standing in result.standings}
    for name in ("first", "last"):
        landlords = [game for game in games if game["players"][0] == name]
        peasants = [game for game in games if game["players"][1] == name]
        row = by_name[name]
        assert row.landlord.mean == mean_of(game["landlord_won"] for game in landlords)
        assert row.peasant.mean == mean_of(not game["landlord_won"] for game in peasants)
        assert row.win.mean == pytest.approx((row.landlord.mean + row.peasant.mean) / 2)
        assert row.landlord_payoff.mean == mean_of(game["payoffs"][0] for game in landlords)
        assert row.peasant_payoff.mean == mean_of(game["payoffs"][1] for game in peasants)
        assert row.landlord.n == 12
    (pair,) = result.pairs
    taken = [
        sum(
            game["payoffs"][0] * (1 if game["players"][0] == "first" else -1)
            for game in games
            if game["deal"] == deal
        )
        / 2
        for deal in range(12)
    ]
    assert pair.difference.mean == pytest.approx(np.mean(taken))
    assert pair.difference.stderr == pytest.approx(np.std(taken, ddof=1) / math.sqrt(12))
    assert pair.score.mean == by_name["first"].win.mean


def test_with_an_auction_each_sits_in_each_seat_alone(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    result = tournament([FIRST, LAST], 3, seed=9, auction=True, log=path)
    games = games_of(path)
    assert result.games == len(games) == 2 * 3 * 3
    seatings = {tuple(game["players"]) for game in games}
    assert len(seatings) == 6
    assert all(len(set(seating)) == 2 for seating in seatings)
    # Who bids the most it can is landlord wherever a rival passes.
    assert {game["players"][game["landlord"]] for game in games} == {"last"}
    by_name = {standing.name: standing for standing in result.standings}
    assert by_name["first"].landlord.n == 0
    assert math.isnan(by_name["first"].landlord.mean)
    won = mean_of(game["landlord_won"] for game in games)
    assert by_name["last"].landlord.mean == pytest.approx(won)
    # Beside the only landlord it is a peasant wherever it has two seats.
    assert by_name["last"].peasant.mean == pytest.approx(
        1 - mean_of(game["landlord_won"] for game in games if game["players"].count("last") == 2)
    )


@needs_native
@pytest.mark.parametrize("auction", [False, True])
def test_policies_meet_in_the_engine_on_the_games_of_a_simulation(auction: bool) -> None:
    result = tournament(["rule", "greedy"], 300, seed=4, auction=auction, threads=1)
    gains = np.zeros(300)
    for seat in range(3 if auction else 1):
        for solo, rest, sign in (("rule", "greedy", 1), ("greedy", "rule", -1)):
            players = [rest] * 3
            players[seat] = solo
            simulated = ddz.simulate(300, players, seed=4, auction=auction)
            gains += sign * simulated.columns["payoffs"][:, seat]
    (pair,) = result.pairs
    assert pair.difference.mean == pytest.approx(gains.mean() / (6 if auction else 2))
    assert tournament(["rule", "greedy"], 300, seed=4, auction=auction, threads=2) == result


@needs_native
def test_a_bot_object_meets_the_same_games_as_its_name() -> None:
    named = tournament(["rule", "greedy"], 10, seed=4)
    mixed = tournament(["rule", ddz.bots.get("greedy")], 10, seed=4)
    assert mixed == named


def test_executors_change_nothing() -> None:
    alone = tournament([FIRST, LAST], 20, seed=3)
    with ThreadPoolExecutor(2) as executor:
        assert tournament([FIRST, LAST], 20, seed=3, executor=executor) == alone


@needs_native
def test_a_tournament_is_spread_over_processes() -> None:
    with ProcessPoolExecutor(1) as executor:
        assert tournament(["rule", "random"], 50, seed=3, executor=executor) == tournament(
            ["rule", "random"], 50, seed=3
        )


def test_progress_ends_with_all_games() -> None:
    heard: list[tuple[int, int]] = []
    tournament([FIRST, LAST], 6, seed=1, progress=lambda *now: heard.append(now))
    assert heard == [(done, 12) for done in range(1, 13)]


def test_what_stopped_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    whole = tournament([FIRST, LAST], 8, seed=3)

    class StopError(Exception):
        pass

    def stop(done: int, total: int) -> None:
        if done == 5:
            raise StopError

    with pytest.raises(StopError):
        tournament([FIRST, LAST], 8, seed=3, log=path, progress=stop)
    assert len(games_of(path)) == 5
    # A line that was being written when the machine failed.
    with path.open("a") as file:
        file.write('{"players":["fir')
    heard: list[int] = []
    again = tournament([FIRST, LAST], 8, log=path, progress=lambda done, total: heard.append(done))
    assert heard == list(range(6, 17))
    assert again == whole
    assert len(games_of(path)) == 16
    # More deals are more games of the same tournament, fewer are some of them.
    assert tournament([FIRST, LAST], 10, seed=3, log=path) == tournament([FIRST, LAST], 10, seed=3)
    assert len(games_of(path)) == 20
    assert tournament([FIRST, LAST], 2, log=path) == tournament([FIRST, LAST], 2, seed=3)


def test_the_log_keeps_the_games_before_a_failure(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    with pytest.raises(ddz.BotError) as caught:
        tournament([FIRST, Failing("fails", -1)], 50, seed=3, log=path)
    assert (caught.value.reason, caught.value.bot) == ("not_a_move", "fails")
    assert 0 < len(games_of(path)) < 100


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"seed": 4}, "seed is 3 there and 4 here"),
        ({"rules": "national"}, "rules is three_player there"),
        ({"auction": True}, "auction is False there"),
        ({"bots": [FIRST, Chooser("other", 0)]}, "bots is"),
    ],
)
def test_a_log_of_another_tournament_is_refused(
    change: dict[str, Any], says: str, tmp_path: Path
) -> None:
    path = tmp_path / "games.jsonl"
    settings = {"bots": [FIRST, LAST], "deals": 1, "seed": 3, "log": path}
    tournament(**settings)
    before = path.read_bytes()
    with pytest.raises(ddz.InvalidRecordError, match=says) as caught:
        tournament(**(settings | change))
    assert caught.value.reason == "bad_log"
    assert path.read_bytes() == before


GAME = '{"players":["first","last","last"],"deal":0,"landlord":0,"landlord_won":true,"payoffs":[2,-1,-1]}'


@pytest.mark.parametrize(
    ("damage", "says"),
    [
        (lambda header: "no log\n", "line 1 is no JSON"),
        (lambda header: "[]\n", "line 1 is no JSON object"),
        (lambda header: "{}\n", "does not begin"),
        # One line without an end is no beginning that was cut off, and is left as it is.
        (lambda header: "my notes", "does not begin"),
        (lambda header: "{}", "does not begin"),
        (lambda header: " ", "does not begin"),
        (
            lambda header: header + GAME.replace("true", "false") + "\n",
            "line 2 is no finished game",
        ),
        (lambda header: header + GAME.replace("true", "1") + "\n", "line 2 is no finished game"),
        (lambda header: header + GAME.replace("[2,", "[4,") + "\n", "line 2 is no finished game"),
        (
            lambda header: header + GAME.replace("-1,-1", "-2,0") + "\n",
            "line 2 is no finished game",
        ),
        (lambda header: header + "{}\n", "line 2 is no finished game"),
        (lambda header: header + "[" * 5000 + "\n", "line 2 is no JSON"),
        (lambda header: header + "x" * 20_000 + "\n", "line 2 is"),
        (lambda header: header + "x" * 20_000, "line 2 is too long"),
        (lambda header: header + GAME.replace(":0,", ":true,") + "\n", "line 2 is no finished"),
        (lambda header: header + GAME.replace("-1,", "") + "\n", "line 2 is no finished"),
        (lambda header: header + GAME.replace("[2,", f"[{10**30},") + "\n", "line 2 is no fin"),
        (lambda header: header + GAME.replace('"landlord":0', '"landlord":7') + "\n", "line 2"),
        (lambda header: header + GAME + "\n\x00\n", "line 3 is no JSON"),
    ],
)
def test_a_damaged_log_is_refused(damage: Callable[[str], str], says: str, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    tournament([FIRST, LAST], 1, seed=3, log=path)
    path.write_text(damage(path.read_text().splitlines(keepends=True)[0]))
    before = path.read_bytes()
    for seed in (3, None):
        with pytest.raises(ddz.InvalidRecordError, match=says) as caught:
            tournament([FIRST, LAST], 1, seed=seed, log=path)
        assert caught.value.reason == "bad_log"
        assert path.read_bytes() == before


@pytest.mark.parametrize("seed", ["-1", str(2**4096), "true", "null", '"3"', "3.0", "[3]"])
def test_a_log_with_what_is_no_seed_is_refused(seed: str, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    tournament([FIRST, LAST], 1, seed=3, log=path)
    path.write_text(path.read_text().replace('"seed": 3', f'"seed": {seed}'))
    before = path.read_bytes()
    with pytest.raises(ddz.InvalidRecordError, match="a seed is none") as caught:
        tournament([FIRST, LAST], 1, log=path)
    assert caught.value.reason == "bad_log"
    assert path.read_bytes() == before


@pytest.mark.parametrize("kept", [0, 1, 9, 40, 100])
def test_a_log_that_was_cut_off_in_its_first_line_begins_anew(kept: int, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    result = tournament([FIRST, LAST], 1, seed=3, log=path)
    whole = path.read_bytes()
    path.write_bytes(whole[:kept])
    assert str(tournament([FIRST, LAST], 1, seed=3, log=path)) == str(result)
    assert path.read_bytes() == whole


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ({"bots": "rule"}, "wrong_type"),
        ({"bots": [FIRST]}, "out_of_range"),
        ({"bots": [FIRST, FIRST]}, "same_name"),
        ({"bots": [FIRST, 5]}, "bad_bot"),
        ({"bots": [FIRST, "nobody"]}, "unknown_bot"),
        ({"deals": 0}, "out_of_range"),
        ({"deals": 10_000_000, "bots": [Chooser(str(n), 0) for n in range(64)]}, "out_of_range"),
        ({"seed": -1}, "bad_seed"),
        ({"auction": 1}, "wrong_type"),
        ({"threads": 0}, "out_of_range"),
        ({"executor": 5}, "wrong_type"),
        ({"progress": 5}, "wrong_type"),
        ({"log": 5}, "wrong_type"),
        ({"limit_seconds": 0}, "out_of_range"),
    ],
)
def test_what_makes_no_tournament_is_refused(arguments: dict[str, Any], reason: str) -> None:
    with pytest.raises(ddz.InvalidArgumentError) as caught:
        tournament(**({"bots": [FIRST, LAST], "deals": 1} | arguments))
    assert caught.value.reason == reason


def test_a_mean_of_games_that_go_together_is_less_certain() -> None:
    # Ten deals whose two games always end alike know no more than ten games.
    won = np.array([0, 2] * 5)
    twice = ratio(won, np.full(10, 2))
    once = ratio(won // 2, np.full(10, 1))
    assert (twice.mean, twice.stderr) == (once.mean, pytest.approx(once.stderr))
    assert once.stderr == pytest.approx(ddz.Estimate.of_mean(5, 5, 10).stderr)


def test_ratings_explain_the_points() -> None:
    strengths = np.array([300.0, 0.0, -300.0])
    expected = 1 / (1 + 10 ** ((strengths[None, :] - strengths[:, None]) / 400))
    met = np.full((3, 3), 1e6) * (1 - np.eye(3))
    assert elo_ratings(expected * met, met) == pytest.approx(strengths.tolist(), abs=0.1)


@needs_native
def test_the_table_has_a_row_for_every_bot_and_pair() -> None:
    result: TournamentResult = tournament(["random", "greedy", "rule"], 200, seed=2)
    lines = str(result).splitlines()
    assert [line.split()[0] for line in lines[1:4]] == ["rule", "greedy", "random"]
    assert [line.partition("  ")[0].strip() for line in lines[6:]] == [
        "random - greedy",
        "random - rule",
        "greedy - rule",
    ]
    data = result.to_dict()
    assert json.loads(json.dumps(data)) == data
    assert data["pairs"][0]["difference"]["mean"] == result.pairs[0].difference.mean
