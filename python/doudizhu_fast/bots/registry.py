"""Bots by name: those of the package, those that installed packages offer, those of any importable module."""

import inspect
from collections.abc import Callable
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Final

from doudizhu_fast._checks import shown
from doudizhu_fast.bots.protocol import Bot, missing_methods
from doudizhu_fast.exceptions import DoudizhuError, InvalidArgumentError
from doudizhu_fast.rules import Rules, as_rules
from doudizhu_fast.seeds import Seed

__all__ = ["ENTRY_POINTS", "get", "names"]

ENTRY_POINTS: Final = "doudizhu_fast.bots"
"""The group of entry points by which an installed package adds bots."""

# The bots of the package: where each is made.
_BUILT_IN: Final = {
    "greedy": "doudizhu_fast.bots.core_bots:greedy",
    "montecarlo": "doudizhu_fast.bots.monte_carlo:MonteCarlo",
    "random": "doudizhu_fast.bots.core_bots:random",
    "rule": "doudizhu_fast.bots.core_bots:rule",
    "search": "doudizhu_fast.bots.tree_search:TreeSearch",
}


def names() -> tuple[str, ...]:
    """Name the bots that :func:`get` makes: those of the package and those that installed packages add.

    Example:
        >>> {"greedy", "montecarlo", "random", "rule", "search"} <= set(names())
        True
    """
    return tuple(sorted({*_BUILT_IN, *_installed()}))


def get(name: str, *, rules: Rules | str | None = None, seed: Seed = None, **options: Any) -> Bot:
    """Make a bot.

    Args:
        name: One of :func:`names`, or ``"package.module:attribute"`` for any class, function or bot that can be
            imported. What can be called is called with the options, and with rules and seed where it takes them.
            Options may be part of the name: ``"montecarlo(deals=400)"``; what reads as a number, true, false or none is
            that.
        rules: The rules it will play by, or a preset's name; three_player without.
        seed: A seed for bots that draw, see :func:`resolve_seed`: with it they answer the same questions, asked in the
            same order, alike.
        **options: What this kind of bot can be told, see its class.

    Returns:
        The bot.

    Raises:
        InvalidArgumentError: Reason ``unknown_bot`` for a name that nobody has; ``bad_bot`` with what is wrong where it
            cannot be imported or made, or lacks a method; the errors of the package's own bots for their options.
        InvalidRulesError: For rules that do not exist.
        NativeExtensionError: Reason ``needs_native``: the bots of the package under the reference engine.

    Example:
        >>> from doudizhu_fast.view import View
        >>> view = View.from_text("34567889TTJJQKA22", seat=1, landlord=0, plays="A")
        >>> get("greedy").play(view)
        Move('2')
        >>> get("montecarlo(seconds=0.01, objective=win)")
        <Bot montecarlo: rule, 0.01 seconds>
    """
    if not isinstance(name, str):
        raise InvalidArgumentError(
            "wrong_type", name="name", expected="a bot's name", value=shown(name)
        )
    chosen = as_rules(rules)
    plain, told = _parted(name)
    if plain in _BUILT_IN:
        source = _load(name, _BUILT_IN[plain])
    elif ":" in plain:
        source = _load(name, plain)
    elif plain in (installed := _installed()):
        source = _load(name, installed[plain].value)
    else:
        raise InvalidArgumentError("unknown_bot", name=shown(name), allowed=", ".join(names()))
    try:
        return _made(name, source, chosen, seed, told | options)
    except InvalidArgumentError as error:
        # Whoever wrote them into a name may have arguments of the same names.
        renamed = error.renamed({option: f"{option} of {plain}" for option in told})
        if renamed is error:
            raise
        raise renamed from error


def _parted(name: str) -> tuple[str, dict[str, Any]]:
    """Part a name from the options in brackets behind it."""
    plain, bracket, rest = name.partition("(")
    if not bracket:
        return name, {}
    listed, closing, beyond = rest.partition(")")
    if beyond or not closing:
        raise _bad(name, "options are written name(option=value, ...)")
    options: dict[str, Any] = {}
    for item in filter(None, map(str.strip, listed.split(","))):
        option, equals, value = map(str.strip, item.partition("="))
        if not equals or not option.isidentifier() or option in options:
            raise _bad(name, "options are written name(option=value, ...)")
        options[option] = _value(value)
    return plain.strip(), options


def _value(text: str) -> Any:
    words = {"true": True, "false": False, "none": None}
    if text.lower() in words:
        return words[text.lower()]
    for number in (int, float):
        try:
            return number(text)
        except ValueError:
            continue
    return text


def _installed() -> dict[str, EntryPoint]:
    return {point.name: point for point in entry_points(group=ENTRY_POINTS)}


def _load(name: str, place: str) -> Any:
    module, _, path = place.partition(":")
    try:
        value: Any = import_module(module.strip())
        for attribute in path.strip().split("."):
            value = getattr(value, attribute)
    except DoudizhuError:
        raise
    # A module that is imported may raise anything.
    except Exception as error:
        raise _bad(name, f"it cannot be imported: {_told(error)}") from error
    return value


def _made(name: str, source: Any, rules: Rules, seed: Seed, options: dict[str, Any]) -> Bot:
    bot = source
    if isinstance(source, type) or (callable(source) and missing_methods(source)):
        given = _accepted(source, {"rules": rules, "seed": seed}) | options
        try:
            bot = source(**given)
        except DoudizhuError:
            raise
        except Exception as error:
            raise _bad(name, f"it cannot be made: {_told(error)}") from error
    elif options:
        raise _bad(name, f"it is a finished bot, which takes no {', '.join(options)}")
    if missing := missing_methods(bot):
        raise _bad(name, missing)
    made: Bot = bot
    return made


def _accepted(source: Callable[..., Any], arguments: dict[str, Any]) -> dict[str, Any]:
    """Give those arguments that a function has parameters for."""
    try:
        parameters = inspect.signature(source).parameters.values()
    except (TypeError, ValueError):
        return {}
    if any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters):
        return arguments
    known = {parameter.name for parameter in parameters}
    return {key: value for key, value in arguments.items() if key in known}


def _told(error: Exception) -> str:
    return str(shown(f"{type(error).__name__}: {error}"))


def _bad(name: str, detail: str) -> InvalidArgumentError:
    return InvalidArgumentError("bad_bot", name=shown(name), detail=detail)
