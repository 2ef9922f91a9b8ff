"""Mails to players: their board in a new round, a result to confirm, an arbiter's decision."""

import pytest
from django.core import mail
from django.urls import reverse

from players.accounts.services.mail import save_mail_choices
from players.models import User
from tests.tournaments.builders import make_account
from tests.tournaments.results.builders import account_of, board_of, running_section
from tournaments.models import Pairing, Round, RoundState
from tournaments.results.services.mail import CONFIRMATION_MAILS, DECISION_MAILS
from tournaments.results.services.reports import report_result
from tournaments.results.services.results import enter_result
from tournaments.rounds.services.mail import PAIRING_MAILS
from tournaments.rounds.services.publication import publish_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def pairing() -> Pairing:
    return board_of(running_section(4), state=RoundState.PAIRED)


def wants(account: User, kind: str, *, wanted: bool = True) -> User:
    save_mail_choices(account=account, wanted={kind: wanted})
    return account


def publish(pairing: Pairing) -> Pairing:
    publish_round(actor=make_account("Anna"), round=Round.objects.get(), seen=None)
    return board_of(pairing.round.section)


def test_who_asked_for_it_learns_board_colour_and_opponent_with_one_link(pairing: Pairing) -> None:
    account_of(pairing.first)
    player = wants(account_of(pairing.second), PAIRING_MAILS.key)

    publish(pairing)

    assert [each.to for each in mail.outbox] == [[player.email]]
    assert mail.outbox[0].subject == "Round 1: board 1, Brown"
    assert "Player 01" in mail.outbox[0].body
    assert reverse("my-board", args=[pairing.round.section.event_id]) in mail.outbox[0].body
    assert "List-Unsubscribe" in mail.outbox[0].extra_headers


def test_the_opponent_is_asked_to_confirm_once(pairing: Pairing) -> None:
    pairing = publish(pairing)
    other = wants(account_of(pairing.second), CONFIRMATION_MAILS.key)

    for _twice in range(2):
        report_result(actor=None, pairing=pairing, entry=pairing.first, result="1-0")

    assert [each.to for each in mail.outbox] == [[other.email]]
    report_result(actor=None, pairing=pairing, entry=pairing.second, result="1-0")
    assert len(mail.outbox) == 1


def test_both_learn_of_a_decision_with_its_reason_unless_they_do_not_want_to(pairing: Pairing) -> None:
    pairing = publish(pairing)
    first = account_of(pairing.first)
    wants(account_of(pairing.second), DECISION_MAILS.key, wanted=False)

    enter_result(actor=None, pairing=pairing, result="0-1", decision=True, reason="Flag fell.")

    assert [each.to for each in mail.outbox] == [[first.email]]
    assert "Flag fell." in mail.outbox[0].body
