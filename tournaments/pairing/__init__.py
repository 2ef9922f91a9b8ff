"""Who meets whom: Swiss, round robin, knockout, Keizer, matches. Pure code over plain data.

>>> from tournaments.pairing import Player, Tournament, pair_round
>>> pair_round(Tournament(players=tuple(Player(number) for number in range(1, 5)))).boards
(Board(white=1, black=3), Board(white=4, black=2))
"""

from tournaments.pairing.acceleration import baku
from tournaments.pairing.checking import RoundCheck, check_tournament
from tournaments.pairing.comparison import Finding, Weight, compare
from tournaments.pairing.explanation import ByeExplanation, Explainer, Explanation
from tournaments.pairing.impossible import ImpossibleRound, Relaxation
from tournaments.pairing.keizer import KeizerRules, pair_keizer
from tournaments.pairing.knockout import Knockout, Match, MatchKey, TieRule
from tournaments.pairing.manual import ManualPairingError, manual_round, swap_colours, swap_players
from tournaments.pairing.matches import legs, match_result
from tournaments.pairing.round_robin import round_robin
from tournaments.pairing.rounds import Board, RoundPairing, Wishes, pairs_of, pairs_of_clubs
from tournaments.pairing.swiss import pair_round
from tournaments.pairing.tournament import (
    Acceleration,
    Colour,
    Entry,
    Game,
    GameResult,
    Outcome,
    Player,
    PointSystem,
    ProhibitedGroup,
    Round,
    Tournament,
)
from tournaments.pairing.wording import bye_in_words, in_words

__all__ = [
    "Acceleration",
    "Board",
    "ByeExplanation",
    "Colour",
    "Entry",
    "Explainer",
    "Explanation",
    "Finding",
    "Game",
    "GameResult",
    "ImpossibleRound",
    "KeizerRules",
    "Knockout",
    "ManualPairingError",
    "Match",
    "MatchKey",
    "Outcome",
    "Player",
    "PointSystem",
    "ProhibitedGroup",
    "Relaxation",
    "Round",
    "RoundCheck",
    "RoundPairing",
    "TieRule",
    "Tournament",
    "Weight",
    "Wishes",
    "baku",
    "bye_in_words",
    "check_tournament",
    "compare",
    "in_words",
    "legs",
    "manual_round",
    "match_result",
    "pair_keizer",
    "pair_round",
    "pairs_of",
    "pairs_of_clubs",
    "round_robin",
    "swap_colours",
    "swap_players",
]
