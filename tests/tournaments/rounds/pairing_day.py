"""A section in the middle of a tournament day, and the steps an arbiter takes there."""

from players.models import User
from tests.games.working import work_until_done
from tests.tournaments.events import make_event, make_section
from tournaments.models import Bye, Event, EventState, Pairing, ResultOrigin, Round, Section
from tournaments.rounds.ordering import order_round
from tournaments.rounds.publishing import publish_round


def running_event(**fields: object) -> Event:
    return make_event(state=EventState.RUNNING, **fields)


def running_section(players: int = 6, **fields: object) -> Section:
    """The colour of number 1 is the first one, unless the lot is asked for."""
    return make_section(running_event(), players=players, **({"first_colour": "w"} | fields))


def paired(section: Section, actor: User, *, number: int | None = None) -> Round:
    number = number or section.rounds.count() + 1
    round_ = order_round(actor=actor, section=section, number=number, despite_warning=True)
    work_until_done()
    return Round.objects.get(pk=round_.pk)


def published(section: Section, actor: User) -> Round:
    return publish_round(actor=actor, round=paired(section, actor), seen=None)


def boards(round_: Round) -> list[tuple[int | None, int | None]]:
    """Starting ranks of those who meet, in the order of boards, games and the match for the third place."""
    return [
        (pairing.first.starting_rank, pairing.second.starting_rank)
        for pairing in Pairing.objects.filter(round=round_)
        .select_related("first", "second")
        .order_by("third_place", "board", "leg")
    ]


def byes(round_: Round) -> dict[int | None, str]:
    return {
        bye.entry.starting_rank: bye.kind for bye in Bye.objects.filter(round=round_).select_related("entry")
    }


def enter_results(round_: Round, *results: str) -> None:
    """In the order of boards and games; as rows, because entering them is another part's subject."""
    pairings = Pairing.objects.filter(round=round_, result="").order_by("third_place", "board", "leg")
    for pairing, result in zip(list(pairings), results, strict=False):
        pairing.result, pairing.origin = result, ResultOrigin.ARBITER if result else ""
        pairing.save()
