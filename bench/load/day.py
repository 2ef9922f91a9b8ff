"""The event of the tournament day: 200 players, three rounds played, the fourth published. Run as a program of its own.

python -m bench.load.day prepare FILE     migrate, make the event, write sessions and addresses to the file
python -m bench.load.day count FILE       say how many of the reports and results are missing
"""

import json
import sys
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from players.models import User
    from tournaments.models import Event, Section

PLAYERS, REPORTING, PLAYED = 200, 50, 3


@dataclass(frozen=True)
class Report:
    """What one player will say, on the page of the own board."""

    session: str
    page: str
    result: str


@dataclass(frozen=True)
class Day:
    section: int
    sessions: list[str]
    pages: dict[str, str]
    reports: list[Report]

    def write(self, file: Path) -> None:
        file.write_text(json.dumps(asdict(self)))

    @classmethod
    def read(cls, file: Path) -> "Day":
        stored = json.loads(file.read_text())
        return cls(**stored | {"reports": [Report(**each) for each in stored["reports"]]})


def prepare(file: Path) -> None:
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    _event().write(file)


def _event() -> Day:
    from datetime import date

    from core.db.folding import comparison_key, sort_key
    from players.models import Club, Person, User
    from players.names import sort_name
    from tournaments.models import Entry, Event, EventState, Section

    club = Club.objects.create(name="Bench", slug="bench")
    today = date(2026, 5, 2)
    event = Event.objects.create(
        club=club, name="Open", game="barragoon", state=EventState.RUNNING, starts_on=today, ends_on=today
    )
    section = Section.objects.create(
        event=event, name="Main", planned_rounds=9, tie_breaks="BH-C1,BH,SB,DE,WIN,PS"
    )
    names = [f"Player Number{number:03}" for number in range(1, PLAYERS + 1)]
    accounts = User.objects.bulk_create(
        User(email=f"player{number}@example.org", display_name=name, password="!")
        for number, name in enumerate(names)
    )
    people = Person.objects.bulk_create(
        Person(
            name=name, sort_name=sort_name(name), sort_key=sort_key(sort_name(name)),
            comparison_key=comparison_key(name), listed=True, account=account,
        )
        for name, account in zip(names, accounts, strict=True)
    )  # fmt: skip
    Entry.objects.bulk_create(
        Entry(section=section, person=person, starting_rank=rank, rating=2400 - 5 * rank)
        for rank, person in enumerate(people, start=1)
    )
    random = Random(4)
    for number in range(1, PLAYED + 2):
        _play(section, number, random)
    sessions = {account.pk: _session(account) for account in accounts}
    return Day(
        section=section.pk,
        sessions=list(sessions.values()),
        pages=_pages(event, section),
        reports=_reports(event, section, sessions, random),
    )


def _play(section: "Section", number: int, random: Random) -> None:
    """Paired by the rules; all rounds but the last have results."""
    from tournaments.models import Pairing, ResultOrigin, Round, RoundState
    from tournaments.pairing import pair_round
    from tournaments.tournament_data import load_section_data

    data = load_section_data(section)
    paired = pair_round(data.tournament)
    over = number <= PLAYED
    made = Round.objects.create(
        section=section, number=number, state=RoundState.CLOSED if over else RoundState.PUBLISHED
    )
    Pairing.objects.bulk_create(
        Pairing(
            round=made,
            board=board,
            first=data.entries[seats.white],
            second=data.entries[seats.black],
            result=random.choice(["1-0", "1/2-1/2", "0-1"]) if over else "",
            origin=ResultOrigin.ARBITER if over else ResultOrigin.NONE,
        )
        for board, seats in enumerate(paired.boards, start=1)
    )


def _session(account: "User") -> str:
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY

    from players.session_store import SessionStore

    store = SessionStore()
    store[SESSION_KEY] = str(account.pk)
    store[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    store[HASH_SESSION_KEY] = account.get_session_auth_hash()
    store.create()
    return str(store.session_key)


def _pages(event: "Event", section: "Section") -> dict[str, str]:
    """By the ids of the elements that follow by themselves."""
    from django.urls import reverse

    return {
        "round-list": reverse("round", args=[event.pk, section.pk, PLAYED + 1]),
        "standings": reverse("standings", args=[event.pk, section.pk]),
    }


def _reports(event: "Event", section: "Section", sessions: dict[int, str], random: Random) -> list[Report]:
    """Both players of the first boards, and both say the same."""
    from django.urls import reverse

    from tournaments.models import Pairing

    pairings = Pairing.objects.filter(round__section=section, round__number=PLAYED + 1).select_related(
        "first__person", "second__person"
    )
    reports = []
    for pairing in pairings.order_by("board")[: REPORTING // 2]:
        page = reverse("own-board", args=[event.pk, section.pk, PLAYED + 1, pairing.board])
        result = random.choice(["1-0", "1/2-1/2", "0-1"])
        reports += [
            Report(sessions[entry.person.account_id], page, result)
            for entry in (pairing.first, pairing.second)
        ]
    return reports


def count(file: Path) -> None:
    from tournaments.models import Pairing, ResultReport

    day = Day.read(file)
    said = {each.page.rstrip("/").rpartition("/")[2]: each.result for each in day.reports}
    current = Pairing.objects.filter(round__section=day.section, round__number=PLAYED + 1)
    right = sum(
        current.filter(board=board, result=result, origin="players").count() for board, result in said.items()
    )
    reports = ResultReport.objects.filter(pairing__in=current).count()
    print(json.dumps({"reports": len(day.reports) - reports, "results": len(said) - right}))


def main(what: str, file: str) -> None:
    import django

    django.setup()
    (prepare if what == "prepare" else count)(Path(file))


if __name__ == "__main__":
    main(*sys.argv[1:])
