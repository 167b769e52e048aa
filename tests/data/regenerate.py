"""Write the data files of the tests anew with the engine in use, for `make golden`.

What is counted stays as it is; only the counts are replaced. A row for a new case is added by hand, with any count.
"""

import csv
from pathlib import Path

import doudizhu_fast as ddz

FOLDER = Path(__file__).parent


def regenerate_perft() -> None:
    """Count the move sequences of every position and depth of perft.csv."""
    path = FOLDER / "perft.csv"
    with path.open(newline="") as file:
        rows = list(csv.DictReader(file))
    for row in rows:
        start = ddz.Position.parse(row["position"])
        row["sequences"] = str(start.perft(int(row["depth"])))
    with path.open("w", newline="") as file:
        writer = csv.DictWriter(file, fieldnames=list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    print(f"{path.name}: {len(rows)} rows, {ddz.backend()} engine")


if __name__ == "__main__":
    regenerate_perft()
