"""Importing an event from a report file: what the preview says, and what is written."""

import base64
import datetime
import re

import pytest
from django.test import Client

from audit.selectors import history_of
from core.errors import Refused
from players.clubs.services.members import add_member
from players.models import Club, Person, User
from players.people.services.people import create_person
from tests.tournaments.builders import make_account
from tests.tournaments.report_files import VECTORS, player_line
from tournaments import trf
from tournaments.events.services.trf_import import import_report, lost_settings, section_values
from tournaments.events.services.trf_plan import plan_import
from tournaments.models import (
    Absence,
    Event,
    EventState,
    KeptApart,
    Pairing,
    ResultOrigin,
    Round,
    RoundState,
    Section,
)
from tournaments.tournament_data import load_section_data

pytestmark = pytest.mark.django_db
TODAY = datetime.date(2026, 11, 16)


def line(number: int, name: str, *cells: str) -> str:
    return player_line(number, *cells, name=name) + "\n"


SMALL = (
    "012 Winter Open\n022 Riga\n042 2026/02/01\n052 2026/02/03\n102 IA Anna Arbiter\n122 30 min\n142 3\n"
    "202 BH/C1,XYZ\n"
    + line(1, "Morra, Ada", "   3 w 1", "   2 b =")
    + line(2, "Berg, Bo", "0000 - H", "   1 w =")
    + line(3, "Cruz, Eva", "   1 b 0", "0000 - U")
).encode()


def imported(data: bytes, actor: User, club: Club, **choices: str) -> Event:
    return import_report(
        actor=actor,
        club=club,
        data=data,
        game="barragoon",
        rated=True,
        time_zone="Europe/Riga",
        choices={int(number.removeprefix("p")): choice for number, choice in choices.items()},
    )


def test_a_report_becomes_an_event_with_its_section_entries_rounds_and_results(
    club: Club, olga: User
) -> None:
    add_member(actor=None, club=club, person=create_person(actor=None, name="Anna Arbiter"))
    event = imported(SMALL, olga, club)
    section = event.sections.get()
    assert (event.name, event.place, event.state) == ("Winter Open", "Riga", EventState.RUNNING)
    assert (event.starts_on, event.ends_on) == (datetime.date(2026, 2, 1), datetime.date(2026, 2, 3))
    assert (section.planned_rounds, section.tie_breaks, section.system) == (3, "BH-C1", "swiss")
    assert [
        (entry.starting_rank, entry.person.name) for entry in section.entries.order_by("starting_rank")
    ] == [(1, "Ada Morra"), (2, "Bo Berg"), (3, "Eva Cruz")]
    assert [
        (each.round.number, each.first.starting_rank, each.second.starting_rank, each.result, each.origin)
        for each in Pairing.objects.order_by("round", "board")
    ] == [(1, 1, 3, "1-0", ResultOrigin.IMPORTED), (2, 2, 1, "1/2-1/2", ResultOrigin.IMPORTED)]
    assert [
        (bye.round.number, bye.entry.starting_rank, bye.kind)
        for made in section.rounds.order_by("number")
        for bye in made.byes.all()
    ] == [(1, 2, "half"), (2, 3, "pairing")]
    assert set(Round.objects.values_list("state", flat=True)) == {RoundState.CLOSED}
    assert [each.person.name for each in event.arbiters.all()] == ["Anna Arbiter"]
    assert history_of(event)[0].action == "event.imported"


@pytest.mark.parametrize("path", VECTORS[::7], ids=lambda path: path.stem)
def test_what_was_imported_is_the_tournament_of_the_file(club: Club, olga: User, path: object) -> None:
    data = path.read_bytes()  # type: ignore[attr-defined]
    told = trf.read(data).tournament
    event = imported(data, olga, club)
    kept = load_section_data(Section.objects.get(event=event)).tournament
    assert [player.number for player in kept.players] == sorted(player.number for player in told.players)
    assert [dict(each.entries) for each in kept.rounds] == [dict(each.entries) for each in told.rounds]
    assert kept.point_system == told.point_system


