"""The page of an event for those who follow it: before, while it is played, and after."""

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse

from core.errors import Refused
from tests.markup import compact
from tests.tournaments.builders import make_account, make_club, make_event, make_round, make_section
from tests.tournaments.results.builders import account_of, board_of, running_section
from tournaments.entries.presenters import fee_in_euros, fee_totals, payment_code, payment_for
from tournaments.entries.services import registration
from tournaments.entries.services.mail import payment_reference
from tournaments.events.services.events import change_event, clean_iban
from tournaments.events.services.lifecycle import finish_event
from tournaments.events.services.news import MAX_NEWS, delete_news, write_news
from tournaments.models import Entry, EntryState, Event, EventNews, EventState, RoundState, Section

pytestmark = pytest.mark.django_db

IBAN = "DE02 1203 0000 0000 2020 51"


def page(event: Event, client: Client | None = None) -> str:
    return compact((client or Client()).get(event.get_absolute_url()))


def test_before_it_starts_it_says_when_where_who_and_how_to_enter() -> None:
    section = make_section(
        make_event(place="Old mill & barn", timetable="10:00 round 1\n12:00 lunch"), players=2, entry_limit=2
    )
    Entry.objects.create(
        section=section, person=make_section(players=1).entries.get().person, state=EntryState.WAITING
    )

    shown = page(section.event)

    assert 'href="https://www.openstreetmap.org/search?query=Old+mill+%26+barn"' in shown
    assert "10:00 round 1<br>12:00 lunch" in shown
    assert "Player 01" in shown
    assert "you will be number 2 on the waiting list" in shown
    assert '<details class="disclosure" id="regulations">' in shown


def test_while_it_is_played_it_says_what_is_missing_and_who_leads() -> None:
    section = running_section(4)
    make_round(section, 1, [(1, 3, "1-0"), (4, 2, "1-0")], state=RoundState.CLOSED)
    board_of(section, 2, boards=[(1, 4, ""), (2, 3, "0-1")])

    shown = page(section.event)

    assert "1 result is missing" in shown
    card = reverse("player-card", args=[section.event_id, section.pk, 1])
    assert card in shown
    assert "Player 02 – Player 03 <strong>0–1</strong>" in shown


def test_afterwards_it_names_the_winners_with_the_head_of_the_table() -> None:
    section = running_section(4)
    make_round(section, 1, [(1, 3, "1-0"), (4, 2, "1-0")], state=RoundState.CLOSED)
    finish_event(actor=None, event=section.event, reason="played")

    shown = page(section.event)

    assert shown.index('class="winners"') < shown.index("Final table, Main")
    assert reverse("standings", args=[section.event_id, section.pk]) in shown
    assert 'id="standing"' not in shown


class TestNews:
    @pytest.fixture
    def section(self) -> Section:
        return running_section(2)

    def test_organisers_write_them_everybody_reads_them_and_the_log_keeps_them(
        self, section: Section
    ) -> None:
        author = make_account("Olga")
        unchanged = Client().get(section.event.get_absolute_url())["ETag"]

        news = write_news(actor=author, event=section.event, text="  Soup is ready.  \n\nRound 2 at two. ")

        assert news.text == "Soup is ready.\n\nRound 2 at two."
        again = Client().get(section.event.get_absolute_url(), headers={"If-None-Match": unchanged})
        assert (again.status_code, "Soup is ready." in again.content.decode()) == (200, True)
        delete_news(actor=author, news=news)
        delete_news(actor=author, news=news)
        assert not EventNews.objects.exists()
        assert "Soup" not in page(section.event)

    @pytest.mark.parametrize("text", ["", " \n ", "x" * 1001, "soup\u202ereversed", "nul\x00"])
    def test_what_says_nothing_or_hides_something_is_refused(self, section: Section, text: str) -> None:
        with pytest.raises(Refused):
            write_news(actor=None, event=section.event, text=text)

    def test_there_is_an_end_to_them_and_an_archived_event_takes_none(self, section: Section) -> None:
        EventNews.objects.bulk_create(EventNews(event=section.event, text="x") for _ in range(MAX_NEWS))
        with pytest.raises(Refused):
            write_news(actor=None, event=section.event, text="one more")
        EventNews.objects.all().delete()
        Event.objects.filter(pk=section.event_id).update(state=EventState.ARCHIVED)
        with pytest.raises(Refused):
            write_news(actor=None, event=section.event, text="too late")


