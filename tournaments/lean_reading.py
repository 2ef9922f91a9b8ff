"""A section's results read as plain numbers: what a table needs and nothing else.

`tournaments.plain_data` gives pairings as rows, to be shown and changed. Thousands of them only to be counted would
take longer than the counting.
"""

from collections import defaultdict
from collections.abc import Collection
from typing import NamedTuple

from tournaments.models import Bye, Entry, Pairing, Round, RoundState, Section
from tournaments.pairing import Board, Game, Outcome, Player, PointSystem, Tournament, match_result
from tournaments.pairing import Round as PlainRound
from tournaments.plain_data import BYES, RESULTS, point_system

PUBLIC = (RoundState.PUBLISHED, RoundState.CLOSED)
# What tables and their files show of a player.
SHOWN = (
    *("section", "state", "starting_rank", "rating", "club_name", "categories"),
    *("person__name", "person__sort_name", "person__sort_key", "person__country", "person__listed"),
)


class Ranked(NamedTuple):
    """A player as the counting knows one: the id of the entry, the starting rank and the rating."""

    entry: int
    rank: int
    rating: int


def ranked_entries(section: Section) -> dict[int, Entry]:
    """By starting rank, with their people. One query."""
    ranked = Entry.objects.filter(section=section, starting_rank__isnull=False)
    rows = ranked.select_related("person").only(*SHOWN).order_by("starting_rank")
    return {entry.starting_rank or 0: entry for entry in rows}


def ranked_players(section: Section) -> list[Ranked]:
    """The same without anything to show. One query."""
    ranked = Entry.objects.filter(section=section, starting_rank__isnull=False).order_by("starting_rank")
    return [
        Ranked(entry, rank or 0, rating)
        for entry, rank, rating in ranked.values_list("pk", "starting_rank", "rating")
    ]


def read_tournament(
    section: Section, players: Collection[Ranked], *, before: int | None = None
) -> Tournament:
    """The published rounds, or those before a number, and players without names. Three queries."""
    rounds = Round.objects.filter(section=section, state__in=PUBLIC).order_by("number")
    numbers = [
        number for number in rounds.values_list("number", flat=True) if before is None or number < before
    ]
    rank_of = {player.entry: player.rank for player in players}
    points = point_system(section)
    matches: dict[int, dict[tuple[bool, int], list[Game]]] = {
        number: defaultdict[tuple[bool, int], list[Game]](list) for number in numbers
    }
    public = {"round__section": section, "round__state__in": PUBLIC}
    pairings = Pairing.objects.filter(**public).order_by("third_place", "board", "leg")
    for number, third_place, board, first, second, result in pairings.values_list(
        "round__number", "third_place", "board", "first", "second", "result"
    ):
        if number in matches:
            game = Game(rank_of[first], rank_of[second], RESULTS[result])
            matches[number][third_place, board].append(game)
    byes: dict[int, dict[int, Outcome]] = {number: {} for number in numbers}
    for number, entry, kind in Bye.objects.filter(**public).values_list("round__number", "entry", "kind"):
        if number in byes:
            byes[number][rank_of[entry]] = BYES[kind]
    played = tuple(
        PlainRound.of([_one_game(points, legs) for legs in matches[number].values()], byes[number])
        for number in numbers
    )
    numbered = tuple(Player(player.rank, rating=player.rating) for player in players)
    return Tournament(players=numbered, rounds=played, point_system=points)


def _one_game(points: PointSystem, legs: list[Game]) -> Game:
    """A match of several games counts as one, with the colours of its first game."""
    if len(legs) == 1:
        return legs[0]
    board = Board(legs[0].white, legs[0].black)
    return Game(board.white, board.black, match_result(board, legs, points))
