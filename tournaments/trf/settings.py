"""The lines that tell a pairing program what the results alone do not: rounds, colours, byes, limits.

Both generations are read: the numbered records of TRF26 and the XX? extensions that grew on TRF16.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction

from tournaments.pairing.tournament import Acceleration, Colour, Outcome, PointSystem, ProhibitedGroup
from tournaments.trf.columns import Columns, decimal_points, whole_number
from tournaments.trf.lines import TrfLine
from tournaments.trf.point_values import LINE_2026, LINE_EXTENSION, LINES_OF_ONE_VALUE, PointValues

TO_THE_END = 999
"""The last round of a prohibition that holds for the whole tournament."""
BYES = {"F": Outcome.FULL_POINT_BYE, "H": Outcome.HALF_POINT_BYE, "Z": Outcome.ZERO_POINT_BYE}
# In a team tournament the numbers in these lines are teams, which are none of our business.
_OF_TEAMS_TOO = frozenset({"240", "250", "260"})
_TEAM_LINE = "310"


@dataclass(frozen=True, slots=True)
class _VirtualPoints:
    points: Fraction
    first_round: int
    last_round: int
    first_player: int
    last_player: int


@dataclass
class Settings:
    """What the lines add up to."""

    planned_rounds: int | None = None
    initial_colour: Colour | None = None
    point_system: PointSystem = field(default_factory=PointSystem)
    accelerations: tuple[Acceleration, ...] = ()
    prohibited: tuple[ProhibitedGroup, ...] = ()
    byes: dict[int, dict[int, Outcome]] = field(default_factory=dict)
    """Byes asked for, by round and player."""
    absent_next: tuple[int, ...] = ()
    """Players who miss the round that is to be paired (XXZ)."""


def read_settings(lines: Iterable[tuple[int, TrfLine]], players: frozenset[int]) -> Settings:
    numbered = list(lines)
    teams = any(line.code == _TEAM_LINE for _, line in numbered)
    reader = _Reader(players)
    for number, line in numbered:
        read = reader.records.get(line.code)
        if read is not None and not (teams and line.code in _OF_TEAMS_TOO):
            read(Columns(number, line.text))
    return reader.settings()


def settings_codes() -> frozenset[str]:
    """The codes of the lines that `read_settings` understands."""
    return frozenset(_Reader(frozenset()).records)


class _Reader:
    def __init__(self, players: frozenset[int]) -> None:
        self._players = players
        self._settings = Settings()
        self._values = PointValues()
        self._virtual: list[_VirtualPoints] = []
        self._prohibited: list[ProhibitedGroup] = []
        self._absent_next: list[int] = []
        self.records = {
            "142": self._rounds,
            "XXR": self._rounds,
            "152": self._colour,
            "XXC": self._configuration,
            LINE_2026: self._values.read_2026,
            LINE_EXTENSION: self._values.read_extension,
            **dict.fromkeys(LINES_OF_ONE_VALUE, self._values.read_one_value),
            "240": self._byes,
            "XXZ": self._absences,
            "250": self._acceleration,
            "XXA": self._acceleration_of_a_player,
            "260": self._prohibition,
            "XXP": self._prohibition_for_ever,
        }

    def settings(self) -> Settings:
        result = self._settings
        result.point_system = self._values.system(each.points for each in self._virtual)
        unit = result.point_system.unit
        result.accelerations = tuple(
            Acceleration(
                points=int(each.points * unit),
                first_round=each.first_round,
                last_round=each.last_round,
                first_player=each.first_player,
                last_player=each.last_player,
            )
            for each in self._virtual
        )
        result.prohibited = tuple(self._prohibited)
        result.absent_next = tuple(self._absent_next)
        return result

    def _rounds(self, columns: Columns) -> None:
        tokens = columns.tokens(4)
        if not tokens:
            return
        column, token = tokens[0]
        rounds = whole_number(token)
        if rounds is None:
            columns.fail(f"the number of rounds should be a whole number, not {token[:20]!r}", column)
        self._settings.planned_rounds = rounds or None

    def _colour(self, columns: Columns) -> None:
        for column, token in columns.tokens(4)[:1]:
            colours = {"W": Colour.WHITE, "B": Colour.BLACK}
            if token.upper() not in colours:
                columns.fail(f"the initial colour should be W or B, not {token[:20]!r}", column)
            self._settings.initial_colour = colours[token.upper()]

    def _configuration(self, columns: Columns) -> None:
        """The colour. The word `rank` says which numbers the players have: see `pairing_numbers`."""
        colours = {"white1": Colour.WHITE, "black1": Colour.BLACK}
        for _, token in columns.tokens(4):
            self._settings.initial_colour = colours.get(token.lower(), self._settings.initial_colour)

    def _byes(self, columns: Columns) -> None:
        letter = columns.words(5, 5).upper()
        if letter not in BYES:
            columns.fail(f"the kind of bye should be F, H or Z, not {letter!r}", 5)
        round_number = columns.whole(7, 9, "the round")
        if not round_number:
            columns.fail("a bye needs its round in the columns 7 to 9", 7)
        for player in self._known(columns, 11):
            self._settings.byes.setdefault(round_number, {})[player] = BYES[letter]

    def _absences(self, columns: Columns) -> None:
        self._absent_next += self._known(columns, 4)

    def _acceleration(self, columns: Columns) -> None:
        points = columns.points(10, 13, "the virtual points")
        first_round = columns.whole(15, 17, "the first round")
        last_round = columns.whole(19, 21, "the last round") or first_round
        first_player = columns.whole(23, 26, "the first player")
        last_player = columns.whole(28, 31, "the last player") or first_player
        if points is None:
            columns.fail("an acceleration needs its points in the columns 10 to 13", 10)
        if not first_round or not last_round:
            columns.fail("an acceleration needs its first round in the columns 15 to 17", 15)
        if not first_player or not last_player:
            columns.fail("an acceleration needs its first player in the columns 23 to 26", 23)
        self._virtual.append(_VirtualPoints(points, first_round, last_round, first_player, last_player))

    def _acceleration_of_a_player(self, columns: Columns) -> None:
        number = columns.whole(5, 8, "the player's number")
        if not number or number not in self._players:
            columns.fail("an acceleration needs the number of a player of this file in the columns 5 to 8", 5)
        for index, (column, token) in enumerate(columns.tokens(9), start=1):
            points = decimal_points(token)
            if points is None:
                columns.fail(f"virtual points should be such as 1.0, not {token[:20]!r}", column)
            if points:
                self._extend(number, index, points)

    def _extend(self, number: int, round_number: int, points: Fraction) -> None:
        """Rounds in a row with the same virtual points become one acceleration."""
        last = self._virtual[-1] if self._virtual else None
        if last == _VirtualPoints(points, last.first_round if last else 0, round_number - 1, number, number):
            first = self._virtual.pop().first_round
            self._virtual.append(_VirtualPoints(points, first, round_number, number, number))
        else:
            self._virtual.append(_VirtualPoints(points, round_number, round_number, number, number))

    def _prohibition(self, columns: Columns) -> None:
        first = columns.whole(5, 7, "the first round")
        last = columns.whole(9, 11, "the last round") or first
        if not first or not last:
            columns.fail("a prohibition needs its first round in the columns 5 to 7", 5)
        group = tuple(self._known(columns, 12))
        if last == TO_THE_END:
            self._prohibited.append(ProhibitedGroup(group, first))
        else:
            self._prohibited.append(ProhibitedGroup(group, first, last))

    def _prohibition_for_ever(self, columns: Columns) -> None:
        self._prohibited.append(ProhibitedGroup(tuple(self._known(columns, 4))))

    def _known(self, columns: Columns, first: int) -> list[int]:
        """Numbers of players from a column on, all of whom must have a line of their own."""
        known: list[int] = []
        for column, token in columns.tokens(first):
            number = whole_number(token)
            if number is None:
                columns.fail(f"a player's number is expected here, not {token[:20]!r}", column)
            if number not in self._players:
                columns.fail(f"there is no player {number} in this file", column)
            known.append(number)
        return known
