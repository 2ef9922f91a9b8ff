"""A game of Stratego: plies are played, taken back and judged, and the board tells who has won."""

from collections.abc import Iterator
from typing import Final

from engine.core import Outcome, RuleViolation, Termination
from engine.stratego.board import PLIES, RAYS, SIZE, Ply
from engine.stratego.coding import (
    BLUE,
    FOE,
    GAIT,
    KIND_BITS,
    MOVED,
    RAN,
    RESULT,
    RUNS,
    SHOWN,
    SIDES,
    STAYS,
    code_of,
    man_of,
)
from engine.stratego.objections import objection
from engine.stratego.pieces import AttackResult, Kind, Side
from engine.stratego.position import Position
from engine.stratego.setup import Setup
