"""Keizer: weekly club nights where anyone may miss a round, and beating a high place is worth more.

Everybody has a value by their place in the table: the first has the highest, each place below one less. A
win brings the opponent's value, a draw half of it, an excused absence a part of one's own. The table is
made from these points, the points from the table, again and again until the table stands still. For the
next round neighbours in the table meet, if they have not met too recently.

Points are counted in sixths, so that halves and thirds stay whole numbers.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from tournaments.pairing.candidates import candidates, initial_colour
from tournaments.pairing.colours import ColourState, allocate, colour_state
from tournaments.pairing.completion import complete
from tournaments.pairing.relaxation import ImpossibleRound, relaxations
from tournaments.pairing.rounds import Board, RoundPairing, Wishes
from tournaments.pairing.swiss import check_wishes, forbidden_pairs
from tournaments.pairing.tournament import Colour, Outcome, Tournament

SIXTHS = 6


@dataclass(frozen=True, slots=True)
class Shares:
    """What an outcome brings, in sixths: of the opponent's value for games, of one's own otherwise."""

    win: int = 6
    draw: int = 3
    loss: int = 0
    forfeit_win: int = 6
    """Of the absent opponent's value."""
    forfeit_loss: int = 0
    pairing_bye: int = 4
    full_point_bye: int = 4
    """Away in the club's service, as for a team match."""
    half_point_bye: int = 2
    """Away with notice."""
    zero_point_bye: int = 0
    absent: int = 0

    def of_opponent(self, outcome: Outcome) -> int:
        games = {
            Outcome.WIN: self.win,
            Outcome.DRAW: self.draw,
            Outcome.LOSS: self.loss,
            Outcome.FORFEIT_WIN: self.forfeit_win,
            Outcome.FORFEIT_LOSS: self.forfeit_loss,
        }
        return games.get(outcome, 0)

    def of_own(self, outcome: Outcome) -> int:
        rest = {
            Outcome.PAIRING_BYE: self.pairing_bye,
            Outcome.FULL_POINT_BYE: self.full_point_bye,
            Outcome.HALF_POINT_BYE: self.half_point_bye,
            Outcome.ZERO_POINT_BYE: self.zero_point_bye,
            Outcome.ABSENT: self.absent,
        }
        return rest.get(outcome, 0)


@dataclass(frozen=True, slots=True)
class KeizerRules:
    """The parameters of a Keizer tournament."""

    ratio: int = 3
    """How many times the last place's value the first place's is, about."""
    shares: Shares = field(default_factory=Shares)
    own_value: bool = True
    """Whether everybody also gets the own value once; it keeps the table steady in the first rounds."""
    paid_absences: int = 5
    """How many rounds away with notice bring points; further ones bring nothing."""
    rounds_between: int = 3
    """The same two meet again only after so many rounds in between, as long as that can be had."""


@dataclass(frozen=True, slots=True)
class Place:
    """A line of the Keizer table."""

    number: int
    value: int
    sixths: int
    """The points, in sixths."""


def table(tournament: Tournament, rules: KeizerRules | None = None) -> list[Place]:
    """The table after the latest round. Level players stand in starting order."""
    rules = rules or KeizerRules()
    order = list(tournament.numbers)
    seen: dict[tuple[int, ...], int] = {}
    history: list[list[int]] = []
    while tuple(order) not in seen:
        seen[tuple(order)] = len(history)
        history.append(order)
        points = _points(tournament, order, rules)
        order = sorted(order, key=lambda number: (-points[number], number))
    # Two tables can lead to each other for ever; then the one nearest to the starting order stands.
    circle = history[seen[tuple(order)] :]
    order = min(circle)
    points = _points(tournament, order, rules)
    values = _values(order, rules)
    return [Place(number, values[number], points[number]) for number in order]


def pair_keizer(
    tournament: Tournament, wishes: Wishes | None = None, rules: KeizerRules | None = None
) -> RoundPairing:
    """The next round: from the top of the table, each meets the nearest below whom they may meet."""
    wishes, rules = wishes or Wishes(), rules or KeizerRules()
    check_wishes(tournament, wishes)
    seated = {number for board in wishes.locked for number in board.players}
    bye = wishes.locked_bye
    ranking = [place.number for place in table(tournament, rules)]
    present = [
        number for number in ranking if number not in wishes.absent and number not in seated and number != bye
    ]
    forbidden = forbidden_pairs(tournament, wishes)
    for between in range(rules.rounds_between, -1, -1):
        found = _pair(tournament, present, forbidden | _recent(tournament, between), bye is None)
        if found is not None:
            break
    else:
        raise _impossible(tournament, wishes, forbidden)
    pairs, free = found
    boards = [*wishes.locked, *(_board(tournament, one, other) for one, other in pairs)]
    place = {number: index for index, number in enumerate(ranking)}
    boards.sort(key=lambda board: min(place[board.white], place[board.black]))
    number = len(tournament.rounds) + 1
    return RoundPairing(number, tuple(boards), bye if free is None else free, wishes.absent)


