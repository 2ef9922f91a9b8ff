"""The organiser's pages: creating, settings, sections, prizes, arbiters, start, copy."""

import datetime

import pytest
from django.test import Client

from players.models import Club, User
from players.people.services.people import create_person
from tests.tournaments.builders import make_event, make_round, make_section
from tests.tournaments.events.sent_forms import fields_of, form_of
from tournaments.events.services.events import change_event
from tournaments.events.services.prizes import PrizeData, prizes_of_section
from tournaments.models import Event, EventState, Section

pytestmark = pytest.mark.django_db


def test_name_game_and_days_are_enough_for_a_draft(club: Club, browser: Client, olga: User) -> None:
    path = f"/events/new/{club.slug}/"
    page = browser.get(path)
    sent = fields_of(page.context["form"]) | fields_of(page.context["section_form"])
    sent |= {"name": "Open", "game": "stratego", "starts_on": "2026-12-01", "ends_on": "2026-12-02"}
    answer = browser.post(path, sent)
    event = Event.objects.get()
    assert answer.headers["Location"] == event.get_absolute_url()
    assert (event.state, event.created_by, event.two_squares_limit) == (EventState.DRAFT, olga, None)
    section = event.sections.get()
    assert (section.name, section.system, section.tie_breaks) == ("Main", "swiss", "BH-C1,BH,SB")
    assert (section.win_points, section.pairing_bye_points, section.point_unit) == (2, 2, 2)


def test_a_new_round_robin_has_the_tie_breaks_of_round_robins(club: Club, browser: Client) -> None:
    path = f"/events/new/{club.slug}/"
    page = browser.get(path)
    sent = fields_of(page.context["form"]) | fields_of(page.context["section_form"])
    sent |= {"name": "Open", "game": "barragoon", "starts_on": "2026-12-01", "ends_on": "2026-12-01"}
    browser.post(
        path, sent | {"section-system": "round_robin", "section-points": "three", "section-bye": "draw"}
    )
    section = Section.objects.get()
    assert section.tie_breaks == "DE,SB,WIN"
    assert (section.point_unit, section.win_points, section.pairing_bye_points) == (1, 3, 1)


def test_a_form_with_mistakes_comes_back_with_them_and_what_was_written(club: Club, browser: Client) -> None:
    page = browser.post(
        f"/events/new/{club.slug}/",
        {
            "name": "Open",
            "game": "chess",
            "starts_on": "2026-12-02",
            "ends_on": "2026-12-01",
            "time_zone": "x",
        },
    )
    errors = page.context["form"].errors
    assert set(errors) >= {"game", "ends_on", "time_zone"}
    assert 'value="Open"' in page.content.decode()
    assert not Event.objects.exists()


def test_times_on_the_form_are_meant_in_the_time_zone_on_the_form(club: Club, browser: Client) -> None:
    event = make_event(club=club, time_zone="Europe/Berlin")
    path = f"/events/{event.pk}/settings/"
    sent = form_of(browser, path) | {"entries_until": "2026-05-01T18:00", "time_zone": "America/New_York"}
    browser.post(path, sent)
    event.refresh_from_db()
    assert event.entries_until == datetime.datetime(2026, 5, 1, 22, tzinfo=datetime.UTC)
    assert 'value="2026-05-01T18:00"' in browser.get(path).content.decode()


def test_saving_the_settings_unchanged_changes_nothing(club: Club, browser: Client) -> None:
    event = make_event(
        club=club,
        entries_until=datetime.datetime(2026, 5, 1, 16, tzinfo=datetime.UTC),
        two_squares_limit=None,
    )
    before = Event.objects.filter(pk=event.pk).values().get()
    path = f"/events/{event.pk}/settings/"
    assert browser.post(path, form_of(browser, path)).status_code == 302
    after = Event.objects.filter(pk=event.pk).values().get()
    assert {key for key in before if before[key] != after[key]} == {"change_number", "changed_at"}


