"""Ratings that can be explained: Glicko-2 and an Elo after FIDE's rules behind one interface. Pure code.

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
from players.ratings.elo_parameters import BelowFloor, EloParameters
from players.ratings.errors import HistoryError, ParameterError, RatingError
from players.ratings.glicko2 import Clock, Glicko2, Glicko2Parameters, Glicko2State
from players.ratings.handicap import Advice, Opponent, Option, Verdict, advise
from players.ratings.history import Checkpoint, RatedPeriod, checkpoint, first_affected, recompute
from players.ratings.level_worth import HandicapGame, LevelWorths, estimate_worths
from players.ratings.listing import ListRow, is_active, rating_list
from players.ratings.periods import Game, Moment, Period, Result
from players.ratings.stored import AnySystem, restore, restore_as_current, restore_system, store, store_system
from players.ratings.system import Entry, GameEffect, ListingRules, RatingSystem, State
from players.ratings.what_if import Prospect, WhatIf, what_if

__all__ = [
    "Advice",
    "AnySystem",
    "BelowFloor",
    "Checkpoint",
    "Clock",
    "CountingRules",
    "Elo",
    "EloParameters",
    "EloState",
    "Entry",
    "Game",
    "GameEffect",
    "Glicko2",
    "Glicko2Parameters",
    "Glicko2State",
    "HandicapGame",
    "HandicapRule",
    "HistoryError",
    "LevelWorths",
    "ListRow",
    "ListingRules",
    "Moment",
    "Opponent",
    "Option",
    "ParameterError",
    "Period",
    "Prospect",
    "RatedPeriod",
    "RatingError",
    "RatingSystem",
    "Reason",
    "Result",
    "State",
    "Uncounted",
    "Verdict",
    "WhatIf",
    "advise",
    "checkpoint",
    "estimate_worths",
    "first_affected",
    "is_active",
    "rating_list",
    "recompute",
    "restore",
    "restore_as_current",
    "restore_system",
    "store",
    "store_system",
    "what_if",
]
