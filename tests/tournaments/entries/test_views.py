"""The pages about entries: who sees what, and what a click does."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from core.errors import Refused
from players.models import Membership, Person, Role, User
from players.people.services.people import create_person
from tests.tournaments.builders import make_event, make_round, make_section
from tests.tournaments.entries.players import person_of
from tournaments.entries.presenters import check_in_qr_code
from tournaments.entries.selectors.candidates import suggest_players
from tournaments.entries.selectors.entries import (
    entries_by_section,
    entries_to_check_in,
    in_starting_order,
    number_players,
)
from tournaments.entries.services.kept_apart import keep_apart
from tournaments.entries.services.registration import enter_new_person, enter_person, sign_up
from tournaments.models import Entry, EntryState, Event, EventState, KeptApart, Section


def client_of(account: User) -> Client:
    client = Client()
    client.force_login(account, backend="django.contrib.auth.backends.ModelBackend")
    return client


@pytest.fixture
def host(section: Section, organiser: User) -> Client:
    person = create_person(actor=None, name="Olga Organiser", account=organiser)
    Membership.objects.create(club=section.event.club, person=person, role=Role.ORGANISER)
    return client_of(organiser)


def url(name: str, *arguments: int) -> str:
    return reverse(name, args=arguments)


def text(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200
    return answer.content.decode()


def said(client: Client, path: str, **data: object) -> str:
    """What the page says after a click."""
    answer = client.post(path, data, follow=True)
    assert answer.status_code == 200
    return "".join(map(str, answer.context["messages"]))


class TestOrder:
    def test_the_best_first_then_by_the_alphabet(self, section: Section) -> None:
        for name, rating in (("Zoe Abel", 1500), ("Ben Öz", 1600), ("Al Oza", 1600), ("Cy Late", 0)):
            enter_new_person(actor=None, section=section, name=name, rating=rating)

        names = [str(entry.person) for entry in in_starting_order(section.entries.select_related("person"))]

        assert names == ["Ben Öz", "Al Oza", "Zoe Abel", "Cy Late"]

    def test_who_has_a_rank_keeps_it_and_others_would_follow(self, running: Section) -> None:
        late = Entry.objects.create(
            section=running, person=create_person(actor=None, name="Late"), rating=2500
        )

        order = number_players(running.entries.select_related("person"))

        assert [(number, str(entry.person)) for number, entry in order][-2:] == [
            (4, "Player 04"),
            (5, "Late"),
        ]
        assert late.starting_rank is None


class TestPublicList:
    def test_everybody_sees_who_plays_and_who_has_withdrawn_but_not_who_waits(
        self, section: Section, client: Client
    ) -> None:
        Section.objects.filter(pk=section.pk).update(entry_limit=1)
        enter_new_person(actor=None, section=section, name="Anna Listed", listed=True, rating=1800)
        enter_new_person(actor=None, section=section, name="Bea Hidden", over_limit=True)
        enter_new_person(actor=None, section=section, name="Wanda Waits")
        gone = enter_new_person(actor=None, section=section, name="Gone Girl", over_limit=True)
        Entry.objects.filter(pk=gone.pk).update(state=EntryState.WITHDRAWN)

        page = text(client, url("event-entries", section.event_id))

        listed = Person.objects.get(name="Anna Listed")
        assert f'<a href="{listed.get_absolute_url()}">Anna Listed</a>' in page
        assert "Bea Hidden" in page
        assert f"/people/{Person.objects.get(name='Bea Hidden').pk}/" not in page
        assert "Gone Girl" in page
        assert "Wanda Waits" not in page
        assert "1 player is on the waiting list" in page

    def test_the_queries_do_not_grow_with_the_entries(
        self, event: Event, django_assert_num_queries: DjangoAssertNumQueries, organiser: User
    ) -> None:
        for name in ("One", "Two"):
            section = make_section(event, name=name)
            for number in range(6):
                Entry.objects.create(
                    section=section, person=create_person(actor=None, name=f"{name} {number}")
                )
        with django_assert_num_queries(3):
            entries_by_section(event, actor=organiser, manages=True)
        with django_assert_num_queries(2):
            entries_to_check_in(event)
        with django_assert_num_queries(4):
            assert len(suggest_players("One", event=event, actor=organiser)) == 6

    def test_an_unchanged_page_is_not_sent_again(self, section: Section, client: Client) -> None:
        path = url("event-entries", section.event_id)
        client.get(path)  # brings the cookie that goes with forms
        tag = client.get(path).headers["ETag"]
        assert client.get(path, headers={"If-None-Match": tag}).status_code == 304

        enter_new_person(actor=None, section=section, name="Nora Neu")

        assert client.get(path, headers={"If-None-Match": tag}).status_code == 200


class TestPlayer:
    def test_signs_up_and_withdraws(self, section: Section, agnes: User) -> None:
        client = client_of(agnes)
        event = section.event_id
        assert "Enter this event" in text(client, url("event-entries", event))

        assert said(client, url("event-sign-up", event), section=section.pk) == "You are entered. Good games!"

        entry = Entry.objects.get()
        assert "Your entry" in text(client, url("event-entries", event))
        path = url("withdraw-own-entry", event, entry.pk)
        assert said(client, path, version=entry.version) == "You have withdrawn."
        assert "has already withdrawn" in said(client, path)

    def test_nonsense_is_no_section(self, section: Section, agnes: User) -> None:
        other = make_section(make_event(name="Other"))

        for wrong in (other.pk, "x", ""):
            answer = client_of(agnes).post(url("event-sign-up", section.event_id), {"section": wrong})
            assert answer.status_code == 200
        assert not Entry.objects.exists()

    def test_a_closed_event_says_why(self, running: Section, agnes: User) -> None:
        page = text(client_of(agnes), url("event-sign-up", running.event_id))

        assert "The event has started: players can no longer enter themselves." in page

    def test_announces_an_absence_and_takes_it_back(self, section: Section, agnes: User) -> None:
        entry = sign_up(actor=agnes, section=section)
        client, path = client_of(agnes), url("announce-own-absence", section.event_id, entry.pk)

        assert said(client, path, round=2) == "Your absence from round 2 is noted."
        assert "zero-point bye" in text(client, url("own-entries", section.event_id))
        assert said(client, path, round=2, cancel="") == "You play in round 2."
        assert (
            said(client, path, round="x")
            == "Round 0 is paired, or just being paired. Please speak to an arbiter."
        )

    def test_does_nothing_about_others(self, section: Section, agnes: User, running: Section) -> None:
        other = running.entries.get(starting_rank=1)
        for name in ("withdraw-own-entry", "announce-own-absence", "check-in-own-entry"):
            assert client_of(agnes).post(url(name, running.event_id, other.pk)).status_code == 404


class TestCode:
    def test_whoever_has_it_checks_in(self, section: Section, client: Client) -> None:
        entry = enter_new_person(actor=None, section=section, name="Nora Neu")
        today = timezone.localdate()
        Event.objects.update(starts_on=today, ends_on=today)
        path = reverse("check-in-by-code", args=[entry.code])

        page = text(client, path)
        assert "Nora Neu" in page
        assert "I am here" in page
        assert said(client, path) == "You are checked in."

        entry.refresh_from_db()
        assert entry.checked_in_at is not None
        assert "I am here" not in text(client, path)

    def test_on_another_day_it_says_so(self, section: Section, client: Client) -> None:
        entry = enter_new_person(actor=None, section=section, name="Nora Neu")

        assert said(client, reverse("check-in-by-code", args=[entry.code])) == "This event is over."

    def test_the_picture_leads_to_the_page_and_has_no_style(self, section: Section, client: Client) -> None:
        entry = enter_new_person(actor=None, section=section, name="Nora Neu")

        answer = client.get(reverse("check-in-picture", args=[entry.code]))

        assert answer.headers["Content-Type"] == "image/svg+xml"
        assert answer.content.decode() == check_in_qr_code(entry)
        assert "style=" not in check_in_qr_code(entry)

    def test_a_wrong_code_finds_nothing(self, section: Section, client: Client) -> None:
        for name in ("check-in-by-code", "check-in-picture"):
            assert client.get(reverse(name, args=["wrong"])).status_code == 404

    def test_the_code_is_nobody_elses_business(self, section: Section, client: Client, agnes: User) -> None:
        entry = enter_new_person(actor=None, section=section, name="Nora Neu")

        for viewer in (client, client_of(agnes)):
            assert entry.code not in text(viewer, url("event-entries", section.event_id))


class TestOrganiser:
    def test_finds_somebody_while_typing(self, section: Section, host: Client) -> None:
        create_person(actor=None, name="Agnes Brandt", listed=True)
        create_person(actor=None, name="Agnes Hidden")
        path = url("search-players", section.event_id)

        answer = host.get(path, {"q": "agn"}, headers={"HX-Request": "true"})
        assert answer.status_code == 200
        page = answer.content.decode()
        assert "Agnes Brandt" in page
        assert "Agnes Hidden" not in page
        assert "<html" not in page
        near = host.get(path, {"q": "Agnes Brant"}, headers={"HX-Request": "true"}).content.decode()
        assert "similar name" in near
        assert host.get(path, {"q": "agn"}).status_code == 302
        # Without a script the page itself has the offers.
        assert "Agnes Brandt" in text(host, url("manage-entries", section.event_id) + "?q=agn")

    def test_enters_whom_they_found(self, section: Section, host: Client) -> None:
        person = create_person(actor=None, name="Agnes Brandt", listed=True)
        hidden = create_person(actor=None, name="Agnes Hidden")
        path = url("enter-player", section.event_id)

        assert said(host, path, section=section.pk, person=person.pk) == "Agnes Brandt is entered."
        assert "is already entered" in said(host, path, section=section.pk, person=person.pk)
        assert host.post(path, {"section": section.pk, "person": hidden.pk}).status_code == 404
        assert host.post(path, {"section": "x", "person": person.pk}).status_code == 404

    def test_is_asked_before_a_second_person_of_nearly_the_same_name_is_made(
        self, section: Section, host: Client
    ) -> None:
        known = create_person(actor=None, name="Agnes Brandt", listed=True)
        path, data = url("enter-new-player", section.event_id), {"name": "Agnes Brant", "section": section.pk}

        answer = host.post(path, data)
        assert "Is it one of these?" in answer.content.decode()
        assert not Entry.objects.exists()

        said(host, path, **data, choice=known.pk, rating=1500)
        assert (Entry.objects.get().person, Entry.objects.get().rating) == (known, 1500)
        said(host, path, **data, choice="new")
        assert Person.objects.filter(name="Agnes Brant").count() == 1

    def test_changes_an_entry_and_sees_a_conflict(self, section: Section, host: Client) -> None:
        entry = enter_new_person(actor=None, section=section, name="Nora Neu")
        path = url("manage-entry", section.event_id, entry.pk)

        assert said(host, path, version=1, rating=1600, fee_paid="on") == "The entry of Nora Neu is saved."
        answer = host.post(path, {"version": 1, "rating": 1700})

        assert "It is now: Nora Neu, confirmed, rating 1600." in answer.content.decode()
        entry.refresh_from_db()
        assert (entry.rating, entry.fee_paid) == (1600, True)

    def test_takes_steps(self, section: Section, host: Client) -> None:
        entry = enter_new_person(actor=None, section=section, name="Nora Neu")
        path = url("entry-step", section.event_id, entry.pk)

        assert said(host, path, step="fee") == "The fee of Nora Neu is marked as paid."
        assert said(host, path, step="fee") == "The fee of Nora Neu is marked as not paid."
        assert said(host, path, step="withdraw", reason="Ill") == "Nora Neu is withdrawn."
        assert said(host, path, step="return") == "Nora Neu is entered."
        assert said(host, path, step="dance") == "This cannot be done with an entry."
        assert said(host, path, step="remove", version="x") == "The entry of Nora Neu is removed."
        assert host.post(path, {"step": "remove"}).status_code == 404

    def test_notes_absences(self, section: Section, host: Client) -> None:
        entry = enter_new_person(actor=None, section=section, name="Nora Neu")
        path = url("entry-absence", section.event_id, entry.pk)

        data = {"absence-round": 2, "absence-kind": "half", "absence-version": 1}
        assert said(host, path, **data) == "Nora Neu misses round 2."
        assert host.post(path, {**data, "absence-round": 77}).status_code == 200
        assert said(host, path, cancel=2) == "Nora Neu plays in round 2."

    def test_pastes_a_table(self, section: Section, host: Client) -> None:
        path = url("import-entries", section.event_id)
        data = {"section": section.pk, "text": "Name;Rating\nNora Neu;1500\nJan Pijl;x"}

        page = host.post(path, {**data, "step": "preview"}).content.decode()
        assert "is not a rating" in page
        assert not Entry.objects.exists()
        assert "1500" in host.post(path, {**data, "step": "change"}).content.decode()
        assert said(host, path, **data, step="enter") == (
            "1 player is entered. 1 person is new. 1 line was left out."
        )
        assert "Already entered." in host.post(path, {**data, "step": "preview"}).content.decode()
        assert "There is nobody to enter" in host.post(path, {**data, "step": "enter"}).content.decode()

    def test_keeps_players_apart(self, running: Section, organiser: User) -> None:
        person = create_person(actor=None, name="Olga Organiser", account=organiser)
        Membership.objects.create(club=running.event.club, person=person, role=Role.ARBITER)
        host, path = client_of(organiser), url("kept-apart", running.event_id)
        one, other = running.entries.order_by("pk")[:2]
        prefix = f"section-{running.pk}"

        data = {"section": running.pk, f"{prefix}-one": one.pk, f"{prefix}-other": other.pk}
        assert said(host, path, **data) == "Player 01 and Player 02 are kept apart."
        with pytest.raises(Refused) as refused:
            keep_apart(actor=organiser, section=running, one=one, other=one)
        page = host.post(path, {**data, f"{prefix}-other": one.pk}).content.decode()
        assert str(refused.value) in page
        pair = KeptApart.objects.get()
        assert said(host, url("let-meet", running.event_id, pair.pk)) == "They may meet again."
        assert host.post(url("let-meet", running.event_id, pair.pk)).status_code == 404

    def test_checks_in_with_and_without_a_script(self, section: Section, host: Client) -> None:
        entry = enter_new_person(actor=None, section=section, name="Nora Neu")
        path = url("check-in-entry", section.event_id, entry.pk)

        row = " ".join(host.post(path, headers={"HX-Request": "true"}).content.decode().split())
        assert "Undo" in row
        assert "<strong>1</strong> here" in row
        answer = host.post(path, {"undo": "1"})
        assert answer.headers["Location"].endswith(f"/check-in/#entry-{entry.pk}")
        Entry.objects.update(state=EntryState.WITHDRAWN)
        assert "cannot check in" in host.post(path, headers={"HX-Request": "true"}).content.decode()

    def test_marks_who_is_not_there(self, section: Section, host: Client) -> None:
        enter_new_person(actor=None, section=section, name="Nora Neu")
        path = url("mark-absent", section.event_id)

        assert said(host, path, section=section.pk) == "1 player misses round 1."
        assert "Round 1: absent" in " ".join(
            text(host, url("event-check-in", section.event_id)).replace("</span>", "").split()
        )

    def test_takes_over_ratings(self, section: Section, host: Client) -> None:
        assert said(host, url("refresh-ratings", section.event_id)) == "0 ratings have changed."

    def test_prints_slips(self, section: Section, host: Client) -> None:
        enter_new_person(actor=None, section=section, name="Nora Neu")

        assert text(host, url("check-in-slips", section.event_id)).count('class="qr"') == 1

    def test_a_player_is_no_organiser(self, section: Section, agnes: User) -> None:
        entry = enter_person(actor=None, section=section, person=person_of(agnes))
        for path in (
            url("manage-entries", section.event_id),
            url("manage-entry", section.event_id, entry.pk),
        ):
            assert client_of(agnes).get(path).status_code == 404

    def test_a_late_entry_is_told_of(self, running: Section, organiser: User) -> None:
        person = create_person(actor=None, name="Olga Organiser", account=organiser)
        Membership.objects.create(club=running.event.club, person=person, role=Role.ARBITER)
        make_round(running, 1, [(1, 3, ""), (2, 4, "")])

        told = said(
            client_of(organiser),
            url("enter-new-player", running.event_id),
            name="Nora Neu",
            section=running.pk,
        )

        assert told == "Nora Neu is entered, and plays from round 2."
        assert Event.objects.get().state == EventState.RUNNING
