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
from doudizhu_fast.analysis import bid_table, odds, review, sample_deals, solve
from doudizhu_fast.bots import play_game
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
    "bid_table": "bid_table('34567899TTJQKKA22', 10**9, policy='greedy')",
    "review": "review(play_game('greedy', seed=1), 10**7)",
    "odds": "[odds('33344455566778899TTJQKA22', 'four_player').beats('333444555666+778899TT') for _ in range(10**6)]",
    "sample_deals": "sample_deals('33455667889TJQKA2', 4_000_000, cannot_beat={1: '34567', 2: '34567'})",
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
