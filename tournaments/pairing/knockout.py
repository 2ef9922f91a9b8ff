"""Knockout: the tree of matches, byes for the best seeds, third place, and who goes on after a tie."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum

from tournaments.pairing.matches import MatchScore, match_score
from tournaments.pairing.messages import Message
from tournaments.pairing.rounds import Board
from tournaments.pairing.tournament import BoardResult, Game, PointSystem


class TieRule(Enum):
    """What settles a match that is level after its games; rules are tried in the event's order."""

    EXTRA_PAIR = "two more games, colours swapped"
    SUDDEN_DEATH = "one game in which a draw is enough for Black"
    """After a game that both lost, the next rule decides."""
    HIGHER_SEED = "the higher seed goes on"
    LOTS = "drawing of lots with the recorded seed"


@dataclass(frozen=True, slots=True)
class MatchKey:
    """A match's place in the tree: round from 1, match from 1, the third-place match apart."""

    round_number: int
    match: int
    third_place: bool = False


@dataclass(frozen=True)
class Knockout:
    """A knockout as laid down before it starts."""

    seeds: tuple[int, ...]
    """The players, best seed first."""
    games: int = 1
    """Games of a match, colours swapped from one to the next."""
    third_place: bool = False
    tie_rules: tuple[TieRule, ...] = (TieRule.EXTRA_PAIR, TieRule.SUDDEN_DEATH, TieRule.HIGHER_SEED)
    lots_seed: int = 0
    points: PointSystem = field(default_factory=PointSystem)

    def __post_init__(self) -> None:
        if len(self.seeds) < 2:
            raise ValueError("a knockout needs at least two players")
        if len(set(self.seeds)) != len(self.seeds):
            raise ValueError("a player is seeded twice")
        if self.games < 1:
            raise ValueError("a match has at least one game")
        if not {TieRule.HIGHER_SEED, TieRule.LOTS} & set(self.tie_rules):
            raise ValueError("the tie rules must end with one that always decides: higher seed, or lots")

    @property
    def rounds(self) -> int:
        return (len(self.seeds) - 1).bit_length()

    def seat_of(self, number: int) -> int:
        return self.seeds.index(number)


@dataclass(frozen=True, slots=True)
class Match:
    """A match of the tree with what is known about it. A side is None until its player is known."""

    key: MatchKey
    first: int | None
    """The higher seed of the two; has White in odd games."""
    second: int | None
    games: tuple[Game, ...]
    score: MatchScore
    winner: int | None = None
    bye: bool = False
    """The first goes on without playing."""
    decided_by: TieRule | None = None
    """The tie rule that settled it, if one did."""
    due: tuple[Board, ...] = ()
    """The games to be played next: all regular ones, or those of the next tie rule."""

    @property
    def loser(self) -> int | None:
        if self.winner is None or self.bye:
            return None
        return self.second if self.winner == self.first else self.first


def seeding(size: int) -> list[int]:
    """Seeds in the order of the tree, from 0: the best two can meet only in the final, and so on.

    >>> seeding(8)
    [0, 7, 3, 4, 1, 6, 2, 5]
    """
    order = [0]
    while len(order) < size:
        width = 2 * len(order)
        order = [seat for seed in order for seat in (seed, width - 1 - seed)]
    return order


