"""One player's way through a section: opponents, colours, results, points, performance."""

from dataclasses import dataclass

from core.permissions.actors import Actor
from games.visibility.selectors import visible_game_ids
from tournaments.models import Entry, Pairing, PairingResult, Section
from tournaments.pairing import Outcome
from tournaments.presenters import colour_names
from tournaments.standings.opponents_ratings import AverageRating
from tournaments.standings.performances import PerformanceRating
from tournaments.standings.scorebook import Scorebook
from tournaments.tables.presenters.standings import describe_outcome
from tournaments.tables.selectors.standings import TableRow, table_from_data
from tournaments.tournament_data import SectionData, load_section_data


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
class CardRound:
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
    rounds: list[CardRound]
    average: int
    """Of the opponents' ratings, over the games that were played; 0 without any."""
    performance: int


def present_player_card(section: Section, number: int, actor: Actor) -> PlayerCard | None:
    """None for a number that nobody has. Five queries, and two more if the event is finished."""
    data = load_section_data(section)
    if number not in data.entries:
        return None
    book = Scorebook(data.tournament)
    table = table_from_data(data)
    return PlayerCard(
        entry=data.entries[number],
        row=next(row for row in table.rows if row.number == number),
        rounds=_card_rounds(data, number, actor),
        average=AverageRating().values(book, ())[number],
        performance=PerformanceRating().values(book, ())[number],
    )


def _card_rounds(data: SectionData, number: int, actor: Actor) -> list[CardRound]:
    own = {
        each.number: [
            pairing
            for pairing in data.pairings.get(each.number, ())
            if number in (pairing.first.starting_rank, pairing.second.starting_rank)
        ]
        for each in data.rounds
    }
    records = [pairing.game_id for pairings in own.values() for pairing in pairings if pairing.game_id]
    seen = visible_game_ids(actor, records)
    system = data.tournament.point_system
    colours = colour_names(data.section.event)
    rounds, total = [], 0
    for each, entry in zip(data.rounds, data.tournament.entries(number), strict=True):
        points = system.points(entry.outcome)
        total += points
        rounds.append(
            CardRound(
                number=each.number,
                opponent=data.entries[entry.opponent] if entry.opponent else None,
                outcome=describe_outcome(entry.outcome),
                points="" if entry.outcome is Outcome.PENDING else system.text(points),
                total=system.text(total),
                games=[_played_game(pairing, number, colours, seen) for pairing in own[each.number]],
            )
        )
    return rounds


def _played_game(pairing: Pairing, number: int, colours: tuple[str, str], seen: set[int]) -> PlayedGame:
    first = pairing.first.starting_rank == number
    return PlayedGame(
        pairing=pairing.pk,
        board=pairing.board,
        colour=colours[0 if first else 1],
        result=str(PairingResult(pairing.result).label) if pairing.result else "",
        game=pairing.game_id if pairing.game_id in seen else None,
    )
