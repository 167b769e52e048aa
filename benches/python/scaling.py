"""How two threads of simulate() do against one, and how two independent processes do: by the clock.

Two processes show what the machine has to give; a second thread cannot do better. `python benches/python/scaling.py`.
"""

import argparse
import statistics
import subprocess
import sys
import time
from collections.abc import Sequence

GAMES = 400_000
WORKER = """
import sys, doudizhu_fast as ddz
games, threads = int(sys.argv[1]), int(sys.argv[2])
ddz.simulate(1000, threads=threads)
print("ready", flush=True)
for line in sys.stdin:
    result = ddz.simulate(games, seed=1, auction=False, threads=threads, columns=False)
    assert result.landlord_win_rate.n == games
    print(result.landlord_win_rate.mean, flush=True)
"""


def worker(games: int, threads: int) -> subprocess.Popen[str]:
    """A process that plays the games whenever it is told to."""
    command = [sys.executable, "-c", WORKER, str(games), str(threads)]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdout
    assert process.stdout.readline() == "ready\n"
    return process


def seconds(workers: Sequence[subprocess.Popen[str]]) -> tuple[float, set[str]]:
    """What it takes all of them to play their games side by side, and the win rates they tell."""
    began = time.perf_counter()
    for process in workers:
        assert process.stdin
        process.stdin.write("go\n")
        process.stdin.flush()
    told = {process.stdout.readline() for process in workers if process.stdout}
    return time.perf_counter() - began, told


def main() -> None:
    """Measure in interleaved rounds and print the medians."""
    parser = argparse.ArgumentParser(description="Scaling of simulate() to two threads.")
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--rounds", type=int, default=9)
    arguments = parser.parse_args()
    one, two = worker(arguments.games, 1), worker(arguments.games, 2)
    other = worker(arguments.games, 1)
    threads, processes = [], []
    for _ in range(arguments.rounds):
        alone, first = seconds([one])
        shared, second = seconds([two])
        beside, third = seconds([one, other])
        assert first == second == third, "the same games, whoever plays them"
        threads.append(alone / shared)
        processes.append(2 * alone / beside)
    for process in (one, two, other):
        process.communicate()
    print(f"simulate() on two threads: {statistics.median(threads):.2f}x one thread")
    print(f"two independent processes: {statistics.median(processes):.2f}x one process")


if __name__ == "__main__":
    main()