def tree(plan: Knockout, played: Mapping[MatchKey, Sequence[Game]]) -> list[list[Match]]:
    """All matches, round by round, with the games played so far. The third-place match is in the last."""
    order = seeding(len(plan.seeds))
    entrants = [plan.seeds[seat] if seat < len(plan.seeds) else None for seat in order]
    rounds: list[list[Match]] = []
    for round_number in range(1, plan.rounds + 1):
        matches = []
        for index in range(0, len(entrants), 2):
            key = MatchKey(round_number, index // 2 + 1)
            sides = (entrants[index], entrants[index + 1])
            matches.append(_match(plan, key, sides, played.get(key, ()), first_round=round_number == 1))
        entrants = [match.winner for match in matches]
        if plan.third_place and round_number == plan.rounds and round_number > 1:
            key = MatchKey(round_number, 1, third_place=True)
            losers = (rounds[-1][0].loser, rounds[-1][1].loser)
            matches.append(_third_place(plan, key, rounds[-1], losers, played.get(key, ())))
        rounds.append(matches)
    _refuse_unknown(rounds, played)
    return rounds


def due_games(plan: Knockout, played: Mapping[MatchKey, Sequence[Game]]) -> dict[MatchKey, tuple[Board, ...]]:
    """The games that can be played now."""
    return {match.key: match.due for matches in tree(plan, played) for match in matches if match.due}


def champion(plan: Knockout, played: Mapping[MatchKey, Sequence[Game]]) -> int | None:
    return tree(plan, played)[-1][0].winner


def _match(
    plan: Knockout,
    key: MatchKey,
    sides: tuple[int | None, int | None],
    games: Sequence[Game],
    *,
    first_round: bool,
) -> Match:
    one, other = sides
    if first_round and (one is None or other is None):
        return _walkover(key, one if one is not None else other)
    if one is None or other is None:
        if games:
            raise ValueError(
                Message("round %(round)d, match %(match)d was played before it was known", **_place(key))
            )
        return Match(key, one, other, games=(), score=MatchScore(0, 0))
    first, second = sorted((one, other), key=plan.seat_of)
    return _decide(plan, key, first, second, tuple(games))


def _place(key: MatchKey) -> dict[str, int]:
    return {"round": key.round_number, "match": key.match}


def _walkover(key: MatchKey, player: int | None) -> Match:
    return Match(key, player, None, games=(), score=MatchScore(0, 0), winner=player, bye=player is not None)


def _third_place(
    plan: Knockout,
    key: MatchKey,
    semifinals: list[Match],
    losers: tuple[int | None, int | None],
    games: Sequence[Game],
) -> Match:
    """With three players only one semifinal has a loser, who is third without playing."""
    if any(match.bye for match in semifinals):
        return _walkover(key, next((loser for loser in losers if loser is not None), None))
    return _match(plan, key, losers, games, first_round=False)


def _decide(plan: Knockout, key: MatchKey, first: int, second: int, games: tuple[Game, ...]) -> Match:
    for game in games:
        if {game.white, game.black} != {first, second}:
            raise ValueError(
                Message(
                    "round %(round)d, match %(match)d is between %(first)d and %(second)d, not %(white)d and %(black)d",
                    **_place(key),
                    first=first,
                    second=second,
                    white=game.white,
                    black=game.black,
                )
            )

    total = match_score(first, games, plan.points)

    def open_match(due: tuple[Board, ...]) -> Match:
        return Match(key, first, second, games, total, due=due)

    def won(winner: int, used: int, rule: TieRule | None = None) -> Match:
        if len(games) > used:
            raise ValueError(
                Message(
                    "round %(round)d, match %(match)d was decided after %(used)d games, but has %(games)d",
                    **_place(key),
                    used=used,
                    games=len(games),
                )
            )
        return Match(key, first, second, games, total, winner, decided_by=rule)

    regular = games[: plan.games]
    score = match_score(first, regular, plan.points)
    missing = _missing(first, second, regular, plan.games)
    if missing and abs(score.first - score.second) <= len(missing) * plan.points.win:
        return open_match(missing)
    if score.leader is not None:
        return won((first, second)[score.leader], plan.games)
    used = plan.games
    for rule in plan.tie_rules:
        if rule is TieRule.HIGHER_SEED:
            return won(first, used, rule)
        if rule is TieRule.LOTS:
            lots = random.Random(f"{plan.lots_seed}/{key}")  # noqa: S311  (recorded, not secret)
            return won(lots.choice((first, second)), used, rule)
        wanted = 2 if rule is TieRule.EXTRA_PAIR else 1
        extra = games[used : used + wanted]
        missing = _missing(first, second, extra, wanted)
        if missing:
            return open_match(missing)
        used += wanted
        leader = match_score(first, extra, plan.points).leader
        if leader is not None:
            return won((first, second)[leader], used, rule)
        if rule is TieRule.SUDDEN_DEATH and extra[0].result is BoardResult.DRAW:
            return won(extra[0].black, used, rule)
    raise AssertionError("a knockout's tie rules always decide")


def _missing(first: int, second: int, games: Sequence[Game], wanted: int) -> tuple[Board, ...]:
    """Games not yet played or not yet over, of so many; the first player has White in odd ones."""
    over = sum(game.result is not BoardResult.PENDING for game in games)
    return tuple(
        Board(first, second) if number % 2 == 0 else Board(second, first) for number in range(over, wanted)
    )


def _refuse_unknown(rounds: list[list[Match]], played: Mapping[MatchKey, Sequence[Game]]) -> None:
    known = {match.key for matches in rounds for match in matches}
    for key in played:
        if key not in known:
            raise ValueError(f"there is no match {key.match} in round {key.round_number}")
