"""Barragoon: the rules, refereed in full.

>>> from engine import barragoon
>>> game = barragoon.Game()
>>> game.push("d2-d4")
>>> game.position()
'1vd1dv1/2zdz2/7/1(X)3(X)1/(X)1(X)1(X)1(X)/1(X)1D1(X)1/7/2Z1Z2/1VD1DV1 b 24 0-0'
"""

from ..core import Side
from .board import FACES, NAMES, Face, Symbol
from .codes import Code
from .game import KIND_OF, Game
from .position import Express, Position
from .rules import RULES

WHITE = Side.FIRST
BROWN = Side.SECOND

__all__ = [
    "BROWN",
    "FACES",
    "KIND_OF",
    "NAMES",
    "RULES",
    "WHITE",
    "Code",
    "Express",
    "Face",
    "Game",
    "Position",
    "Symbol",
]
