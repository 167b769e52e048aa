"""The adapter to Ray that docs/scaling.md shows: as it stands there, on a real cluster of two processes.

Ray is too large to be asked of every contributor: install it, then run ``pytest --slow tests/executors/test_ray.py``.
"""

import os
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import doudizhu_fast as ddz
from doudizhu_fast import ExecutorError, InvalidArgumentError, Spread
from doudizhu_fast.executors import Chunk, in_order
from markdown_pages import ROOT, blocks
from spread_runs import RUNS, Counting, alone, die_once, fail, fail_twice, raise_own

ray = pytest.importorskip("ray")

pytestmark = [
    pytest.mark.slow,
    # Ray leaves sockets and logs to the end of the process.
    pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::FutureWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]


@pytest.fixture(scope="module")
def executor() -> Iterator[Any]:
    page = (ROOT / "docs" / "scaling.md").read_text(encoding="utf-8")
    (adapter,) = (block.code for block in blocks(page) if "class RayExecutor" in block.code)
    names: dict[str, Any] = {}
    exec(adapter, names)
    paths = os.pathsep.join([str(Path(__file__).parent), os.environ.get("PYTHONPATH", "")])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        ray.init(
            num_cpus=2,
            include_dashboard=False,
            log_to_driver=False,
            _node_ip_address="127.0.0.1",
            runtime_env={"env_vars": {"PYTHONPATH": paths}},
        )
    yield names["RayExecutor"]()
    ray.shutdown()


def numbers(executor: Any, job: Counting, attempts: int = 3) -> list[int]:
    pieces = (Chunk(job, first, 10) for first in range(0, 40, 10))
    answers = in_order(Spread(executor, attempts=attempts), pieces)
    return [number for _, answer in answers for number in answer.part]


def test_ray_does_not_change_a_byte(executor: Any) -> None:
    checked = 0
    for name, run in RUNS.items():
        assert run(executor) == alone(name), name
        checked += 1
    assert checked == len(RUNS) >= 3


def test_failures_are_those_of_any_executor(executor: Any, tmp_path: Path) -> None:
    assert numbers(executor, Counting(fail_twice, 15, tmp_path)) == list(range(40))
    with pytest.raises(ExecutorError, match="OSError: the disk is full") as caught:
        numbers(executor, Counting(fail, 15, tmp_path))
    assert (caught.value.reason, caught.value.first, caught.value.seed) == ("failed", 10, 99)
    with pytest.raises(InvalidArgumentError) as own:
        numbers(executor, Counting(raise_own, 15, tmp_path))
    assert own.value.reason == "wrong_type"


def test_a_process_that_is_killed_costs_time_alone(executor: Any, tmp_path: Path) -> None:
    assert numbers(executor, Counting(die_once, 15, tmp_path)) == list(range(40))
    assert len(list(tmp_path.iterdir())) == 1
    assert ddz.simulate(10, seed=7, executor=executor).n == 10
