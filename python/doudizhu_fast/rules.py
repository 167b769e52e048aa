"""Rules: which variant is played, as one frozen value."""

from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Self, Unpack

from doudizhu_fast._backend import Ruleset
from doudizhu_fast._checks import shown, wrong_type
from doudizhu_fast.exceptions import InvalidArgumentError, InvalidRulesError
from doudizhu_fast.presets import PRESETS, SWITCHES, SwitchValue, SwitchValues, preset_values

if TYPE_CHECKING:
    from doudizhu_fast.action_space import ActionSpace

__all__ = ["PRESETS", "SWITCHES", "Rules", "as_rules", "preset_rulesets"]


@dataclass(frozen=True, init=False, repr=False, slots=True)
class Rules:
    """A rule set: eighteen switches, checked against each other (``docs/rules.md`` 1 and 2).

    Rules are immutable, hashable, picklable and compare by their switches. ``Rules()`` is
    :meth:`Rules.three_player`. A switch that is not given has its value under ``three_player``, or under
    ``four_player`` where ``players=4`` is given: ``Rules(players=4)`` is :meth:`Rules.four_player`.
    Every ``rules=`` parameter of the package takes a Rules value, the :attr:`text` of one, or None for the default.

    Args:
        **switches: Values of the attributes below.

    Attributes:
        players: 3 or 4; the number of packs, the hand sizes and the bottom cards follow.
        auction: ``reentry`` (who passed may bid again), ``pass_is_final``, ``single_round`` or ``none``.
        all_pass: ``redeal``, ``void`` or ``first_bidder`` (who becomes landlord at 1).
        turned_up_card: Whether a card dealt face up decides who bids first.
        bottom_cards: ``shown`` or ``hidden``.
        trio_with_solo: Whether a trio may carry a solo.
        trio_chain_with_solos: Whether a trio chain may carry solos.
        trio_chain_with_pairs: Whether a trio chain may carry pairs.
        quad_with_kickers: Whether four of a rank may carry two kickers.
        kicker_solos: Solos on a trio chain: ``distinct`` ranks, ``repeat3`` of a rank at most, or ``free``.
        adjacent_trio_as_kickers: Whether such solos may be three of the rank next to the body.
        both_jokers_as_kickers: Whether two solos may be a black and a red joker.
        quad_solos: The two solos on four of a rank: ``distinct`` ranks or ``pair_ok``.
        joker_pairs: Whether two jokers of one colour are a pair (4 players).
        four_jokers_as_kickers: Whether both joker pairs may be kickers together (4 players).
        scoring: ``exponential`` or ``win_loss``.
        bomb_double_min: Bombs of at least this many cards double, 4 to 8.
        spring: Whether a shut-out doubles.

    Raises:
        InvalidRulesError: Reason ``unknown_switch``, ``unknown_value`` or ``contradiction`` (with ``fields``).

    Example:
        >>> Rules() == Rules.three_player()
        True
        >>> Rules(players=4).bomb_double_min
        6
        >>> print(Rules(spring=False))
        three_player+spring=false
        >>> Rules(joker_pairs=True)
        Traceback (most recent call last):
        doudizhu_fast.exceptions.InvalidRulesError: ...
    """

    players: int
    auction: str
    all_pass: str
    turned_up_card: bool
    bottom_cards: str
    trio_with_solo: bool
    trio_chain_with_solos: bool
    trio_chain_with_pairs: bool
    quad_with_kickers: bool
    kicker_solos: str
    adjacent_trio_as_kickers: bool
    both_jokers_as_kickers: bool
    quad_solos: str
    joker_pairs: bool
    four_jokers_as_kickers: bool
    scoring: str
    bomb_double_min: int
    spring: bool
    _ruleset: Ruleset = field(init=False, compare=False)

    def __init__(self, **switches: Unpack[SwitchValues]) -> None:
        players = switches.get("players")
        base = "four_player" if type(players) is int and players == 4 else "three_player"
        values = preset_values(base) | _checked(switches)
        for name, value in values.items():
            object.__setattr__(self, name, value)
        object.__setattr__(self, "_ruleset", _shared_ruleset(tuple(values.values())))

    @classmethod
    def three_player(cls) -> Self:
        """The default: the common rules for three players and one pack.

        Example:
            >>> Rules.three_player().players
            3
        """
        return cls()

    @classmethod
    def four_player(cls) -> Self:
        """The common rules for four players and two packs.

        Example:
            >>> Rules.four_player().joker_pairs
            True
        """
        return cls(players=4)

    @classmethod
    def national(cls) -> Self:
        """The Chinese competition rules, without their doubling phase.

        Example:
            >>> Rules.national().auction
            'single_round'
        """
        return cls(**PRESETS["national"].differences)

    @classmethod
    def rlcard(cls) -> Self:
        """What RLCard plays: no auction, win or loss.

        Example:
            >>> Rules.rlcard().scoring
            'win_loss'
        """
        return cls(**PRESETS["rlcard"].differences)

    @classmethod
    def openspiel(cls) -> Self:
        """What OpenSpiel's ``dou_dizhu`` plays.

        Example:
            >>> Rules.openspiel().all_pass
            'void'
        """
        return cls(**PRESETS["openspiel"].differences)

    @classmethod
    def douzero(cls) -> Self:
        """What DouZero's move generator plays.

        Example:
            >>> Rules.douzero().kicker_solos
            'free'
        """
        return cls(**PRESETS["douzero"].differences)

    @classmethod
    def botzone(cls) -> Self:
        """What Botzone's FightTheLandlord2 plays, without its chains of bombs.

        Example:
            >>> Rules.botzone().all_pass
            'first_bidder'
        """
        return cls(**PRESETS["botzone"].differences)

    @classmethod
    def noip(cls) -> Self:
        """The rules of the programming puzzle that asks for the fewest plays.

        Example:
            >>> Rules.noip().trio_chain_with_pairs
            False
        """
        return cls(**PRESETS["noip"].differences)

    @staticmethod
    def presets() -> tuple[str, ...]:
        """Name the presets.

        Example:
            >>> Rules.presets()[:3]
            ('three_player', 'four_player', 'national')
        """
        return tuple(PRESETS)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read rules from their :attr:`text`.

        Args:
            text: A preset's name, or ``preset+switch=value,switch=value``; yes and no are ``true`` and ``false``.

        Returns:
            The rules.

        Raises:
            InvalidRulesError: Reason ``unknown_preset``, ``bad_text``, or what :class:`Rules` raises.

        Example:
            >>> Rules.parse("national+spring=false").spring
            False
        """
        if not isinstance(text, str):
            raise _not_rules(text)
        preset, plus, changes = text.partition("+")
        if preset not in PRESETS:
            raise InvalidRulesError(
                "unknown_preset", value=shown(preset), allowed=", ".join(PRESETS)
            )
        values: dict[str, Any] = preset_values(preset)
        return cls(**(values | (_parse_changes(text, changes) if plus else {})))

    def replace(self, **switches: Unpack[SwitchValues]) -> Self:
        """The same rules with exactly the given switches changed.

        ``replace(players=4)`` changes nothing but the number of players, unlike ``Rules(players=4)``.

        Args:
            **switches: The new values.

        Returns:
            New rules.

        Raises:
            InvalidRulesError: As :class:`Rules`.

        Example:
            >>> Rules().replace(
            ...     kicker_solos="repeat3", quad_solos="pair_ok", auction="single_round"
            ... ).name
            'national'
        """
        values: dict[str, Any] = self._values()
        return type(self)(**(values | _checked(switches)))

    def diff(self, other: "Rules | str") -> dict[str, tuple[SwitchValue, SwitchValue]]:
        """The switches in which two rule sets differ.

        Args:
            other: Rules, or their text.

        Returns:
            From each switch that differs to its value here and its value there, in the order of the switches.

        Example:
            >>> Rules().diff("national")
            {'auction': ('reentry', 'single_round'), 'kicker_solos': ('distinct', 'repeat3'), \
'quad_solos': ('distinct', 'pair_ok')}
        """
        theirs = as_rules(other)._values()
        return {
            name: (value, theirs[name])
            for name, value in self._values().items()
            if value != theirs[name]
        }

    @property
    def name(self) -> str | None:
        """The preset these rules are, or None.

        Example:
            >>> Rules().name, Rules(spring=False).name
            ('three_player', None)
        """
        values = self._values()
        return next((name for name in PRESETS if preset_values(name) == values), None)

    @property
    def text(self) -> str:
        """The rules in one word: the nearest preset, then the switches that differ from it.

        ``Rules.parse(rules.text) == rules`` for all rules.

        Example:
            >>> Rules.four_player().text, Rules(spring=False).text
            ('four_player', 'three_player+spring=false')
        """
        return _text_of(self)

    @property
    def hash(self) -> str:
        """Sixteen hexadecimal digits that tell these rules from all others, in files above all.

        They are the first digits of the SHA-256 of all switches as ``switch=value``, in the order of the attributes,
        joined by commas. So unlike :attr:`text` they would tell if a preset ever meant something else.

        Example:
            >>> Rules().hash, Rules.four_player().hash
            ('ea7629a4ed8c0f1f', '4fe02aa0ffa7c2f0')
        """
        return _hash_of(self)

    @property
    def action_space(self) -> "ActionSpace":
        """Every action under these rules, numbered.

        Example:
            >>> len(Rules().action_space)
            12655
        """
        from doudizhu_fast.action_space import ActionSpace

        return ActionSpace(self)

    def explain(self, cards: object) -> str:
        """Say why cards are or are not a play under these rules, and under which presets they are one.

        Args:
            cards: A Hand, a Move, or a text of either.

        Returns:
            A few lines for people.

        Raises:
            InvalidCardsError: For cards that cannot be read or exist in no game.

        Example:
            >>> print(Rules().explain("333444+55"))
            333444+55 is no play under three_player:
            - solos on a trio chain are of different ranks, here twice 5 (kicker_solos is 'distinct')
            It is a play under national, rlcard, openspiel and douzero.
        """
        from doudizhu_fast.explain import explain

        return explain(self, cards)

    def _values(self) -> dict[str, SwitchValue]:
        return {name: getattr(self, name) for name in SWITCHES}

    def __repr__(self) -> str:
        """Show the expression that makes these rules."""
        name = self.name
        return f"Rules.{name}()" if name else f"Rules.parse({self.text!r})"

    def __str__(self) -> str:
        """Give :attr:`text`."""
        return self.text

    def _repr_html_(self) -> str:
        """Show it in a notebook."""
        from doudizhu_fast.html.values import rules

        return rules(self)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle by the switches alone: the engine's form of them is built anew."""
        return _restore, (self._values(),)

    def __copy__(self) -> Self:
        """Rules are immutable: a copy is the same object."""
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        """Rules are immutable: a copy is the same object."""
        return self


