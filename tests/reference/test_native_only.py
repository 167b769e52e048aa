"""What only the compiled engine has says so under the other."""

import os
import subprocess
import sys

CODE = """
import doudizhu_fast as ddz
try:
    ddz.BatchGame(2)
except ddz.NativeExtensionError as error:
    print(error.reason, error)
for name, given in (("equity", "3"), ("bid_table", "3"), ("move_table", None)):
    try:
        getattr(ddz.analysis, name)(given)
    except ddz.NativeExtensionError as error:
        print(error.reason, error)
try:
    ddz.simulate(2, ["rule", "random", "random"])
except ddz.NativeExtensionError as error:
    print(error.reason, error)
"""


def test_what_needs_the_compiled_engine_says_so() -> None:
    done = subprocess.run(
        [sys.executable, "-c", CODE],
        env=os.environ | {"DOUDIZHU_FAST_BACKEND": "reference"},
        capture_output=True,
        text=True,
        check=True,
    )
    batch, *analyses, policy = done.stdout.splitlines()
    assert len(analyses) == 3
    for name, line in zip(("equity", "bid_table", "move_table"), analyses, strict=True):
        assert line.startswith(f"needs_native {name} needs the compiled engine")
    assert batch.startswith("needs_native BatchGame needs the compiled engine")
    assert policy.startswith("needs_native the policy 'rule' needs the compiled engine")
