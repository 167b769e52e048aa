"""The board as an application: its page, and what the page asks."""

import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from importlib.resources import files
from typing import Any, Final

from doudizhu_fast import _backend
from doudizhu_fast._extras import without_extra
from doudizhu_fast.bots.registry import names
from doudizhu_fast.bots.table import play_game
from doudizhu_fast.deals import Deal
from doudizhu_fast.deals import deal as draw
from doudizhu_fast.exceptions import DoudizhuError, InvalidArgumentError, RequestError
from doudizhu_fast.game import Game
from doudizhu_fast.hand import as_hand
from doudizhu_fast.moves import count_moves
from doudizhu_fast.packed import clip
from doudizhu_fast.presets import PRESETS
from doudizhu_fast.rules import Rules
from doudizhu_fast.serve.fields import Fields
from doudizhu_fast.serve.guard import Guard, read_json, refusal
from doudizhu_fast.serve.jobs import Jobs
from doudizhu_fast.serve.limits import Limits
from doudizhu_fast.serve.questions import read_question, read_record, start_of
from doudizhu_fast.serve.sessions import Session, Sessions
from doudizhu_fast.serve.telling import deal_data, record_data

try:
    from anyio import CapacityLimiter, to_thread
    from starlette.applications import Starlette
    from starlette.exceptions import HTTPException
    from starlette.requests import Request
    from starlette.responses import JSONResponse, Response
    from starlette.routing import Route
    from starlette.types import ASGIApp
except ModuleNotFoundError as error:
    raise without_extra("the board needs", error.name, "serve") from None

__all__ = ["create_app"]

_TYPES: Final = {
    "css": "text/css; charset=utf-8",
    "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "json": "application/json",
    "svg": "image/svg+xml",
}

# Most questions are answered in a moment: so long the first answer waits for the result.
_FIRST_WAIT: Final = 0.2
_THREADS: Final = 16
_DIGITS: Final = re.compile(r"[0-9]{1,39}")


def create_app(port: int, limits: Limits | None = None) -> ASGIApp:
    """Make the application.

    Args:
        port: The port that it is reached at: it answers to ``127.0.0.1:port`` and ``localhost:port`` alone.
        limits: The bounds of everything; those of :class:`Limits` without.

    Returns:
        The application, for any server that speaks ASGI; it must listen on the loopback address alone.

    Raises:
        NativeExtensionError: Reason ``needs_native`` under the reference engine.

    Example:
        >>> callable(create_app(8000))
        True
    """
    _backend.need_native("the board")
    board = _Board(limits or Limits())

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        yield
        board.jobs.close()

    app = Starlette(
        routes=board.routes(),
        lifespan=lifespan,
        exception_handlers={HTTPException: _told, DoudizhuError: _told, Exception: _told},
    )
    return Guard(app, port, board.limits)


async def _told(request: Request, error: Exception) -> Response:
    """Answer with an error, whatever it is."""
    if isinstance(error, DoudizhuError):
        return refusal(error)
    if isinstance(error, HTTPException) and error.status_code == 405:
        return refusal(RequestError("wrong_method", method=request.method))
    if isinstance(error, HTTPException):
        return refusal(RequestError("unknown_page"))
    return refusal(RequestError("failed", detail=type(error).__name__))