class TestFees:
    @pytest.fixture
    def entry(self) -> Entry:
        event = make_event(name="Spring Open", fee="8,50 €")
        change_event(actor=None, event=event, payee="Tiles and Tales", iban=IBAN)
        section = make_section(Event.objects.get(pk=event.pk), players=3)
        return section.entries.select_related("person", "section__event__club").order_by("-rating")[0]

    def test_the_player_gets_bank_details_reference_and_a_code_until_it_is_paid(self, entry: Entry) -> None:
        account = account_of(entry)
        player = Client()
        player.force_login(account, backend="django.contrib.auth.backends.ModelBackend")
        own = reverse("own-entries", args=[entry.section.event_id])

        shown = compact(player.get(own))
        payment = payment_for(entry)

        assert payment is not None
        assert payment.iban == IBAN
        assert payment.reference == f"Spring Open, Player 01, {entry.pk}"
        assert all(each in shown for each in (payment.iban, payment.reference, payment.payee))
        assert payment.picture.startswith("<svg")
        assert IBAN not in page(entry.section.event)
        registration.change_entry(actor=None, entry=entry, fee_paid=True)
        assert IBAN not in compact(player.get(own))

    def test_the_code_for_banking_apps_holds_long_names_in_any_script(self, entry: Entry) -> None:
        event = entry.section.event
        event.name, event.payee, event.fee = "Зимний турнир " * 8, "Объединение " * 5, "999999,99 €"
        entry.person.name = "Константин Константинопольский " * 4

        reference = payment_reference(entry)
        code = payment_code(event, reference)

        assert len(code.encode()) <= 331
        assert reference.startswith("Зимний турнир")
        assert reference.endswith(f", {entry.pk}")
        assert "Константин" in reference

    def test_the_mail_about_a_place_says_how_to_pay(self, entry: Entry) -> None:
        account = account_of(entry)
        Entry.objects.filter(pk=entry.pk).update(state=EntryState.ASKED)
        entry.refresh_from_db()
        registration.confirm_entry(actor=None, entry=entry)

        assert mail.outbox[0].to == [account.email]
        sent = mail.outbox[0].body
        assert f"Spring Open, Player 01, {entry.pk}" in sent
        assert "DE02120300000000202051" in sent

    def test_totals_count_paid_open_and_waived(self, entry: Entry) -> None:
        first, second, _third = entry.section.entries.order_by("-rating")
        registration.change_entry(actor=None, entry=first, fee_paid=True)
        registration.change_entry(actor=None, entry=second, fee_waived=True)
        totals = fee_totals(entry.section.event, entry.section.entries.all())
        assert totals == (1, 1, 1, "8.50 €", "8.50 €")
        # Who pays after all is no longer let off.
        registration.change_entry(actor=None, entry=second, fee_paid=True)
        second.refresh_from_db()
        assert (second.fee_paid, second.fee_waived) == (True, False)

    @pytest.mark.parametrize(
        ("fee", "amount"),
        [("8 €", "8.00"), ("€ 8,50", "8.50"), ("12.00 EUR", "12.00"), ("8 €, juniors 4 €", None), ("8", None),
         ("free", None), ("10 CHF", None), ("", None)],
    )  # fmt: skip
    def test_one_amount_in_euros_goes_into_the_code(self, fee: str, amount: str | None) -> None:
        found = fee_in_euros(fee)
        assert (None if found is None else str(found)) == amount

    @pytest.mark.parametrize(
        "iban", ["DE02120300000000202052", "12", "DE0212030000000020205", "XX00' OR 1=1"]
    )
    def test_a_mistyped_iban_is_refused(self, iban: str) -> None:
        with pytest.raises(Refused):
            clean_iban(iban)
        assert clean_iban(IBAN.lower()) == "DE02120300000000202051"

    def test_an_iban_needs_its_holder(self) -> None:
        with pytest.raises(Refused):
            change_event(actor=None, event=make_event(club=make_club()), iban=IBAN)