def test_a_member_of_the_name_is_known_and_somebody_near_is_offered(club: Club, olga: User) -> None:
    ada = create_person(actor=None, name="Ada Morra", club=club)
    add_member(actor=None, club=club, person=ada)
    near = create_person(actor=None, name="Eva Cruzz", listed=True)
    plan = plan_import(SMALL, actor=olga, club=club, today=TODAY)
    assert [(each.name, each.known, [*each.candidates], each.problem) for each in plan.players] == [
        ("Ada Morra", ada, [], ""),
        ("Bo Berg", None, [], ""),
        ("Eva Cruz", None, [near], ""),
    ]
    assert plan.counts == {"known": 1, "near": 1, "new": 1, "refused": 0}
    event = imported(SMALL, olga, club, p3=str(near.pk))
    people = [entry.person for entry in event.sections.get().entries.order_by("starting_rank")]
    assert people[0] == ada
    assert people[2] == near


def test_a_name_that_exists_elsewhere_is_no_link(club: Club, olga: User) -> None:
    """Not even with the year of birth that everybody sees; and nobody elsewhere becomes arbiter by a name."""
    details = {"listed": True, "year_of_birth": 1990, "shows_year_of_birth": True}
    elsewhere = create_person(actor=None, name="Ada Morra", **details)
    create_person(actor=None, name="Anna Arbiter", listed=True, account=make_account("Anna"))
    data = b"102 IA Anna Arbiter\n" + player_line(1, name="Morra, Ada", born="1990/01/01").encode() + b"\n"

    plan = plan_import(data, actor=olga, club=club, today=TODAY)
    event = imported(data, olga, club)

    assert [(each.known, [*each.candidates]) for each in plan.players] == [(None, [elsewhere])]
    entry = event.sections.get().entries.get()
    assert (entry.person.name, entry.person == elsewhere) == ("Ada Morra", False)
    assert not event.arbiters.exists()


def test_an_arbiter_of_the_file_is_named_with_a_line(club: Club, olga: User) -> None:
    anna = create_person(actor=None, name="Anna Arbiter", account=make_account("Anna"))
    add_member(actor=None, club=club, person=anna)

    event = imported(SMALL, olga, club)

    lines = [each.after for each in history_of(event) if each.action == "event.arbiter_named"]
    assert lines == [{"arbiter": anna.pk}]


def test_who_is_not_among_those_offered_is_not_taken(club: Club, olga: User) -> None:
    stranger = create_person(actor=None, name="Somebody Else", listed=True)
    event = imported(SMALL, olga, club, p2=str(stranger.pk))
    assert not event.sections.get().entries.filter(person=stranger).exists()


def test_one_person_is_not_two_players(club: Club, olga: User) -> None:
    near = create_person(actor=None, name="Eva Cruzz", listed=True)
    data = (line(1, "Cruz, Eva") + line(2, "Cruzzz, Eva")).encode()
    with pytest.raises(Refused, match="Eva Cruz and Eva Cruzzz cannot both be Eva Cruzz"):
        imported(data, olga, club, p1=str(near.pk), p2=str(near.pk))
    assert not Event.objects.exists()


def test_lines_that_cannot_be_used_refuse_the_whole_file(club: Club, olga: User) -> None:
    data = (line(1, "Morra, Ada") + line(2, "Ada Morra") + line(3, "???")).encode()
    plan = plan_import(data, actor=olga, club=club, today=TODAY)
    assert [bool(each.problem) for each in plan.players] == [False, True, True]
    people = Person.objects.count()
    with pytest.raises(Refused, match="Number 1 has the same name"):
        imported(data, olga, club)
    assert (Event.objects.count(), Person.objects.count()) == (0, people)


def test_a_decision_of_half_a_point_for_one_is_refused(club: Club, olga: User) -> None:
    data = (line(1, "Morra, Ada", "   2 w =") + line(2, "Berg, Bo", "   1 b 0")).encode()
    plan = plan_import(data, actor=olga, club=club, today=TODAY)
    assert [text.partition(":")[0] for text in plan.problems] == ["Round 1, players 1 and 2"]


def test_a_round_that_is_being_played_stays_open(club: Club, olga: User) -> None:
    data = (line(1, "Morra, Ada", "   2 w  ") + line(2, "Berg, Bo", "   1 b  ")).encode()
    imported(data, olga, club)
    assert list(Round.objects.values_list("state", flat=True)) == [RoundState.PUBLISHED]
    assert list(Pairing.objects.values_list("result", "origin")) == [("", "")]


def test_a_file_without_rounds_becomes_a_draft_without_ranks(club: Club, olga: User) -> None:
    data = (line(1, "Morra, Ada") + line(2, "Berg, Bo")).encode()
    event = imported(data, olga, club)
    assert event.state == EventState.DRAFT
    assert list(event.sections.get().entries.values_list("starting_rank", flat=True)) == [None, None]


