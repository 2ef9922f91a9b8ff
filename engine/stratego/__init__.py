"""Stratego, refereed in full: forty hidden pieces a side on ten by ten squares with two lakes."""

from engine.stratego.board import NAMES, SQUARES, Ply
from engine.stratego.codes import Code
from engine.stratego.game import Attack, Game
from engine.stratego.knowledge import Seen, View
from engine.stratego.pieces import AttackResult, Kind, attack
from engine.stratego.position import Man, Position
from engine.stratego.rules import RULES, perft
from engine.stratego.setup import Setup, SetupError

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
