"""A person against bots: the session, its file, and the conversation in a terminal."""

from doudizhu_fast.cli._play.conversation import Conversation
from doudizhu_fast.cli._play.saved import load, save
from doudizhu_fast.cli._play.session import Session

__all__ = ["Conversation", "Session", "load", "save"]
