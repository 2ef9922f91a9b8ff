"""The plain data of a tournament: players, rounds, what a round brought each player, and points.

Pairing, standings and the report files all speak in these nouns. Everything is frozen. A player is known
by the tournament pairing number (TPN): 1 is the highest in the starting order. Points are integers in the
event's own unit, half points unless the event says otherwise; see :class:`PointSystem`.

>>> round_one = Round.of([Game(1, 3, BoardResult.WHITE_WINS), Game(4, 2, BoardResult.DRAW)],
...                      {5: Outcome.PAIRING_BYE})
>>> event = Tournament(players=tuple(Player(number) for number in range(1, 6)), rounds=(round_one,))
>>> [event.points(number) for number in event.numbers]
[2, 1, 0, 1, 2]
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cached_property
from types import MappingProxyType


class Colour(Enum):
    WHITE = "w"
    BLACK = "b"

    @property
    def other(self) -> Colour:
        return Colour.BLACK if self is Colour.WHITE else Colour.WHITE


class Outcome(Enum):
    """What one round brought one player. Closed set; exactly one for each player and round."""

    WIN = "win"
    DRAW = "draw"
    LOSS = "loss"
    PENDING = "pending"
    """Paired, but the result is not known: still being played, or adjourned."""
    FORFEIT_WIN = "forfeit win"
    """Paired, the opponent did not come."""
    FORFEIT_LOSS = "forfeit loss"
    """Paired, did not come; both players of a double forfeit have this outcome."""
    PAIRING_BYE = "pairing-allocated bye"
    """The odd one out of the round (PAB)."""
    FULL_POINT_BYE = "full-point bye"
    HALF_POINT_BYE = "half-point bye"
    ZERO_POINT_BYE = "zero-point bye"
    """Not paired at the player's own wish, with notice."""
    ABSENT = "absent"
    """Not in the tournament in this round: not yet entered, or withdrawn."""

    @property
    def played(self) -> bool:
        """Whether a game was played over the board (it counts for colours and for having met)."""
        return self in _PLAYED

    @property
    def paired(self) -> bool:
        """Whether the round's pairing named an opponent."""
        return self in _PAIRED

    @property
    def bye(self) -> bool:
        return self in _BYES


_PLAYED = frozenset({Outcome.WIN, Outcome.DRAW, Outcome.LOSS, Outcome.PENDING})
_PAIRED = _PLAYED | {Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS}
_BYES = frozenset(
    {Outcome.PAIRING_BYE, Outcome.FULL_POINT_BYE, Outcome.HALF_POINT_BYE, Outcome.ZERO_POINT_BYE}
)


class BoardResult(Enum):
    """The result of a game as both players' outcomes. Any other combination is an arbiter's decision
    and is written as two entries of its own."""

    WHITE_WINS = (Outcome.WIN, Outcome.LOSS)
    DRAW = (Outcome.DRAW, Outcome.DRAW)
    BLACK_WINS = (Outcome.LOSS, Outcome.WIN)
    BOTH_LOSE = (Outcome.LOSS, Outcome.LOSS)
    PENDING = (Outcome.PENDING, Outcome.PENDING)
    WHITE_WINS_BY_FORFEIT = (Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS)
    BLACK_WINS_BY_FORFEIT = (Outcome.FORFEIT_LOSS, Outcome.FORFEIT_WIN)
    DOUBLE_FORFEIT = (Outcome.FORFEIT_LOSS, Outcome.FORFEIT_LOSS)

    @property
    def white(self) -> Outcome:
        return self.value[0]

    @property
    def black(self) -> Outcome:
        return self.value[1]


@dataclass(frozen=True, slots=True)
class Player:
    """A participant. Only the number matters to the pairing; the club only where clubs are kept apart."""

    number: int
    name: str = ""
    rating: int = 0
    title: str = ""
    federation: str = ""
    club: str = ""


@dataclass(frozen=True, slots=True)
class Entry:
    """One player's line of one round. Opponent and colour are those of the pairing, also of a forfeit."""

    outcome: Outcome
    opponent: int | None = None
    colour: Colour | None = None
    rated: bool = True

    def __post_init__(self) -> None:
        if self.outcome.paired and self.opponent is None:
            raise ValueError(f"a {self.outcome.value} needs an opponent")
        if not self.outcome.paired and (self.opponent is not None or self.colour is not None):
            raise ValueError(
                f"a player with the outcome '{self.outcome.value}' has no opponent and no colour"
            )


ABSENT = Entry(Outcome.ABSENT)


@dataclass(frozen=True, slots=True)
class Game:
    """A pairing with its result, seen from the board."""

    white: int
    black: int
    result: BoardResult = BoardResult.PENDING
    rated: bool = True


@dataclass(frozen=True)
class Round:
    """What a round brought each player. A player without an entry was absent."""

    entries: Mapping[int, Entry] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "entries", MappingProxyType(dict(self.entries)))

    @classmethod
    def of(cls, games: Iterable[Game], others: Mapping[int, Outcome] | None = None) -> Round:
        """A round from its games and the outcomes of those who had none."""
        entries: dict[int, Entry] = {}
        for game in games:
            white = Entry(game.result.white, game.black, Colour.WHITE, game.rated)
            black = Entry(game.result.black, game.white, Colour.BLACK, game.rated)
            for number, entry in ((game.white, white), (game.black, black)):
                if number in entries:
                    raise ValueError(f"player {number} is on two boards of one round")
                entries[number] = entry
        for number, outcome in (others or {}).items():
            if number in entries:
                raise ValueError(f"player {number} has a game and is '{outcome.value}' in one round")
            entries[number] = Entry(outcome)
        return cls(entries)

    def entry(self, number: int) -> Entry:
        return self.entries.get(number, ABSENT)


