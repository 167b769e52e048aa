"""How strong the bots are against the rule agent of RLCard, asked through its own interface, on the same deals.

`python benches/python/strength.py` prints a table, `--update docs/bots.md` writes it there; each row is a tournament of
its own, under RLCard's rules, each side in both roles. With `--log DIRECTORY` every game is written down, and a run
that was stopped goes on where it ended.
"""

import argparse
import os
import platform
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from rlcard import models

from doudizhu_fast import Estimate
from doudizhu_fast.bots import TournamentResult, tournament
from doudizhu_fast.interop.rlcard import AgentBot

ROWS = {
    "rule": "rule",
    "1ms": "montecarlo(seconds=0.001, objective=win)",
    "10ms": "montecarlo(seconds=0.01, objective=win)",
    "100ms": "montecarlo(seconds=0.1, objective=win)",
}
BEGIN, END = "<!-- strength: begin -->\n", "<!-- strength: end -->"


class RuleAgent:
    """The agent of the model doudizhu-rule-v1, whose choices come from numpy's global generator."""

    name = "rlcard-rule-v1"

    def __init__(self, seed: int) -> None:
        """Take the agent from the registry of RLCard."""
        np.random.seed(seed)
        self._bot = AgentBot(models.load("doudizhu-rule-v1").agents[0])

    def bid(self, view: Any) -> int:
        """Call as the agent of RLCard is wrapped to."""
        return self._bot.bid(view)

    def play(self, view: Any) -> Any:
        """Play what the agent plays."""
        return self._bot.play(view)


def played(row: str, deals: int, seed: int, log: Path | None) -> TournamentResult:
    """One row against the agent."""
    result = tournament(
        [ROWS[row], RuleAgent(seed)],
        deals,
        rules="rlcard",
        auction=False,
        seed=seed,
        log=None if log is None else log / f"{row}.jsonl",
    )
    assert result.games == 2 * deals
    return result


def figure(estimate: Estimate) -> str:
    """A share with its 95 % interval."""
    return f"{estimate.mean:.3f} ({estimate.low:.3f} to {estimate.high:.3f})"


def lines(results: dict[str, TournamentResult], command: str) -> list[str]:
    """The table."""
    rows = [
        "| bot | deals | games won | as landlord | as peasants |",
        "|---|---|---|---|---|",
    ]
    for row, result in results.items():
        own = next(standing for standing in result.standings if "rlcard" not in standing.name)
        rows.append(
            f"| `{ROWS[row]}` | {result.deals:,} | {figure(own.win)} | {figure(own.landlord)} |"
            f" {figure(own.peasant)} |"
        )
    machine = f"{os.cpu_count()} cores, {platform.system()} {platform.machine()}"
    return ["", *rows, "", f"One thread, {machine}: `{command}`.", ""]


def main(arguments: Sequence[str] | None = None) -> None:
    """Play the rows, print the table, and put it into a page where told."""
    parser = argparse.ArgumentParser(description="Strength against RLCard's rule agent.")
    parser.add_argument("--rows", nargs="+", choices=ROWS, default=list(ROWS))
    parser.add_argument("--deals", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--log", type=Path, help="a directory for the games")
    parser.add_argument("--update", type=Path, help="the page that shows the table")
    told = parser.parse_args(arguments)
    results = {row: played(row, told.deals, told.seed, told.log) for row in told.rows}
    command = f"python benches/python/strength.py --deals {told.deals}"
    text = "\n".join(lines(results, command))
    print(text)
    if told.update is not None:
        page = told.update.read_text("utf-8")
        head, _, rest = page.partition(BEGIN)
        _, _, tail = rest.partition(END)
        if not tail:
            raise SystemExit(f"{told.update} has no place for the table")
        told.update.write_text(head + BEGIN + text + END + tail, "utf-8")


if __name__ == "__main__":
    main()
