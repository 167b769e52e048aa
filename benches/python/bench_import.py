"""What the import, and what the first call, cost above the import of numpy: CPU time of whole interpreters."""

import os
import resource
import statistics
import subprocess
import sys

import pytest

ROUNDS = 15


def children() -> float:
    """CPU seconds of all child processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def run(code: str, environment: dict[str, str]) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


STATEMENTS = {
    "import": "print(doudizhu_fast.backend())",
    "first_moves": "print(doudizhu_fast.backend(), *doudizhu_fast.legal_moves('3')[1:])",
    "first_game": "print(doudizhu_fast.backend(), *doudizhu_fast.Game(1).bids)",
}


@pytest.mark.benchmark(group="import", timer=children)
@pytest.mark.parametrize("statement", STATEMENTS.values(), ids=STATEMENTS)
def bench_import_above_numpy(benchmark, note, tmp_path, statement) -> None:
    numpy_alone = []
    # Compiled files as an installation has them, wherever this checkout may write.
    environment = os.environ | {"PYTHONPYCACHEPREFIX": str(tmp_path)}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)

    def before() -> None:
        began = children()
        run("import numpy", environment)
        numpy_alone.append(children() - began)

    def work() -> str:
        return run(f"import numpy, doudizhu_fast; {statement}", environment)

    work()
    assert benchmark.pedantic(work, setup=before, rounds=ROUNDS) == "native"
    if benchmark.stats is not None:
        # By pairs that ran one after the other, so that both had the same company on the machine.
        pairs = zip(benchmark.stats.stats.data, numpy_alone, strict=True)
        above = statistics.median(whole - numpy for whole, numpy in pairs)
        note(1_000 * above, "ms above numpy")
        assert above < 0.1
