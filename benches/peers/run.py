"""Measure this library and its peers in the same run, on the same work, and print how many times as fast it is.

`python benches/peers/run.py [--seconds S] [--rounds N] [--json FILE] [--markdown] [--update FILE]`. Peers that are not
installed are left out.
"""

import argparse
import importlib
import json
import os
import shlex
import sys
from pathlib import Path
from types import ModuleType

import ours
import report
from work import Cases, Entry

PEERS = ("open_spiel", "rlcard", "douzero")


def installed() -> list[ModuleType]:
    """The peers that can be imported."""
    found = []
    for name in PEERS:
        try:
            found.append(importlib.import_module(f"peer_{name}"))
        except ImportError as error:
            print(f"left out: {name} ({error})", file=sys.stderr)
    return found


def pin() -> str:
    """Keep to one core where the system lets us."""
    if not hasattr(os, "sched_setaffinity"):
        return ""
    core = max(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {core})
    return ", pinned to one core"


def main() -> None:
    """Read the command line, measure, check and report."""
    parser = argparse.ArgumentParser(
        description="Measure this library and its peers on the same work."
    )
    parser.add_argument("--seconds", type=float, default=0.5, help="CPU time of one measurement")
    parser.add_argument("--rounds", type=int, default=5, help="measurements of each, interleaved")
    parser.add_argument("--json", type=Path, help="write all rates to this file")
    parser.add_argument("--markdown", action="store_true", help="print tables in Markdown")
    parser.add_argument(
        "--update", type=Path, help="write the tables between the markers of this file"
    )
    arguments = parser.parse_args()

    peers = installed()
    pinned = pin()
    cases = Cases()
    entries: list[Entry] = [entry for module in (ours, *peers) for entry in module.entries(cases)]
    for entry in entries:  # the first time fills caches
        entry.run(entry.prepare())
    for number in range(arguments.rounds):
        print(f"round {number + 1} of {arguments.rounds}", file=sys.stderr)
        for entry in entries:
            entry.measure(arguments.seconds)
    for entry in entries:
        entry.check()

    about = {
        "machine": report.machine(),
        "versions": [module.versions() for module in (ours, *peers)],
        "pinned": pinned,
        "seconds": arguments.seconds,
        "rounds": arguments.rounds,
        "command": shlex.join(["python", "benches/peers/run.py", *sys.argv[1:]]),
    }
    print(report.text(entries, peers, about, arguments.markdown))
    if arguments.update:
        told = report.text(entries, peers, about, markdown=True)
        report.update(arguments.update, told, "peers")
    if arguments.json:
        keys = ("work", "who", "rules", "rate", "rates", "mean_moves", "items")
        rows = [{key: getattr(entry, key) for key in keys} for entry in entries]
        arguments.json.write_text(json.dumps(about | {"measured": rows}, indent=2) + "\n")


if __name__ == "__main__":
    main()
