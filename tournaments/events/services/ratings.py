"""An event's results as the rating pools take them."""

from collections.abc import Mapping
from datetime import date
from typing import Final
from zoneinfo import ZoneInfo

from core.game_types import describe
from games.models import Visibility
from games.policies import current_visibility
from players.models import Person, SourceKind
from players.rating_lists.services.games_to_rate import GameToRate, RatingSource
from tournaments.models import Bye, ByeKind, Event, Pairing, PairingResult, Round, RoundState
from tournaments.results.selectors import FORFEITS

HALF_POINTS: Final[Mapping[str, tuple[int, int]]] = {
    PairingResult.FIRST_WINS: (2, 0),
    PairingResult.DRAW: (1, 1),
    PairingResult.SECOND_WINS: (0, 2),
    PairingResult.BOTH_LOSE: (0, 0),
    PairingResult.FIRST_WINS_BY_FORFEIT: (2, 0),
    PairingResult.SECOND_WINS_BY_FORFEIT: (0, 2),
    PairingResult.DOUBLE_FORFEIT: (0, 0),
}


# Of a game whose events say how it begins.
SETUP_OPTION: Final = "setup"


def source_key(event: Event) -> str:
    return str(event.pk)


def rating_source(event: Event) -> RatingSource:
    """One for the whole event, whatever sections it has: an event is one period."""
    return RatingSource(
        kind=SourceKind.EVENT,
        key=source_key(event),
        game=event.game,
        title=event.name,
        start=event.starts_on,
        end=event.ends_on,
        club=event.club,
        url=event.get_absolute_url(),
    )


def rating_results(event: Event) -> list[GameToRate]:
    """All games with a result, and the byes of those who were there and had no opponent. Two queries.

    Games of sections that are not rated come along, marked: a pool may choose to count them.
    """
    rounds = {"round__section__event": event, "round__state": RoundState.CLOSED}
    pairings = Pairing.objects.filter(**rounds, result__in=HALF_POINTS).select_related(
        "round__section", "first__person", "second__person", "game"
    )
    byes = Bye.objects.filter(**rounds, kind=ByeKind.PAIRING).select_related(
        "round__section", "entry__person"
    )
    games = [_game(event, pairing) for pairing in pairings.order_by("pk")]
    return games + [_bye(event, bye) for bye in byes.order_by("pk")]


def _game(event: Event, pairing: Pairing) -> GameToRate:
    first, second = HALF_POINTS[pairing.result]
    record = pairing.game
    setup = record.setup if record else str(event.option_values.get(SETUP_OPTION) or "")
    levels = (record.first_express, record.second_express) if record else _levels(event)
    # Rating lists are for everybody: what is for few would lead most readers nowhere.
    for_everybody = record if record and current_visibility(record) == Visibility.PUBLIC else pairing.round
    return GameToRate(
        key=f"{pairing.pk}",
        first=_person(pairing.first.person),
        second=_person(pairing.second.person),
        first_half_points=first,
        second_half_points=second,
        played_on=_day(event, pairing.round),
        forfeit=pairing.result in FORFEITS,
        rated=pairing.round.section.rated,
        # What was played stands in the record; without one, what the regulations say.
        first_level=levels[0],
        second_level=levels[1],
        first_setup=setup,
        second_setup=setup,
        label=_label(pairing),
        url=for_everybody.get_absolute_url(),
        archived_game=record.pk if record else None,
    )


def _levels(event: Event) -> tuple[int, int]:
    """Of the game's handicap, as the regulations have them."""
    handicap = describe(event.game).handicap
    if handicap is None:
        return 0, 0
    first, second = (int(event.option_values[key] or 0) for key in handicap.options)
    return first, second


def _bye(event: Event, bye: Bye) -> GameToRate:
    return GameToRate(
        key=f"bye-{bye.pk}",
        first=_person(bye.entry.person),
        second=None,
        first_half_points=2,
        second_half_points=0,
        played_on=_day(event, bye.round),
        rated=bye.round.section.rated,
        label=f"{bye.round.section.name}, {bye.round.number}",
    )


def _label(pairing: Pairing) -> str:
    """Section, round and board, without words: it is stored, and read in every language."""
    return f"{pairing.round.section.name}, {pairing.round.number}.{pairing.board}"[:120]


def _person(person: Person) -> int:
    return person.merged_into_id or person.pk


def _day(event: Event, round_: Round) -> date:
    """When the round was published, where the event is held; not outside the event's own days."""
    if round_.published_at is None:
        return event.ends_on
    day = round_.published_at.astimezone(ZoneInfo(event.time_zone)).date()
    return min(max(day, event.starts_on), event.ends_on)
