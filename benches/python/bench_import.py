"""What the import costs above that of numpy: CPU time of whole interpreters."""

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


@pytest.mark.benchmark(group="import", timer=children)
def bench_import_above_numpy(benchmark, note, tmp_path) -> None:
    numpy_alone = []
    # Compiled files as an installation has them, wherever this checkout may write.
    environment = os.environ | {"PYTHONPYCACHEPREFIX": str(tmp_path)}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)

    def before() -> None:
        began = children()
        run("import numpy", environment)
        numpy_alone.append(children() - began)

    def work() -> str:
        return run("import numpy, doudizhu_fast; print(doudizhu_fast.backend())", environment)

    run("import doudizhu_fast", environment)
    assert benchmark.pedantic(work, setup=before, rounds=ROUNDS) == "native"
    if benchmark.stats is not None:
        above = benchmark.stats.stats.median - statistics.median(numpy_alone)
        note(1_000 * above, "ms above numpy")
        assert above < 0.2
