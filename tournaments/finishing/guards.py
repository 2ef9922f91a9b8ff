"""What keeps an event from being finished, and what its arbiter should know before."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count, Q
from django.utils.translation import gettext as _

from tournaments.models import Event, Pairing, Round, RoundState, Section
from tournaments.plain_data import number_of_rounds
from tournaments.results.states import OPEN_RESULTS, shown


@dataclass(frozen=True)
class Obstacle:
    """A sentence, and the round where it can be mended."""

    sentence: str
    round: Round


@dataclass(frozen=True)
class EarlyEnd:
    """A section with fewer rounds than were planned."""

    section: Section
    played: int
    planned: int


@dataclass(frozen=True)
class Readiness:
    obstacles: Sequence[Obstacle]
    early: Sequence[EarlyEnd]
    contradicted: int
    """Boards whose record says otherwise; nobody has to decide about them, but somebody should."""

    @property
    def is_played_out(self) -> bool:
        """All planned rounds are closed: nothing is left but to finish."""
        return not self.obstacles and not self.early


def is_played_out(event: Event) -> bool:
    return readiness(event).is_played_out


def readiness(event: Event) -> Readiness:
    """Four queries, however many sections there are."""
    ranked = Count("entries", filter=Q(entries__starting_rank__isnull=False))
    sections = list(event.sections.annotate(players=ranked).order_by("position", "pk"))
    rounds: dict[int, list[Round]] = {section.pk: [] for section in sections}
    for round_ in Round.objects.filter(section__event=event).order_by("section__position", "number"):
        section = next(each for each in sections if each.pk == round_.section_id)
        section.event, round_.section = event, section
        rounds[section.pk].append(round_)
    open_boards = _open_boards(event)
    obstacles = [
        obstacle
        for section in sections
        for round_ in rounds[section.pk]
        for obstacle in _obstacles(round_, open_boards.get(round_.pk, []))
    ]
    early = []
    for section in sections:
        players = int(getattr(section, "players", 0))
        planned = number_of_rounds(section, players)
        if players > 1 and len(rounds[section.pk]) < planned:
            early.append(EarlyEnd(section, len(rounds[section.pk]), planned))
    flagged = Pairing.objects.filter(round__section__event=event, record_contradicts=True).count()
    return Readiness(obstacles, early, flagged)


def _open_boards(event: Event) -> dict[int, list[Pairing]]:
    found: dict[int, list[Pairing]] = {}
    boards = Pairing.objects.filter(round__section__event=event, result__in=OPEN_RESULTS)
    for pairing in boards.order_by("board", "leg"):
        found.setdefault(pairing.round_id, []).append(pairing)
    return found


def _obstacles(round_: Round, open_boards: Sequence[Pairing]) -> list[Obstacle]:
    where = {"section": round_.section.name, "number": round_.number}
    if not round_.is_public:
        return [
            Obstacle(
                _("%(section)s, round %(number)d is paired, but not published: play it, or delete it.")
                % where,
                round_,
            )
        ]
    found = [
        Obstacle(
            _("%(section)s, round %(number)d, board %(board)d: %(result)s.")
            % {**where, "board": pairing.board, "result": shown(pairing.result)},
            round_,
        )
        for pairing in open_boards
    ]
    if round_.state != RoundState.CLOSED:
        found.append(Obstacle(_("%(section)s, round %(number)d is not closed.") % where, round_))
    return found
