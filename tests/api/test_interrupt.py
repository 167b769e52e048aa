"""A signal ends what runs with KeyboardInterrupt, and nothing worse, even in the first call of a process."""

import subprocess
import sys

import pytest

import doudizhu_fast as ddz

CODE = """
import os, signal, threading
from concurrent.futures import ThreadPoolExecutor
import numpy as np
import doudizhu_fast as ddz
from doudizhu_fast.analysis import solve
threading.Timer({delay}, os.kill, (os.getpid(), signal.SIGINT)).start()
try:
    {call}
except KeyboardInterrupt:
    print("interrupted")
"""
CALLS = {
    "deal_batch": "ddz.deal_batch(6_000_000, seed=1)",
    "executor": "ddz.simulate(10**9, seed=1, columns=False, executor=ThreadPoolExecutor(2))",
    "simulate": "ddz.simulate(10**9, seed=1, columns=False)",
    "solve": "solve('ddz1 three_player 3445567889TJQQKKKA2/345778899TQAA22BR/334566679TJJJQKA2 0 0 - 0')",
    "move_table": "ddz.analysis.move_table(ddz.View.from_text('3' * 4 + '445566778899TTJJ', landlord=0), 10**7)",
    "equity": "ddz.analysis.equity('34567899TTJQKKA22', 10**9, policy='greedy')",
    "min_plays_batch": "ddz.analysis.min_plays_batch(np.full(2**16, 0x22333444440))",
    "perft": "ddz.Position(['3344556677889', '3344556677889', '99TTJJQQKKAA22'], 0, 0).perft(60)",
}


@pytest.mark.skipif(ddz.backend() != "native", reason="the calls are too long for the reference")
@pytest.mark.parametrize("name", CALLS)
def test_a_signal_is_a_keyboard_interrupt(name: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", CODE.format(delay=0.3, call=CALLS[name])],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.stdout == "interrupted\n", done.stderr
    assert "panic" not in done.stderr
