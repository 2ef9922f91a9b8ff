"""Records that are due and have not come."""

import datetime

import pytest
from django.conf import LazySettings
from django.utils import timezone

from jobs.models import OutgoingMail
from players.accounts.services.mail import save_mail_choices
from tests.tournaments.results.builders import account_of, board_of, running_section, send_record
from tournaments.models import Pairing, Round, RoundState, Section
from tournaments.results.services.submissions import send_reminders

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _mails_wait_in_the_database(settings: LazySettings) -> None:
    settings.EMAIL_BACKEND = "jobs.mail.OutboxBackend"


def closed_round(*, hours_ago: int = 25, due: int | None = 24) -> Section:
    section = running_section(records_due_hours=due)
    board_of(section, boards=[(1, 3, "1-0"), (4, 2, "0-1f")])
    Round.objects.update(
        state=RoundState.CLOSED, closed_at=timezone.now() - datetime.timedelta(hours=hours_ago)
    )
    return section


def test_both_players_are_reminded_once_with_the_way_to_send_it() -> None:
    section = closed_round()
    pairing = board_of(section)
    accounts = [account_of(pairing.first), account_of(pairing.second)]

    assert send_reminders() == 1
    assert send_reminders() == 0

    mails = list(OutgoingMail.objects.order_by("pk"))
    assert [mail.recipients for mail in mails] == [[account.email] for account in accounts]
    assert mails[0].subject == "The record of your game in Spring Open is due"
    event = section.event
    assert f"/events/{event.pk}/s/{section.pk}/rounds/1/boards/1/" in mails[0].body
    assert "Player 01 – Player 03" in mails[0].body


def test_who_does_not_want_such_mail_gets_none_and_a_forfeit_has_no_record() -> None:
    section = closed_round()
    for board in (1, 2):
        for entry in (board_of(section, board=board).first, board_of(section, board=board).second):
            save_mail_choices(account=account_of(entry), wanted={"event_records": False})
    assert send_reminders() == 0
    assert not OutgoingMail.objects.exists()
    assert list(Pairing.objects.filter(reminded_at=None).values_list("board", flat=True)) == [2]


@pytest.mark.parametrize(("hours_ago", "due"), [(23, 24), (1000, None)])
def test_nobody_is_reminded_before_records_are_due(hours_ago: int, due: int | None) -> None:
    section = closed_round(hours_ago=hours_ago, due=due)
    account_of(board_of(section).first)
    assert send_reminders() == 0


def test_a_record_that_has_come_is_not_chased() -> None:
    section = closed_round()
    send_record(board_of(section), account=account_of(board_of(section).first))
    OutgoingMail.objects.all().delete()
    assert send_reminders() == 0
