"""The faults of a run follow from its seed."""

from itertools import islice

from scripts.faults.actions import ACTIONS
from scripts.faults.plan import LENGTH_SECONDS, PAUSE_SECONDS, FaultKind, planned_faults


def test_a_seed_repeats_the_faults() -> None:
    assert list(islice(planned_faults(7), 100)) == list(islice(planned_faults(7), 100))


def test_another_seed_has_other_faults() -> None:
    assert list(islice(planned_faults(7), 100)) != list(islice(planned_faults(8), 100))


def test_every_kind_comes_before_any_comes_again() -> None:
    kinds = [kind for fault in islice(planned_faults(3), 60) for kind in fault.kinds]

    assert set(kinds[: len(FaultKind)]) == set(FaultKind)


def test_some_come_two_at_once_and_most_alone() -> None:
    sizes = [len(fault.kinds) for fault in islice(planned_faults(1), 400)]

    assert set(sizes) == {1, 2}
    assert 40 < sizes.count(2) < 120


def test_pauses_and_lengths_are_within_their_bounds() -> None:
    for fault in islice(planned_faults(5), 200):
        assert PAUSE_SECONDS[0] <= fault.pause <= PAUSE_SECONDS[1]
        assert LENGTH_SECONDS[0] <= fault.seconds <= LENGTH_SECONDS[1]


def test_every_kind_can_be_done() -> None:
    assert set(ACTIONS) == set(FaultKind)
