"""The rules by which a game is drawn without agreement: threefold repetition, 25, 16 and 5 moves.

They do not end a game by themselves: the arbiter, or both players, say so. Moves are counted for each player, so 25
moves are 50 plies.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Final, NamedTuple


class State(NamedTuple):
    """A position of a game and the ply that led to it, if one did."""

    white: int
    black: int
    kings: int
    turn: int
    is_king_move: bool = False  # the ply before was a king's, without a capture


class DrawRule(StrEnum):
    """Each by the name under which docs/rules/draughts.md explains it."""

    REPETITION = "repetition"
    MOVES_25 = "25 moves"
    MOVES_16 = "16 moves"
    MOVES_5 = "5 moves"


# How many plies may be played under each rule; then the game is drawn.
LIMITS: Final = {DrawRule.MOVES_25: 50, DrawRule.MOVES_16: 32, DrawRule.MOVES_5: 10}
TIMES: Final = 3


class DrawRun(NamedTuple):
    """A stretch of a game in which a rule counted for long enough; `since` is the ply before its first one."""

    rule: DrawRule
    since: int
    reached: int
    last: int


def standing_draw(states: Sequence[State]) -> DrawRule | None:
    """The rule by which the last of these positions is drawn, if one is."""
    last = states[-1]
    if sum(state[:4] == last[:4] for state in states) >= TIMES:
        return DrawRule.REPETITION
    for rule, limit in LIMITS.items():
        if (
            len(states) > limit
            and all(counts(rule, state) for state in states[-limit:])
            and _began(rule, states, len(states) - 1 - limit)
        ):
            return rule
    return None


def draw_runs(states: Sequence[State]) -> list[DrawRun]:
    """Every stretch in which one of the rules of 25, 16 and 5 moves was fulfilled."""
    return [run for rule, limit in LIMITS.items() for run in _runs(rule, limit, states)]


def counts(rule: DrawRule, state: State) -> bool:
    """Whether a ply that led to this position goes on counting for a rule."""
    if rule is DrawRule.MOVES_25:
        return state.is_king_move
    strongest = 2 if rule is DrawRule.MOVES_5 else 3
    return 1 <= _pieces_against_a_king(state) <= strongest


def begins(rule: DrawRule, state: State) -> bool:
    """Whether the count of a rule can begin with this position."""
    if rule is DrawRule.MOVES_25:
        return True
    against = _pieces_against_a_king(state)
    return against == 3 if rule is DrawRule.MOVES_16 else 1 <= against <= 2


def _began(rule: DrawRule, states: Sequence[State], ply: int) -> bool:
    """Whether the count had begun after this ply: the run that it belongs to has a beginning at or before it."""
    if begins(rule, states[ply]):
        return True
    while ply > 0 and counts(rule, states[ply]):
        ply -= 1
        if begins(rule, states[ply]):
            return True
    return False


def _runs(rule: DrawRule, limit: int, states: Sequence[State]) -> list[DrawRun]:
    runs: list[DrawRun] = []
    since: int | None = None
    for ply, state in enumerate(states):
        if since is not None and not counts(rule, state):
            since = None
        if since is None and begins(rule, state):
            since = ply
        if since is not None and ply - since >= limit:
            if runs and runs[-1].since == since:
                runs.pop()
            runs.append(DrawRun(rule, since, since + limit, ply))
    return runs


def _pieces_against_a_king(state: State) -> int:
    """Of an ending of one king against three pieces or fewer with a king among them: how many; 0 of any other."""
    found = 0
    for alone, others in ((state.white, state.black), (state.black, state.white)):
        if (
            alone & state.kings
            and alone.bit_count() == 1
            and others & state.kings
            and others.bit_count() <= 3
        ):
            found = max(found, others.bit_count())
    return found
