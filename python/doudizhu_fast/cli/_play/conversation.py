"""The conversation of a session: what is told and asked, line by line, and nothing that the person may not know."""

import contextlib
import shlex
import sys
from collections.abc import Callable
from pathlib import Path

from rich.console import Console

import doudizhu_fast as ddz
from doudizhu_fast.cli._errors import NotDoneError
from doudizhu_fast.cli._output import moves_table, new_table, print_result, print_table, print_title
from doudizhu_fast.cli._play.saved import SavedFileError, check_free, save
from doudizhu_fast.cli._play.session import Action, NothingOfYoursError, Session

# Where there is one, it gives the keyboard its editing keys and a history.
with contextlib.suppress(ImportError):
    import readline  # noqa: F401

__all__ = ["Conversation"]

_LONGEST_LINE = 10_000
_SHOWN_OF_A_KIND = 12
_SHOWN_HINTS = 6

_HELP = (
    ("a bid", "0 or pass, 1, 2, 3, in the auction"),
    ("a move", "cards as 333+4, 33344, 10 J Q K A; pass or -"),
    ("moves", "all you may play, by kind"),
    ("hint", "what your choices are worth, on random deals of the hidden cards"),
    ("undo", "take back your last action and what followed"),
    ("table", "the table again; an empty line does the same"),
    ("save [FILE]", "keep the match in a file, for ddz play --resume FILE"),
    ("quit", "leave; a match that has a file is kept in it"),
)


# How a bot can fail, without a word of what it answered.
_FAILURES = {
    "illegal_bid": "its bid was illegal",
    "illegal_move": "its move was illegal",
    "not_a_bid": "what it answered is no bid",
    "not_a_move": "what it answered is no move",
    "raised": "it raised an error",
    "too_slow": "it did not answer in time",
}


class _LeaveError(Exception):
    """The person wants to leave."""