def test_who_changed_the_same_field_is_told_and_may_save_again(club: Club, browser: Client) -> None:
    event = make_event(club=club, place="Mill", fee="8 €")
    path = f"/events/{event.pk}/settings/"
    sent = form_of(browser, path) | {"place": "School"}
    change_event(actor=None, event=event, place="Town hall", fee="9 €")
    page = browser.post(path, sent)
    assert page.status_code == 409
    assert "You both changed: Place." in page.content.decode()
    anew = fields_of(page.context["form"])
    assert (anew["place"], anew["fee"]) == ("School", "9 €")
    browser.post(path, anew)
    event.refresh_from_db()
    assert (event.place, event.fee) == ("School", "9 €")


def test_what_must_not_change_any_more_is_not_on_the_form(club: Club, browser: Client) -> None:
    event = make_event(club=club, state=EventState.RUNNING)
    section = make_section(event, players=2)
    make_round(section, 1, [(1, 2, "")])
    fields = set(browser.get(f"/events/{event.pk}/settings/").context["form"].fields)
    assert fields.isdisjoint({"game", "setup", "first_express"})
    of_section = set(browser.get(f"/events/{event.pk}/s/{section.pk}/settings/").context["form"].fields)
    assert of_section.isdisjoint({"system", "points", "own_win", "accelerated"})
    assert {"name", "planned_rounds", "tie_break_1"} <= of_section


def test_points_of_ones_own_are_written_as_on_paper(club: Club, browser: Client) -> None:
    section = make_section(make_event(club=club))
    path = f"/events/{section.event_id}/s/{section.pk}/settings/"
    sent = form_of(browser, path) | {"points": "own", "own_win": "2.5", "own_pairing_bye": "½"}
    assert browser.post(path, sent).status_code == 302
    section.refresh_from_db()
    assert (section.point_unit, section.win_points, section.pairing_bye_points) == (2, 5, 1)
    assert form_of(browser, path)["own_win"] == "2½"
    wrong = browser.post(path, sent | {"own_win": "2.3"})
    assert "own_win" in wrong.context["form"].errors


def test_a_tie_break_with_more_options_than_are_offered_stays(club: Club, browser: Client) -> None:
    section = make_section(make_event(club=club), tie_breaks="BH-M1-U,DE")
    path = f"/events/{section.event_id}/s/{section.pk}/settings/"
    assert browser.post(path, form_of(browser, path) | {"tie_break_edition": "2024"}).status_code == 302
    section.refresh_from_db()
    assert (section.tie_breaks, section.tie_break_edition) == ("BH-M1-U,DE", 2024)


def test_a_tie_break_chosen_twice_comes_back(club: Club, browser: Client) -> None:
    section = make_section(make_event(club=club))
    path = f"/events/{section.event_id}/s/{section.pk}/settings/"
    page = browser.post(path, form_of(browser, path) | {"tie_break_2": "BH-C1"})
    assert page.context["form"].non_field_errors() == ["A tie-break is listed twice."]


def prizes_sent(*rows: dict[str, str], seen: str = "") -> dict[str, str]:
    sent = {"prizes-TOTAL_FORMS": str(len(rows)), "prizes-INITIAL_FORMS": "0", "seen": seen}
    for number, row in enumerate(rows):
        sent |= {f"prizes-{number}-{name}": value for name, value in row.items()}
    return sent


def test_prizes_are_written_row_by_row_and_empty_rows_are_nothing(club: Club, browser: Client) -> None:
    section = make_section(make_event(club=club))
    path = f"/events/{section.event_id}/s/{section.pk}/prizes/"
    rows = (
        {"place": "1", "amount": "12.50", "currency": "eur", "title": "Cup"},
        {"place": "", "title": ""},
        {"place": "2", "title": "Book", "DELETE": "on"},
    )
    assert browser.post(path, prizes_sent(*rows)).status_code == 302
    assert prizes_of_section(section) == [PrizeData(1, "", 1250, "EUR", "Cup")]


