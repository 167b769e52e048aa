"""Whatever is passed for paths, logs, tables, options and views is refused by an error of the library."""

import pickle
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import doudizhu_fast as ddz
from doudizhu_fast.analysis import bid_table, equity
from doudizhu_fast.interop import douzero, rlcard

NO_PATH = [None, True, -1, 2**70, 1.5, b"a.jsonl", [], {}, (1, 2), np.zeros(2), object(), print]
NO_FILE = ["a\0.jsonl", "\ud800.jsonl", Path("\ud800.parquet")]

needs_native = pytest.mark.skipif(
    ddz.backend() != "native", reason="the bots and the analysis need the compiled engine"
)
needs_tables = pytest.mark.skipif(find_spec("nanoarrow") is None, reason="needs nanoarrow")
needs_rl = pytest.mark.skipif(find_spec("pettingzoo") is None, reason="needs pettingzoo")


def refused(call: Callable[[Any], object], values: list[Any], reason: str = "wrong_type") -> None:
    for value in values:
        with pytest.raises(ddz.DoudizhuError) as caught:
            call(value)
        assert caught.value.reason == reason, value
        assert len(caught.value.message) < 400


def test_paths_of_game_logs() -> None:
    log = ddz.GameLog.from_records([ddz.Game(seed=1).record()])
    values = NO_PATH + NO_FILE
    refused(ddz.read_logs, values)
    refused(lambda path: ddz.write_logs(path, [log]), values)
    refused(log.to_jsonl, values)
    refused(ddz.GameLog.from_jsonl, values)


@needs_tables
def test_paths_of_parquet_files() -> None:
    if not (find_spec("pyarrow") or find_spec("polars")):
        pytest.skip("needs pyarrow or polars")
    log = ddz.GameLog.from_records([ddz.Game(seed=1).record()])
    refused(log.to_parquet, NO_PATH + NO_FILE)
    refused(ddz.GameLog.from_parquet, NO_PATH + NO_FILE)


@needs_native
def test_paths_of_checkpoints_and_logs() -> None:
    # None stands for no file.
    values = NO_PATH[1:] + NO_FILE
    hand = "3455678TJQKAA22BR"
    for call in (
        lambda path: ddz.simulate(2, seed=1, checkpoint=path),
        lambda path: equity(hand, 2, seed=1, checkpoint=path),
        lambda path: bid_table(hand, 2, seed=1, checkpoint=path),
        lambda path: ddz.bots.tournament(["rule", "random"], 1, seed=1, log=path),
        lambda path: ddz.bots.tournament(["rule", "random"], 1, log=path),
    ):
        refused(call, values)


def test_logs(tmp_path: Path) -> None:
    values = [None, True, 5, 1.5, [], [1], "x", object(), print]
    refused(ddz.GameLog.concat, values)
    refused(lambda logs: ddz.write_logs(tmp_path / "a.jsonl", logs), values)
    assert not list(tmp_path.iterdir())


def test_places_in_a_log() -> None:
    log = ddz.GameLog.from_records([ddz.Game(seed=1).record()])
    for place in (1, -2, 2**64, 10**5000, -(10**5000)):
        with pytest.raises(IndexError, match="the log holds 1 games, there is no game"):
            log[place]


@needs_tables
def test_tables() -> None:
    refused(ddz.GameLog.from_arrow, [[[[]]], (1, 2, 3), print, object()])


@needs_rl
@pytest.mark.filterwarnings("ignore")
def test_options_of_environments() -> None:
    from doudizhu_fast.envs import doudizhu_v0
    from doudizhu_fast.envs.single_seat import SingleSeatEnv

    values = [True, 5, 1.5, "deal", b"", [], (1, 2), np.zeros(2), object(), print]
    environment = doudizhu_v0.raw_env()
    refused(lambda options: environment.reset(seed=1, options=options), values)
    if ddz.backend() == "native":
        single = SingleSeatEnv()
        refused(lambda options: single.reset(seed=1, options=options), values)
    refused(
        lambda reward: doudizhu_v0.env(illegal_reward=reward),
        [True, "x", b"", [], np.zeros(2), object(), float("nan"), float("inf"), 10**5000],
    )
    assert doudizhu_v0.env(illegal_reward=np.float32(-1)) is not None
    names = [None, 5, [], np.zeros(2), "x", object()]
    refused(lambda name: doudizhu_v0.env(action_space=name), names, "unknown_option")


def test_descriptions_are_not_quoted_as_texts_are() -> None:
    for value, told in (
        ([0] * 1000, "a list"),
        ({1: [0] * 1000}, "a dict"),
        (10**5000, "a number of 16610 bits"),
        ("x", "'x'"),
        ("a list", "'a list'"),
    ):
        with pytest.raises(ddz.DoudizhuError) as caught:
            ddz.read_logs("games.jsonl", games=value)  # type: ignore[arg-type]
        assert caught.value.message.endswith(f"got {told}"), value
        again = pickle.loads(pickle.dumps(caught.value))
        assert (again.message, repr(again)) == (caught.value.message, repr(caught.value))


def test_bridges() -> None:
    values = [None, True, 5, "x", [], {}, np.zeros(2), object()]
    refused(rlcard.encode, values)
    refused(rlcard.raw_state, values)
    refused(rlcard.DoudizhuEnv, [True, 5, "x", [], np.zeros(2), object()])
    refused(douzero.Env, values, "unknown_objective")


def test_networks_that_answer_what_no_float_holds() -> None:
    view = ddz.View.from_text("34567889TTTJJQKA22BR", landlord=0, rules="douzero")
    for answer in (10**5000, [10**5000], None, "x", object(), np.zeros(1), float("nan")):
        bot = douzero.network_bot(dict.fromkeys(douzero.POSITIONS, lambda z, x, told=answer: told))
        with pytest.raises(ddz.InvalidArgumentError) as caught:
            bot.play(view)
        assert caught.value.reason == "wrong_network"
