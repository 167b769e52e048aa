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
"""


def test_a_batch_needs_the_compiled_engine() -> None:
    done = subprocess.run(
        [sys.executable, "-c", CODE],
        env=os.environ | {"DOUDIZHU_FAST_BACKEND": "reference"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.startswith("needs_native BatchGame needs the compiled engine")
