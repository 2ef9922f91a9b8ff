"""Reading rounds for everybody: lists by board and by name, and which round is the current one.

A round that is not published is in none of these, unless its caller has asked whether the viewer may see it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from django.db.models import Count, Q

from tournaments.lean_reading import ranked_players, read_tournament
from tournaments.models import Bye, ByeKind, Entry, Pairing, PairingResult, Round, RoundState, Section
from tournaments.plain_data import point_system

PUBLIC: Final = (RoundState.PUBLISHED, RoundState.CLOSED)
# What the lists show of a game and its players.
SHOWN: Final = (
    *("round", "third_place", "board", "leg", "result"),
    *(
        f"{side}__{field}"
        for side in ("first", "second")
        for field in ("section", "person__name", "person__sort_name", "person__sort_key")
    ),
)


@dataclass(frozen=True)
class BoardLine:
    """One game of the round. `points` are those before the round, as people write them."""

    pairing: Pairing
    first_points: str = ""
    second_points: str = ""
    of_a_match: bool = False

    @property
    def first(self) -> Entry:
        return self.pairing.first

    @property
    def second(self) -> Entry:
        return self.pairing.second


@dataclass(frozen=True)
class NameLine:
    """One player's line, found by name: the board, the colour and the opponent, or why there is none."""

    entry: Entry
    pairing: Pairing | None = None
    bye: Bye | None = None

    @property
    def is_first(self) -> bool:
        return self.pairing is not None and self.pairing.first_id == self.entry.pk

    @property
    def opponent(self) -> Entry | None:
        if self.pairing is None:
            return None
        return self.pairing.second if self.is_first else self.pairing.first


@dataclass(frozen=True)
class RoundCount:
    round: Round
    games: int
    missing: int

    @property
    def done(self) -> int:
        return self.games - self.missing


@dataclass(frozen=True)
class RoundList:
    round: Round
    boards: list[BoardLine]
    byes: list[Bye]
    missing: int = 0
    """Games without a result."""
    names: list[NameLine] = field(default_factory=list)

    @property
    def is_of_matches(self) -> bool:
        return any(line.of_a_match for line in self.boards)


def public_rounds(section: Section) -> list[Round]:
    """The published rounds in order. One query."""
    rounds = list(Round.objects.filter(section=section, state__in=PUBLIC).order_by("number"))
    for round_ in rounds:
        round_.section = section
    return rounds


def rounds_with_counts(section: Section, *, drafts: bool = False) -> list[RoundCount]:
    """The rounds in order; those that are not published only for arbiters. Two queries."""
    rounds = Round.objects.filter(section=section).order_by("number")
    if not drafts:
        rounds = rounds.filter(state__in=PUBLIC)
    counted = Pairing.objects.filter(round__section=section).order_by().values("round")
    games = {
        row["round"]: (row["games"], row["missing"])
        for row in counted.annotate(
            games=Count("pk"), missing=Count("pk", filter=Q(result=PairingResult.NONE))
        )
    }
    found = []
    for round_ in rounds:
        round_.section = section
        found.append(RoundCount(round_, *games.get(round_.pk, (0, 0))))
    return found


def current_round(section: Section) -> Round | None:
    """The latest that is published. One query."""
    found = Round.objects.filter(section=section, state__in=PUBLIC).order_by("number").last()
    if found is not None:
        found.section = section
    return found


def round_list(round_: Round, *, by_name: bool = False) -> RoundList:
    """Two queries, and four for the points before the round."""
    points = points_before(round_)
    pairings = list(
        Pairing.objects.filter(round=round_)
        .select_related("first__person", "second__person")
        .only(*SHOWN)
        .order_by("third_place", "board", "leg")
    )
    games = {(pairing.third_place, pairing.board) for pairing in pairings}
    of_matches = len(games) < len(pairings)
    boards = []
    for pairing in pairings:
        pairing.round = round_
        boards.append(
            BoardLine(
                pairing, points.get(pairing.first_id, ""), points.get(pairing.second_id, ""), of_matches
            )
        )
    byes = list(
        Bye.objects.filter(round=round_).select_related("entry__person").order_by("entry__starting_rank")
    )
    byes.sort(key=lambda bye: bye.kind != ByeKind.PAIRING)
    missing = sum(pairing.result == PairingResult.NONE for pairing in pairings)
    names = _by_name(pairings, byes) if by_name else []
    return RoundList(round_, boards, byes, missing, names)


def points_before(round_: Round) -> Mapping[int, str]:
    """By the ids of entries. Four queries."""
    players = ranked_players(round_.section)
    tournament = read_tournament(round_.section, players, before=round_.number)
    text = point_system(round_.section).text
    return {player.entry: text(tournament.points(player.rank)) for player in players}


def line_of(entry: Entry, round_: Round) -> NameLine:
    """One player in a round. Two queries."""
    pairing = (
        Pairing.objects.filter(Q(first=entry) | Q(second=entry), round=round_)
        .select_related("first__person", "second__person")
        .order_by("-leg")
    )
    # Of a match the game that is still to be played, or the last one.
    games = list(pairing)
    open_games = [game for game in reversed(games) if game.result == PairingResult.NONE]
    if games:
        return NameLine(entry, (open_games or games)[0])
    return NameLine(entry, None, Bye.objects.filter(round=round_, entry=entry).first())


def _by_name(pairings: list[Pairing], byes: list[Bye]) -> list[NameLine]:
    lines = [NameLine(entry, pairing) for pairing in pairings for entry in (pairing.first, pairing.second)]
    lines += [NameLine(bye.entry, None, bye) for bye in byes]
    return sorted(
        lines,
        key=lambda line: (
            line.entry.person.sort_key,
            line.entry.pk,
            line.pairing.leg if line.pairing else 0,
        ),
    )
