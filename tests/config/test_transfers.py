"""How fast requests and answers have to move, and where they wait."""

import os
import socket

import pytest

from config.transfers import MEMORY_PER_TRANSFER, AnswerSocket, Backlog, Pace, Patience

PACE = Pace(patience=10, bytes_per_second=100, deadline=60)


def test_who_sends_nothing_is_waited_for_as_long_as_the_patience_lasts() -> None:
    patience = Patience(PACE, now=1000.0)

    assert (patience.is_over(1010.0), patience.is_over(1010.1)) == (False, True)


@pytest.mark.parametrize(
    ("bytes_each_second", "lasts"),
    [(99, 61), (50, 20), (1, 10), (100, 61), (10_000, 61)],
)
def test_who_sends_fast_enough_is_waited_for_until_the_deadline(bytes_each_second: int, lasts: int) -> None:
    patience = Patience(PACE, now=0.0)

    second = 0
    while not patience.is_over(second):
        second += 1
        patience.moved(bytes_each_second, now=second)

    assert abs(second - lasts) <= 1


def test_much_at_once_buys_no_longer_rest() -> None:
    patience = Patience(PACE, now=0.0)

    patience.moved(10**9, now=1.0)

    assert (patience.is_over(11.0), patience.is_over(11.1)) == (False, True)


def test_a_backlog_gives_back_what_was_put_in_and_begins_anew_when_it_is_empty() -> None:
    backlog = Backlog()
    data = os.urandom(3 * MEMORY_PER_TRANSFER)

    for start in range(0, len(data), 10_000):
        backlog.put(data[start : start + 10_000])
    taken = backlog.take(5) + backlog.take(MEMORY_PER_TRANSFER)
    while piece := backlog.take(70_000):
        taken += piece

    assert (taken == data, len(backlog), backlog.take(1)) == (True, 0, b"")
    backlog.put(b"again")
    assert backlog.take(100) == b"again"


def test_an_answer_does_not_wait_for_a_reader() -> None:
    ours, theirs = socket.socketpair()
    ours.settimeout(0)
    answer = os.urandom(5_000_000)
    with ours, theirs:
        quick = AnswerSocket(ours)

        quick.sendall(answer)

        assert len(quick.waiting) > 1_000_000
        read = b""
        while len(read) < len(answer):
            read += theirs.recv(1 << 20)
            quick.flush()
        assert (read == answer, len(quick.waiting)) == (True, 0)


def test_who_reads_nothing_of_an_endless_answer_is_cut_off() -> None:
    ours, theirs = socket.socketpair()
    ours.settimeout(0)
    with ours, theirs:
        answer = AnswerSocket(ours, pace=Pace(0.5, 1000, 60), max_waiting=1_000_000)

        with pytest.raises(ConnectionResetError):
            answer.sendall(bytes(5_000_000))
        answer.close()
