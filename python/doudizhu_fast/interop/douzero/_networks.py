"""Players that decide by networks of DouZero's shape."""

import os
from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from doudizhu_fast._checks import shown, whole, wrong_type
from doudizhu_fast._extras import without_extra
from doudizhu_fast.exceptions import InvalidArgumentError
from doudizhu_fast.interop._planes import PLANES
from doudizhu_fast.interop.douzero._cards import POSITIONS, position_index
from doudizhu_fast.interop.douzero._features import WIDTHS, observation
from doudizhu_fast.interop.douzero._infoset import decision_of_view
from doudizhu_fast.move import Move, _make_move
from doudizhu_fast.view import View

__all__ = ["Network", "NetworkBot", "network_bot"]

Network: TypeAlias = Callable[[NDArray[np.float32], NDArray[np.float32]], Any]
"""Anything that is called with z float32[n, 5, 162] and x float32[n, 373 or 484] and gives n values.

An array of n, or of n rows of one; in a dict, as DouZero's models give them, under ``values``.
"""

_Z_SHAPE: Final = (5, 162)
_MOST_THREADS: Final = 1024


class NetworkBot:
    """A player that takes the legal move which its position's network values most; made by :func:`network_bot`.

    Attributes:
        name: What tables call the player.

    Example:
        >>> bot = network_bot({"landlord": lambda z, x: -x[:, -54:].sum(axis=1)})
        >>> bot.play(View.from_text("34567889TTTJJQKA22BR", landlord=0, rules="douzero"))
        Move('3')
    """

    def __init__(
        self, networks: Mapping[str, Network], bidder: Callable[[View], int] | None, name: str
    ) -> None:
        self._networks = dict(networks)
        self._bidder = bidder
        self.name = name

    def bid(self, view: View) -> int:
        """Call as the bidder says, and pass without one: the networks know no auction.

        Args:
            view: The view of the seat to call.

        Example:
            >>> network_bot({"landlord": lambda z, x: x[:, 0]}).bid(
            ...     View.from_text("34567889TTJJQKA22")
            ... )
            0
        """
        return 0 if self._bidder is None else self._bidder(view)

    def play(self, view: View) -> Move:
        """Choose a legal move; the only one without asking the network.

        Args:
            view: The view of the seat to play, of three players.

        Raises:
            InvalidArgumentError: Reason ``wrong_network`` where there is none for the position, or it gives something
                else than one number for each move.
            InvalidRulesError: Reason ``wrong_players``.
            WrongPhaseError: As :func:`encode`.

        Example:
            >>> bot = network_bot({"landlord_down": lambda z, x: x[:, -54:].sum(axis=1)})
            >>> bot.play(View.from_text("34567889TTJJQKA22", seat=1, landlord=0, plays="33"))
            Move('88')
        """
        decision, legal = decision_of_view(view)
        position = POSITIONS[decision.seat]
        if len(legal) == 1:
            return _make_move(legal[0])
        network = self._networks.get(position)
        if network is None:
            raise _wrong(position, "there is none")
        rows = observation(decision, legal)
        values = _values(network(rows["z_batch"], rows["x_batch"]), position, len(legal))
        return _make_move(legal[int(np.argmax(values))])

    def __repr__(self) -> str:
        """Tell the name and the positions."""
        return f"<NetworkBot {self.name}: {', '.join(self._networks)}>"


