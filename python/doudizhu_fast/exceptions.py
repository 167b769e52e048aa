"""Every error of the package, and the one place where its message is worded.

An error is a class, a stable lower-case ``reason`` and the data of the failure as attributes. Both engines raise by
reason and data only, so the wording is the same whichever of them runs.
"""

from collections.abc import Mapping
from typing import Any, ClassVar, Self

__all__ = [
    "BotError",
    "Described",
    "DoudizhuError",
    "ExecutorError",
    "IllegalBidError",
    "IllegalMoveError",
    "InvalidArgumentError",
    "InvalidCardsError",
    "InvalidRecordError",
    "InvalidRulesError",
    "NativeExtensionError",
    "RequestError",
    "WrongPhaseError",
    "a_type",
    "shown",
]

_LONG_NUMBER_BITS = 1000
_LONG_TEXT = 200


class Described(str):
    """What stands in a message for a value: words, which are no text that anybody passed, and get no quotes.

    Example:
        >>> print(f"{'a list'!r}, {Described('a list')!r}")
        'a list', a list
    """

    __slots__ = ()

    def __repr__(self) -> str:
        """Write the words."""
        return str(self)


def shown(value: Any) -> Any:
    """Give what an error message may hold of a value.

    Args:
        value: Anything a caller passed.

    Returns:
        The value itself, or a short description where Python would refuse or take long to write it out.

    Example:
        >>> shown(7), shown(10**400)
        (7, a number of 1329 bits)
    """
    if isinstance(value, int) and value.bit_length() > _LONG_NUMBER_BITS:
        return Described(f"a number of {value.bit_length()} bits")
    if isinstance(value, str):
        return value if len(value) <= _LONG_TEXT else value[:_LONG_TEXT] + "..."
    if isinstance(value, int | float | None):
        return value
    try:
        text = repr(value)
    except Exception:
        return a_type(value)
    return value if len(text) <= _LONG_TEXT else a_type(value)


def a_type(value: object) -> str:
    """Name the type of a value in a sentence.

    Example:
        >>> a_type(5), a_type([])
        (an int, a list)
    """
    name = type(value).__name__
    return Described(f"{'an' if name[:1].lower() in 'aeiou' else 'a'} {name}")