def _not_rules(value: object) -> InvalidArgumentError:
    expected = "a Rules value or a preset's name"
    return wrong_type("rules", expected, value)


def _restore(values: dict[str, Any]) -> Rules:
    return Rules(**values)


def _checked(switches: SwitchValues) -> dict[str, Any]:
    checked: dict[str, Any] = {}
    for name, value in switches.items():
        if name not in SWITCHES:
            raise InvalidRulesError("unknown_switch", field=name, allowed=", ".join(SWITCHES))
        if not SWITCHES[name].allows(value):
            allowed = ", ".join(map(repr, SWITCHES[name].allowed))
            raise InvalidRulesError(
                "unknown_value", field=name, allowed=allowed, value=shown(value)
            )
        checked[name] = value
    return checked


# A run of records asks for these again and again.
@lru_cache(maxsize=64)
def _text_of(rules: Rules) -> str:
    values = rules._values()

    def changes(preset: str) -> list[str]:
        base = preset_values(preset)
        return [f"{name}={_spell(value)}" for name, value in values.items() if value != base[name]]

    nearest = min(PRESETS, key=lambda preset: len(changes(preset)))
    return nearest + ("+" + ",".join(changes(nearest)) if changes(nearest) else "")


@lru_cache(maxsize=64)
def _hash_of(rules: Rules) -> str:
    spelled = ",".join(f"{name}={_spell(value)}" for name, value in rules._values().items())
    return sha256(spelled.encode()).hexdigest()[:16]


