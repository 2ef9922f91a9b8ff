"""International draughts, refereed in full: twenty men a side on the fifty dark squares of ten by ten.

>>> from engine import draughts
>>> game = draughts.Game()
>>> game.push("32-28")
>>> game.position()
'B:W28,31,33-50:B1-20'
"""

from ..core import Side
from .codes import Code
from .game import Game, Ply
from .position import Position
from .rules import RULES

WHITE = Side.FIRST
BLACK = Side.SECOND

__all__ = ["BLACK", "RULES", "WHITE", "Code", "Game", "Ply", "Position"]
