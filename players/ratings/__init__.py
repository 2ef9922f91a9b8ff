"""Glicko-2 and Elo by FIDE's rules behind one interface; every change can be explained. Pure code.

>>> from datetime import date
>>> from players.ratings import Game, Glicko2, Period, Result, recompute
>>> spring = Period("spring open", date(2026, 3, 1), date(2026, 3, 31), (Game("1", 7, 8, Result.FIRST_WINS),))
>>> (rated,) = recompute(Glicko2(), [spring])
>>> [(entry.player, round(entry.before.rating), round(entry.after.rating)) for entry in rated.entries]
[(7, 1500, 1662), (8, 1500, 1338)]
>>> effect = rated.entries[0].games[0]
>>> effect.expected, effect.actual, round(effect.change)
(0.5, 1.0, 162)
"""

from players.ratings.counting import CountingRules, HandicapRule, Reason, Uncounted
from players.ratings.elo import Elo, EloState
from players.ratings.errors import HistoryError, ParameterError, RatingError
from players.ratings.fide_rules import BelowFloor, EloParameters
from players.ratings.glicko2 import Clock, Glicko2, Glicko2Parameters, Glicko2State
from players.ratings.handicap import (
    HandicapAdvice,
    HandicapOption,
    HandicapVerdict,
    Opponent,
    advise_handicap,
)
from players.ratings.history import (
    Checkpoint,
    ListRow,
    PeriodRatings,
    first_affected_period,
    is_active,
    make_checkpoint,
    rating_list,
    recompute,
)
from players.ratings.level_costs import HandicapGame, LevelCosts, estimate_level_costs
from players.ratings.periods import Game, Moment, Period, Result, Start
from players.ratings.serialization import (
    AnySystem,
    restore,
    restore_current_system,
    restore_system,
    store,
    store_system,
)
from players.ratings.system import GameEffect, LedgerEntry, ListingRules, RatingState, RatingSystem
from players.ratings.what_if import Prospect, WhatIf, what_if

__all__ = [
    "AnySystem",
    "BelowFloor",
    "Checkpoint",
    "Clock",
    "CountingRules",
    "Elo",
    "EloParameters",
    "EloState",
    "Game",
    "GameEffect",
    "Glicko2",
    "Glicko2Parameters",
    "Glicko2State",
    "HandicapAdvice",
    "HandicapGame",
    "HandicapOption",
    "HandicapRule",
    "HandicapVerdict",
    "HistoryError",
    "LedgerEntry",
    "LevelCosts",
    "ListRow",
    "ListingRules",
    "Moment",
    "Opponent",
    "ParameterError",
    "Period",
    "PeriodRatings",
    "Prospect",
    "RatingError",
    "RatingState",
    "RatingSystem",
    "Reason",
    "Result",
    "Start",
    "Uncounted",
    "WhatIf",
    "advise_handicap",
    "estimate_level_costs",
    "first_affected_period",
    "is_active",
    "make_checkpoint",
    "rating_list",
    "recompute",
    "restore",
    "restore_current_system",
    "restore_system",
    "store",
    "store_system",
    "what_if",
]