def _spell(value: SwitchValue) -> str:
    return str(value).lower()


def _parse_changes(text: str, changes: str) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for change in changes.split(","):
        name, equals, spelling = change.partition("=")
        if not equals:
            raise InvalidRulesError(
                "bad_text", text=shown(text), detail=f"{shown(change)!r} is not switch=value"
            )
        if name in values:
            raise InvalidRulesError("bad_text", text=shown(text), detail=f"{name} is given twice")
        if name not in SWITCHES:
            raise InvalidRulesError(
                "unknown_switch", field=shown(name), allowed=", ".join(SWITCHES)
            )
        spelled = {_spell(value): value for value in SWITCHES[name].allowed}
        if spelling not in spelled:
            raise InvalidRulesError(
                "unknown_value", field=name, allowed=", ".join(spelled), value=shown(spelling)
            )
        values[name] = spelled[spelling]
    return values


# Equal rules share one engine object; the bound keeps a search over many rule sets from holding them all.
@lru_cache(maxsize=64)
def _shared_ruleset(values: tuple[SwitchValue, ...]) -> Ruleset:
    switches: dict[str, Any] = dict(zip(SWITCHES, values, strict=True))
    try:
        return Ruleset(**switches)
    except InvalidRulesError as error:
        detail = ", ".join(f"{name}={_spell(switches[name])}" for name in error.fields)
        raise InvalidRulesError("contradiction", fields=error.fields, detail=detail) from None


_DEFAULT = Rules()


@lru_cache(maxsize=256)
def _parsed(text: str) -> Rules:
    return Rules.parse(text)


def as_rules(rules: object) -> Rules:
    """Take what a ``rules=`` parameter accepts.

    Args:
        rules: Rules, their text, or None for the default.

    Returns:
        The rules.

    Raises:
        InvalidRulesError: As :meth:`Rules.parse`.
        InvalidArgumentError: Reason ``wrong_type`` for anything else.

    Example:
        >>> as_rules("four_player").players
        4
    """
    if rules is None:
        return _DEFAULT
    if isinstance(rules, Rules):
        return rules
    if isinstance(rules, str):
        return _parsed(rules)
    raise _not_rules(rules)


@lru_cache(maxsize=1)
def preset_rulesets() -> dict[str, Ruleset]:
    """The engine's form of every preset.

    Returns:
        From name to ruleset, in the order of :data:`PRESETS`.

    Example:
        >>> preset_rulesets()["four_player"].players
        4
    """
    return {name: as_rules(name)._ruleset for name in PRESETS}
