"""Two arbiters at once: one effect, and the other is told. With real threads on PostgreSQL."""

import pytest

from jobs import services as jobs
from players.models import User
from tests.players.clubs.threads import at_once
from tests.tournaments.builders import make_account
from tests.tournaments.rounds.builders import board_ranks, pair_round, running_section
from tournaments.models import PairingOrder, Round, RoundState
from tournaments.rounds.jobs import PAIR_ROUND
from tournaments.rounds.services.order import delete_draft, order_round, pair_again
from tournaments.rounds.services.publication import publish_round, unpublish_round

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def arbiters(transactional_db: None) -> tuple[User, User]:
    return make_account("Anna"), make_account("Ben")


def test_two_publish_the_same_round(arbiters: tuple[User, User]) -> None:
    draft = pair_round(running_section(6), arbiters[0])

    refused = at_once(
        *(lambda who=who: publish_round(actor=who, round=draft, seen=draft.version) for who in arbiters)
    )

    now = Round.objects.get(pk=draft.pk)
    assert (now.state, now.version) == (RoundState.PUBLISHED, draft.version + 1)
    assert len(refused) == 1
    assert refused[0].startswith("Round 1 is already published. ")


def test_two_order_the_same_round(arbiters: tuple[User, User]) -> None:
    section = running_section(6)

    refused = at_once(
        *(lambda who=who: order_round(actor=who, section=section, number=1) for who in arbiters)
    )

    assert (section.rounds.count(), PairingOrder.objects.count()) == (1, 1)
    assert [text.partition(".")[0] for text in refused] == ["Round 1 is already being paired"]


def test_four_workers_pair_a_round_once(arbiters: tuple[User, User]) -> None:
    round_ = order_round(actor=arbiters[0], section=running_section(8), number=1)
    order = round_.orders.get()

    at_once(
        *(
            lambda number=number: jobs.perform(kind_name=PAIR_ROUND.name, pk=order.pk, message_id=str(number))
            for number in range(4)
        )
    )

    round_.refresh_from_db()
    assert (round_.state, round_.version) == (RoundState.PAIRED, 2)
    assert board_ranks(round_) == [(1, 5), (6, 2), (3, 7), (8, 4)]


def test_a_worker_writes_while_an_arbiter_throws_the_round_away(arbiters: tuple[User, User]) -> None:
    """Both want the event and the order: one waits for the other, and neither is torn down."""
    anna, _ = arbiters
    section = running_section(8)
    for attempt in range(5):
        round_ = order_round(actor=anna, section=section, number=1)
        order = round_.orders.get()

        refused = at_once(
            lambda order=order, attempt=attempt: jobs.perform(
                kind_name=PAIR_ROUND.name, pk=order.pk, message_id=str(attempt)
            ),
            lambda round_=round_: delete_draft(actor=anna, round=round_, seen=None),
        )

        assert refused == []
        assert not Round.objects.filter(pk=round_.pk).exists()


def test_one_publishes_what_the_other_pairs_again(arbiters: tuple[User, User]) -> None:
    anna, ben = arbiters
    draft = pair_round(running_section(6), anna)

    refused = at_once(
        lambda: publish_round(actor=anna, round=draft, seen=draft.version),
        lambda: pair_again(actor=ben, round=draft, seen=draft.version),
    )

    assert len(refused) == 1
    state = Round.objects.get(pk=draft.pk).state
    assert state in (RoundState.PUBLISHED, RoundState.ORDERED)


def test_two_take_a_publication_back(arbiters: tuple[User, User]) -> None:
    anna, ben = arbiters
    draft = pair_round(running_section(6), anna)
    publish_round(actor=anna, round=draft, seen=draft.version)

    refused = at_once(*(lambda who=who: unpublish_round(actor=who, round=draft) for who in (anna, ben)))

    assert refused == [
        "Only a published round that is not closed can be taken back. It is: paired, not published."
    ]