class Conversation:
    """Plays a session with the person at the keyboard, or at the other end of a pipe.

    Args:
        session: The session.
        console: Where it is told.
        path: The file that keeps the match, if it has one; what is in it is written over.
        all_open: Whether all hands are shown.
    """

    def __init__(
        self, session: Session, console: Console, path: Path | None, all_open: bool
    ) -> None:
        self._session = session
        self._console = console
        self._path = path
        self._open = all_open
        # Each command with what does it; that tells whether the table has changed.
        self._commands: dict[str, Callable[[str], bool]] = {
            "help": self._help,
            "?": self._help,
            "hint": self._hint,
            "moves": self._moves,
            "undo": self._undo,
            "table": self._table,
            "": self._table,
            "save": self._save,
            "quit": self._leave,
            "exit": self._leave,
        }

    def run(self) -> None:
        """Play until the match is over, the input ends, or the person leaves.

        However it ends, a match that has a file is kept in it.

        Raises:
            KeyboardInterrupt: After Ctrl-C.
            NotDoneError: Where a bot fails.
        """
        try:
            self._play()
        except _LeaveError:
            self._part()
        except EOFError:
            self._console.print()
            self._part()
        except KeyboardInterrupt:
            self._console.print()
            self._part()
            raise
        except ddz.BotError as error:
            self._part()
            raise NotDoneError(self._failure(error)) from error

    def _play(self) -> None:
        match = self._session.match
        self._begin()
        while True:
            self._play_game()
            if match.over:
                self._keep()
                return
            if self._between_games():
                self._session.next_game()
                self._begin()

    def _play_game(self) -> None:
        session = self._session
        while session.game.turn is not None:
            for action in session.bot_actions():
                self._tell(action)
            if session.asks:
                self._tell_table()
                self._ask()
        self._tell_end()

    def _ask(self) -> None:
        """Take commands until one of them is an action, or takes one back."""
        while True:
            line = self._read(self._prompt())
            word, _, rest = line.strip().partition(" ")
            if (command := self._commands.get(word.lower())) is not None:
                if command(rest.strip()):
                    return
                continue
            try:
                action = self._session.act(line)
            # A bot may fail when it is told that the game is over.
            except ddz.BotError:
                raise
            except ddz.DoudizhuError as error:
                self._say(error.message)
                continue
            self._tell(action)
            return

    def _between_games(self) -> bool:
        """Ask whether the next game may begin; False where the last one goes on, since something was taken back."""
        while True:
            line = self._read("enter for the next hand> ")
            word, _, rest = line.strip().partition(" ")
            if word.lower() in ("", "next"):
                return True
            if word.lower() not in ("undo", "save", "quit", "exit", "help", "?"):
                self._say("the hand is over: enter, undo, save or quit")
                continue
            if self._commands[word.lower()](rest.strip()):
                return False

    def _read(self, prompt: str) -> str:
        if sys.stdin is None:
            raise EOFError
        try:
            if sys.stdin.isatty():
                return input(prompt)[:_LONGEST_LINE]
            self._console.print(prompt, end="")
            line = sys.stdin.readline(_LONGEST_LINE)
        except UnicodeDecodeError as error:
            self._say("the input is not text")
            raise EOFError from error
        if not line:
            raise EOFError
        # Nobody's typing is seen here, so that the account would miss it.
        self._say(line.rstrip("\r\n"))
        return line.rstrip("\r\n")

    def _prompt(self) -> str:
        return "your bid> " if self._session.game.phase is ddz.Phase.AUCTION else "your move> "

    # What is told.

    def _begin(self) -> None:
        session, match = self._session, self._session.match
        number = match.played + (session.game.turn is not None)
        bots = ", ".join(f"seat {seat} {name}" for seat, name in session.names.items())
        self._console.print()
        print_title(
            self._console,
            f"Hand {number} of {match.games} ({match.rules}, seed {match.seed}): "
            f"you are seat {session.seat}, {bots}",
        )
        game = session.game
        if not game.history and game.phase is ddz.Phase.AUCTION:
            deal = game.deal
            card = "" if deal.turned_up is None else f": the turned-up {deal.turned_up.letter}"
            self._say(f"{self._who(deal.first_bidder)} first{card}.")
        calls = sum(not isinstance(what, ddz.Move) for _, what in game.history)
        for number, (seat, what) in enumerate(game.history, 1):
            self._tell_action(seat, what)
            if number == calls:
                self._tell_landlord()

    def _tell(self, action: Action) -> None:
        self._tell_action(action.seat, action.what)
        if action.dealt_anew:
            self._say("All have passed: the cards are dealt anew.")
        elif not isinstance(action.what, ddz.Move):
            self._tell_landlord()

    def _tell_action(self, seat: int, what: int | ddz.Move) -> None:
        told = what if isinstance(what, ddz.Move) else f"bid {what}" if what else "pass"
        self._say(f"{self._who(seat)}: {told}")

    def _tell_landlord(self) -> None:
        """Tell who the auction made landlord, if it is over."""
        game = self._session.game
        if game.landlord is None:
            return
        bottom = self._session.view.bottom
        cards = f", takes {bottom}" if bottom is not None else ", takes the bottom cards"
        self._say(f"{self._who(game.landlord)}: landlord for {game.highest_bid}{cards} and leads")

    def _tell_table(self) -> None:
        session = self._session
        view = session.view
        table = new_table("seat", ">cards", "hand" if self._open else "your hand", "")
        for seat, count in enumerate(view.counts):
            mine = seat == session.seat
            hand = str(session.game.hands[seat]) if self._open or mine else ""
            table.add_row(self._who(seat), str(count), hand, self._remark(view, seat))
        self._console.print()
        print_table(self._console, table)

    def _remark(self, view: ddz.View, seat: int) -> str:
        words = ["landlord"] if seat == view.landlord else []
        if view.to_beat is not None:
            standing = next(who for who, move in reversed(view.moves) if move != ddz.PASS)
            if seat == standing:
                words.append(f"to beat: {view.to_beat}")
        return ", ".join(words)

    def _tell_end(self) -> None:
        session = self._session
        game, match = session.game, session.match
        if game.landlord is None:
            print_title(self._console, "All have passed: the hand is void.")
        else:
            side = "landlord wins" if game.winner is ddz.Role.LANDLORD else "peasants win"
            spring = " with a spring" if game.spring else ""
            print_title(
                self._console,
                f"The {side}{spring}: bid {game.highest_bid} x multiplier {game.multiplier} "
                f"= {game.stake} for every peasant.",
            )
        table = new_table("", *(f">{self._who(seat)}" for seat in range(game.rules.players)))
        table.add_row("this hand", *(f"{amount:+}" for amount in game.payoffs or ()))
        if match.games != 1:
            told = f"after {match.played} of {match.games}"
            table.add_row(told, *(f"{amount:+}" for amount in match.totals))
        print_table(self._console, table)

    def _who(self, seat: int) -> str:
        return "you" if seat == self._session.seat else f"seat {seat}"

    # What the person may ask for.

    def _help(self, _: str) -> bool:
        table = new_table("say", "for")
        for word, meaning in _HELP:
            table.add_row(word, meaning)
        print_table(self._console, table)
        return False

    def _moves(self, _: str) -> bool:
        view = self._session.view
        if view.phase is ddz.Phase.AUCTION:
            bids = ", ".join(str(bid) if bid else "0 (pass)" for bid in view.legal_bids())
            self._say(f"you may bid {bids}")
        else:
            print_table(self._console, moves_table(view.legal_moves(), most=_SHOWN_OF_A_KIND))
        return False

    def _hint(self, _: str) -> bool:
        try:
            table = self._session.hint()
        except ddz.NativeExtensionError as error:
            self._say(error.message)
            return False
        lines = str(table).splitlines()
        if isinstance(table, ddz.analysis.MoveTable):
            rest = len(table.rows) - _SHOWN_HINTS
            lines = lines[: _SHOWN_HINTS + 1] + ([f"and {rest} more moves"] if rest > 0 else [])
            names = [str(row.move) for row in table.rows]
            tied = [str(row.move) for row in table.rows[1:] if row.tied]
        else:
            # What the bottom cards are worth is no help any more.
            lines = lines[:-1]
            names = [f"bid {row.bid}" if row.bid else "pass" for row in table.rows]
            tied = [str(row.bid or "pass") for row in table.rows[1:] if row.tied]
        print_result(self._console, "\n".join(lines))
        if len(names) == 1:
            self._say(f"hint: {names[0]}, there is nothing else")
            return False
        doubt = f"; {_listed(tied)} may be as good" if tied else ""
        self._say(
            f"hint: {names[0]}{doubt} ({table.n:,} random deals of the hidden cards, "
            f"played out by the policy {table.policy})"
        )
        return False

    def _undo(self, _: str) -> bool:
        try:
            count = self._session.undo()
        except NothingOfYoursError:
            self._say("you have not done anything yet that could be taken back")
            return False
        self._say(f"taken back: {'1 action' if count == 1 else f'{count} actions'}")
        return True

    def _table(self, _: str) -> bool:
        self._tell_table()
        return False

    def _save(self, name: str) -> bool:
        path = Path(name) if name else self._path
        if path is None:
            self._say("say where: save FILE")
        elif self._kept_in(path):
            self._path = path
            self._say(_how_to_go_on(path))
        return False

    def _leave(self, _: str) -> bool:
        raise _LeaveError

    def _failure(self, error: ddz.BotError) -> str:
        """Say that a bot has failed. What it answered, and why that is wrong, may tell its cards."""
        if self._open:
            return error.message
        failure = _FAILURES[error.reason]
        return f"the bot {error.bot} in seat {error.seat} failed: {failure} (--open tells more)"

    def _say(self, text: str) -> None:
        self._console.print(text, soft_wrap=True)

    def _part(self) -> None:
        """Say goodbye, and how to go on."""
        if self._path is not None and self._kept_in(self._path):
            text = _how_to_go_on(self._path)
        else:
            text = "goodbye; the match is not kept, --save FILE would keep it"
        self._say(text)

    def _keep(self) -> None:
        if self._path is not None:
            self._kept_in(self._path)

    def _kept_in(self, path: Path) -> bool:
        try:
            if path != self._path:
                check_free(path)
            save(self._session, path)
        except SavedFileError as error:
            self._say(f"cannot save: {error}")
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            self._say(f"cannot save {path}: {reason}")
        else:
            return True
        return False


def _how_to_go_on(path: Path) -> str:
    return f"kept in {path}: ddz play --resume {shlex.quote(str(path))}"


def _listed(names: list[str]) -> str:
    most = 4
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(names[:most]) + more