def network_bot(
    networks: Mapping[str, Network | str | os.PathLike[str]] | str | os.PathLike[str],
    *,
    bidder: Callable[[View], int] | None = None,
    threads: int = 1,
    name: str = "douzero",
) -> NetworkBot:
    """Make a player of networks of DouZero's shape.

    A network takes z, float32[n, 5, 162], and x, float32[n, 373] for the landlord and [n, 484] for a peasant, and
    gives a value for each of the n rows. DouZero's own checkpoints are exported with ``torch.onnx.export``, with the
    first axis dynamic.

    Args:
        networks: For each position a callable, or the path of an ONNX file; or a folder with the files
            ``landlord.onnx``, ``landlord_down.onnx`` and ``landlord_up.onnx``. A position that the player never holds
            may be left out.
        bidder: Who calls in an auction, as the networks cannot; without one the player passes.
        threads: How many threads ONNX Runtime may use for one network.
        name: What tables call the player.

    Returns:
        The player.

    Raises:
        InvalidArgumentError: Reason ``unknown_position``; ``wrong_network`` for a file that is no network, or one with
            other inputs; ``wrong_type``; ``out_of_range`` for the threads.
        ModuleNotFoundError: Where files are given and onnxruntime is not installed; the message names the extra.

    Example:
        >>> network_bot({"landlord": lambda z, x: x[:, 0]}, name="first")
        <NetworkBot first: landlord>
    """
    if isinstance(networks, str | os.PathLike):
        folder = Path(networks)
        networks = {position: folder / f"{position}.onnx" for position in POSITIONS}
    if not isinstance(networks, Mapping):
        raise wrong_type("networks", "a network for each position, or a folder", networks)
    threads = whole(threads, "threads", 1, _MOST_THREADS)
    loaded = {
        POSITIONS[position_index(position)]: _loaded(network, position, threads)
        for position, network in networks.items()
    }
    return NetworkBot(loaded, bidder, name)


def _loaded(network: object, position: str, threads: int) -> Network:
    if isinstance(network, str | os.PathLike):
        return _OnnxNetwork(Path(network), position, threads)
    if callable(network):
        return network
    raise wrong_type("networks", "callables and paths of ONNX files", network)


class _OnnxNetwork:
    """A network in an ONNX file, its inputs told apart by their shapes."""

    def __init__(self, path: Path, position: str, threads: int) -> None:
        try:
            runtime = import_module("onnxruntime")
        except ImportError:
            raise without_extra("networks in ONNX files need", "onnxruntime", "networks") from None
        if not path.is_file():
            raise _wrong(position, f"there is no file {path}")
        options = runtime.SessionOptions()
        options.intra_op_num_threads = threads
        try:
            self._session = runtime.InferenceSession(
                str(path), options, providers=["CPUExecutionProvider"]
            )
        except Exception as error:
            raise _wrong(position, f"{path.name} is no ONNX network ({error})") from error
        width = WIDTHS[POSITIONS.index(position)] + PLANES
        inputs = self._session.get_inputs()
        self._z, self._x = _find(inputs, _Z_SHAPE, position), _find(inputs, (width,), position)
        if len(inputs) != 2:
            raise _wrong(position, f"it has {len(inputs)} inputs, two are needed")
        outputs = [output.name for output in self._session.get_outputs()]
        self._output = "values" if "values" in outputs else outputs[0]

    def __call__(self, z: NDArray[np.float32], x: NDArray[np.float32]) -> Any:
        return self._session.run([self._output], {self._z: z, self._x: x})[0]


def _find(inputs: Any, shape: tuple[int, ...], position: str) -> str:
    """Find the input that takes any number of items of a shape."""
    for item in inputs:
        rows, *rest = item.shape or [0]
        fits = len(rest) == len(shape) and all(
            not isinstance(size, int) or size == wanted
            for size, wanted in zip(rest, shape, strict=True)
        )
        if fits and not isinstance(rows, int) and item.type == "tensor(float)":
            return str(item.name)
    wanted = ", ".join(map(str, shape))
    found = "; ".join(f"{item.name} {item.type} {item.shape}" for item in inputs)
    raise _wrong(position, f"it needs an input of floats with shape [n, {wanted}], it has {found}")


def _values(output: Any, position: str, count: int) -> NDArray[np.float64]:
    if isinstance(output, Mapping):
        output = output.get("values")
    try:
        values = np.asarray(output, dtype=np.float64)
    except (OverflowError, TypeError, ValueError):
        raise _wrong(position, f"it gave {shown(output)} for values") from None
    if values.shape not in ((count,), (count, 1)):
        raise _wrong(position, f"it gave values of shape {values.shape} for {count} moves")
    if np.isnan(values).any():
        raise _wrong(position, "it gave values that are no numbers")
    return values.reshape(-1)


def _wrong(position: str, detail: str) -> InvalidArgumentError:
    return InvalidArgumentError("wrong_network", position=position, detail=detail)
