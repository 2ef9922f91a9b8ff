"""A section in the middle of a tournament day, the steps an arbiter takes there, and browsers to look at it."""

from django.test import Client
from django.urls import reverse

from players.models import User
from tests.jobs.job_runner import run_jobs
from tests.tournaments.builders import make_event, make_section
from tournaments.models import Bye, Event, EventState, Pairing, ResultOrigin, Round, Section
from tournaments.rounds.services.order import order_round
from tournaments.rounds.services.publication import publish_round


def running_event(**fields: object) -> Event:
    return make_event(state=EventState.RUNNING, **fields)


def running_section(players: int = 6, **fields: object) -> Section:
    """The colour of number 1 is the first one, unless the lot is asked for."""
    return make_section(running_event(), players=players, **({"first_colour": "w"} | fields))


def pair_round(section: Section, actor: User, *, number: int | None = None) -> Round:
    number = number or section.rounds.count() + 1
    round_ = order_round(actor=actor, section=section, number=number, despite_warning=True)
    run_jobs()
    return Round.objects.get(pk=round_.pk)


def publish_next_round(section: Section, actor: User) -> Round:
    return publish_round(actor=actor, round=pair_round(section, actor), seen=None)


def board_ranks(round_: Round) -> list[tuple[int | None, int | None]]:
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


def browser_of(account: User) -> Client:
    client = Client()
    client.force_login(account, backend="django.contrib.auth.backends.ModelBackend")
    return client


def round_url(name: str, round_: Round, *more: object) -> str:
    return reverse(name, args=[round_.section.event_id, round_.section_id, round_.number, *more])


def get_text(client: Client, path: str, **headers: str) -> str:
    response = client.get(path, headers=headers)
    assert response.status_code == 200, path
    return " ".join(response.content.decode().split())
