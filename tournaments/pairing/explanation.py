"""Why a pairing is as it is: bracket, floats, colours due, what was forbidden, which criterion decided."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from tournaments.pairing.bracket import best_if
from tournaments.pairing.candidates import Candidate, Float
from tournaments.pairing.colours import ColourRule, Strength, allocate
from tournaments.pairing.criteria import Bracket, Weights
from tournaments.pairing.evaluation import Criterion, Marks, evaluate, first_difference
from tournaments.pairing.field import Field, colours_clash
from tournaments.pairing.rounds import Board, Wishes
from tournaments.pairing.swiss import PairedBracket, board, field_of, forbidden_pairs, pair_brackets
from tournaments.pairing.tournament import Colour, Tournament


class Reason(Enum):
    """What a pairing rests on."""

    FIRST_CANDIDATE = "3.3.1"
    """The top half met the bottom half in order, and nothing spoke against it."""
    MET_BEFORE = "2.1.1"
    COLOURS = "2.1.3"
    FORBIDDEN = "forbidden"
    CRITERION = "3.8.1"
    """Another opponent would have met a criterion worse."""
    SEQUENCE = "4"
    """Several candidates were equally good; this one is generated first."""
    LOCKED = "locked"


@dataclass(frozen=True, slots=True)
class Side:
    """One player of a board, as the round found them."""

    number: int
    score: int
    colour: Colour
    due: Colour | None
    strength: Strength
    float: Float
    """What this pairing makes of the player: a downfloat, an upfloat, or none."""
    last_float: Float
    float_before: Float


@dataclass(frozen=True, slots=True)
class Obstacle:
    """An opponent of the same bracket whom a player could not have."""

    player: int
    opponent: int
    ground: Reason
    round_number: int | None = None
    """When they met."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why two players meet."""

    board: Board
    white: Side
    black: Side
    bracket_score: int
    """The score of the bracket's residents."""
    bracket_players: tuple[int, ...]
    ground: Reason
    criterion: Criterion | None
    """Which criterion decided, when one did."""
    first_choice: int | None
    """The opponent the higher ranked player would have had in the bracket's first candidate."""
    colour_rule: ColourRule | None
    obstacles: tuple[Obstacle, ...]


@dataclass(frozen=True, slots=True)
class ByeExplanation:
    """Why a player has the pairing-allocated bye."""

    number: int
    score: int
    unplayed: int
    excluded: tuple[int, ...]
    """Players with as low a score, or a lower one, who may not have it ([C2])."""
    locked: bool


