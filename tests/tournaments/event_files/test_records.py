"""Records in an event's file: what may leave the site, and what becomes of it on another."""

import pytest

from games.adjudication.services import confirm, overrule
from games.models import Adjudication, AdjudicationState, Game, SubmissionState, Visibility
from games.visibility.services import change_visibility
from players.clubs.services.members import add_member
from players.models import Club, Role, User
from players.people.services.people import create_person
from tests.games.records import STRATEGO
from tests.jobs.job_runner import run_jobs
from tests.tournaments.builders import make_account
from tests.tournaments.event_files.builders import (
    comparable,
    content_of,
    exported,
    files_in,
    imported,
    leave_site,
    organiser_of,
)
from tests.tournaments.results.builders import account_of, board_of, record, running_section, send_record
from tournaments.models import Event, EventState, Pairing, ResultOrigin, Section

pytestmark = pytest.mark.django_db


def arbiter_of(club: Club) -> User:
    account = make_account("Ari Arbiter")
    person = create_person(actor=None, name="Ari Arbiter", account=account)
    add_member(actor=None, club=club, person=person, role=Role.ARBITER)
    return account


def stratego_record(pairing: Pairing) -> str:
    text = STRATEGO.replace("Autumn Open", pairing.round.section.event.name)
    return text.replace("Cem Aydın", str(pairing.first)).replace("Dorte Holm", str(pairing.second))


def hidden_event(**fields: object) -> Section:
    return running_section(game="stratego", records_public="event", **fields)


def records_in(data: bytes) -> list[str]:
    return [name for name in files_in(data) if name.startswith("records/")]


def records_here(event: Event) -> list[Game]:
    return [pairing.game for pairing in Pairing.objects.filter(round__section__event=event) if pairing.game]


def test_a_record_becomes_the_record_of_its_board_elsewhere(olga: User) -> None:
    section = running_section()
    pairing = board_of(section)
    send_record(pairing, account=account_of(pairing.first))
    file = exported(section.event, olga)
    text = Game.objects.get().text.canonical
    leave_site()
    federation = Club.objects.create(name="Federation", slug="federation")
    frida = organiser_of(federation, "Frida Fed")

    here = imported(file, actor=frida, club=federation)
    run_jobs()

    game = records_here(here)[0]
    assert game.text.canonical == text
    assert (game.club, game.submitted_by, game.first_person) == (
        federation, frida, Pairing.objects.get(game=game).first.person,
    )  # fmt: skip
    assert game.submissions.get().state == SubmissionState.ACCEPTED
    assert game.adjudicated_with
    assert Pairing.objects.get(game=game).origin == ResultOrigin.IMPORTED
    assert comparable(exported(here, frida)) == comparable(file)
    assert files_in(exported(here, frida))[records_in(file)[0]] == files_in(file)[records_in(file)[0]]


def test_hidden_pieces_do_not_leave_while_they_are_hidden_whoever_asks(club: Club) -> None:
    section = hidden_event()
    pairing = board_of(section)
    send_record(pairing, account=account_of(pairing.first), text=stratego_record(pairing))
    assert Game.objects.get().visibility == Visibility.EMBARGOED

    for viewer in (arbiter_of(club), organiser_of(club, "Olga Organ")):
        file = exported(section.event, viewer)

        assert records_in(file) == []
        assert content_of(file)["records_left_out"] == 1
        assert b"Setup" not in b"".join(files_in(file).values())


def test_they_leave_once_the_event_has_shown_them(olga: User, frida: User, federation: Club) -> None:
    section = hidden_event()
    pairing = board_of(section)
    send_record(pairing, account=account_of(pairing.first), text=stratego_record(pairing))
    Event.objects.update(state=EventState.FINISHED)
    Game.objects.update(visibility=Visibility.PUBLIC)

    assert len(records_in(exported(section.event, olga))) == 1


def test_what_a_submitter_keeps_private_stays_here(olga: User) -> None:
    section = running_section()
    pairing = board_of(section)
    send_record(pairing, account=account_of(pairing.first), meant=False, text=record(pairing))
    game = Game.objects.get()

    assert records_in(exported(section.event, olga))
    change_visibility(actor=account_of(pairing.first), game=game, visibility=Visibility.PRIVATE)

    assert records_in(exported(section.event, olga)) == []


def test_what_the_regulations_withhold_goes_along_with_the_regulations(
    olga: User, frida: User, federation: Club
) -> None:
    section = running_section(records_public="never")
    pairing = board_of(section)
    send_record(pairing, account=account_of(pairing.first))

    here = imported(exported(section.event, olga), actor=frida, club=federation, again=True)

    assert [game.visibility for game in records_here(here)] == [Visibility.PRIVATE]


def test_the_file_asks_no_board_of_another_event_of_the_same_name(
    olga: User, frida: User, federation: Club
) -> None:
    section = running_section()
    pairing = board_of(section)
    send_record(pairing, account=account_of(pairing.first))
    file = exported(section.event, olga)

    first = imported(file, actor=frida, club=federation, again=True)
    second = imported(file, actor=frida, club=federation, again=True)

    games = [*records_here(section.event), *records_here(first), *records_here(second)]
    assert len({game.pk for game in games}) == 3


@pytest.mark.parametrize("overruled", [False, True])
def test_decisions_of_arbiters_are_kept_as_history(
    olga: User, club: Club, frida: User, federation: Club, *, overruled: bool
) -> None:
    section = running_section()
    pairing = board_of(section)
    send_record(pairing, account=account_of(pairing.first), result="1/2-1/2")
    run_jobs()
    game = Game.objects.get()
    adjudication = Adjudication.objects.get(game=game)
    Adjudication.objects.update(verdict="repetition")
    adjudication.refresh_from_db()
    arbiter = arbiter_of(club)
    if overruled:
        overrule(actor=arbiter, adjudication=adjudication, reason="The clock fell.", result="1-0")
    else:
        confirm(actor=arbiter, adjudication=adjudication, reason="I was there.")
    file = exported(section.event, olga)

    here = imported(file, actor=frida, club=federation, again=True)
    run_jobs()

    board = Pairing.objects.get(round__section__event=here, game__isnull=False)
    told = board.imported_decisions.get()
    assert (told.arbiter, told.state) == ("Ari Arbiter", "overruled" if overruled else "confirmed")
    assert board.result == ("1-0" if overruled else "1/2-1/2")
    assert {each.state for each in Adjudication.objects.filter(game=board.game)} == {
        AdjudicationState.PROPOSED
    }
    assert comparable(exported(here, frida)) == comparable(file)