class _Board:
    """What the routes share."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.sessions = Sessions(limits)
        self.jobs = Jobs(limits)
        # Read once: no request names a file.
        self.pages = {
            page.name: (page.read_bytes(), _TYPES[page.name.rpartition(".")[2]])
            for page in (files("doudizhu_fast.serve") / "static").iterdir()
            if page.name.rpartition(".")[2] in _TYPES
        }
        self.threads = CapacityLimiter(_THREADS)

    def routes(self) -> list[Route]:
        """List every address."""
        return [
            Route("/", self.page),
            Route("/static/{name}", self.page),
            Route("/api/about", self.asked(self.about)),
            Route("/api/cards", self.asked(self.cards), methods=["POST"]),
            Route("/api/deal", self.asked(self.deal), methods=["POST"]),
            Route("/api/record", self.asked(self.record), methods=["POST"]),
            Route("/api/sample", self.asked(self.sample), methods=["POST"]),
            Route("/api/games", self.asked(self.new_game), methods=["POST"]),
            Route("/api/games/{id}", self.asked(self.game), methods=["GET", "DELETE"]),
            Route("/api/games/{id}/{action}", self.asked(self.act), methods=["POST"]),
            Route("/api/jobs", self.asked(self.new_job), methods=["POST"]),
            Route("/api/jobs/{id}", self.asked(self.job), methods=["GET", "DELETE"]),
        ]

    def asked(self, answer: Callable[[Request, Any], dict[str, Any]]) -> Callable[[Request], Any]:
        """Have a request answered in a thread, which nobody waits for beyond the time limit."""

        async def endpoint(request: Request) -> Response:
            body = await request.body()
            data = read_json(body) if request.method == "POST" else {}
            told = await to_thread.run_sync(
                answer, request, data, abandon_on_cancel=True, limiter=self.threads
            )
            return JSONResponse(told)

        return endpoint

    async def page(self, request: Request) -> Response:
        """Give the page, or what belongs to it."""
        name = request.path_params.get("name", "index.html")
        if name not in self.pages:
            raise RequestError("unknown_page")
        body, kind = self.pages[name]
        return Response(body, media_type=kind)

    def about(self, request: Request, data: Any) -> dict[str, Any]:
        """Tell what there is to choose from."""
        del request, data
        rules = {name: Rules.parse(name) for name in PRESETS}
        return {
            "presets": [
                {
                    "name": name,
                    "meaning": PRESETS[name].meaning,
                    "players": chosen.players,
                    "auction": chosen.auction != "none",
                }
                for name, chosen in rules.items()
            ],
            "bots": list(names()),
            "job_seconds": self.limits.job_seconds,
        }

    def cards(self, request: Request, data: Any) -> dict[str, Any]:
        """Read cards as somebody typed them."""
        del request
        fields = Fields(data, "cards", "rules")
        rules = Rules.parse(fields.word("rules", "three_player"))
        hand = as_hand(fields.word("cards"), rules._ruleset.packs)
        # The engine refuses what the pack does not hold.
        count_moves(hand, rules=rules)
        return {"cards": str(hand), "count": len(hand)}

    def deal(self, request: Request, data: Any) -> dict[str, Any]:
        """Deal cards at random."""
        del request
        fields = Fields(data, "rules", "seed")
        return deal_data(draw(_seed(fields), fields.word("rules", "three_player")))

    def record(self, request: Request, data: Any) -> dict[str, Any]:
        """Read a record and tell it step by step."""
        del request
        text = Fields(data, "text").word("text", longest=self.limits.body)
        record, _ = read_record(text, self.limits)
        return record_data(record, start_of(record))

    def sample(self, request: Request, data: Any) -> dict[str, Any]:
        """Have bots play a game, and tell it step by step."""
        del request
        fields = Fields(data, "rules", "bot", "seed")
        rules = Rules.parse(fields.word("rules", "three_player"))
        bot = _bot(fields)
        record = play_game(
            bot, _seed(fields), rules=rules, limit_seconds=self.limits.answer_seconds
        )
        return record_data(record, start_of(record))

    def new_game(self, request: Request, data: Any) -> dict[str, Any]:
        """Begin a game against bots."""
        del request
        fields = Fields(data, "rules", "seat", "bot", "seed", "deal")
        rules = Rules.parse(fields.word("rules", "three_player"))
        seat = fields.number("seat", 0, rules.players - 1, 0)
        bot = _bot(fields)
        game = (
            Game(deal=_given_deal(fields, rules))
            if "deal" in fields
            else Game(_seed(fields), rules=rules)
        )
        session = Session(game, seat, [bot] * rules.players, self.limits)
        return self.sessions.add(session).data()

    def game(self, request: Request, data: Any) -> dict[str, Any]:
        """Tell how a game stands, or forget it."""
        del data
        id = request.path_params["id"]
        if request.method == "DELETE":
            self.sessions.drop(id)
            return {}
        session = self.sessions.get(id)
        with session.alone():
            return session.data()

    def act(self, request: Request, data: Any) -> dict[str, Any]:
        """Do something in a game, and tell how it stands; or answer a question about it."""
        session = self.sessions.get(request.path_params["id"])
        action = request.path_params["action"]
        with session.alone():
            match action:
                case "bid":
                    session.bid(Fields(data, "bid").number("bid", 0, 3))
                case "play":
                    session.play(Fields(data, "move").word("move"))
                case "check":
                    return session.check(Fields(data, "cards").word("cards"))
                case "step" | "undo" | "hint" | "record":
                    Fields(data)
                    told = getattr(session, action)()
                    if told is not None:
                        return dict(told)
                case _:
                    raise RequestError("unknown_page")
            return session.data()

    def new_job(self, request: Request, data: Any) -> dict[str, Any]:
        """Begin an analysis."""
        del request
        job = self.jobs.start(read_question(data, self.sessions, self.limits))
        job.wait(_FIRST_WAIT)
        return job.data()

    def job(self, request: Request, data: Any) -> dict[str, Any]:
        """Tell how an analysis stands, or cancel it."""
        del data
        job = self.jobs.get(request.path_params["id"])
        if request.method == "DELETE":
            job.cancel()
        return job.data()


def _bot(fields: Fields) -> str:
    """Read a bot's name. Names of importable things are for programs: a page chooses from what is offered."""
    bot = fields.word("bot", "rule")
    if bot not in names():
        raise InvalidArgumentError("unknown_bot", name=clip(bot), allowed=", ".join(names()))
    return bot


def _seed(fields: Fields) -> int | None:
    if "seed" not in fields:
        return None
    given = fields.any("seed")
    # As text too: numbers of scripts hold 53 bits.
    seed = int(given) if isinstance(given, str) and _DIGITS.fullmatch(given) else given
    if type(seed) is not int or not 0 <= seed < 2**128:
        raise fields.bad("seed", "a whole number from 0 to 2**128 - 1")
    return seed


def _given_deal(fields: Fields, rules: Rules) -> Deal:
    cards = Fields(fields.any("deal"), "hands", "bottom", "first_bidder")
    hands = cards.words("hands", rules.players)
    first = cards.number("first_bidder", 0, rules.players - 1, 0)
    return Deal(hands, cards.word("bottom"), first, None, rules)
