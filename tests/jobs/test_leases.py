"""A claim lasts as long as its worker: renewed while the work goes on, and soon anybody's when the worker is lost."""

import os
import signal
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from pathlib import Path

import psycopg
import pytest
from django.conf import LazySettings
from django.db import connection
from django.utils import timezone

from jobs import claims
from jobs.kinds import JOB_KINDS
from jobs.mail import DELIVER_MAIL
from jobs.models import OutgoingMail, WorkState
from players.models import DataExport, User
from scripts.processes import wait_until
from tests.jobs.processes import LEASE, JobProcesses, locked, postgres_of_its_own
from tests.tournaments.rounds.builders import running_section
from tournaments.models import PairingOrder, Round, RoundState
from tournaments.rounds.jobs import PAIR_ROUND


@pytest.fixture
def workplace(tmp_path: Path) -> Iterator[JobProcesses]:
    """The time that a job may take is long: only a claim that has run out explains that others take over."""
    place = JobProcesses(tmp_path, JOB_TIME_LIMIT="600")
    yield place
    place.close()


DEFAULTS = """
import django
django.setup()
from django.conf import settings
print(settings.JOB_LEASE, settings.JOB_SWEEP_INTERVAL)
"""


def test_lost_work_is_taken_up_within_half_a_minute_and_a_round_within_half_of_that(
    workplace: JobProcesses, monkeypatch: pytest.MonkeyPatch
) -> None:
    """When the claim has run out, the next sweep finds it; two seconds are left for the message."""
    monkeypatch.delenv("JOB_SWEEP_INTERVAL")
    monkeypatch.setattr(
        workplace, "environment", lambda: os.environ | {"DJANGO_SETTINGS_MODULE": "config.settings"}
    )
    lease, interval = map(int, workplace.run(DEFAULTS).split())

    assert lease + interval + 2 <= 30
    assert min(lease, PAIR_ROUND.max_lease_seconds) + interval + 2 <= 15
    assert all(kind.max_lease_seconds <= lease for kind in JOB_KINDS)


@pytest.mark.django_db(transaction=True)
def test_a_claim_is_renewed_as_long_as_the_work_goes_on(settings: LazySettings) -> None:
    settings.JOB_LEASE = 2
    mail = OutgoingMail.objects.create(subject="News", recipients=[], message_id="<1@test>")
    item = claims.claim_row(DELIVER_MAIL, mail.pk, "m")
    assert item is not None

    def claimed_at() -> datetime | None:
        return OutgoingMail.objects.values_list("claimed_at", flat=True).get()

    with claims.renewed(DELIVER_MAIL, [item], "m"):
        begun = claimed_at()
        assert wait_until(lambda: claimed_at() != begun, seconds=30)
        once = claimed_at()
        assert wait_until(lambda: claimed_at() != once, seconds=30)
        is_free = claims.free_rows(DELIVER_MAIL, timezone.now()).exists()

    assert not is_free
    connection.close()


@pytest.mark.faults
@pytest.mark.postgres
@pytest.mark.timeout(300)
@pytest.mark.django_db(transaction=True)
def test_a_round_whose_worker_was_killed_is_paired_by_another(workplace: JobProcesses) -> None:
    round_ = Round.objects.create(section=running_section(6), number=1)
    order = PairingOrder.objects.create(round=round_)
    workplace.start_beat()
    with locked("tournaments_entry", "ACCESS EXCLUSIVE") as lock:
        first = workplace.start_worker()
        assert wait_until(lambda: lock.waiting() > 0, seconds=90)
        os.killpg(first.pid, signal.SIGKILL)
        first.wait()
        order.refresh_from_db()
        killed = (order.state, order.attempts)
    workplace.start_worker("-Q", "pairing")

    assert wait_until(
        lambda: Round.objects.filter(pk=round_.pk, state=RoundState.PAIRED).exists(), seconds=120
    )
    order.refresh_from_db()
    assert (killed, order.attempts) == ((WorkState.WAITING, 1), 2)


@pytest.mark.faults
@pytest.mark.postgres
@pytest.mark.timeout(300)
@pytest.mark.django_db(transaction=True)
def test_work_that_takes_longer_than_its_claim_is_left_to_its_worker(workplace: JobProcesses) -> None:
    export = DataExport.objects.create(user=User.objects.create_user("agnes@example.org", None))
    workplace.start_beat()
    with locked("players_user", "ACCESS EXCLUSIVE") as lock:
        workplace.start_worker()
        assert wait_until(lambda: lock.waiting() > 0, seconds=90)
        begun = timezone.now()
        # Sweeps come every second, and the second process of the worker has nothing else to do.
        assert wait_until(lambda: (timezone.now() - begun).total_seconds() > 3 * LEASE, seconds=60)
        export.refresh_from_db()
        meanwhile = export.attempts

    assert wait_until(lambda: DataExport.objects.filter(state=WorkState.DONE).exists(), seconds=90)
    export.refresh_from_db()
    assert (meanwhile, export.attempts) == (1, 1)


@pytest.mark.faults
@pytest.mark.postgres
@pytest.mark.timeout(300)
@pytest.mark.django_db(transaction=True)
def test_after_a_restart_of_the_database_the_work_goes_on(workplace: JobProcesses) -> None:
    DataExport.objects.create(user=User.objects.create_user("agnes@example.org", None))
    with postgres_of_its_own() as server:
        workplace.start_beat()
        # The lock goes with the server.
        with suppress(psycopg.OperationalError), locked("players_user", "ACCESS EXCLUSIVE") as lock:
            workplace.start_worker()
            assert wait_until(lambda: lock.waiting() > 0, seconds=90)
            connection.close()
            server.stop()
        server.start()

        assert wait_until(lambda: DataExport.objects.filter(state=WorkState.DONE).exists(), seconds=120)
        assert DataExport.objects.get().attempts == 2
