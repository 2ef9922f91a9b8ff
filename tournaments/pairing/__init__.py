"""Who meets whom: Swiss, round robin, knockout, Keizer, matches. Pure code over plain data.

>>> from tournaments.pairing import Player, Tournament, pair_round
>>> pair_round(Tournament(players=tuple(Player(number) for number in range(1, 5)))).boards
(Board(white=1, black=3), Board(white=4, black=2))
"""

from tournaments.pairing.acceleration import baku
from tournaments.pairing.checking import RoundCheck, check_tournament
from tournaments.pairing.comparison import RuleBreach, Severity, compare
from tournaments.pairing.explanation import ByeExplanation, Explainer, Explanation
from tournaments.pairing.explanation_text import bye_explanation_lines, explanation_lines
from tournaments.pairing.keizer import KeizerRules, pair_keizer
from tournaments.pairing.knockout import Knockout, Match, MatchKey, TieRule
from tournaments.pairing.manual import ManualPairingError, manual_round, swap_colours, swap_players
from tournaments.pairing.matches import legs, match_result
from tournaments.pairing.relaxation import ImpossibleRound, Relaxation
from tournaments.pairing.round_robin import round_robin
from tournaments.pairing.rounds import Board, RoundPairing, Wishes, pairs_of, pairs_of_clubs
from tournaments.pairing.swiss import pair_round
from tournaments.pairing.tournament import (
    Acceleration,
    BoardResult,
    Colour,
    Entry,
    Game,
    Outcome,
    Player,
    PointSystem,
    ProhibitedGroup,
    Round,
    Tournament,
)

__all__ = [
    "Acceleration",
    "Board",
    "BoardResult",
    "ByeExplanation",
    "Colour",
    "Entry",
    "Explainer",
    "Explanation",
    "Game",
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
    "RuleBreach",
    "Severity",
    "TieRule",
    "Tournament",
    "Wishes",
    "baku",
    "bye_explanation_lines",
    "check_tournament",
    "compare",
    "explanation_lines",
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
