"""Two records for one board at the same moment: a constraint settles which is the board's, with PostgreSQL."""

from collections.abc import Callable
from threading import Barrier, Thread

import pytest
from django.db import connection, transaction

from games.models import Game, Submission
from games.submissions.jobs import SPLIT_UPLOAD
from games.submissions.selectors.records import SentRecord
from games.submissions.services.uploads import submit_text
from games.submissions.services.validation import CheckedSubmission, check_record, save_results
from players.models import User
from tests.tournaments.results.builders import account_of, board_of, record, running_section
from tournaments.event_records import target_pairing
from tournaments.models import Pairing, ResultOrigin

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def waiting_submission(pairing: Pairing, account: User, **tags: str) -> Submission:
    """Sent and split, not validated yet."""
    upload = submit_text(account=account, text=record(pairing, **tags), meant_for=target_pairing(pairing))
    SPLIT_UPLOAD.prepare(upload)
    return Submission.objects.get(upload=upload)


def save(submission: Submission, start: Barrier) -> Callable[[], None]:
    checked = CheckedSubmission(submission.pk, check_record(SentRecord.of(submission)))

    def do() -> None:
        start.wait()
        with transaction.atomic():
            save_results(submission.upload, [checked])

    return do


def at_once(deeds: list[Callable[[], None]]) -> list[Exception]:
    wrong: list[Exception] = []

    def do(deed: Callable[[], None]) -> None:
        try:
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


@pytest.mark.parametrize(
    ("second", "games", "differ"), [({}, 1, False), ({"result": "0-1"}, 2, True)], ids=["same", "different"]
)
def test_two_players_send_their_records_at_once(second: dict[str, str], games: int, differ: bool) -> None:
    section = running_section()
    pairing = board_of(section)
    start = Barrier(2)
    first = waiting_submission(pairing, account_of(pairing.first))
    other = waiting_submission(pairing, account_of(pairing.second), **second)

    wrong = at_once([save(first, start), save(other, start)])

    board = board_of(section)
    assert wrong == []
    assert (Game.objects.count(), board.copies_differ) == (games, differ)
    assert board.origin == ResultOrigin.RECORD
    assert board.game is not None
    assert board.result == board.game.recorded_result
    states = sorted(Submission.objects.values_list("state", flat=True))
    assert states == (["accepted", "duplicate"] if games == 1 else ["accepted", "accepted"])
