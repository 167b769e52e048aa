"""A board in the browser: play against bots, look into hands, step through records; on this machine alone.

It needs the packages of the extra ``serve``.

Example:
    >>> import doudizhu_fast as ddz
    >>> ddz.serve.run()  # doctest: +SKIP
    http://127.0.0.1:8127/
"""

from doudizhu_fast.serve.app import create_app
from doudizhu_fast.serve.limits import Limits
from doudizhu_fast.serve.server import PORT, run

__all__ = ["PORT", "Limits", "create_app", "run"]