@pytest.mark.parametrize(
    "sent",
    [
        {},
        prizes_sent({"place": "x"}),
        prizes_sent({"place": "1"}),
        prizes_sent({"place": "1", "title": "Cup"}, {"place": "1", "title": "Book"}),
    ],
)
def test_prizes_that_make_no_sense_come_back_with_the_page(
    club: Club, browser: Client, sent: dict[str, str]
) -> None:
    section = make_section(make_event(club=club))
    page = browser.post(f"/events/{section.event_id}/s/{section.pk}/prizes/", sent)
    assert page.status_code in (200, 409)
    assert not section.prizes.exists()


def test_arbiters_are_found_named_and_removed(club: Club, browser: Client) -> None:
    event = make_event(club=club)
    anna = create_person(actor=None, name="Anna Arbiter", listed=True)
    create_person(actor=None, name="Anna Hidden", listed=False)
    path = f"/events/{event.pk}/arbiters/"
    assert [each.name for each in browser.get(f"{path}?q=anna").context["found"]] == ["Anna Arbiter"]
    browser.post(path, {"name": anna.pk})
    assert [each.person for each in event.arbiters.all()] == [anna]
    browser.post(path, {"dismiss": anna.pk})
    assert not event.arbiters.exists()
    assert browser.post(path, {"name": "nobody"}).status_code == 302


def test_an_event_is_opened_started_and_taken_back_by_buttons(club: Club, browser: Client) -> None:
    event = make_event(club=club, state=EventState.DRAFT)
    make_section(event, players=2)
    steps = []
    for path, sent in (
        ("step", {"step": "open"}),
        ("step", {"step": "nonsense"}),
        ("start", {"seen": ""}),
        ("start", None),
        ("step", {"step": "unstart"}),
    ):
        address = f"/events/{event.pk}/{path}/"
        mark = browser.get(address).context["mark"] if sent is None else ""
        browser.post(address, {"seen": mark} if sent is None else sent)
        event.refresh_from_db()
        steps.append(event.state)
    assert steps == ["open", "open", "open", "running", "open"]


def test_a_copy_offers_the_same_weekday_of_next_year(club: Club, browser: Client) -> None:
    event = make_event(club=club, name="Open 2026")
    make_section(event)
    path = f"/events/{event.pk}/copy/"
    sent = form_of(browser, path)
    assert sent == {"name": "Open 2027", "starts_on": "2027-05-01"}
    browser.post(path, sent)
    made = Event.objects.get(name="Open 2027")
    assert (made.starts_on, made.sections.count()) == (datetime.date(2027, 5, 1), 1)


def test_a_draft_is_deleted_on_its_page_and_a_running_event_is_not(club: Club, browser: Client) -> None:
    draft, running = make_event(club=club, state=EventState.DRAFT), make_event(club=club)
    assert browser.post(f"/events/{draft.pk}/delete/").headers["Location"] == club.get_absolute_url()
    assert browser.post(f"/events/{running.pk}/delete/").status_code == 409
    assert list(Event.objects.all()) == [running]


def test_the_log_is_a_page_and_a_file(club: Club, browser: Client, olga: User) -> None:
    event = make_event(club=club)
    section = make_section(event)
    path = f"/events/{event.pk}/s/{section.pk}/settings/"
    browser.post(path, form_of(browser, path) | {"planned_rounds": "9"})
    page = browser.get(f"/events/{event.pk}/log/").content.decode()
    assert "changed a section of" in page
    file = browser.get(f"/events/{event.pk}/log/export.csv")
    assert b"event.section_changed" in b"".join(file)  # type: ignore[call-overload]
    assert browser.get(f"/events/{event.pk}/log/export.exe").status_code == 404


def test_whoever_organises_in_one_club_comes_straight_to_its_form(club: Club, browser: Client) -> None:
    assert browser.get("/events/new/").headers["Location"] == f"/events/new/{club.slug}/"
