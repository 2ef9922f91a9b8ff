"""What players are told on their screens: their board, a result to confirm, a decision, a place in the event."""

from collections.abc import Callable

import pytest

from players.models import Notification, PushSubscription, User
from tests.tournaments.builders import make_account
from tests.tournaments.results.builders import account_of, board_of, running_section
from tournaments.models import Entry, Pairing, Round, RoundState
from tournaments.results.services.reports import report_result
from tournaments.results.services.results import enter_result
from tournaments.rounds.services.publication import publish_round, unpublish_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def pairing() -> Pairing:
    return board_of(running_section(4), state=RoundState.PAIRED)


@pytest.fixture
def listening() -> Callable[[Entry], User]:
    def listens(entry: Entry) -> User:
        account = account_of(entry)
        PushSubscription.objects.create(
            account=account,
            endpoint=f"https://push.example.net/{account.pk}",
            endpoint_digest=f"{account.pk}",
        )
        return account

    return listens


def told(account: User) -> list[str]:
    return list(Notification.objects.filter(account=account).order_by("pk").values_list("text", flat=True))


def test_a_published_round_tells_board_and_colour_and_no_name(
    pairing: Pairing, listening: Callable[[Entry], User]
) -> None:
    players = [listening(pairing.first), listening(pairing.second)]
    arbiter = make_account("Anna")

    publish_round(actor=arbiter, round=Round.objects.get(), seen=None)

    assert [told(player) for player in players] == [["Round 1: board 1, White"], ["Round 1: board 1, Brown"]]
    assert {each.title for each in Notification.objects.all()} == {pairing.round.section.event.name}
    assert {each.path for each in Notification.objects.all()} == {
        f"/events/{pairing.round.section.event_id}/my-board/"
    }


def test_a_round_that_is_published_again_unchanged_is_no_news(
    pairing: Pairing, listening: Callable[[Entry], User]
) -> None:
    player = listening(pairing.first)
    arbiter = make_account("Anna")

    for _ in range(2):
        publish_round(actor=arbiter, round=Round.objects.get(), seen=None)
        unpublish_round(actor=arbiter, round=Round.objects.get())
    Pairing.objects.filter(pk=pairing.pk).update(first=pairing.second, second=pairing.first)
    publish_round(actor=arbiter, round=Round.objects.get(), seen=None)

    assert told(player) == ["Round 1: board 1, White", "Round 1: board 1, Brown"]


def test_the_other_player_is_asked_and_both_hear_of_a_decision(
    pairing: Pairing, listening: Callable[[Entry], User]
) -> None:
    first, second = listening(pairing.first), listening(pairing.second)
    arbiter = make_account("Anna")
    publish_round(actor=arbiter, round=Round.objects.get(), seen=None)
    Notification.objects.all().delete()
    pairing = board_of(pairing.round.section)

    report_result(actor=None, pairing=pairing, entry=pairing.first, result="1-0")
    assert [len(told(first)), len(told(second))] == [0, 1]
    enter_result(actor=arbiter, pairing=pairing, result="1/2-1/2", decision=True, reason="agreed")

    assert [len(told(first)), len(told(second))] == [1, 2]
    assert told(first) == told(second)[1:]
    assert "½" in told(first)[0]