@dataclass(frozen=True, slots=True)
class PointSystem:
    """What each outcome is worth, as integers. `unit` of them make one point on paper.

    The default counts 1–½–0 in half points. 3–1–0 is ``PointSystem.of(3, 1, 0)``.
    """

    win: int = 2
    draw: int = 1
    loss: int = 0
    forfeit_win: int = 2
    forfeit_loss: int = 0
    pairing_bye: int = 2
    full_point_bye: int = 2
    half_point_bye: int = 1
    zero_point_bye: int = 0
    absent: int = 0
    unit: int = 2

    @classmethod
    def of(
        cls, win: int, draw: int, loss: int, *, pairing_bye: int | None = None, unit: int = 1
    ) -> PointSystem:
        """A system of wins, draws and losses; byes and forfeits follow, an absence earns nothing."""
        return cls(
            win=win,
            draw=draw,
            loss=loss,
            forfeit_win=win,
            forfeit_loss=0,
            pairing_bye=win if pairing_bye is None else pairing_bye,
            full_point_bye=win,
            half_point_bye=draw,
            zero_point_bye=0,
            absent=0,
            unit=unit,
        )

    def points(self, outcome: Outcome) -> int:
        """A pending game is worth nothing yet."""
        match outcome:
            case Outcome.WIN:
                return self.win
            case Outcome.DRAW:
                return self.draw
            case Outcome.LOSS:
                return self.loss
            case Outcome.PENDING:
                return 0
            case Outcome.FORFEIT_WIN:
                return self.forfeit_win
            case Outcome.FORFEIT_LOSS:
                return self.forfeit_loss
            case Outcome.PAIRING_BYE:
                return self.pairing_bye
            case Outcome.FULL_POINT_BYE:
                return self.full_point_bye
            case Outcome.HALF_POINT_BYE:
                return self.half_point_bye
            case Outcome.ZERO_POINT_BYE:
                return self.zero_point_bye
            case Outcome.ABSENT:
                return self.absent

    def text(self, points: int) -> str:
        """Points as people write them: ``text(5)`` is ``2½`` in half points, ``5`` in whole ones."""
        whole, rest = divmod(abs(points), self.unit)
        sign = "-" if points < 0 else ""
        if rest == 0:
            return f"{sign}{whole}"
        if rest * 2 == self.unit:
            return f"{sign}{whole or ''}½"
        return f"{sign}{abs(points) / self.unit:g}"


@dataclass(frozen=True, slots=True)
class Acceleration:
    """Virtual points, for the pairing only, of the players first..last in the rounds first..last."""

    points: int
    first_round: int
    last_round: int
    first_player: int
    last_player: int

    def applies(self, number: int, round_number: int) -> bool:
        return (
            self.first_round <= round_number <= self.last_round
            and self.first_player <= number <= self.last_player
        )


@dataclass(frozen=True, slots=True)
class ProhibitedGroup:
    """Players of whom no two may meet in the rounds first..last."""

    players: tuple[int, ...]
    first_round: int = 1
    last_round: int = 10_000


@dataclass(frozen=True)
class Tournament:
    """A tournament up to its latest round. Rounds are counted from 1."""

    players: tuple[Player, ...]
    rounds: tuple[Round, ...] = ()
    planned_rounds: int | None = None
    """How many rounds the tournament has; None: not declared."""
    point_system: PointSystem = field(default_factory=PointSystem)
    initial_colour: Colour | None = None
    """The colour drawn by lot for number 1 (article 5.1); None: as the first round shows, else White."""
    accelerations: tuple[Acceleration, ...] = ()
    prohibited: tuple[ProhibitedGroup, ...] = ()
    name: str = ""

    def __post_init__(self) -> None:
        numbers = [player.number for player in self.players]
        twice = [number for number, times in Counter(numbers).items() if times > 1]
        if twice:
            raise ValueError(f"the number {twice[0]} is given to two players")
        known = set(numbers)
        for index, played in enumerate(self.rounds, start=1):
            for number, entry in played.entries.items():
                if number not in known:
                    raise ValueError(
                        f"round {index} has an entry of player {number}, who is not in the tournament"
                    )
                if entry.opponent is not None and entry.opponent not in known:
                    raise ValueError(
                        f"in round {index} player {number} meets {entry.opponent}, not in the tournament"
                    )

    @cached_property
    def by_number(self) -> Mapping[int, Player]:
        return MappingProxyType({player.number: player for player in self.players})

    @property
    def numbers(self) -> tuple[int, ...]:
        """The players' numbers in starting order."""
        return tuple(sorted(player.number for player in self.players))

    def player(self, number: int) -> Player:
        return self.by_number[number]

    def entries(self, number: int) -> tuple[Entry, ...]:
        """One player's way through the rounds."""
        return tuple(played.entry(number) for played in self.rounds)

    def points(self, number: int, after: int | None = None) -> int:
        """A player's points after so many rounds (all of them by default), without virtual points."""
        rounds = self.rounds if after is None else self.rounds[:after]
        return sum(self.point_system.points(played.entry(number).outcome) for played in rounds)

    def virtual_points(self, number: int, round_number: int) -> int:
        return sum(each.points for each in self.accelerations if each.applies(number, round_number))

    def before(self, round_number: int) -> Tournament:
        """The tournament as it stood when that round was to be paired."""
        return replace(self, rounds=self.rounds[: round_number - 1])