class Explainer:
    """Explains the round that the engine pairs after a tournament's latest."""

    def __init__(self, tournament: Tournament, wishes: Wishes | None = None) -> None:
        self.tournament = tournament
        self.wishes = wishes or Wishes()
        self.field: Field = field_of(tournament, self.wishes)
        self.brackets: list[PairedBracket] = pair_brackets(self.field)
        self._forbidden = forbidden_pairs(tournament, self.wishes)
        self._marks: dict[tuple[int, ...], Marks] = {}

    def board(self, number: int) -> Explanation:
        """The board that player sits at. Raises KeyError if the player has none."""
        for locked in self.wishes.locked:
            if number in locked.players:
                return self._locked(locked)
        for paired in self.brackets:
            for pair in paired.result.pairs:
                if number in (self.field.players[pair[0]].number, self.field.players[pair[1]].number):
                    return self._explain(paired, pair)
        raise KeyError(number)

    def bye(self) -> ByeExplanation | None:
        if self.wishes.locked_bye is not None:
            number = self.wishes.locked_bye
            return ByeExplanation(number, self.tournament.points(number), 0, (), locked=True)
        place = self.brackets[-1].bye if self.brackets else None
        if place is None:
            return None
        player = self.field.players[place]
        excluded = sorted(
            other.number
            for other in self.field.players
            if other.score <= player.score and not other.may_have_bye
        )
        return ByeExplanation(player.number, player.points, player.unplayed, tuple(excluded), locked=False)

    def _locked(self, locked: Board) -> Explanation:
        def side(number: int, colour: Colour) -> Side:
            points = self.tournament.points(number)
            return Side(number, points, colour, None, Strength.NONE, Float.NONE, Float.NONE, Float.NONE)

        white, black = side(locked.white, Colour.WHITE), side(locked.black, Colour.BLACK)
        score = min(white.score, black.score)
        return Explanation(locked, white, black, score, (), Reason.LOCKED, None, None, None, ())

    def _explain(self, paired: PairedBracket, pair: tuple[int, int]) -> Explanation:
        field, bracket = self.field, paired.bracket
        higher, lower = field.players[pair[0]], field.players[pair[1]]
        colours = allocate(higher.colours, lower.colours, higher.seat, field.initial_colour)
        sides = {
            colours.higher: _side(higher, lower, colours.higher),
            colours.higher.other: _side(lower, higher, colours.higher.other),
        }
        first = first_opponent(bracket, paired.result.pairs, pair[0])
        ground, criterion = self._ground(paired, pair, first)
        everyone = bracket.moved_down + bracket.residents
        return Explanation(
            board=board(field, *pair),
            white=sides[Colour.WHITE],
            black=sides[Colour.BLACK],
            bracket_score=field.players[bracket.residents[0]].score,
            bracket_players=tuple(field.players[place].number for place in everyone),
            ground=ground,
            criterion=criterion,
            first_choice=None if first is None else field.players[first].number,
            colour_rule=colours.rule,
            obstacles=tuple(
                obstacle
                for place in pair
                for other in everyone
                if other != place and (obstacle := self._obstacle(place, other)) is not None
            ),
        )

    def _ground(
        self, paired: PairedBracket, pair: tuple[int, int], first: int | None
    ) -> tuple[Reason, Criterion | None]:
        if first == pair[1]:
            return Reason.FIRST_CANDIDATE, None
        if first is not None:
            obstacle = self._obstacle(pair[0], first)
            if obstacle is not None:
                return obstacle.ground, None
        wanted = _must_float(pair[0]) if first is None else _must_meet(pair[0], first)
        other = best_if(self.field, paired.bracket, wanted)
        if other is None or (first is not None and not _has(other.pairs, pair[0], first)):
            return Reason.CRITERION, Criterion.C4
        criterion = first_difference(
            self._marks_of(paired),
            evaluate(self.field, paired.bracket, other.pairs),
        )
        return (Reason.SEQUENCE if criterion is None else Reason.CRITERION), criterion

    def _marks_of(self, paired: PairedBracket) -> Marks:
        """The marks of a bracket's pairing, counted once for all its boards."""
        residents = paired.bracket.residents
        if residents not in self._marks:
            self._marks[residents] = evaluate(self.field, paired.bracket, paired.result.pairs)
        return self._marks[residents]

    def _obstacle(self, place: int, other: int) -> Obstacle | None:
        one, two = self.field.players[place], self.field.players[other]
        if two.number in one.opponents:
            met = next(
                index
                for index, played in enumerate(self.tournament.rounds, start=1)
                if played.entry(one.number).outcome.played and played.entry(one.number).opponent == two.number
            )
            return Obstacle(one.number, two.number, Reason.MET_BEFORE, met)
        if frozenset((one.number, two.number)) in self._forbidden:
            return Obstacle(one.number, two.number, Reason.FORBIDDEN)
        if colours_clash(one, two):
            return Obstacle(one.number, two.number, Reason.COLOURS)
        return None


def first_opponent(bracket: Bracket, pairs: tuple[tuple[int, int], ...], place: int) -> int | None:
    """Whom a player meets in the first candidate with as many pairs (articles 3.2 and 3.3); None: floats."""
    moved_down = sorted(one for one, _ in pairs if one in bracket.moved_down)
    if place in moved_down:
        return bracket.residents[moved_down.index(place)]
    taken = {other for one, other in pairs if one in bracket.moved_down}
    remainder = [resident for resident in bracket.residents if resident not in taken]
    half = len(pairs) - len(moved_down)
    seat = remainder.index(place)
    if seat < half:
        return remainder[seat + half]
    return remainder[seat - half] if seat < 2 * half else None


def _side(player: Candidate, opponent: Candidate, colour: Colour) -> Side:
    floated = Float.NONE
    if player.score != opponent.score:
        floated = Float.DOWN if player.score > opponent.score else Float.UP
    return Side(
        player.number,
        player.score,
        colour,
        player.colours.preference,
        player.colours.strength,
        floated,
        player.last_float,
        player.float_before,
    )


def _has(pairs: tuple[tuple[int, int], ...], one: int, other: int) -> bool:
    return (min(one, other), max(one, other)) in pairs


class _must_meet:  # noqa: N801  (reads as the restriction it is)
    def __init__(self, one: int, other: int) -> None:
        self.pair = {one, other}

    def __call__(self, given: Weights) -> Weights:
        return Weights(
            [edge for edge in given.inside if len(self.pair.intersection(edge[:2])) != 1],
            [edge for edge in given.outside if not self.pair.intersection(edge[:2])],
        )


class _must_float:  # noqa: N801
    def __init__(self, place: int) -> None:
        self.place = place

    def __call__(self, given: Weights) -> Weights:
        return Weights([edge for edge in given.inside if self.place not in edge[:2]], given.outside)