def test_byes_ahead_and_players_kept_apart_are_kept(club: Club, olga: User) -> None:
    data = (
        "142 5\n240 H   2    1\n260   1 999    1    2\n"
        + line(1, "Morra, Ada", "   3 w 1")
        + line(2, "Berg, Bo", "0000 - U")
        + line(3, "Cruz, Eva", "   1 b 0")
    ).encode()
    imported(data, olga, club)
    assert list(Absence.objects.values_list("entry__starting_rank", "round_number", "kind")) == [
        (1, 2, "half")
    ]
    assert list(KeptApart.objects.values_list("one__starting_rank", "other__starting_rank")) == [(1, 2)]


def test_what_has_no_place_here_is_said(club: Club, olga: User) -> None:
    plan = plan_import(SMALL, actor=olga, club=club, today=TODAY)
    assert lost_settings(plan) == ["These tie-breaks are not known here: XYZ."]
    assert "The arbiter IA Anna Arbiter is not known here: name one later." in plan.remarks


def test_a_round_robin_says_its_cycles(club: Club, olga: User) -> None:
    data = (
        "092 Berger round-robin\n142 6\n" + line(1, "A A") + line(2, "B B") + line(3, "C C") + line(4, "D D")
    ).encode()
    fields = section_values(plan_import(data, actor=olga, club=club, today=TODAY), rated=False)
    assert (fields["system"], fields["cycles"], fields["tie_breaks"]) == ("round_robin", 2, "DE,SB,WIN")


@pytest.mark.parametrize("data", [b"", b"012 Nobody\n", b"001 x\n", b"\xff\xfe\x00", b"001    1"])
def test_a_file_that_is_no_report_is_refused_with_a_sentence(club: Club, olga: User, data: bytes) -> None:
    if data == b"001    1":
        with pytest.raises(Refused):
            imported(data, olga, club)
        return
    with pytest.raises(Refused, match="cannot be read"):
        plan_import(data, actor=olga, club=club, today=TODAY)


def test_the_preview_takes_as_many_queries_for_many_players_as_for_few(
    club: Club, olga: User, django_assert_max_num_queries: object
) -> None:
    data = "".join(line(number, f"Player {number:03} Person") for number in range(1, 101)).encode()
    with django_assert_max_num_queries(6):  # type: ignore[operator]
        plan = plan_import(data, actor=olga, club=club, today=TODAY)
    assert plan.counts["new"] == 100


def test_the_pages_show_the_preview_first_and_then_write(
    club: Club, browser: Client, tmp_path: object
) -> None:
    path = tmp_path / "open.trf"  # type: ignore[operator]
    path.write_bytes(SMALL)
    address = f"/events/import/{club.slug}/"
    with path.open("rb") as file:
        page = browser.post(address, {"file": file, "game": "barragoon", "rated": "on"})
    assert page.status_code == 200
    assert not Event.objects.exists()
    sent = {"content": page.context["content"], "game": "barragoon", "rated": "on", "write": "1"}
    answer = browser.post(address, sent)
    assert answer.headers["Location"] == Event.objects.get().get_absolute_url()


def test_a_refused_import_shows_who_was_chosen(club: Club, browser: Client) -> None:
    near = create_person(actor=None, name="Eva Cruzz", listed=True)
    data = (line(1, "Cruz, Eva") + line(2, "Cruzzz, Eva")).encode()
    choices = {"player-1": str(near.pk), "player-2": str(near.pk)}
    sent = {"content": base64.b64encode(data).decode(), "game": "barragoon", "write": "1"}

    page = browser.post(f"/events/import/{club.slug}/", sent | choices)

    assert page.status_code == 409
    options = re.findall(r"<option\s+value=\"(\w+)\"\s*(selected)?\s*>", page.content.decode())
    assert options == [("new", ""), (str(near.pk), "selected")] * 2


@pytest.mark.parametrize(
    "sent",
    [
        {},
        {"game": "barragoon"},
        {"game": "barragoon", "content": "%%%"},
        {"game": "barragoon", "content": "AAAA", "write": "1"},
        {"game": "chess", "content": "AAAA"},
    ],
)
def test_nonsense_is_answered_with_the_form(club: Club, browser: Client, sent: dict[str, str]) -> None:
    page = browser.post(f"/events/import/{club.slug}/", sent)
    assert page.status_code == 200
    assert page.context["form"].errors
