"""BatchGame: many games stepped by one call, numpy in and out."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from doudizhu_fast import _backend
from doudizhu_fast._checks import whole
from doudizhu_fast.exceptions import Described, InvalidArgumentError
from doudizhu_fast.rules import Rules, as_rules
from doudizhu_fast.seeds import Seed, resolve_seed, stream
from doudizhu_fast.tally import outcome_numbers, pay

__all__ = ["BatchGame"]

_MOST_GAMES = 1 << 24
_MOST_THREADS = 1024


class BatchGame:
    """Many games side by side, each stepped by every call; the compiled engine only.

    Game ``g`` of the batch plays the games ``g``, ``g + n``, ``g + 2 n``, ... of the run that the seed names, so what
    happens in it depends on the seed and on its own moves alone, whatever the number of threads. Calls of the auction
    stand among the legal moves in packed form with kind code 15: ``15 << 60 | bid``.

    Args:
        n: The number of games, 1 to 2**24.
        rules: The rules or a preset's name; three_player without.
        seed: The seed of the run, see :func:`~doudizhu_fast.seeds.resolve_seed`.
        auction: Whether games begin with the auction. Without it, and under rules that have none, seat 0 is landlord
            at a bid of 1 and leads.
        threads: How many threads to use, 1 to 1024; all cores without.
        auto_reset: Whether a game that has ended gives way to its next one at once. `done` and `payoffs` then speak of
            the game that ended, everything else of the new one. Without it a finished game has no legal moves, and its
            index or move is not looked at.

    Raises:
        InvalidArgumentError: Reason ``out_of_range``, ``wrong_type`` or ``bad_seed``.
        NativeExtensionError: Under the reference engine.

    Example:
        >>> batch = BatchGame(4, seed=1)
        >>> offsets, moves = batch.legal_moves()
        >>> len(offsets), int(offsets[-1]) == len(moves)
        (5, True)
        >>> batch.step(np.zeros(4, dtype=np.int64))
        >>> batch.turn.tolist()
        [1, 1, 1, 1]
    """

    __slots__ = ("_engine", "_n", "_root", "_rules")

    def __init__(
        self,
        n: int,
        rules: Rules | str | None = None,
        seed: Seed = None,
        auction: bool = False,
        threads: int | None = None,
        auto_reset: bool = True,
    ) -> None:
        _backend.need_native("BatchGame")
        make_batch = _backend.engine.Batch
        self._n = whole(n, "n", 1, _MOST_GAMES)
        self._rules = as_rules(rules)
        number = 0 if threads is None else whole(threads, "threads", 1, _MOST_THREADS)
        self._root = resolve_seed(seed)
        self._engine = make_batch(
            self._rules._ruleset,
            self._n,
            stream(self._root),
            _flag(auction, "auction"),
            _flag(auto_reset, "auto_reset"),
            number,
        )

    @property
    def rules(self) -> Rules:
        """The rules of every game."""
        return self._rules

    @property
    def seed(self) -> int:
        """The root of the run."""
        return self._root

    def __len__(self) -> int:
        """Count the games."""
        return self._n

    def legal_moves(self) -> tuple[NDArray[np.int64], NDArray[np.uint64]]:
        """List what is legal in every game, in ascending order of the action ids.

        Returns:
            ``(offsets int64[n + 1], moves uint64[m])``: what is legal in game ``g`` is
            ``moves[offsets[g]:offsets[g + 1]]``. Both arrays are the caller's.

        Example:
            >>> offsets, moves = BatchGame(2, seed=1, auction=True).legal_moves()
            >>> [hex(move) for move in moves[:4].tolist()][-1]
            '0xf000000000000003'
        """
        return self._engine.legal_moves()

    def counts(self) -> NDArray[np.int64]:
        """Count what is legal in every game.

        Returns:
            int64[n], 0 where a game is over.

        Example:
            >>> BatchGame(2, seed=1, auction=True).counts().tolist()
            [4, 4]
        """
        return self._engine.counts()

    def step(self, indices: NDArray[np.int64]) -> None:
        """Make one call or move in every game, by its index among the legal ones.

        Args:
            indices: int64[n]. All are checked before any game moves.

        Raises:
            InvalidArgumentError: Reason ``index_out_of_range`` (with ``game``), ``wrong_type``, ``wrong_dtype`` or
                ``wrong_shape``.

        Example:
            >>> batch = BatchGame(2, seed=1)
            >>> batch.step(batch.counts() - 1)
        """
        self._engine.step(indices)

    def step_moves(self, moves: NDArray[np.uint64]) -> None:
        """Make this call or move, packed, in every game.

        Args:
            moves: uint64[n]. All are checked before any game moves.

        Raises:
            IllegalMoveError: As :meth:`Game.play`, with the ``index`` of the game.
            InvalidArgumentError: Reason ``wrong_type``, ``wrong_dtype`` or ``wrong_shape``.

        Example:
            >>> batch = BatchGame(2, seed=1)
            >>> offsets, moves = batch.legal_moves()
            >>> batch.step_moves(moves[offsets[:-1]])
        """
        self._engine.step_moves(moves)

    @property
    def turn(self) -> NDArray[np.int8]:
        """int8[n]: the seat to act in every game, -1 where it is over."""
        return self._engine.turns()

    @property
    def done(self) -> NDArray[np.bool_]:
        """bool[n]: where the last step ended a game."""
        return self._engine.done()

    @property
    def payoffs(self) -> NDArray[np.int32]:
        """int32[n, players]: what the game paid that ended last in every place; zeros before the first end."""
        landlord, won, bid, doublings, spring = self._engine.outcomes()
        outcomes = outcome_numbers(bid, doublings + (spring > 0), won)
        paid = np.empty((self._n, self._rules.players), dtype=np.int32)
        pay(outcomes, landlord, self._rules, paid)
        return paid

    @property
    def observation_width(self) -> int:
        """The bytes of one observation."""
        return self._engine.observation_width

    def observe(self, out: NDArray[np.uint8] | None = None) -> NDArray[np.uint8]:
        """Write what the seat to act may know in every game.

        The layout has version 1 (`BatchGame.OBSERVATION_VERSION`); every item is one byte, and seats are counted from
        the one to act on: own cards by rank (15), unseen cards (15), the standing play's cards (15), its kind, its rank
        (0 for 3), its length, passes since, role (1 landlord, 2 peasant, 0 in the auction), highest bid, doublings so
        far; then for each seat the cards of its last move (15), and the number of cards it holds. Unseen are the hands
        of the others, and in the auction the bottom cards. A finished game has a row of zeros.

        Args:
            out: uint8[n, observation_width] that lies in one piece; a new array without.

        Returns:
            The array that was written.

        Raises:
            InvalidArgumentError: Reason ``wrong_type``, ``wrong_dtype`` or ``wrong_shape``.

        Example:
            >>> rows = BatchGame(2, seed=1).observe()
            >>> rows.shape, int(rows[0, :15].sum())
            ((2, 100), 20)
        """
        shape = (self._n, self.observation_width)
        if out is None:
            out = np.empty(shape, dtype=np.uint8)
        else:
            _check_out(out, shape)
        self._engine.observe(out)
        return out

    @property
    def OBSERVATION_VERSION(self) -> int:  # noqa: N802  (a constant of the layout)
        """The version of the layout of observations."""
        return self._engine.OBSERVATION_VERSION

    def __repr__(self) -> str:
        """Tell rules, size and seed."""
        return f"<BatchGame {self._rules.text}, {self._n} games, seed {self._root}>"


def _flag(value: Any, name: str) -> bool:
    if isinstance(value, bool | np.bool_):
        return bool(value)
    raise InvalidArgumentError("wrong_type", name=name, expected="True or False", value=value)


def _check_out(out: Any, shape: tuple[int, int]) -> None:
    if not isinstance(out, np.ndarray):
        raise InvalidArgumentError("wrong_type", name="out", expected="an array", value=out)
    if out.dtype != np.uint8:
        raise InvalidArgumentError("wrong_dtype", name="out", expected="uint8", value=out.dtype)
    if out.shape != shape:
        raise InvalidArgumentError("wrong_shape", name="out", expected=shape, value=out.shape)
    if not (out.flags.c_contiguous and out.flags.writeable):
        expected = "one writeable piece of memory"
        raise InvalidArgumentError(
            "wrong_type", name="out", expected=expected, value=Described("a view")
        )
