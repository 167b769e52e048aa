"""Instructions of the five hottest paths, counted by valgrind and compared with the committed baseline.

`python benches/instructions/run.py` fails where a path takes over 3 % more instructions than `baseline.json` says;
`--update` writes the baseline anew. A count is the difference of two runs of different length, divided by the
difference of their lengths, so the start of the program and its set-up cancel out.

Counts are exact and do not depend on what else the machine does. They do depend on the compiler and on the form of the
hot loops that the core chooses for the processor, which is the one valgrind shows the program. Both stand in the
baseline. With another compiler growth is reported and does not fail; with another form nothing can be compared.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
BASELINE = HERE / "baseline.json"
MOST_GROWTH = 0.03

# Repeats of the shorter and of the longer run of each path.
PATHS = {
    "random_game_3_players": (1, 3),
    "random_game_4_players": (1, 3),
    "list_leads_20_cards": (2, 6),
    "list_answers_17_cards": (4, 16),
    "deal_3_players": (4, 16),
}


def build() -> Path:
    """Compile the program as the wheel is: optimised, for any processor of its family."""
    command = ["cargo", "bench", "--package=doudizhu-core", "--bench=instructions", "--no-run"]
    plain = {name: value for name, value in os.environ.items() if "RUSTFLAGS" not in name}
    built = subprocess.run(
        [*command, "--locked", "--quiet", "--message-format=json"],
        cwd=ROOT,
        env=plain,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    messages = [json.loads(line) for line in built.stdout.splitlines() if line.startswith("{")]
    [program] = [
        message["executable"]
        for message in messages
        if message.get("target", {}).get("name") == "instructions" and message.get("executable")
    ]
    return Path(program)


def output(*command: str | Path) -> str:
    """What a command prints, errors included."""
    done = subprocess.run(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stdout}")
    return done.stdout


def collected(program: Path, path: str, repeats: int) -> tuple[int, int]:
    """Instructions of a run, and the items of one repeat."""
    told = output(
        "valgrind",
        "--tool=callgrind",
        "--callgrind-out-file=/dev/null",
        program,
        path,
        str(repeats),
    )
    instructions = re.search(r"Collected : (\d+)", told)
    items = re.search(r"^(\d+) \d+$", told, re.MULTILINE)
    if not instructions or not items:
        sys.exit(f"unexpected output of valgrind:\n{told}")
    return int(instructions[1]), int(items[1])


def per_item(program: Path, path: str) -> float:
    """Instructions of one game, hand or deal of a path."""
    fewer, more = PATHS[path]
    (low, items), (high, _) = (collected(program, path, repeats) for repeats in (fewer, more))
    return (high - low) / ((more - fewer) * items)


def measure() -> dict[str, Any]:
    """Count everything; what the counts depend on stands beside them."""
    program = build()
    valgrind = ["valgrind", "--tool=none", "--quiet"]
    return {
        "rustc": output("rustc", "--version").strip(),
        "form": output(*valgrind, program, "features").strip(),
        "instructions": {path: round(per_item(program, path), 1) for path in PATHS},
    }


def compare(now: dict[str, Any], baseline: dict[str, Any]) -> bool:
    """Print the comparison; whether the check holds."""
    if now["form"] != baseline["form"]:
        print(f"not compared: this processor runs {now['form']}, the baseline {baseline['form']}")
        return True
    grown = []
    for path, count in now["instructions"].items():
        before = baseline["instructions"][path]
        growth = count / before - 1
        print(f"{path:24}{before:12,.1f}{count:12,.1f}{growth:+9.2%}")
        if growth > MOST_GROWTH:
            grown.append(path)
        elif growth < -MOST_GROWTH:
            print(f"{'':24}improved: write the baseline anew with --update")
    if grown and now["rustc"] != baseline["rustc"]:
        print(f"warning: grown under another compiler, {now['rustc']}: {', '.join(grown)}")
        return True
    if grown:
        print(f"grown by more than {MOST_GROWTH:.0%}: {', '.join(grown)}")
    return not grown


def main() -> None:
    """Read the command line and do it."""
    parser = argparse.ArgumentParser(description="Count the instructions of the hottest paths.")
    parser.add_argument("--update", action="store_true", help="write the baseline anew")
    arguments = parser.parse_args()
    if shutil.which("valgrind") is None:
        print("instructions are not counted: valgrind is not installed")
        return
    now = measure()
    if BASELINE.exists():
        baseline = json.loads(BASELINE.read_text())
        print(f"{'instructions of one':24}{'baseline':>12}{'now':>12}{'growth':>9}")
        holds = compare(now, baseline)
    else:
        holds = arguments.update
        print(json.dumps(now, indent=2))
    if arguments.update:
        BASELINE.write_text(json.dumps(now, indent=2) + "\n")
        print(f"written: {BASELINE.relative_to(ROOT)}")
    elif not holds:
        sys.exit(1)


if __name__ == "__main__":
    main()
