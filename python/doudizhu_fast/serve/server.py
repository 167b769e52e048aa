"""The board on this machine: a listening socket, its address, a quiet end."""

import socket
import threading
import webbrowser
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from doudizhu_fast._checks import whole
from doudizhu_fast._extras import without_extra
from doudizhu_fast.exceptions import InvalidArgumentError
from doudizhu_fast.serve.app import create_app
from doudizhu_fast.serve.limits import Limits

try:
    import uvicorn
except ModuleNotFoundError as error:
    raise without_extra("the board needs", error.name, "serve") from None

__all__ = ["HOST", "PORT", "run"]

HOST: Final = "127.0.0.1"
"""The board is for this machine alone."""

PORT: Final = 8127
"""Where it listens unless told otherwise."""

_LARGEST_PORT: Final = 65_535
_BACKLOG: Final = 64


def run(
    port: int = PORT,
    browser: bool = False,
    tell: Callable[[str], object] = print,
    limits: Limits | None = None,
) -> None:
    """Serve the board until Ctrl-C.

    Args:
        port: Where to listen on the loopback address, 1 to 65535; 0 takes any port that is free.
        browser: Whether to open the page in the browser of the desktop.
        tell: What is called with the address of the page, once it can be reached.
        limits: The bounds of everything; those of :class:`Limits` without.

    Raises:
        InvalidArgumentError: Reason ``port_taken`` where nothing can listen there; ``out_of_range`` or ``wrong_type``.
        NativeExtensionError: Reason ``needs_native`` under the reference engine.

    Example:
        >>> run(port=8127)  # doctest: +SKIP
        http://127.0.0.1:8127/
    """
    wanted = whole(port, "port", 0, _LARGEST_PORT)
    with _listening(wanted) as listener:
        chosen = listener.getsockname()[1]
        config = uvicorn.Config(
            create_app(chosen, limits),
            log_level="warning",
            access_log=False,
            server_header=False,
            proxy_headers=False,
            ws="none",
            limit_concurrency=_BACKLOG,
            timeout_graceful_shutdown=1,
        )
        address = f"http://{HOST}:{chosen}/"
        tell(address)
        if browser:
            # Some browsers of terminals return when they are closed.
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
        with suppress(KeyboardInterrupt):
            uvicorn.Server(config).run(sockets=[listener])


def _listening(port: int) -> socket.socket:
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        # On Windows this option would let two programs share the port.
        if hasattr(socket, "SO_REUSEPORT"):
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((HOST, port))
        listener.listen(_BACKLOG)
    except OSError as error:
        listener.close()
        raise InvalidArgumentError(
            "port_taken", port=port, detail=(error.strerror or str(error)).lower()
        ) from error
    return listener
