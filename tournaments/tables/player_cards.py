"""One player's way through a section: opponents, colours, results, points, performance."""

from dataclasses import dataclass

from games.reading.visible import visible_games
from players.permissions import Actor
from tournaments.models import Entry, Pairing, PairingResult, Section
from tournaments.pairing import Outcome
from tournaments.plain_data import SectionData, section_data
from tournaments.standings.opponents_ratings import AverageRating, PerformanceRating
from tournaments.standings.scorebook import Scorebook
from tournaments.tables.freezing import TableRow, table_from
from tournaments.tables.words import colours_of, outcome_in_words


@dataclass(frozen=True)
class PlayedGame:
    """One game of a round, seen from the player: more than one in a match."""

    pairing: int
    board: int
    colour: str
    result: str
    game: int | None
    """The id of the record, if there is one and the viewer may see it."""


@dataclass(frozen=True)
class RoundOfCard:
    number: int
    opponent: Entry | None
    outcome: str
    points: str
    total: str
    games: list[PlayedGame]


@dataclass(frozen=True)
class PlayerCard:
    entry: Entry
    row: TableRow
    rounds: list[RoundOfCard]
    average: int
    """Of the opponents' ratings, over the games that were played; 0 without any."""
    performance: int


def player_card(section: Section, number: int, actor: Actor) -> PlayerCard | None:
    """None for a number that nobody has. Five queries, and two more if the event is finished."""
    data = section_data(section)
    if number not in data.entries:
        return None
    book = Scorebook(data.tournament)
    table = table_from(data)
    return PlayerCard(
        entry=data.entries[number],
        row=next(row for row in table.rows if row.number == number),
        rounds=_rounds(data, number, actor),
        average=AverageRating().values(book, ())[number],
        performance=PerformanceRating().values(book, ())[number],
    )


def _rounds(data: SectionData, number: int, actor: Actor) -> list[RoundOfCard]:
    own = {
        each.number: [
            pairing
            for pairing in data.pairings.get(each.number, ())
            if number in (pairing.first.starting_rank, pairing.second.starting_rank)
        ]
        for each in data.rounds
    }
    records = [pairing.game_id for pairings in own.values() for pairing in pairings if pairing.game_id]
    seen = set(visible_games(actor).filter(pk__in=records).values_list("pk", flat=True)) if records else set()
    system = data.tournament.point_system
    colours = colours_of(data.section.event)
    rounds, total = [], 0
    for each, entry in zip(data.rounds, data.tournament.entries(number), strict=True):
        points = system.points(entry.outcome)
        total += points
        rounds.append(
            RoundOfCard(
                number=each.number,
                opponent=data.entries[entry.opponent] if entry.opponent else None,
                outcome=outcome_in_words(entry.outcome),
                points="" if entry.outcome is Outcome.PENDING else system.text(points),
                total=system.text(total),
                games=[_played(pairing, number, colours, seen) for pairing in own[each.number]],
            )
        )
    return rounds


def _played(pairing: Pairing, number: int, colours: tuple[str, str], seen: set[int]) -> PlayedGame:
    first = pairing.first.starting_rank == number
    return PlayedGame(
        pairing=pairing.pk,
        board=pairing.board,
        colour=colours[0 if first else 1],
        result=str(PairingResult(pairing.result).label) if pairing.result else "",
        game=pairing.game_id if pairing.game_id in seen else None,
    )
