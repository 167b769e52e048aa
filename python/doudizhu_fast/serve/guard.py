"""What stands before the board: who may ask it, how much, how often and for how long."""

import asyncio
import json
import time
from typing import Any, Final

from doudizhu_fast._extras import without_extra
from doudizhu_fast.exceptions import DoudizhuError, RequestError
from doudizhu_fast.serve.limits import Limits
from doudizhu_fast.serve.telling import error_data

try:
    from starlette.datastructures import Headers, MutableHeaders
    from starlette.responses import JSONResponse
    from starlette.types import ASGIApp, Message, Receive, Scope, Send
except ModuleNotFoundError as error:
    raise without_extra("the board needs", error.name, "serve") from None

__all__ = ["Guard", "read_json", "refusal"]

_STATUS: Final = {
    "unknown_game": 404,
    "unknown_job": 404,
    "unknown_page": 404,
    "wrong_method": 405,
    "busy": 409,
    "too_large": 413,
    "not_json": 415,
    "wrong_host": 421,
    "wrong_origin": 403,
    "too_many_requests": 429,
    "too_many_jobs": 429,
    "too_slow": 504,
    "failed": 500,
}

_HEADERS: Final = {
    # Everything comes from this address, and no script or style stands in the page itself.
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "cache-control": "no-store",
}


def refusal(error: DoudizhuError) -> JSONResponse:
    """Answer with an error: what the rules refuse is status 400.

    Example:
        >>> refusal(RequestError("busy")).status_code
        409
    """
    status = _STATUS.get(error.reason, 400) if isinstance(error, RequestError) else 400
    return JSONResponse(error_data(error), status)


class Guard:
    """The outermost layer of the board.

    Refuses what does not come from the board's own page: a foreign ``Host`` (a name that somebody points at this
    machine), a foreign ``Origin``, what the browser marks as coming from another site. Reads bodies up to their bound,
    counts what is under way and what comes within a second, and ends what takes too long.

    Args:
        app: What answers.
        port: The port of the board; other programs of this machine are other origins.
        limits: The bounds.
    """

    def __init__(self, app: ASGIApp, port: int, limits: Limits) -> None:
        self._app = app
        self._hosts = {f"{name}:{port}" for name in ("127.0.0.1", "localhost")}
        if port == 80:
            self._hosts |= {"127.0.0.1", "localhost"}
        self._limits = limits
        self._in_flight = 0
        self._tokens = float(limits.burst)
        self._filled = time.monotonic()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, or hand it on."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            # Websockets: there are none.
            await send({"type": "websocket.close", "code": 1008})
            return
        answer = _Answer(send)
        try:
            self._admit(scope)
        except RequestError as error:
            await refusal(error)(scope, receive, answer)
            return
        self._in_flight += 1
        try:
            async with asyncio.timeout(self._limits.seconds):
                body = await self._body(scope, receive)
                await self._app(scope, _given(body, receive), answer)
        except TimeoutError:
            await self._refuse(RequestError("too_slow", limit=self._limits.seconds), scope, answer)
        except RequestError as error:
            await self._refuse(error, scope, answer)
        finally:
            self._in_flight -= 1

    def _admit(self, scope: Scope) -> None:
        headers = Headers(scope=scope)
        hosts = headers.getlist("host")
        if len(hosts) != 1 or hosts[0] not in self._hosts:
            raise RequestError("wrong_host")
        origin = headers.get("origin")
        if origin is not None and origin.removeprefix("http://") not in self._hosts:
            raise RequestError("wrong_origin")
        site = headers.get("sec-fetch-site", "none")
        # A link from elsewhere may open the page; nothing else of it is to be had from there.
        opens = scope["path"] == "/" and headers.get("sec-fetch-mode", "navigate") == "navigate"
        if site not in ("same-origin", "none") and not opens:
            raise RequestError("wrong_origin")
        self._count()
        if scope["method"] == "POST":
            kind = headers.get("content-type", "").partition(";")[0].strip().lower()
            if kind != "application/json":
                raise RequestError("not_json")

    def _count(self) -> None:
        now = time.monotonic()
        gained = (now - self._filled) * self._limits.per_second
        self._tokens = min(float(self._limits.burst), self._tokens + gained)
        self._filled = now
        if self._tokens < 1 or self._in_flight >= self._limits.in_flight:
            raise RequestError("too_many_requests")
        self._tokens -= 1

    async def _body(self, scope: Scope, receive: Receive) -> bytes:
        too_large = RequestError("too_large", most=self._limits.body)
        told = Headers(scope=scope).get("content-length", "0")
        if len(told) > 12 or (told.isdecimal() and int(told) > self._limits.body):
            raise too_large
        body = bytearray()
        while True:
            message = await receive()
            if message["type"] != "http.request":
                return bytes(body)
            body += message.get("body", b"")
            if len(body) > self._limits.body:
                raise too_large
            if not message.get("more_body", False):
                return bytes(body)

    async def _refuse(self, error: RequestError, scope: Scope, answer: "_Answer") -> None:
        if not answer.begun:
            await refusal(error)(scope, _given(b"", None), answer)


class _Answer:
    """Sends what is answered, with the headers that every answer has."""

    def __init__(self, send: Send) -> None:
        self.begun = False
        self._send = send

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.begun = True
            headers = MutableHeaders(raw=message.setdefault("headers", []))
            headers.update(_HEADERS)
        await self._send(message)


def _given(body: bytes, rest: Receive | None) -> Receive:
    """Give a body that was read already, then whatever comes after it."""
    first = True

    async def receive() -> Message:
        nonlocal first
        if first or rest is None:
            first = False
            return {"type": "http.request", "body": body, "more_body": False}
        return await rest()

    return receive


def read_json(body: bytes) -> Any:
    """Read the JSON of a request.

    Raises:
        RequestError: Reason ``bad_json``.

    Example:
        >>> read_json(b'{"seat": 1}')
        {'seat': 1}
    """
    try:
        return json.loads(body)
    except RecursionError:
        raise RequestError("bad_json", detail="it is nested too deeply") from None
    except ValueError as error:
        raise RequestError("bad_json", detail=str(error)[:200]) from None
