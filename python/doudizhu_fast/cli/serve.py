"""``ddz serve``: a board in the browser."""

from typing import Annotated

import typer

import doudizhu_fast as ddz
from doudizhu_fast.cli._errors import NotDoneError
from doudizhu_fast.cli._options import whole_number

__all__ = ["serve"]

_EXTRA = {"anyio", "starlette", "uvicorn"}


def serve(
    port: Annotated[
        int,
        typer.Option(
            "--port",
            metavar="N",
            parser=whole_number,
            help="Where to listen; 0 takes any port that is free.",
        ),
    ] = 8127,
    browser: Annotated[
        bool, typer.Option("--browser/--no-browser", help="Open the page in your browser.")
    ] = True,
) -> None:
    """Open a board in the browser.

    Play against bots there, study hands, step through records. It answers
    to this machine alone, at 127.0.0.1. Ctrl-C ends it.

    Examples:
      ddz serve
      ddz serve --port 0 --no-browser
    """
    try:
        board = ddz.serve
    except ModuleNotFoundError as error:
        if error.name not in _EXTRA:
            raise
        raise NotDoneError(str(error)) from None
    board.run(port, browser, lambda address: print(f"{address}  (Ctrl-C ends it)", flush=True))
