"""Fifty players confirm at once, two arbiters enter the same board: with real threads and PostgreSQL."""

from collections.abc import Callable
from threading import Barrier, Thread

import pytest
from django.db import connection

from core.errors import Conflict
from tests.tournaments.builders import make_account
from tests.tournaments.results.builders import board_of, running_section
from tournaments.models import Event, Pairing, ResultReport
from tournaments.results.services.reports import report_result
from tournaments.results.services.results import enter_result

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def at_once(deeds: list[Callable[[], object]]) -> list[Exception]:
    """All of them in threads of their own, from the same moment on; what went wrong."""
    start = Barrier(len(deeds))
    wrong: list[Exception] = []

    def do(deed: Callable[[], object]) -> None:
        try:
            start.wait()
            deed()
        except Exception as error:  # noqa: BLE001  whatever it is, the test shows it
            wrong.append(error)
        finally:
            connection.close()

    threads = [Thread(target=do, args=(deed,)) for deed in deeds]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return wrong


def test_fifty_players_report_and_confirm_at_once_and_no_result_is_lost() -> None:
    section = running_section(50)
    results = ["1-0", "1/2-1/2", "0-1"]
    board_of(section, boards=[(board, board + 25, "") for board in range(1, 26)])
    pairings = list(Pairing.objects.select_related("round__section", "first", "second").order_by("board"))

    def deed(pairing: Pairing, side: str) -> Callable[[], object]:
        return lambda: report_result(
            actor=None, pairing=pairing, entry=getattr(pairing, side), result=results[pairing.board % 3]
        )

    wrong = at_once([deed(pairing, side) for pairing in pairings for side in ("first", "second")])

    assert wrong == []
    assert list(Pairing.objects.order_by("board").values_list("result", "origin", "version")) == [
        (results[board % 3], "players", 2) for board in range(1, 26)
    ]
    assert ResultReport.objects.count() == 50
    assert Event.objects.get().change_number == 50


def test_of_two_arbiters_at_one_board_one_is_told_what_the_other_did() -> None:
    section = running_section()
    pairing = board_of(section)
    arbiters = [make_account("Ada"), make_account("Bea")]

    wrong = at_once(
        [
            lambda: enter_result(actor=arbiters[0], pairing=pairing, result="1-0", seen=1),
            lambda: enter_result(actor=arbiters[1], pairing=pairing, result="0-1", seen=1),
        ]
    )

    assert [type(error) for error in wrong] == [Conflict]
    now = board_of(section)
    first, shown = ("Ada", "1–0") if now.result == "1-0" else ("Bea", "0–1")
    assert str(wrong[0]).endswith(f" {first} changed board 1. The result is now: {shown}.")
    assert now.version == 2