def _values(order: list[int], rules: KeizerRules) -> dict[int, int]:
    count = len(order)
    last = max(1, -(-(count - 1) // max(1, rules.ratio - 1)))
    return {number: last + count - 1 - index for index, number in enumerate(order)}


def _points(tournament: Tournament, order: list[int], rules: KeizerRules) -> dict[int, int]:
    values = _values(order, rules)
    points = {}
    for number in order:
        total = values[number] * SIXTHS if rules.own_value else 0
        absences = 0
        for entry in tournament.entries(number):
            if entry.outcome is Outcome.HALF_POINT_BYE:
                absences += 1
                if absences > rules.paid_absences:
                    continue
            if entry.opponent is not None:
                total += values[entry.opponent] * rules.shares.of_opponent(entry.outcome)
            else:
                total += values[number] * rules.shares.of_own(entry.outcome)
        points[number] = total
    return points


def _recent(tournament: Tournament, between: int) -> frozenset[frozenset[int]]:
    """Pairs of the latest rounds, who should not meet again yet."""
    return frozenset(
        frozenset((number, entry.opponent))
        for played in tournament.rounds[max(0, len(tournament.rounds) - between) :]
        for number, entry in played.entries.items()
        if entry.opponent is not None and entry.outcome.played
    )


def _pair(
    tournament: Tournament, ranking: list[int], apart: frozenset[frozenset[int]], bye_free: bool
) -> tuple[list[tuple[int, int]], int | None] | None:
    if len(ranking) % 2 == 0:
        pairs = _neighbours(ranking, apart)
        return None if pairs is None else (pairs, None)
    if not bye_free:
        return None
    for free in _bye_order(tournament, ranking):
        pairs = _neighbours([number for number in ranking if number != free], apart)
        if pairs is not None:
            return pairs, free
    return None


def _bye_order(tournament: Tournament, ranking: list[int]) -> list[int]:
    """The one with the fewest byes; of several, the last of the table."""
    from_the_end = ranking[::-1]
    from_the_end.sort(
        key=lambda number: sum(entry.outcome is Outcome.PAIRING_BYE for entry in tournament.entries(number))
    )
    return from_the_end


def _neighbours(ranking: list[int], apart: frozenset[frozenset[int]]) -> list[tuple[int, int]] | None:
    """From the top, the nearest below with whom the rest can still be paired."""
    size = len(ranking)
    masks = [
        sum(
            1 << other
            for other in range(size)
            if other != place and frozenset((ranking[place], ranking[other])) not in apart
        )
        for place in range(size)
    ]
    left = (1 << size) - 1
    completion = complete(masks, left)
    if completion is None:
        return None
    pairs = []
    while left:
        place = (left & -left).bit_length() - 1
        for other in range(place + 1, size):
            if not (masks[place] & left) >> other & 1:
                continue
            remaining = left & ~(1 << place | 1 << other)
            mended = complete(masks, remaining, completion)
            if mended is not None:
                pairs.append((ranking[place], ranking[other]))
                left, completion = remaining, mended
                break
    return pairs


def _board(tournament: Tournament, higher: int, lower: int) -> Board:
    """They swap the colours of their latest game; without one, the colours are given as in the Swiss."""
    for played in reversed(tournament.rounds):
        entry = played.entry(higher)
        if entry.opponent == lower and entry.outcome.played and entry.colour is not None:
            return Board(lower, higher) if entry.colour is Colour.WHITE else Board(higher, lower)
    seat = tournament.numbers.index(higher) + 1
    given = allocate(
        _colours(tournament, higher), _colours(tournament, lower), seat, initial_colour(tournament)
    )
    return Board(higher, lower) if given.higher is Colour.WHITE else Board(lower, higher)


def _colours(tournament: Tournament, number: int) -> ColourState:
    entries = tournament.entries(number)
    return colour_state(
        tuple(entry.colour for entry in entries if entry.outcome.played and entry.colour is not None)
    )


def _impossible(
    tournament: Tournament, wishes: Wishes, forbidden: frozenset[frozenset[int]]
) -> ImpossibleRound:
    present = [number for number in tournament.numbers if number not in wishes.absent]
    players = [
        replace(player, opponents=frozenset(), colours=colour_state(()), may_have_bye=True)
        for player in candidates(tournament, present)
    ]
    found = relaxations(players, forbidden, wishes.locked, wishes.locked_bye)
    return ImpossibleRound(len(tournament.rounds) + 1, found)
