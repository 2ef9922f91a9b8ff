"""Ratings of a section: score and expected score against rated opponents, performance, and what the list made of it."""

from dataclasses import dataclass

from django.utils.formats import number_format

from players.models import LedgerLine, RatedPeriod, ResultSource, SourceKind
from players.ratings.fide_rules import expected_percent
from tournaments.models import Entry, Event, Section
from tournaments.models.section import HALF_POINTS
from tournaments.pairing import Outcome
from tournaments.standings.performances import PerformanceRating
from tournaments.standings.scorebook import Scorebook
from tournaments.tables.selectors.standings import table_from_data
from tournaments.tournament_data import SectionData, load_section_data

_SCORE = {Outcome.WIN: 2, Outcome.DRAW: 1, Outcome.LOSS: 0}


@dataclass(frozen=True)
class RatingRow:
    """Scores in hundredths of a game, over games on the board against rated opponents; None without any."""

    rank: int
    number: int
    entry: Entry
    games: int
    score: int | None
    expected: int | None
    performance: int
    change: int | None
    """Of the rating on the list that the event was rated for; None as long as it was not."""

    @property
    def score_text(self) -> str:
        return "" if self.score is None else HALF_POINTS.text(self.score // 50)

    @property
    def expected_text(self) -> str:
        return "" if self.expected is None else number_format(self.expected / 100, 2)

    @property
    def difference_text(self) -> str:
        if self.score is None or self.expected is None:
            return ""
        difference = self.score - self.expected
        return f"{'+' if difference >= 0 else ''}{number_format(difference / 100, 2)}"

    @property
    def change_text(self) -> str:
        return "" if self.change is None else f"{self.change:+d}"


def present_rating_report(section: Section) -> list[RatingRow]:
    """In the order of the table. Nine queries at most."""
    data = load_section_data(section)
    performance = PerformanceRating().values(Scorebook(data.tournament), ())
    changes = rating_changes(section.event)
    rows = []
    for row in table_from_data(data).rows:
        games, score, expected = _against_rated(data, row.number)
        person = row.entry.person
        rows.append(
            RatingRow(
                row.rank,
                row.number,
                row.entry,
                games,
                score if games else None,
                expected if games and row.entry.rating else None,
                performance.get(row.number, 0),
                changes.get(person.merged_into_id or person.pk) if person.listed else None,
            )
        )
    return rows


def _against_rated(data: SectionData, number: int) -> tuple[int, int, int]:
    """Games, score and expected score by FIDE's table 8.1.2."""
    own = data.entries[number].rating
    games = score = expected = 0
    for entry in data.tournament.entries(number):
        if entry.outcome not in _SCORE or not entry.opponent:
            continue
        rating = data.entries[entry.opponent].rating
        if not rating:
            continue
        games += 1
        score += 50 * _SCORE[entry.outcome]
        expected += expected_percent(own - rating)
    return games, score, expected


def rating_changes(event: Event) -> dict[int, int]:
    """By the ids of people, on the first list, the club's before others, that took this event as a period of its own.

    Three queries at most.
    """
    source = ResultSource.objects.filter(kind=SourceKind.EVENT, key=str(event.pk), taken_back_at=None).first()
    if source is None:
        return {}
    periods = RatedPeriod.objects.filter(pool__game=event.game, until_version=None, end=event.ends_on)
    periods = periods.filter(pool__club=event.club_id) | periods.filter(pool__club=None)
    alone = [period for period in periods.select_related("pool") if period.sources == [source.pk]]
    if not alone:
        return {}
    chosen = min(alone, key=lambda period: (period.pool.club_id is None, period.pool.name, period.pool_id))
    lines = LedgerLine.objects.filter(period=chosen)
    values = lines.values_list("player", "rating_before", "rating_after")
    return {
        player: round(after) - round(before)
        for player, before, after in values
        if before is not None and after is not None
    }
