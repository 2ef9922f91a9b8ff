"""Stratego, refereed in full: forty hidden pieces a side on ten by ten squares with two lakes."""

from .board import NAMES, SQUARES, Ply
from .codes import Code
from .game import Game
from .knowledge import Seen, View
from .pieces import Attack, AttackResult, Kind, attack
from .position import Man, Position
from .rules import RULES, perft
from .setup import Setup, SetupError

__all__ = [
    "NAMES",
    "RULES",
    "SQUARES",
    "Attack",
    "AttackResult",
    "Code",
    "Game",
    "Kind",
    "Man",
    "Ply",
    "Position",
    "Seen",
    "Setup",
    "SetupError",
    "View",
    "attack",
    "perft",
]