class DoudizhuError(Exception):
    """The root of the family: catch this to catch every error of the package.

    Args:
        reason: A stable slug, one of the keys of ``messages`` of the class.
        **data: What the message needs; each item becomes an attribute of the error.

    Attributes:
        reason: The slug, the same under both backends.
        message: The sentence for people, also ``str(error)``.

    Example:
        >>> error = IllegalMoveError("cards_not_held", move="44", hand="3335", missing="44")
        >>> error.reason, error.move
        ('cards_not_held', '44')
        >>> print(error)
        cannot play 44: the hand 3335 lacks 44
    """

    messages: ClassVar[Mapping[str, str]] = {}

    reason: str

    def __init__(self, reason: str, **data: Any) -> None:
        super().__init__(reason)
        self.reason = reason
        self.__dict__.update(data)
        self._data = data
        # Only the reason is checked now: most errors are caught, and never written out.
        self._message = self.messages[reason]

    @property
    def message(self) -> str:
        """The sentence for people."""
        text = self._message.format(**self._texts())
        told = "{index}" in self._message or "{where}" in self._message
        return text if told else text + self._place()

    def _texts(self) -> dict[str, Any]:
        # A hint and a place in an array are the parts of a message that may be absent.
        texts = {name: shown(value) for name, value in self._data.items()}
        return {"hint": "", "where": self._place()} | texts

    def _place(self) -> str:
        for name, words in (("game", "in game"), ("index", "at index")):
            if name in self._data:
                return f" ({words} {shown(self._data[name])})"
        return ""

    def at_index(self, index: int) -> Self:
        """Give the same error for one item of an array.

        Example:
            >>> print(InvalidCardsError("kind_bits", value=1 << 60).at_index(3))
            packed cards use bits 0 to 59, and 1152921504606846976 has a kind code: it is a packed move (at index 3)
        """
        return type(self)(self.reason, **self._data | {"index": index})

    def renamed(self, names: Mapping[str, str]) -> Self:
        """Give the same error for a caller who knows an argument by another name.

        Args:
            names: What this caller calls the arguments of functions; those left out keep their names.

        Example:
            >>> error = InvalidArgumentError(
            ...     "out_of_range", name="deals", expected="at least 1", value=0
            ... )
            >>> print(error.renamed({"deals": "--deals"}))
            --deals must be at least 1, got 0
        """
        known = self._data.get("name")
        name = names.get(known) if isinstance(known, str) else None
        return self if name is None else type(self)(self.reason, **self._data | {"name": name})

    def __str__(self) -> str:
        """Write the message."""
        return self.message

    def __repr__(self) -> str:
        """Show reason and data."""
        data = "".join(f", {name}={shown(value)!r}" for name, value in self._data.items())
        return f"{type(self).__name__}({self.reason!r}{data})"

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle by reason and data."""
        return _rebuild, (type(self), self.reason, self._data)

    def __getattr__(self, name: str) -> Any:
        """Say plainly that this error carries no such datum."""
        raise AttributeError(f"{type(self).__name__} has no attribute {name!r}")


def _rebuild(error: type[DoudizhuError], reason: str, data: dict[str, Any]) -> DoudizhuError:
    return error(reason, **data)


class InvalidCardsError(DoudizhuError, ValueError):
    """Cards that cannot be read or cannot exist (rules 1.1)."""

    messages: ClassVar[Mapping[str, str]] = {
        "unknown_card": "cannot read {text!r}: {found!r} at position {position} is no card{hint}",
        "not_one_card": "{text!r} is not one card",
        "not_text": "cards are a text, a Hand, a Move, a Rank, or a list of ranks, texts or numbers, got {value!r}",
        "mixed": "a list of cards is all ranks, all texts or all numbers, got {value!r}",
        "bare_numbers": "whole numbers mean different cards to different programs: say which by dialect='douzero' "
        "or 'botzone', or give Rank members; got {value!r}",
        "too_long": "a text of {length} characters is no cards, the longest have {most}",
        "kind_bits": "packed cards use bits 0 to 59, and {value} has a kind code: it is a packed move",
        "too_many": "cannot hold {cards}: at most 8 of a rank and 2 of each joker exist",
        "not_in_pack": "the pack of this game does not hold {cards}: {excess} too many{where}",
        "too_large": "a hand of {count} cards is too large to be taken apart: {most} cards at most",
        "count_out_of_range": "card counts must be 0 to 8 (jokers 0 to 2), got {value} at index {index}",
        "bad_counts": "card counts must be 15 whole numbers, got {value}",
        "repeated_card": "cannot read {text!r}: the card {found} appears {times} times",
        "wrong_deal": "these cards are no deal: {detail}",
        "not_in_hand": "cannot take {cards} from {hand}: it lacks {missing}",
    }


class InvalidRulesError(DoudizhuError, ValueError):
    """A rule set that does not exist or contradicts itself."""

    messages: ClassVar[Mapping[str, str]] = {
        "contradiction": "these switches contradict each other: {detail}",
        "unknown_value": "{field} must be one of {allowed}, got {value!r}",
        "unknown_switch": "there is no rule switch {field!r}; the switches are {allowed}",
        "unknown_preset": "there is no preset {value!r}; the presets are {allowed}",
        "bad_text": "cannot read the rules {text!r}: {detail}",
        "wrong_players": "{what} is for {expected} players, these rules are for {players}",
    }


class InvalidRecordError(DoudizhuError, ValueError):
    """A game record or a position text that cannot be read or does not add up."""

    messages: ClassVar[Mapping[str, str]] = {
        "bad_json": "the record is no valid JSON: {detail}",
        "too_deep": "the record is nested too deeply to be a game record",
        "too_long": "the record has {length} characters or bytes, and no game record has more than {most}",
        "future_version": "the record has version {version}, this library reads up to {known}",
        "bad_field": "the record's {field} is wrong: {detail}",
        "missing_field": "the record has no {field}",
        "mismatch": "the record does not add up: {detail}",
        "bad_position": "cannot read the position {text!r}: {detail}",
        "bad_deal": "cannot read the deal {text!r}: {detail}",
        "bad_view": "cannot read the table: {detail}",
        "bad_request": "cannot read the Botzone request: {detail}",
        "bad_checkpoint": "cannot go on with the checkpoint {path}: {detail}",
        "bad_game": "game {row} of the log does not add up: {detail}",
        "bad_row": "row {row} of the log is wrong: {detail}",
        "bad_file": "cannot read {path} as a game log: {detail}",
        "other_rules": "game {row} was played by the rules {found}, and the log is for {rules}",
        "bad_log": "cannot go on with the log {path}: {detail}",
    }


class InvalidArgumentError(DoudizhuError, ValueError):
    """A number, array, seed or seat out of its range."""

    messages: ClassVar[Mapping[str, str]] = {
        "wrong_type": "{name} must be {expected}, got {value!r}",
        "out_of_range": "{name} must be {expected}, got {value!r}",
        "bad_seed": "a seed is a whole number >= 0, a SeedSequence, a Generator or None, got {value!r}",
        "wrong_dtype": "{name} must be an array of {expected}, got {value}",
        "wrong_shape": "{name} must have shape {expected}, got {value}",
        "index_out_of_range": "there is no move {index}: {count} moves are legal here{where}",
        "action_out_of_range": "there is no action {id}: ids run from 0 to {last}{where}",
        "not_whole": "a whole number is needed, got {value!r}",
        "not_packed": "packed cards and moves are whole numbers from 0 to 2**64 - 1, got {value!r}{where}",
        "hand_count": "a position needs {expected} hands, got {count}",
        "landlord_out_of_range": "the landlord's seat must be 0 to {last}, got {value}",
        "turn_out_of_range": "the seat to move must be 0 to {last}, got {value}",
        "turn_missing": "turn is None, but no hand is empty: name the seat to move",
        "two_empty_hands": "a game ends with the first empty hand, here {count} are empty",
        "passes_out_of_range": "passes since the standing play must be 0 to {last}, got {value}",
        "passes_on_lead": "nobody can have passed on a lead, got passes={value}",
        "plays_out_of_range": "plays made must be two numbers from 0 to 32768, got {value}",
        "doublings_out_of_range": "doublings must be 0 to 30, got {value}",
        "void_bid": "a bid of 1 to 3 goes with a landlord, and 0 with none",
        "unknown_policy": "there is no policy {name!r}; the policies are {allowed}",
        "player_count": "players must be one name, two (landlord and peasants) or one for each of the {expected} "
        "seats, got {count}",
        "roles_unknown": "one name for the landlord and one for the peasants need a game without an auction: "
        "pass auction=False, or one name for each seat",
        "too_many_columns": "columns of {n} games are more than memory should hold, {most} at most: pass columns=False",
        "no_columns": "cannot {action}: the simulation was run with columns=False",
        "seed_and_deal": "a game has a seed to draw its deals from or one given deal, not both",
        "unknown_objective": "there is no objective {name!r}; the objectives are {allowed}",
        "unknown_position": "there is no position {value!r}; the positions are {allowed}",
        "history_mismatch": "the history does not lead to this position: {detail}",
        "wrong_network": "the network for {position} does not fit: {detail}",
        "unknown_kind": "there is no kind {value!r}; the kinds are {allowed}",
        "never_banned": "the kind {kind} cannot be banned: with passes and solos a game can always go on",
        "sizes_unknown": "with {count} own cards, or some seen, it is not told how many the others hold: {dealt} cards "
        "are a dealt hand and {landlord} the landlord's; otherwise {name} tells it, one number for each other player",
        "wrong_sizes": "{unseen} unseen cards are not {sizes} and a bottom of 0 or {bottom}",
        "no_deal": "no deal fits: the cards are such that {players} can always beat what they are said not to beat",
        "too_rare": "gave up after {tries} deals, with {missing} of {n} rows missing: what is asked for is too rare",
        "unknown_bot": "there is no bot {name!r}; the bots are {allowed}, and 'package.module:attribute' is imported",
        "bad_bot": "{name!r} is no bot: {detail}",
        "same_name": "bots that meet must differ in name, {name!r} is there {times} times",
        "no_interpreters": "an executor of sub-interpreters cannot load the compiled modules of this package and of "
        "numpy: use threads or processes",
        "told_already": "{name}= says nothing beside {by}",
        "port_taken": "cannot listen on port {port}: {detail}; another port may be free, and 0 takes any that is",
        "unknown_option": "{name} must be one of {allowed}, got {value!r}",
        "unknown_backend": "DOUDIZHU_FAST_BACKEND must be 'native' or 'reference', got {value!r}",
    }


class IllegalMoveError(DoudizhuError, ValueError):
    """A move that the rules forbid here (rules 1.4, 1.5)."""

    messages: ClassVar[Mapping[str, str]] = {
        "pass_on_lead": "cannot pass on a lead: whoever leads a trick plays cards",
        "not_a_play": "{move} is not a play under these rules{where}{hint}",
        "cards_not_held": "cannot play {move}: the hand {hand} lacks {missing}",
        "does_not_beat": "cannot play {move} on {to_beat}: an answer has the same kind and length and a "
        "higher rank, or is a higher bomb or the rocket",
        "ambiguous": "{cards} can be read as {readings}: write the one that is meant",
        "out_of_turn": "seat {seat} cannot play now: it is seat {turn}'s turn",
        "unreadable": "{text!r} cannot be read as a move: {detail}",
    }

    @property
    def presets(self) -> tuple[str, ...]:
        """The presets under which a move that is no play here is one; only with reason ``not_a_play``."""
        if self.reason != "not_a_play":
            raise AttributeError(f"an error of reason {self.reason} has no presets", name="presets")
        from doudizhu_fast.reading import presets_of

        return presets_of(self.move)

    def _texts(self) -> dict[str, Any]:
        texts = super()._texts()
        if self.reason == "not_a_play" and self.presets:
            texts["hint"] = f"; it is one under {', '.join(self.presets)}"
        return texts


class IllegalBidError(DoudizhuError, ValueError):
    """A bid that the auction forbids here (rules 1.3)."""

    messages: ClassVar[Mapping[str, str]] = {
        "not_a_bid": "a bid is 0 (pass), 1, 2 or 3, got {bid!r}",
        "too_low": "cannot bid {bid}: the bid so far is {highest}, and a bid must exceed it",
        "out_of_turn": "seat {seat} cannot bid now: it is seat {turn}'s turn",
    }


class WrongPhaseError(DoudizhuError):
    """An action or a question that does not belong to this phase of the game."""

    messages: ClassVar[Mapping[str, str]] = {
        "auction_not_over": "cannot {action}: the auction is not over",
        "not_dealt": "cannot {action}: the cards are not all dealt yet",
        "auction_over": "cannot {action}: the auction is over",
        "game_over": "cannot {action}: the game is over",
        "no_auction": "cannot {action}: these rules have no auction",
        "nothing_to_undo": "there is nothing to undo: this is the start",
        "not_over": "cannot {action}: the game is not over",
        "thrown_in": "cannot {action}: all passed and the hand was thrown in",
        "not_to_act": "cannot {action} for seat {seat}: it is seat {turn}'s turn",
        "not_reset": "cannot {action}: call reset() first",
        "match_over": "cannot {action}: the match is over",
        "not_begun": "cannot {action}: the game has not begun, call reset() first",
        "no_step_back": "cannot step back: this environment was made without allow_step_back=True",
    }


class NativeExtensionError(DoudizhuError):
    """Something that only the compiled engine offers, asked of the reference engine."""

    messages: ClassVar[Mapping[str, str]] = {
        "needs_native": "{what} needs the compiled engine, and the reference engine is in use",
        "not_built": "the compiled engine was asked for but cannot be loaded: {detail}",
    }


class BotError(DoudizhuError):
    """A bot that failed in a game.

    Attributes:
        seat: Its seat.
        bot: What it is called.
        action: What it answered; a description where that is neither a Move nor a text nor a number, None where it
            gave no answer.
        record: The game so far as a GameRecord.
        detail: What was wrong, in words. The error itself, where there is one, is the ``__cause__``.
    """

    messages: ClassVar[Mapping[str, str]] = {
        "illegal_bid": "the bot {bot} in seat {seat} made an illegal bid: {detail}",
        "illegal_move": "the bot {bot} in seat {seat} made an illegal move: {detail}",
        "not_a_bid": "the bot {bot} in seat {seat} answered {action!r}, and a bid is a whole number",
        "not_a_move": "the bot {bot} in seat {seat} answered {action!r}, and a move is a Move, its text or None",
        "raised": "the bot {bot} in seat {seat} raised an error: {detail}",
        "too_slow": "the bot {bot} in seat {seat} did not answer within {limit:g} seconds",
    }


class ExecutorError(DoudizhuError):
    """An executor that did not do its work, however often it was asked.

    Attributes:
        what: What was played, as ``"games"``.
        first: The number of the first of those that are missing.
        last: The number of the last one.
        seed: The root of the run: with it as seed they can be played again.
        attempts: How often the executor was asked.
        error: What it failed with, in words. The error itself is the ``__cause__``.
    """

    messages: ClassVar[Mapping[str, str]] = {
        "failed": "the executor failed at {what} {first} to {last} of seed {seed} (attempts: {attempts}), at last with "
        "{error}",
        "broken": "the executor broke down at {what} {first} to {last} of seed {seed} and takes no more work: begin "
        "again with a new one, which with checkpoint= or log= goes on where this run stopped ({error})",
        "not_taken": "the executor does not take {what} {first} to {last} of seed {seed}: {error}",
        "no_future": "the executor gave {value!r} for {what} {first} to {last} of seed {seed}, where a future was "
        "expected",
        "wrong_answer": "the executor answered {value!r} for {what} {first} to {last} of seed {seed}, which is not "
        "their answer",
        "other_version": "the executor's workers have version {there} of the package, and this is version {here}: "
        "{what} {first} to {last} of seed {seed} may have been played otherwise",
        "hidden": "{error}",
    }


class RequestError(DoudizhuError):
    """A request that the board in the browser refuses, apart from what the rules say."""

    messages: ClassVar[Mapping[str, str]] = {
        "bad_json": "the request is no JSON object: {detail}",
        "bad_field": "{field} must be {expected}, got {value!r}",
        "missing_field": "the request lacks {field}",
        "unknown_field": "there is no {field!r} in this request; it may hold {allowed}",
        "unknown_game": "this game is no longer kept: at most {most} are, the latest",
        "unknown_job": "this analysis is no longer kept: at most {most} are, the latest",
        "unknown_page": "there is no such page",
        "wrong_method": "this page does not answer to {method}",
        "too_large": "a request may have {most} bytes",
        "too_many_requests": "too many requests at once: wait a moment",
        "too_many_jobs": "{most} analyses are waiting already: cancel one, or wait for one to end",
        "too_slow": "no answer within {limit:g} seconds",
        "busy": "the game is busy with the last request",
        "cancelled": "cancelled",
        "wrong_host": "the board answers to its own address alone",
        "wrong_origin": "the board answers to its own page alone",
        "not_json": "a request must have the content type application/json",
        "no_landlord": "this is asked of the play, which begins with a landlord: say who it is",
        "hand_missing": "open hands are all there: seat {seat} has no cards here",
        "hand_size": "odds are known for a dealt hand of {dealt} cards and for the landlord's {landlord}, "
        "and seat {seat} holds {count} here",
        "failed": "the board failed at this: {detail}",
    }
