"""The job: an effect once, never from old input, never on a round that has moved on."""

import pytest

from jobs import services as jobs
from jobs.models import WorkState
from players.models import User
from tests.jobs.job_runner import run_jobs
from tests.tournaments.rounds.builders import board_ranks, enter_results, publish_next_round, running_section
from tournaments.models import Entry, EntryState, PairingOrder, RoundState
from tournaments.rounds import jobs as round_jobs
from tournaments.rounds.services.order import delete_draft, order_round, pair_again

pytestmark = pytest.mark.django_db
KIND = round_jobs.PAIR_ROUND.name


def test_done_twice_it_pairs_once(anna: User) -> None:
    round_ = order_round(actor=anna, section=running_section(4), number=1)
    order = round_.orders.get()

    for message in ("one", "two", "one"):
        jobs.perform(kind_name=KIND, pk=order.pk, message_id=message)

    round_.refresh_from_db()
    assert (round_.state, round_.version) == (RoundState.PAIRED, 2)
    assert board_ranks(round_) == [(1, 3), (4, 2)]


def test_killed_between_computing_and_writing_it_is_done_by_the_next(anna: User) -> None:
    round_ = order_round(actor=anna, section=running_section(4), number=1)
    order = round_.orders.get()
    round_jobs.prepare(order)  # and then the light goes out: nothing was written

    jobs.perform(kind_name=KIND, pk=order.pk, message_id="next")

    assert board_ranks(round_) == [(1, 3), (4, 2)]


def test_what_was_computed_from_old_input_is_computed_again(anna: User) -> None:
    section = running_section(6)
    round_ = order_round(actor=anna, section=section, number=1)
    order = round_.orders.get()
    prepared = round_jobs.prepare(order)
    Entry.objects.filter(section=section, starting_rank=1).update(
        state=EntryState.WITHDRAWN, withdrawn_after=0
    )

    jobs._finish(round_jobs.PAIR_ROUND, order.pk, prepared)

    round_.refresh_from_db()
    order.refresh_from_db()
    assert (order.state, round_.state, board_ranks(round_)) == (WorkState.DONE, RoundState.ORDERED, [])
    run_jobs()
    round_.refresh_from_db()
    assert (round_.state, board_ranks(round_)) == (RoundState.PAIRED, [(2, 4), (5, 3)])


def test_a_corrected_result_counts_as_well(anna: User) -> None:
    section = running_section(4)
    first = publish_next_round(section, anna)
    enter_results(first, "1-0", "1-0")
    round_ = order_round(actor=anna, section=section, number=2)
    order = round_.orders.get()
    prepared = round_jobs.prepare(order)
    first.pairings.filter(board=2).update(result="0-1")

    jobs._finish(round_jobs.PAIR_ROUND, order.pk, prepared)
    run_jobs()

    assert board_ranks(round_) == [(2, 1), (3, 4)]


def test_changes_elsewhere_in_the_event_do_not_hold_it_up(anna: User) -> None:
    section = running_section(4)
    round_ = order_round(actor=anna, section=section, number=1)
    order = round_.orders.get()
    prepared = round_jobs.prepare(order)
    section.event.__class__.objects.filter(pk=section.event_id).update(change_number=1000)

    jobs._finish(round_jobs.PAIR_ROUND, order.pk, prepared)

    assert board_ranks(round_) == [(1, 3), (4, 2)]


def test_an_order_that_was_replaced_does_nothing(anna: User) -> None:
    section = running_section(4)
    round_ = order_round(actor=anna, section=section, number=1)
    old = round_.orders.get()
    prepared = round_jobs.prepare(old)
    pair_again(actor=anna, round=round_, seen=None)

    jobs._finish(round_jobs.PAIR_ROUND, old.pk, prepared)

    round_.refresh_from_db()
    assert (round_.state, board_ranks(round_)) == (RoundState.ORDERED, [])


def test_an_order_of_a_round_that_was_thrown_away_is_gone_with_it(anna: User) -> None:
    round_ = order_round(actor=anna, section=running_section(4), number=1)
    order = round_.orders.get()

    delete_draft(actor=anna, round=round_, seen=None)
    jobs.perform(kind_name=KIND, pk=order.pk, message_id="late")

    assert not PairingOrder.objects.exists()


def test_rounds_that_contradict_each_other_are_no_reason_to_try_for_ever(anna: User) -> None:
    section = running_section(4, system="knockout")
    enter_results(publish_next_round(section, anna), "1-0", "1-0")
    round_ = order_round(actor=anna, section=section, number=2)
    section.rounds.filter(number=1).update(state=RoundState.PAIRED)

    run_jobs()

    order = round_.orders.get()
    assert (order.state, order.last_error) == (
        WorkState.FAILED,
        "Not all rounds before this one exist.",
    )
