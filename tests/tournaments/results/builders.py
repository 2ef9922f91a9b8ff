"""Events in which games are being played, records of these games, and who enters results, for the tests."""

from django.utils import timezone

from games.models import Upload
from games.submissions.services.uploads import submit_text
from players.models import Club, User
from tests.games.records import BARRAGOON
from tests.jobs.job_runner import run_jobs
from tests.tournaments.builders import make_account, make_event, make_round, make_section
from tournaments.event_records import target_pairing
from tournaments.models import Entry, Event, EventState, Pairing, RoundState, Section

FOUR = [(1, 3, ""), (4, 2, "")]


def running_section(players: int = 4, **fields: object) -> Section:
    """Of an event that has begun, with its starting ranks."""
    return make_section(make_event(state=EventState.RUNNING, **fields), players=players)


def board_of(
    section: Section,
    number: int = 1,
    board: int = 1,
    boards: list[tuple[int, int, str]] | None = None,
    state: RoundState = RoundState.PUBLISHED,
) -> Pairing:
    """A board of a round; the round is made if it is not there yet."""
    if not section.rounds.filter(number=number).exists():
        make_round(section, number, boards or FOUR, state=state)
    return Pairing.objects.select_related("round__section__event", "first__person", "second__person").get(
        round__section=section, round__number=number, board=board
    )


def recognise_clubs() -> None:
    """Their events count for lists across clubs from now on."""
    Club.objects.update(recognised_at=timezone.now())


def account_of(entry: Entry) -> User:
    """The player with an account, made if there is none."""
    person = entry.person
    if person.account is None:
        person.account = make_account(person.name)
        person.save()
    return person.account


def record(pairing: Pairing, *, result: str = "1-0", **tags: str) -> str:
    """A valid record of the game, ended by resignation; tags can be set, or left out with an empty text."""
    event: Event = pairing.round.section.event
    values = {
        "Game": "Barragoon",
        "Event": event.name,
        "Date": f"{event.starts_on:%Y.%m.%d}",
        "Round": str(pairing.round.number),
        "Board": str(pairing.board),
        "White": str(pairing.first),
        "Brown": str(pairing.second),
        "Result": result,
        "Termination": "agreement" if result == "1/2-1/2" else "resigned",
    } | tags
    head = "".join(f'[{name} "{value}"]\n' for name, value in values.items() if value)
    moves = BARRAGOON.partition("\n\n")[2].strip()
    return f"{head}\n{moves.removesuffix('1-0')}{result}\n"


def send_record(
    pairing: Pairing, *, account: User | None = None, meant: bool = True, text: str = "", **more: str
) -> Upload:
    """Submitted for the board, or by its tags alone, and worked on until it is in the archive."""
    purpose = target_pairing(pairing) if meant else ""
    upload = submit_text(account=account, text=text or record(pairing, **more), meant_for=purpose)
    run_jobs()
    return upload
